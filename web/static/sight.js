// What do you see? The picture with the reading over it, what is unsure, and corners that can be moved.

import { ask, tried } from "./ask.js";
import { at, fill, h } from "./dom.js";
import { paired } from "./gate.js";
import { Lens, polling } from "./lens.js";
import { _, ngettext } from "./words.js";

const DRAWN = "/api/v1/sight/picture?drawn=yes";
const PLAIN = "/api/v1/sight/picture";
const FEW = 4;
let lens = null;
let isMoving = false;
let last = null;

function show(now) {
  last = now;
  at("state").textContent = now.sentence;
  document.querySelector(".state-head").dataset.state = now.state;
  tell(now.why);
  fill(at("facts"), ...[
    [_("Camera"), now.camera],
    [_("Read"), ngettext("{number} thing", "{number} things", now.things)],
    ...(now.by_hand ? [[_("Corners"), _("set by hand")]] : []),
  ].map(([name, told]) => h("div", {}, h("dt", {}, name), h("dd", {}, told))));
  at("search").hidden = isMoving || !now.by_hand;
  // several sheets are found by their marks alone
  at("move").hidden = isMoving || (now.state === "seen" && !now.corners.length);
  fill(at("unsure"), ...now.unsure.map((one) => h("li", {}, h("b", {}, one.title), h("span", {}, one.told.join(", ")))));
  if (!now.unsure.length) fill(at("unsure"), h("li", { class: "soft" }, now.state === "lost" ? _("There is nothing to read.") : now.things ? _("Nothing: all that is in sight is clear.") : _("Nothing was read yet.")));
  at("hidden-places").hidden = !now.hidden.length;
  at("hidden-places").textContent = !now.hidden.length ? "" : now.hidden.length > FEW
    ? ngettext("{number} place is hidden or out of view.", "{number} places are hidden or out of view.", now.hidden.length)
    : _("Hidden: {places}", { places: now.hidden.join(", ") });
}

function tell(why) {
  at("why").hidden = !why;
  at("why").textContent = why;
}

async function look() {
  if (isMoving) return;
  try {
    show(await ask("GET", "/sight"));
  } catch (problem) {
    at("state").textContent = _("Nothing is seen just now.");
    tell(problem.message);
  }
}

function moving(is) {
  isMoving = is;
  lens.look(is ? PLAIN : DRAWN);
  if (is) {
    lens.show(last?.corners ?? []);
    lens.begin();
  } else lens.show([]);
  for (const name of ["use", "cancel", "hint"]) at(name).hidden = !is;
  at("move").hidden = is;
  at("search").hidden = is || !last?.by_hand;
}

async function pointed(corners) {
  if (!(await tried("PUT", "/sight/corners", { corners }))) return;
  moving(false);
  at("move").focus();
  await look();
}

paired(() => {
  at("looking").hidden = false;
  lens = new Lens(at("lens"), DRAWN);
  lens.turn(true);
  polling(look);
});
at("move").addEventListener("click", () => moving(true));
at("cancel").addEventListener("click", () => { moving(false); at("move").focus(); });
at("use").addEventListener("click", () => pointed(lens.corners));
at("search").addEventListener("click", () => pointed([]));
