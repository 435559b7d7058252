/** What a judgement says to the person: the twin of `lnteach.selfcheck.wording`, over the same texts. */

import answers from "../../selfcheck/answers.json";

export const FEEDBACK = /** @type {Record<string, string>} */ (answers.feedback);

/** @param {string} text @param {Record<string, string>} values */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/** A number as a small fraction where it is one, else with five digits. @param {number} value */
export function sayNumber(value) {
  for (let under = 1; under < 1000; under++) {
    const over = value * under;
    const whole = roundHalfEven(over);
    const short = under === 1 || Math.abs(whole) < 10_000;
    if (short && Math.abs(over - whole) <= 1e-11 * Math.max(1, Math.abs(over))) {
      const shown = whole === 0 ? "0" : String(whole);
      return (under === 1 ? shown : `${shown}/${under}`).replace("-", "−");
    }
  }
  const rounded = Number(value.toPrecision(5));
  const tiny = Math.abs(rounded) < 1e-6;
  const text = tiny ? rounded.toFixed(12).replace(/\.?0+$/, "") : String(rounded);
  return text.replaceAll("-", "−");
}

/** @param {number} x */
function roundHalfEven(x) {
  const floor = Math.floor(x);
  if (x - floor !== 0.5) return Math.round(x);
  return floor % 2 === 0 ? floor : floor + 1;
}

/**
 * The sentence about what an answer is, without its lines and its clue.
 *
 * @param {import("./judge.js").Judgement} judgement
 * @param {{ title?: string, names?: string }} [words]
 */
export function message({ kind, detail, reading, wrong }, words = {}) {
  if (reading?.message && !wrong) return reading.message;
  const name = kind === "order" || kind === "property" ? `${kind} ${detail}` : kind;
  if (kind === "right" && words.names) return fill(FEEDBACK.shared, { names: words.names });
  return fill(FEEDBACK[name] ?? "", { title: words.title ?? "", detail });
}

/**
 * What gives an answer away on these numbers.
 *
 * @param {import("./judge.js").Judgement} judgement
 * @param {{ ask: string, truth: any[], checks?: any[] }} question
 */
export function clueText({ clue }, { ask, truth, checks }) {
  if (!clue) return "";
  const [what, given, right] = clue;
  let [name, place = ""] = what.split(" ");
  if (name === "entry" && ask === "g_h" && checks?.length === 2) name = "loss";
  if (truth.length === 1) name = "number";
  return fill(FEEDBACK[`clue ${name}`], {
    given: sayNumber(given),
    right: sayNumber(right),
    place,
  }).replace("$u$", "u");
}
