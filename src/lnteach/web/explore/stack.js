/**
 * Up and down a stack of residual blocks, without a norm or with one in three places.
 *
 * The stacks are those of `lnteach.experiments.stacks`, for one row; down each of them go d unit
 * gradients, so the root of the mean square is that of independent entries of variance 1.
 *
 * @typedef {import("../state.js").State} State
 */

import { forward, map, meanOf, sum } from "../arith.js";
import { normals } from "./seeded.js";

/**
 * What a norm saves of a row, and its output.
 *
 * @typedef {{ s: number, u: Float64Array, z: Float64Array, centred: boolean }} Normed
 * @param {ArrayLike<number>} h
 * @param {ArrayLike<number>} gamma
 * @param {number} eps
 * @param {boolean} centred LayerNorm, else RMSNorm
 * @returns {Normed}
 */
export function norm(h, gamma, eps, centred) {
  const { s, u } = centred ? forward(h, eps) : rootMeanSquare(h, eps);
  return { s, u, z: map(u, (x, i) => gamma[i] * x), centred };
}

/** @param {ArrayLike<number>} h @param {number} eps */
function rootMeanSquare(h, eps) {
  const s = Math.sqrt(meanOf(h, h) + eps);
  return { s, u: map(h, (x) => x / s) };
}

/**
 * Take a gradient back through a norm, in place.
 *
 * @param {Float64Array} g
 * @param {Normed | null} saved null where there is no norm
 * @param {ArrayLike<number>} gamma
 * @param {boolean} [variance] whether with the variance term
 */
export function back(g, saved, gamma, variance = true) {
  if (!saved) return;
  const { s, u, centred } = saved;
  for (let i = 0; i < g.length; i++) g[i] *= gamma[i];
  const m = centred ? sum(g) / g.length : 0;
  const q = variance ? meanOf(g, u) : 0;
  for (let i = 0; i < g.length; i++) g[i] = (g[i] - m - u[i] * q) / s;
}

/** The unit gradients of d features. @param {number} d */
export const units = (d) =>
  Array.from({ length: d }, (_, r) => Float64Array.from({ length: d }, (_, i) => Number(i === r)));

/** The sum over some gradients of each feature's square. @param {Float64Array[]} gradients */
export function squares(gradients) {
  const all = new Float64Array(gradients[0].length);
  for (const g of gradients) for (let i = 0; i < all.length; i++) all[i] += g[i] * g[i];
  return all;
}

/**
 * The weights of a stack from the bottom up, before the gain; the last ones are kept.
 *
 * @type {{ key: string, blocks: Float64Array[][] }}
 */
let drawn = { key: "", blocks: [] };

/** @param {number} seed @param {number} depth @param {number} d */
function weights(seed, depth, d) {
  const key = [seed, depth, d].join();
  if (drawn.key === key) return drawn.blocks;
  const all = normals(seed, 2 * depth * d * d);
  const part = (/** @type {number} */ k, /** @type {number} */ size) =>
    all.subarray(k * d * d, (k + 1) * d * d).map((x) => x * Math.sqrt(size / d));
  const blocks = Array.from({ length: depth }, (_, k) => [part(2 * k, 2), part(2 * k + 1, 1)]);
  drawn = { key, blocks };
  return blocks;
}

/** A row times a matrix. @param {ArrayLike<number>} x @param {Float64Array} w */
function times(x, w) {
  const d = x.length;
  const out = new Float64Array(d);
  for (let i = 0; i < d; i++) {
    if (x[i] !== 0) for (let j = 0; j < d; j++) out[j] += x[i] * w[i * d + j];
  }
  return out;
}

/**
 * A gradient back through a branch: only the units that let the row pass let it pass.
 *
 * @param {Float64Array} g
 * @param {Float64Array[]} block
 * @param {Float64Array} hidden
 * @param {number} gain
 */
function backBranch(g, [first, second], hidden, gain) {
  const d = g.length;
  const out = new Float64Array(d);
  for (let j = 0; j < d; j++) {
    if (hidden[j] <= 0) continue;
    let arriving = 0;
    for (let i = 0; i < d; i++) arriving += second[j * d + i] * g[i];
    arriving *= gain;
    for (let i = 0; i < d; i++) out[i] += first[i * d + j] * arriving;
  }
  return out;
}

/**
 * Up through one stack and down again.
 *
 * @param {string} kind
 * @param {Float64Array} row
 * @param {State} state
 * @returns {{ sizes: Float64Array, bottom: Float64Array }}
 */
export function run(kind, row, { gamma, gain, depth, seed, eps }) {
  const d = row.length;
  const blocks = weights(seed, depth, d);
  let h = row;
  const kept = blocks.map(([first, second]) => {
    const inner = kind === "pre" || kind === "rms" ? norm(h, gamma, eps, kind === "pre") : null;
    const hidden = times(inner?.z ?? h, first).map((x) => Math.max(x, 0));
    const branch = times(hidden, second);
    const added = map(h, (x, i) => x + gain * branch[i]);
    const outer = kind === "post" ? norm(added, gamma, eps, true) : null;
    h = outer?.z ?? added;
    return { inner, hidden, outer };
  });
  let down = units(d);
  let found = squares(down);
  const sizes = new Float64Array(depth + 1).fill(1);
  for (let k = depth - 1; k >= 0; k--) {
    const { inner, hidden, outer } = kept[k];
    down = down.map((g) => {
      back(g, outer, gamma);
      const branch = backBranch(g, blocks[k], hidden, gain);
      back(branch, inner, gamma);
      for (let i = 0; i < d; i++) branch[i] += g[i];
      return branch;
    });
    found = squares(down);
    sizes[k] = Math.sqrt(sum(found) / d);
  }
  return { sizes, bottom: found.map(Math.sqrt) };
}
