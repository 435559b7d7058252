/**
 * Numbers that look normally distributed, from a seed, the same in every browser and in Python.
 *
 * A linear congruential generator modulo 2³² in whole numbers; a normal number is the sum of four
 * draws, moved and stretched to mean 0 and variance 1. `lnteach.widgets.seeded` makes the same, to
 * the last bit.
 */

const FACTOR = 1664525;
const STEP = 1013904223;
const SCATTER = 2654435761; // so that seeds that are neighbours start far apart

/**
 * @param {number} seed a whole number
 * @param {number} count
 */
export function normals(seed, count) {
  let state = Math.imul(seed, SCATTER) >>> 0;
  return Float64Array.from({ length: count }, () => {
    let all = 0;
    for (let k = 0; k < 4; k++) {
      state = (Math.imul(state, FACTOR) + STEP) >>> 0;
      all += state;
    }
    return (all / 2 ** 32 - 2) * Math.sqrt(3);
  });
}
