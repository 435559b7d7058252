/**
 * From what was typed to the bare list: plain signs, and nothing wrapped around the numbers. The twin
 * of `lnteach.selfcheck.unwrapping`.
 *
 * @typedef {{ sign: string, position: number }} Char a plain sign, and where it was typed
 */

import answers from "../../selfcheck/answers.json";

/** @type {Map<string, string>} */
const SIGNS = new Map();
for (const [signs, sign] of [
  [answers.minus, "-"],
  [answers.spaces, " "],
  [answers.invisible, ""],
  [answers.lines, "\n"],
]) {
  for (const each of signs) SIGNS.set(each, sign);
}
const FRACTIONS = new Map(Object.entries(answers.fractions));
const [NAME, CALL, OPTION, TRANSPOSE, SCALAR] = [
  answers.name,
  answers.call,
  answers.option,
  answers.transpose,
  answers.scalar,
].map((source) => new RegExp(source, "u"));
const TWO = /^[+-]?[0-9]+ *, *[0-9]+$/;
const TAIL = 12; // no transpose is longer

/** Write every sign in the plain alphabet; each keeps the place where it was typed. @param {string[]} typed */
export function clean(typed) {
  /** @type {Char[]} */
  const chars = [];
  typed.forEach((given, position) => {
    const wide = given >= "\uff01" && given <= "\uff5e" && given.length === 1;
    let sign = wide ? String.fromCharCode(given.charCodeAt(0) - 0xfee0) : given;
    sign = SIGNS.get(given) ?? SIGNS.get(sign) ?? sign;
    const before = chars[chars.length - 1]?.sign ?? "";
    if (!/^[0-9]$/.test(before)) sign = FRACTIONS.get(sign) ?? sign;
    for (const one of sign) chars.push({ sign: one, position });
  });
  return chars;
}

/** The signs alone, one unit each, so that places in the text are places in the list. @param {Char[]} chars */
export const plain = (chars) =>
  chars.map(({ sign }) => (sign.length === 1 ? sign : "\ufffd")).join("");

/** Take off `g_h =`, `np.array( )`, transposes, brackets around the whole, a last comma. @param {Char[]} chars */
export function unwrapped(chars) {
  const whole = plain(chars);
  let [start, end] = trimmed(whole, NAME.exec(whole)?.[0].length ?? 0, whole.length);
  const partners = partnersIn(whole);
  while (start < end) {
    const inner = peeled(whole, start, end, partners);
    if (!inner) break;
    [start, end] = trimmed(whole, ...inner);
  }
  return chars.slice(start, end);
}

/** Take brackets and `np.float64( )` off one entry; write Fraction(4, 3) as 4/3. @param {Char[]} given */
export function bareEntry(given) {
  const whole = plain(given);
  let chars = given;
  let [start, end] = trimmed(whole, 0, whole.length);
  const partners = partnersIn(whole);
  while (start < end) {
    const scalar = SCALAR.exec(whole.slice(start, end));
    const opening = start + (scalar ? scalar[0].length - 1 : 0);
    if (partners.get(opening) !== end - 1) break;
    [start, end] = trimmed(whole, opening + 1, end - 1);
    if (scalar && TWO.test(whole.slice(start, end))) {
      const at = whole.indexOf(",", start);
      chars = chars.map((char, k) => (k === at ? { ...char, sign: "/" } : char));
    }
  }
  return chars.slice(start, end);
}

/** @param {string} whole @param {number} from @param {number} to @returns {[number, number]} */
function trimmed(whole, from, to) {
  let [start, end] = [from, to];
  while (start < end && " \t\n".includes(whole[start])) start += 1;
  while (end > start && " \t\n".includes(whole[end - 1])) end -= 1;
  return [start, end];
}

/** Where each bracket closes. @param {string} whole */
function partnersIn(whole) {
  /** @type {number[]} */
  const opened = [];
  /** @type {Map<number, number>} */
  const partners = new Map();
  for (let at = 0; at < whole.length; at++) {
    if (answers.open.includes(whole[at])) opened.push(at);
    const opening = answers.close.includes(whole[at]) ? opened.pop() : undefined;
    if (opening !== undefined) partners.set(opening, at);
  }
  return partners;
}

/** Take one thing off; null if there is nothing to take off. @param {string} whole @param {number} from @param {number} to @param {Map<number, number>} partners @returns {[number, number] | null} */
function peeled(whole, from, to, partners) {
  const last = whole[to - 1];
  const call = last === ")" ? CALL.exec(whole.slice(from, to)) : null;
  if (call) {
    let [start, end] = trimmed(whole, from + call[0].length, to - 1);
    for (;;) {
      const option = OPTION.exec(whole.slice(start, end));
      if (!option) return [start, end];
      [start, end] = trimmed(whole, start, start + option.index);
    }
  }
  const tail = Math.max(from, to - TAIL);
  const transpose = TRANSPOSE.exec(whole.slice(tail, to));
  if (transpose) return [from, tail + transpose.index];
  const before = trimmed(whole, from, to - 1)[1];
  if (",;".includes(last) && (before === from || !",;".includes(whole[before - 1]))) {
    return [from, to - 1];
  }
  return partners.get(from) === to - 1 ? [from + 1, to - 1] : null;
}
