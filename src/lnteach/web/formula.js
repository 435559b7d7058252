/**
 * The course's expression language in the browser: `read` what a person types, and `evaluate` it.
 *
 * A tree is the JSON that `lnteach.formula.to_json` writes. tests/data/formula_cases.json holds both
 * halves against the Python ones.
 *
 * @typedef {import("./formula-product.js").Tree} Tree
 * @typedef {number | number[] | number[][]} Value a number, a row of features, or rows of them
 * @typedef {{ rows: number, features: number, data: ArrayLike<number> }} Grid
 */

import language from "../formula/language.json";
import { read } from "./formula-reader.js";
import { AXES, bare, FormulaError } from "./formula-scan.js";

export { FormulaError, read };

/**
 * What the letters of a norm mean, as trees.
 *
 * @param {"layer" | "rms"} [norm]
 * @returns {Record<string, Tree>}
 */
export function definitions(norm = "layer") {
  const texts = Object.entries(language.systems[norm]);
  return bare(Object.fromEntries(texts.map(([name, text]) => [name, read(text)])));
}

/**
 * Evaluate a formula in doubles.
 *
 * @param {Tree} tree
 * @param {Record<string, Value>} values a letter of a row (mu, s, …) has one number a sample
 * @param {Record<string, Tree>} [meanings] what letters without a value mean
 * @returns {Value} a number; one a feature; one a sample; or rows of features
 */
export function evaluate(tree, values, meanings = {}) {
  const run = new Run(values, meanings);
  const { rows, features, data } = run.value(tree);
  const list = Array.from(data);
  if (rows === 1) return features === 1 && !run.column(tree) ? list[0] : list;
  if (features === 1 && !run.column(tree)) return list;
  return Array.from({ length: rows }, (_, n) => list.slice(n * features, (n + 1) * features));
}

/** @param {number} x @returns {Grid} */
const single = (x) => ({ rows: 1, features: 1, data: [x] });

class Run {
  /** @param {Record<string, Value>} values @param {Record<string, Tree>} meanings */
  constructor(values, meanings) {
    this.known = /** @type {Record<string, Grid>} */ (bare({}));
    this.meanings = meanings;
    this.open = new Set();
    for (const [name, value] of Object.entries(values)) this.known[name] = grid(name, value);
    const grids = Object.values(this.known);
    this.rows = Math.max(1, ...grids.map((x) => x.rows));
    this.features = Math.max(1, ...grids.map((x) => x.features));
  }

  /** @param {Tree} tree @returns {Grid} */
  value(tree) {
    if (typeof tree === "string")
      return /^[0-9]/.test(tree) ? single(ratio(tree)) : this.name(tree);
    const [operation, first, second] = tree;
    const x = this.value(first);
    if (operation === "^") return raise(x, ratio(second));
    if (operation === "neg") return join(x, x, (p) => -p);
    if (operation === "sqrt") return join(x, x, Math.sqrt);
    const binary = OPERATIONS[operation];
    if (binary) return join(x, this.value(second), binary);
    if (operation === "mean_rows" || operation === "sum_rows") return this.overRows(x, operation);
    const wide = operation === "dot" ? join(x, this.value(second), OPERATIONS["*"]) : x;
    return this.overFeatures(wide, operation === "mean");
  }

  /** @param {string} name @returns {Grid} */
  name(name) {
    if (!(name in this.known)) {
      if (name === "d") return single(this.features);
      if (name === "B") return single(this.rows);
      if (name === "ones") {
        return { rows: 1, features: this.features, data: new Array(this.features).fill(1) };
      }
      if (!Object.hasOwn(this.meanings, name) || this.open.has(name)) {
        throw new FormulaError(`the letter \`${name}\` has no value here`);
      }
      this.open.add(name);
      this.known[name] = this.value(this.meanings[name]);
    }
    return this.known[name];
  }

  /** @param {Grid} x @param {boolean} mean @returns {Grid} */
  overFeatures({ rows, features, data }, mean) {
    const found = new Array(rows).fill(0);
    for (let n = 0; n < rows; n++) {
      for (let i = 0; i < features; i++) found[n] += data[n * features + i];
      // A scalar is the same in every feature.
      found[n] *= mean ? 1 / features : this.features / features;
    }
    return { rows, features: 1, data: found };
  }

  /** @param {Grid} x @param {string} operation @returns {Grid} */
  overRows({ rows, features, data }, operation) {
    const found = new Array(features).fill(0);
    for (let n = 0; n < rows; n++) {
      for (let i = 0; i < features; i++) found[i] += data[n * features + i];
    }
    const scale = operation === "mean_rows" ? 1 / rows : this.rows / rows;
    return { rows: 1, features, data: found.map((x) => x * scale) };
  }

  /** Whether a value runs over the features. @param {Tree} tree @returns {boolean} */
  column(tree) {
    if (typeof tree === "string") {
      const meaning = Object.hasOwn(this.meanings, tree) ? this.meanings[tree] : undefined;
      if (meaning === undefined || typeof meaning === "string") {
        return (AXES[meaning ?? tree] ?? "").includes("feature");
      }
      return this.column(meaning);
    }
    if (["mean", "sum", "dot"].includes(tree[0])) return false;
    return tree.slice(1, tree[0] === "^" ? 2 : undefined).some((part) => this.column(part));
  }
}

const OPERATIONS = /** @type {Record<string, (x: number, y: number) => number>} */ (
  bare({
    "+": (/** @type {number} */ x, /** @type {number} */ y) => x + y,
    "-": (/** @type {number} */ x, /** @type {number} */ y) => x - y,
    "*": (/** @type {number} */ x, /** @type {number} */ y) => x * y,
    "/": (/** @type {number} */ x, /** @type {number} */ y) => x / y,
  })
);

/** @param {string} text */
function ratio(text) {
  const [over, under = "1"] = text.split("/");
  return Number(over) / Number(under);
}

/** Combine entry by entry; what has one row or one feature is the same in all. @param {Grid} x @param {Grid} y @param {(x: number, y: number) => number} f @returns {Grid} */
function join(x, y, f) {
  const [rows, features] = [Math.max(x.rows, y.rows), Math.max(x.features, y.features)];
  const data = new Array(rows * features);
  for (let n = 0; n < rows; n++) {
    for (let i = 0; i < features; i++) data[n * features + i] = f(entry(x, n, i), entry(y, n, i));
  }
  return { rows, features, data };
}

/** @param {Grid} x @param {number} n @param {number} i */
const entry = ({ rows, features, data }, n, i) =>
  data[(rows === 1 ? 0 : n) * features + (features === 1 ? 0 : i)];

/** @param {Grid} x @param {number} exponent */
function raise(x, exponent) {
  const half = !Number.isInteger(exponent);
  const whole = half ? exponent * 2 : exponent;
  return join(x, x, (p) => (half ? Math.sqrt(p) : p) ** whole);
}

/** @param {string} name @param {Value} value @returns {Grid} */
function grid(name, value) {
  if (typeof value === "number") return single(value);
  if (value.length > 0 && Array.isArray(value[0])) {
    const rows = /** @type {number[][]} */ (value);
    return { rows: rows.length, features: rows[0].length, data: rows.flat() };
  }
  const list = /** @type {number[]} */ (value);
  if ((AXES[name] ?? "") === "row") return { rows: list.length, features: 1, data: list };
  return { rows: 1, features: list.length, data: list };
}
