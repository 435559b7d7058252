/**
 * What ε breaks: the gradient at λh, its sum, its product with u, and how far u drifts.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { forward, gradientRoutes, map, sum } from "../arith.js";
import { evaluate } from "../formula.js";
import { constant } from "../valid.js";
import { dot, RIGHT } from "./formulas.js";

export { default as spec } from "./epsilon.json";

/** @param {State} state @returns {number[]} */
const scaled = ({ h, lambda }) => Array.from(h, (/** @type {number} */ x) => lambda * x);

/** @param {State} state */
export const problem = (state) =>
  constant(scaled(state), state.eps) && "With ε = 0 the factor λ cannot be 0: all features would be";

/**
 * @param {State} state
 * @param {import("../registry.js").Config} config
 * @returns {Result}
 */
export function compute(state, { data }) {
  const { h, gamma, g_z, eps, lambda } = state;
  const after = scaled(state);
  const [one, two] = [forward(h, eps), forward(after, eps)];
  const a = map(g_z, (x, i) => x * gamma[i]);
  const back = gradientRoutes(two, a);
  const u_value = dot(two.u, back.total);
  const u_exact = Number(evaluate(data.u_dot, { h: after, gamma, g_z, eps }, RIGHT));
  return {
    vectors: {
      h,
      after,
      gamma,
      g_z,
      u: one.u,
      u_after: two.u,
      a,
      g_h_direct: back.direct,
      g_h_mean: back.mean,
      g_h_variance: back.variance,
      g_h: back.total,
      drift: map(two.u, (x, i) => x - Math.sign(lambda) * one.u[i]),
    },
    scalars: {
      s: one.s,
      s_after: two.s,
      share: eps / (two.v + eps),
      sum_g_h: sum(back.total),
      u_value,
      u_exact,
      u_gap: u_value - u_exact,
    },
  };
}
