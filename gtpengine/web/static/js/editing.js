// Setting up a position: brushes, whose turn it is, and stones put on and taken off.

import { button, h } from "./dom.js";
import { choice } from "./opening.js";
import { t } from "./words.js";

export class Editor {
  // `on` holds: changed(), done()
  constructor(game, on) {
    this.game = game;
    this.on = on;
    this.brush = "black";
    this.stroke = null; // what the stroke of the moment puts down
    this.holder = h("div", { class: "row", role: "group", "aria-label": t("Set up stones") });
    game.root.to_move ??= "b";
    this.draw();
  }

  // The colour of a stone that would be put down, or null.
  get ghost() {
    return this.brush === "empty" ? null : this.brush;
  }

  // A stroke begins with a point and may go on over others: the first one decides what it does.
  paint(vertex, { begins = true } = {}) {
    const { root } = this.game;
    const had = root.black.includes(vertex) ? "black" : root.white.includes(vertex) ? "white" : "empty";
    if (begins) this.stroke = had === this.brush ? "empty" : this.brush;
    if (had === this.stroke) return;
    for (const side of ["black", "white"]) root[side] = root[side].filter((each) => each !== vertex);
    if (this.stroke !== "empty") root[this.stroke].push(vertex);
    this.game.start.study = null;
    this.on.changed();
  }

  clear() {
    Object.assign(this.game.root, { black: [], white: [] });
    this.game.start.study = null;
    this.on.changed();
  }

  draw() {
    const brush = (name, words) => button(words, () => { this.brush = name; this.draw(); this.holder.querySelector(`[data-brush=${name}]`).focus(); },
      { "aria-pressed": String(this.brush === name), "data-brush": name });
    const turn = choice("turn", [["b", t("Black to move")], ["w", t("White to move")]], this.game.root.to_move);
    turn.setAttribute("aria-label", t("Whose turn"));
    turn.addEventListener("change", () => { this.game.root.to_move = turn.value; this.on.changed(); });
    this.holder.replaceChildren(
      brush("black", t("Black stones")), brush("white", t("White stones")), brush("empty", t("Erase")), turn,
      button(t("Clear"), () => this.clear()), button(t("Done"), () => this.on.done(), { class: "main", id: "done" }));
  }
}

// A game that begins with the position in which another one stands.
export function rootOf(game) {
  const stones = game.stones();
  const of = (side) => [...stones].filter(([, colour]) => colour === side).map(([vertex]) => vertex);
  return { ...game.root, handicap: 0, black: of("black"), white: of("white"), to_move: game.toMove() };
}
