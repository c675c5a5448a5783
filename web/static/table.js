// The table view: everything is drawn from the snapshot, part by part, so that nothing moves that did not change.

import { tried } from "./ask.js";
import { isShort, reading, ticking, written } from "./clocks.js";
import { correcting } from "./correcting.js";
import { at, fill, glyph, h, icon, picture, ruleOf } from "./dom.js";
import { falling } from "./fallen.js";
import { glancing, side } from "./glance.js";
import { snapshot, watch } from "./live.js";
import { offering, opened } from "./offers.js";
import { saying } from "./saying.js";
import { _, locale, ngettext } from "./words.js";

/** So many of the things done in a turn are shown. */
const DONE = 12;

const post = (path, body = {}) => tried("POST", `/match${path}`, body);

// -- the picture ------------------------------------------------------------------------------------------

const drawn = new Set([...document.querySelectorAll("#symbols symbol")].map((one) => one.id.slice(2)));

/** Fetches the symbols that the pictures need and the page has not yet. */
async function symbols(names) {
  const missing = names.filter((name) => !drawn.has(name));
  if (!missing.length) return;
  const answer = await fetch(`/api/v1/drawings?things=${missing.map(encodeURIComponent).join(",")}`);
  if (!answer.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  at("symbols").append(...[...found.children].map((one) => document.importNode(one, true)));
  missing.forEach((name) => drawn.add(name));
}

let shownBoard = null;

function board(now) {
  const shown = now.trouble?.board || (now.tasks.length === 1 ? now.tasks[0].board : now.board);
  // the page came with a picture: it is not drawn twice
  if (shownBoard === null && shown === now.board && at("arena").firstElementChild) shownBoard = shown;
  if (shown !== shownBoard) at("arena").replaceChildren(...(shown ? [picture(shown)] : []));
  shownBoard = shown;
  point();
}

let pointed = null;

/** Points out on the arena where a rune lies. */
function point() {
  const places = new Set(pointed?.placements.flat() ?? []);
  for (const cell of document.querySelectorAll("#arena .cell")) {
    cell.classList.toggle("is-pointed", places.has(cell.dataset.place));
  }
}

/** Draws what is folded away once somebody opens it: most never do. */
function unfolded(id, draw) {
  const fold = at(id).closest("details");
  fold.addEventListener("toggle", () => { if (fold.open) draw(snapshot()); });
  return (now) => { if (fold.open) draw(now); };
}

function places(now) {
  fill(at("places"), ...now.places.map(([name, told]) => h("div", {}, h("dt", {}, name), h("dd", {}, told))));
}

// -- players ----------------------------------------------------------------------------------------------

function players(now) {
  fill(at("players"), ...now.players.map((one) => h("li", { class: `player seat-${one.seat}`, "data-acts": one.acts ? "yes" : "no" },
    h("span", { class: "who" }, h("span", { class: "sign", "aria-hidden": "true" }), h("b", {}, one.name),
      one.name === one.colour ? null : h("span", { class: "soft" }, one.colour)),
    one.acts ? h("span", { class: "acts" }, icon("go"), h("span", {}, _("to play"))) : null,
    one.points === null ? null : h("span", { class: "points" }, h("b", {}, one.points), h("span", {}, pointsWord(one.points))),
    one.clock ? h("span", { class: "clock", "data-seat": one.seat, role: "timer" }) : null,
    ...side(now, one.seat),
    one.trays.length ? h("ul", { class: "trays" }, ...one.trays.map(tray)) : null)));
  document.body.classList.toggle("has-trays", now.players.some((one) => one.trays.length));
  track(now);
  clocks();
}

/** A place that is shown by itself, with what lies there. */
const tray = (one) => h("li", { title: one.place }, h("span", { class: "unseen" }, one.place), ...one.pieces.map(picture));

function trays(now) {
  at("trays").hidden = !now.trays.length;
  fill(at("trays"), ...now.trays.map((one) => h("li", {}, h("span", { class: "soft" }, one.place), h("span", { class: "pieces" }, ...one.pieces.map(picture)))));
}

/** How each score came about: lines, and the sum below them. */
function sheets(now) {
  at("sheets").hidden = !now.sheets.length;
  fill(at("sums"), ...now.sheets.map((one) => h("table", { class: `sum seat-${one.seat}` },
    h("caption", {}, now.players[one.seat].name),
    h("tbody", {}, ...one.lines.map(([told, points]) => h("tr", {}, h("th", { scope: "row" }, told), h("td", {}, points)))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, _("Together")), h("td", {}, one.points))))));
}

const pointsWord = (number) => ngettext("point", "points", number).trim();

function track(now) {
  const place = at("track");
  place.hidden = !now.track;
  if (!now.track) return;
  place.setAttribute("aria-label", now.players.map((one) => `${one.name}: ${one.points}`).join(", "));
  fill(place, ...Array.from({ length: now.track + 1 }, (_unused, points) => h("span", { class: points % 5 ? "step" : "step five" },
    points % 5 ? "" : String(points),
    ...now.players.filter((one) => one.points === points).map((one) => h("i", { class: `token seat-${one.seat}` })))));
}

function clocks() {
  const now = snapshot();
  for (const place of document.querySelectorAll(".clock[data-seat]")) {
    const clock = now.players[place.dataset.seat]?.clock;
    if (clock) show(place, clock);
  }
  const whole = at("round-clock");
  if (whole && now.round_clock) show(whole, now.round_clock);
}

function show(place, clock) {
  const told = written(reading(clock));
  if (place.textContent !== told) place.textContent = told;
  place.dataset.runs = clock.runs ? "yes" : "no";
  place.dataset.short = isShort(clock) ? "yes" : "no";
}

// -- the turn ---------------------------------------------------------------------------------------------

/** Names as people list them. */
const listed = (names) => (names.length > 1 ? new Intl.ListFormat(locale).format(names) : names[0]);

function turn(now) {
  const { turn: told, playing } = now;
  if (!told) return;
  const acting = now.players.filter((one) => one.acts).map((one) => one.name);
  const sentence = playing.result || (acting.length ? _("{who} to play", { who: listed(acting) }) : _("The table decides"));
  const head = sentence.charAt(0).toLocaleUpperCase(locale) + sentence.slice(1);
  fill(at("turn-title"), head, now.round && !playing.result ? h("span", { class: "round" }, _("Round {number}", { number: now.round }),
    now.round_clock ? h("span", { id: "round-clock", class: "clock" }) : null) : "");
  at("waits").textContent = told.waits.join(" ");
  // what is tapped among the cards that were turned up is offered there alone
  const says = told.says.filter((one) => !one.is_shown);
  at("says").hidden = !says.length;
  fill(at("says"), ...says.map((one) => h("button", { type: "button", class: "main", onclick: () => { at("messages").replaceChildren(); post("/say", { text: one.text }); } }, one.sentence)));
  // of a long turn, such as a board laid out, the end; all of it is in the history
  at("done").start = Math.max(1, told.done.length - DONE + 1);
  fill(at("done"), ...told.done.slice(-DONE).map((one) => h("li", {}, one)));
  at("done-title").hidden = !told.done.length;
  at("paused").hidden = !told.paused;
  at("paused").querySelector("span").textContent = told.paused;
  const pause = at("pause-match");
  pause.setAttribute("aria-pressed", String(told.is_asked));
  fill(pause, icon(told.is_asked ? "go" : "pause"), h("span", {}, told.is_asked ? _("Go on") : _("Pause")));
  at("end-turn").disabled = !told.ends;
  at("step-back").disabled = !told.steps;
  pause.hidden = now.stage === "over";
  // what is said one by one has no turn to end
  at("end-turn").hidden = pause.hidden || !playing.has_turn_end || (playing.is_said && !told.ends);
  leaving(now);
  clocks();
}

/** When a match is over the next one is at hand. */
function leaving(now) {
  const there = at("leave");
  if (now.stage !== "over") there?.remove();
  else if (!there) {
    document.querySelector(".actions").prepend(h("button", { type: "button", class: "main", id: "leave",
      onclick: async () => { if (await post("/leave")) location.assign("/setup"); } }, icon("setup"), _("The next match")));
  }
}

// -- doubt, trouble, things to do -------------------------------------------------------------------------

function doubt(now) {
  at("doubt").hidden = !now.doubt.length;
  fill(at("choices"), ...now.doubt.map((one) => h("li", {}, h("button", { type: "button", class: "choice", onclick: () => post("/choose", { number: one.number, written: one.written, steps: now.turn.steps }) },
    picture(one.board), h("span", {}, one.actions.join("; ") || _("nothing"))))));
}

function trouble(now) {
  const told = now.trouble;
  at("trouble").hidden = !told;
  if (!told) return;
  const rules = told.rules.map(broken);
  fill(at("rules"), ...rules.slice(0, 1));
  at("more-rules").hidden = rules.length < 2;
  fill(at("more-rules").querySelector("ul"), ...rules.slice(1));
  fill(at("fixes"), ...told.fixes.map(fixing));
  at("accept").hidden = !told.may_stand;
}

/** A rule that is broken, and the way to its words in the rulebook. */
function broken(one) {
  return h("li", {}, h("p", { class: "big" }, one.sentence), ruleOf(one.id));
}

/** How a place looks, how it should look, and the same in words. */
function fixing(one) {
  return h("li", {}, picture(one.seen), icon("go"), picture(one.wanted), h("span", {}, one.sentence));
}

function tasks(now) {
  const told = now.tasks;
  at("task").hidden = !told.length;
  at("task-head").textContent = told.length > 1 ? _("One of these, as you choose") : _("Do this at the table");
  fill(at("tasks"), ...told.map((one) => h("li", {}, h("p", { class: "order" }, one.sentence),
    told.length > 1 ? picture(one.board) : null,
    h("button", { type: "button", class: "main", onclick: () => post("/say", { text: one.text }) }, _("It is done"), icon("go")))));
}

function owed(now) {
  at("owed").hidden = !now.owed.length;
  fill(at("owing"), ...now.owed.map(fixing));
}

// -- runes and the rest -----------------------------------------------------------------------------------

function runes(now) {
  at("runes").hidden = !now.runes.length;
  fill(at("rune-cards"), ...now.runes.map((one) => {
    const told = one.claimable ? _("matches now") : ngettext("lies there {number} time", "lies there {number} times", one.placements.length);
    return h("li", {}, h("button", { type: "button", class: one.claimable ? "rune ready" : "rune", "aria-pressed": "false",
      disabled: !one.placements.length, onclick: (event) => pointAt(one, event.currentTarget) },
    glyph(one.rows), h("b", {}, one.name), one.claimable || one.placements.length ? h("span", { class: "state" }, one.claimable ? icon("in-step") : "", told) : null));
  }));
  pointed = null;
}

function pointAt(rune, button) {
  const isOn = pointed !== rune;
  for (const other of document.querySelectorAll(".rune")) other.setAttribute("aria-pressed", "false");
  pointed = isOn ? rune : null;
  button.setAttribute("aria-pressed", String(isOn));
  point();
}

function asides(now) {
  at("asides").hidden = !now.asides.length;
  fill(at("asides"), ...now.asides.flatMap((one) => [h("h2", {}, one.caption), h("ul", {}, ...one.lines.map((line) => h("li", {}, line)))]));
}

/** Where a camera only helps: what it vouches for, and what is as people say it. */
function relied(now) {
  at("relied").hidden = !now.relied.length || now.stage !== "playing";
  fill(at("relies"), ...now.relied.map((one) => h("li", { "data-source": one.source }, icon(one.source === "said" ? "pen" : "camera"), h("span", {}, one.sentence))));
}

function log(now) {
  fill(at("log"), ...now.log.toReversed().map((one) => h("li", { "data-kind": one.kind },
    h("time", { datetime: new Date(1000 * one.at).toISOString() }, new Date(1000 * one.at).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" })),
    h("span", {}, one.said.join(" ")))));
}

function stage(now) {
  at("empty").hidden = Boolean(now.playing);
  at("table").hidden = !now.playing;
  at("go-on").hidden = now.unfinished === null;
  at("lost").hidden = !now.lost;
  at("lost").textContent = now.lost;
}

const PARTS = [
  [stage, ["stage", "playing", "unfinished", "lost"]],
  [unfolded("places", places), ["places"]], [glancing, ["glance", "stage"]], [players, ["players", "track", "glance"]], [runes, ["runes"]], [asides, ["asides"]], [unfolded("log", log), ["log"]],
  [turn, ["turn", "players", "playing", "round", "round_clock", "stage"]], [doubt, ["doubt"]], [trouble, ["trouble"]], [tasks, ["tasks"]], [owed, ["owed"]], [relied, ["relied", "stage"]], [falling, ["fallen", "turn"]],
  [saying, ["playing", "stage", "fallen"]], [trays, ["trays"]], [sheets, ["sheets", "players"]], [offering, ["turn", "playing", "stage"]], [board, ["board", "trouble", "tasks", "runes"]],
];

watch((now, names) => {
  symbols(now.things);
  for (const [draw, parts] of PARTS) if (parts.some((part) => names.has(part))) draw(now);
});
ticking(clocks);

// what is pressed twice is done once: who is to act and how far the match is go along
const TWICE = 800;
let ended = -TWICE;
at("end-turn").addEventListener("click", (event) => {
  // asked twice the referee no longer waits for the table to rest; a double press does not mean that
  if (event.timeStamp - ended < TWICE) return;
  ended = event.timeStamp;
  const acting = snapshot().players.filter((one) => one.acts);
  post("/end-turn", acting.length === 1 ? { by: acting[0].seat } : {});
});
at("larger").addEventListener("click", (event) => {
  const is = at("arena").classList.toggle("is-large");
  event.currentTarget.setAttribute("aria-pressed", String(is));
});
at("arena").addEventListener("click", (event) => opened(event.target.closest(".cell")?.dataset.place));
at("step-back").addEventListener("click", () => post("/step-back", { steps: snapshot().turn.steps }));
at("pause-match").addEventListener("click", () => post(snapshot().turn.is_asked ? "/resume" : "/pause"));
at("accept").addEventListener("click", () => post("/accept"));
at("misread").addEventListener("click", () => post("/misread"));
at("go-on").addEventListener("click", () => post("/go-on"));
at("arbiter").addEventListener("click", correcting);

// One key for what is done most; not while something is typed.
const KEYS = { e: "end-turn", b: "step-back", p: "pause-match" };

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  const number = Number(event.key);
  if (number >= 1) document.querySelectorAll(".choice")[number - 1]?.click();
  else if (KEYS[event.key]) at(KEYS[event.key]).click();
});
