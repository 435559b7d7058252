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
  const marks = truth.map((right, i) => mark(values[i], right, units[i], within));
  const worst = /** @type {const} */ (["wrong", "rounded"]).find((each) => marks.includes(each));
  return { verdict: worst ?? "right", marks };
}

/** @param {number} value @param {number} right @param {number} unit @param {number} within @returns {Mark} */
function mark(value, right, unit, within) {
  const gap = Math.abs(value - right);
  if (gap <= within) return "right";
  const rounded = 2 * gap <= unit * (1 + 1e-9); // 0.67 for 2/3; the cut one is 0.66
  const cut = gap < unit * (1 - 1e-9) && Math.abs(value) < Math.abs(right) && value * right >= 0;
  return rounded || cut ? "rounded" : "wrong";
}
