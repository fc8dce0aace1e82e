// The trainer: endgame problems with exact answers, explained after the try by the local lines.

import { BoardView } from "./boardview.js";
import { button, h, note, say, trusted } from "./dom.js";
import { Game } from "./game.js";
import { mixed } from "./numbers.js";
import { choice } from "./opening.js";
import { linesOf, theoryOf } from "./panels.js";
import { answered, levelFor, loadRating } from "./rating.js";
import { copyLink } from "./saving.js";
import { keep, kept } from "./store.js";
import { t } from "./words.js";

const QUESTIONS = ["largest", "count", "sente", "order"];
const SOURCES = ["all", "generated", "collection", "own"];
const MOST_SEED = 2 ** 31 - 1;
const OWN_TRIES = 8; // positions of a game that are looked at for one that can be asked about
const OWN_SECONDS = 3;

const chance = (count) => Math.floor(Math.random() * count);

export class Trainer {
  // `on` holds: positions(), those of the game in the explorer that one can be asked about
  constructor(connection, on) {
    this.connection = connection;
    this.on = on;
    this.state = loadRating();
    this.kind = kept("question", "all");
    this.source = kept("source", "all");
    this.problem = null;
    this.retries = 0; // after failures, before the user is asked
    this.own = []; // moments of a review that are still to be asked
    this.build();
  }

  build() {
    this.board = new BoardView({ vertex: (vertex) => this.point(vertex), region: (label) => this.choose(label), step: (steps) => this.step(steps) });
    this.panel = h("section", { class: "panel", "aria-live": "polite" });
    this.below = h("div", { class: "row" });
    this.explained = h("section", {});
    this.score = h("section", { class: "panel" });
    this.holder = h("div", { class: "view train" },
      h("section", { class: "stage", "aria-label": t("Board") }, this.board.holder, this.below),
      h("section", { class: "side" }, this.panel, this.explained, this.score));
    this.draw();
  }

  show(shown) {
    this.hidden = !shown;
    if (shown && !this.problem && !this.asking) this.next();
  }

  connected(state) {
    if (state !== "offline" && !this.problem && !this.asking) this.next();
  }

  // A problem that is explained in another language is asked for again.
  forget() {
    const { problem } = this;
    if (!problem) return;
    if (problem.seed === null) this.next();
    else this.follow(this.link());
  }

  // Links are #train=question.level.seed
  follow(text) {
    const [question, level, seed, source = "all"] = text.split(".");
    if (QUESTIONS.includes(question)) this.ask({ do: "problem", question, level: Number(level), seed: Number(seed), source });
    else this.next();
  }

  practise(positions) {
    this.own = [...positions];
    this.next();
  }

  next() {
    const own = this.own.shift();
    if (own) {
      this.ask({ do: "own", ...own, question: "largest", seed: 1, seconds: OWN_SECONDS });
      return;
    }
    if (this.source === "own") {
      const positions = this.on.positions();
      if (!positions.length) {
        this.failure = t("Open a game in the explorer first: its endgame gives the problems.");
        this.problem = null;
        this.draw();
        return;
      }
      this.ask({ do: "own", ...positions[chance(positions.length)], question: this.kind, seed: chance(MOST_SEED), seconds: OWN_SECONDS });
      return;
    }
    // Boards with several places are not in the collection.
    const fit = this.source === "collection" ? ["count", "sente"] : QUESTIONS;
    const question = fit.includes(this.kind) ? this.kind : fit[chance(fit.length)];
    this.ask({ do: "problem", question, level: levelFor(this.state.rating), seed: chance(MOST_SEED), source: this.source });
  }

  // The part of a link after "#train=".
  link() {
    const { question, level, seed, source } = this.problem;
    return [question, level, seed, ...(source === "all" ? [] : [source])].join(".");
  }

  async ask(message) {
    this.asking = true;
    this.problem = null;
    const mine = (this.asked = {}); // of several questions only the newest is answered
    this.draw();
    try {
      const problem = await this.connection.ask(message);
      if (this.asked !== mine) return;
      this.begin(problem);
    } catch (error) {
      if (this.asked !== mine) return;
      const fromReview = message.do === "own" && this.source !== "own";
      if (fromReview) note(error.message);
      if (fromReview || (this.connection.state === "ready" && this.retries++ < OWN_TRIES)) {
        this.asking = false;
        this.next();
        return;
      }
      this.failure = error.message;
    }
    this.asking = false;
    this.draw();
  }

  begin(problem) {
    this.problem = problem;
    this.retries = 0;
    this.failure = "";
    this.game = new Game(problem.root);
    this.picked = []; // points or numbers, as far as the user has answered
    this.right = null; // then true or false
    this.label = null;
    this.board.pinned = null;
    this.board.setMode(problem.question === "largest" ? "play" : "look");
    history.replaceState(null, "", problem.seed === null ? "#train" : `#train=${this.link()}`);
    say(this.words());
  }

  words() {
    const side = this.problem.root.to_move === "b" ? t("Black") : t("White");
    return {
      largest: t("{side} to move: which move is the largest?", { side }),
      count: t("Count this place."),
      sente: t("Sente or gote?"),
      order: t("Order these three: the largest first."),
    }[this.problem.question];
  }

  hint() {
    return {
      largest: t("Click on the board, or type a point."),
      count: t("Black's points minus White's, on average, before anyone plays. Plus is Black's."),
      sente: t("Whose move is it to make, because it must be answered?"),
      order: t("Choose the places in the order in which you would play them."),
    }[this.problem.question];
  }

  point(vertex) {
    if (this.right !== null || this.problem?.question !== "largest" || this.game.stones().has(vertex)) return;
    this.answer([vertex], this.problem.answer.includes(vertex));
  }

  pick(number) {
    if (this.right !== null || this.picked.includes(number)) return;
    this.picked.push(number);
    if (this.picked.length === 2) this.picked.push([1, 2, 3].find((each) => !this.picked.includes(each)));
    if (this.picked.length === 3) this.answer(this.picked, this.picked.every((each, place) => each === this.problem.answer[place]));
    else this.draw();
  }

  answer(picked, right) {
    const before = this.state.rating;
    this.picked = picked;
    this.right = right;
    this.state = answered(this.state, this.problem.rating, right);
    this.change = Math.round(this.state.rating) - Math.round(before);
    this.board.setMode("look");
    this.label = null;
    this.draw();
    say(right ? t("Right!") : t("Not quite."));
  }

  choose(label) {
    if (this.right === null) {
      const place = this.problem?.question === "order" ? this.problem.places.findIndex((points) => points.includes(label)) : -1;
      if (place >= 0) this.pick(place + 1);
      return;
    }
    this.label = label === this.label ? null : label;
    this.draw();
  }

  playLine(moves) {
    this.game.here = this.game.start;
    for (const move of moves) this.game.go(this.game.add(this.game.here, move));
    this.game.here = this.game.path()[0] ?? this.game.start;
    this.draw();
    this.board.holder.scrollIntoView({ block: "nearest" });
  }

  step(steps) {
    if (!this.problem || this.right === null) return;
    if (steps > 0) this.game.forward(steps);
    else this.game.back(-steps);
    this.draw();
  }

  key(event) {
    if (!this.problem) return false;
    const { question, choices } = this.problem;
    if (this.right !== null && (event.key === "Enter" || event.key === "n")) this.next();
    else if (event.key === "ArrowRight" || event.key === "ArrowLeft") this.step(event.key === "ArrowRight" ? 1 : -1);
    else if (this.right === null && question === "order" && "123".includes(event.key)) this.pick(Number(event.key));
    else if (this.right === null && choices[Number(event.key) - 1]) this.chooseAnswer(choices[Number(event.key) - 1].value);
    else return false;
    return true;
  }

  chooseAnswer(value) {
    if (this.right === null) this.answer([value], this.problem.answer[0] === value);
  }

  draw() {
    this.#drawScore();
    const { problem } = this;
    if (!problem) {
      const words = this.failure || (this.connection.state === "ready" || this.asking ? t("Looking for a problem …") : t("The engine is getting ready …"));
      this.panel.replaceChildren(h("p", { class: "verdict" }, words), this.failure ? button(t("Another one"), () => this.next(), { class: "main" }) : "");
      this.explained.replaceChildren();
      this.below.replaceChildren();
      return;
    }
    this.#drawBoard();
    this.#drawQuestion();
    this.#drawExplained();
  }

  #drawBoard() {
    const { problem, game } = this;
    const view = game.view();
    const options = { label: this.words(), outside: problem.outside };
    if (game.here === game.start) view.settled = { black: new Set(problem.settled.black), white: new Set(problem.settled.white) };
    const shown = this.right !== null && problem.regions.length > 1 && game.here === game.start;
    if (shown) view.regions = problem.regions;
    else if (game.here === game.start && problem.question !== "largest") {
      options.places = problem.places.map((points, place) => ({ points, name: problem.places.length > 1 ? String(place + 1) : "" }));
    }
    options.marks = new Map();
    if (this.right !== null && problem.question === "largest" && game.here === game.start) {
      for (const vertex of problem.answer) options.marks.set(vertex, ["✓", "right"]);
      if (!this.right) options.marks.set(this.picked[0], ["✗", "wrong"]);
    }
    game.path().forEach((each, place) => {
      if (each.vertex !== "pass") options.marks.set(each.vertex, [String(place + 1), "line"]);
    });
    this.board.pinned = shown ? this.label : null;
    this.board.draw(view, options);
    if (problem.question === "order" && this.right === null) {
      for (const part of this.board.holder.querySelectorAll(".asked")) {
        part.style.cursor = "pointer";
        part.addEventListener("click", () => this.pick(Number(part.dataset.place)));
      }
    }
    const stepping = game.line().length > 0;
    this.below.replaceChildren(...(stepping
      ? [button("⇤", () => this.step(-99), { class: "icon", "aria-label": t("To the start") }), button("◀", () => this.step(-1), { class: "icon", "aria-label": t("Back") }),
        button("▶", () => this.step(1), { class: "icon", "aria-label": t("Forward") }), h("span", { class: "quiet" }, `${game.path().length} / ${game.line().length}`)]
      : []));
  }

  #drawQuestion() {
    const { problem } = this;
    const done = this.right !== null;
    const kinds = { gote: t("Gote"), black: t("Black's sente"), white: t("White's sente") };
    const mark = (right, picked) => (done ? (right ? "right" : picked ? "wrong" : null) : null);
    let choices = null;
    if (problem.choices.length) {
      choices = problem.choices.map(({ value, text }) =>
        button(kinds[text] ?? text, () => this.chooseAnswer(value), { disabled: done, "data-answer": value, class: mark(value === problem.answer[0], this.picked[0] === value) }));
    } else if (problem.question === "order") {
      choices = [1, 2, 3].map((number) =>
        button(this.picked.includes(number) && !done ? `${number} (${this.picked.indexOf(number) + 1}.)` : String(number), () => this.pick(number),
          { disabled: done || this.picked.includes(number), "data-answer": String(number), class: mark(this.picked.indexOf(number) === problem.answer.indexOf(number), true) }));
    } else if (!done) {
      const typed = h("input", { type: "text", size: 5, placeholder: "D4", autocomplete: "off", "aria-label": t("Type a point") });
      choices = [h("form", { class: "row tight", onsubmit: (event) => {
        event.preventDefault();
        this.point(typed.value.trim().toUpperCase());
      } }, typed, button(t("Enter"), null, { type: "submit" }))];
    }
    const parts = [
      h("h2", { class: "question" }, this.words()),
      h("p", { class: "quiet" }, this.hint()),
      h("p", { class: "quiet" }, t("Level {level}", { level: problem.level }), " · ", problem.seed === null ? t("from your own game") : problem.name && done ? problem.name : t("the walls live, territory scoring")),
      choices ? h("div", { class: "choices" }, ...choices) : null,
    ];
    if (done) {
      const told = {
        largest: t("The largest: {answer}", { answer: problem.answer.join(", ") }),
        order: t("The order: {answer}", { answer: this.#orderText(problem.answer) }),
        count: t("It counts {answer}.", { answer: problem.choices.find((each) => each.value === problem.answer[0])?.text }),
        sente: kinds[problem.answer[0]],
      }[problem.question];
      parts.push(
        h("p", { class: `result ${this.right ? "right" : "wrong"}` }, this.right ? t("Right!") : t("Not quite."), " ", told),
        this.#aboutAnswer(),
        h("p", { class: "quiet" }, t("Rating: {change}", { change: `${this.change >= 0 ? "+" : ""}${this.change}` })),
        h("div", { class: "row" },
          button(t("Next problem"), () => this.next(), { class: "main", id: "next" }),
          problem.seed === null ? null : button(t("Copy link"), () => copyLink(`#train=${this.link()}`))));
    }
    this.panel.replaceChildren(...parts.filter(Boolean));
  }

  // Places of an order with the letters that they have in the table, and what a move there gains.
  #orderText(numbers) {
    const { places, regions } = this.problem;
    return numbers.map((number) => {
      const region = regions.find((each) => places[number - 1]?.includes(each.points[0]));
      return region ? `${number} (${region.label}: ${mixed(region.temperature)})` : number;
    }).join(", ");
  }

  // What the answer that was given would have been worth.
  #aboutAnswer() {
    const { problem } = this;
    if (this.right) return null;
    if (problem.question === "order") return h("p", {}, t("Your order: {answer}", { answer: this.#orderText(this.picked) }));
    if (problem.question !== "largest") return null;
    const [vertex] = this.picked;
    const region = problem.regions.find((each) => each.points.includes(vertex));
    if (!region) return h("p", {}, t("{move} is in nobody's open place: it gains nothing.", { move: vertex }));
    const own = problem.root.to_move === "b" ? region.black_move : region.white_move;
    if (problem.answer.some((each) => region.points.includes(each))) return h("p", {}, t("{move} is in the right place, but not the best move there.", { move: vertex }));
    if (own !== vertex) return h("p", {}, t("{move} is in place {label}, where even the best move gains only {gain}.", { move: vertex, label: region.label, gain: mixed(region.temperature) }));
    if (/^-|^0$/.test(region.temperature)) return h("p", {}, t("{move} gains nothing.", { move: vertex }));
    return h("p", {}, t("{move} gains only {gain}.", { move: vertex, gain: mixed(region.temperature) }));
  }

  #drawExplained() {
    const { problem } = this;
    if (this.right === null) {
      this.explained.replaceChildren();
      return;
    }
    const on = { line: (moves) => this.playLine(moves), preview: () => {} };
    const parts = [];
    if (problem.regions.length > 1) {
      const table = trusted(problem.table, "section", { class: "panel" });
      table.addEventListener("click", (event) => {
        const key = event.target.closest?.("tr[data-key]")?.dataset.key;
        if (key) this.choose(key);
      });
      parts.push(table);
    }
    // With many places on the board only those that the question was about; a click shows another.
    const asked = problem.regions.filter((each) => problem.question === "largest"
      ? problem.answer.some((vertex) => each.points.includes(vertex)) || each.points.includes(this.picked[0])
      : problem.places.some((points) => points.includes(each.points[0])));
    const open = this.label === null ? asked : problem.regions.filter((each) => each.label === this.label);
    for (const region of open) parts.push(h("section", { class: "panel" }, ...trusted(region.card).childNodes, linesOf(region, on), theoryOf(region)));
    this.explained.replaceChildren(...parts);
  }

  #sources() {
    const names = { all: t("everywhere"), generated: t("generated boards"), collection: t("the collection of shapes"), own: t("the game in the explorer") };
    const made = choice("source", SOURCES.map((name) => [name, names[name]]), this.source);
    made.addEventListener("change", () => {
      this.source = made.value;
      keep("source", this.source);
      this.next();
    });
    return made;
  }

  #drawScore() {
    const { state } = this;
    const names = { all: t("All questions"), largest: t("Largest move"), count: t("Counting"), sente: t("Sente or gote"), order: t("Order") };
    this.score.replaceChildren(
      h("div", { class: "score" },
        h("span", {}, t("Rating"), " ", h("b", { id: "rating" }, String(Math.round(state.rating)))),
        h("span", {}, t("Solved"), " ", h("b", { id: "solved" }, `${state.solved} / ${state.tried}`)),
        h("span", {}, t("In a row"), " ", h("b", {}, String(state.streak)))),
      h("div", { class: "history row", role: "img", "aria-label": t("Your last answers") }, ...state.last.map((right) => h("i", { class: right ? "right" : "wrong" }))),
      h("div", { class: "row" }, ...Object.entries(names).map(([name, words]) =>
        button(words, () => { this.kind = name; keep("question", name); this.next(); }, { "aria-pressed": String(this.kind === name), "data-kind": name }))),
      h("label", { class: "quiet row tight" }, t("Problems from"), this.#sources()));
  }
}
