/**
 * The course's formulas on the numbers of a widget: the right ones, and with the edits of a mistake.
 *
 * A widget's `data.options` holds, for each mistake, the lines that differ from the right ones.
 *
 * @typedef {import("../formula-product.js").Tree} Tree
 * @typedef {{ lines: Record<string, Tree>, formula: string, words?: Record<string, string> }} Option
 */

import { forward, map, meanOf } from "../arith.js";
import { definitions, evaluate } from "../formula.js";

export const RIGHT = definitions("layer");

/**
 * A letter by the formulas of an option.
 *
 * @param {string} letter
 * @param {Record<string, any>} inputs h, gamma, beta, g_z, eps
 * @param {Option} [option] the truth, if not given
 * @returns {any}
 */
export const letterValue = (letter, inputs, option) => {
  const meanings = { ...RIGHT, ...option?.lines };
  return evaluate(meanings[letter], inputs, meanings);
};

/**
 * Central differences of sum(g_z ⊙ z) in h.
 *
 * @param {{ h: number[], gamma: number[], g_z: number[], eps: number }} state
 */
export function measured({ h, gamma, g_z, eps }) {
  const tau = 1e-5 * forward(h, eps).s;
  const a = map(g_z, (x, i) => x * gamma[i]);
  const loss = (/** @type {number[]} */ x) => h.length * meanOf(a, forward(x, eps).u);
  return map(h, (_, i) => {
    const moved = (/** @type {number} */ by) => loss(h.map((x, j) => (j === i ? x + by : x)));
    return (moved(tau) - moved(-tau)) / (2 * tau);
  });
}

/** @param {ArrayLike<number>} x @param {ArrayLike<number>} y */
export const dot = (x, y) => x.length * meanOf(x, y);

/** @param {ArrayLike<number>} x @param {ArrayLike<number>} y */
export const minus = (x, y) => map(x, (one, i) => one - y[i]);

/** A number stands for a column of it. @param {any} x @param {number} d @returns {number[]} */
export const whole = (x, d) => (typeof x === "number" ? new Array(d).fill(x) : x);
