// What every page has: the standing, announcements, light and dark, taking part.

import { codeTyped, pair, say } from "./ask.js";
import { listen, watch } from "./live.js";
import { speaking } from "./speech.js";

const root = document.documentElement;

function standing(now, names) {
  if (!names.has("standing") && !names.has("stage")) return;
  const place = document.getElementById("standing");
  const kind = now.stage === "playing" ? now.standing : now.stage;
  place.dataset.standing = kind;
  place.querySelector("use").setAttribute("href", `#i-${kind}`);
  place.querySelector("span").textContent = now.standing_word;
  document.body.dataset.stage = now.stage;
  document.body.dataset.standing = kind;
}

let last = null;

/** Says what is new: nothing of what was there when the page came. */
function announce(now, names) {
  if (!names.has("log")) return;
  const newest = now.log.at(-1)?.id ?? 0;
  if (last !== null && newest > last) {
    const said = now.log.filter((one) => one.id > last).flatMap((one) => one.said);
    document.getElementById("announcer").textContent = said.join(" ");
    document.dispatchEvent(new CustomEvent("announced", { detail: said }));
  }
  last = newest;
}

function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  document.getElementById("theme").addEventListener("click", () => {
    const is = root.dataset.theme ?? (dark.matches ? "dark" : "light");
    root.dataset.theme = is === "dark" ? "light" : "dark";
    document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=strict`;
  });
}

/** A link with the code in it, such as the one in a QR code, pairs by itself. */
async function pairByLink() {
  const code = /^#pair=(\d{4,9})$/.exec(location.hash)?.[1];
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  await pair(code).catch((problem) => say(problem.message));
}

function pairing() {
  const button = document.getElementById("pair");
  button.addEventListener("click", codeTyped);
  document.addEventListener("paired", () => { button.hidden = true; });
  document.querySelector("#pairing [data-close]").addEventListener("click", () => document.getElementById("pairing").close());
}

/** Nothing but the page on the screen, as on one that hangs on the wall. */
function full() {
  const button = document.getElementById("full");
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()));
  document.addEventListener("fullscreenchange", () => button.setAttribute("aria-pressed", String(Boolean(document.fullscreenElement))));
}

theme();
full();
speaking();
pairing();
watch(standing);
watch(announce);
listen();
pairByLink();
