/**
 * What a widget shows, as data: panels, rows, scalars, claims, legend, and when each of them shows.
 *
 * The spec of a widget stands in explore/NAME.json; `lnteach.widgets.spec` reads the same file for
 * the static figures, so that neither half has words or an order of its own.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {ArrayLike<number>} Vector
 * @typedef {{ vectors: Record<string, Vector>, scalars: Record<string, number>,
 *   words?: Record<string, string>, codes?: number[] }} Result what a state computes to, by the names
 *   of the spec; `words` are texts of our own (markup), such as the name of what was chosen, `codes`
 *   verdicts
 * @typedef {{ when?: Record<string, any>, unless?: Record<string, any> }} Conditional
 * @typedef {Conditional & { name: string, mark?: string, label?: string }} Named
 * @typedef {Conditional & {
 *   label: string, handles?: string, level?: string, stack?: string[], bars?: Named[],
 *   points?: Named[], height?: number, headroom?: number, least?: number,
 * }} PanelSpec
 * @typedef {Conditional & {
 *   zero: string, against: string[], holds: string, breaks: string, tolerance?: number,
 * }} Claim it holds if the largest entry of `zero` is nothing beside those of `against`
 * @typedef {{
 *   title: string, caption: string, columns?: string, neutral: Record<string, number>, panels: PanelSpec[],
 *   rows: Named[], scalars: Named[], legend: (Conditional & { mark: string, html: string, word?: string })[],
 *   said: (Conditional & { name: string, as: string })[], claims?: Claim[],
 *   letters?: Record<string, string>, sizes?: Record<string, string[]>, loose?: string[],
 *   random?: Record<string, [number, number]>,
 *   hide?: (Conditional & { field: string })[],
 * }} Spec `sizes`: whose size a difference is compared with; `loose`: what is measured, not computed,
 *   so that two machines differ; `random`: the range of whole numbers for new numbers
 */

import letters from "./letters.json";
import { rowStyle, speak } from "./numbers.js";

const HTML = /** @type {Record<string, string>} */ (letters.html);
const SAID = /** @type {Record<string, string>} */ (letters.said);
/** Rounding of this size, relative, does not break a claim. */
export const NOTHING = 1e-9;
/** How many features are told one by one. */
const TOLD = 8;

/**
 * The entries that show in a state, in their order.
 *
 * @template {Conditional} T
 * @param {T[] | undefined} entries
 * @param {State} state
 * @returns {T[]}
 */
export const visible = (entries, state) =>
  (entries ?? []).filter(
    ({ when = {}, unless }) => matches(when, state) && !(unless && matches(unless, state)),
  );

/** @param {Record<string, any>} wanted @param {State} state */
const matches = (wanted, state) =>
  Object.entries(wanted).every(([name, one]) => [one].flat().includes(state[name]));

/** A letter as markup of our own. @param {string} name @param {Spec} [spec] */
export const letter = (name, spec) => spec?.letters?.[name] ?? HTML[name] ?? `<i>${name}</i>`;

/** A letter as it is said. @param {string} name */
export const plain = (name) => SAID[name] ?? name;

/** @param {Vector | number} x */
export function size(x) {
  if (typeof x === "number") return Math.abs(x);
  let largest = 0;
  for (let i = 0; i < x.length; i++) largest = Math.max(largest, Math.abs(x[i]));
  return largest;
}

/** @param {Result} result @param {string} name @returns {Vector | number} */
export const numbersOf = ({ vectors, scalars }, name) => vectors[name] ?? scalars[name];

/** The rows of the table. @param {Spec} spec @param {Result} result @param {State} state */
export const rowsOf = (spec, result, state) =>
  visible(spec.rows, state).map(({ name, mark, label }) => ({
    name,
    mark,
    label: label ?? (mark && mark !== "total" && mark in MARK_WORDS ? mark : letter(name, spec)),
    values: result.vectors[name],
  }));

/** Routes are called by their word. */
const MARK_WORDS = { direct: 1, mean: 1, variance: 1 };

/** The scalars under the controls. @param {Spec} spec @param {Result} result @param {State} state */
export const scalarsOf = (spec, result, state) =>
  visible(spec.scalars, state).map(({ name, label }) => ({
    name,
    label: label ?? letter(name, spec),
    value: result.scalars[name],
  }));

/**
 * The claims of a state, and whether each of them holds.
 *
 * @param {Spec} spec
 * @param {Result} result
 * @param {State} state
 * @returns {{ holds: boolean, html: string }[]}
 */
export const claimsOf = (spec, result, state) =>
  visible(spec.claims, state).map(({ zero, against, holds, breaks, tolerance = NOTHING }) => {
    const scale = Math.max(...against.map((name) => size(numbersOf(result, name))), 1e-300);
    const good = size(numbersOf(result, zero)) <= tolerance * scale;
    return { holds: good, html: fill(good ? holds : breaks, result) };
  });

/** Put words into a text: `{option}`. @param {string} text @param {{ words?: Record<string, string> }} result */
export const fill = (text, { words = {} }) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => words[name] ?? whole);

/**
 * The state in a sentence, for a screen reader.
 *
 * @param {Spec} spec
 * @param {Result} result
 * @param {State} state
 */
export function sentence(spec, result, state) {
  const parts = visible(spec.said, state).map(({ name, as }) => {
    const value = numbersOf(result, name);
    const values = typeof value === "number" ? [value] : Array.from(value);
    const style = rowStyle(values);
    const told = values.slice(0, TOLD).map((x) => speak(x, style));
    const rest = values.length > TOLD ? `, and ${values.length - TOLD} more` : "";
    return `${fill(as, result)} ${told.join(", ")}${rest}`;
  });
  const [first, ...others] = parts;
  const told = others.length > 0 ? ` ${others.join("; ")}.` : "";
  return `${first}.${told}`;
}

/**
 * The largest difference between the browser's numbers and the core's, each relative to the
 * largest number of its kind (the parts of a sum count with the sum, by `sizes`).
 *
 * @param {Spec} spec
 * @param {Result} ours
 * @param {Record<string, number[]>} core
 */
export function disagreement(spec, ours, core) {
  let worst = 0;
  for (const [name, theirs] of Object.entries(core)) {
    if (spec.loose?.includes(name)) continue;
    const kin = spec.sizes?.[name] ?? [];
    const sizes = [name, ...kin].map((one) => size(numbersOf(ours, one) ?? 0));
    const scale = Math.max(...sizes, Number.MIN_VALUE);
    const values = ours.vectors[name];
    for (let i = 0; i < theirs.length; i++) {
      worst = Math.max(worst, Math.abs(values[i] - theirs[i]) / scale);
    }
  }
  return worst;
}
