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

export const signed = (value, digits = 1) => `${value > 0 ? "+" : ""}${value.toFixed(digits)}`;

// Whose lead a number is, Black's being positive: "B+3.5".
export const leadText = (value) => (Math.abs(value) < 0.05 ? "0" : `${value > 0 ? "B" : "W"}+${Math.abs(value).toFixed(1)}`);
