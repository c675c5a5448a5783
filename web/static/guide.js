// The guided demo: what it tells, and how to pause and end it.

import { tried } from "./ask.js";
import { at, fill, h, icon } from "./dom.js";
import { snapshot } from "./live.js";
import { _ } from "./words.js";

let now = null;
const deed = (name) => tried("POST", "/demo", { deed: name });

function draw(told) {
  const was = now;
  now = told;
  const plays = told.going !== "off";
  at("guide").dataset.going = told.going;
  at("guide-offer").hidden = plays;
  at("guide-play").hidden = !plays;
  at("guide-fault").hidden = !told.why || plays;
  at("guide-fault").textContent = plays ? "" : told.why;
  at("guide-why").hidden = !told.why || !plays;
  at("guide-why").textContent = plays && told.why ? `${told.why} – ${_("“Next” puts it right and goes on.")}` : "";
  if (at("guide-caption").textContent !== told.caption) at("guide-caption").textContent = told.caption;
  at("guide-progress").max = told.scenes;
  at("guide-progress").value = told.scene;
  const isPaused = told.going === "paused";
  const isDone = told.going === "done";
  fill(at("guide-pause"), icon(isPaused ? "go" : "pause"), h("span", {}, isPaused ? _("Go on") : _("Pause")));
  at("guide-pause").setAttribute("aria-pressed", String(isPaused));
  at("guide-pause").hidden = at("guide-next").hidden = isDone;
  at("guide-stop").textContent = isDone ? _("End the demo") : _("Stop");
  if (was?.going === "off" && plays) at("guide-pause").focus();
  if (was && was.going !== "off" && !plays) at("guide-start").focus();
}

async function begin() {
  const playing = snapshot()?.stage === "playing";
  if (playing && !confirm(_("The match on the table waits meanwhile, and goes on afterwards. Start the demo?"))) return;
  at("guide-start").disabled = true;
  await deed("start");
  at("guide-start").disabled = false;
}

/** Makes its buttons work; gives what asks for news. */
export function guiding() {
  at("guide-start").addEventListener("click", begin);
  at("guide-pause").addEventListener("click", () => deed(now?.going === "paused" ? "go-on" : "pause"));
  at("guide-next").addEventListener("click", () => deed("next"));
  at("guide-stop").addEventListener("click", () => deed("stop"));
  let number = 0;
  return async () => {
    const mine = ++number;
    const answer = await fetch("/api/v1/demo").catch(() => null);
    if (answer?.ok && mine === number) draw(await answer.json());
  };
}
