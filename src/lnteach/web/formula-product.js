/**
 * How the factors of a product belong together: the twin of `lnteach.formula.product`.
 *
 * @typedef {string | [string, ...any[]]} Tree a letter or number, or an operation with its parts
 * @typedef {import("./formula-scan.js").Token} Token
 * @typedef {{ tree: Tree, sign: string, token: Token, transposed: boolean, last: Token }} Factor
 */

import { AXES, FormulaError } from "./formula-scan.js";

/** Say whether a quotient ends at a gap. @param {Factor[]} factors @param {Token} token */
export function clear(factors, token) {
  const before = factors[factors.length - 1];
  if (!token.gap || before.token !== before.last) return false;
  if (before.token.kind === "number") return true;
  const ratio = factors.length === 2 && factors[0].token.kind === "number";
  return ratio && (token.kind !== "name" || AXES[token.value].includes("feature"));
}

/** Join factors from left to right, dot products first. @param {Factor[]} factors @param {boolean} byEntry @returns {Tree} */
export function product(factors, byEntry) {
  const [first, ...rest] = dots(factors, byEntry);
  return rest.reduce((tree, factor) => {
    if (factor.sign === "·" && isColumn(tree) && isColumn(factor.tree) && !byEntry) {
      throw new FormulaError("point", factor.token.at);
    }
    return /** @type {Tree} */ ([factor.sign === "/" ? "/" : "*", tree, factor.tree]);
  }, first.tree);
}

/** Join each dot product, which binds its two neighbours tightly. @param {Factor[]} factors @param {boolean} byEntry */
function dots(factors, byEntry) {
  const joined = [factors[0]];
  for (const factor of factors.slice(1)) {
    const before = joined[joined.length - 1];
    const column = isColumn(factor.tree);
    const dotted = factor.sign === "·" && isColumn(before.tree) && column && !byEntry;
    if (before.transposed || dotted) {
      if (factor.sign === "/" || !(column || factor.tree === "1")) {
        throw new FormulaError("transpose", factor.token.at);
      }
      const { transposed, last } = factor;
      const tree = /** @type {Tree} */ (["dot", before.tree, factor.tree]);
      joined[joined.length - 1] = { ...before, tree, transposed, last };
    } else {
      joined.push(factor);
    }
  }
  const end = joined[joined.length - 1];
  if (end.transposed) throw new FormulaError("transpose", end.last.at);
  return joined;
}

/** Whether a value runs over the features. @param {Tree} tree @returns {boolean} */
function isColumn(tree) {
  if (typeof tree === "string") return (AXES[tree] ?? "").includes("feature");
  if (["mean", "sum", "dot"].includes(tree[0])) return false;
  return partsOf(tree).some(isColumn);
}

/** @param {Tree} tree @returns {Tree[]} */
export const partsOf = (tree) =>
  typeof tree === "string" ? [] : tree[0] === "^" ? [tree[1]] : tree.slice(1);
