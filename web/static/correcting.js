// The arbiter's corrections: a place, an action nobody could see, the whole position.

import { tried } from "./ask.js";
import { at, fill, h, picture } from "./dom.js";
import { snapshot } from "./live.js";
import { _ } from "./words.js";

const dialog = at("correcting");
const choice = at("correct-place");

/** Opens the dialog for the match as it stands. */
export function correcting() {
  const now = snapshot();
  at("position").value = now.playing.position;
  at("action").value = "";
  choice.hidden = true;
  fill(at("correct-arena"), ...(now.board ? [picture(now.board)] : []));
  at("correct-arena").firstElementChild?.setAttribute("role", "group");
  for (const cell of at("correct-arena").querySelectorAll(".cell")) {
    cell.setAttribute("tabindex", "0");
    cell.setAttribute("role", "button");
    cell.setAttribute("aria-label", cell.querySelector("title").textContent);
    cell.addEventListener("click", () => place(cell.dataset.place));
    cell.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); place(cell.dataset.place); }
    });
  }
  dialog.showModal();
}

/** What may lie in a place, kind by kind. */
async function place(name) {
  const told = await tried("GET", `/match/places/${encodeURIComponent(name)}`);
  if (!told) return;
  const fields = told.kinds.map((kind) => h("label", {}, `${kind.title} `,
    h("select", { name: kind.name }, h("option", { value: "" }, _("nothing")),
      ...kind.things.map((one) => h("option", { value: one.name, selected: one.name === kind.now }, one.title)))));
  fill(choice, h("h3", {}, told.title), h("p", { class: "row" }, ...fields,
    h("button", { type: "button", class: "main", onclick: () => put(name) }, _("This lies there"))));
  choice.hidden = false;
  choice.querySelector("select")?.focus();
}

async function done(answer) {
  if (await answer) dialog.close();
}

function put(name) {
  const things = [...choice.querySelectorAll("select")].map((one) => one.value).filter(Boolean);
  done(tried("POST", "/match/put-right", { places: { [name]: things } }));
}

at("say-action").addEventListener("click", () => done(tried("POST", "/match/say", { text: at("action").value })));
at("action").addEventListener("keydown", (event) => {
  if (event.key === "Enter") { event.preventDefault(); at("say-action").click(); }
});
at("set-position").addEventListener("click", () => done(tried("POST", "/match/correct", { position: at("position").value })));
at("abandon").addEventListener("click", () => {
  if (confirm(_("Give this match up? It stays in the history."))) done(tried("POST", "/match/abandon", {}));
});
