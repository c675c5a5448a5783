// A screen that nobody touches: it stays awake, and the pointer goes away when it rests.

const REST = 3000;
let resting = 0;

function moved() {
  document.body.classList.remove("rests");
  clearTimeout(resting);
  resting = setTimeout(() => document.body.classList.add("rests"), REST);
}

async function stayAwake() {
  // not every browser can, and none does for a page that is not seen
  if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen").catch(() => {});
}

document.body.classList.add("in-full");
// nothing here is to be reached by a key either
for (const one of document.querySelectorAll("button, summary, a")) one.tabIndex = -1;

addEventListener("pointermove", moved);
document.addEventListener("visibilitychange", stayAwake);
moved();
stayAwake();
