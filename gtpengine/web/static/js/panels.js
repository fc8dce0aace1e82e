// What is known of a position: verdict, best move, table of regions, the card of one. Table, verdict
// and cards come from the server as parts of our pages; here they are put in place and made to answer.

import { button, fill, h, trusted } from "./dom.js";
import { leadText, mixed } from "./numbers.js";
import { saveThermograph } from "./saving.js";
import { keep, kept } from "./store.js";
import { t } from "./words.js";

const SHOWN = 4; // candidates

export class Panels {
  // `on` holds: region(label), light(label or null), line([{colour, vertex}]), preview(moves or null), game()
  constructor(on) {
    this.on = on;
    this.verdict = h("div", {});
    this.best = h("div", {});
    this.progress = h("p", { class: "quiet" });
    this.summary = h("section", { class: "panel", "aria-label": t("Position") }, this.verdict, this.best, this.progress);
    this.table = h("section", { class: "panel empty", "aria-label": t("Regions") });
    this.card = h("section", { class: "panel empty", "aria-label": t("Region"), "aria-live": "polite" });
    this.legend = h("div", {});
    for (const [kind, make] of [["pointerover", true], ["focusin", true], ["pointerleave", false]]) {
      this.table.addEventListener(kind, (event) => on.light(make ? event.target.closest?.("[data-key]")?.dataset.key ?? null : null));
    }
    const choose = (event) => {
      const key = event.target.closest?.("tr[data-key]")?.dataset.key;
      if (key) on.region(key);
    };
    this.table.addEventListener("click", choose);
    this.table.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(event);
    });
  }

  show(found, { done = false, waiting = "" } = {}) {
    if (!found) {
      fill(this.verdict, waiting, () => h("p", { class: "quiet" }, waiting));
      fill(this.best, null, () => []);
      this.progress.textContent = "";
      for (const part of [this.table, this.card]) part.classList.add("empty");
      fill(this.table, null, () => []);
      fill(this.legend, null, () => []);
      return;
    }
    fill(this.verdict, [found.verdict, found.verdict ? 0 : found.lead], () => found.verdict
      ? trusted(found.verdict)
      : h("p", { class: "verdict" }, t("Estimated lead: {lead}", { lead: leadText(found.lead) })));
    fill(this.best, [found.reasons, found.summed, found.candidates.slice(0, SHOWN), this.toMove], () => this.#best(found));
    this.progress.textContent = this.#progress(found, done);
    this.table.classList.toggle("empty", !found.table);
    fill(this.table, found.table, () => (found.table ? [...trusted(found.table).childNodes] : []));
    fill(this.legend, found.legend, () => [...trusted(found.legend ?? "").childNodes]);
  }

  #progress(found, done) {
    const words = done ? t("{visits} playouts", { visits: found.visits }) : t("thinking: {visits} playouts so far", { visits: found.visits });
    return words + (found.proved ? ` · ${t("the move is proved")}` : "");
  }

  #best(found) {
    const rows = found.candidates.slice(0, SHOWN).map((each, place) =>
      h("tr", {},
        h("td", {}, button(each.move, () => this.on.line(this.#moves(each.line)), {
          title: t("Try this line"), class: place ? null : "main",
          onpointerenter: () => this.on.preview(this.#moves(each.line)), onpointerleave: () => this.on.preview(null),
          onfocus: () => this.on.preview(this.#moves(each.line)), onblur: () => this.on.preview(null),
        })),
        h("td", { class: "number" }, leadText(each.lead)),
        h("td", { class: "number" }, each.worth === null ? "" : each.solved ? mixed(each.worth) : `~${Number(evaluate(each.worth)).toFixed(1)}`),
        h("td", { class: "line wide-only" }, each.line.slice(1, 7).join(" "))));
    const heads = h("tr", {}, ...[[t("Move")], [found.summed ? t("Result") : t("Playouts"), t("What the game is expected to end with after this move")], [t("Gains"), t("What the move gains in its region")]]
      .map(([name, title], place) => h("th", { scope: "col", class: place ? "number" : null, title }, name)),
      h("th", { scope: "col", class: "wide-only" }, t("Then")));
    return h("div", {},
      found.reasons.length ? h("ul", { class: "reasons" }, ...found.reasons.map((reason) => h("li", {}, reason))) : null,
      rows.length ? h("table", { class: "candidates" }, h("thead", {}, heads), h("tbody", {}, ...rows)) : null);
  }

  // Candidates alternate from the player to move.
  #moves(line) {
    let colour = this.toMove;
    return line.map((vertex) => {
      const move = { colour, vertex };
      colour = colour === "b" ? "w" : "b";
      return move;
    });
  }

  // The card of a region with its lines as moves to try; null closes it.
  showRegion(region, extra = []) {
    this.card.classList.toggle("empty", !region);
    if (!region) {
      fill(this.card, null, () => []);
      return;
    }
    fill(this.card, [region.card, region.lines], () => {
      const saves = region.card.includes("<svg")
        ? [button(t("Thermograph as SVG"), () => saveThermograph(this.on.game(), region, false)), button(t("Thermograph as PNG"), () => saveThermograph(this.on.game(), region, true))]
        : [];
      const close = button(t("Close"), () => this.on.region(null), { "data-close": "card" });
      return [...trusted(region.card).childNodes, ...extra, linesOf(region, this.on), theoryOf(region), h("div", { class: "row" }, ...saves, close)];
    });
  }
}

const evaluate = (text) => {
  const [above, below = "1"] = text.split("/");
  return Number(above) / Number(below);
};

// Both players' lines: pointed at they show on the board, pressed they are played.
export function linesOf(region, on) {
  const rows = [];
  for (const [side, name] of [["black", t("Black first")], ["white", t("White first")]]) {
    const line = region.lines?.[side];
    if (!line?.length) continue;
    const moves = line.map((move) => ({ colour: move.colour[0], vertex: move.move ?? move.vertex, taken: move.taken }));
    rows.push(h("div", { class: "seq" },
      button(`▶ ${name}`, () => on.line(moves), {
        onpointerenter: () => on.preview(moves), onpointerleave: () => on.preview(null),
        onfocus: () => on.preview(moves), onblur: () => on.preview(null),
      }),
      h("span", {}, ...moves.flatMap(({ colour, vertex }) => [h("i", { class: `dot ${colour}` }), `${vertex} `]))));
  }
  return h("div", { class: "lines" }, ...rows);
}

// What a drawn place is in books, and what the other moves in it lose.
export function aboutPlace(more, toMove) {
  const { alternatives } = more;
  const own = toMove === "b" ? alternatives.black : alternatives.white;
  return [
    more.book ? h("p", {}, t("In books: {words}.", { words: more.book })) : null,
    own.length > 1 ? h("p", { class: "quiet" }, t("Moves here, with what they lose: "), own.slice(0, 6).map((each) => `${each.move} ${mixed(each.loses)}`).join(", ")) : null,
  ].filter(Boolean);
}

// The theory's terms, for those who want them.
export function theoryOf(region) {
  const made = h("details", { class: "theory", open: kept("theory", false) },
    h("summary", {}, t("In the theory's terms")),
    h("dl", {},
      h("dt", {}, t("Mean")), h("dd", {}, region.mean === null ? t("not known") : mixed(region.mean)),
      h("dt", {}, t("Temperature")), h("dd", {}, region.temperature === null ? t("not known") : mixed(region.temperature)),
      h("dt", {}, t("Kind")), h("dd", {}, region.kind),
      h("dt", {}, t("Known")), h("dd", {}, region.certainty)));
  made.addEventListener("toggle", () => keep("theory", made.open));
  return made;
}
