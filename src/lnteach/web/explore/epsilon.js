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
  constant(scaled(state), state.eps) &&
  "With ε = 0 the factor λ cannot be 0, or as good as 0: all features would be equal, and s = 0";

/**
 * u(λh) − sign(λ) u(h), where 0 counts as positive.
 *
 * λ²s² − s(λh)² = ε(λ² − 1), so that nothing cancels: the drift is 0 exactly where it should be, for
 * λ = ±1, for ε = 0, and for a constant h.
 *
 * @param {import("../arith.js").Saved} one at h
 * @param {import("../arith.js").Saved} two at λh
 * @param {number} lambda
 * @param {number} eps
 */
function drifted({ c, s }, two, lambda, eps) {
  const size = Math.abs(lambda);
  const share = ((eps / s) * ((size - 1) * (size + 1))) / two.s / (size * s + two.s);
  return map(c, (x) => (lambda < 0 ? -share : share) * x);
}

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
      drift: drifted(one, two, lambda, eps),
    },
    scalars: {
      s: one.s,
      s_after: two.s,
      factor: (lambda * one.s) / two.s,
      share: eps / (two.v + eps),
      sum_g_h: sum(back.total),
      u_value,
      u_exact,
      u_gap: u_value - u_exact,
    },
  };
}
