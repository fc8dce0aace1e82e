// The board as SVG: the twin of gtpengine/report/boardsvg.py, part by part and number by number, so
// that a page in the browser, a page on disk and a saved picture are the same. A test compares them.
// After that come the parts that only the browser has: owners, a picture's outside, a ghost stone.

import { escaped } from "./dom.js";
import { t } from "./words.js";

export const CELL = 32;
export const MARGIN = 38;
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const STARS = { 9: [3, 7], 13: [4, 7, 10], 19: [4, 10, 16] };
const CENTRE = { 9: 5, 13: 7, 19: 10 };

const number = (value) => value.toFixed(2).replace(/\.?0+$/, "");
const text = (words) => String(words).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

export function element(name, attributes, inner = "") {
  const parts = [name];
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    parts.push(`${key}="${typeof value === "number" ? number(value) : escaped(value)}"`);
  }
  return inner ? `<${parts.join(" ")}>${inner}</${name}>` : `<${parts.join(" ")}/>`;
}

const words = (what, x, y, kind) => element("text", { x, y, class: kind }, text(what));

function path(lines, kind) {
  const data = lines
    .map((line) => line.map(([x, y], place) => `${place ? "L" : "M"}${number(x)} ${number(y)}`).join(""))
    .join("");
  return element("path", { d: data, class: kind });
}

// Column and row, both from 1 at the lower left.
export function placeOf(vertex) {
  return [LETTERS.indexOf(vertex[0]) + 1, Number(vertex.slice(1))];
}

export const vertexOf = (column, row) => `${LETTERS[column - 1]}${row}`;

const order = (vertex) => {
  const [column, row] = placeOf(vertex);
  return row * 26 + column;
};

export const sorted = (vertices) => [...vertices].sort((a, b) => order(a) - order(b));

class Grid {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.wide = 2 * MARGIN + (width - 1) * CELL;
    this.high = 2 * MARGIN + (height - 1) * CELL;
  }

  at(vertex) {
    const [column, row] = placeOf(vertex);
    return [MARGIN + (column - 1) * CELL, MARGIN + (this.height - row) * CELL];
  }
}

function lines(grid) {
  const right = grid.wide - MARGIN, bottom = grid.high - MARGIN;
  const found = [];
  for (let i = 0; i < grid.width; i++) found.push([[MARGIN + i * CELL, MARGIN], [MARGIN + i * CELL, bottom]]);
  for (let i = 0; i < grid.height; i++) found.push([[MARGIN, MARGIN + i * CELL], [right, MARGIN + i * CELL]]);
  let dots = "";
  if (grid.width === grid.height && grid.width in STARS) {
    const places = STARS[grid.width].flatMap((c) => STARS[grid.width].map((r) => `${c} ${r}`));
    places.push(`${CENTRE[grid.width]} ${CENTRE[grid.width]}`);
    for (const place of new Set(places)) {
      const [column, row] = place.split(" ").map(Number);
      dots += element("circle", { cx: MARGIN + (column - 1) * CELL, cy: MARGIN + (row - 1) * CELL, r: 3.2, class: "star" });
    }
  }
  return path(found, "lines") + dots;
}

function coordinates(grid) {
  const near = MARGIN * 0.38;
  let parts = "";
  for (let column = 0; column < grid.width; column++) {
    for (const y of [near, grid.high - near]) parts += words(LETTERS[column], MARGIN + column * CELL, y, "coordinate");
  }
  for (let row = 1; row <= grid.height; row++) {
    for (const x of [near, grid.wide - near]) parts += words(row, x, MARGIN + (grid.height - row) * CELL, "coordinate");
  }
  return element("g", { "aria-hidden": "true" }, parts);
}

function ownerOf(view, vertex) {
  if (view.settled.black.has(vertex)) return "black";
  return view.settled.white.has(vertex) ? "white" : "";
}

function isDead(view, vertex) {
  const colour = view.stones.get(vertex);
  const owner = ownerOf(view, vertex);
  return colour !== undefined && owner !== "" && owner !== colour;
}

function landMark(grid, view, vertex) {
  const [x, y] = grid.at(vertex);
  const half = CELL * 0.13;
  return element("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 1.5, class: `land ${ownerOf(view, vertex)}` });
}

function land(grid, view) {
  let parts = "";
  for (const side of ["black", "white"]) {
    for (const vertex of sorted(view.settled[side])) {
      if (!view.stones.has(vertex)) parts += landMark(grid, view, vertex);
    }
  }
  return parts;
}

function stone(grid, view, vertex) {
  const [x, y] = grid.at(vertex);
  const dead = isDead(view, vertex);
  const drawn = element("circle", { cx: x, cy: y, r: CELL * 0.47, class: `stone ${view.stones.get(vertex)}${dead ? " dead" : ""}` });
  return drawn + (dead ? landMark(grid, view, vertex) : "");
}

function cells(grid, points) {
  const half = CELL / 2;
  return points
    .map((vertex) => grid.at(vertex))
    .map(([x, y]) => element("rect", { x: x - half, y: y - half, width: CELL, height: CELL }))
    .join("");
}

function outline(grid, points) {
  const inside = new Set(points);
  const half = CELL / 2;
  const edges = [];
  for (const vertex of points) {
    const [x, y] = grid.at(vertex);
    const [column, row] = placeOf(vertex);
    for (const [near, start, end] of [
      [[column, row + 1], [x - half, y - half], [x + half, y - half]],
      [[column, row - 1], [x - half, y + half], [x + half, y + half]],
      [[column - 1, row], [x - half, y - half], [x - half, y + half]],
      [[column + 1, row], [x + half, y - half], [x + half, y + half]],
    ]) {
      if (!inside.has(vertexOf(...near))) edges.push([start, end]);
    }
  }
  return path(edges, "outline");
}

function shade(grid, region) {
  const points = sorted(region.points);
  return element("g", { class: `region ${region.heat}`, "data-key": region.label }, cells(grid, points) + outline(grid, points));
}

function placeOfLabel(region) {
  const points = sorted(region.points);
  return region.black_move ?? region.white_move ?? points[Math.floor(points.length / 2)];
}

const letterClass = (what) => (String(what).length > 2 ? "letter long" : "letter");

function plate(x, y) {
  const half = CELL * 0.38;
  return element("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 5, class: "plate" });
}

function labels(grid, region, taken) {
  const { black_move: black, white_move: white } = region;
  const plates = new Map();
  if (black === white) plates.set(placeOfLabel(region), "both");
  else {
    if (black) plates.set(black, "black");
    if (white) plates.set(white, "white");
  }
  let parts = "";
  for (const [vertex, side] of plates) {
    if (taken.has(vertex)) continue;
    const [x, y] = grid.at(vertex);
    const letter = words(region.label, x, y, letterClass(region.label));
    parts += element("g", { class: `label ${side}`, "data-key": region.label }, plate(x, y) + letter);
  }
  return parts;
}

function mark(grid, view, vertex, what, kind) {
  const [x, y] = grid.at(vertex);
  const on = view.stones.get(vertex);
  const letter = words(what, x, y, letterClass(what));
  return element("g", { class: `mark ${kind} on-${on ?? "both"}` }, (on ? "" : plate(x, y)) + letter);
}

function hotspot(grid, region) {
  const told = t("Region {label} at {point}: {what}", { label: region.label, point: placeOfLabel(region), what: region.headline });
  return element(
    "g",
    { class: "hotspot", "data-key": region.label, tabindex: 0, role: "button", "aria-label": told },
    element("title", {}, text(told)) + cells(grid, sorted(region.points)),
  );
}

// Only here: shades by owner, as strong as it is sure.
function owners(grid, values) {
  const half = CELL / 2;
  let parts = "";
  values.forEach((value, place) => {
    if (Math.abs(value) < 0.1) return;
    const x = MARGIN + (place % grid.width) * CELL, y = MARGIN + Math.floor(place / grid.width) * CELL;
    const side = value > 0 ? "black" : "white";
    parts += element("rect", { x: x - half, y: y - half, width: CELL, height: CELL, class: `owner ${side}`, "fill-opacity": Math.abs(value) * 0.55 });
  });
  return element("g", { "aria-hidden": "true" }, parts);
}

// Only here: points that are no part of the picture, and a place that a question is about.
function outsides(grid, vertices) {
  return vertices.length ? element("g", { class: "outside" }, cells(grid, sorted(vertices))) : "";
}

function places(grid, found) {
  return found
    .map(({ points, name }) => {
      const inner = cells(grid, sorted(points)) + outline(grid, sorted(points));
      return element("g", { class: "asked", "data-place": name }, inner);
    })
    .join("");
}

function placeNames(grid, view, found) {
  let parts = "";
  for (const { points, name } of found) {
    if (!name) continue;
    const free = sorted(points).filter((vertex) => !view.stones.has(vertex));
    const [x, y] = grid.at(free[Math.floor(free.length / 2)] ?? points[0]);
    parts += element("g", { class: "mark asked-name on-both" }, plate(x, y) + words(name, x, y, "letter"));
  }
  return parts;
}

function frame(grid, [from, to]) {
  const [x1, y1] = grid.at(from), [x2, y2] = grid.at(to);
  const half = CELL / 2;
  return element("rect", {
    x: Math.min(x1, x2) - half, y: Math.min(y1, y2) - half,
    width: Math.abs(x1 - x2) + CELL, height: Math.abs(y1 - y2) + CELL, rx: 6, class: "frame",
  });
}

function ring(grid, vertex) {
  const [x, y] = grid.at(vertex);
  return element("circle", { cx: x, cy: y, r: CELL * 0.55, class: "ring" });
}

function ghost(grid, { vertex, colour }) {
  const [x, y] = grid.at(vertex);
  return element("circle", { cx: x, cy: y, r: CELL * 0.47, class: `stone ghost ${colour}` });
}

// view: {width, height, stones: Map, last, regions, settled: {black: Set, white: Set}}
// options: {label, marks: Map, showRegions, hotspots, standalone: style rules, and what only the browser has}
export function boardMarkup(view, options = {}) {
  const grid = new Grid(view.width, view.height);
  const marks = options.marks ?? new Map();
  const shown = options.showRegions === false ? [] : view.regions;
  const inner = [
    element("rect", { width: grid.wide, height: grid.high, rx: 6, class: "wood" }),
    options.ownership ? owners(grid, options.ownership) : "",
    ...shown.map((region) => shade(grid, region)),
    options.places ? places(grid, options.places) : "",
    lines(grid),
    options.outside ? outsides(grid, options.outside) : "",
    coordinates(grid),
    land(grid, view),
    ...sorted(view.stones.keys()).map((vertex) => stone(grid, view, vertex)),
  ];
  if (view.last && view.stones.has(view.last)) {
    const [x, y] = grid.at(view.last);
    inner.push(element("circle", { cx: x, cy: y, r: CELL * 0.2, class: `last on-${view.stones.get(view.last)}` }));
  }
  const taken = new Set(marks.keys());
  inner.push(...shown.map((region) => labels(grid, region, taken)));
  if (options.places) inner.push(placeNames(grid, view, options.places));
  for (const [vertex, [what, kind]] of marks) inner.push(mark(grid, view, vertex, what, kind));
  if (options.ring) inner.push(ring(grid, options.ring));
  if (options.ghost) inner.push(ghost(grid, options.ghost));
  if (options.frame) inner.push(frame(grid, options.frame));
  if (options.hotspots !== false && !options.standalone) inner.push(...shown.map((region) => hotspot(grid, region)));
  const alone = options.standalone;
  const body = alone ? `${element("title", {}, text(options.label))}${element("style", {}, alone)}${inner.join("")}` : inner.join("");
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${number(grid.wide)} ${number(grid.high)}`,
      width: alone ? grid.wide : null,
      height: alone ? grid.high : null,
      class: alone ? "board alone" : "board",
      role: alone ? "img" : "group",
      "aria-label": options.label,
    },
    body,
  );
}

// The point nearest to where a pointer is, or null beside the board.
export function vertexAt(svg, event, width, height) {
  const inverse = svg.getScreenCTM()?.inverse();
  if (!inverse) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
  const column = Math.round((x - MARGIN) / CELL) + 1;
  const row = height - Math.round((y - MARGIN) / CELL);
  return column >= 1 && column <= width && row >= 1 && row <= height ? vertexOf(column, row) : null;
}
