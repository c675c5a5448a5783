// The list of matches: days as people write them, and records that come in.

import { ask } from "./ask.js";
import { at } from "./dom.js";
import { _ } from "./words.js";
import "./when.js";

const LARGEST = 400000;

async function takeIn(file) {
  const fault = at("record-fault");
  fault.textContent = "";
  try {
    if (file.size > LARGEST) throw new Error(_("This file is too large to be a record."));
    const match = await ask("POST", "/history", { text: await file.text() });
    location.assign(`/history/${match.number}`);
  } catch (problem) {
    fault.textContent = problem.message;
  }
}

at("record").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) await takeIn(file);
  event.target.value = "";
});
