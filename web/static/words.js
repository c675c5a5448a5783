// What the scripts say, in the language of the page. Marked here, translated where everything is.

/* global known -- what the scripts say, put before this module by the box (scripts.py) */

/** How days and numbers are written: as the browser's owner wishes, where that goes with the page's language. */
export const locale = navigator.languages.find((one) => one.split("-")[0] === document.documentElement.lang) ?? document.documentElement.lang;

const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (field, name) => facts[name] ?? field);

/** The message in the page's language, with its facts. */
export function _(message, facts = {}) {
  return filled(known[message] ?? message, facts);
}

/** The message for that many things. */
export function ngettext(one, many, number) {
  const forms = known[one] ?? [one, many];
  const isOne = document.documentElement.lang === "fr" ? number < 2 : number === 1;
  return filled(forms[isOne ? 0 : 1], { number });
}
