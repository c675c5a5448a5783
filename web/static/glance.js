// The match at a glance: tracks, what there is of everything, warnings, and what is needed to win.

import { at, fill, h, icon } from "./dom.js";
import { snapshot } from "./live.js";
import { _ } from "./words.js";

const MANY = 3;
const MOODS = { calm: ["in-step", () => _("Calm")], now: ["hand", () => _("It strikes now")], danger: ["out-of-step", () => _("Danger")] };
const WHEN = { past: () => _("passed"), here: () => _("now here"), ahead: () => "" };

/** Draws all of it anew; a game that has none keeps its table there. */
export function glancing(now) {
  const told = now.stage === "setting-up" ? null : now.glance;
  at("glance").hidden = !told;
  at("lying").hidden = !told;
  if (told) document.body.dataset.mood = told.mood;
  else delete document.body.dataset.mood;
  fit();
  if (!told) return;
  const [sign, word] = MOODS[told.mood];
  fill(at("glance-head"), h("span", {}, told.head), now.stage === "over" ? "" : h("span", { class: "mood" }, icon(sign), word()));
  at("glance-note").hidden = !told.note;
  at("glance-note").textContent = told.note;
  fill(at("warnings"), ...told.warnings.map((one) => h("li", {}, icon("out-of-step"), h("span", {}, one))));
  fill(at("gauges"), ...told.gauges.map(gauge));
  fill(at("tracks"), ...told.tracks.map(track));
  fill(at("pages"), ...told.slips.map(slip));
  at("needed").hidden = !told.needs.length && !told.sums.length;
  fill(at("needs"), ...told.needs.map((one) => h("li", {}, one)));
  fill(at("asked"), ...told.sums.map(sum));
}

const gauge = (one) => h("div", { class: one.is_low ? "gauge low" : "gauge" },
  h("dd", {}, one.is_low ? icon("out-of-step") : null, h("b", {}, one.value), one.most ? h("span", {}, ` / ${one.most}`) : null),
  h("dt", {}, one.title));

/** A track with something on it gets room for it; one without is a row of words. */
function track(one) {
  const isBare = one.stops.every((stop) => !stop.slips.length) && one.stops.length < 5;
  return h("section", { class: isBare ? "course bare" : "course" }, h("h3", { class: "soft" }, one.title),
    h("ol", {}, ...one.stops.map(stop)));
}

function stop(one) {
  const said = WHEN[one.when]();
  return h("li", { class: `stop ${one.when}`, ...(one.when === "here" ? { "aria-current": "step" } : {}) },
    h("span", { class: "stop-head" }, one.when === "here" ? icon("go") : one.when === "past" ? icon("in-step") : null, h("b", {}, one.title),
      said ? h("span", { class: "unseen" }, ` (${said})`) : null),
    ...one.slips.map(slip));
}

export const slip = (one) => h("div", { class: one.is_over ? "slip over" : "slip" },
  h("b", {}, one.title), one.mark ? h("span", { class: "mark" }, one.mark) : null,
  ...one.lines.map((line) => h("span", { class: "line" }, line)));

const sum = (one) => h("div", { class: one.is_low ? "sum-of low" : "sum-of" },
  h("dt", {}, one.title),
  h("dd", {}, h("meter", { min: 0, max: one.most, value: Math.min(one.value, one.most), "aria-label": one.title }),
    h("span", {}, _("{value} of {most}", { value: one.value, most: one.most }), one.is_low ? null : h("span", {}, " ", icon("in-step")))));

/** What everybody may know of a seat, for the card of its player. */
export function side(now, seat) {
  const told = now.glance?.sides[seat];
  if (!told) return [];
  return [
    told.brief ? h("p", { class: "brief" }, told.brief) : null,
    told.lines.length ? h("ul", { class: "known" }, ...told.lines.map((line) => h("li", {}, line))) : null,
    told.slips.length ? h("ul", { class: "kept" }, ...told.slips.map((one) => h("li", { class: one.is_over ? "over" : "" },
      h("b", {}, one.title), ...one.lines.map((line) => h("span", {}, line)), one.mark ? h("em", {}, one.mark) : null))) : null,
  ];
}

const narrow = matchMedia("(max-width: 899px)");
const wide = matchMedia("(min-width: 1500px)");

/** Where there is no room for all of it, or there are many players, it is told in few words until somebody asks for more. */
function fit() {
  const many = snapshot()?.players.length > MANY;
  const can = Boolean(document.body.dataset.mood) && (narrow.matches || (many && !wide.matches));
  const isFull = document.body.classList.contains("in-full");
  document.body.classList.toggle("can-be-brief", can);
  document.body.classList.toggle("is-brief", can && !isFull);
  at("in-full").setAttribute("aria-pressed", String(isFull));
}

for (const one of [narrow, wide]) one.addEventListener("change", fit);
at("in-full").addEventListener("click", () => {
  document.body.classList.toggle("in-full");
  fit();
});
at("lying").addEventListener("click", (event) => {
  const is = document.body.classList.toggle("shows-table");
  event.currentTarget.setAttribute("aria-pressed", String(is));
});
