// A board that is drawn, pointed at and lit up: what explorer, games and trainer share.

import { boardMarkup, vertexAt } from "./board.js";
import { h, trusted } from "./dom.js";

const SWIPE = 42; // pixels

export class BoardView {
  // `on` may hold: vertex(v), paint(v, begins), region(label), rectangle(from, to), step(n)
  constructor(on = {}) {
    this.on = on;
    this.mode = "look"; // or "play", "draw", "paint"
    this.holder = h("div", { class: "board-holder" });
    this.view = null;
    this.options = {};
    this.lit = null;
    this.pinned = null;
    this.hover = null;
    this.#listen();
  }

  setMode(mode) {
    this.mode = mode;
    this.holder.classList.toggle("plays", mode === "play");
    this.holder.classList.toggle("draws", mode === "draw" || mode === "paint");
    this.redraw({ ghost: null, frame: null });
  }

  draw(view, options = {}) {
    this.view = view;
    this.options = options;
    this.redraw();
  }

  redraw(more = {}) {
    Object.assign(this.options, more);
    if (!this.view) return;
    const focused = this.holder.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.holder.replaceChildren(...trusted(boardMarkup(this.view, this.options)).childNodes);
    this.light(this.pinned);
    if (focused) this.holder.querySelector(`.hotspot[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  get svg() {
    return this.holder.querySelector("svg");
  }

  // Let one region stand out, and the others step back.
  light(key) {
    this.lit = key;
    for (const part of this.holder.querySelectorAll(".is-on")) part.classList.remove("is-on");
    if (key !== null) {
      for (const part of this.holder.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)) part.classList.add("is-on");
    }
    this.svg?.classList.toggle("has-on", this.holder.querySelector(".region.is-on") !== null);
  }

  pin(key) {
    this.pinned = key;
    this.light(key);
  }

  #vertex(event) {
    return this.svg && this.view ? vertexAt(this.svg, event, this.view.width, this.view.height) : null;
  }

  #listen() {
    const { holder } = this;
    let start = null; // where a pointer went down: {vertex, x, y, id}
    holder.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      start = { vertex: this.#vertex(event), x: event.clientX, y: event.clientY };
      if (this.mode === "paint" && start.vertex) {
        holder.setPointerCapture(event.pointerId);
        start.painted = start.vertex;
        this.on.paint?.(start.vertex, true);
        event.preventDefault();
      } else if (this.mode === "draw" && start.vertex) {
        holder.setPointerCapture(event.pointerId);
        this.redraw({ frame: [start.vertex, start.vertex] });
        event.preventDefault();
      }
    });
    holder.addEventListener("pointermove", (event) => {
      const vertex = this.#vertex(event);
      if (this.mode === "draw" && start?.vertex && vertex) {
        if (this.options.frame?.[1] !== vertex) this.redraw({ frame: [start.vertex, vertex] });
      } else if (this.mode === "paint" && start?.vertex) {
        if (!vertex || vertex === start.painted) return;
        start.painted = vertex;
        this.on.paint?.(vertex, false);
      } else if ((this.mode === "play" || this.mode === "paint") && event.pointerType === "mouse" && vertex !== this.hover) {
        this.hover = vertex;
        const free = vertex && !this.view.stones.has(vertex);
        this.redraw({ ghost: free && this.on.ghost?.() ? { vertex, colour: this.on.ghost() } : null });
      } else if (this.mode === "look" && event.pointerType === "mouse") {
        this.light(event.target.closest?.("[data-key]")?.dataset.key ?? this.pinned);
      }
    });
    holder.addEventListener("pointerleave", () => {
      this.hover = null;
      if (this.options.ghost) this.redraw({ ghost: null });
      this.light(this.pinned);
    });
    holder.addEventListener("pointerup", (event) => {
      const began = start;
      start = null;
      if (!began || event.button !== 0) return;
      if (this.mode === "draw") {
        const frame = this.options.frame;
        this.redraw({ frame: null });
        if (frame) this.on.rectangle?.(...frame);
        return;
      }
      if (this.mode === "paint") return;
      const across = event.clientX - began.x, down = event.clientY - began.y;
      if (event.pointerType === "touch" && Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) {
        this.on.step?.(across < 0 ? 1 : -1);
        return;
      }
      if (Math.hypot(across, down) > SWIPE / 2) return;
      const vertex = this.#vertex(event);
      if (this.mode === "play" && vertex) this.on.vertex?.(vertex);
      else if (this.mode === "look") this.#choose(event.target);
    });
    holder.addEventListener("pointercancel", () => {
      start = null;
      if (this.options.frame) this.redraw({ frame: null });
    });
    holder.addEventListener("focusin", (event) => this.light(event.target.dataset?.key ?? this.pinned));
    holder.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && event.target.dataset?.key) {
        event.preventDefault();
        this.#choose(event.target);
      }
    });
    let turned = 0;
    holder.addEventListener("wheel", (event) => {
      if (!this.on.step || event.ctrlKey) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) >= 40) {
        this.on.step(turned > 0 ? 1 : -1);
        turned = 0;
      }
    }, { passive: false });
  }

  #choose(target) {
    const key = target.closest?.("[data-key]")?.dataset.key ?? null;
    this.on.region?.(key);
  }
}
