// What only those see who take part: first the code, then the rest.

import { codeTyped, isPaired } from "./ask.js";
import { at } from "./dom.js";

/** Calls once this browser takes part. */
export async function paired(then) {
  let isDone = false;
  const once = () => {
    at("gate").hidden = true;
    if (!isDone) then();
    isDone = true;
  };
  at("gate-open").addEventListener("click", codeTyped);
  document.addEventListener("paired", once);
  if (await isPaired().catch(() => false)) once();
  else at("gate").hidden = false;
}
