/**
 * Mistake by mistake: what its formula gives on these numbers, beside the truth.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { forward, map, sum } from "../arith.js";
import { evaluate } from "../formula.js";
import { dot, letterValue, minus, RIGHT, whole } from "./formulas.js";

export { default as spec } from "./mistake.json";

/**
 * @param {State} state
 * @param {import("../registry.js").Config} config
 * @returns {Result}
 */
export function compute(state, { data }) {
  const { h, gamma, beta, g_z, eps, option } = state;
  const inputs = { h, gamma, beta, g_z, eps };
  const d = h.length;
  const chosen = data.options[option];
  const { u, s } = forward(h, eps);
  const truth = whole(letterValue(chosen.letter, inputs), d);
  const value = whole(letterValue(chosen.letter, inputs, chosen), d);
  const g_h = whole(letterValue("g_h", inputs, chosen), d);
  const direct = map(g_z, (x, i) => (x * gamma[i]) / s);
  const u_exact = Number(evaluate(data.u_dot, inputs, RIGHT));
  const u_value = dot(u, g_h);
  return {
    vectors: { h, gamma, beta, g_z, u, truth, value, gap: minus(value, truth), g_h, direct },
    scalars: { s, sum_value: sum(g_h), u_value, u_exact, u_gap: u_value - u_exact },
    words: chosen.words,
  };
}
