// Picking what is laid down for something, card by card; the box says what it adds up to and what is wrong with it.

import { ask } from "./ask.js";
import { fill, h, icon, ruleOf } from "./dom.js";
import { _ } from "./words.js";

/** A form for one offer; ``done`` is called with the action once it can be taken. */
export function picker(number, parts, done) {
  const chosen = new Map();
  let order = [];
  let asked = 0;
  const said = h("ul", { class: "sum-up" });
  const why = h("ul", { class: "why-not" });
  const go = h("button", { type: "submit", class: "main", disabled: true }, _("It is done"), icon("go"));
  let found = null;

  async function price() {
    const mine = ++asked;
    const told = await ask("GET", `/match/offers/${number}/price?chosen=${encodeURIComponent(order.join(","))}`).catch(() => null);
    if (!told || mine !== asked) return;
    found = told;
    fill(said, ...told.lines.map((line) => h("li", {}, line)), told.text ? h("li", { class: "soft" }, told.sentence) : "");
    fill(why, ...(order.length ? told.why : []).map((line, i) => h("li", {}, line, " ", told.rules[i] ? ruleOf(told.rules[i]) : "")));
    go.disabled = !told.text;
  }

  function set(name, count, one) {
    order = order.filter((other) => other !== name && !(one && one.includes(other)));
    for (const other of one ?? []) chosen.set(other, 0);
    order.push(...Array(count).fill(name));
    chosen.set(name, count);
    draw();
    price();
  }

  const draws = [];
  const draw = () => draws.forEach((one) => one());
  const form = h("form", { class: "picker", onsubmit: (event) => { event.preventDefault(); if (found?.text) done(found); } },
    ...parts.map((part) => h("fieldset", {}, h("legend", {}, part.title),
      h("div", { class: "picks" }, ...part.picks.map((pick) => (part.is_one ? either(pick, part) : several(pick)))))),
    h("div", { role: "status" }, said, why), go);

  /** One of several: pressed, or not. */
  function either(pick, part) {
    const button = h("button", { type: "button", class: "pick", "aria-pressed": "false",
      onclick: () => set(pick.name, chosen.get(pick.name) ? 0 : 1, part.picks.map((one) => one.name)) }, pick.title);
    draws.push(() => button.setAttribute("aria-pressed", String(Boolean(chosen.get(pick.name)))));
    return button;
  }

  /** So many of it: one more with each press, one less beside it. */
  function several(pick) {
    const count = h("b", { class: "count" }, "0");
    const more = h("button", { type: "button", class: "pick", onclick: () => { const is = chosen.get(pick.name) ?? 0; if (is < pick.most) set(pick.name, is + 1); } },
      pick.title, count, h("span", { class: "soft" }, _("of {most}", { most: pick.most })));
    const less = h("button", { type: "button", class: "less", hidden: true, "aria-label": _("One less: {what}", { what: pick.title }),
      onclick: () => { set(pick.name, (chosen.get(pick.name) ?? 0) - 1); more.focus(); } }, "−");
    draws.push(() => {
      const is = chosen.get(pick.name) ?? 0;
      count.textContent = String(is);
      more.classList.toggle("is-picked", is > 0);
      less.hidden = !is;
    });
    return h("span", { class: "picked" }, more, less);
  }

  price();
  return form;
}
