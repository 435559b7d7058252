/**
 * Collecting g_h: its three terms, and beside them an option's formula and the measured gradient.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { forward, gradientRoutes, map, sum } from "../arith.js";
import { evaluate } from "../formula.js";
import { dot, letterValue, measured, minus, RIGHT, whole } from "./formulas.js";

export { default as spec } from "./collect.json";

/**
 * @param {State} state
 * @param {import("../registry.js").Config} config
 * @returns {Result}
 */
export function compute(state, { data }) {
  const { h, gamma, g_z, eps, option } = state;
  const inputs = { h, gamma, beta: h.map(() => 0), g_z, eps };
  const saved = forward(h, eps);
  const a = map(g_z, (x, i) => x * gamma[i]);
  const back = gradientRoutes(saved, a);
  const value = whole(letterValue("g_h", inputs, data.options[option]), h.length);
  const judge = measured(/** @type {any} */ (state));
  const exact = Number(evaluate(data.u_dot, inputs, RIGHT));
  const u_value = dot(saved.u, value);
  return {
    vectors: {
      h,
      u: saved.u,
      gamma,
      g_z,
      a,
      g_h: back.total,
      g_h_direct: back.direct,
      g_h_mean: back.mean,
      g_h_variance: back.variance,
      value,
      measured: judge,
      gap: minus(value, judge),
    },
    scalars: {
      s: saved.s,
      mean_a: back.mean_a,
      mean_au: back.mean_au,
      sum_value: sum(value),
      u_value,
      u_exact: exact,
      u_gap: u_value - exact,
    },
    words: { formula: data.options[option].formula, title: data.options[option].title },
  };
}
