// The way from nothing to a match: five steps, each to be come back to.

import { ask, tried } from "./ask.js";
import { board, camera, eyes } from "./eyes.js";
import { choosing, chosen, settled } from "./choosing.js";
import { at, fill, h, icon } from "./dom.js";
import { paired } from "./gate.js";
import { watch } from "./live.js";
import { sets, teaching } from "./teaching.js";
import { _, locale } from "./words.js";

const STEPS = ["camera", "board", "set", "game", "start"];
let told = null;
let isStarting = false;

/** How everything stands; every step shows its part of it. */
async function load() {
  told = await tried("GET", "/setup");
  if (told) before();
}

// -- what was there before -------------------------------------------------------------------------------

function before() {
  const isPlaying = told.stage === "playing";
  const open = told.unfinished;
  at("before").hidden = !isPlaying && !open;
  at("wizard").hidden = isPlaying || Boolean(open);
  if (isPlaying) {
    offer(_("A match is being played"), _("It goes on while you look around here. Another one can begin when this one is put aside or given up."),
      [_("To the table"), "table", () => location.assign("/"), "main"],
      [_("Put it aside"), "pause", () => post("/match/leave", load)],
      [_("Give it up"), "flag", () => sure(_("Give this match up? It stays in the history."), () => post("/match/abandon", () => post("/match/leave", load))), "bad"]);
  } else if (open) {
    const when = new Date(1000 * open.began).toLocaleString(locale, { dateStyle: "long", timeStyle: "short" });
    const who = open.names.filter(Boolean).join(", ");
    offer(_("There is an unfinished match"), who ? _("{game}, {who}, begun on {when}", { game: open.game, who, when }) : _("{game}, begun on {when}", { game: open.game, when }),
      [_("Go on with it"), "go", () => post("/match/go-on", () => location.assign("/")), "main"],
      [_("Set up another match"), "setup", () => { told.unfinished = null; before(); }],
      [_("Give it up"), "flag", () => sure(_("Give this match up? It stays in the history."), () => post("/setup/give-up", load)), "bad"]);
  } else begun();
}

function offer(title, sentence, ...ways) {
  at("before-title").textContent = title;
  at("before-told").textContent = sentence;
  fill(at("before-row"), ...ways.map(([name, sign, done, kind = ""]) => h("button", { type: "button", class: kind, onclick: done }, icon(sign), name)));
}

async function post(path, then) {
  if (await tried("POST", path, {})) await then();
}

function sure(question, then) {
  if (confirm(question)) then();
}

// -- the steps -------------------------------------------------------------------------------------------

let isBegun = false;

async function begun() {
  if (!isBegun) {
    isBegun = true;
    eyes(told, again);
    teaching(told, again);
    await choosing(told);
    addEventListener("hashchange", () => go(true));
  }
  go(false);
}

/** Something was chosen on the box: it is asked how it stands now. */
async function again() {
  told = (await tried("GET", "/setup")) ?? told;
  camera(told);
  sets(told);
}

const step = () => (STEPS.includes(location.hash.slice(1)) ? location.hash.slice(1) : STEPS[0]);

async function go(isMoved) {
  if (step() === STEPS.at(-1)) {
    const texts = await settled();
    if (!texts.isSo) {
      history.replaceState(null, "", "#game");
      show(false);
      texts.mend();
      return;
    }
  }
  show(isMoved);
}

function show(isMoved) {
  const now = step();
  for (const name of STEPS) {
    at(name).hidden = name !== now;
    const link = document.querySelector(`[data-step="${name}"]`);
    if (name === now) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
    link.classList.toggle("done", STEPS.indexOf(name) < STEPS.indexOf(now));
  }
  const isLast = now === STEPS.at(-1);
  at("back").disabled = now === STEPS[0];
  at("next").hidden = isLast;
  at("begin").hidden = !isLast;
  board(now);
  if (isLast) summary();
  for (const link of document.querySelectorAll("[data-keeps-step]")) link.href = `?lang=${link.lang}#${now}`;
  if (isMoved) {
    at(`${now}-title`).focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }
}

const by = (number) => { location.hash = STEPS[STEPS.indexOf(step()) + number]; };
at("back").addEventListener("click", () => by(-1));
at("next").addEventListener("click", () => by(1));

// -- the start -------------------------------------------------------------------------------------------

function summary() {
  const parts = chosen();
  const title = (list, name) => list.find((one) => one.name === name)?.title ?? name;
  const lines = [
    ["camera", _("Camera"), [title(told.cameras, told.camera)]],
    ["set", _("Set"), [told.camera === "simulated" ? title(told.sets, "printed") : title(told.sets, told.set)]],
    ["game", _("Game"), parts.game],
    ["game", _("Players"), parts.players],
    ["game", _("Clocks"), parts.clocks],
  ];
  fill(at("summary"), ...lines.map(([name, head, words]) => h("div", {}, h("dt", {}, head),
    h("dd", {}, ...words.map((one) => h("span", {}, one))),
    h("dd", { class: "change" }, h("a", { href: `#${name}`, "aria-label": _("Change: {what}", { what: head }) }, _("Change"))))));
}

async function start() {
  const button = at("begin");
  const label = button.querySelector("span");
  at("start-fault").textContent = "";
  isStarting = button.disabled = true;
  label.textContent = _("Getting ready …");
  try {
    await ask("POST", "/setup/start", chosen().wish);
    location.assign("/");
  } catch (problem) {
    at("start-fault").textContent = problem.message;
    isStarting = button.disabled = false;
    label.textContent = _("Start the match");
  }
}

at("begin").addEventListener("click", start);

let stage = null;
paired(async () => {
  await load();
  // somebody else may begin one meanwhile
  watch((now, names) => {
    if (names.has("stage") && stage !== null && now.stage !== stage && !isStarting) load();
    stage = now.stage;
  });
});
