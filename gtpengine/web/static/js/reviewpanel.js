// The whole game: temperature, lead and costs as a plot that is clicked to jump; the costliest moves.

import { button, h, note, trusted } from "./dom.js";
import { choice } from "./opening.js";
import { t } from "./words.js";

export class ReviewPanel {
  // `on` holds: jump(number), practise(numbers), changed()
  constructor(connection, on) {
    this.connection = connection;
    this.on = on;
    this.found = null;
    this.stop = null;
    this.holder = h("section", { class: "panel", "aria-label": t("The game") });
    this.holder.addEventListener("click", (event) => {
      const key = event.target.closest?.(".spot")?.dataset.key;
      if (key) on.jump(Number(key.slice(1)));
    });
    this.holder.addEventListener("keydown", (event) => {
      const key = event.target.dataset?.key;
      if (key && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        on.jump(Number(key.slice(1)));
      }
    });
  }

  // Begin with another game; nothing is known of it.
  reset(game) {
    this.stop?.();
    this.stop = null;
    this.game = game;
    this.found = null;
    this.show();
  }

  start(first, seconds) {
    this.stop?.();
    const end = this.game.mainEnd();
    this.line = this.game.path(end);
    this.stop = this.connection.stream({ do: "review", ...this.game.position(end), first, seconds }, (message) => {
      if (message.type === "error") {
        if (!message.lost) note(message.error, { bad: true });
        this.stop = null;
      } else {
        this.found = message;
        if (message.done) this.stop = null;
      }
      this.show();
      this.on.changed();
    });
    this.show();
  }

  // The account of a move, by its number, if it was reviewed on the line that is shown.
  move(node) {
    if (!this.found || !node?.colour || this.line?.find((each) => each.number === node.number && each.colour) !== node) return null;
    return this.found.moves.find((each) => each.number === node.number) ?? null;
  }

  light(number) {
    for (const part of this.holder.querySelectorAll(".spot.is-on")) part.classList.remove("is-on");
    this.holder.querySelector(`.spot[data-key="m${number}"]`)?.classList.add("is-on");
  }

  show() {
    const total = this.game.path(this.game.mainEnd()).filter((each) => each.colour).length;
    this.holder.classList.toggle("empty", total === 0);
    const parts = [h("h2", {}, t("The game"))];
    if (this.stop === null) parts.push(this.#form(total));
    const { found } = this;
    if (this.stop !== null) {
      const share = found ? found.positions / found.total : 0;
      const bar = h("i", {});
      bar.style.width = `${100 * share}%`;
      parts.push(h("div", { class: "progress", role: "progressbar", "aria-valuenow": String(Math.round(100 * share)), "aria-label": t("Review") }, bar),
        h("div", { class: "row tight" }, h("span", { class: "quiet" }, t("{done} of {total} positions", { done: found?.positions ?? 0, total: found?.total ?? "…" })),
          h("span", { class: "spacer" }), button(t("Stop"), () => { this.stop(); this.stop = null; this.show(); })));
    }
    if (found?.plot) {
      const old = this.holder.querySelector(".plot-frame")?.scrollLeft ?? 0;
      const frame = trusted(found.plot, "div", { class: "plot-frame" });
      parts.push(frame, h("p", { class: "quiet" }, t("Click the plot to jump to a move.")));
      parts.push(...found.totals.map((words) => h("p", {}, words)));
      parts.push(this.#worst(found));
      requestAnimationFrame(() => { frame.scrollLeft = old; });
    }
    this.holder.replaceChildren(...parts.filter(Boolean));
  }

  #form(total) {
    const last = Math.max(1, total - 59);
    const here = Math.max(1, this.game.here.number);
    const options = [[last, t("the last 60 moves")]];
    if (last > 1) options.push([1, t("all moves")]);
    if (here > 1 && here !== last) options.push([here, t("from here on")]);
    if (last === 1) options[0][1] = t("all moves");
    const first = choice("first", options, last);
    const seconds = choice("seconds", [0.5, 1, 2, 5].map((n) => [n, t("{n} s a move", { n })]), 1);
    return h("div", { class: "row tight" },
      button(t("Review the game"), () => this.start(Number(first.value), Number(seconds.value)), { class: this.found ? null : "main", disabled: total === 0 }),
      h("label", { class: "quiet" }, h("span", { class: "only-read" }, t("Which moves")), first),
      h("label", { class: "quiet" }, h("span", { class: "only-read" }, t("Time")), seconds));
  }

  #worst(found) {
    if (!found.worst.length) return null;
    const moves = found.worst.map((number) => found.moves.find((each) => each.number === number));
    const sure = found.moves.filter((each) => each.loss && each.sure).map((each) => each.number);
    return h("div", {},
      h("h3", {}, t("The costliest moves")),
      h("div", { class: "row tight" }, ...moves.map((move) =>
        button([h("i", { class: `dot ${move.colour}` }), `${move.number} ${move.vertex}: ${move.cost}`], () => this.on.jump(move.number), { title: move.words }))),
      sure.length ? h("div", { class: "row" }, button(t("Practise these moments"), () => this.on.practise(sure))) : null);
  }
}
