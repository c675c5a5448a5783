// The browser's own voice says what happens; only if it was asked to, and it remembers that.

const KEY = "speaks";

const remembered = () => { try { return localStorage.getItem(KEY) === "yes"; } catch { return false; } };
const remember = (speaks) => { try { localStorage.setItem(KEY, speaks ? "yes" : "no"); } catch { /* a private window */ } };

/** Wires the button, where the browser has a voice. */
export function speaking() {
  const button = document.getElementById("speech");
  const voice = globalThis.speechSynthesis;
  if (!voice) return;
  let speaks = remembered();
  button.hidden = false;
  button.setAttribute("aria-pressed", String(speaks));
  button.addEventListener("click", () => {
    speaks = !speaks;
    button.setAttribute("aria-pressed", String(speaks));
    remember(speaks);
    if (!speaks) voice.cancel();
  });
  document.addEventListener("announced", (event) => {
    if (!speaks) return;
    // what is late is not worth saying
    if (voice.pending) voice.cancel();
    const told = new SpeechSynthesisUtterance(event.detail.join(" "));
    told.lang = document.documentElement.lang;
    voice.speak(told);
  });
}
