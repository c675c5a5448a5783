// The settings as a form: only what was changed is sent, all of it or nothing.

import { ask, say } from "./ask.js";
import { at } from "./dom.js";
import { _, ngettext } from "./words.js";
import "./restart.js";

const form = at("settings");
const all = [...form.querySelectorAll(".setting")];
const again = new Set();

function text(setting) {
  if (setting.dataset.kind === "choices") {
    return [...setting.querySelectorAll("input:checked")].map((one) => one.value).join(", ");
  }
  return setting.querySelector("input, select").value.trim();
}

/** What is wished: values by the names of their keys; null is the default again. */
function wishes() {
  const found = {};
  for (const setting of all) {
    const { name } = setting.dataset;
    if (again.has(name) && text(setting) === setting.dataset.default) found[name] = null;
    else if (text(setting) !== setting.dataset.text) found[name] = text(setting);
  }
  return found;
}

function count() {
  const number = Object.keys(wishes()).length;
  at("save").hidden = number === 0;
  at("changed").textContent = number ? ngettext("{number} change, not saved yet", "{number} changes, not saved yet", number) : "";
  for (const setting of all) setting.toggleAttribute("data-changed", setting.dataset.name in wishes());
}

function put(setting, value) {
  if (setting.dataset.kind === "choices") {
    const chosen = value.split(", ");
    for (const box of setting.querySelectorAll("input")) box.checked = chosen.includes(box.value);
  } else {
    setting.querySelector("input, select").value = value;
  }
}

function clear() {
  for (const setting of all) {
    setting.querySelector(".fault").textContent = "";
    for (const field of setting.querySelectorAll("input, select")) field.removeAttribute("aria-invalid");
  }
}

function blame(problem) {
  const name = (problem.told?.pointer ?? "").replace("/values/", "");
  const setting = all.find((one) => one.dataset.name === name);
  if (!setting) return say(problem.message);
  setting.closest("details").open = true;
  setting.querySelector(".fault").textContent = problem.message;
  const field = setting.querySelector("input, select");
  field.setAttribute("aria-invalid", "true");
  field.focus();
  return null;
}

async function save() {
  clear();
  try {
    await ask("PUT", "/settings", { values: wishes() });
    sessionStorage.setItem("saved", "yes");
    location.reload();
  } catch (problem) {
    blame(problem);
  }
}

form.addEventListener("input", count);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  save();
});
form.addEventListener("reset", () => {
  again.clear();
  clear();
  setTimeout(count);
});
form.addEventListener("click", (event) => {
  const setting = event.target.closest("[data-default-again]")?.closest(".setting");
  if (!setting) return;
  again.add(setting.dataset.name);
  put(setting, setting.dataset.default);
  count();
});

if (location.hash.startsWith("#part-")) at(location.hash.slice(1))?.setAttribute("open", "");
if (sessionStorage.getItem("saved")) {
  sessionStorage.removeItem("saved");
  say(_("Saved."));
}
count();
