// The simulated table: drawn anew whenever somebody did something at it, here or in another browser.

import { tried } from "./ask.js";
import { at, fill, h, picture } from "./dom.js";
import { guiding } from "./guide.js";
import { box } from "./lamps.js";
import { hint, watch } from "./live.js";
import { referee } from "./referee.js";
import { grasping, redrawn } from "./grasp.js";
import { _ } from "./words.js";

const QUICK = 220;
const SLOW = 1000;
const LIVELY = 8000;

let table = null;
let asked = 0;
let stirred = performance.now();

// -- what lies there --------------------------------------------------------------------------------------

const known = new Set([...document.querySelectorAll("#symbols symbol")].map((one) => one.id.slice(2)));

/** Fetches the symbols that the pictures need and the page has not yet. */
async function symbols(names) {
  const missing = names.filter((name) => !known.has(name));
  if (!missing.length) return;
  const answer = await fetch(`/api/v1/drawings?things=${missing.map(encodeURIComponent).join(",")}`);
  if (!answer.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  for (const one of found.children) {
    if (known.has(one.id.slice(2))) continue;
    known.add(one.id.slice(2));
    at("symbols").append(document.importNode(one, true));
  }
}

/** Asks for the table; once more if something was done meanwhile. */
async function fetched() {
  if (asked++) return;
  const answer = await fetch("/api/v1/sim").catch(() => null);
  if (answer?.ok) {
    table = await answer.json();
    at("sim").hidden = Boolean(table.why);
    if (!table.why) {
      at("preview").hidden = true;
      at("preview").replaceChildren();
      await symbols(table.things);
      draw();
    }
  }
  const isOld = asked > 1;
  asked = 0;
  if (isOld) fetched();
}

function draw() {
  redrawn(table, () => {
    fill(at("sim-board"), picture(table.board));
    // a drawer that somebody has opened stays open; one whose things are to be put down next opens by itself
    const drawers = new Map([...at("tray-kinds").querySelectorAll("details")].map((one) => [one.dataset.kind, one]));
    fill(at("tray-kinds"), ...table.aside.map((one) => {
      const was = drawers.get(one.kind);
      return drawer(one, one.is_wanted && was?.dataset.wanted !== "yes" ? true : was?.open);
    }));
  });
  at("light").value = Math.round(100 * table.light);
  at("deed-tidy").hidden = table.is_right;
}

const FEW = 8;

/** Pieces of one kind; where there are many they lie in a drawer. */
function drawer(kind, isOpen) {
  const pieces = h("div", { class: "pieces" }, ...kind.pieces.map((one) => h("button", { type: "button", class: "piece quiet",
    "data-thing": one.thing.name, "data-kind": one.kind, "aria-pressed": "false", "aria-label": one.count > 1 ? `${one.thing.title} × ${one.count}` : one.thing.title,
    title: one.thing.title }, picture(one.picture), one.count > 1 ? h("span", { class: "count", "aria-hidden": "true" }, `× ${one.count}`) : null)));
  return h("details", { "data-kind": kind.kind, "data-wanted": kind.is_wanted ? "yes" : "no", open: isOpen ?? kind.pieces.length <= FEW }, h("summary", {}, kind.title.charAt(0).toUpperCase() + kind.title.slice(1)), pieces);
}

// -- what the camera sees ---------------------------------------------------------------------------------

let shown = "";

async function look() {
  const isQuick = performance.now() - stirred < LIVELY;
  if (!document.hidden && table && !table.why) {
    const answer = await fetch("/api/v1/sim/picture", { cache: "no-store" }).catch(() => null);
    if (answer?.ok) {
      const old = shown;
      shown = URL.createObjectURL(await answer.blob());
      at("eye").src = shown;
      at("eye").hidden = false;
      if (old) URL.revokeObjectURL(old);
    }
  }
  setTimeout(look, isQuick ? QUICK : SLOW);
}

const room = (path, body) => { stirred = performance.now(); return tried("POST", `/sim${path}`, body); };

at("light").addEventListener("change", () => room("/light", { percent: Number(at("light").value) }));
at("bump").addEventListener("click", () => room("/camera", { deed: "bump" }));
at("straighten").addEventListener("click", () => room("/camera", { deed: "straighten" }));
at("deed-tidy").addEventListener("click", () => room("/tidy", {}));

// -- all together -----------------------------------------------------------------------------------------

grasping({ table: () => table, room });
const guide = guiding();
const lamps = box();

hint((what) => {
  stirred = performance.now();
  if (what === "table" || !what) fetched();
  if (what === "box" || !what) lamps();
  if (what === "demo" || !what) guide();
});
let stage = "";
watch((now, names) => {
  referee(now, names);
  if (names.has("board") || names.has("stage") || names.has("playing")) {
    stirred = performance.now();
    fetched();
    if (stage !== now.stage) lamps();
    stage = now.stage;
  }
});
look();
