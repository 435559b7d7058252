/**
 * What the three-routes widget computes and says, apart from how it shows it.
 *
 * Its words stand in labels.json, which `lnteach.widgets.three_routes` reads as well.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./arith.js").Routes} Routes
 * @typedef {import("./table.js").Row} Row
 * @typedef {import("./table.js").Scalar} Scalar
 * @typedef {"du" | "g_h"} View
 * @typedef {{ view: View, routes: Routes, vectors: Record<string, ArrayLike<number>>, scalars: Record<string, number> }} Result
 */

import { differentials, forward, gradientRoutes, map, meanOf } from "./arith.js";
import labels from "./labels.json";
import { rowStyle, show, speak } from "./numbers.js";

export const VECTORS = ["h", "dh", "gamma", "g_z"];
/** What a new feature starts with. @type {Record<string, number>} */
export const NEUTRAL = { h: 0, dh: 0, gamma: 1, g_z: 0 };
const ROUTES = /** @type {const} */ (["direct", "mean", "variance"]);
const LETTERS = /** @type {Record<string, string>} */ (labels.letters);

/**
 * Everything about a state, by the names of labels.json.
 *
 * @param {State} state
 * @returns {Result}
 */
export function compute({ h, dh, gamma, g_z, eps, view }) {
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
  const sum_g_h =
    h.length *
    meanOf(
      back.total,
      map(h, () => 1),
    );
  const u_g_h = h.length * meanOf(saved.u, back.total);
  const scalars = { mu, v, s, dmu, dv, ds, mean_a, mean_au, sum_g_h, u_g_h };
  return { view, routes: view === "du" ? change : back, vectors, scalars };
}

/** The rows of the table. @param {Result} result @returns {Row[]} */
export const rows = ({ view, vectors }) =>
  labels.rows[view].map((name) => {
    const route = ROUTES.find((mark) => name === `${view}_${mark}`);
    const mark = name === view ? "total" : route;
    return { name, label: LETTERS[name] ?? route, mark, values: vectors[name] };
  });

/** The scalars under the controls. @param {Result} result @returns {Scalar[]} */
export const scalarsOf = ({ view, scalars }) =>
  labels.scalars[view].map((name) => ({ name, label: LETTERS[name], value: scalars[name] }));

/**
 * What is wrong with a state, in words for the reader; null if nothing is.
 *
 * @param {State} state
 * @returns {string | null}
 */
export function check(state) {
  const { h, eps, view } = state;
  const finite = (/** @type {any} */ x) => typeof x === "number" && Number.isFinite(x);
  for (const name of VECTORS) {
    const values = state[name];
    if (!Array.isArray(values) || values.length === 0 || !values.every(finite)) {
      return `${name} needs at least one number, and only numbers`;
    }
    if (values.length !== h.length) {
      return `${name} has ${values.length} entries, but h has ${h.length} features`;
    }
  }
  if (view !== "du" && view !== "g_h") return "The view is either du or g_h";
  if (!finite(eps)) return "ε needs a number";
  if (eps < 0) return "ε cannot be below 0: it stands under the root of s = √(v + ε)";
  const constant = h.every((/** @type {number} */ x) => x === h[0]);
  if (eps === 0 && (constant || forward(h, eps).s === 0)) {
    return "With ε = 0 the features must not all be equal: then s = 0, and u = c/s has no value";
  }
  const { vectors, scalars } = compute(state);
  if (
    ![Object.values(scalars), ...Object.values(vectors)].every((x) => Array.from(x).every(finite))
  ) {
    return "These numbers are too far apart for the computer’s arithmetic";
  }
  return null;
}

/** How many features are told one by one. */
const TOLD = 8;

/**
 * The state in a sentence, for a screen reader.
 *
 * @param {Result} result
 */
export function summary({ view, routes: { total, direct, mean, variance } }) {
  const name = view === "du" ? "du" : "g h";
  /** @param {ArrayLike<number>} values */
  const say = (values) => {
    const style = rowStyle(values);
    const told = Array.from(values).slice(0, TOLD);
    const rest = values.length > TOLD ? `, and ${values.length - TOLD} more` : "";
    return told.map((x) => speak(x, style)).join(", ") + rest;
  };
  return `${name} is ${say(total)}. Direct ${say(direct)}; mean ${say(mean)}; variance ${say(variance)}.`;
}

/**
 * The largest difference between the browser's numbers and the core's, each relative to the
 * largest number of its kind (the parts of a sum count with the sum).
 *
 * @param {Result["vectors"]} ours
 * @param {Record<string, number[]>} core
 */
export function disagreement(ours, core) {
  /** @param {ArrayLike<number>} values */
  const size = (values) => Math.max(...Array.from(values, Math.abs));
  let worst = 0;
  for (const [name, theirs] of Object.entries(core)) {
    const whole = `${name
      .split("_")
      .slice(0, name.startsWith("g_h") ? 2 : 1)
      .join("_")}_direct`;
    const scale = Math.max(size(ours[name]), size(ours[whole] ?? []), Number.MIN_VALUE);
    for (let i = 0; i < theirs.length; i++) {
      worst = Math.max(worst, Math.abs(ours[name][i] - theirs[i]) / scale);
    }
  }
  return worst;
}

/** @param {number} worst */
export const agreement = (worst) =>
  `Browser and NumPy core computed this separately. Largest disagreement: ${
    worst === 0 ? "none" : show(worst, "power")
  }, relative to the largest number.`;
