// The page: tabs, language, theme, keys, and what the address asks for.

import { note } from "./dom.js";
import { Explorer } from "./explore.js";
import { showHelp } from "./helping.js";
import { Game } from "./game.js";
import { acceptDrops } from "./opening.js";
import { PlayView } from "./play.js";
import { Connection, openedRecord } from "./socket.js";
import { keep, kept } from "./store.js";
import { Trainer } from "./train.js";
import { language, preferred, speak, t, translatePage } from "./words.js";

const root = document.documentElement;
const main = document.getElementById("view");
const connection = new Connection();
let views = {};
let current = "explore";

function showState() {
  const words = {
    offline: t("The server does not answer."),
    loading: t("The engine is getting ready …"),
    failed: t("The engine could not be loaded; the terminal says why."),
  }[connection.state];
  const holder = document.getElementById("state");
  holder.textContent = words ?? "";
  holder.classList.toggle("bad", connection.state === "offline" || connection.state === "failed");
}

function choose(name) {
  current = name;
  for (const [each, view] of Object.entries(views)) if (each !== name) view.show(false);
  for (const tab of document.querySelectorAll("[data-view]")) tab.setAttribute("aria-selected", String(tab.dataset.view === name));
  main.replaceChildren(views[name].holder);
  views[name].show(true);
}

function openGame(game, options) {
  choose("explore");
  views.explore.open(game, options);
}

function theme(name) {
  if (name) root.dataset.theme = name;
  root.style.colorScheme = name ?? "";
  keep("theme", name);
}

async function changeLanguage(name) {
  await speak(name);
  connection.speak(language());
  document.getElementById("language").value = language();
  translatePage();
  showState();
}

// The server says what the moves of a link capture; stones may be set up between them.
async function gameOfLink(text) {
  const { root: begin, steps } = Game.fromLink(text);
  const game = new Game(begin);
  let node = game.start;
  for (let place = 0; place < steps.length; ) {
    if (typeof steps[place] !== "string") {
      node = game.add(node, { setup: steps[place++] });
      continue;
    }
    const next = steps.findIndex((step, at) => at > place && typeof step !== "string");
    const moves = steps.slice(place, next < 0 ? steps.length : next);
    const answer = await connection.ask({ do: "play", ...game.position(node), moves });
    for (const move of answer.moves) node = game.add(node, move);
    place += moves.length;
  }
  game.go(node);
  return game;
}

async function followAddress() {
  const [key, value] = location.hash.slice(1).split("=");
  try {
    if (key === "position" && value) {
      openGame(await gameOfLink(value));
      return true;
    }
    if (key === "train") {
      views.train.follow(value ?? "");
      choose("train");
      return true;
    }
    if (key === "play") {
      choose("play");
      return true;
    }
  } catch (error) {
    note(t("This link leads nowhere: {why}", { why: error.message }), { bad: true });
  }
  return false;
}

document.getElementById("theme").addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  theme(dark ? "light" : "dark");
});
document.getElementById("help").addEventListener("click", showHelp);
document.getElementById("language").addEventListener("change", async (event) => {
  await changeLanguage(event.target.value);
  for (const view of Object.values(views)) {
    view.build();
    view.forget?.();
  }
  choose(current);
});
for (const tab of document.querySelectorAll("[data-view]")) tab.addEventListener("click", () => choose(tab.dataset.view));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest?.("input, textarea, select, dialog, [role=tablist]")) return;
  if (event.key === "?") showHelp();
  else if (views[current]?.key?.(event)) event.preventDefault();
});
document.querySelector(".tabs").addEventListener("keydown", (event) => {
  const tabs = [...document.querySelectorAll("[data-view]")];
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  next.focus();
  choose(next.dataset.view);
});
connection.addEventListener("state", () => {
  showState();
  // What was under way when the connection broke begins anew.
  views[current]?.connected?.(connection.state);
});
window.addEventListener("hashchange", followAddress);

theme(kept("theme", null));
connection.language = preferred();
connection.open();
const given = location.hash.length > 1 ? null : openedRecord(preferred());
await changeLanguage(preferred());
views = {
  explore: new Explorer(connection, { practise: (positions) => { views.train.practise(positions); choose("train"); } }),
  play: new PlayView(connection, { review: (game) => { openGame(game); views.explore.review.start(1, 1); } }),
  train: new Trainer(connection, { positions: () => views.explore.lastPositions() }),
};
acceptDrops(openGame);
if (!(await followAddress())) {
  const record = await (given ?? openedRecord(language()));
  if (record) {
    for (const warning of record.warnings) note(warning);
    openGame(Game.of(record));
  } else choose("explore");
}
root.dataset.ready = "yes";
