/**
 * From text to tokens: what a person types, in many notations, becomes one alphabet.
 *
 * The twin of `lnteach.formula.scan`, over the same tables in formula/language.json.
 *
 * @typedef {{ kind: string, value: string, text: string, at: number, gap: boolean }} Token
 * @typedef {[bigint, bigint]} Ratio a fraction in lowest terms
 */

import language from "../formula/language.json";

/** A table as an object without the names that every object has. @param {object} table */
export const bare = (table) => Object.assign(Object.create(null), table);
export const AXES = /** @type {Record<string, string>} */ (bare(language.axes));
export const FUNCTIONS = /** @type {Record<string, number>} */ (bare(language.functions));
const SIGNS = /** @type {Record<string, string>} */ (bare(language.signs));
const SUBSCRIPTS = /** @type {Record<string, string>} */ (bare(language.subscripts));
const MESSAGES = /** @type {Record<string, string>} */ (bare(language.messages));
const WORDS = bare(language.words);
for (const name of [...Object.keys(AXES), ...Object.keys(FUNCTIONS)]) WORDS[name] = name;
export const LIMITS = language.limits;
const PATTERNS = language.patterns.map(
  ([kind, source]) => /** @type {[string, RegExp]} */ ([kind, new RegExp(source, "uy")]),
);
const COMMAND = new RegExp(language.commands, "uy");

/** A formula that cannot be read or evaluated; `position` counts characters from 0. */
export class FormulaError extends Error {
  /**
   * @param {string} code
   * @param {number | null} [position]
   * @param {Record<string, string | number>} [details]
   */
  constructor(code, position = null, details = {}) {
    super((MESSAGES[code] ?? code).replace(/\{(\w+)\}/g, (_, name) => String(details[name])));
    this.code = code;
    this.position = position;
  }
}

/** How many characters a text has, as Python counts them. @param {string} text */
export const points = (text) => Array.from(text).length;

/** @param {string} given @returns {Token[]} */
export function scan(given) {
  const limit = LIMITS.characters;
  if (given.length > 2 * limit || points(given) > limit) {
    throw new FormulaError("characters", limit, { limit });
  }
  const text = given.replace(/[\uFF01-\uFF5E]/g, (x) =>
    String.fromCharCode(x.charCodeAt(0) - 0xfee0),
  );
  /** @type {Token[]} */
  const tokens = [];
  let gap = false;
  for (let at = 0; at < text.length; ) {
    const [kind, found] = match(text, at);
    if (kind === "space") {
      gap = true;
    } else {
      let offset = points(text.slice(0, at));
      for (const [type, value, shown] of meanings(kind, found, offset)) {
        tokens.push({ kind: type, value, text: shown, at: offset, gap });
        offset += points(shown);
        gap = false;
      }
    }
    at += found.length;
    if (tokens.length > LIMITS.tokens) {
      throw new FormulaError("tokens", points(text.slice(0, at)), { limit: LIMITS.tokens });
    }
  }
  return tokens;
}

/** @param {string} text @param {number} at @returns {[string, string]} */
function match(text, at) {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return [kind, found[0]];
  }
  COMMAND.lastIndex = at;
  const command = COMMAND.exec(text);
  const tried = command ? [command[0]] : [text.slice(at, at + 2), text[at]];
  const sign = tried.find((x) => x in SIGNS);
  if (sign) return ["sign", sign];
  const shown = command ? command[0] : String.fromCodePoint(text.codePointAt(at) ?? 0);
  throw new FormulaError("character", points(text.slice(0, at)), { text: shown });
}

/** @param {string} kind @param {string} text @param {number} at @returns {string[][]} */
function meanings(kind, text, at) {
  if (kind === "number") return [["number", text.replace(",", "."), text]];
  if (kind === "ones" || kind === "hat") return [["name", kind === "hat" ? "u" : "ones", text]];
  if (kind === "transpose") return [["sign", "ᵀ", text]];
  if (kind === "raised") {
    const digits = Array.from(text, (x) => language.raised.indexOf(x)).filter((x) => x >= 0);
    return [["raised", (text.startsWith("⁻") ? "-" : "") + digits.join(""), text]];
  }
  if (kind === "sign") return [meaning(SIGNS[text], text)];
  const word = Array.from(text[0] === "\\" ? text.slice(text.indexOf("{")) : text)
    .filter((x) => !"{} \\".includes(x))
    .map((x) => SUBSCRIPTS[x] ?? x)
    .join("");
  if (language.differentials.includes(word)) throw new FormulaError("differential", at, { text });
  const readable = word.length <= LIMITS.word && !language.unknown.includes(word);
  const pieces = readable ? split(word) : null;
  if (!pieces) {
    const known = [...Object.keys(AXES), ...Object.keys(FUNCTIONS)].join(", ");
    const shown = Array.from(text).slice(0, LIMITS.word).join("");
    throw new FormulaError("word", at, { text: shown, known });
  }
  return pieces.map((piece) => meaning(WORDS[piece] ?? WORDS[piece.toLowerCase()], piece));
}

/** @param {string} value @param {string} text */
const meaning = (value, text) => [
  value in FUNCTIONS ? "function" : value in WORDS ? "name" : "sign",
  value,
  text,
];

/**
 * Split a run of letters into words that the course knows, the longest first.
 *
 * @param {string} word
 * @param {Set<string>} [failed] rests that are known to lead nowhere
 * @returns {string[] | null}
 */
function split(word, failed = new Set()) {
  if (word === "") return [];
  if (failed.has(word)) return null;
  for (let length = Math.min(word.length, 10); length > 0; length--) {
    const piece = word.slice(0, length);
    if (piece in WORDS || (length > 1 && piece.toLowerCase() in WORDS)) {
      const rest = split(word.slice(length), failed);
      if (rest) return [piece, ...rest];
    }
  }
  failed.add(word);
  return null;
}

/** @param {bigint} a @param {bigint} b @returns {bigint} */
const gcd = (a, b) => (b === 0n ? a : gcd(b, a % b));

/** @param {bigint} over @param {bigint} under @returns {Ratio} */
export const reduced = (over, under) => {
  const common = gcd(over, under);
  return [over / common, under / common];
};

/** @param {Ratio} ratio */
export const shown = ([over, under]) => (under === 1n ? `${over}` : `${over}/${under}`);

/** The exact value of a number's token, or of raised digits. @param {Token} token @returns {Ratio} */
export function fraction(token) {
  const [digits, raised = "0"] = token.value.toLowerCase().split("e");
  if (token.value.length > LIMITS.digits || Math.abs(Number(raised)) > LIMITS.digits) {
    const text = token.text.slice(0, LIMITS.digits);
    throw new FormulaError("digits", token.at, { text });
  }
  const [whole, decimals = ""] = digits.split(".");
  const shift = Number(raised) - decimals.length;
  const over = BigInt(whole + decimals);
  const scale = 10n ** BigInt(Math.abs(shift));
  return shift >= 0 ? [over * scale, 1n] : reduced(over, scale);
}
