// The player's rating: an Elo number that follows right and wrong answers, kept in the browser.

import { keep, kept } from "./store.js";

const FIRST = 1000, LOWEST = 300, HIGHEST = 3000;
const QUICK = 64, SLOW = 24, SETTLED = 20; // how far one answer moves it, and when it moves less
const BASE = 700, STEP = 130, LEVELS = 10; // as the server rates problems
const SHOWN = 30;

export const expected = (own, problem) => 1 / (1 + 10 ** ((problem - own) / 400));

export function loadRating() {
  const found = kept("trainer", {});
  const number = (value, fallback) => (Number.isFinite(value) ? value : fallback);
  return {
    rating: Math.min(Math.max(number(found.rating, FIRST), LOWEST), HIGHEST),
    tried: number(found.tried, 0), solved: number(found.solved, 0), streak: number(found.streak, 0),
    last: Array.isArray(found.last) ? found.last.slice(-SHOWN).map(Boolean) : [],
  };
}

// The state after an answer; it is stored.
export function answered(state, problem, right) {
  const factor = state.tried < SETTLED ? QUICK : SLOW;
  const rating = state.rating + factor * ((right ? 1 : 0) - expected(state.rating, problem));
  const next = {
    rating: Math.min(Math.max(rating, LOWEST), HIGHEST),
    tried: state.tried + 1, solved: state.solved + (right ? 1 : 0), streak: right ? state.streak + 1 : 0,
    last: [...state.last, right].slice(-SHOWN),
  };
  keep("trainer", next);
  return next;
}

// The level whose problems are solved two times out of three.
export function levelFor(rating) {
  return Math.min(Math.max(Math.round((rating - 120 - BASE) / STEP), 1), LEVELS);
}
