// Joining: the code for those who have it, and tokens for scripts.

import { ask, codeTyped, tried } from "./ask.js";
import { at, fill, h } from "./dom.js";
import { _ } from "./words.js";
import "./when.js";

const reload = (done) => { if (done) location.reload(); };

at("open")?.addEventListener("click", codeTyped);
document.addEventListener("paired", () => location.reload());
at("renew")?.addEventListener("click", async () => reload(await tried("POST", "/pairing/code", {})));
at("forget")?.addEventListener("click", async () => reload(await tried("POST", "/pairing/code", { forget: true })));
at("part")?.addEventListener("click", async () => reload(await tried("DELETE", "/pairing")));

at("tokens")?.addEventListener("click", async (event) => {
  const line = event.target.closest("[data-revoke]")?.closest("[data-token]");
  if (line && await tried("DELETE", `/tokens/${encodeURIComponent(line.dataset.token)}`)) line.remove();
});

at("token-form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = at("token-name");
  const made = await tried("POST", "/tokens", { name: field.value });
  if (!made) return;
  fill(at("made"), _("Keep it now, it is shown only this once:"), h("br"), h("code", {}, made.token));
  at("made").hidden = false;
  field.value = "";
  const there = await ask("GET", "/tokens");
  fill(at("tokens"), ...there.map((one) => h("li", { "data-token": one.name }, h("b", {}, one.name),
    h("button", { type: "button", class: "bad", "data-revoke": true, "aria-label": _("Revoke {name}", { name: one.name }) }, _("Revoke")))));
});
