// The explorer: step through a game, see what every place is worth, try moves and ask for places.

import { BoardView } from "./boardview.js";
import { boardInWords } from "./describing.js";
import { button, h, note, say } from "./dom.js";
import { Editor, rootOf } from "./editing.js";
import { Game, emptyRoot, SIDES } from "./game.js";
import { askGame, choice } from "./opening.js";
import { aboutPlace, Panels } from "./panels.js";
import { playersLine } from "./players.js";
import { ReviewPanel } from "./reviewpanel.js";
import { saveMenu } from "./saving.js";
import { keep, kept } from "./store.js";
import { t } from "./words.js";

const SETTLE = 80; // milliseconds without a step before a new position is studied

export class Explorer {
  constructor(connection, on) {
    this.connection = connection;
    this.on = on; // practise(positions)
    this.game = new Game(emptyRoot());
    this.shows = { regions: kept("regions", true), owners: kept("owners", false) };
    this.seconds = kept("seconds", 5);
    this.stopStudy = null;
    this.label = null; // of the region whose card is open
    this.place = null; // that was drawn: {region, more}
    this.build();
  }

  // Make the elements anew, in the language of the moment.
  build() {
    this.board = new BoardView({
      vertex: (vertex) => this.play(vertex),
      paint: (vertex, begins) => this.editor?.paint(vertex, { begins }),
      region: (label) => this.choose(label),
      rectangle: (from, to) => this.askPlace(`${from}:${to}`),
      step: (steps) => this.step(steps),
      ghost: () => (this.editor ? this.editor.ghost : SIDES[this.game.toMove()]),
    });
    this.panels = new Panels({
      region: (label) => this.choose(label),
      light: (label) => this.board.light(label ?? this.board.pinned),
      line: (moves) => this.playLine(moves),
      preview: (moves) => this.preview(moves),
      game: () => this.game,
    });
    const review = this.review;
    this.review = new ReviewPanel(this.connection, {
      jump: (number) => this.jump(number),
      practise: (numbers) => this.practise(numbers),
      changed: () => this.draw(),
    });
    if (review) {
      review.stop?.();
      this.review.line = review.line;
    }
    this.review.reset(this.game);
    this.players = h("div", { class: "players" });
    this.slider = h("input", { type: "range", min: "0", "aria-label": t("Move number"), oninput: () => this.goTo(Number(this.slider.value)) });
    this.count = h("output", {});
    this.modes = h("div", { class: "segments", role: "group", "aria-label": t("What a click does") });
    this.extra = h("div", { class: "row" });
    this.comment = h("section", { class: "panel empty", "aria-label": t("Comment") });
    this.words = h("details", { class: "quiet in-words" }, h("summary", {}, t("The board in words")), h("div", {}));
    this.words.addEventListener("toggle", () => this.#describeBoard());
    this.holder = h("div", { class: "view explore" },
      h("section", { class: "stage", "aria-label": t("Board") }, this.players, this.board.holder, this.#navigation(), this.extra, this.#tools(), this.panels.legend, this.words),
      h("section", { class: "side" }, this.#bar(), this.panels.summary, this.panels.card, this.comment, this.panels.table, this.review.holder));
    this.setMode(this.mode ?? "look");
  }

  #navigation() {
    const go = (sign, name, work) => button(sign, work, { class: "icon", "aria-label": name, title: name });
    return h("div", { class: "row nav" },
      go("⇤", t("To the start"), () => this.goTo(0)), go("◀", t("Back"), () => this.step(-1)), this.slider,
      go("▶", t("Forward"), () => this.step(1)), go("⇥", t("To the end"), () => this.step(9999)), this.count);
  }

  #tools() {
    const names = { look: [t("Look"), t("A click on a region shows its card")], play: [t("Try moves"), t("A click plays a move")], draw: [t("Ask a place"), t("Draw a rectangle: what is it worth?")] };
    this.modeButtons = Object.entries(names).map(([mode, [name, title]]) => button(name, () => this.setMode(mode), { title, "data-mode": mode }));
    this.modes.replaceChildren(...this.modeButtons);
    const toggle = (name, words) =>
      button(words, (event) => {
        this.shows[name] = !this.shows[name];
        keep(name, this.shows[name]);
        event.currentTarget.setAttribute("aria-pressed", String(this.shows[name]));
        this.draw();
      }, { "aria-pressed": String(this.shows[name]), "data-toggle": name });
    const typed = h("input", { type: "text", name: "vertex", size: 7, autocomplete: "off", placeholder: "D4, C1:H4", "aria-label": t("Type a move (D4, pass) or a place (C1:H4)") });
    const form = h("form", { class: "row tight", onsubmit: (event) => {
      event.preventDefault();
      const text = typed.value.trim().toUpperCase();
      typed.value = "";
      if (this.editor && text) this.editor.paint(text);
      else if (/[:,]/.test(text)) this.askPlace(text);
      else if (text) this.play(text === "PASS" ? "pass" : text);
    } }, typed);
    return h("div", { class: "row" }, this.modes, toggle("regions", t("Regions")), toggle("owners", t("Owners")), h("span", { class: "spacer" }), form);
  }

  #bar() {
    const seconds = choice("seconds", [1, 3, 5, 10, 30, 120].map((n) => [n, t("{n} s", { n })]), this.seconds);
    seconds.addEventListener("change", () => {
      this.seconds = Number(seconds.value);
      keep("seconds", this.seconds);
      this.study();
    });
    return h("div", { class: "row bar", style: "margin: 0 0 10px" },
      button(t("Open …"), () => this.openDialog(), { class: "main", id: "open" }),
      saveMenu(() => ({ game: this.game, board: this.board })),
      (this.passing = button(t("Pass"), () => this.play("pass"))),
      (this.cutting = button(t("Delete from here"), () => this.cut())),
      h("span", { class: "spacer" }),
      h("label", { class: "quiet" }, `${t("Time")} `, seconds));
  }

  openDialog() {
    askGame((game) => this.open(game), (game) => this.edit(game), this.game.stones().size ? () => new Game(rootOf(this.game)) : null);
  }

  open(game, { end = false } = {}) {
    this.editor = null;
    this.game = game;
    this.label = this.place = null;
    if (end) game.go(game.mainEnd());
    this.review.reset(game);
    this.setMode(this.mode);
    document.title = game.title() ? `${game.title()} · gtpengine` : "gtpengine";
    this.refresh();
  }

  setMode(mode) {
    this.mode = mode;
    this.board.setMode(this.editor ? "paint" : mode);
    for (const each of this.modeButtons) each.setAttribute("aria-pressed", String(each.dataset.mode === mode));
    this.#showExtra();
  }

  // Below the board: variations to choose from, or the brushes of an editor.
  #showExtra() {
    if (this.editor) {
      if (this.extra.firstChild !== this.editor.holder) this.extra.replaceChildren(this.editor.holder);
      return;
    }
    const { children } = this.game.here;
    this.extra.replaceChildren(...(children.length > 1
      ? [h("span", { class: "quiet" }, t("Variations:")), ...children.map((each) => button([h("i", { class: `dot ${each.colour}` }), each.vertex ?? "…"], () => { this.game.go(each); this.refresh(); }))]
      : []));
  }

  edit(game) {
    this.open(game);
    this.editor = new Editor(game, {
      changed: () => this.refresh(),
      done: () => {
        this.editor = null;
        this.setMode("look");
        this.refresh();
      },
    });
    this.setMode(this.mode);
    this.refresh();
  }

  async play(vertex) {
    await this.playLine([{ colour: this.game.toMove(), vertex }], { last: true });
  }

  // Put moves behind the present position; the server says what they capture.
  async playLine(moves, { last = false } = {}) {
    const { game } = this;
    const from = game.here;
    try {
      const answer = await this.connection.ask({ do: "play", ...game.position(from), moves: moves.map((m) => m.colour + m.vertex) });
      let node = from, first = null;
      for (const move of answer.moves) {
        node = game.add(node, move);
        first ??= node;
      }
      game.go(node);
      if (!last) game.here = first;
      this.preview(null);
      this.refresh();
      if (!last) this.board.holder.scrollIntoView({ block: "nearest" });
    } catch (error) {
      note(error.message, { bad: true });
    }
  }

  cut() {
    const { here } = this.game;
    if (!here.parent) return;
    here.parent.children = here.parent.children.filter((each) => each !== here);
    here.parent.chosen = undefined;
    this.game.here = here.parent;
    this.refresh();
  }

  step(steps) {
    if (steps > 0) this.game.forward(steps);
    else this.game.back(-steps);
    this.refresh();
  }

  goTo(place) {
    const line = this.game.line();
    this.game.here = place === 0 ? this.game.start : line[place - 1];
    this.refresh();
  }

  // To the moment before a reviewed move.
  jump(number) {
    const node = this.review.line?.find((each) => each.colour && each.number === number);
    if (!node) return;
    this.game.go(node);
    this.game.here = node.parent;
    this.refresh();
  }

  practise(numbers) {
    const line = this.review.line ?? [];
    const nodes = numbers.map((number) => line.find((each) => each.colour && each.number === number)?.parent).filter(Boolean);
    this.on.practise(nodes.map((node) => this.game.position(node)));
  }

  // Of the endgame, for the trainer: the second half of the line that is shown, or where it stands.
  lastPositions() {
    const line = this.game.line();
    const nodes = line.slice(Math.floor(line.length / 2));
    if (!nodes.length && this.game.stones().size) nodes.push(this.game.here);
    return nodes.map((node) => this.game.position(node));
  }

  choose(label) {
    this.place = null;
    this.label = label === this.label ? null : label;
    this.draw();
    if (this.label) this.panels.card.scrollIntoView({ block: "nearest" });
  }

  async askPlace(mask) {
    note(t("Reading {mask} …", { mask }));
    const node = this.game.here;
    try {
      const answer = await this.connection.ask({ do: "place", ...this.game.position(), mask, seconds: this.seconds });
      note("");
      if (this.game.here !== node) return;
      this.label = null;
      this.place = { region: answer.regions[0], more: answer.place };
      this.draw();
      this.panels.card.scrollIntoView({ block: "nearest" });
    } catch (error) {
      note(error.message, { bad: true });
    }
  }

  preview(moves) {
    const marks = new Map();
    moves?.forEach(({ vertex }, place) => {
      if (vertex !== "pass" && !marks.has(vertex)) marks.set(vertex, [String(place + 1), `line ${place}`]);
    });
    this.board.redraw({ marks: moves ? marks : this.marks(), ring: moves ? null : this.ring() });
  }

  // What the review says of the move that follows: what was played, and what was better.
  marks() {
    const { here } = this.game;
    const next = here.chosen ?? here.children[0];
    const told = this.review.move(next);
    const marks = new Map();
    if (!told?.loss) return marks;
    if (told.best && told.best !== told.vertex && told.best !== "pass") marks.set(told.best, ["A", "better"]);
    if (told.vertex !== "pass") marks.set(told.vertex, [String(told.number), "played"]);
    return marks;
  }

  ring() {
    const found = this.game.here.study?.found;
    return this.shows.regions && found && found.move !== "pass" && !this.editor ? found.move : null;
  }

  // The position has changed: show it at once, and study it if nothing is known.
  refresh() {
    this.label = this.place = null;
    this.draw();
    this.#showExtra();
    this.study();
    const { here } = this.game;
    const turn = this.game.toMove() === "b" ? t("Black to move") : t("White to move");
    say(here.colour ? `${t("Move {number}", { number: here.number })}: ${here.colour === "b" ? t("Black") : t("White")} ${here.vertex}. ${turn}` : turn);
  }

  draw() {
    const { game } = this;
    const { here } = game;
    const view = game.view();
    const found = here.study?.found;
    if (found && this.shows.regions && !this.editor) {
      view.regions = found.regions;
      view.settled = { black: new Set(found.settled.black), white: new Set(found.settled.white) };
    }
    const options = { label: this.#describe(found), marks: this.marks(), ring: this.ring() };
    if (this.shows.owners && found) options.ownership = found.ownership;
    if (this.place) {
      view.regions = [];
      options.places = [{ points: this.place.region.points, name: "" }];
    }
    this.board.pinned = this.label;
    this.board.draw(view, options);
    this.players.replaceChildren(...playersLine(game));
    this.players.title = `${view.width} × ${view.height}`;
    const line = game.line(), place = game.path().length;
    this.slider.max = String(line.length);
    this.slider.value = String(place);
    this.count.textContent = `${here.number} / ${line.at(-1)?.number ?? 0}`;
    this.panels.toMove = game.toMove();
    // Who hides the regions wants to guess: then the numbers beside the board are hidden as well.
    const hidden = found && !this.shows.regions ? t("What is known is hidden: Regions (r) shows it.") : null;
    this.panels.show(hidden ? null : found, { done: here.study?.done, waiting: hidden ?? this.waiting() });
    const region = this.place?.region ?? (hidden ? null : found?.regions.find((each) => each.label === this.label));
    this.panels.showRegion(region ?? null, this.place ? aboutPlace(this.place.more, this.game.toMove()) : []);
    for (const row of this.panels.table.querySelectorAll("tr[data-key]")) row.classList.toggle("is-on", row.dataset.key === this.label);
    this.#drawComment();
    this.review.light((here.chosen ?? here.children[0])?.number ?? -1);
    this.cutting.disabled = !here.parent;
    this.passing.disabled = Boolean(this.editor);
    this.#describeBoard();
  }

  // For those who cannot see the board: only while it is asked for.
  #describeBoard() {
    if (this.words.open) this.words.lastChild.replaceChildren(...boardInWords(this.game, this.game.here.study?.found));
  }

  waiting() {
    if (this.editor) return t("Set up the stones, then press Done.");
    if (this.failure) return this.failure;
    return this.connection.state === "ready" ? t("Thinking …") : t("The engine is getting ready; this can take some minutes the first time.");
  }

  #describe(found) {
    const words = t("Board after move {number}", { number: this.game.here.number });
    return found ? `${words}, ${t("{n} open regions", { n: found.regions.length })}` : words;
  }

  #drawComment() {
    const { here } = this.game;
    const next = here.chosen ?? here.children[0];
    const told = this.review.move(next);
    const parts = [];
    if (told?.words) parts.push(h("p", {}, h("strong", {}, `${t("Move {number}", { number: told.number })}: `), told.words));
    for (const words of [here.text, here.words]) if (words) parts.push(h("p", { class: "comment" }, words));
    this.comment.classList.toggle("empty", parts.length === 0);
    this.comment.replaceChildren(...parts);
  }

  // Ask for what is not known, once the user stays for a moment; what was asked before is dropped.
  study() {
    this.stopStudy?.();
    this.stopStudy = null;
    clearTimeout(this.timer);
    this.failure = "";
    const node = this.game.here;
    if (this.editor || this.hidden || (node.study?.done && node.study.seconds >= this.seconds)) return;
    this.timer = setTimeout(() => {
      const { seconds } = this;
      this.stopStudy = this.connection.stream({ do: "study", ...this.game.position(node), seconds }, (message) => {
        if (message.type === "error") {
          this.failure = message.lost ? "" : message.error;
          if (!message.lost) note(message.error, { bad: true });
        } else node.study = { found: message.found, done: message.done, seconds };
        if (this.game.here === node && !this.hidden) this.draw();
      });
    }, SETTLE);
  }

  // What was told in another language is asked for again.
  forget() {
    const todo = [this.game.start];
    while (todo.length) {
      const node = todo.pop();
      node.study = null;
      todo.push(...node.children);
    }
  }

  // The connection was lost or has come back.
  connected(state) {
    if (state === "offline") this.stopStudy = null;
    else if (!this.stopStudy) this.study();
    this.draw();
  }

  show(shown) {
    this.hidden = !shown;
    if (shown) this.refresh();
    else this.study();
  }

  key(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -9999, End: 9999 }[event.key];
    if (steps) this.step(steps);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      this.game.sideways(event.key === "ArrowDown" ? 1 : -1);
      this.refresh();
    } else if (event.key === "Escape") this.choose(null);
    else if (event.key === "l") this.setMode("look");
    else if (event.key === "m") this.setMode("play");
    else if (event.key === "p") this.setMode("draw");
    else if (event.key === "t") this.holder.querySelector("input[name=vertex]").focus();
    else if (event.key === "r" || event.key === "o") this.holder.querySelector(`[data-toggle="${event.key === "r" ? "regions" : "owners"}"]`).click();
    else return false;
    return true;
  }
}

