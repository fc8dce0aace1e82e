// How to use the page: keys, and how to read what it shows.

import { button, h, trusted } from "./dom.js";
import { language, t } from "./words.js";

function keys() {
  return [
    ["←  →", t("one move back or forward (the wheel and a swipe on the board do the same)")],
    ["Page Up, Page Down", t("ten moves")],
    ["Home, End", t("to the start, to the end")],
    ["↑  ↓", t("another variation")],
    ["l, m, p", t("look at regions, try moves, ask for a place")],
    ["r, o", t("show and hide regions and owners")],
    ["t", t("type a move or a place")],
    ["Esc", t("close the card")],
    ["1 2 3 …", t("in the trainer: answer; Enter or n: the next problem")],
    ["?", t("this help")],
  ];
}

export async function showHelp() {
  const answer = await fetch(`/help?language=${language()}`);
  const dialog = h("dialog", { "aria-label": t("Help"), class: "help" },
    h("h2", {}, t("Help")),
    h("h3", {}, t("Keys")),
    h("dl", {}, ...keys().flatMap(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)])),
    answer.ok ? trusted(await answer.text()) : null,
    h("div", { class: "row" }, h("span", { class: "spacer" }), button(t("Close"), () => dialog.close(), { class: "main", autofocus: true })));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
