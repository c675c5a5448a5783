// Pictures of what an entry of a book does: arrows that stay, and pieces that go, for those who like things to move.

import { h, picture, ruleOf } from "./dom.js";
import { _ } from "./words.js";

const PACE = 1400;

/** A board on which pieces go to and fro, unless somebody wants things to rest. */
export function moving(told, gone) {
  const board = picture(told);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) for (const one of gone) go(board, one);
  return board;
}

function go(board, { source, target }) {
  const from = cell(board, source);
  const piece = from?.querySelector("use:last-of-type");
  if (!piece?.animate) return;
  const [x, y] = place(from);
  const [tx, ty] = target ? place(cell(board, target)) : [x, y];
  // a piece on its way lies over all others
  from.parentNode.append(from);
  piece.animate([
    { transform: "none", opacity: 1, offset: 0.15 },
    { transform: `translate(${tx - x}px, ${ty - y}px)`, opacity: target ? 1 : 0, offset: 0.7 },
    { transform: `translate(${tx - x}px, ${ty - y}px)`, opacity: target ? 1 : 0 },
  ], { duration: PACE * 2, iterations: 4, easing: "ease-in-out" });
}

const cell = (board, name) => board.querySelector(`.cell[data-place="${CSS.escape(name)}"]`);

function place(one) {
  const found = /translate\((\S+) (\S+)\)/.exec(one?.getAttribute("transform") ?? "");
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
}

/** What an entry does on a table made up for it. */
export function exampleShown(one) {
  return h("div", { class: "choices" }, h("figure", {}, moving(one.before, one.gone), h("figcaption", {}, _("Before"))),
    ...one.ways.map((way) => h("figure", {}, picture(way), h("figcaption", {}, _("After")))));
}

/** Puts the symbols of an answer into the page, those that it has not yet. */
export function symbolsFrom(told) {
  const holder = document.getElementById("symbols");
  const read = picture(`<svg xmlns:xlink="http://www.w3.org/1999/xlink">${told}</svg>`);
  for (const one of [...read.children]) if (!document.getElementById(one.id)) holder.append(one);
}

// -- what a checker finds -------------------------------------------------------------------------------------

/** How grave something is. */
export function weight(name) {
  return { forbidden: _("not allowed"), unclear: _("not clear"), remark: _("worth knowing") }[name];
}

/** Something that was found, with an example of it. */
export function findingShown(finding) {
  const { example } = finding;
  return h("div", { class: `finding ${finding.weight}` }, h("p", {}, h("b", {}, weight(finding.weight)), ": ", finding.sentence, " ", ruleOf(finding.rule)),
    example ? h("div", { class: "choices" }, ...[[_("Before"), example.before], ...example.ways.map((way, i) => [i ? _("or this") : _("It may mean this"), way])]
      .map(([caption, board]) => h("figure", {}, picture(board), h("figcaption", {}, caption)))) : null);
}
