// A game as a tree of steps. The server knows the rules; each step comes with what it captures.

import { sorted } from "./board.js";

export const SIDES = { b: "black", w: "white" };
export const other = (colour) => (colour === "b" ? "w" : "b");

export const emptyRoot = (size = 19, more = {}) => ({
  width: size, height: size, rules: "japanese", komi: "6.5", handicap: 0, black: [], white: [], ...more,
});

export class Game {
  constructor(root, { name = "", header = {} } = {}) {
    this.root = root;
    this.name = name;
    this.header = { black: "", white: "", result: "", ...header };
    this.start = { parent: null, children: [], number: 0, text: "" };
    this.here = this.start;
  }

  // What /record answers with.
  static of(record) {
    const game = new Game(record.root, record);
    const made = [];
    record.nodes.forEach((each, place) => {
      if (each.parent < 0) {
        made[place] = game.start;
        game.start.text = each.text ?? "";
      } else made[place] = game.add(made[each.parent], each);
    });
    game.here = game.start;
    return game;
  }

  // Put a step below another one; an equal move that is there already is that step.
  add(parent, { colour, vertex, taken = [], setup = null, text = "", words = "" }) {
    const same = setup === null && colour && parent.children.find((c) => c.colour === colour && c.vertex === vertex);
    if (same) return same;
    const moves = parent.number + (colour ? 1 : 0);
    const made = { parent, children: [], colour, vertex, taken, setup, text, words, number: moves };
    parent.children.push(made);
    return made;
  }

  path(node = this.here) {
    const found = [];
    for (let each = node; each.parent; each = each.parent) found.unshift(each);
    return found;
  }

  // The line through `here` to its end: what a slider moves along.
  line() {
    const found = this.path();
    for (let each = this.here; each.children.length; ) {
      each = each.chosen ?? each.children[0];
      found.push(each);
    }
    return found;
  }

  go(node) {
    this.here = node;
    for (let each = node; each.parent; each = each.parent) each.parent.chosen = each;
  }

  forward(steps = 1) {
    for (; steps > 0 && this.here.children.length; steps--) this.go(this.here.chosen ?? this.here.children[0]);
  }

  back(steps = 1) {
    for (; steps > 0 && this.here.parent; steps--) this.here = this.here.parent;
  }

  // The next or the last variation beside this one, or beside the nearest fork above.
  sideways(step) {
    let node = this.here;
    while (node.parent && node.parent.children.length < 2) node = node.parent;
    if (!node.parent) return;
    const all = node.parent.children;
    this.go(all[(all.indexOf(node) + step + all.length) % all.length]);
  }

  steps(node = this.here) {
    return this.path(node).flatMap((each) => [
      ...(each.setup ? [each.setup] : []),
      ...(each.colour ? [each.colour + each.vertex] : []),
    ]);
  }

  position(node = this.here) {
    return { root: this.root, steps: this.steps(node) };
  }

  stones(node = this.here) {
    const found = new Map();
    for (const side of ["black", "white"]) for (const vertex of this.root[side]) found.set(vertex, side);
    for (const each of this.path(node)) {
      if (each.setup) {
        for (const vertex of each.setup.empty) found.delete(vertex);
        for (const side of ["black", "white"]) for (const vertex of each.setup[side]) found.set(vertex, side);
      }
      if (each.colour && each.vertex !== "pass") found.set(each.vertex, SIDES[each.colour]);
      for (const vertex of each.taken ?? []) found.delete(vertex);
    }
    return found;
  }

  prisoners(node = this.here) {
    const found = { b: 0, w: 0 };
    for (const each of this.path(node)) {
      // A move that takes its own stones off gives them to the other player.
      const own = each.taken?.includes(each.vertex);
      if (each.colour) found[own ? other(each.colour) : each.colour] += each.taken.length;
    }
    return found;
  }

  toMove(node = this.here) {
    for (let each = node; each.parent; each = each.parent) {
      if (each.colour) return other(each.colour);
      if (each.setup?.to_move) return each.setup.to_move;
    }
    return this.root.to_move ?? (this.root.handicap >= 2 && this.root.black.length ? "w" : "b");
  }

  view(node = this.here) {
    return {
      width: this.root.width, height: this.root.height, stones: this.stones(node), regions: [],
      last: node.colour && node.vertex !== "pass" ? node.vertex : null,
      settled: { black: new Set(), white: new Set() },
    };
  }

  // The line that is shown as a chain of moves, for the review: the main line through `here`.
  mainEnd() {
    return this.line().at(-1) ?? this.start;
  }

  title() {
    if (this.header.black || this.header.white) return `${this.header.black || "?"} – ${this.header.white || "?"}`;
    return this.name.replace(/\.sgf$/i, "");
  }

  link() {
    const told = JSON.stringify([this.root, this.steps()]);
    const bytes = String.fromCharCode(...new TextEncoder().encode(told));
    return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  static fromLink(text) {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const [root, steps] = JSON.parse(new TextDecoder().decode(bytes));
    return { root, steps };
  }

  // The game as SGF; `told(node)` gives what is to be written beside a step: {comment, labels, land}.
  sgf(told = () => null) {
    const { root } = this;
    const escape = (words) => String(words).replace(/[\\\]]/g, "\\$&");
    const at = (vertex) => {
      if (vertex === "pass") return "";
      const letters = "abcdefghijklmnopqrstuvwxyz";
      const column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".indexOf(vertex[0]);
      return letters[column] + letters[root.height - Number(vertex.slice(1))];
    };
    const list = (name, vertices) => (vertices.length ? name + sorted(vertices).map((v) => `[${at(v)}]`).join("") : "");
    const beside = (node) => {
      const more = told(node);
      const comment = [node.text, node.words, more?.comment].filter(Boolean).join("\n\n");
      let found = comment ? `C[${escape(comment)}]` : "";
      if (more) {
        found += list("TB", more.land.black) + list("TW", more.land.white);
        if (more.labels.length) found += "LB" + more.labels.map(([v, what]) => `[${at(v)}:${what}]`).join("");
      }
      return found;
    };
    const step = (node) => {
      let found = ";";
      if (node.setup) {
        found += list("AB", node.setup.black) + list("AW", node.setup.white) + list("AE", node.setup.empty);
        if (node.setup.to_move) found += `PL[${node.setup.to_move.toUpperCase()}]`;
        if (node.colour) found += ";"; // stones and a move stand in two nodes
      }
      if (node.colour) found += `${node.colour.toUpperCase()}[${at(node.vertex)}]`;
      return found + beside(node);
    };
    const size = root.width === root.height ? root.width : `${root.width}:${root.height}`;
    let text = `(;FF[4]GM[1]CA[UTF-8]AP[gtpengine]SZ[${size}]KM[${escape(root.komi)}]RU[${escape(root.rules)}]`;
    if (root.handicap) text += `HA[${root.handicap}]`;
    for (const [name, words] of [["PB", this.header.black], ["PW", this.header.white], ["RE", this.header.result]]) {
      if (words) text += `${name}[${escape(words)}]`;
    }
    text += list("AB", root.black) + list("AW", root.white);
    if (root.to_move && (root.black.length || root.white.length)) text += `PL[${root.to_move.toUpperCase()}]`;
    text += beside(this.start);
    // A stack instead of recursion: games are long.
    const todo = [{ node: this.start, open: "", close: ")" }];
    while (todo.length) {
      const task = todo.pop();
      if (typeof task === "string") { text += task; continue; }
      const { node, open } = task;
      text += open;
      if (node !== this.start) text += step(node);
      if (node.children.length === 1) todo.push({ node: node.children[0], open: "\n" });
      else {
        for (const child of [...node.children].reverse()) {
          todo.push(")");
          todo.push({ node: child, open: "\n(" });
        }
      }
    }
    return `${text})\n`;
  }
}
