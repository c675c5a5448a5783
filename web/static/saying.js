// A game that no camera follows, or not all of it: what the rules allow now, to be picked from, or typed as it is written.

import { ask, say, tried } from "./ask.js";
import { at, fill, h } from "./dom.js";
import { snapshot } from "./live.js";
import { _ } from "./words.js";

const SHOWN = 40;
let known = { actions: [], more: false, chance: false };
let asked = 0;

/** Draws the list anew whenever something else can be done. */
export function saying(now) {
  const is = now.stage === "playing" && now.playing.is_said;
  // what fell is told where it is shown
  at("saying").hidden = !is || now.fallen.some((one) => !one.is_card);
  if (!is || now.players.some((one) => one.acts)) at("chance").hidden = true;
  if (is) look();
}

/** Asks what can be done; only those who may do it are told. */
async function look() {
  if (document.body.dataset.paired !== "yes") return;
  const mine = ++asked;
  const told = await ask("GET", "/match/actions").catch(() => null);
  if (!told || mine !== asked) return;
  known = told;
  at("chance").hidden = !known.chance;
  at("deed").value = "";
  list();
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function list() {
  const words = plain(at("deed").value).split(/\s+/);
  // what is looked up at a glance is done by its offers; here is what else may be typed
  const isAsked = words.some(Boolean) || !snapshot().glance;
  const several = new Set(known.actions.map((one) => one.by)).size > 1;
  const found = known.actions.filter((one) => words.every((word) => plain(`${one.sentence} ${one.text}`).includes(word)));
  fill(at("deeds"), ...(isAsked ? found.slice(0, SHOWN) : []).map((one) => h("li", {}, h("button", { type: "button", onclick: () => done(one) },
    several && one.by !== null ? h("b", {}, `${snapshot().players[one.by].name}: `) : null, h("span", {}, one.sentence)))));
  at("deeds-more").hidden = (isAsked ? found.length <= SHOWN : !found.length) && !known.more;
}

async function done({ text, by = null }) {
  const answer = await tried("POST", "/match/say", by === null ? { text } : { text, by });
  // what comes of it stands on the page
  if (answer?.said.length) say(answer.said[0]);
}

at("draw").addEventListener("click", async () => {
  // what is pressed twice is done once
  at("draw").disabled = true;
  await tried("POST", "/match/draw", { steps: snapshot().turn?.steps });
  at("draw").disabled = false;
});
at("deed").addEventListener("input", list);
at("deed-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (at("deed").value.trim()) done({ text: at("deed").value });
});
document.addEventListener("paired", () => { if (snapshot()) saying(snapshot()); });
