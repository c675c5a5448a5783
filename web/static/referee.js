// What the referee says, in few words, beside the simulated table; the table view says all of it.

import { tried } from "./ask.js";
import { at, fill, h, icon } from "./dom.js";
import { _, ngettext } from "./words.js";

const LATEST = 3;
const post = (path, body = {}) => tried("POST", `/match${path}`, body);

function players(now) {
  fill(at("sim-players"), ...now.players.map((one) => h("li", { class: `seat-${one.seat}`, "data-acts": one.acts ? "yes" : "no" },
    h("span", { class: "sign", "aria-hidden": "true" }), h("span", {}, one.name),
    one.points === null ? null : h("b", {}, one.points), one.points === null ? null : h("span", { class: "unseen" }, ngettext("point", "points", one.points)))));
}

function turn(now) {
  const acting = now.players.filter((one) => one.acts).map((one) => one.name);
  at("sim-turn").textContent = now.playing?.result || now.turn?.paused || (acting.length ? _("{who} to play", { who: acting.join(", ") }) : now.turn?.waits.join(" ") ?? "");
  const says = now.turn?.says ?? [];
  at("sim-says").hidden = !says.length;
  fill(at("sim-says"), ...says.map((one) => h("button", { type: "button", onclick: () => post("/say", { text: one.text }) }, one.sentence)));
}

function notice(id, sign, head, items, ...more) {
  at(id).hidden = !items.length;
  if (items.length) fill(at(id), h("h3", {}, icon(sign), ` ${head}`), h("ul", {}, ...items), ...more);
}

function trouble(now) {
  const told = now.trouble;
  const items = told ? [...told.rules, ...told.fixes].map((one) => h("li", {}, one.sentence)) : [];
  // said once is enough
  at("sim-log").hidden = Boolean(told);
  notice("sim-trouble", "out-of-step", _("Something is not as it should be"), items,
    h("p", { class: "answers" }, told?.may_stand ? h("button", { type: "button", onclick: () => post("/accept") }, _("The table is right")) : "",
      h("button", { type: "button", onclick: () => post("/misread") }, _("You misread it: it is as it should be"))));
}

function doubt(now) {
  notice("sim-doubt", "in-doubt", _("What was done?"), now.doubt.map((one) => h("li", {},
    h("button", { type: "button", onclick: () => post("/choose", { number: one.number, written: one.written, steps: now.turn.steps }) }, one.actions.join("; ") || _("nothing")))));
}

/** What fell and was read; where a thing is read wrongly, or not at all, the table view puts it right. */
function fallen(now) {
  const areCards = now.fallen.some((one) => one.is_card);
  notice("sim-fallen", "hand", areCards ? _("What was turned up?") : _("What fell?"), now.fallen.map((one) => {
    const open = one.things.filter((thing) => one.is_card || thing.faces.length > 1);
    const read = open.map((thing) => thing.faces.find(([name]) => name === thing.read)?.[2] ?? _("not read yet"));
    const things = one.things.map((thing) => thing.read || thing.faces[0]?.[0]);
    return h("li", {}, h("b", {}, one.title), " – ", read.join(", "), " ", one.is_unrolled ? _("Not rolled yet: all lies as it lay before.") : "", " ",
      h("button", { type: "button", disabled: open.some((thing) => !thing.read), onclick: () => post("/confirm", { place: one.place, things, steps: now.turn.steps }) }, one.is_unrolled ? _("It was rolled, and fell like this") : _("That is right")));
  }), h("p", {}, h("a", { href: "/" }, _("Put it right on the table view"))));
}

function tasks(now) {
  notice("sim-tasks", "hand", now.tasks.length > 1 ? _("One of these, as you choose") : _("Do this at the table"),
    now.tasks.map((one) => h("li", {}, one.sentence)));
}

function owed(now) {
  notice("sim-owed", "hand", _("Still to be done at the table"), now.owed.map((one) => h("li", {}, one.sentence)));
}

function log(now) {
  const said = now.log.flatMap((one) => one.said.map((sentence) => [one.kind, sentence])).slice(-LATEST).toReversed();
  fill(at("sim-log"), ...said.map(([kind, sentence]) => h("li", { "data-kind": kind }, sentence)));
}

const PARTS = [
  [players, ["players"]], [turn, ["turn", "players", "playing"]], [trouble, ["trouble"]], [doubt, ["doubt"]],
  [tasks, ["tasks"]], [fallen, ["fallen", "turn"]], [owed, ["owed"]], [log, ["log"]],
];

/** Draws what is new. */
export function referee(now, names) {
  for (const [draw, parts] of PARTS) if (parts.some((part) => names.has(part))) draw(now);
}
