/**
 * The central difference in single and in double precision, and what a spoiled probe is.
 *
 * `lnteach.widgets.check_sweep` does the same operations in the same order, each rounded by
 * IEEE 754, so the two agree in every bit: a test says so.
 *
 * @typedef {(x: number) => number} Rounding
 * @typedef {{ h: ArrayLike<number>, gamma: ArrayLike<number>, g_z: ArrayLike<number>, eps: number }} Probe
 */

import { sum } from "../arith.js";

/** @type {Record<string, { round: Rounding, epsilon: number }>} */
export const PRECISIONS = {
  64: { round: (x) => x, epsilon: 2 ** -52 },
  32: { round: Math.fround, epsilon: 2 ** -23 },
};
/** The steps of the sweep: powers of four, which every precision holds exactly. */
export const STEPS = Array.from({ length: 23 }, (_, k) => 2 ** (2 * k - 36));
const WORK = 64;

/** The features that the sweep moves: all up to eight, fewer where each costs more. @param {number} d */
export function tested(d) {
  const count = Math.min(d, Math.max(2, Math.floor(WORK / d)));
  return Array.from({ length: count }, (_, k) => Math.floor((k * d) / count));
}

/**
 * A probe in a precision, with a = g_z ⊙ γ.
 *
 * @param {Probe} probe
 * @param {Rounding} round
 */
export function narrowed({ h, gamma, g_z, eps }, round) {
  const scale = Float64Array.from(gamma, round);
  return {
    h: Float64Array.from(h, round),
    gamma: scale,
    g_z: Float64Array.from(g_z, round),
    a: Float64Array.from(g_z, (x, i) => round(round(x) * scale[i])),
    eps: round(eps),
    c: new Float64Array(h.length), // room to work in
  };
}

/**
 * The central difference of the loss Σ a ⊙ u in one feature; 0 where all features are equal, ε is 0
 * and there is no u.
 *
 * @param {ReturnType<typeof narrowed>} probe
 * @param {number} j
 * @param {number} tau
 * @param {Rounding} round
 */
export function central({ h, a, eps, c }, j, tau, round) {
  const d = h.length;
  const loss = (/** @type {number} */ moved) => {
    let all = 0;
    for (let i = 0; i < d; i++) all = round(all + (i === j ? moved : h[i]));
    const mu = round(all / d);
    let squares = 0;
    for (let i = 0; i < d; i++) {
      c[i] = round((i === j ? moved : h[i]) - mu);
      squares = round(squares + round(c[i] * c[i]));
    }
    const s = round(Math.sqrt(round(round(squares / d) + eps)));
    if (s === 0) return 0;
    let found = 0;
    for (let i = 0; i < d; i++) found = round(found + round(a[i] * round(c[i] / s)));
    return found;
  };
  const step = round(tau);
  const change = round(loss(round(h[j] + step)) - loss(round(h[j] - step)));
  return round(change / round(2 * step));
}

/**
 * A probe with one of its conditions broken, all else as it is.
 *
 * @param {Probe} probe
 * @param {string} spoil
 * @returns {Probe}
 */
export function spoiled(probe, spoil) {
  const { h, gamma, g_z, eps } = probe;
  const d = h.length;
  const mu = sum(h) / d;
  const c = Float64Array.from(h, (x) => x - mu);
  const v = sum(c.map((x) => x * x)) / d;
  const s = Math.sqrt(v + eps);
  /** Take from g_z what lies along w. @param {Float64Array} w */
  const without = (w) => {
    const square = sum(w.map((x) => x * x));
    const part = square > 0 ? sum(w.map((x, i) => x * g_z[i])) / square : 0;
    return { ...probe, g_z: w.map((x, i) => g_z[i] - part * x) };
  };
  // In single precision, so that the mean of equal features is exactly each of them.
  if (spoil === "constant-h") return { ...probe, h: c.fill(Math.fround(mu)) };
  if (spoil === "uniform-gamma") return { ...probe, gamma: c.fill(1) };
  if (spoil === "zero-eps") return { ...probe, eps: 0 };
  if (spoil === "unit-s")
    return { ...probe, h: Float64Array.from(h, (x) => x / s), eps: eps / (s * s) };
  if (spoil === "zero-mean-a") return without(Float64Array.from(gamma));
  if (spoil === "zero-mean-au") return without(c.map((x, i) => (gamma[i] * x) / s));
  if (spoil === "constant-u-squared") {
    const order = Array.from(h, (_, i) => i).sort((i, j) => h[i] - h[j]);
    const root = Math.sqrt(v);
    order.forEach((i, rank) => {
      c[i] = mu + (rank < d / 2 ? -root : root);
    });
    return { ...probe, h: c };
  }
  if (Array.from(h).every((x) => x === h[0])) return { ...probe, h: c.fill(Math.fround(h[0])) };
  return probe;
}
