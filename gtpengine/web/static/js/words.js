// Words in the user's language. English is the key: what has no translation stays English.
// One catalogue for each language, /static/words/LANGUAGE.json; the server's sentences use the same.

const LANGUAGES = ["en", "de"];
let catalogue = {};
let chosen = "en";

export const language = () => chosen;

// t("Move {number}", {number: 3}): the text with its blanks filled.
export function t(text, values = {}) {
  const found = catalogue[text] ?? text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export function preferred() {
  const stored = localStorage.getItem("gtpengine.language");
  if (LANGUAGES.includes(stored)) return stored;
  const wanted = (navigator.language ?? "en").slice(0, 2).toLowerCase();
  return LANGUAGES.includes(wanted) ? wanted : "en";
}

export async function speak(name) {
  catalogue = {};
  if (name !== "en") {
    const answer = await fetch(`/static/words/${name}.json`);
    if (answer.ok) catalogue = await answer.json();
    else name = "en";
  }
  chosen = name;
  localStorage.setItem("gtpengine.language", name);
  document.documentElement.lang = name;
}

// Translate the fixed parts of the page: elements with data-t hold English as they come.
export function translatePage(root = document) {
  for (const part of root.querySelectorAll("[data-t]")) {
    part.dataset.t ||= part.textContent;
    part.textContent = t(part.dataset.t);
  }
  for (const part of root.querySelectorAll("[data-t-label]")) part.setAttribute("aria-label", t(part.dataset.tLabel));
  for (const part of root.querySelectorAll("[data-t-title]")) part.title = t(part.dataset.tTitle);
}
