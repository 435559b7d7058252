/**
 * Whether a state can be drawn, in words for the reader if not.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Fields} Fields
 */

import { forward } from "./arith.js";
import { plain } from "./spec.js";

const finite = (/** @type {any} */ x) => typeof x === "number" && Number.isFinite(x);

/**
 * What is wrong with a state by its fields alone: numbers, lengths, options, ε.
 *
 * @param {Fields} fields
 * @param {State} state
 * @returns {string | null}
 */
export function problemOf(fields, state) {
  let d = -1;
  let first = "";
  for (const [name, field] of Object.entries(fields)) {
    const value = state[name];
    if (field.type === "choice") {
      if (!field.options.includes(value)) {
        return `${plain(name)} is either ${field.options.join(" or ")}`;
      }
    } else if (field.type === "number") {
      if (!finite(value)) return `${plain(name)} needs a number`;
      if (field.least !== undefined && value < field.least) return tooSmall(name, field.least);
    } else {
      if (!Array.isArray(value) || value.length === 0 || !value.every(finite)) {
        return `${plain(name)} needs at least one number, and only numbers`;
      }
      if (d >= 0 && value.length !== d) {
        return `${plain(name)} has ${value.length} entries, but ${first} has ${d} features`;
      }
      if (d < 0) [d, first] = [value.length, plain(name)];
    }
  }
  return "h" in state && "eps" in state ? constant(state.h, state.eps) : null;
}

/** @param {string} name @param {number} least */
const tooSmall = (name, least) =>
  name === "eps"
    ? "ε cannot be below 0: it stands under the root of s = √(v + ε)"
    : `${plain(name)} cannot be below ${least}`;

/**
 * A row without variance has no u at ε = 0.
 *
 * @param {number[]} h
 * @param {number} eps
 */
export function constant(h, eps) {
  const flat = h.every((x) => x === h[0]);
  if (eps === 0 && (flat || forward(h, eps).s === 0)) {
    return "With ε = 0 the features must not all be equal: then s = 0, and u = c/s has no value";
  }
  return null;
}

/**
 * Whether everything came out finite.
 *
 * @param {import("./spec.js").Result} result
 * @returns {string | null}
 */
export const overflow = ({ vectors, scalars }) =>
  [Object.values(scalars), ...Object.values(vectors)].every(allFinite)
    ? null
    : "With these numbers something divides by 0, or grows too large for the computer";

/** @param {ArrayLike<number>} x */
function allFinite(x) {
  for (let i = 0; i < x.length; i++) if (!finite(x[i])) return false;
  return true;
}
