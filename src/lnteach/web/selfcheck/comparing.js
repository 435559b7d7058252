/**
 * Comparing an answer with the truth, on the vector's own scale: the twin of
 * `lnteach.selfcheck.comparing`, with the same operations in the same order.
 *
 * @typedef {"right" | "rounded" | "wrong"} Mark
 */

const RTOL = 1e-3;
const ATOL = 1e-9;

/** How far an entry may be from the truth. @param {number[]} truth */
export const tolerance = (truth) => ATOL + RTOL * Math.max(...truth.map(Math.abs));

/**
 * @param {number[]} values
 * @param {number[]} units of the last digit of decimal fractions, 0 of other numbers
 * @param {number[]} truth
 * @returns {{ verdict: Mark, marks: Mark[] }}
 */
export function compare(values, units, truth) {
  const within = tolerance(truth);
  const marks = truth.map((right, i) => mark(Math.abs(values[i] - right), units[i], within));
  const worst = /** @type {const} */ (["wrong", "rounded"]).find((each) => marks.includes(each));
  return { verdict: worst ?? "right", marks };
}

/** @param {number} gap @param {number} unit @param {number} within @returns {Mark} */
function mark(gap, unit, within) {
  if (gap <= within) return "right";
  return gap <= unit * (1 + 1e-9) ? "rounded" : "wrong";
}
