/**
 * Variance and denominator: dv, ds and du for a change dh, its parts, and a step carried out.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { differentials, forward, map, meanOf } from "../arith.js";
import { constant } from "../valid.js";
import { minus } from "./formulas.js";

export { default as spec } from "./variance.json";

/** @param {State} state */
const moved = ({ h, dh, step }) =>
  Array.from(h, (/** @type {number} */ x, /** @type {number} */ i) => x + step * dh[i]);

/** @param {State} state */
export const problem = (state) =>
  constant(moved(state), state.eps) && "After this step all features are equal, and ε is 0";

/** @param {State} state @returns {Result} */
export function compute(state) {
  const { h, dh, gamma, eps, step } = state;
  const saved = forward(h, eps);
  const { dmu, dv, ds, ...routes } = differentials(saved, dh);
  const { c, v, s, u } = saved;
  const share = v > 0 ? meanOf(c, dh) / v : 0;
  const common = map(h, () => dmu);
  const along = map(c, (x) => share * x);
  const after = forward(moved(state), eps);
  const finite = map(after.u, (x, i) => (x - u[i]) / step);
  return {
    vectors: {
      h,
      dh,
      gamma,
      c,
      u,
      common,
      along,
      across: map(dh, (x, i) => x - dmu - along[i]),
      du_direct: routes.direct,
      du_mean: routes.mean,
      du_variance: routes.variance,
      du: routes.total,
      finite,
      bend: minus(finite, routes.total),
    },
    scalars: {
      mu: saved.mu,
      v,
      s,
      dv,
      v_finite: (after.v - v) / step,
      ds,
      s_finite: (after.s - s) / step,
      dv_most: 2 * Math.sqrt(v * meanOf(dh, dh)),
    },
  };
}
