// Taking and putting down: by mouse, by touch, by keys. Only where things are put is told to the box.

import { at, fill } from "./dom.js";
import { _ } from "./words.js";

const FAR = 7;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

let bench = null;
let held = null;
let here = "";
let drag = null;
let waiting = null;

const cells = () => [...at("sim-board").querySelectorAll(".cell")];
const cell = (name) => cells().find((one) => one.dataset.place === name);
const place = (name) => bench.table()?.places.find((one) => one.name === name);
const titleOf = (name) => place(name)?.title ?? "";

/** What a finger on the board means: the place, and the thing of it that is touched, the topmost if none. */
function touched(target) {
  const found = target?.closest?.("#sim-board .cell");
  if (!found) return null;
  const there = place(found.dataset.place);
  const named = target.closest("use")?.getAttribute("href").slice(3);
  const thing = there?.things.find((one) => one.name === named) ?? there?.things.at(-1);
  return { place: found.dataset.place, thing };
}

// -- what is held -----------------------------------------------------------------------------------------

function hold(thing, source) {
  held = thing ? { thing, source } : null;
  tell();
}

function tell() {
  for (const one of cells()) {
    const isSource = Boolean(held) && held.source === one.dataset.place;
    one.classList.toggle("is-held", isSource);
    one.setAttribute("aria-pressed", String(isSource));
  }
  for (const one of document.querySelectorAll(".piece")) {
    one.setAttribute("aria-pressed", String(Boolean(held) && !held.source && held.thing.name === one.dataset.thing));
  }
  at("sim").classList.toggle("is-holding", Boolean(held));
  at("grip-told").textContent = held
    ? held.source ? _("{thing} of {place}: where to?", { thing: capital(held.thing.title), place: titleOf(held.source) })
      : _("{thing} from beside the table: where to?", { thing: capital(held.thing.title) })
    : _("Drag things to move them, or tap one and then a place.");
  const turn = at("deed-turn");
  turn.hidden = !held?.source || !held.thing.turns;
  turn.querySelector("span").textContent = held?.thing.turns === "round" ? _("Turn it round") : _("Turn it over");
  at("deed-aside").hidden = !held?.source;
  at("deed-roll").hidden = !place(held?.source ?? here)?.rolls;
  at("deed-leave").hidden = !held;
  at("deed-hand").hidden = Boolean(held) || !here;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

async function put(target) {
  const what = held;
  hold(null);
  if (what && what.source !== target) await bench.room("/move", { thing: what.thing.name, source: what.source, target });
}

function turn(name = held?.source, thing = held?.thing) {
  hold(null);
  if (name && thing?.turns) bench.room("/turn", { thing: thing.name, place: name });
}

/** Takes what lies on top; once more what lies below; then lets go. */
function take(name) {
  const things = place(name)?.things ?? [];
  const now = held?.source === name ? things.findIndex((one) => one.name === held.thing.name) : things.length;
  hold(now > 0 ? things[now - 1] : null, name);
}

// -- keys -------------------------------------------------------------------------------------------------

function go(way) {
  const from = place(here) && middle(cell(here));
  if (!from) return;
  const [dx, dy] = way;
  let best = null;
  for (const one of cells()) {
    const [x, y] = middle(one);
    const along = (x - from[0]) * dx + (y - from[1]) * dy;
    const off = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
    if (along > 4 && (!best || along + 3 * off < best.far)) best = { far: along + 3 * off, one };
  }
  if (best) focus(best.one);
}

function middle(one) {
  return one.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
}

function focus(one) {
  mark(one.dataset.place);
  one.focus();
}

function mark(name) {
  here = name;
  for (const one of cells()) one.setAttribute("tabindex", one.dataset.place === name ? "0" : "-1");
  tell();
}

function keyed(event) {
  const found = event.target.closest?.(".cell");
  if (event.key === "Escape" && held) {
    hold(null);
    drop(null);
  } else if (found && ARROWS[event.key]) go(ARROWS[event.key]);
  else if (found && (event.key === "Enter" || event.key === " ")) {
    if (held && held.source !== found.dataset.place) put(found.dataset.place);
    else take(found.dataset.place);
  } else if (found && "tTfF".includes(event.key)) {
    const there = held?.source === found.dataset.place ? held.thing : place(found.dataset.place)?.things.findLast((one) => one.turns);
    turn(found.dataset.place, there);
  } else if (found && "rR".includes(event.key) && place(found.dataset.place)?.rolls) bench.room("/roll", { place: found.dataset.place });
  else if (found && "hH".includes(event.key)) bench.room("/hand", { place: found.dataset.place });
  else if (found && (event.key === "Delete" || event.key === "Backspace")) {
    if (held?.source !== found.dataset.place) take(found.dataset.place);
    if (held) put("");
  } else return;
  event.preventDefault();
}

// -- mouse and touch --------------------------------------------------------------------------------------

function down(event) {
  if (event.button || !event.isPrimary) return;
  const piece = event.target.closest(".piece");
  const on = piece ? null : touched(event.target);
  if (!piece && !on) return;
  const thing = piece ? pieceOf(piece.dataset.thing) : on.thing;
  drag = { x: event.clientX, y: event.clientY, thing, source: piece ? "" : on.place, ghost: null, from: piece ?? cell(on.place), id: event.pointerId };
}

function pieceOf(name) {
  return bench.table().aside.flatMap((one) => one.pieces).find((one) => one.thing.name === name)?.thing;
}

function moved(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost) {
    if (!drag.thing || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    hold(drag.thing, drag.source);
    drag.ghost = ghost();
    document.body.append(drag.ghost);
    document.body.classList.add("is-dragging");
  }
  event.preventDefault();
  drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  const over = below(event)?.closest?.(".cell");
  for (const one of cells()) one.classList.toggle("is-target", one === over);
}

const below = (event) => document.elementFromPoint(event.clientX, event.clientY);

/** What is carried under the finger: the thing, with all that goes along. */
function ghost() {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("class", "ghost");
  const board = at("sim-board").querySelector("svg");
  const unit = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
  made.setAttribute("viewBox", "-40 -40 80 80");
  made.setAttribute("width", String(80 * unit));
  made.setAttribute("height", String(80 * unit));
  const uses = [...drag.from.querySelectorAll("use")];
  const first = uses.findIndex((one) => one.getAttribute("href").slice(3) === drag.thing.name);
  const along = drag.source && place(drag.source).things.length > 1 && first === 0 ? uses : [uses[Math.max(first, 0)]];
  made.append(...along.filter(Boolean).map((one) => one.cloneNode()));
  return made;
}

function up(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const was = drag;
  drop(was);
  if (was.ghost) {
    const target = below(event);
    const over = target?.closest?.("#sim-board .cell");
    if (over) put(over.dataset.place);
    else if (was.source && !target?.closest?.(".bench")) put("");
    else hold(null);
  } else tapped(was);
  event.preventDefault();
}

/** A tap takes; with something in the hand it puts down. */
function tapped(on) {
  if (on.source) mark(on.source);
  if (held && on.source && held.source !== on.source) put(on.source);
  else if (on.source && held?.source === on.source && held.thing.name === on.thing?.name) hold(null);
  else if (!on.source && held?.source === "" && held.thing.name === on.thing?.name) hold(null);
  else hold(on.thing ?? null, on.source);
}

/** No finger carries anything any more. */
function drop(was) {
  (was ?? drag)?.ghost?.remove();
  drag = null;
  document.body.classList.remove("is-dragging");
  for (const one of cells()) one.classList.remove("is-target");
  const later = waiting;
  waiting = null;
  later?.();
}

// -- all together -----------------------------------------------------------------------------------------

/** Draws the table anew, when no finger carries anything; what was pointed at stays so. */
export function redrawn(table, draw) {
  if (drag?.ghost) {
    waiting = () => redrawn(table, draw);
    return;
  }
  const had = document.activeElement?.closest?.(".cell")?.dataset.place;
  const piece = document.activeElement?.closest?.(".piece")?.dataset.thing;
  draw();
  at("sim-board").firstElementChild.setAttribute("role", "group");
  for (const one of cells()) {
    one.setAttribute("role", "button");
    one.classList.toggle("is-beside", place(one.dataset.place)?.kind !== table.places[0].kind);
    one.setAttribute("aria-label", one.querySelector("title").textContent);
    one.querySelector("title").remove();
  }
  if (held?.source && !place(held.source)?.things.some((one) => one.name === held.thing.name)) held = null;
  mark(place(here) ? here : table.places[0]?.name ?? "");
  if (had) cell(had)?.focus();
  if (piece) document.querySelector(`.piece[data-thing="${CSS.escape(piece)}"]`)?.focus();
}

/** Makes the board and what lies beside it graspable. */
export function grasping(given) {
  bench = given;
  at("sim").addEventListener("pointerdown", down);
  addEventListener("pointermove", moved, { passive: false });
  addEventListener("pointerup", up);
  addEventListener("pointercancel", () => { if (drag?.ghost) hold(null); drop(null); });
  addEventListener("keydown", keyed);
  // a press of a key on a piece comes as a click without a pointer
  at("tray").addEventListener("click", (event) => {
    const piece = event.target.closest(".piece");
    if (piece && event.detail === 0) tapped({ source: "", thing: pieceOf(piece.dataset.thing) });
  });
  at("sim-board").addEventListener("focusin", (event) => {
    const found = event.target.closest(".cell");
    if (found && found.dataset.place !== here) mark(found.dataset.place);
  });
  at("deed-turn").addEventListener("click", () => turn());
  at("deed-aside").addEventListener("click", () => put(""));
  at("deed-roll").addEventListener("click", () => { const name = held?.source ?? here; hold(null); bench.room("/roll", { place: name }); });
  at("deed-leave").addEventListener("click", () => hold(null));
  at("deed-hand").addEventListener("click", () => bench.room("/hand", { place: here }));
  fill(at("grip-told"));
}
