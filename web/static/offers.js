// What there is to use: places within reach and cards, what each does, and each way to use it now.

import { ask, say, tried } from "./ask.js";
import { at, fill, h, icon, picture, ruleOf } from "./dom.js";
import { snapshot } from "./live.js";
import { picker } from "./picking.js";
import { _, ngettext } from "./words.js";

let known = [];
let steps = -1;
let asked = 0;

/** Draws the list anew whenever something else can be done. */
export function offering(now) {
  const is = now.stage === "playing" && Boolean(now.turn?.has_offers);
  at("offers").hidden = !is;
  if (is) look();
  else answers([]);
}

async function look() {
  const mine = ++asked;
  const told = await ask("GET", "/match/offers").catch(() => null);
  if (!told || mine !== asked) return;
  [known, steps] = [told.offers, told.steps];
  list();
}

/** By player, the one in turn first; what can be used now before the rest. */
function list() {
  const only = at("only-ready").checked;
  const all = known.map((one, number) => ({ ...one, number }));
  const due = all.filter((one) => one.is_due);
  answers(due);
  at("offers").hidden = due.length > 0 && due.length === all.length;
  const shown = all.filter((one) => !one.is_due && (one.is_ready || !only));
  const groups = [...new Set(shown.map((one) => one.group).filter(Boolean))];
  const bare = shown.filter((one) => !one.group);
  const seats = [...new Set(bare.map((one) => one.seat))];
  fill(at("offered"), ...groups.map((group, number) => folded(group, shown.filter((one) => one.group === group), number)), ...seats.flatMap((seat) => {
    const mine = bare.filter((one) => one.seat === seat);
    const [there, own] = [mine.filter((one) => one.place), mine.filter((one) => !one.place)];
    const who = snapshot().players[seat]?.name ?? "";
    return [part(_("{who}: within reach", { who }), there), part(_("{who}: in front", { who }), own)];
  }).filter(Boolean));
  if (!at("offered").children.length) fill(at("offered"), h("p", { class: "soft" }, _("Nothing can be used now.")));
}

/** The answer to what is asked for now is put together where it is asked. */
function answers(due) {
  at("due").hidden = !due.length;
  fill(at("due"), ...due.map((one) => {
    const inside = h("div", {});
    show(one, inside);
    return inside;
  }));
}

const folds = new Map();

/** A heading that can be folded; on a phone only the first one is open at first. */
function folded(title, offers, number) {
  const isOpen = folds.get(title) ?? (number === 0 || innerWidth >= 900);
  const made = h("details", { class: "offer-part", open: isOpen },
    h("summary", { class: "soft" }, h("b", {}, title), ` (${offers.length})`), h("div", { class: "offer-grid" }, ...offers.map(card)));
  made.addEventListener("toggle", () => folds.set(title, made.open));
  return made;
}

function part(title, offers) {
  if (!offers.length) return null;
  const sorted = offers.toSorted((one, other) => other.is_ready - one.is_ready);
  return h("section", { class: "offer-part" }, h("h3", { class: "soft" }, title), ...sorted.map(card));
}

function card(one) {
  const state = one.is_ready ? _("can be used now") : one.is_used ? _("used") : "";
  const inside = h("div", { class: "inside" });
  const made = h("details", { class: one.is_ready ? "offer ready" : "offer", "data-offer": one.number, "data-at": one.place },
    h("summary", {}, one.picture ? picture(one.picture) : null, h("b", {}, one.title),
      state ? h("span", { class: "state" }, one.is_ready ? icon("in-step") : "", h("span", {}, state)) : null), inside);
  made.addEventListener("toggle", () => {
    point(made.open ? one.place : "");
    if (made.open && !inside.children.length) show(one, inside);
  });
  return made;
}

/** Points out on the arena where it lies. */
function point(place) {
  for (const cell of document.querySelectorAll("#arena .cell")) cell.classList.toggle("is-pointed", Boolean(place) && cell.dataset.place === place);
}

async function show(one, inside) {
  const told = await tried("GET", `/match/offers/${one.number}`);
  if (!told) return;
  // something was done meanwhile: the list is on its way
  if (told.steps !== steps) return;
  fill(inside, ...told.lines.map((line) => h("p", {}, line)),
    told.why ? h("p", { class: "why" }, told.why, " ", ruleOf(told.rule)) : "",
    told.ways.length && !told.picks.length ? h("p", { class: "soft" }, ngettext("{number} way", "{number} ways", told.ways.length)) : "",
    one.is_due && told.picks.length ? "" : h("ul", { class: "uses" }, ...told.ways.map((way, number) => use(one, way, number))),
    told.picks.length ? picker(one.number, told.picks, (found) => done(found, one.seat)) : "",
    told.more && !told.picks.length ? h("p", { class: "soft" }, _("There is more: type a word of it.")) : "");
}

function use(one, way, number) {
  const after = h("div", { class: "after", hidden: true });
  const said = snapshot().playing.is_said;
  const look = h("button", { type: "button", class: "quiet", "aria-expanded": "false", onclick: () => preview(one, number, after, look) }, _("What would it do?"));
  return h("li", {}, h("span", { class: "pieces" }, ...way.pieces.map(picture)), h("span", { class: "told" }, way.sentence),
    h("span", { class: "row" }, look, said ? h("button", { type: "button", onclick: () => done(way, one.seat) }, _("It is done"), icon("go")) : null), after);
}

async function preview(one, number, after, button) {
  if (!after.hidden) after.hidden = true;
  else {
    const told = await tried("GET", `/match/offers/${one.number}/${number}`);
    if (!told || told.steps !== steps) return;
    fill(after, h("ul", { class: "changes" }, ...told.changes.map((change) => h("li", {}, h("span", { class: "soft" }, change.place),
      h("span", { class: "pieces" }, ...change.before.map(picture), icon("go"), ...(change.after.length ? change.after.map(picture) : [h("span", {}, change.told)]))))),
    picture(told.board));
    after.hidden = false;
  }
  button.setAttribute("aria-expanded", String(!after.hidden));
}

async function done({ text }, by) {
  const answer = await tried("POST", "/match/say", { text, by });
  // who goes from one thing to the next reads the latest only
  at("messages").replaceChildren();
  if (answer?.said.length) say(answer.said[0]);
}

/** Opens what there is to use on a place of the board, if there is something. */
export function opened(place) {
  if (!place || !known.some((one) => one.place === place)) return;
  if (!known.some((one) => one.place === place && one.is_ready)) { at("only-ready").checked = false; list(); }
  const found = document.querySelector(`.offer[data-at="${CSS.escape(place)}"]`);
  if (!found) return;
  found.open = true;
  found.scrollIntoView({ block: "nearest" });
}

at("only-ready").addEventListener("change", list);
