// Elements by hand: as much as is needed, and nothing from text that may hold markup.

/** An element with attributes and children; texts stay texts. */
export function h(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** A sign from the page's own set. */
export function icon(name) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("class", "icon");
  made.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  made.append(use);
  return made;
}

/** A picture that the box drew. */
export function picture(told) {
  const read = new DOMParser().parseFromString(told.replace("<svg ", `<svg xmlns="${SVG}" `), "image/svg+xml");
  return document.importNode(read.documentElement, true);
}

/** An element by its id. */
export const at = (id) => document.getElementById(id);

/** Puts children in the place of those that were there. */
export function fill(place, ...children) {
  place.replaceChildren(...children);
}

/** Squares for the rows of a pattern. */
export function glyph(rows) {
  const made = document.createElementNS(SVG, "svg");
  const wide = Math.max(...rows.map((row) => row.length));
  made.setAttribute("viewBox", `-0.5 -0.5 ${10 * wide + 1} ${10 * rows.length + 1}`);
  made.setAttribute("class", "glyph");
  made.setAttribute("aria-hidden", "true");
  rows.forEach((row, y) => [...row].forEach((sign, x) => {
    const square = document.createElementNS(SVG, "rect");
    const attributes = { x: 10 * x + 0.6, y: 10 * y + 0.6, width: 8.8, height: 8.8, rx: 1.4, class: sign === "#" ? "full" : "bare" };
    for (const [key, value] of Object.entries(attributes)) square.setAttribute(key, value);
    made.append(square);
  }));
  return made;
}

/** The way to a rule's words. */
export const ruleOf = (rule) => h("a", { class: "rule", href: `/help/rules/${rule.split(".")[0]}/${rule}` }, h("code", {}, rule));
