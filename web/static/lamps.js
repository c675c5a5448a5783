// The box beside the simulated table: lights that play what the box plays, and buttons to press, short or long.

import { tried } from "./ask.js";
import { at, fill, h } from "./dom.js";
import { _ } from "./words.js";

const OFTEN = 40;

/** What a pattern is called, for who does not see it or its colour. */
const WORDS = {
  dark: () => _("not lit"), steady: () => _("lit"), slow: () => _("blinks slowly"), double: () => _("blinks twice and again"),
  wink: () => _("lit, with a wink"), found: () => _("blinks three times"), warning: () => _("blinks fast"), refused: () => _("blinks twice"),
};

let lights = [];

function level(light) {
  const steps = light.steps;
  const round = steps.reduce((sum, [, seconds]) => sum + seconds, 0);
  let left = (performance.now() - light.began) / 1000;
  if (light.times && left >= round * light.times) return 0;
  left %= round;
  for (const [bright, seconds] of steps) {
    if (left < seconds) return bright;
    left -= seconds;
  }
  return 0;
}

function play() {
  for (const light of lights) {
    const lit = level(light) > 0.5 ? "yes" : "no";
    if (light.bulb.dataset.lit !== lit) light.bulb.dataset.lit = lit;
  }
}

function draw(told) {
  hold = told.hold;
  at("casing").hidden = !told.lights.length && !told.buttons.length;
  const now = performance.now();
  lights = told.lights.map((one) => ({ ...one, began: now - 1000 * one.age, bulb: h("span", { class: "bulb", "data-colour": one.colour, "aria-hidden": "true" }) }));
  fill(at("lights"), ...lights.map((one) => h("li", {}, one.bulb, h("span", { class: "called" }, one.title), h("span", { class: "soft" }, (WORDS[one.pattern] ?? (() => one.pattern))()))));
  const sign = at("digits");
  sign.hidden = !told.digits;
  sign.textContent = told.has_colon && told.digits ? `${told.digits.slice(0, 2)}:${told.digits.slice(2)}` : told.digits;
  sign.setAttribute("aria-label", _("The display shows {sign}", { sign: sign.textContent.trim() }));
  const names = told.buttons.map((one) => `${one.name} ${one.title}`).join();
  // a button under a finger stays where it is
  if (at("knobs").dataset.names !== names) {
    at("knobs").dataset.names = names;
    fill(at("knobs"), ...told.buttons.map(knob));
  }
  play();
}

const press = (name, long) => tried("POST", "/box/press", { name, long });

let hold = 1;

/** A button: let go soon it is a short press; a long one is told as soon as it is long. */
function knob(one) {
  let timer = 0;
  const down = () => {
    if (timer) return;
    made.dataset.down = "yes";
    timer = setTimeout(() => { lift(); press(one.name, true); }, 1000 * hold);
  };
  const lift = () => {
    clearTimeout(timer);
    timer = 0;
    made.dataset.down = "no";
  };
  const up = () => { if (timer) { lift(); press(one.name, false); } };
  const isKey = (event) => event.key === "Enter" || event.key === " ";
  const made = h("button", { type: "button", class: "knob", disabled: one.is_real, "data-name": one.name,
    onpointerdown: (event) => { if (!event.button) down(); }, onpointerup: up, onpointercancel: lift, onpointerleave: lift, onblur: lift,
    oncontextmenu: (event) => event.preventDefault(),
    onkeydown: (event) => { if (isKey(event)) { event.preventDefault(); if (!event.repeat) down(); } },
    onkeyup: (event) => { if (isKey(event)) { event.preventDefault(); up(); } },
    // who has no finger, such as a screen reader, clicks
    onclick: (event) => { if (event.detail === 0 && !event.pointerType) press(one.name, false); },
  }, h("span", { class: "cap", "aria-hidden": "true" }), h("span", {}, one.title));
  return made;
}

/** Begins to play; gives what asks for news. */
export function box() {
  setInterval(() => { if (!document.hidden) play(); }, OFTEN);
  let number = 0;
  return async () => {
    const mine = ++number;
    const answer = await fetch("/api/v1/box").catch(() => null);
    if (answer?.ok && mine === number) draw(await answer.json());
  };
}
