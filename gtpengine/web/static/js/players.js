// Who plays whom, whose turn it is, prisoners, rules and result: the line above a board.

import { h } from "./dom.js";
import { SIDES } from "./game.js";
import { rulesName } from "./opening.js";
import { t } from "./words.js";

// `below(colour)` may give an element under a name, such as a clock; `over`: it is nobody's turn.
export function playersLine(game, { below = () => null, over = false } = {}) {
  const { header, root } = game;
  const taken = game.prisoners();
  const side = (colour) => h("div", { class: game.toMove() === colour && !over ? "turn" : null },
    h("i", { class: `dot ${colour}` }), header[SIDES[colour]] || (colour === "b" ? t("Black") : t("White")), " ",
    h("small", {}, taken[colour] === 1 ? t("1 prisoner") : t("{n} prisoners", { n: taken[colour] })), below(colour));
  const more = header.result ? ` · ${header.result}` : "";
  return [side("b"), h("small", {}, `${rulesName(root.rules)} · ${t("komi")} ${root.komi}${more}`), side("w")];
}
