/**
 * One entry of an answer: a number as a person writes it. The twin of `lnteach.selfcheck.entries`.
 *
 * @typedef {import("../formula-product.js").Tree} Tree
 * @typedef {import("./unwrapping.js").Char} Char
 * @typedef {{ value: number, text: string, unit: number, tree: Tree }} Entry `unit`: of the last digit
 *   of a decimal fraction, 0 of a number that means itself
 */

import answers from "../../selfcheck/answers.json";
import { partsOf } from "../formula-product.js";
import { read } from "../formula-reader.js";
import { FormulaError, scan } from "../formula-scan.js";

export const MESSAGES = /** @type {Record<string, string>} */ (answers.messages);
const DECIMAL = /^[+-]?[0-9]*\.([0-9]+)(?:[eE]([+-]?[0-9]+))?$/;
const LETTERS = /^[A-Za-zα-ωΑ-Ω_]{1,20}/u;
const WORD = /^[^ 0-9()[\]{},;+*/-]{1,20}/u;

/** An answer that cannot be read: what is wrong, and where. */
export class Unreadable extends Error {
  /**
   * @param {string} code
   * @param {number | null} [position]
   * @param {Record<string, string | number>} [details]
   */
  constructor(code, position = null, details = {}) {
    const message = Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : code;
    super(message.replace(/\{(\w+)\}/g, (_, name) => String(details[name] ?? `{${name}}`)));
    this.position = position;
  }
}

/**
 * Read one number; `place` says where it begins in what was typed.
 *
 * @param {Char[]} chars
 * @param {number} place
 * @returns {Entry}
 */
export function readEntry(chars, place) {
  const text = chars.map((char) => char.sign).join("");
  const typed = text.replace(/^[ \t\n]+|[ \t\n]+$/g, "");
  if (!typed) throw new Unreadable("missing", place);
  const tree = treeOf(text, chars, place);
  const word = letterIn(tree);
  if (word !== null) {
    const seen = scan(text).find(
      ({ kind, value }) => (kind === "name" || kind === "function") && value !== "sqrt",
    );
    if (!seen) throw new Unreadable("letter", place, { text: word }); // 1ᵀ, the row of ones
    const rest = chars.slice(seen.at).map((char) => char.sign);
    const typedWord = LETTERS.exec(rest.join(""))?.[0] ?? seen.text;
    throw new Unreadable("letter", placeOf(chars, seen.at), { text: typedWord });
  }
  return { value: double(tree, place), text: echoed(typed), unit: unit(typed), tree };
}

/** @param {Char[]} chars @param {number} at */
const placeOf = (chars, at) => chars[at]?.position ?? chars[chars.length - 1].position + 1;

/** @param {string} text @param {Char[]} chars @param {number} place @returns {Tree} */
function treeOf(text, chars, place) {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    const at = error.position;
    const where = at === null ? place : placeOf(chars, at);
    if (error.code === "word") {
      const rest = chars.slice(at ?? 0).map((char) => char.sign);
      const word = WORD.exec(rest.join(""))?.[0] ?? rest[0];
      throw new Unreadable("letter", where, { text: word });
    }
    throw new Unreadable(error.code === "comma" ? "nested" : error.message, where);
  }
}

/** The first letter or function that is no number, from the outside in. @param {Tree} tree @returns {string | null} */
function letterIn(tree) {
  if (typeof tree === "string") return /^[0-9]/.test(tree) ? null : tree;
  if (["mean", "sum", "dot", "mean_rows", "sum_rows"].includes(tree[0])) return tree[0];
  for (const part of partsOf(tree)) {
    const found = letterIn(part);
    if (found !== null) return found;
  }
  return null;
}

/** @param {string} typed */
function unit(typed) {
  const found = DECIMAL.exec(typed);
  if (!found) return 0;
  return Number(`1e${Number(found[2] ?? 0) - found[1].length}`);
}

/** @param {string} typed */
const echoed = (typed) =>
  typed
    .replace(/[ \t\n]+/g, "")
    .replace(/^\++/, "")
    .replaceAll("-", "−")
    .replaceAll("*", "·");

/** Evaluate in doubles, operation by operation. @param {Tree} tree @param {number} at @returns {number} */
function double(tree, at) {
  const found = operate(tree, at);
  if (!Number.isFinite(found)) throw new Unreadable("large", at);
  return found;
}

/** @param {Tree} tree @param {number} at @returns {number} */
function operate(tree, at) {
  if (typeof tree === "string") return ratio(tree);
  const [operation, first, second] = tree;
  const x = double(first, at);
  if (operation === "neg") return -x;
  if (operation === "sqrt") return root(x, at);
  if (operation === "^") return power(x, ratio(second), at);
  const y = double(second, at);
  if (operation === "+") return x + y;
  if (operation === "-") return x - y;
  if (operation === "*") return x * y;
  if (y === 0) throw new Unreadable("zero", at);
  return x / y;
}

/** @param {string} text */
function ratio(text) {
  const [over, under = "1"] = text.split("/");
  return Number(over) / Number(under);
}

/** @param {number} x @param {number} at */
function root(x, at) {
  if (x < 0) throw new Unreadable("negative", at);
  return Math.sqrt(x);
}

/** @param {number} base @param {number} exponent @param {number} at */
function power(base, exponent, at) {
  if (exponent < 0 && base === 0) throw new Unreadable("zero", at);
  return Number.isInteger(exponent) ? base ** exponent : root(base, at) ** (exponent * 2);
}
