/**
 * Judging an answer by the key that the bank holds: the twin of `lnteach.selfcheck.judge`.
 *
 * @typedef {import("./reading.js").Reading} Reading
 * @typedef {import("./comparing.js").Mark} Mark
 * @typedef {{ kind: string, ids: string[], name: string, html: string, section?: string }} Named
 * @typedef {{ name: string, weights: number[], value: number }} Check
 * @typedef {{
 *   truth: any[], wrong?: Record<string, number[]>, ratios?: [string, number][], checks?: Check[],
 *   shared?: string[],
 * }} Key `wrong`: the values of each candidate, in the order in which they are tried
 * @typedef {{
 *   kind: string, marks: Mark[], wrong: string | null, detail: string,
 *   clue: [string, number, number] | null, reading: Reading | null,
 * }} Judgement
 */

import { definitions, evaluate, FormulaError, read } from "../formula.js";
import { compare, tolerance } from "./comparing.js";
import { MESSAGES } from "./entries.js";
import { readVector } from "./reading.js";
import { FEEDBACK } from "./wording.js";

const NOT_ATTEMPTS = [
  "right",
  "blank",
  "unreadable",
  "length",
  "ambiguous",
  "rounded",
  "undecided",
];

/** Whether it counts as an attempt that failed. @param {Judgement} judgement */
export const isAttempt = ({ kind }) => !NOT_ATTEMPTS.includes(kind);

/** @param {string} kind @param {Partial<Judgement>} [more] @returns {Judgement} */
const made = (kind, more = {}) => ({
  kind,
  marks: [],
  wrong: null,
  detail: "",
  clue: null,
  reading: null,
  ...more,
});

/**
 * Judge a numeric answer as it was typed.
 *
 * @param {string} text
 * @param {Key} key
 * @param {Record<string, Named>} named what the candidates are
 * @returns {Judgement}
 */
export function judge(text, key, named) {
  const reading = readVector(text, key.truth.length);
  if (reading.kind === "length") return ofAnotherLength(reading, key, named);
  if (reading.kind !== "read") return made(reading.kind, { reading });
  return judgeEntries(reading, key, named);
}

/**
 * Judge entries that were read; also those of the second reading of an ambiguous answer.
 *
 * @param {Reading} reading
 * @param {Key} key
 * @param {Record<string, Named>} named
 * @returns {Judgement}
 */
export function judgeEntries(reading, key, named) {
  const [values, units] = numbers(reading);
  const found = compare(values, units, key.truth);
  const { marks } = found;
  if (found.verdict !== "wrong") return made(found.verdict, { marks, reading });
  const clue = clueOf(values, key);
  const wrong = nameOf(values, units, key, named);
  if (wrong) return made(named[wrong].kind, { marks, wrong, clue, reading });
  const [kind, detail] = unnamed(values, units, key);
  return made(kind, { marks, detail, clue, reading });
}

/** @param {Reading} reading @returns {[number[], number[]]} */
const numbers = ({ entries }) => [
  entries.map(({ value }) => value),
  entries.map(({ unit }) => unit),
];

/** A vector of the wrong length may be a mistake of shape. @param {Reading} reading @param {Key} key @param {Record<string, Named>} named */
function ofAnotherLength(reading, key, named) {
  const [values, units] = numbers(reading);
  for (const [wrong, theirs] of Object.entries(key.wrong ?? {})) {
    if (theirs.length !== values.length || !named[wrong]) continue;
    if (compare(values, units, theirs).verdict === "right") {
      return made(named[wrong].kind, { wrong, reading });
    }
  }
  return made("length", { reading });
}

/** @param {number[]} values @param {number[]} units @param {Key} key @param {Record<string, Named>} named */
function nameOf(values, units, key, named) {
  const fitting = Object.entries(key.wrong ?? {}).filter(
    ([name, theirs]) => theirs.length === values.length && named[name],
  );
  const exact = fitting.find(([, theirs]) => compare(values, units, theirs).verdict === "right");
  const coarse = () =>
    fitting.find(
      ([name, theirs]) =>
        named[name].kind === "mistake" && compare(values, units, theirs).verdict === "rounded",
    );
  return (exact ?? coarse())?.[0] ?? null;
}

/** @param {number[]} values @param {number[]} units @param {Key} key @returns {[string, string]} */
function unnamed(values, units, key) {
  for (const [name, factor] of key.ratios ?? []) {
    const times = key.truth.map((right) => factor * right);
    if (compare(values, units, times).verdict === "right") return ["ratio", name];
  }
  const order = orderOf(values, units, key.truth);
  if (order) return ["order", order];
  const failing = failingOf(values, key);
  return failing ? ["property", failing.name] : ["unknown", ""];
}

/** @param {number[]} values @param {number[]} units @param {number[]} truth */
function orderOf(values, units, truth) {
  const within = tolerance(truth);
  if (Math.max(...truth) - Math.min(...truth) <= within) return "";
  if (compare(values, units, [...truth].reverse()).verdict === "right") return "reversed";
  const [ours, theirs] = [values, truth].map((x) => [...x].sort((a, b) => a - b));
  return ours.every((x, i) => Math.abs(x - theirs[i]) <= within) ? "permuted" : "";
}

/** @param {number[]} values @param {Check} check */
const weighed = (values, { weights }) => values.reduce((sum, x, i) => sum + weights[i] * x, 0);

/** @param {number[]} values @param {Key} key */
function failingOf(values, key) {
  const within = tolerance(key.truth);
  return (key.checks ?? []).find((check) => {
    const size = check.weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
    return Math.abs(weighed(values, check) - check.value) > within * size;
  });
}

/** @param {number[]} values @param {Key} key @returns {[string, number, number] | null} */
function clueOf(values, key) {
  const failing = failingOf(values, key);
  if (failing) return [failing.name, weighed(values, failing), failing.value];
  const within = tolerance(key.truth);
  const at = key.truth.findIndex((right, i) => Math.abs(values[i] - right) > within);
  return at < 0 ? null : [`entry ${at + 1}`, values[at], key.truth[at]];
}

/**
 * Judge a formula by its values on the bank's probes.
 *
 * @param {string} typed
 * @param {{ ask: string, norm: "layer" | "rms", blank?: { before: string, after: string } }} question
 * @param {{ values: Record<string, any>, truth: number[], wrong: Record<string, number[]> }[]} probes
 * @param {Record<string, Named>} named
 * @returns {Judgement}
 */
export function judgeFormula(typed, question, probes, named) {
  /** @param {string} kind @param {string} message @param {number | null} [position] */
  const refused = (kind, message, position = null) =>
    made(kind, {
      reading: { kind: /** @type {any} */ (kind), entries: [], message, position, other: [] },
    });
  if (typed.trim() === "") return refused("blank", MESSAGES.blank);
  if (probes.length === 0) return refused("undecided", FEEDBACK.undecided);
  const { before = "", after = "" } = question.blank ?? {};
  let tree;
  try {
    const alone = read(typed);
    tree = before || after ? read(`${before}(${typed})${after}`) : alone;
    const words = refusal(lettersOf(alone), question);
    if (words) return refused("unreadable", words);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return refused("unreadable", error.message, error.position);
  }
  const meanings = definitions(question.norm);
  /** @type {number[][]} */
  const values = [];
  for (const probe of probes) {
    const found = column(tree, probe, meanings);
    if (found === null) return refused("undecided", FEEDBACK.undecided);
    values.push(found);
  }
  if (probes.every(({ truth }, n) => near(values[n], truth))) return made("right");
  const wrong = Object.keys(probes[0].wrong).find((name) =>
    probes.every((probe, n) => named[name] && near(values[n], probe.wrong[name])),
  );
  return wrong ? made(named[wrong].kind, { wrong }) : made("unknown");
}

const INPUTS = ["h", "gamma", "beta", "g_z", "eps", "d", "ones"];

/** Say which letter may not be used, the first by name; empty if all may. @param {string[]} letters @param {{ ask: string, norm: "layer" | "rms" }} question */
function refusal(letters, { ask, norm }) {
  const known = new Set([...Object.keys(definitions(norm)), ...INPUTS]);
  for (const letter of [...letters].sort()) {
    if (isAsked(letter, ask)) return FEEDBACK.asked.replace("{letter}", letter);
    if (!known.has(letter)) return MESSAGES["unknown letter"].replace("{text}", letter);
  }
  return "";
}

/** @param {string} name @param {string} ask */
const isAsked = (name, ask) => name === ask || (ask === "g_h" && name.startsWith("g_h"));

/** @param {import("../formula.js").Tree} tree @returns {string[]} */
function lettersOf(tree) {
  if (typeof tree === "string") return /^[0-9]/.test(tree) ? [] : [tree];
  return tree
    .slice(1)
    .flatMap((part) => (tree[0] === "^" && part === tree[2] ? [] : lettersOf(part)));
}

/** @param {any} tree @param {{ values: Record<string, any>, truth: number[] }} probe @param {Record<string, any>} meanings */
function column(tree, { values, truth }, meanings) {
  try {
    const found = evaluate(tree, values, meanings);
    const list = /** @type {number[]} */ (Array.isArray(found) ? found.flat() : [found]);
    const full = list.length === 1 ? truth.map(() => list[0]) : list;
    return full.length === truth.length && full.every(Number.isFinite) ? full : null;
  } catch (error) {
    if (error instanceof FormulaError) return null;
    throw error;
  }
}

/** @param {number[]} values @param {number[]} right */
function near(values, right) {
  if (!right || right.length !== values.length) return false;
  const size = Math.max(1, ...right.map(Math.abs));
  return values.every((x, i) => Math.abs(x - right[i]) <= 1e-9 * size);
}
