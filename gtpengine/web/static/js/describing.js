// The board in words, for those who cannot see it.

import { sorted } from "./board.js";
import { h } from "./dom.js";
import { t } from "./words.js";

export function boardInWords(game, found) {
  const stones = game.stones();
  const list = (side) => sorted([...stones].filter(([, colour]) => colour === side).map(([vertex]) => vertex)).join(" ") || t("none");
  const parts = [
    h("p", {}, h("strong", {}, `${t("Black stones")}: `), list("black")),
    h("p", {}, h("strong", {}, `${t("White stones")}: `), list("white")),
  ];
  for (const region of found?.regions ?? []) {
    parts.push(h("p", {}, h("strong", {}, `${t("Region")} ${region.label}: `), `${region.headline}. ${sorted(region.points).join(" ")}`));
  }
  return parts;
}
