// The third step: which set is on the table, and teaching another one photo by photo.

import { ask, say, tried } from "./ask.js";
import { at, fill, h, picture } from "./dom.js";
import { _, ngettext } from "./words.js";

const LARGEST = 15_000_000;
let told = null;
let changed = () => {};
let lesson = 0;
let sheet = "";
let sheets = [];
let retry = null;

export function teaching(now, again) {
  changed = again;
  sets(now);
}

/** The sets there are. */
export function sets(now) {
  told = now;
  const isSimulated = now.camera === "simulated";
  const chosen = isSimulated ? "printed" : now.set;
  const legend = at("sets").querySelector("legend");
  fill(at("sets"), legend, ...now.sets.map((one) => h("label", { class: "pick" },
    h("input", { type: "radio", name: "set", value: one.name, checked: one.name === chosen, disabled: isSimulated && one.name !== "printed", onchange: () => choose(one.name) }),
    h("span", {}, one.title, " ", h("small", {}, one.photos ? ngettext("{number} photo", "{number} photos", one.photos) : _("needs no teaching"))))));
  at("set-told").textContent = isSimulated
    ? _("The simulated table shows the printed set. Another one can be taught here to see how it goes; it is read when a camera looks at it.")
    : _("A set of your own is taught by two or three photos. The printed set can be read at once.");
  at("forget-set").hidden = chosen === "printed";
}

async function choose(name) {
  await tried("POST", "/setup/set", { name });
  await changed();
  document.querySelector("#sets input:checked")?.focus();
}

at("forget-set").addEventListener("click", async () => {
  if (!confirm(_("Forget the set {name}? Its photos are lost.", { name: told.set }))) return;
  await tried("DELETE", `/sets/${encodeURIComponent(told.set)}`);
  await changed();
});

// -- teaching --------------------------------------------------------------------------------------------

/** A name that is not taken yet. */
function free() {
  const taken = new Set(told.sets.map((one) => one.name));
  let number = 1;
  while (taken.has(number > 1 ? `my-set-${number}` : "my-set")) number += 1;
  return number > 1 ? `my-set-${number}` : "my-set";
}

async function show() {
  const now = await tried("GET", `/lessons/${lesson}?game=${at("set-game").value}&sheet=${sheet}`);
  if (!now) return;
  ({ sheet, sheets } = now);
  at("teach-sheet").hidden = sheets.length < 2;
  fill(at("set-sheet"), ...sheets.map((one) => h("option", { value: one.name, selected: one.name === sheet }, one.title)));
  const shown = sheets.find((one) => one.name === sheet);
  at("teach-title").textContent = shown && sheets.length > 1 ? _("{sheet}: photo {number}", { sheet: shown.title, number: lesson + 1 }) : _("Photo {number}", { number: lesson + 1 });
  const symbols = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${now.symbols}</svg>`, "image/svg+xml").documentElement;
  const there = new Set([...at("symbols").children].map((one) => one.id));
  at("symbols").append(...[...symbols.children].filter((one) => !there.has(one.id)).map((one) => document.importNode(one, true)));
  fill(at("lesson"), picture(now.board));
  fill(at("lesson-places"), ...now.places.map(([place, what]) => h("div", {}, h("dt", {}, place), h("dd", {}, what))));
}

at("teach-new").addEventListener("click", async () => {
  [lesson, sheet] = [0, ""];
  at("set-name").value = free();
  at("teach-name").hidden = at("teach").hidden = false;
  at("taught").hidden = at("teach-fault").hidden = true;
  await show();
  at("teach-title").focus();
  at("teach").scrollIntoView({ block: "start" });
});

at("set-game").addEventListener("change", () => {
  [lesson, sheet] = [0, ""];
  show();
});

at("set-sheet").addEventListener("change", () => {
  [lesson, sheet] = [0, at("set-sheet").value];
  at("taught").hidden = true;
  show();
});

/** The next photo, of the same sheet or of another. */
async function goOn(number, of) {
  [lesson, sheet] = [number, of];
  at("taught").hidden = true;
  await show();
  at("teach-title").focus();
  at("teach").scrollIntoView({ block: "start" });
}

at("more").addEventListener("click", () => goOn(lesson + 1, sheet));
at("next-sheet").addEventListener("click", () => goOn(0, following().name));

/** What is shown after the first sheet; of the others a table has one. */
const following = () => (sheet === sheets[0]?.name ? sheets[1] : undefined);

async function learn(photo, trust = "no") {
  const name = at("set-name").value.trim();
  if (!at("set-name").checkValidity() || !name) {
    say(_("Give the set a name of letters, digits, - and _."));
    at("set-name").focus();
    return;
  }
  at("teach-fault").hidden = true;
  at("teach-busy").hidden = false;
  at("take").disabled = true;
  try {
    learnt(await ask("POST", `/sets/${encodeURIComponent(name)}/photos?game=${at("set-game").value}&sheet=${sheet}&lesson=${lesson}&trust=${trust}`, photo));
    await changed();
  } catch (problem) {
    retry = () => learn(photo, "yes");
    at("teach-fault").querySelector(".fault").textContent = problem.message;
    // a photo that was understood but does not fit can be insisted on
    at("trust").parentElement.hidden = problem.status !== 409;
    at("teach-fault").hidden = false;
  } finally {
    at("teach-busy").hidden = true;
    at("take").disabled = false;
  }
}

at("take").addEventListener("click", () => learn(undefined));
at("trust").addEventListener("click", () => retry?.());
at("photo").addEventListener("change", () => {
  const [photo] = at("photo").files;
  at("photo").value = "";
  if (photo && photo.size > LARGEST) say(_("This photo is too large: {most} MB at most.", { most: LARGEST / 1e6 }));
  else if (photo) learn(photo);
});

// -- what was learnt -------------------------------------------------------------------------------------

function learnt(now) {
  at("teach-name").hidden = true;
  at("taught").hidden = false;
  at("taught-title").textContent = ngettext("Learnt from {number} photo", "Learnt from {number} photos", now.photos);
  const missing = now.shown.filter((one) => !one.times).map((one) => one.title);
  at("taught-told").textContent = [now.sentence,
    now.covered.length ? _("Covered, so nothing was learnt there: {places}.", { places: now.covered.join(", ") }) : "",
    missing.length ? _("Never shown yet: {things}.", { things: missing.join(", ") }) : _("Everything was shown."),
  ].filter(Boolean).join(" ");
  fill(at("taught-doubts"), ...now.doubts.map((one) => h("li", {}, one)));
  fill(at("taught-apart"), ...now.apart.map(meter));
  fill(at("taught-shown"), ...now.shown.map((one) => h("li", {}, h("b", {}, String(one.times)), " ", one.title)));
  const further = following();
  at("next-sheet").hidden = !further;
  at("next-sheet").textContent = further ? _("Now show: {sheet}", { sheet: further.title }) : "";
  // what is not told apart yet asks for more
  at("more").classList.toggle("main", now.apart.some((one) => one.right < 0.9 * one.asked));
  at("taught-title").focus();
}

/** How well the things of a kind are told apart, and which two are most alike. */
function meter(one) {
  const share = one.right / one.asked;
  const alike = one.alike.length < 2 ? "" : one.margin > 0
    ? _("Most alike: {one} and {other}.", { one: one.alike[0], other: one.alike[1] })
    : _("Most alike: {one} was taken for {other}.", { one: one.alike[0], other: one.alike[1] });
  return h("div", { class: "meter" }, h("b", {}, one.title),
    h("meter", { min: 0, max: 1, low: 0.7, high: 0.95, optimum: 1, value: share, "aria-label": one.title }),
    h("span", {}, _("{right} of {asked} told apart.", { right: one.right, asked: one.asked }), " ", h("span", { class: "soft" }, alike)));
}
