/**
 * A batch: rows that are nobody else's, and parameters that are everybody's.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { forward, gradientRoutes, map, sum } from "../arith.js";
import { constant } from "../valid.js";
import { letterValue, minus } from "./formulas.js";

export { default as spec } from "./batch.json";

/** How far an update goes, to show what it does. */
const RATE = 0.1;

/** The numbers of the rows that count. @param {State} state */
const counted = ({ rows }) => (rows === "three" ? [1, 2, 3] : [1, 2]);

/** @param {State} state */
export const problem = (state) => {
  const flat = counted(state).find((n) => constant(state[`h${n}`], state.eps));
  return flat ? `With ε = 0 the features of token ${flat} must not all be equal` : null;
};

/** @param {State} state @returns {Result} */
export function compute(state) {
  const { gamma, eps, loss } = state;
  const numbers = counted(state);
  const share = loss === "mean" ? 1 / numbers.length : 1;
  const h = numbers.map((n) => state[`h${n}`]);
  const arriving = numbers.map((n) => state[`g_z${n}`].map((/** @type {number} */ x) => share * x));
  const together = letterValue("g_h", { h, gamma, beta: gamma, g_z: arriving, eps });
  /** @type {Result["vectors"]} */
  const vectors = { gamma };
  let [g_gamma, g_beta] = [map(gamma, () => 0), map(gamma, () => 0)];
  let gap = 0;
  const us = h.map((row) => forward(row, eps).u);
  /** The loss of the batch, as a function of γ. @param {number[]} scale */
  const lossAt = (scale) =>
    sum(
      us.map((u, k) => sum(map(u, (x, i) => share * state[`g_z${numbers[k]}`][i] * scale[i] * x))),
    );
  for (const n of [1, 2, 3]) {
    vectors[`h${n}`] = state[`h${n}`];
    vectors[`g_z${n}`] = state[`g_z${n}`];
  }
  for (const [k, n] of numbers.entries()) {
    const saved = forward(h[k], eps);
    const a = map(arriving[k], (x, i) => x * gamma[i]);
    const alone = gradientRoutes(saved, a);
    const part = map(saved.u, (x, i) => x * arriving[k][i]);
    Object.assign(vectors, {
      [`u${n}`]: saved.u,
      [`g_h${n}`]: alone.total,
      [`direct${n}`]: alone.direct,
      [`part${n}`]: part,
      [`stray${n}`]: map(gamma, (x, i) => x - RATE * part[i]),
    });
    const largest = Math.max(...map(alone.direct, Math.abs), 1e-300);
    gap = Math.max(gap, ...map(minus(together[k], alone.total), (x) => Math.abs(x) / largest));
    g_gamma = map(g_gamma, (x, i) => x + part[i]);
    g_beta = map(g_beta, (x, i) => x + arriving[k][i]);
  }
  return {
    vectors: {
      ...vectors,
      g_gamma,
      g_beta,
      averaged: map(g_gamma, (x) => x / numbers.length),
      loss_gap: minus(slopes(lossAt, gamma), g_gamma),
      apart: map(gamma, (_, i) => spread(numbers.map((n) => vectors[`part${n}`][i]))),
      stepped: map(gamma, (x, i) => x - RATE * g_gamma[i]),
    },
    scalars: { B: numbers.length, share, gap, one: 1 },
  };
}

/** How far apart the largest and the smallest are. @param {number[]} x */
const spread = (x) => Math.max(...x) - Math.min(...x);

/**
 * Central differences of a function of a column.
 *
 * @param {(x: number[]) => number} f
 * @param {number[]} x
 */
function slopes(f, x) {
  const moved = (/** @type {number} */ i, /** @type {number} */ by) =>
    f(x.map((one, j) => (j === i ? one + by : one)));
  return map(x, (_, i) => moved(i, 0.5) - moved(i, -0.5)); // linear in γ: any step will do
}
