/**
 * Exact numbers in whole numbers of any size: (p + q√m)/n, with one root for a whole calculation.
 *
 * `lnteach.widgets.step_exact` has the same rules, over the exact numbers of `lnteach.formula`; a test
 * compares what the two write.
 *
 * @typedef {{ p: bigint, q: bigint, n: bigint }} Exact n is above 0, and nothing divides all three
 * @typedef {{ html: string, text: string, binds: number }} Token a number as MathML, as text, and how
 *   tightly it binds
 * @typedef {import("./formula-product.js").Tree} Tree
 */

import { fraction } from "./numbers.js";

export const [SUM, PRODUCT, POWER, ATOM] = [0, 1, 2, 3];

const MAX_DENOMINATOR = 9999;
const MAX_DECIMAL = 12;
const MAX_DIGITS = 12;
const MAX_COMMON = 10n ** 12n;
/** Roots are taken out of squares of numbers up to here. */
const SMALL = 1000;
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** @param {bigint} x @param {bigint} y @returns {bigint} */
const gcd = (x, y) => {
  let [a, b] = [x < 0n ? -x : x, y < 0n ? -y : y];
  while (b && (a > SAFE || b > SAFE)) [a, b] = [b, a % b];
  if (!b) return a;
  // The rest in doubles, which are several times as fast.
  let [p, q] = [Number(a), Number(b)];
  while (q) [p, q] = [q, p % q];
  return BigInt(p);
};

/** @param {bigint} p @param {bigint} q @param {bigint} n @returns {Exact} */
function lowest(p, q, n) {
  let common = gcd(gcd(p, q), n);
  if (n < 0n) common = -common;
  return common === 1n ? { p, q, n } : { p: p / common, q: q / common, n: n / common };
}

/** @param {number | bigint} p @param {number | bigint} [n] @returns {Exact} */
export const ratio = (p, n = 1) => lowest(BigInt(p), 0n, BigInt(n));

/** The largest whole number whose square is not above n. @param {bigint} n */
function floorRoot(n) {
  if (n < 2n) return n;
  let x = BigInt(Math.floor(Math.sqrt(Number(n)))) + 1n;
  if (n > 2n ** 100n) x = 1n << BigInt((n.toString(2).length + 2) >> 1);
  for (let y = (x + n / x) / 2n; y < x; y = (x + n / x) / 2n) x = y;
  return x;
}

/** Write √n as w√m, as `lnteach.formula.surd` does. @param {bigint} n @returns {[bigint, bigint]} */
function split(n) {
  let [whole, left] = [1n, n];
  for (let p = 2; p < SMALL; p++) {
    // In doubles, where they are exact; else in whole numbers of any size.
    const square = p * p;
    const few = left <= SAFE ? Number(left) : 0;
    if (few && square > few) break;
    if (few ? few % square : left % BigInt(square)) continue;
    left /= BigInt(square);
    whole *= BigInt(p--);
  }
  const root = floorRoot(left);
  return root * root === left ? [whole * root, 1n] : [whole, left];
}

/** One calculation, whose root is that of one whole number. */
export class Field {
  constructor() {
    /** What stands under the root; 1 until there is one. */
    this.m = 1n;
    /** The last number that was divided by, and 1 over it. */
    this.under = ratio(1);
    this.inverse = this.under;
  }

  /** @param {Exact} x @param {Exact} y */
  add(x, y) {
    return lowest(x.p * y.n + y.p * x.n, x.q * y.n + y.q * x.n, x.n * y.n);
  }

  /** @param {Exact} x */
  negate({ p, q, n }) {
    return { p: -p, q: -q, n };
  }

  /** @param {Exact} x @param {Exact} y */
  multiply(x, y) {
    return lowest(x.p * y.p + this.m * x.q * y.q, x.p * y.q + x.q * y.p, x.n * y.n);
  }

  /** @param {Exact} x @param {Exact} y */
  divide(x, y) {
    // A whole column is divided by one number.
    if (y !== this.under) {
      const { p, q, n } = y;
      const square = p * p - this.m * q * q;
      if (square === 0n) throw new RangeError("division by 0");
      this.under = y;
      this.inverse = lowest(p * n, -q * n, square);
    }
    return this.multiply(x, this.inverse);
  }

  /** @param {Exact} x */
  root({ p, q, n }) {
    if (q !== 0n || p < 0n) throw new RangeError("no root of this number here");
    if (p === 0n) return ratio(0);
    const [whole, left] = split(p * n);
    if (left === 1n) return lowest(whole, 0n, n);
    if (this.m !== 1n && this.m !== left) throw new RangeError("a second root");
    this.m = left;
    return lowest(0n, whole, n);
  }

  /**
   * The value of a formula at a feature.
   *
   * @param {Tree} tree
   * @param {number} i
   * @param {Record<string, Exact[]>} known entries of each letter, one a feature or one
   * @param {number} d
   * @returns {Exact}
   */
  value(tree, i, known, d) {
    if (typeof tree === "string") {
      if (tree === "d") return ratio(d);
      if (tree === "ones") return ratio(1);
      if (/^[0-9]/.test(tree)) {
        const [over, under = 1] = tree.split("/");
        return ratio(BigInt(over), BigInt(under));
      }
      return known[tree][known[tree].length === 1 ? 0 : i];
    }
    const [operation, first, second] = tree;
    const at = (/** @type {Tree} */ part) => this.value(part, i, known, d);
    switch (operation) {
      case "neg":
        return this.negate(at(first));
      case "+":
        return this.add(at(first), at(second));
      case "-":
        return this.add(at(first), this.negate(at(second)));
      case "*":
        return this.multiply(at(first), at(second));
      case "/":
        return this.divide(at(first), at(second));
      case "sqrt":
        return this.root(at(first));
      case "^": {
        const base = at(first);
        let power = base;
        for (let k = 1; k < Number(second); k++) power = this.multiply(power, base);
        return power;
      }
    }
    const inside = operation === "dot" ? ["*", first, second] : first;
    let total = ratio(0);
    for (let j = 0; j < d; j++) {
      total = this.add(total, this.value(/** @type {Tree} */ (inside), j, known, d));
    }
    return operation === "mean" ? this.divide(total, ratio(d)) : total;
  }

  /** Write a number; null if it is too long to be read. @param {Exact} x @returns {Token | null} */
  token({ p, q, n }) {
    let [html, text, binds] = ["", "", ATOM];
    for (const [radicand, factor] of [
      [1n, p],
      [this.m, q],
    ]) {
      if (factor === 0n && !(radicand === 1n && q === 0n)) continue;
      if (radicand === 1n && text) continue; // no root yet: its part is nothing
      const common = gcd(factor, n);
      const [over, under] = [(factor < 0n ? -factor : factor) / common, n / common];
      if ([over, under, radicand].some((x) => String(x).length > MAX_DIGITS)) return null;
      const [plain, later] = [radicand === 1n, text !== ""];
      let above = plain || over > 1n ? `<mn>${over}</mn>` : "";
      let said = plain || over > 1n ? `${over}` : "";
      if (!plain) {
        above += `<msqrt><mn>${radicand}</mn></msqrt>`;
        said += `√${radicand}`;
      }
      if (under > 1n) {
        above = `<mfrac><mrow>${above}</mrow><mn>${under}</mn></mfrac>`;
        said += `/${under}`;
        binds = POWER;
      } else if (!plain && over > 1n) {
        binds = PRODUCT;
      }
      if (factor < 0n || later) binds = SUM;
      const sign = factor < 0n ? "\u2212" : later ? "+" : "";
      html += (sign && `<mo>${sign}</mo>`) + above;
      text += (later ? ` ${sign} ` : sign) + said;
    }
    return { html, text, binds };
  }
}

/**
 * The fraction that somebody meant by a double, if there is a simple one.
 *
 * @param {number} x
 * @returns {Exact | null}
 */
export function rational(x) {
  if (Number.isInteger(x) && Math.abs(x) < 2 ** 53) return ratio(x);
  if (Math.abs(x) < 1000) {
    const near = fraction(x, MAX_DENOMINATOR);
    if (near && near[0] / near[1] === x) return ratio(...near);
  }
  const [digits, power = "0"] = String(x).split("e");
  const [whole, part = ""] = digits.split(".");
  if (`${whole}${part}`.replace(/^-?0*|0+$/g, "").length > MAX_DECIMAL) return null;
  const shift = Number(power) - part.length;
  const value = BigInt(whole + part);
  return shift < 0 ? ratio(value, 10n ** BigInt(-shift)) : ratio(value * 10n ** BigInt(shift));
}

/**
 * The numbers given as exact ones, or why that cannot be.
 *
 * @param {Record<string, number | number[]>} given
 * @returns {{ known: Record<string, Exact[]>, why: string }}
 */
export function exactly(given) {
  /** @type {Record<string, Exact[]>} */
  const known = {};
  let common = 1n;
  for (const [letter, x] of Object.entries(given)) {
    const entries = [x].flat().map(rational);
    if (entries.includes(null)) return { known: {}, why: "given" };
    known[letter] = /** @type {Exact[]} */ (entries);
    for (const { n } of known[letter]) common = (common / gcd(common, n)) * n;
  }
  return common > MAX_COMMON ? { known: {}, why: "long" } : { known, why: "" };
}
