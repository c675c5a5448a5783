// The books beside the board: what is in them, what was used, what can be done now, and what is left to choose.

import { tried } from "./ask.js";
import { reading, ticking, written } from "./clocks.js";
import { at, fill, h, icon, picture, ruleOf } from "./dom.js";
import { snapshot, watch } from "./live.js";
import { exampleShown, findingShown, moving, symbolsFrom, weight } from "./showing.js";
import { _, locale, ngettext } from "./words.js";

const say = (text) => tried("POST", "/match/say", { text });
const opened = new Set();
const checked = new Map();
let shelf = null;
let wanted = "";

// -- the middle -------------------------------------------------------------------------------------------

function turn(now) {
  const { turn: told, playing } = now;
  if (!told) return;
  const acting = now.players.filter((one) => one.acts).map((one) => one.name);
  const head = playing.result || (acting.length ? _("{who} to play", { who: new Intl.ListFormat(locale).format(acting) }) : _("The table decides"));
  at("turn-title").textContent = head.charAt(0).toLocaleUpperCase(locale) + head.slice(1);
  at("waits").textContent = told.waits.join(" ");
  at("says").hidden = !told.says.length;
  fill(at("says"), ...told.says.map((one) => h("button", { type: "button", class: "main", onclick: () => say(one.text) }, one.sentence)));
  fill(at("arena"), ...(now.board ? [picture(now.board)] : []));
  clocks();
}

/** Time runs for whoever is asked, also while books are read. */
function clocks() {
  const told = (snapshot()?.players ?? []).filter((one) => one.clock);
  at("clocks").hidden = !told.length;
  at("clocks").textContent = told.map((one) => `${one.name} ${written(reading(one.clock))}`).join(" · ");
}

// -- the books --------------------------------------------------------------------------------------------

async function look() {
  const told = await tried("GET", "/books");
  if (!told) return;
  shelf = told;
  draw();
}

function draw() {
  for (const volume of shelf?.volumes ?? []) {
    const place = at(`volume-${volume.seat}`);
    const focused = place.contains(document.activeElement) ? document.activeElement.closest("details")?.dataset.entry : null;
    fill(place, head(volume), h("ol", { class: "leaves" }, ...volume.leaves.map((one, entry) => leaf(volume, one, entry))));
    if (focused) place.querySelector(`[data-entry="${focused}"] summary`)?.focus();
  }
  filter();
}

function head(volume) {
  return h("header", { class: `volume-head seat-${volume.seat}` },
    h("h2", {}, h("span", { class: "sign", "aria-hidden": "true" }), _("{who}: {told}", { who: volume.whose, told: volume.title })),
    h("p", { class: "row" }, h("span", { class: volume.is_open ? "chip open" : "chip" }, volume.is_open ? _("open") : _("closed")),
      h("span", { class: "soft" }, ngettext("{number} entry", "{number} entries", volume.leaves.length))),
    volume.origin || volume.licence ? h("details", { class: "origin soft" }, h("summary", {}, _("Where it comes from")), h("p", { lang: volume.language }, [volume.author, volume.origin, volume.licence].filter(Boolean).join(" · "))) : null);
}

function leaf(volume, one, entry) {
  const key = `${volume.seat}/${entry}`;
  const found = checked.get(volume.seat)?.findings.filter((finding) => finding.about === one.name) ?? [];
  const body = h("div", { class: "leaf-body" });
  const fold = h("details", { class: "leaf", "data-entry": key, "data-now": one.ways ? "yes" : "no", open: opened.has(key) },
    h("summary", {}, h("b", { lang: volume.language }, one.name), ...chips(one, found)), body);
  const show = () => { if (fold.open) fillLeaf(body, volume, one, entry, found); };
  fold.addEventListener("toggle", () => {
    if (fold.open) opened.add(key); else opened.delete(key);
    show();
  });
  if (fold.open) show();
  return h("li", {}, fold);
}

function chips(one, found) {
  const told = [];
  if (one.used.length) told.push(h("span", { class: "chip used" }, icon("in-step"), _("used by {who}", { who: new Intl.ListFormat(locale).format(one.used) })));
  if (one.is_barred) told.push(h("span", { class: "chip barred" }, icon("out-of-step"), _("given up")));
  if (one.ways) told.push(h("span", { class: "chip now" }, icon("go"), one.ways > 1 ? _("can be used now, with a choice") : _("can be used now")));
  for (const finding of found) told.push(h("span", { class: `chip ${finding.weight}` }, icon("in-doubt"), weight(finding.weight)));
  return told;
}

function fillLeaf(body, volume, one, entry, found) {
  const ways = h("div", { class: "ways" });
  const told = [
    h("p", { class: "lines", lang: volume.language }, ...one.lines.flatMap((line, i) => (i ? [h("br"), line] : [line]))),
    one.note ? h("p", { class: "soft", lang: volume.language }, one.note) : null,
    one.settled ? h("p", { class: "settled" }, _("Its owner laid down: {text}", { text: one.settled })) : null,
    one.why ? h("p", { class: "why" }, one.why, " ", ruleOf(one.rule)) : null,
    ways, ...found.map((finding) => findingShown(finding)), rulings(one),
  ];
  fill(body, ...told.filter(Boolean));
  if (one.ways) showWays(ways, volume.seat, entry);
  else showExample(ways, volume.seat, entry);
}

/** What it does on a board made up for it, as long as it cannot be used on the board that there is. */
async function showExample(place, seat, entry) {
  const example = (await reviewOf(seat))?.entries[entry]?.example;
  if (example && place.isConnected) fill(place, h("p", { class: "soft" }, _("As on this board, made up for it:")), exampleShown(example));
}

const reviews = new Map();

/** What the checker says of a book: asked for once, for no book changes while it lies on the table. */
function reviewOf(seat) {
  const key = `${shelf.number} ${seat}`;
  if (!reviews.has(key)) {
    reviews.set(key, tried("GET", `/books/${seat}/findings`).then((told) => {
      if (told) symbolsFrom(told.symbols);
      else reviews.delete(key);
      return told;
    }));
  }
  return reviews.get(key);
}

/** What it does now: one way to be carried out, or several to choose from. */
async function showWays(place, seat, entry) {
  const told = await tried("GET", `/books/${seat}/${entry}`);
  if (!told || !place.isConnected) return;
  const isChoice = told.ways.length > 1;
  fill(place, isChoice ? h("p", { class: "choose" }, _("Something is left to choose: which is it to be?")) : null,
    h("div", { class: isChoice ? "choices" : "" }, ...told.ways.map((way) => h("figure", {}, moving(way.board, way.gone),
      h("figcaption", {}, way.sentence),
      h("button", { type: "button", class: "main", onclick: () => cast(way) }, icon("go"), isChoice ? _("This one") : _("Say it"))))));
}

async function cast(way) {
  const told = await say(way.action);
  if (told) at("turn-title").scrollIntoView({ block: "center", behavior: "smooth" });
}

/** What people may decide about an entry; it is recorded like all else. */
function rulings(one) {
  if (!one.rulings.length) return null;
  return h("details", { class: "rulings" }, h("summary", {}, _("A question about it …")),
    h("ul", {}, ...one.rulings.map((ruling) => h("li", {}, ...(ruling.is_worded ? worded(one, ruling)
      : [h("button", { type: "button", onclick: () => say(ruling.action) }, ruling.title)])))));
}

function worded(one, ruling) {
  const text = h("textarea", { rows: 3, maxlength: 1500, spellcheck: "false", "aria-label": ruling.title });
  text.value = one.settled || one.lines.join("\n");
  // what is said stands in quotes there
  const quoted = () => JSON.stringify(text.value.trim().split("\n").map((line) => line.trim()).filter(Boolean).join("; ")).slice(1, -1);
  return [h("p", {}, ruling.title), text, h("button", { type: "button", onclick: () => say(ruling.action.replace("{words}", () => quoted())) }, _("So it is"))];
}

function filter() {
  at("shelf").classList.toggle("only-now", at("only-now").checked);
}

async function check() {
  at("checking").textContent = _("The checker reads …");
  for (const volume of shelf?.volumes ?? []) {
    const told = await reviewOf(volume.seat);
    if (!told) break;
    checked.set(volume.seat, told);
  }
  const count = [...checked.values()].reduce((sum, one) => sum + one.findings.length, 0);
  at("checking").textContent = count ? ngettext("{number} entry may be quarrelled about.", "{number} entries may be quarrelled about.", count) : _("Nothing was found that is forbidden or not clear.");
  draw();
}

if (at("shelf")) {
  watch((now, names) => {
    if (["turn", "players", "playing", "board", "stage"].some((part) => names.has(part))) turn(now);
    const stands = `${now.playing?.number} ${now.playing?.position}`;
    if (now.playing && stands !== wanted) { wanted = stands; look(); }
  });
  ticking(clocks);
  at("only-now").addEventListener("change", filter);
  at("turned").addEventListener("change", () => at("arena").classList.toggle("turned", at("turned").checked));
  at("check").addEventListener("click", check);
}
