/**
 * Reading a formula as a person types it, step by step as `lnteach.formula.reader` does.
 *
 * From loose to tight: sums; products and quotients from left to right; dot products; powers. What
 * could be meant in two ways is not guessed: the reader says so and asks for brackets.
 *
 * @typedef {import("./formula-product.js").Tree} Tree
 * @typedef {import("./formula-product.js").Factor} Factor
 * @typedef {import("./formula-scan.js").Token} Token
 * @typedef {import("./formula-scan.js").Ratio} Ratio
 */

import { clear, partsOf, product } from "./formula-product.js";
import {
  bare,
  FormulaError,
  FUNCTIONS,
  fraction,
  LIMITS,
  points,
  reduced,
  scan,
  shown,
} from "./formula-scan.js";

const STARTS = ["number", "name", "function"];

/**
 * Read one expression in the course's letters.
 *
 * @param {string} text
 * @returns {Tree}
 */
export function read(text) {
  const tokens = scan(text);
  const equals = tokens.flatMap((token, n) => (token.value === "=" ? [n] : []));
  if (equals.length > 0) {
    if (equals.length > 1 || equals[0] !== 1 || tokens[0].kind !== "name") {
      throw new FormulaError("equals", tokens[equals[equals.length - 1]].at);
    }
    tokens.splice(0, 2);
  }
  if (tokens.length === 0) throw new FormulaError("empty", equals.length ? points(text) : null);
  const parser = new Parser(tokens);
  const tree = parser.sum();
  if (parser.here) throw parser.unexpected();
  if (height(tree) > LIMITS.height)
    throw new FormulaError("height", null, { limit: LIMITS.height });
  return tree;
}

class Parser {
  /** @param {Token[]} tokens */
  constructor(tokens) {
    this.tokens = tokens;
    this.next = 0;
    this.depth = 0;
    this.byEntry = false; // whether · multiplies entry by entry: inside mean and sum
  }

  get here() {
    return this.tokens[this.next];
  }

  /** Take the next token if it is one of these signs. @param {string[]} wanted */
  sign(...wanted) {
    const token = this.here;
    if (token?.kind !== "sign" || !wanted.includes(token.value)) return null;
    this.next++;
    return token;
  }

  unexpected() {
    const token = this.here;
    if (!token) {
      const last = this.tokens[this.tokens.length - 1];
      return new FormulaError("missing", last.at + points(last.text), { text: last.text });
    }
    const codes = bare({ ",": "comma", "=": "equals" });
    let code = codes[token.value] ?? "unexpected";
    if (token.value === ")" && this.depth === 0) code = "extra";
    else if (this.next === 0) code = "begins";
    return new FormulaError(code, token.at, { text: token.text });
  }

  /** @returns {Tree} */
  sum() {
    let tree = this.product();
    for (let links = 1; ; links++) {
      const token = this.sign("+", "-");
      if (!token) return tree;
      tree = [token.value, tree, this.product()];
      if (links > LIMITS.height) throw limited("height", token);
    }
  }

  /** @returns {Tree} */
  product() {
    let signs = 0;
    for (let token = this.sign("+", "-"); token; token = this.sign("+", "-")) {
      signs += token.value === "-" ? 1 : 0;
      if (signs > LIMITS.brackets) throw limited("brackets", token);
    }
    let tree = product(this.factors(), this.byEntry);
    for (; signs > 0; signs--) tree = ["neg", tree];
    return tree;
  }

  factors() {
    const factors = [this.factor("")];
    for (let token = this.here; token; token = this.here) {
      const sign = this.sign("*", "/", "·");
      if (sign) {
        const negative = this.sign("-");
        const factor = this.factor(sign.value);
        factors.push(negative ? { ...factor, tree: ["neg", factor.tree] } : factor);
      } else if (
        STARTS.includes(token.kind) ||
        (token.kind === "sign" && ["(", "\\frac"].includes(token.value))
      ) {
        factors.push(this.beside(factors, token));
      } else {
        break;
      }
      if (factors.length > LIMITS.height) throw limited("height", token);
    }
    return factors;
  }

  /** Read a factor that stands beside another without a sign. @param {Factor[]} factors @param {Token} token @returns {Factor} */
  beside(factors, token) {
    const before = factors[factors.length - 1];
    if (token.kind === "number" && !before.transposed) {
      if (before.last.kind === "number") throw new FormulaError("numbers", token.at);
      if (token.value !== "1" || before.last.value !== ")") {
        throw new FormulaError("after", token.at, { text: token.text });
      }
      if (before.sign !== "/") {
        this.next++;
        return { tree: "ones", sign: "", token, transposed: false, last: token };
      }
    }
    if (before.sign === "/" && !clear(factors, token)) {
      const text = before.token === before.last ? before.token.text : "the bracket";
      throw new FormulaError("divided", before.last.at + points(before.last.text), { text });
    }
    return this.factor("");
  }

  /** Read one factor with its power and its transpose. @param {string} sign @returns {Factor} */
  factor(sign) {
    const token = this.here;
    let tree = this.base();
    let transposed = false;
    for (let powers = 1; this.here && !transposed; powers++) {
      const mark = this.here;
      if (mark.kind === "raised") {
        this.next++;
        tree = power(tree, fraction(mark), mark);
      } else if (this.sign("^")) {
        tree = power(tree, this.exponent(mark), mark);
      } else if (this.sign("ᵀ")) {
        if (tree === "1") tree = "ones";
        transposed = true;
        break;
      } else {
        break;
      }
      if (powers > 1) throw new FormulaError("powers", mark.at);
    }
    return { tree, sign, token, transposed, last: this.tokens[this.next - 1] };
  }

  /** Read the number after ^: 2, -1, (1/2), {-1}. @param {Token} token @returns {Ratio} */
  exponent(token) {
    const bracket = this.sign("(");
    const negative = this.sign("-");
    let [over, under] = this.plain(token);
    if (bracket && this.sign("/")) {
      const [below, part] = this.plain(token);
      if (below === 0n) throw limited("power", token);
      [over, under] = reduced(over * part, under * below);
    }
    if (bracket && !this.sign(")")) throw limited("power", token);
    return [negative ? -over : over, under];
  }

  /** @param {Token} token */
  plain(token) {
    const number = this.here;
    if (number?.kind !== "number") throw limited("power", token);
    this.next++;
    return fraction(number);
  }

  /** @returns {Tree} */
  base() {
    const token = this.here;
    if (!token) throw this.unexpected();
    if (STARTS.includes(token.kind)) {
      this.next++;
      if (token.kind === "number") return shown(fraction(token));
      return token.kind === "name" ? token.value : this.call(token);
    }
    if (this.sign("(")) return this.bracket(token)[0];
    if (this.sign("\\frac")) return ["/", this.group(token), this.group(token)];
    throw this.unexpected();
  }

  /** @param {Token} token @returns {Tree} */
  call(token) {
    const [name, outside] = [token.value, this.byEntry];
    this.byEntry = name === "sqrt" ? outside : name !== "dot";
    const opening = this.sign("(");
    let found = [];
    if (opening) {
      found = this.bracket(opening, token);
    } else if (name === "sqrt" && this.here) {
      this.deeper(token);
      found = [this.factor("").tree];
      this.depth--;
    } else {
      throw new FormulaError("call", token.at, { text: name });
    }
    this.byEntry = outside;
    const [needed, given] = [FUNCTIONS[name], found.length];
    if (given !== needed) {
      throw new FormulaError("arguments", token.at, { text: name, needed, given });
    }
    return [name, ...found];
  }

  /** @param {Token} token */
  group(token) {
    const opening = this.sign("(");
    if (!opening) throw new FormulaError("call", token.at, { text: token.text });
    return this.bracket(opening)[0];
  }

  /** Read up to the closing bracket. @param {Token} opening @param {Token} [call] */
  bracket(opening, call) {
    this.deeper(opening);
    const found = [this.sum()];
    while (call?.value === "dot" && this.sign(",")) found.push(this.sum());
    if (!this.here) throw new FormulaError("unclosed", opening.at, { text: opening.text });
    if (!this.sign(")")) throw this.unexpected();
    this.depth--;
    return found;
  }

  /** @param {Token} token */
  deeper(token) {
    this.depth++;
    if (this.depth > LIMITS.brackets) throw limited("brackets", token);
  }
}

/** @param {string} code @param {Token} token */
const limited = (code, token) =>
  new FormulaError(code, token.at, { limit: LIMITS[/** @type {"power"} */ (code)] });

/** @param {Tree} tree @param {Ratio} exponent @param {Token} token @returns {Tree} */
function power(tree, exponent, token) {
  const [over, under] = exponent;
  const size = Math.abs(Number(over)) / Number(under);
  if (under > 2n || size > LIMITS.power) throw limited("power", token);
  return ["^", tree, shown(exponent)];
}

/** @param {Tree} tree @returns {number} */
const height = (tree) => 1 + Math.max(0, ...partsOf(tree).map(height));
