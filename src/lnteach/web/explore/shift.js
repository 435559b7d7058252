/**
 * A shift: α added to every feature, to one of them, or along c; what stays and what moves.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { forward, map } from "../arith.js";
import { constant } from "../valid.js";
import { minus } from "./formulas.js";

export { default as spec } from "./shift.json";

/** @param {State} state */
function shifted({ h, alpha, feature, way, eps }) {
  const { c } = forward(h, eps);
  /** @param {number} i */
  const share = (i) => (way === "every" ? 1 : way === "along" ? c[i] : Number(i === feature - 1));
  return Array.from(h, (/** @type {number} */ x, /** @type {number} */ i) => x + alpha * share(i));
}

/** @param {State} state */
export function problem(state) {
  const { feature, h, eps } = state;
  if (!Number.isInteger(feature) || feature > h.length) {
    return `There is no feature ${feature}: they are numbered from 1 to ${h.length}`;
  }
  return constant(shifted(state), eps) && "After this shift all features are equal, and ε is 0";
}

/** @param {State} state @returns {Result} */
export function compute(state) {
  const { h, gamma, eps } = state;
  const after = shifted(state);
  const [one, two] = [forward(h, eps), forward(after, eps)];
  return {
    vectors: {
      h,
      gamma,
      after,
      c: one.c,
      c_after: two.c,
      u: one.u,
      u_after: two.u,
      z_after: map(two.u, (x, i) => x * gamma[i]),
      change_c: minus(two.c, one.c),
      change_u: minus(two.u, one.u),
    },
    scalars: {
      mu: one.mu,
      mu_after: two.mu,
      v: one.v,
      v_after: two.v,
      s: one.s,
      s_after: two.s,
      change_v: two.v - one.v,
    },
  };
}
