import { t } from "./words.js";

// Exact fractions as the server writes them ("17/8"), shown as people read them ("2 1/8").

export function mixed(text) {
  if (text === null || text === undefined) return "?";
  const [above, below = "1"] = String(text).split("/");
  const whole = Number(above), parts = Number(below);
  const size = Math.abs(whole);
  const sign = whole < 0 ? "-" : "";
  const rest = size % parts;
  if (!rest) return `${sign}${size / parts}`;
  const full = Math.floor(size / parts);
  return `${sign}${full ? `${full} ` : ""}${rest}/${parts}`;
}

// Whose lead a number is, Black's being positive: "B+3.5".
export const leadText = (value) => (Math.abs(value) < 0.05 ? "0" : `${value > 0 ? "B" : "W"}+${Math.abs(value).toFixed(1)}`);

// A result as SGF has it ("B+3.5", "W+R") in words.
export function resultText(result) {
  const [, side, how] = /^([BW])\+(.+)$/.exec(result) ?? [];
  if (!side) return t("The game is even");
  const who = side === "B" ? t("Black") : t("White");
  if (how === "R") return t("{who} wins by resignation", { who });
  if (how === "T") return t("{who} wins on time", { who });
  return t("{who} wins by {points}", { who, points: how });
}
