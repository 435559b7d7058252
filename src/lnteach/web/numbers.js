/**
 * Reading the numbers people type, and writing doubles so that people can read them.
 *
 * `lnteach.widgets.numbers` writes the same texts for the static figures; tests/web/numbers.json
 * holds the two together.
 */

const MINUS = /[\u2212\u2013\u2012\u2010\uFE63\uFF0D]/g;
const SPACES = /[\s\u00A0\u2007\u2009\u202F\u2060\u200B\uFEFF]+/g;
const SLASH = /[\u2044\u2215\u00F7]/g;
const VULGAR = /** @type {Record<string, string>} */ ({
  "½": "1/2",
  "⅓": "1/3",
  "⅔": "2/3",
  "¼": "1/4",
  "¾": "3/4",
  "⅕": "1/5",
  "⅖": "2/5",
  "⅗": "3/5",
  "⅘": "4/5",
  "⅙": "1/6",
  "⅚": "5/6",
  "⅛": "1/8",
  "⅜": "3/8",
  "⅝": "5/8",
  "⅞": "7/8",
});
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/;
/** What may still become a number when one types on: no complaint yet. */
const PARTIAL = /^[+-]?(\d+\.?\d*|\.\d*)?(e[+-]?)?(\/[+-]?\.?)?$/;
export const MAX_DENOMINATOR = 999;
const MAX_SIZE = 1e100;

/**
 * Read a number as people type it: `4/3`, `−.5`, `5.`, `1e-3`, `0,25`, `½`.
 *
 * @param {string} text
 * @returns {{ value: number, error?: undefined } | { error: string, partial: boolean }}
 */
export function read(text) {
  const plain = text
    .replace(MINUS, "-")
    .replace(SPACES, "")
    .replace(/[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]/, (c, at, all) => (/\d/.test(all[at - 1] ?? "") ? c : VULGAR[c]))
    .replace(SLASH, "/")
    .toLowerCase();
  if (plain === "") return { error: "a number is missing here", partial: true };
  const dotted = plain.includes(".") ? plain : plain.replace(/,(?=\d)/g, ".");
  const parts = dotted.split("/");
  if (parts.length > 2 || !parts.every((part) => DECIMAL.test(part))) {
    return {
      error: `“${text.trim().slice(0, 20)}” is not a number; type one such as 1.5, −2 or 4/3`,
      partial: PARTIAL.test(dotted),
    };
  }
  const [over, under = 1] = parts.map(Number);
  if (under === 0) return { error: "a fraction cannot have 0 below the line", partial: true };
  const value = over / under;
  if (!Number.isFinite(value) || Math.abs(value) > MAX_SIZE) {
    return { error: "this number is too large; its size may be at most 1e100", partial: false };
  }
  return { value: value === 0 ? 0 : value };
}

/**
 * The fraction with a denominator of at most `limit` that a double stands for, if there is one.
 *
 * Continued fractions; "stands for" means within 1e-12, relative above 1.
 *
 * @param {number} x
 * @param {number} [limit]
 * @returns {[number, number] | null} numerator (with the sign) and denominator
 */
export function fraction(x, limit = MAX_DENOMINATOR) {
  if (!Number.isFinite(x) || Math.abs(x) >= 1e9) return null;
  const size = Math.abs(x);
  const close = 1e-12 * Math.max(1, size);
  let [n0, d0, n1, d1] = [0, 1, 1, 0];
  let rest = size;
  for (let step = 0; step < 20; step++) {
    const whole = Math.floor(rest);
    [n0, d0, n1, d1] = [n1, d1, whole * n1 + n0, whole * d1 + d0];
    if (d1 > limit) return null;
    if (Math.abs(n1 / d1 - size) <= close) return [x < 0 ? -n1 : n1, d1];
    rest = 1 / (rest - whole);
  }
  return null;
}

/**
 * How the numbers of one row are written: all as fractions, or all with the same decimals.
 *
 * @param {ArrayLike<number>} row
 * @param {number} [length] how many stand side by side, if these are several rows
 * @returns {"fraction" | number | "power"} a number is the count of decimals
 */
export function rowStyle(row, length = row.length) {
  if (length <= 12 && Array.from(row).every((x) => fraction(x) && !lost(x))) return "fraction";
  let largest = 0;
  for (let i = 0; i < row.length; i++) largest = Math.max(largest, Math.abs(row[i]));
  if (largest === 0) return 0;
  if (largest >= 1e7 || largest < 1e-4) return "power";
  return Math.max(0, 4 - Math.max(0, Math.floor(Math.log10(largest))) + (largest < 0.1 ? 2 : 0));
}

/** Not 0, yet so small that a fraction would show it as 0. @param {number} x */
const lost = (x) => x !== 0 && Math.abs(x) < 1e-12 && Math.abs(x) > 1e-15;

/**
 * The text of a number in a row's style, with a real minus sign.
 *
 * @param {number} x
 * @param {"fraction" | number | "power"} [style]
 * @returns {string}
 */
export function show(x, style = rowStyle([x])) {
  if (style === "fraction") {
    const exact = fraction(x);
    if (exact) return minus(exact[1] === 1 ? `${exact[0]}` : `${exact[0]}/${exact[1]}`);
  }
  if (style === "power" && x !== 0) {
    const [digits, power] = x.toExponential(3).split("e");
    return `${minus(digits)}·10${raised(Number(power))}`;
  }
  const text = x.toFixed(typeof style === "number" ? style : 4);
  if (text[0] !== "-") return text;
  return Number(text) === 0 ? text.slice(1) : `\u2212${text.slice(1)}`;
}

/** @param {string} text */
const minus = (text) => text.replace("-", "\u2212").replace(/^\u22120$/, "0");

/** @param {number} power */
export const raised = (power) =>
  String(power).replace(/[-\d]/g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]));

/**
 * The shortest text that reads back to exactly this double: for fields and addresses.
 *
 * @param {number} x
 * @returns {string} with an ASCII minus, such as `-1/3`
 */
export function exact(x) {
  const text = String(x === 0 ? 0 : x);
  if (text.length <= 6) return text;
  const near = fraction(x);
  return near && near[0] / near[1] === x ? `${near[0]}/${near[1]}` : text;
}

const PARTS = ["", "", "half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth"];
const PARTS_MORE = ["tenth", "eleventh", "twelfth"];
const COUNTS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/**
 * A number as it is said: `minus one third`, `7 over 25`, `minus 0.3333`.
 *
 * @param {number} x
 * @param {"fraction" | number | "power"} [style]
 * @returns {string}
 */
export function speak(x, style = rowStyle([x])) {
  const found = style === "fraction" ? fraction(x) : null;
  if (!found || found[1] === 1) {
    return show(x, style)
      .replace("\u2212", "minus ")
      .replace(/·10(.*)/, (_, power) => ` times ten to the ${spokenPower(power)}`);
  }
  const sign = found[0] < 0 ? "minus " : "";
  const over = Math.abs(found[0]);
  const part = [...PARTS, ...PARTS_MORE][found[1]];
  if (!part) return `${sign}${over} over ${found[1]}`;
  const many = over === 1 ? part : part === "half" ? "halves" : `${part}s`;
  return `${sign}${COUNTS[over] ?? over} ${many}`;
}

/** @param {string} power */
const spokenPower = (power) =>
  power.replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (c) => (c === "⁻" ? "minus " : `${"⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)}`));
