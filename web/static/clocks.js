// Clocks that run on by themselves between two things that happen.

import { age } from "./live.js";

/** Seconds as people read them. */
export function written(seconds) {
  const whole = Math.floor(Math.abs(seconds));
  const sign = seconds < 0 ? "−" : "";
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const pad = (number) => String(number).padStart(2, "0");
  return sign + (hours ? `${hours}:${pad(minutes)}` : minutes) + `:${pad(whole % 60)}`;
}

/** What a clock shows now: what is left, or what was used where there is no end. */
export function reading(clock) {
  const on = clock.runs ? age() : 0;
  return clock.left === null ? clock.lap + on : clock.left - on;
}

/** Whether it is time to hurry. */
export const isShort = (clock) => clock.left !== null && reading(clock) <= 10;

/** Calls four times a second, as long as the page is seen. */
export function ticking(told) {
  setInterval(() => { if (!document.hidden) told(); }, 250);
}
