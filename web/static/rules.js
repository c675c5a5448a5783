// Rules that hold what is looked for; all of them if it is nothing.

import { at } from "./dom.js";
import { ngettext } from "./words.js";

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const lines = [...document.querySelectorAll("#rules li")].map((one) => [one, plain(one.textContent)]);

function find() {
  const words = plain(at("find").value).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const [line, text] of lines) {
    line.hidden = !words.every((word) => text.includes(word));
    count += line.hidden ? 0 : 1;
  }
  for (const chapter of document.querySelectorAll(".chapter")) chapter.hidden = !chapter.querySelector("li:not([hidden])");
  at("found").textContent = words.length ? ngettext("{number} rule", "{number} rules", count) : "";
}

at("find").addEventListener("input", find);
find();
