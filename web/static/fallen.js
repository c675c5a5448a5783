// What fell on the table and was read: right with one tap, put right with one tap a thing.

import { say, tried } from "./ask.js";
import { at, fill, h, icon, picture } from "./dom.js";
import { snapshot } from "./live.js";
import { _ } from "./words.js";

/** What people said that a thing shows, place by place; it holds until another thing has to be said. */
let said = new Map();
let steps = -1;

/** Draws what there is to confirm. */
export function falling(now) {
  if (now.turn?.steps !== steps) { said = new Map(); steps = now.turn?.steps; }
  at("fallen").hidden = !now.fallen.length;
  const areCards = now.fallen.some((one) => one.is_card);
  at("fell").textContent = areCards ? _("What was turned up?") : _("What fell?");
  fill(at("falls"), ...(areCards && now.fallen.length > 1 ? [all(now)] : []), ...now.fallen.map(place));
}

/** Cards are turned up together: one tap for all that are read, unless somebody has put one right. */
function all(now) {
  const isRead = now.fallen.some((one) => one.things.every((thing) => thing.read)) && !said.size;
  return h("li", {}, h("button", { type: "button", class: "main", id: "all-right", disabled: !isRead, onclick: () => right({ place: "" }, []) }, icon("in-step"), h("span", {}, _("All of it is right"))));
}

const key = (one, number) => `${one.place} ${number}`;
const shows = (one, thing, number) => said.get(key(one, number)) ?? thing.read;

function place(one, number, every) {
  if (one.is_card) return card(one, every);
  const open = one.things.filter((thing) => thing.faces.length > 1);
  const isRead = open.some((thing) => thing.read);
  const names = one.things.map((thing, number) => (thing.faces.length > 1 ? shows(one, thing, number) : thing.faces[0][0]));
  return h("li", {}, h("h3", {}, one.title),
    one.is_unrolled ? h("p", { class: "why" }, _("Not rolled yet: all lies as it lay before.")) : null,
    h("p", { class: "soft" }, isRead && !one.is_unrolled ? _("This is what I read. Tap what it shows where I am wrong.") : _("Roll, then tap what each one shows, if no camera reads it.")),
    h("ul", { class: "things" }, ...one.things.map((thing, number) => (thing.faces.length > 1 ? row(one, thing, number) : null))),
    h("button", { type: "button", class: one.is_unrolled ? "" : "main", disabled: names.some((name) => !name), onclick: () => right(one, names) },
      icon("in-step"), h("span", {}, one.is_unrolled ? _("It was rolled, and fell like this") : _("That is right"))));
}

function card(one, every) {
  const [thing] = one.things;
  const chosen = shows(one, thing, 0);
  const hint = thing.read ? _("This is what I see. Tap what it is where I am wrong.")
    : thing.why ? _("Tap what it is, or put it right at the table.") : _("Tap what it is.");
  return h("li", { class: "card" }, h("h3", {}, one.title), why(one, thing, 0),
    h("p", { class: "soft" }, hint),
    h("ul", { class: "things" }, row(one, thing, 0)),
    h("button", { type: "button", class: every.length > 1 ? "" : "main", disabled: !chosen, onclick: () => right(one, [chosen]) }, icon("in-step"), h("span", {}, _("That is right"))));
}

function row(one, thing, number) {
  const chosen = shows(one, thing, number);
  const told = thing.faces.find(([name]) => name === chosen)?.[2] ?? _("not read yet");
  return h("li", { class: chosen ? "" : "open" }, h("span", { class: "faces", role: "group", "aria-label": told },
    ...thing.faces.map(([name, drawn, word]) => h("button", { type: "button", class: "face", title: word, "aria-label": word, "aria-pressed": String(name === chosen),
      onclick: () => { said.set(key(one, number), name); falling(snapshot()); } }, picture(drawn), one.is_card ? h("span", {}, word) : null))),
    one.is_card ? null : why(one, thing, number));
}

/** Why it has to be looked at again; of a card that is told first, for there may be many that it could be. */
const why = (one, thing, number) => (thing.why && !said.has(key(one, number)) ? h("p", { class: "why" }, thing.why) : null);

async function right(one, things) {
  const answer = await tried("POST", "/match/confirm", { place: one.place, things, steps });
  if (answer?.said.length) say(answer.said[0]);
}
