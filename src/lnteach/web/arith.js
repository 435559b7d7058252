/**
 * LayerNorm in doubles, for answers under the pointer.
 *
 * The letters are the lecture's. tests/web/test_arith_against_core.py holds these few lines
 * against `lnteach.core` on random cases to 1e-12.
 *
 * @typedef {ArrayLike<number>} Vector
 * @typedef {{ direct: Float64Array, mean: Float64Array, variance: Float64Array, total: Float64Array }} Routes
 * @typedef {{ mu: number, c: Float64Array, v: number, s: number, u: Float64Array }} Saved
 */

/** @param {Vector} x */
export const sum = (x) => {
  let all = 0;
  for (let i = 0; i < x.length; i++) all += x[i];
  return all;
};

/** @param {Vector} x */
export const mean = (x) => sum(x) / x.length;

/**
 * The mean of the product of two vectors.
 * @param {Vector} x
 * @param {Vector} y
 */
export const meanOf = (x, y) => {
  let all = 0;
  for (let i = 0; i < x.length; i++) all += x[i] * y[i];
  return all / x.length;
};

/**
 * A new column, entry by entry. (A loop: `Float64Array.from` takes many times as long.)
 *
 * @param {Vector} x
 * @param {(x: number, i: number) => number} f
 */
export const map = (x, f) => {
  const all = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) all[i] = f(x[i], i);
  return all;
};

/**
 * What the forward pass saves: mean, centred column, variance, denominator, normalized features.
 *
 * @param {Vector} h
 * @param {number} eps
 * @returns {Saved}
 */
export function forward(h, eps) {
  const first = mean(h);
  const rough = map(h, (x) => x - first);
  // The second pass takes out the rounding of the first: it counts when the mean is large.
  const rest = mean(rough);
  const c = map(rough, (x) => x - rest);
  const v = meanOf(c, c);
  const s = Math.sqrt(v + eps);
  return { mu: first + rest, c, v, s, u: map(c, (x) => x / s) };
}

/**
 * du for a change dh, by its three routes, with the scalars on the way.
 *
 * @param {Saved} saved
 * @param {Vector} dh
 * @returns {Routes & { dmu: number, dv: number, ds: number }}
 */
export function differentials({ c, s, u }, dh) {
  const dmu = mean(dh);
  const dc = map(dh, (x) => x - dmu);
  const dv = 2 * meanOf(c, dc);
  const ds = dv / (2 * s);
  const direct = map(dh, (x) => x / s);
  const variance = map(u, (x) => (-x * ds) / s);
  return {
    dmu,
    dv,
    ds,
    direct,
    mean: map(dh, () => -dmu / s),
    variance,
    total: map(dc, (x, i) => x / s + variance[i]),
  };
}

/**
 * g_h for the gradient a = g_z ⊙ γ that arrives at u, by its three terms.
 *
 * @param {Saved} saved
 * @param {Vector} a
 * @returns {Routes & { mean_a: number, mean_au: number }}
 */
export function gradientRoutes({ s, u }, a) {
  const meanA = mean(a);
  const meanAu = meanOf(a, u);
  const variance = map(u, (x) => (-x * meanAu) / s);
  return {
    mean_a: meanA,
    mean_au: meanAu,
    direct: map(a, (x) => x / s),
    mean: map(a, () => -meanA / s),
    variance,
    total: map(a, (x, i) => (x - meanA) / s + variance[i]),
  };
}
