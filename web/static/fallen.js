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
  fill(at("falls"), ...now.fallen.map(place));
}

const key = (one, number) => `${one.place} ${number}`;
const shows = (one, thing, number) => said.get(key(one, number)) ?? thing.read;

function place(one) {
  const open = one.things.filter((thing) => thing.faces.length > 1);
  const isRead = open.some((thing) => thing.read);
  const names = one.things.map((thing, number) => (thing.faces.length > 1 ? shows(one, thing, number) : thing.faces[0][0]));
  return h("li", {}, h("h3", {}, one.title),
    h("p", { class: "soft" }, isRead ? _("This is what I read. Tap what it shows where I am wrong.") : _("Roll, then tap what each one shows, if no camera reads it.")),
    h("ul", { class: "things" }, ...one.things.map((thing, number) => (thing.faces.length > 1 ? row(one, thing, number) : null))),
    h("button", { type: "button", class: "main", disabled: names.some((name) => !name), onclick: () => right(one, names) }, icon("in-step"), h("span", {}, _("That is right"))));
}

function row(one, thing, number) {
  const chosen = shows(one, thing, number);
  const told = thing.faces.find(([name]) => name === chosen)?.[2] ?? _("not read yet");
  return h("li", { class: chosen ? "" : "open" }, h("span", { class: "faces", role: "group", "aria-label": told },
    ...thing.faces.map(([name, drawn, word]) => h("button", { type: "button", class: "face", title: word, "aria-label": word, "aria-pressed": String(name === chosen),
      onclick: () => { said.set(key(one, number), name); falling(snapshot()); } }, picture(drawn)))),
    thing.why && !said.has(key(one, number)) ? h("p", { class: "why" }, thing.why) : null);
}

async function right(one, things) {
  const answer = await tried("POST", "/match/confirm", { place: one.place, things, steps });
  if (answer?.said.length) say(answer.said[0]);
}
