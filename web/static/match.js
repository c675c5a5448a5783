// One match, event by event: the tables are drawn by the box, this only turns the pages.

import { ask, say, tried } from "./ask.js";
import { at, fill, h, picture } from "./dom.js";
import { _ } from "./words.js";
import "./when.js";

const PACE = 1300;
const KEPT = 60;

const place = at("replay");
const stills = new Map();
let now = 0;
let playing = 0;
let waiting = 0;
let noting = 0;

const events = () => [...document.querySelectorAll(".event")];
const last = () => Number(at("slider").max);

async function still(number) {
  if (!stills.has(number)) {
    const asked = ask("GET", `/history/${place.dataset.match}/tables/${number}`);
    asked.catch(() => stills.delete(number));
    stills.set(number, asked);
    if (stills.size > KEPT) stills.delete(stills.keys().next().value);
  }
  return stills.get(number);
}

/** Points at an event in the list, the slider and the course; the table follows. */
function point(number) {
  now = Math.min(Math.max(number, 0), last());
  const slider = at("slider");
  slider.value = now;
  for (const one of events()) {
    if (Number(one.dataset.event) !== now) {
      one.removeAttribute("aria-current");
      continue;
    }
    one.setAttribute("aria-current", "step");
    slider.setAttribute("aria-valuetext", one.querySelector("a").textContent);
    at("now-said").textContent = one.querySelector("a").textContent;
    const list = at("events");
    list.scrollTop += one.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
  }
  const course = document.querySelector("#course svg");
  course?.querySelector(".now").setAttribute("transform", `translate(${Number(course.dataset.left) + now * Number(course.dataset.step)} 0)`);
  at("first-event").disabled = at("back").disabled = now === 0;
  at("last-event").disabled = at("on").disabled = now === last();
  // browsers do not take it often
  clearTimeout(noting);
  noting = setTimeout(() => history.replaceState(null, "", `?event=${now}`), 400);
}

async function show(number) {
  point(number);
  const wanted = now;
  try {
    const told = await still(wanted);
    if (wanted !== now) return;
    fill(at("board"), picture(told.board));
    at("position").textContent = told.position;
    fill(at("asides"), ...told.asides.map((one) => h("li", {}, one)));
    if (wanted < last()) still(wanted + 1).catch(() => {});
  } catch (problem) {
    pause();
    say(problem.message);
  }
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  told(false);
}

function told(isPlaying) {
  const button = at("play");
  button.querySelector("use").setAttribute("href", `#i-${isPlaying ? "pause" : "go"}`);
  button.querySelector("span").textContent = isPlaying ? _("Stop") : _("Play");
}

async function next() {
  if (now >= last()) return pause();
  const began = performance.now();
  await show(now + 1);
  if (playing) playing = setTimeout(next, Math.max(PACE - (performance.now() - began), 100));
  return null;
}

function play() {
  if (playing) return pause();
  told(true);
  if (now >= last()) show(0);
  playing = setTimeout(next, PACE / 4);
  return null;
}

function step(by) {
  pause();
  return show(now + by);
}

const KEYS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };

function pressed(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  // what has keys of its own keeps them
  if (event.target.closest("input, button, dialog, summary, .events")) return;
  if (event.key === " ") play();
  else if (event.key in KEYS) step(KEYS[event.key]);
  else return;
  event.preventDefault();
}

function listen() {
  now = Number(at("slider").value);
  point(now);
  at("slider").addEventListener("input", (event) => {
    pause();
    point(Number(event.target.value));
    clearTimeout(waiting);
    waiting = setTimeout(() => show(now), 60);
  });
  at("first-event").addEventListener("click", () => step(-Infinity));
  at("back").addEventListener("click", () => step(-1));
  at("play").addEventListener("click", play);
  at("on").addEventListener("click", () => step(1));
  at("last-event").addEventListener("click", () => step(Infinity));
  at("events").addEventListener("click", (event) => {
    const link = event.target.closest("[data-go]");
    if (!link) return;
    event.preventDefault();
    pause();
    show(Number(link.dataset.go));
  });
  document.addEventListener("keydown", pressed);
}

/** What can be done about a match that goes on. */
function settle(open) {
  const path = `/history/${open.dataset.match}`;
  const after = (done, where) => { if (done) location.assign(where); };
  at("go-on")?.addEventListener("click", async () => after(await tried("POST", `${path}/go-on`, {}), "/"));
  at("set-aside").addEventListener("click", async () => after(await tried("POST", `${path}/abandon`, {}), path));
  const dialog = at("ending");
  at("finish")?.addEventListener("click", () => dialog.showModal());
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.querySelector("form").addEventListener("submit", async () => {
    const winners = [...dialog.querySelectorAll("input:checked")].map((one) => Number(one.value));
    after(await tried("POST", `${path}/finish`, { winners }), path);
  });
}

if (place) listen();
if (at("open-end")) settle(at("open-end"));
