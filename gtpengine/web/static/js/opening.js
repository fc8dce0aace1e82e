// Ways into a game: a file, a text, an empty board, stones set up by hand.

import { button, h, note } from "./dom.js";
import { Game, emptyRoot } from "./game.js";
import { readRecord } from "./socket.js";
import { t } from "./words.js";

const MOST_BYTES = 2 * 1024 * 1024;
export const RULES = ["japanese", "chinese", "aga", "new_zealand", "tromp-taylor"];

export const rulesName = (name) =>
  ({ japanese: t("Japanese"), chinese: t("Chinese"), aga: "AGA", new_zealand: t("New Zealand"), "tromp-taylor": "Tromp-Taylor" })[name] ?? name;

export async function gameOf(content, name) {
  if ((content.size ?? content.length) > MOST_BYTES) throw new Error(t("The file is larger than {size} MiB.", { size: 2 }));
  const record = await readRecord(content, name);
  for (const warning of record.warnings) note(warning);
  return Game.of(record);
}

export const choice = (name, options, value) =>
  h("select", { name }, ...options.map(([key, words]) => h("option", { value: key, selected: String(key) === String(value) }, words)));

// `present`, if given, makes a game that begins with the position on the board.
export function askGame(open, edit, present = null) {
  const failed = (error) => note(error.message, { bad: true });
  const file = h("input", { type: "file", accept: ".sgf,.SGF,application/x-go-sgf,text/plain", class: "only-read", id: "file" });
  const text = h("textarea", { name: "sgf", "aria-label": t("SGF text"), placeholder: "(;GM[1]SZ[19] …", spellcheck: "false" });
  const size = choice("size", [9, 13, 19, 5, 7, 11].map((n) => [n, `${n} × ${n}`]), 19);
  const rules = choice("rules", RULES.map((name) => [name, rulesName(name)]), "japanese");
  const komi = h("input", { type: "text", name: "komi", value: "6.5", inputmode: "decimal", size: 5 });
  const root = () => emptyRoot(Number(size.value), { rules: rules.value, komi: komi.value || "0" });
  const dialog = h("dialog", { "aria-label": t("Open a game") },
    h("h2", {}, t("Open a game")),
    h("div", { class: "drop" }, h("p", {}, t("Drop an SGF file anywhere on the page, or")),
      button(t("Choose a file"), () => file.click(), { class: "main" }), file),
    h("h3", {}, t("Paste a record")), text,
    h("div", { class: "row" }, button(t("Read it"), async () => {
      try {
        open(await gameOf(new TextEncoder().encode(text.value), ""));
        dialog.close();
      } catch (error) {
        failed(error);
      }
    })),
    h("h3", {}, t("Empty board")),
    h("div", { class: "form" }, h("label", {}, t("Board"), size), h("label", {}, t("Rules"), rules), h("label", {}, t("Komi"), komi)),
    h("div", { class: "row" },
      button(t("Empty board"), () => { open(new Game(root())); dialog.close(); }),
      button(t("Set up stones"), () => { edit(new Game(root())); dialog.close(); }),
      present && button(t("Change the position on the board"), () => { edit(present()); dialog.close(); }),
      h("span", { class: "spacer" }), button(t("Close"), () => dialog.close())));
  file.addEventListener("change", async () => {
    if (!file.files.length) return;
    try {
      open(await gameOf(file.files[0], file.files[0].name));
      dialog.close();
    } catch (error) {
      failed(error);
    }
    file.value = "";
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// A file dropped anywhere on the page is opened.
export function acceptDrops(open) {
  let depth = 0;
  const end = () => {
    depth = 0;
    document.body.classList.remove("dropping");
  };
  document.addEventListener("dragenter", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    depth++;
    document.body.dataset.drop = t("Drop the record here");
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => { if (--depth <= 0) end(); });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    end();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    try {
      open(await gameOf(file, file.name));
    } catch (error) {
      note(error.message, { bad: true });
    }
  });
  document.addEventListener("paste", async (event) => {
    if (event.target.closest?.("input, textarea")) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (!text.includes("(;")) return;
    try {
      open(await gameOf(new TextEncoder().encode(text), ""));
    } catch (error) {
      note(error.message, { bad: true });
    }
  });
}
