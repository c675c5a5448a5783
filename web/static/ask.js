// Asking the box to do something. What it refuses is said where everybody sees it.

import { h, ruleOf } from "./dom.js";
import { _ } from "./words.js";

/** So many sentences at once hide nothing that is needed. */
const MOST = 2;

let word = null;

/** What went wrong, as the box says it. */
export class Problem extends Error {
  constructor(told, status) {
    super(told.detail ?? told.title ?? _("The box does not answer."));
    this.told = told;
    this.status = status;
  }
}

async function sent(method, path, body) {
  const headers = word ? { "X-Runewatch-Word": word } : {};
  if (body !== undefined && !(body instanceof Blob)) headers["Content-Type"] = "application/json";
  const answer = await fetch(`/api/v1${path}`, {
    method, headers, body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
  }).catch(() => { throw new Problem({}, 0); });
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  const told = isJson ? await answer.json() : {};
  if (!answer.ok) throw new Problem(told, answer.status);
  return told;
}

/** Whether this browser may change things; learnt once. */
export async function isPaired() {
  if (word === null) {
    const found = (await sent("GET", "/pairing")).word;
    // it may have been paired meanwhile
    word = word || found;
  }
  return word !== "";
}

/** Pairs this browser. Throws a Problem. */
export async function pair(code) {
  word = (await sent("POST", "/pairing", { code })).word;
  document.body.dataset.paired = "yes";
  document.dispatchEvent(new CustomEvent("paired"));
}

/** Asks, and gives the answer; throws a Problem. Who is not paired yet is asked for the code first. */
export async function ask(method, path, body) {
  if (method !== "GET" && !(await isPaired()) && !(await codeTyped())) {
    throw new Problem({ detail: _("Only those who take part can do this.") }, 401);
  }
  const used = word;
  try {
    return await sent(method, path, body);
  } catch (problem) {
    if (problem.told?.title === undefined) word = null;
    if (method === "GET" || (problem.status !== 401 && problem.status !== 403)) throw problem;
    // the session is over, or another one has begun in another window: what was asked is asked once more
    word = null;
    if ((await isPaired()) ? word === used : !(await codeTyped())) throw problem;
    return sent(method, path, body);
  }
}

/** Asks, and says what went wrong; nothing is given then. */
export async function tried(method, path, body) {
  try {
    return await ask(method, path, body);
  } catch (problem) {
    say(problem.message, problem.told.rules);
    return null;
  }
}

/** A sentence for whoever looks at the page, for a while; with the rules that are broken. */
export function say(sentence, rules = []) {
  const message = document.createElement("p");
  message.append(h("span", {}, sentence, ...rules.flatMap((rule) => [" ", ruleOf(rule)])));
  const close = document.createElement("button");
  close.type = "button";
  close.className = "quiet";
  close.textContent = "×";
  close.setAttribute("aria-label", _("Close"));
  close.addEventListener("click", () => message.remove());
  message.append(close);
  const messages = document.getElementById("messages");
  // said again it is not there twice
  for (const other of [...messages.children]) if (other.textContent === message.textContent) other.remove();
  messages.append(message);
  while (messages.childElementCount > MOST) messages.firstElementChild.remove();
  setTimeout(() => message.remove(), 12000);
}

/** The dialog for the code; whether this browser is paired now. */
export function codeTyped() {
  const dialog = document.getElementById("pairing");
  const fault = document.getElementById("code-fault");
  const field = document.getElementById("code");
  fault.textContent = field.value = "";
  dialog.showModal();
  return new Promise((done) => {
    const typed = async (event) => {
      event.preventDefault();
      try {
        await pair(field.value);
        dialog.close();
      } catch (problem) {
        fault.textContent = problem.message;
        field.select();
      }
    };
    const form = dialog.querySelector("form");
    form.addEventListener("submit", typed);
    dialog.addEventListener("close", () => {
      form.removeEventListener("submit", typed);
      done(Boolean(word));
    }, { once: true });
  });
}
