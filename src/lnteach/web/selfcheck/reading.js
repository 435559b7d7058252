/**
 * Reading a vector as a person writes it. The twin of `lnteach.selfcheck.reading`, step by step, over
 * the same tables in selfcheck/answers.json.
 *
 * @typedef {import("./entries.js").Entry} Entry
 * @typedef {import("./unwrapping.js").Char} Char
 * @typedef {{ kind: "hard" | "comma" | "tight" | "space", start: number, end: number }} Run what stands
 *   between two entries
 * @typedef {[Run, boolean][]} Cut where to cut, and whether it is a decimal comma instead
 * @typedef {{
 *   kind: "read" | "blank" | "unreadable" | "length" | "ambiguous", entries: Entry[], message: string,
 *   position: number | null, other: Entry[],
 * }} Reading
 */

import answers from "../../selfcheck/answers.json";
import { MESSAGES, readEntry, Unreadable } from "./entries.js";
import { bareEntry, clean, plain, unwrapped } from "./unwrapping.js";

const LIMITS = answers.limits;
const FRACTION_PART = /^[0-9]+(?:[eE][+-]?[0-9]+)?/;

/**
 * Read a vector of `d` numbers from what a person typed or pasted.
 *
 * @param {string} text
 * @param {number} d
 * @returns {Reading}
 */
export function readVector(text, d) {
  try {
    const limit = LIMITS.characters;
    const typed = text.length > 2 * limit ? [] : Array.from(text);
    if (text.length > 2 * limit || typed.length > limit) {
      throw new Unreadable("characters", limit, { limit });
    }
    return reading(typed, d);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return made("unreadable", [], error.message, error.position);
  }
}

/** @param {Entry[]} entries */
export function echo(entries) {
  const shown = entries.map((entry) => entry.text).join(", ");
  return entries.length === 1 ? shown : `(${shown})`;
}

/** @param {Reading["kind"]} kind @param {Entry[]} entries @param {string} message @param {number | null} position @param {Entry[]} other @returns {Reading} */
const made = (kind, entries, message = "", position = null, other = []) => ({
  kind,
  entries,
  message,
  position,
  other,
});

/** @param {string} code @param {Record<string, string | number>} details */
const say = (code, details) => new Unreadable(code, null, details).message;

/** @param {string[]} typed @param {number} d @returns {Reading} */
function reading(typed, d) {
  const chars = unwrapped(clean(typed));
  if (chars.length === 0) return made("blank", [], MESSAGES.blank);
  const runs = separators(chars);
  const [cut, second] = fitting(runs, d);
  if (second) {
    const [one, two] = [entriesOf(chars, cut), entriesOf(chars, second)];
    const message = say("ambiguous", { first: echo(one), second: echo(two) });
    return made("ambiguous", one, message, null, two);
  }
  const entries = entriesOf(chars, cut ?? usual(runs));
  if (entries.length !== d) return made("length", entries, lengths(entries.length, d));
  return made("read", entries);
}

/** @param {number} given @param {number} needed */
const lengths = (given, needed) =>
  say("length", {
    given: given === 1 ? `is ${given} entry` : `are ${given} entries`,
    needed: `${needed} ${needed === 1 ? "is" : "are"}`,
  });

/** @param {string} sign */
const step = (sign) => Number(answers.open.includes(sign)) - Number(answers.close.includes(sign));

/** @param {Char} char */
const separates = ({ sign }) => " \t\n,;&".includes(sign);

/** What separates entries, outside of all brackets. @param {Char[]} chars @returns {Run[]} */
function separators(chars) {
  /** @type {Run[]} */
  const runs = [];
  /** @type {Char[]} */
  const opened = [];
  for (let at = 0; at < chars.length; ) {
    const turn = step(chars[at].sign);
    if (turn > 0) opened.push(chars[at]);
    if (turn < 0 && !opened.pop()) throw noPartner(chars[at]);
    if (opened.length > 0 || !separates(chars[at])) {
      at += 1;
      continue;
    }
    let end = at;
    while (end < chars.length && separates(chars[end])) end += 1;
    const kind = kindOf(chars, at, end, runs[runs.length - 1]?.end ?? 0);
    if (kind) runs.push({ kind, start: at, end });
    if (runs.length >= LIMITS.entries) {
      throw new Unreadable("entries", chars[at].position, { limit: LIMITS.entries });
    }
    at = end;
  }
  if (opened.length > 0) throw noPartner(opened[opened.length - 1]);
  return runs;
}

/** @param {Char} char */
const noPartner = ({ sign, position }) => new Unreadable("bracket", position, { text: sign });

/** What a run of separating signs is; null if it stands beside an operator. @param {Char[]} chars @param {number} start @param {number} end @param {number} entry @returns {Run["kind"] | null} */
function kindOf(chars, start, end, entry) {
  const signs = plain(chars.slice(start, end));
  const marks = signs.replace(/[^,;&]/g, "");
  if (marks.length > 1 || (start === 0 && marks)) {
    throw new Unreadable("missing", chars[start ? end - 1 : 0].position);
  }
  if (!marks) {
    const previous = chars[start - 1].sign;
    const [next, after = " "] = chars.slice(end, end + 2).map((char) => char.sign);
    const signed = (next === "+" || next === "-") && !" \t\n".includes(after);
    const beside = "*/^·×÷⋅∗∕⁄√+-".includes(previous) || "*/^·×÷⋅∗∕⁄)]}".includes(next);
    if (beside || ((next === "+" || next === "-") && !signed)) return null;
    return /[\n\t]/.test(signs) ? "hard" : "space";
  }
  if (signs !== ",") return marks === "," ? "comma" : "hard";
  const whole = start - entry < 40 && /^[+-]? *[0-9]+$/.test(plain(chars.slice(entry, start)));
  const decimals = FRACTION_PART.exec(plain(chars.slice(end, end + 40)));
  if (!whole || !decimals) return "comma";
  const follows = chars[end + decimals[0].length];
  return !follows || separates(follows) ? "tight" : "comma";
}

/** At most two ways to cut into `d` entries, of the first rule under which there is one. @param {Run[]} runs @param {number} d @returns {Cut[]} */
function fitting(runs, d) {
  const glued = runs.filter((run) => run.kind !== "space");
  for (const order of marked(runs) ? [glued, runs] : [runs, glued]) {
    const tight = order.flatMap((run, at) => (run.kind === "tight" ? [at] : []));
    const needed = order.length + 1 - d;
    const many = tight.length > LIMITS.commas && needed > 0 && needed < tight.length;
    if (needed < 0 || needed > tight.length || many) continue;
    const ways = choices(tight, needed);
    if (ways.length > 0) return ways.map((chosen) => cutAt(order, chosen));
  }
  return [];
}

/** @param {Run[]} runs */
const marked = (runs) => runs.some(({ kind }) => kind === "hard" || kind === "comma");

/** The first two ways to choose places that are not neighbours, in order. @param {number[]} places @param {number} count @returns {number[][]} */
function choices(places, count) {
  /** @type {number[][]} */
  const found = [];
  /** @param {number[]} chosen @param {number} from */
  const extend = (chosen, from) => {
    if (found.length > 1) return;
    if (chosen.length === count) {
      found.push(chosen);
      return;
    }
    for (let k = from; k <= places.length - (count - chosen.length); k++) {
      const last = chosen[chosen.length - 1];
      if (last === undefined || places[k] - last > 1) extend([...chosen, places[k]], k + 1);
    }
  };
  extend([], 0);
  return found;
}

/** @param {Run[]} order @param {number[]} decimal @returns {Cut} */
const cutAt = (order, decimal) => order.map((run, at) => [run, decimal.includes(at)]);

/** Where a reader would cut who does not know how many entries are needed. @param {Run[]} runs @returns {Cut} */
function usual(runs) {
  const kinds = new Set(runs.map((run) => run.kind));
  const order = marked(runs) ? runs.filter((run) => run.kind !== "space") : runs;
  const byDecimal = kinds.has("hard") || (kinds.has("space") && !kinds.has("comma"));
  const tight = byDecimal ? order.flatMap((run, at) => (run.kind === "tight" ? [at] : [])) : [];
  const apart = tight.every((place, k) => k === 0 || place - tight[k - 1] > 1);
  return cutAt(order, apart ? tight : []);
}

/** @param {Char[]} chars @param {Cut} cut @returns {Entry[]} */
function entriesOf(chars, cut) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Set<number>} */
  const points = new Set();
  let start = 0;
  /** @param {number} end */
  const take = (end) => {
    const piece = chars.slice(start, end);
    const place = piece[0]?.position ?? chars[chars.length - 1].position + 1;
    const signs = piece.map((char, k) => (points.has(start + k) ? { ...char, sign: "." } : char));
    entries.push(readEntry(bareEntry(signs), place));
  };
  for (const [run, isDecimal] of cut) {
    if (isDecimal) {
      points.add(run.start);
    } else {
      take(run.start);
      start = run.end;
    }
  }
  take(chars.length);
  return entries;
}
