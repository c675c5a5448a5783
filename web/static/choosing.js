// The fourth step: the game's own options, who plays, and the clocks.

import { ask, say } from "./ask.js";
import { at, fill, h } from "./dom.js";
import { _ } from "./words.js";

const FEW = 4;
const TYPICAL = { down: 60, bank: 600, increment: 600 };
let told = null;
let now = null;
let wish = null;

const upper = (text) => text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1);

/** What was being set up in this window, or nothing yet. */
function kept() {
  const draft = JSON.parse(sessionStorage.getItem("setup") ?? "null");
  const names = JSON.parse(localStorage.getItem("names") ?? "null");
  const known = told.names.length ? told.names : names ?? [];
  return { drafts: {}, ...(draft ?? { game: told.games[0].name, setup: {}, names: known, clocks: told.clocks }) };
}

function keep() {
  sessionStorage.setItem("setup", JSON.stringify(wish));
}

export async function choosing(setup) {
  told = setup;
  wish = kept();
  at("games").hidden = told.games.length < 2;
  fill(at("which-game"), ...told.games.map((one) => h("option", { value: one.name, selected: one.name === wish.game }, one.title)));
  at("which-game").addEventListener("change", () => { wish.game = at("which-game").value; wish.setup = {}; update(); });
  await update();
  if (!now) { wish.setup = {}; await update(); }
  timers();
}

async function update(name = "", value = null) {
  const tries = { ...wish.setup };
  delete tries[name];
  if (name && value !== null) tries[name] = value;
  try {
    now = await ask("POST", "/setup/choices", { game: wish.game, setup: tries });
    wish.setup = now.setup;
  } catch (problem) {
    say(problem.message);
    if (!now) return;
  }
  keep();
  render();
}

/** Everything anew, but the focus stays. */
function render() {
  const focused = document.activeElement?.id;
  // of a text it is told beside it
  const there = now.options.map((one) => wish.drafts[one.name]?.why ?? "").join(" ");
  const putBack = now.put_back.map(upper).filter((one) => !there.includes(one));
  at("put-back").hidden = !putBack.length;
  at("put-back").textContent = putBack.join(" ");
  // what holds and cannot be changed now is told with its reason
  const shown = now.options.filter((one) => one.is_open || (one.is_main && one.value === true));
  fill(at("options"), ...shown.filter((one) => one.is_main).map(option));
  at("desk").hidden = !now.has_books;
  at("desk").querySelector("a").search = `?game=${now.game}`;
  const house = shown.filter((one) => !one.is_main);
  at("house").hidden = !house.length;
  fill(at("house-options"), ...house.map(option));
  seats();
  if (focused) at(focused)?.focus();
}

// -- options ---------------------------------------------------------------------------------------------

function option(one) {
  if (!one.is_long) return choice(one);
  return h("div", { class: "option" }, one.ways.length ? choice(one) : null, own(one));
}

function choice(one) {
  if (!one.ways.length) return text(one);
  if (one.is_switch) return toggle(one);
  return one.ways.length > FEW ? select(one) : chips(one);
}

/** Values go through a list of their own, for they are not always texts. */
function select(one) {
  const id = `option-${one.name}`;
  return h("p", { class: "option" }, h("label", { for: id }, upper(one.about)),
    h("select", { id, onchange: (event) => picked(one, one.ways[event.target.selectedIndex].value) },
      ...one.ways.map((way) => h("option", { selected: way.value === one.value, disabled: Boolean(way.refused) }, way.title)),
      isOwn(one) ? h("option", { selected: true, disabled: true }, _("a text of your own")) : null), note(one));
}

const isOwn = (one) => one.is_long && Boolean(one.value) && !one.ways.some((way) => way.value === one.value);

/** The latest choice counts: a text that was being written waits no longer. */
function picked(one, value) {
  if (wish.drafts[one.name]) wish.drafts[one.name].isNew = false;
  update(one.name, value);
}

/** Takes a text that was written, or says why not. */
async function use(name, text) {
  await update(name, text || null);
  const isRefused = Boolean(text) && now.setup[name] !== text;
  wish.drafts[name] = { text, isNew: isRefused, why: isRefused ? now.put_back.map(upper).join(" ") : "" };
  keep();
  render();
}

/** Takes every text that was written and not used yet. One that is refused is shown, to be mended. */
export async function settled() {
  const waiting = () => now.options.filter((one) => one.is_long && wish.drafts[one.name]?.isNew).map((one) => one.name);
  for (const name of waiting()) await use(name, wish.drafts[name].text);
  const [refused] = waiting();
  return { isSo: !refused, mend: () => at(`own-${refused}`).focus() };
}

/** A whole text beside what there is to choose: typed, pasted or from a file. */
function own(one) {
  const id = `own-${one.name}`;
  const draft = wish.drafts[one.name] ?? { text: isOwn(one) ? one.value : "", why: "" };
  const written = (event) => { wish.drafts[one.name] = { ...draft, text: event.target.value, isNew: true }; keep(); };
  const area = h("textarea", { id, rows: 8, maxlength: 100000, autocapitalize: "none", spellcheck: "false", oninput: written });
  area.value = draft.text;
  return h("details", { class: "own", open: isOwn(one) || Boolean(draft.text) },
    h("summary", {}, upper(one.ways.length ? _("a text of your own") : one.about)),
    h("label", { for: id, class: "unseen" }, `${upper(one.about)}: ${_("a text of your own")}`), area,
    draft.why ? h("p", { class: "why", role: "alert" }, draft.why) : null,
    h("p", { class: "row" },
      h("button", { type: "button", id: `${id}-use`, onclick: () => use(one.name, area.value) }, _("Use this text")),
      h("label", { class: "button", for: `${id}-file` }, _("From a file …")),
      h("input", { id: `${id}-file`, class: "unseen", type: "file", accept: ".toml,.txt,text/plain", onchange: async (event) => use(one.name, await event.target.files[0].text()) })));
}

function chips(one) {
  return h("fieldset", { class: "option chips" }, h("legend", {}, upper(one.about)),
    ...one.ways.map((way, number) => h("label", { class: "chip", title: way.refused || false },
      h("input", { type: "radio", name: one.name, id: `option-${one.name}-${number}`, checked: way.value === one.value, disabled: Boolean(way.refused), onchange: () => update(one.name, way.value) }),
      h("span", {}, upper(way.title)))), note(one), refusals(one));
}

function toggle(one) {
  const id = `option-${one.name}`;
  return h("p", { class: "option toggle" }, h("input", { type: "checkbox", id, checked: one.value === true, disabled: !one.is_open, onchange: (event) => update(one.name, event.target.checked) }),
    h("label", { for: id }, upper(one.about), one.is_main ? null : h("small", {}, ` ${one.source}`), one.is_open ? null : refusals(one)));
}

function text(one) {
  const id = `option-${one.name}`;
  return h("p", { class: "option" }, h("label", { for: id }, upper(one.about)),
    h("input", { id, value: one.value ?? "", maxlength: 400, autocomplete: "off", spellcheck: "false", onchange: (event) => update(one.name, event.target.value || null) }));
}

/** Where a chosen deck is not the printed one, that is said. */
function note(one) {
  const way = one.ways.find((other) => other.value === one.value);
  return way?.about ? h("small", { class: "soft" }, upper(way.about)) : null;
}

function refusals(one) {
  const why = [...new Set(one.ways.map((way) => way.refused).filter(Boolean))];
  return why.length ? h("small", { class: "soft" }, upper(why.join(" "))) : null;
}

// -- who plays -------------------------------------------------------------------------------------------

function seats() {
  fill(at("seats"), ...now.seats.map((seat, number) => seat.is_played
    ? h("p", { class: `seat seat-${number}` }, h("label", { for: `name-${number}` }, h("i", { class: `token seat-${number}`, "aria-hidden": "true" }), upper(seat.title)),
      h("input", { id: `name-${number}`, value: wish.names[number] ?? "", maxlength: 40, autocomplete: "off", placeholder: _("Name, if you like"), oninput: (event) => named(number, event.target.value) }))
    : h("p", { class: `seat seat-${number}` }, h("span", { class: "label" }, h("i", { class: `token seat-${number}`, "aria-hidden": "true" }), upper(seat.title)), h("span", { class: "soft" }, _("is played by the game")))));
}

function named(number, name) {
  wish.names = now.seats.map((_seat, other) => (other === number ? name : wish.names[other] ?? ""));
  localStorage.setItem("names", JSON.stringify(wish.names));
  keep();
}

// -- clocks ----------------------------------------------------------------------------------------------

function timers() {
  const outs = h("p", { class: "row" }, h("label", { for: "clock-out" }, _("When time is up")),
    h("select", { id: "clock-out", onchange: (event) => { wish.clocks.out = event.target.value; keep(); } },
      ...told.outs.map((one) => h("option", { value: one.name, selected: one.name === wish.clocks.out }, one.title))));
  fill(at("timers"), timer("turn", _("For a turn")), timer("round", _("For a round")), outs);
  outs.hidden = !["turn", "round"].some((kind) => TYPICAL[wish.clocks[kind].way]);
}

function timer(kind, title) {
  const clock = wish.clocks[kind];
  const number = (part, name, least) => h("label", { class: "seconds" }, h("span", { class: "unseen" }, `${title}: ${name}`),
    h("input", { type: "number", id: `clock-${kind}-${part}`, min: least, max: 86400, value: clock[part], onchange: (event) => { clock[part] = Math.max(least, Number(event.target.value) || least); event.target.value = clock[part]; keep(); } }),
    h("span", { "aria-hidden": "true" }, part === "seconds" ? _("seconds") : _("seconds more each time")));
  return h("p", { class: "row timer" }, h("label", { for: `clock-${kind}` }, title),
    h("select", { id: `clock-${kind}`, onchange: (event) => {
      clock.way = event.target.value;
      if (TYPICAL[clock.way]) clock.seconds = TYPICAL[clock.way] * (kind === "round" ? 5 : 1);
      if (clock.way === "increment" && !clock.increment) clock.increment = 5;
      keep();
      timers();
      at(`clock-${kind}`).focus();
    } }, ...told.ways.map((one) => h("option", { value: one.name, selected: one.name === clock.way }, one.title))),
    TYPICAL[clock.way] ? number("seconds", _("seconds"), 1) : null,
    clock.way === "increment" ? number("increment", _("seconds more each time"), 0) : null);
}

// -- all of it -------------------------------------------------------------------------------------------

/** What is wished for, and the same in words. */
export function chosen() {
  const title = (list, name) => list.find((one) => one.name === name)?.title ?? name;
  const options = now.options.filter((one) => one.name in now.setup).map((one) => {
    const way = one.ways.find((other) => other.value === one.value);
    if (one.is_switch) return one.value ? upper(one.about) : _("not: {what}", { what: one.about });
    return `${upper(one.about)}: ${isOwn(one) ? _("a text of your own") : way?.title ?? one.value}`;
  });
  const names = now.seats.map((seat, number) => (seat.is_played ? wish.names[number] ?? "" : ""));
  const clock = (kind, head) => {
    const { way, seconds } = wish.clocks[kind];
    if (way === "off") return null;
    return TYPICAL[way] ? _("{head}: {way}, {seconds} seconds", { head, way: title(told.ways, way), seconds }) : `${head}: ${title(told.ways, way)}`;
  };
  const clocks = [clock("turn", _("For a turn")), clock("round", _("For a round"))].filter(Boolean);
  return {
    wish: { game: wish.game, setup: wish.setup, names, clocks: wish.clocks },
    game: [title(told.games, wish.game), ...options],
    players: now.seats.map((seat, number) => (seat.is_played ? names[number] || upper(seat.title) : _("{seat}: the game", { seat: upper(seat.title) }))),
    clocks: clocks.length ? clocks : [_("none")],
  };
}
