// The camera's picture on a page, with the board's corners on it: dragged by mouse, touch or keys.

import { h } from "./dom.js";
import { _ } from "./words.js";

const PAUSE = 300;
const ZOOM = 3;

/** Between 0 and 1. */
const within = (value) => Math.min(1, Math.max(0, value));

export class Lens {
  /** ``place`` holds what lens.html puts there; ``path`` is where the picture is; ``moved`` hears of dragged corners. */
  constructor(place, path, moved = null) {
    this.place = place;
    this.path = path;
    this.moved = moved;
    this.image = place.querySelector("img");
    this.veil = place.querySelector(".veil");
    this.loupe = place.querySelector(".loupe");
    this.corners = [];
    this.tag = null;
    this.isOn = false;
    this.isBusy = false;
    this.image.addEventListener("load", () => this.loaded());
    new ResizeObserver(() => this.draw()).observe(place);
    document.addEventListener("visibilitychange", () => this.go());
  }

  /** Shows pictures from now on, or stops. */
  turn(isOn) {
    this.isOn = isOn;
    this.go();
  }

  async go() {
    if (!this.isOn || this.isBusy || document.hidden) return;
    this.isBusy = true;
    const pause = await this.fetched();
    setTimeout(() => { this.isBusy = false; this.go(); }, pause);
  }

  /** Fetches a picture; gives how long to wait before the next. */
  async fetched() {
    const answer = await fetch(this.path, { cache: "no-cache" }).catch(() => null);
    if (!answer) return 3000;
    if (!answer.ok) {
      const told = await answer.json().catch(() => ({}));
      this.say(told.detail ?? _("There is no picture."));
      return 2000;
    }
    const tag = answer.headers.get("ETag");
    if (tag !== this.tag) {
      const url = URL.createObjectURL(await answer.blob());
      const last = this.image.src;
      this.image.src = url;
      await this.image.decode().catch(() => null);
      if (last.startsWith("blob:")) URL.revokeObjectURL(last);
      this.tag = tag;
    }
    this.say("");
    return PAUSE;
  }

  /** The next picture is another one for sure. */
  look(path = this.path) {
    this.path = path;
    this.tag = null;
  }

  say(sentence) {
    this.veil.textContent = sentence;
    this.veil.hidden = !sentence;
  }

  loaded() {
    if (this.image.naturalWidth !== this.image.width || this.image.naturalHeight !== this.image.height) {
      this.image.width = this.image.naturalWidth;
      this.image.height = this.image.naturalHeight;
    }
    this.draw();
  }

  // -- corners ----------------------------------------------------------------------------------------------

  /** The corners as they are known, clockwise from the board's own top left; none hides them. */
  show(corners, canMove = false) {
    this.corners = corners.map(({ x, y }) => ({ x, y }));
    this.offer(canMove && corners.length === 4);
    this.draw();
  }

  /** Corners somewhere, to be dragged from there. */
  begin() {
    if (this.corners.length !== 4) this.corners = [[0.25, 0.2], [0.75, 0.2], [0.75, 0.8], [0.25, 0.8]].map(([x, y]) => ({ x, y }));
    this.offer(true);
    this.draw();
    this.place.querySelector(".corner").focus();
  }

  /** The same corners, a quarter on: another side of the board is its top. */
  quarter() {
    this.corners = [...this.corners.slice(-1), ...this.corners.slice(0, -1)];
    this.draw();
  }

  offer(canMove) {
    const there = this.place.querySelectorAll(".corner");
    if (canMove && !there.length) this.place.append(...[0, 1, 2, 3].map((number) => this.handle(number)));
    if (!canMove) there.forEach((one) => one.remove());
    this.place.classList.toggle("moving", canMove);
  }

  handle(number) {
    const names = [_("Corner 1: top left of the board"), _("Corner 2: top right"), _("Corner 3: bottom right"), _("Corner 4: bottom left")];
    const button = h("button", { type: "button", class: "corner", "aria-label": names[number] }, h("span", {}, String(number + 1)));
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      button.focus();
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("pointermove", (event) => {
      if (!button.hasPointerCapture(event.pointerId)) return;
      const box = this.image.getBoundingClientRect();
      this.put(number, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
      this.magnify(number);
    });
    for (const end of ["pointerup", "pointercancel"]) button.addEventListener(end, () => { this.loupe.hidden = true; });
    button.addEventListener("blur", () => { this.loupe.hidden = true; });
    button.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!way) return;
      event.preventDefault();
      const step = event.shiftKey ? 0.02 : 0.002;
      const at = this.corners[number];
      this.put(number, at.x + step * way[0], at.y + step * way[1]);
      this.magnify(number);
    });
    return button;
  }

  put(number, x, y) {
    this.corners[number] = { x: within(x), y: within(y) };
    this.draw();
    this.moved?.(this.corners);
  }

  draw() {
    const told = this.corners.map(({ x, y }) => `${x},${y}`).join(" ");
    for (const line of this.place.querySelectorAll("polygon")) line.setAttribute("points", told);
    this.place.querySelectorAll(".corner").forEach((button, number) => {
      button.style.left = `${100 * this.corners[number].x}%`;
      button.style.top = `${100 * this.corners[number].y}%`;
    });
  }

  /** What is under the finger, larger, where the finger is not. */
  magnify(number) {
    const { x, y } = this.corners[number];
    const size = this.loupe.width;
    const box = this.image.getBoundingClientRect();
    const share = this.image.naturalWidth / box.width * size / 2 / ZOOM;
    const pen = this.loupe.getContext("2d");
    pen.fillStyle = "#221f2b";
    pen.fillRect(0, 0, size, size);
    pen.drawImage(this.image, x * this.image.naturalWidth - share, y * this.image.naturalHeight - share, 2 * share, 2 * share, 0, 0, size, size);
    pen.strokeStyle = "#ffd98a";
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(size / 2, 0); pen.lineTo(size / 2, size); pen.moveTo(0, size / 2); pen.lineTo(size, size / 2);
    pen.stroke();
    this.loupe.classList.toggle("right", x < 0.5);
    this.loupe.hidden = false;
  }
}

/** Calls now and again while somebody looks; ``told`` says whether to go on. */
export function polling(told, pause = 1200) {
  const step = async () => {
    if (!document.hidden) await told();
    setTimeout(step, pause);
  };
  step();
}
