/**
 * Three routes: a change dh reaches u, and a gradient a reaches h, in three ways that add up.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { differentials, forward, gradientRoutes, map, meanOf, sum } from "../arith.js";

export { default as spec } from "./three-routes.json";

const ROUTES = /** @type {const} */ (["direct", "mean", "variance"]);

/**
 * Everything about a state, by the names of the spec.
 *
 * @param {State} state
 * @returns {Result}
 */
export function compute({ h, dh, gamma, g_z, eps }) {
  const saved = forward(h, eps);
  const change = differentials(saved, dh);
  const a = map(g_z, (x, i) => x * gamma[i]);
  const back = gradientRoutes(saved, a);
  const dz = map(change.total, (x, i) => x * gamma[i]);
  /** @type {Result["vectors"]} */
  const vectors = { h, dh, gamma, g_z, u: saved.u, du: change.total, dz, a, g_h: back.total };
  for (const name of ROUTES) {
    vectors[`du_${name}`] = change[name];
    vectors[`g_h_${name}`] = back[name];
  }
  const { mu, v, s } = saved;
  const { dmu, dv, ds } = change;
  const { mean_a, mean_au } = back;
  const u_g_h = h.length * meanOf(saved.u, back.total);
  const sum_g_h = sum(back.total);
  return { vectors, scalars: { mu, v, s, dmu, dv, ds, mean_a, mean_au, sum_g_h, u_g_h } };
}
