/**
 * Where things stand in the plane of centred columns, and how a point of it is put back.
 *
 * `lnteach.widgets.plane` lays out the same picture for pages without JavaScript, shape by shape.
 *
 * @typedef {ArrayLike<number>} Vector
 * @typedef {[number, number]} Point
 * @typedef {{ kind: string, from: Point, to: Point }} Ray
 * @typedef {{ kind: string, text: string, x: number, y: number, anchor: "start" | "middle" | "end" }} Word
 *   a letter after `_` is set low
 * @typedef {[number, number, number, number]} Box left, top, right, bottom
 */

import { roundUp } from "../picture.js";
import { dot } from "./formulas.js";

/** The axes of the plane: feature 1 against 2, and both against 3. */
export const ACROSS = [1 / Math.SQRT2, -1 / Math.SQRT2, 0];
export const UP = [1 / Math.sqrt(6), 1 / Math.sqrt(6), -2 / Math.sqrt(6)];
export const SIZE = 360;
/** Under the plane there is a line for words. */
export const HEIGHT = 378;
const RADIUS = Math.sqrt(3);
const MIDDLE = SIZE / 2;

/** @param {Vector} x @returns {Point} */
export const place = (x) => [dot(x, ACROSS), dot(x, UP)];

/** The centred column of a point. @param {number[]} point */
export const columnOf = ([along, up]) => ACROSS.map((one, i) => along * one + up * UP[i]);

/**
 * The a whose place comes nearest to a point: where γ is 0, a stays 0, whatever arrives.
 *
 * With three free entries the mean is kept; with two it moves along and every point is reached; with
 * one a stays on a line.
 *
 * @param {number[]} point
 * @param {Vector} gamma
 * @param {number} mean
 * @returns {number[] | null} null if a cannot be moved
 */
export function reached(point, gamma, mean) {
  const wanted = columnOf(point);
  const stuck = [0, 1, 2].filter((i) => gamma[i] === 0);
  if (stuck.length === 0) return wanted.map((x) => mean + x);
  if (stuck.length === 1) return wanted.map((x) => x - wanted[stuck[0]]);
  if (stuck.length === 2) return wanted.map((x, i) => (gamma[i] === 0 ? 0 : 1.5 * x));
  return null;
}

/** What keeps a from being moved freely, in words. @param {Vector} gamma */
export function held(gamma) {
  const stuck = [1, 2, 3].filter((n) => gamma[n - 1] === 0);
  const names = stuck.map((n) => `γ_${n} = `).join("");
  if (stuck.length === 0) return "";
  if (stuck.length === 1) return `${names}0 keeps a_${stuck[0]} at 0: the mean of a moves along`;
  const free = [1, 2, 3].find((n) => !stuck.includes(n));
  return stuck.length === 2 ? `${names}0: a moves along h_${free} only` : "γ = 0: a stays 0";
}

/** How far the picture reaches from its middle. @param {Record<string, Vector>} vectors */
export const reachOf = ({ at_c, at_u, at_a, at_left }) =>
  roundUp(
    1.15 *
      Math.max(RADIUS, ...[at_c, at_u, at_a, at_left].flatMap((at) => Array.from(at, Math.abs))),
  );

/**
 * All that is drawn, in its order, in pixels.
 *
 * @param {Record<string, Vector>} vectors
 * @param {number} reach
 * @returns {{ rays: Ray[], heads: { kind: string, d: string }[], dots: Point[], words: Word[], radius: number }}
 */
export function layout(vectors, reach) {
  const scale = MIDDLE / reach;
  /** @param {Vector} at @returns {Point} */
  const pixel = (at) => [MIDDLE + at[0] * scale, MIDDLE - at[1] * scale];
  const [c, u, a, left, leak] = ["at_c", "at_u", "at_a", "at_left", "at_leak"].map((name) =>
    pixel(vectors[name]),
  );
  /** @type {Point} */
  const zero = [MIDDLE, MIDDLE];
  const length = Math.hypot(vectors.at_u[0], vectors.at_u[1]);
  const rim = length > 0 ? pixel(Array.from(vectors.at_u, (x) => (x * RADIUS) / length)) : u;
  const rays = [
    ...FEATURES.map(({ to }) => ({ kind: "feature", from: zero, to })),
    { kind: "short", from: u, to: rim },
    { kind: "leak", from: zero, to: leak },
    { kind: "before", from: zero, to: c },
    { kind: "eps", from: zero, to: u },
    { kind: "direct", from: zero, to: a },
    { kind: "variance", from: a, to: left },
    { kind: "total", from: zero, to: left },
  ];
  const heads = [
    { kind: "eps", d: head(zero, u) },
    { kind: "variance", d: head(a, left) },
    { kind: "total", d: head(zero, left) },
  ];
  const rimWord = MIDDLE + (RADIUS * scale + 4) * Math.SQRT1_2;
  const fixed = [...FIXED, word("circle", "√3", rimWord + 8, rimWord + 10)];
  const taken = [
    ...fixed.map(boxOf),
    ...[c, a].map((at) => around(at, 10)),
    ...[u, left].map((at) => around(at, 4)),
    ...[c, a, left].flatMap((to) =>
      [0.2, 0.4, 0.6, 0.8].map((part) => around(between(zero, to, part), 2)),
    ),
  ];
  const tips = /** @type {[string, string, Point][]} */ ([
    ["before", "c", c],
    ["direct", "a less its mean", a],
    ["eps", "u", u],
    ["total", "s g_h", left],
    ["leak", "leak", leak],
  ]);
  const named = tips.map(([kind, text, at]) => {
    const shown = kind !== "leak" || Math.hypot(at[0] - MIDDLE, at[1] - MIDDLE) > 6;
    const found = beside(kind, shown ? text : "", at, taken);
    if (shown) taken.push(boxOf(found));
    return found;
  });
  return { rays, heads, dots: [c, a], words: [...fixed, ...named], radius: RADIUS * scale };
}

/** @param {string} kind @param {string} text @param {number} x @param {number} y @param {Word["anchor"]} [anchor] @returns {Word} */
const word = (kind, text, x, y, anchor = "middle") => ({ kind, text, x, y, anchor });

/** Where one feature alone leads, less its mean: 160 pixels of it. */
const FEATURES = [0, 1, 2].map((i) => ({
  to: /** @type {Point} */ ([
    MIDDLE + 160 * Math.sqrt(1.5) * ACROSS[i],
    MIDDLE - 160 * Math.sqrt(1.5) * UP[i],
  ]),
}));

const FIXED = [
  word("axis", "(1, −1, 0)/√2", SIZE - 2, MIDDLE + 15, "end"),
  word("axis", "(1, 1, −2)/√6", MIDDLE + 6, 12, "start"),
  word("feature", "h_1 up", SIZE - 2, 90, "end"),
  word("feature", "h_2 up", 2, 90, "start"),
  word("feature", "h_3 up", MIDDLE + 8, SIZE - 8, "start"),
];

/** @param {string} text */
const widthOf = (text) => 6.4 * text.replace("_", "").length;

/** @param {Word} word_ @returns {Box} */
function boxOf({ text, x, y, anchor }) {
  const width = widthOf(text);
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  return [left, y - 12, left + width, y + 4];
}

/** @param {Point} at @param {number} by @returns {Box} */
const around = ([x, y], by) => [x - by, y - by, x + by, y + by];

/** @param {Point} from @param {Point} to @param {number} part @returns {Point} */
const between = (from, to, part) => [
  from[0] + part * (to[0] - from[0]),
  from[1] + part * (to[1] - from[1]),
];

/** @param {Box} one @param {Box} other */
const shared = (one, other) =>
  Math.max(0, Math.min(one[2], other[2]) - Math.max(one[0], other[0])) *
  Math.max(0, Math.min(one[3], other[3]) - Math.max(one[1], other[1]));

/**
 * A word beside a tip: outward if there is room, else round about it.
 *
 * @param {string} kind
 * @param {string} text
 * @param {Point} at
 * @param {Box[]} taken
 */
function beside(kind, text, at, taken) {
  const width = widthOf(text);
  const outward = Math.floor(Math.atan2(MIDDLE - at[1], at[0] - MIDDLE) / (Math.PI / 4) + 0.5);
  let best = word(kind, text, at[0], at[1]);
  let least = Number.POSITIVE_INFINITY;
  for (const step of [0, 1, -1, 2, -2, 3, -3, 4]) {
    const angle = ((outward + step) * Math.PI) / 4;
    const x = at[0] + Math.cos(angle) * (13 + width / 2);
    const found = word(kind, text, x, at[1] - Math.sin(angle) * 18 + 4);
    const box = boxOf(found);
    const outside = width * 16 - shared(box, [0, 0, SIZE, SIZE]);
    const cost = taken.reduce((all, one) => all + shared(box, one), 10 * outside);
    if (cost < least - 1e-6) [best, least] = [found, cost];
  }
  return best;
}

/** The two strokes of an arrow's head; none where there is no room for it. @param {Point} from @param {Point} to */
function head(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  if (Math.hypot(dx, dy) < 10) return "";
  const way = Math.atan2(dy, dx);
  const [one, other] = [way + 2.7, way - 2.7].map(
    (angle) =>
      `${(to[0] + 9 * Math.cos(angle)).toFixed(2)},${(to[1] + 9 * Math.sin(angle)).toFixed(2)}`,
  );
  return `M${one}L${to[0].toFixed(2)},${to[1].toFixed(2)}L${other}`;
}
