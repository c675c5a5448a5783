// What is on the table, as the box tells it: once whole, then what changes. Comes back by itself.

const watchers = [];
let now = null;
let at = 0;

/** Calls with the snapshot and the names of its parts that are new; with what is known already at once. */
export function watch(told) {
  watchers.push(told);
  if (now) told(now, new Set(Object.keys(now)));
}

/** The snapshot. */
export const snapshot = () => now;

/** For how many seconds its clocks have run on. */
export const age = () => (performance.now() - at) / 1000;

function tell(parts, seconds) {
  now = { ...now, ...parts };
  at = performance.now() - 1000 * seconds;
  const names = new Set(Object.keys(parts));
  for (const told of watchers) told(now, names);
}

function whole(told) {
  tell(told.now, told.age);
}

function some(told) {
  if (!now || told.now.id <= now.id) return;
  // something was missed: the next stream begins with the whole
  if (told.after !== now.id) open();
  else tell(told.now, told.age);
}

const hearers = [];

/** Calls with the name of whatever is new beside the match; with none after a time without news. */
export function hint(told) {
  hearers.push(told);
}

function hear(what) {
  for (const told of hearers) told(what);
}

let source = null;

/** Listens from now on. What is known already is not told again: that would be drawn twice. */
function open(last = "") {
  source?.close();
  source = new EventSource(last ? `/api/v1/events?last=${last}` : "/api/v1/events");
  const away = document.getElementById("away");
  source.addEventListener("open", () => { away.hidden = true; hear(""); });
  source.addEventListener("error", () => {
    away.hidden = false;
    // a browser gives up after an answer that is none
    if (source.readyState === EventSource.CLOSED) setTimeout(() => open(), 3000);
  });
  source.addEventListener("whole", (event) => whole(JSON.parse(event.data)));
  source.addEventListener("parts", (event) => some(JSON.parse(event.data)));
  source.addEventListener("news", (event) => hear(event.data));
}

/** Begins to listen; what the page came with is known at once. */
export function listen() {
  const first = JSON.parse(document.getElementById("first")?.textContent ?? "null");
  if (first) whole(first);
  open(first?.last);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
}
