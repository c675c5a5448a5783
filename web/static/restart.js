// Starting the box anew, and coming back when it is there again.

import { ask, say, tried } from "./ask.js";
import { _ } from "./words.js";

const PACE = 1500;

/** When the box began; nothing while it does not answer. */
async function began() {
  try {
    return (await ask("GET", "/health")).started;
  } catch {
    return null;
  }
}

async function restart() {
  const before = await began();
  if (!(await tried("POST", "/health/restart", {}))) return;
  say(_("The box starts anew; this page comes back by itself."));
  const look = async () => {
    const now = await began();
    if (now !== null && Math.abs(now - before) > 1) location.reload();
    else setTimeout(look, PACE);
  };
  setTimeout(look, PACE);
}

for (const button of document.querySelectorAll("[data-restart]")) button.addEventListener("click", restart);
