/**
 * Progress over the course: what was solved, kept in the reader's own storage and nowhere else.
 *
 * A record by exercise id; merging two of them loses nothing, so tabs, imports and old files may come
 * in any order.
 *
 * @typedef {{ right: number, tries: number, seeds: number[], first: string }} Entry `right`: how often;
 *   `tries`: wrong answers; `first`: the day of the first right answer
 * @typedef {{ version: 1, exercises: Record<string, Entry> }} Progress
 */

import { storage } from "../state.js";

const KEY = "all";
const MOST_SEEDS = 60;
const MOST_EXERCISES = 500;
const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** @returns {Progress} */
export const none = () => ({ version: 1, exercises: {} });

/** Read what may be anything; what is no progress is left out. @param {any} given @returns {Progress} */
export function clean(given) {
  const found = none();
  if (given === null || typeof given !== "object" || given.version !== 1) return found;
  const entries = Object.entries(given.exercises ?? {}).slice(0, MOST_EXERCISES);
  for (const [id, entry] of entries) {
    if (!ID.test(id) || id.length > 60 || entry === null || typeof entry !== "object") continue;
    const seeds = Array.isArray(entry.seeds)
      ? entry.seeds.filter(isCount).slice(0, MOST_SEEDS)
      : [];
    const first = /^\d{4}-\d\d-\d\d$/.test(entry.first) ? entry.first : "";
    found.exercises[id] = {
      right: isCount(entry.right) ? entry.right : 0,
      tries: isCount(entry.tries) ? entry.tries : 0,
      seeds,
      first,
    };
  }
  return found;
}

/** @param {any} x @returns {x is number} */
const isCount = (x) => Number.isInteger(x) && x >= 0 && x < 1e6;

/** @param {Progress} one @param {Progress} two @returns {Progress} */
export function merged(one, two) {
  const found = none();
  for (const id of new Set([...Object.keys(one.exercises), ...Object.keys(two.exercises)])) {
    const [a, b] = [one.exercises[id], two.exercises[id]];
    if (!a || !b) {
      found.exercises[id] = a ?? b;
      continue;
    }
    const days = [a.first, b.first].filter(Boolean).sort();
    found.exercises[id] = {
      right: Math.max(a.right, b.right),
      tries: Math.max(a.tries, b.tries),
      seeds: [...new Set([...a.seeds, ...b.seeds])].sort((x, y) => x - y).slice(0, MOST_SEEDS),
      first: days[0] ?? "",
    };
  }
  return found;
}

/** The reader's shelf, and who wants to hear of changes. */
export class Shelf {
  constructor() {
    this.kept = storage("progress");
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.now = this.read();
    addEventListener("storage", () => this.follow());
    addEventListener("pageshow", () => this.follow());
  }

  read() {
    return clean(this.kept.get(KEY));
  }

  /** Take in what another tab has written. */
  follow() {
    this.now = merged(this.now, this.read());
    for (const listener of this.listeners) listener();
  }

  /** @param {Progress} more */
  add(more) {
    this.now = merged(merged(this.now, this.read()), more);
    this.kept.set(KEY, this.now);
    for (const listener of this.listeners) listener();
  }

  /** @param {string} id @param {number} seed @param {boolean} right */
  record(id, seed, right) {
    const known = merged(this.now, this.read()).exercises[id];
    const entry = known ?? { right: 0, tries: 0, seeds: [], first: "" };
    const today = new Date().toISOString().slice(0, 10);
    const news = right
      ? {
          ...entry,
          right: entry.right + 1,
          seeds: [...entry.seeds, seed],
          first: entry.first || today,
        }
      : { ...entry, tries: entry.tries + 1 };
    this.add({ version: 1, exercises: { [id]: news } });
  }

  forget() {
    this.now = none();
    this.kept.remove(KEY);
    for (const listener of this.listeners) listener();
  }
}

/**
 * Read a file that was exported.
 *
 * @param {string} text
 * @returns {Progress} @throws {Error} in words
 */
export function fromFile(text) {
  if (text.length > 500_000)
    throw new Error("This file is too large to be progress of this course.");
  let given;
  try {
    given = JSON.parse(text);
  } catch {
    throw new Error("This file is not progress of this course: it is not JSON.");
  }
  if (given?.course !== "lnteach" || given?.version !== 1) {
    throw new Error("This file is not progress of this course.");
  }
  return clean(given);
}

/** @param {Progress} progress */
export const toFile = (progress) =>
  `${JSON.stringify({ course: "lnteach", ...progress }, null, 1)}\n`;
