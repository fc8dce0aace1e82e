// A game against the engine: clock, undo, handicap, resignation, counting, and a review afterwards.

import { BoardView } from "./boardview.js";
import { Clock } from "./clock.js";
import { button, download, h, note, say } from "./dom.js";
import { Game, emptyRoot, other, SIDES } from "./game.js";
import { resultText } from "./numbers.js";
import { choice, RULES, rulesName } from "./opening.js";
import { playersLine } from "./players.js";
import { fileName } from "./saving.js";
import { keep, kept } from "./store.js";
import { t } from "./words.js";

const TIMES = { 1: {}, 3: {}, 10: {}, blitz: { main: 60, period: 10, periods: 3 }, normal: { main: 600, period: 30, periods: 5 } };

export class PlayView {
  constructor(connection, on) {
    this.connection = connection;
    this.on = on; // review(game)
    this.game = null;
    this.build();
    setInterval(() => this.#tick(), 250);
  }

  build() {
    this.board = new BoardView({ vertex: (vertex) => this.mine(vertex), ghost: () => (this.isMine ? SIDES[this.me] : null) });
    this.board.setMode("play");
    this.players = h("div", { class: "players" });
    this.actions = h("div", { class: "row" });
    this.told = h("section", { class: "panel", "aria-live": "polite" });
    this.stage = h("section", { class: "stage", "aria-label": t("Board") }, this.players, this.board.holder, this.actions);
    this.holder = h("div", { class: "view play" }, this.stage, h("section", { class: "side" }, this.told, (this.form = this.#form())));
    this.draw();
  }

  #form() {
    const last = kept("newgame", {});
    const size = choice("size", [9, 13, 19].map((n) => [n, `${n} × ${n}`]), last.size ?? 9);
    const colour = choice("colour", [["b", t("Black")], ["w", t("White")], ["?", t("by lot")]], last.colour ?? "b");
    const handicap = choice("handicap", [0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [n, n ? String(n) : t("none")]), last.handicap ?? 0);
    const rules = choice("rules", RULES.map((name) => [name, rulesName(name)]), last.rules ?? "chinese");
    const komi = h("input", { type: "text", name: "komi", value: last.komi ?? "", placeholder: t("as the rules say"), inputmode: "decimal", size: 8 });
    const time = choice("time", [
      ["1", t("engine: {n} s a move, you: no limit", { n: 1 })], ["3", t("engine: {n} s a move, you: no limit", { n: 3 })], ["10", t("engine: {n} s a move, you: no limit", { n: 10 })],
      ["blitz", t("both: {main} min, {periods} × {period} s", { main: 1, periods: 3, period: 10 })],
      ["normal", t("both: {main} min, {periods} × {period} s", { main: 10, periods: 5, period: 30 })],
    ], last.time ?? "1");
    const begin = () => {
      const wanted = { size: Number(size.value), colour: colour.value, handicap: Number(handicap.value), rules: rules.value, komi: komi.value.trim(), time: time.value };
      keep("newgame", wanted);
      this.begin(wanted);
    };
    return h("details", { class: "panel new-game", open: true }, h("summary", {}, h("h2", {}, t("New game"))),
      h("div", { class: "form" },
        h("label", {}, t("Board"), size), h("label", {}, t("You play"), colour), h("label", {}, t("Handicap"), handicap),
        h("label", {}, t("Rules"), rules), h("label", {}, t("Komi"), komi), h("label", { class: "wide" }, t("Time"), time)),
      h("div", { class: "row" }, button(t("Begin"), begin, { class: "main", id: "begin" })));
  }

  async begin(wanted) {
    this.#leave();
    try {
      const more = { rules: wanted.rules, handicap: wanted.handicap };
      more.komi = wanted.komi || (wanted.handicap ? "0.5" : { japanese: "6.5", new_zealand: "7" }[wanted.rules] ?? "7.5");
      if (wanted.handicap) {
        more.black = (await this.connection.ask({ do: "handicap", size: wanted.size, stones: wanted.handicap })).points;
        more.to_move = "w";
      }
      this.me = wanted.colour === "?" ? (Math.random() < 0.5 ? "b" : "w") : wanted.colour;
      const names = { [this.me]: t("You"), [other(this.me)]: "gtpengine" };
      this.game = new Game(emptyRoot(wanted.size, more), { name: t("Game against gtpengine"), header: { black: names.b, white: names.w } });
      this.seconds = Number(wanted.time) || 5;
      this.clocks = { b: new Clock(TIMES[wanted.time]), w: new Clock(TIMES[wanted.time]) };
      this.over = null;
      this.score = null;
      this.form.open = false;
      this.#turn();
    } catch (error) {
      note(error.message, { bad: true });
    }
  }

  get isMine() {
    return this.game !== null && !this.over && !this.thinking && this.game.toMove() === this.me;
  }

  // Whose turn it is now: the clock, and the engine if it is hers.
  #turn() {
    const colour = this.game.toMove();
    const passes = this.game.path().slice(-2).filter((each) => each.vertex === "pass").length;
    if (passes === 2) {
      this.#count();
      return;
    }
    this.clocks[colour].start();
    this.draw();
    if (colour !== this.me) this.#reply(colour);
  }

  #reply(colour) {
    const { game } = this;
    const clock = this.clocks[colour];
    const message = { do: "move", ...game.position(), colour, seconds: this.seconds };
    if (clock.runs) message.clock = clock.json();
    this.thinking = this.connection.stream(message, (answer) => {
      const stop = this.thinking;
      this.thinking = null;
      stop?.();
      if (answer.type === "error") {
        this.over = null;
        note(answer.lost ? t("The connection was lost; press Go on.") : answer.error, { bad: true });
        clock.stop();
        this.stuck = true;
        this.draw();
        return;
      }
      clock.stop();
      if (answer.vertex === "resign") {
        this.end(`${this.me.toUpperCase()}+R`, t("gtpengine resigns. You win!"), { final: true });
        return;
      }
      this.#put(answer);
      say(`gtpengine: ${answer.vertex}`);
      this.#turn();
    });
    this.draw();
  }

  #put(move) {
    this.game.go(this.game.add(this.game.here, move));
  }

  async mine(vertex) {
    if (!this.isMine) return;
    const { game, me } = this;
    try {
      const answer = await this.connection.ask({ do: "play", ...game.position(), moves: [me + vertex] });
      if (game !== this.game || !this.isMine) return;
      this.clocks[me].stop();
      this.#put(answer.moves[0]);
      this.#turn();
    } catch (error) {
      note(error.message, { bad: true });
    }
  }

  undo() {
    this.#leave();
    const { game } = this;
    this.over = this.score = null;
    do game.back();
    while (game.here.parent && game.toMove() !== this.me);
    game.here.children = [];
    for (const clock of Object.values(this.clocks)) clock.stop();
    this.#turn();
  }

  resign() {
    this.end(`${other(this.me).toUpperCase()}+R`, t("You resigned."));
  }

  async #count() {
    this.counting = true;
    for (const clock of Object.values(this.clocks)) clock.stop();
    this.draw();
    try {
      const { game } = this;
      const answer = await this.connection.ask({ do: "score", ...game.position() });
      if (game !== this.game) return;
      this.score = answer;
      this.end(answer.result, t("The game is over: {result}.", { result: resultText(answer.result) }));
    } catch (error) {
      note(error.message, { bad: true });
    }
    this.counting = false;
    this.draw();
  }

  // Dead stones are a judgement: whoever doubts it plays on. So does who regrets a resignation, or
  // wants to finish a game whose time is over, then without a clock.
  goOn() {
    this.over = this.score = null;
    this.stuck = false;
    this.game.header.result = "";
    if (this.clocks.b.flag || this.clocks.w.flag) this.clocks = { b: new Clock(), w: new Clock() };
    const passes = this.game.path().slice(-2).filter((each) => each.vertex === "pass").length;
    if (passes === 2) this.game.back(this.game.toMove() === this.me ? 2 : 1);
    this.game.here.children = [];
    this.#turn();
  }

  // `final`: the engine will not go on.
  end(result, words, { final = false } = {}) {
    this.#leave();
    this.over = words;
    this.final = final;
    this.form.open = true;
    this.game.header.result = result;
    for (const clock of Object.values(this.clocks)) clock.stop();
    this.draw();
  }

  #leave() {
    this.thinking?.();
    this.thinking = null;
    this.stuck = false;
  }

  #tick() {
    if (!this.game || this.over || this.hidden) return;
    const colour = this.game.toMove();
    const clock = this.clocks[colour];
    clock.tick();
    if (clock.flag) {
      const winner = other(colour);
      this.end(`${winner.toUpperCase()}+T`, colour === this.me ? t("Your time is over.") : t("gtpengine's time is over. You win!"));
    } else this.#drawPlayers();
  }

  #drawPlayers() {
    const { game } = this;
    if (!game) return;
    const clock = (colour) => this.clocks[colour].runs
      ? h("div", { class: `clock${this.clocks[colour].inPeriods ? " low" : ""}`, role: "timer", "data-clock": colour }, this.clocks[colour].text()) : null;
    this.players.replaceChildren(...playersLine(game, { below: clock, over: Boolean(this.over) }));
  }

  draw() {
    const { game } = this;
    if (!game) {
      const view = new Game(emptyRoot(9)).view();
      this.board.draw(view, { label: t("Empty board") });
      this.told.replaceChildren(h("p", { class: "verdict" }, t("Play against the engine, then look at the game together.")));
      return;
    }
    const view = game.view();
    if (this.score) view.settled = { black: new Set(this.score.settled.black), white: new Set(this.score.settled.white) };
    this.board.draw(view, { label: t("Board after move {number}", { number: game.here.number }) });
    this.#drawPlayers();
    const can = this.isMine;
    this.actions.replaceChildren(
      button(t("Pass"), () => this.mine("pass"), { disabled: !can }),
      button(t("Undo"), () => this.undo(), { disabled: game.here.number < 1 }),
      button(t("Resign"), () => this.resign(), { disabled: Boolean(this.over) }),
      this.#typed(can));
    const words = this.over ?? (this.counting ? t("Counting …") : this.thinking ? t("gtpengine is thinking …") : this.stuck ? t("The engine has no answer.") : t("Your move."));
    const parts = [h("p", { class: "verdict" }, h("strong", {}, words))];
    if (this.over || this.stuck) {
      parts.push(h("div", { class: "row" },
        this.over ? button(t("Review the game"), () => this.on.review(game), { class: "main", id: "review-game" }) : null,
        this.over && this.final ? null : button(t("Go on"), () => this.goOn()),
        button(t("Save the record"), () => download(fileName(game, "sgf"), game.sgf(), "application/x-go-sgf"))));
    } else if (game.here.words && game.here.colour !== this.me) {
      parts.push(h("details", {}, h("summary", {}, t("Why {move}?", { move: game.here.vertex })), h("p", {}, game.here.words)));
    }
    this.told.replaceChildren(...parts);
  }

  #typed(can) {
    const input = h("input", { type: "text", size: 5, placeholder: "D4", autocomplete: "off", "aria-label": t("Type a move (D4, pass)"), disabled: !can });
    return h("form", { class: "row tight", onsubmit: (event) => {
      event.preventDefault();
      const text = input.value.trim().toUpperCase();
      input.value = "";
      if (text) this.mine(text === "PASS" ? "pass" : text);
    } }, input);
  }

  show(shown) {
    this.hidden = !shown;
    if (!shown) return;
    // What plays is loaded before a clock runs.
    if (this.connection.state !== "failed") this.connection.send({ do: "prepare" });
    this.draw();
  }

  key(event) {
    if (event.key !== "t") return false;
    this.actions.querySelector("input")?.focus();
    return true;
  }
}
