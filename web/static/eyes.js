// The first two steps: which camera looks, and where the board lies in its picture.

import { ask, tried } from "./ask.js";
import { at, fill, h } from "./dom.js";
import { Lens, polling } from "./lens.js";
import { _ } from "./words.js";

const PICTURE = "/api/v1/sight/picture";
let lenses = {};
let step = "";
let isByHand = false;
let last = null;
let changed = () => {};

/** Begins to look. ``again`` is called when another camera was chosen. */
export function eyes(told, again) {
  changed = again;
  lenses = { camera: new Lens(at("camera-lens"), PICTURE), board: new Lens(at("board-lens"), PICTURE) };
  camera(told);
  polling(async () => { if (step === "board" && !isByHand) await look(); });
}

/** Which step is shown: only its picture is fetched. */
export function board(name) {
  step = name;
  for (const [of, lens] of Object.entries(lenses)) lens.turn(of === name);
  if (name === "board" && !isByHand) look();
}

// -- the camera ------------------------------------------------------------------------------------------

export function camera(told) {
  const isSimulated = told.camera === "simulated";
  at("camera-told").textContent = isSimulated
    ? _("This is the simulated table: it takes the place of camera, board and pieces. There is nothing to set up here; go on.")
    : _("Put the camera straight above the table, so that the whole board is in the picture, in an even light.");
  const legend = at("cameras").querySelector("legend");
  fill(at("cameras"), legend, ...told.cameras.map((one) => h("label", { class: "pick" },
    h("input", { type: "radio", name: "camera", value: one.name, checked: one.name === told.camera, onchange: () => choose(one.name) }), h("span", {}, one.title))));
}

async function choose(name) {
  const is = await tried("POST", "/setup/camera", { name });
  for (const lens of Object.values(lenses)) {
    lens.look();
    if (is) lens.say(_("Waiting for the picture …"));
  }
  isByHand = false;
  await changed();
  if (is) document.querySelector("#cameras input:checked")?.focus();
}

at("use-phone").addEventListener("click", () => { if (at("phone").value.trim()) choose(at("phone").value.trim()); });
at("phone").addEventListener("keydown", (event) => { if (event.key === "Enter") at("use-phone").click(); });

// -- the board -------------------------------------------------------------------------------------------

async function look() {
  let now = null;
  try {
    now = await ask("GET", "/sight");
  } catch (problem) {
    tell(problem.message, false);
    lenses.board.show([]);
    return;
  }
  if (isByHand) return;
  last = now;
  const isFound = now.state !== "lost";
  const missing = now.state === "seen" ? now.why : "";
  tell(isFound ? `${now.sentence} ${missing}`.trim() : now.why || now.sentence, isFound);
  lenses.board.show(now.corners);
  at("turn-board").hidden = !isFound || (now.how !== "bare" && !now.by_hand);
  at("search-board").hidden = !now.by_hand;
  at("set-corners").classList.toggle("main", !isFound);
  if (!isFound) at("not-found").open = true;
}

function tell(sentence, isGood) {
  at("board-told").textContent = sentence;
  at("board-told").dataset.good = isGood ? "yes" : "no";
}

function byHand(is) {
  isByHand = is;
  at("use-corners").hidden = !is;
  at("set-corners").hidden = is;
  at("corner-hint").hidden = !is;
  at("search-board").hidden = !is && !last?.by_hand;
  at("turn-board").hidden = !is;
  if (is) lenses.board.begin();
}

async function pointed(corners) {
  if (!(await tried("PUT", "/sight/corners", { corners }))) return;
  byHand(false);
  at("set-corners").focus();
  await look();
}

at("set-corners").addEventListener("click", () => byHand(true));
at("use-corners").addEventListener("click", () => pointed(lenses.board.corners));
at("search-board").addEventListener("click", () => pointed([]));
at("turn-board").addEventListener("click", async () => {
  if (isByHand) lenses.board.quarter();
  else if (last?.by_hand) { lenses.board.quarter(); await pointed(lenses.board.corners); }
  else if (await tried("PUT", "/sight/quarter", { quarter: (last.quarter + 1) % 4 })) await look();
});
