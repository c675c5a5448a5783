// What the doctor finds, as it comes.

import { ask, say } from "./ask.js";
import { at, fill, h, icon } from "./dom.js";
import { _ } from "./words.js";
import "./restart.js";
import "./when.js";

const SIGNS = { fine: "in-step", note: "in-doubt", wrong: "out-of-step" };

function show(told) {
  fill(at("findings"), ...told.findings.map((one) => h("li", { "data-level": one.level },
    icon(SIGNS[one.level]), h("div", {}, h("h3", {}, one.title), h("p", {}, one.found), one.todo ? h("p", { class: "todo" }, `→ ${one.todo}`) : null))));
  const wrong = told.findings.filter((one) => one.level === "wrong").length;
  at("examine").disabled = told.running;
  if (told.running) at("examining").textContent = _("It looks …");
  else if (told.at) at("examining").textContent = wrong ? _("There is something to be done.") : _("Nothing is wrong.");
}

async function look() {
  try {
    const { examined } = await ask("GET", "/health");
    show(examined);
    if (examined.running) setTimeout(look, 1000);
  } catch (problem) {
    at("examine").disabled = false;
    say(problem.message);
  }
}

at("examine").addEventListener("click", async () => {
  try {
    show(await ask("POST", "/health/examination", {}));
    setTimeout(look, 700);
  } catch (problem) {
    say(problem.message);
  }
});

const known = JSON.parse(at("examined").textContent);
show(known);
if (known.running) look();
