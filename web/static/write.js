// The desk: a book is written on one side, and on the other stands what it does, at once.

import { ask } from "./ask.js";
import { at, fill, h } from "./dom.js";
import { paired } from "./gate.js";
import { exampleShown, findingShown, symbolsFrom } from "./showing.js";
import { _, ngettext } from "./words.js";

const PAUSE = 500;
const KEPT = "runewatch-book";
const text = at("text");
let waiting = 0;
let asked = 0;
let place = null;

const fresh = { en: "book: My book\n\nspell: First light\nmove my fire clockwise by 1\n", fr: "livre: Mon livre\n\nsort: Première lueur\ndéplacer mon feu de 1 dans le sens horaire\n" };

function typed() {
  localStorage.setItem(KEPT, text.value);
  clearTimeout(waiting);
  waiting = setTimeout(look, PAUSE);
}

async function look() {
  const mine = ++asked;
  at("state").textContent = _("The checker reads …");
  try {
    const told = await ask("POST", `/books/review?game=${at("desk").dataset.game}`, { text: text.value });
    if (mine === asked) show(told);
  } catch (problem) {
    if (mine === asked) fault({ sentence: problem.message, line: 0, column: 0 });
  }
}

function fault(told) {
  place = told?.line ? told : null;
  at("fault").textContent = told?.sentence ?? "";
  at("to-fault").hidden = !place;
  text.setAttribute("aria-invalid", String(Boolean(told)));
  at("found").classList.toggle("stale", Boolean(told));
}

function show(told) {
  fault(told.fault);
  at("state").textContent = "";
  if (told.fault) return;
  symbolsFrom(told.symbols);
  const count = told.findings.length;
  at("state").textContent = `${ngettext("{number} entry", "{number} entries", told.entries.length)}. ${count ? ngettext("{number} remark", "{number} remarks", count) : _("Nothing was found that is forbidden or not clear.")}`;
  fill(at("found"), ...told.entries.map((one) => h("li", {}, h("h3", {}, one.name),
    one.example ? exampleShown(one.example) : h("p", { class: "soft" }, _("It changed nothing on any board that was tried.")),
    ...told.findings.filter((finding) => finding.about === one.name).map(findingShown))));
}

function toFault() {
  const lines = text.value.split("\n");
  const begin = lines.slice(0, place.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  text.focus();
  text.setSelectionRange(begin + Math.max(0, place.column - 1), begin + lines[place.line - 1].length);
}

function save() {
  const link = h("a", { download: "my.book", href: URL.createObjectURL(new Blob([text.value], { type: "text/plain" })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

paired(() => {
  at("desk").hidden = false;
  text.value = localStorage.getItem(KEPT) || fresh[document.documentElement.lang] || fresh.en;
  look();
});
text.addEventListener("input", typed);
at("to-fault").addEventListener("click", toFault);
at("save").addEventListener("click", save);
at("begin-with").addEventListener("change", (event) => {
  if (text.value.trim() && !confirm(_("What is written here is replaced."))) return;
  text.value = event.target.value || fresh[document.documentElement.lang] || fresh.en;
  typed();
});
