/**
 * Self-check in the page: every `.ln-exercise` comes to life, every `.ln-progress` shows what is done.
 *
 * @typedef {import("./exercise.js").Bank} Bank
 */

import { readParameter, storage, writeParameter } from "../state.js";
import { enhance } from "./exercise.js";
import { render } from "./notebook.js";
import { Shelf } from "./progress.js";
import { showProgress } from "./summary.js";

/** @type {Map<string, Promise<Bank>>} */
const banks = new Map();

/** @param {string} address @returns {Promise<Bank>} */
function load(address) {
  const known = banks.get(address);
  if (known) return known;
  const made = fetch(address).then((answer) => {
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.json();
  });
  made.catch(() => banks.delete(address)); // to be tried again
  banks.set(address, made);
  return made;
}

/** @param {string} key @returns {number} */
function seedOf(key) {
  const text = readParameter(key) ?? "";
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/** @param {HTMLElement} section @param {Shelf} shelf */
function begin(section, shelf) {
  const script = section.querySelector("script[type='application/json']");
  const id = section.dataset.exercise ?? "";
  const drafts = storage("draft");
  const key = `exercise-${id}`;
  try {
    const bank = /** @type {Bank} */ (JSON.parse(script?.textContent ?? ""));
    let seed = seedOf(key) || bank.variants[0].seed;
    const alive = enhance(section, {
      bank,
      load: () => load(new URL(section.dataset.bank ?? "", location.href).href),
      seed: () => seed,
      setSeed: (next) => {
        seed = next;
        const plain = next === bank.variants[0].seed ? null : String(next);
        writeParameter(key, () => plain);
      },
      kept: { get: () => drafts.get(id), set: (value) => drafts.set(id, value) },
      record: (which, right) => shelf.record(id, which, right),
      base: section.dataset.chapters ?? "",
    });
    addEventListener("popstate", () => {
      seed = seedOf(key) || bank.variants[0].seed;
      alive?.follow();
    });
  } catch (error) {
    console.error(`lnteach: the exercise ${id} did not start`, error);
  }
}

/** @param {ParentNode} [root] */
export function start(root = document) {
  const shelf = new Shelf();
  for (const section of root.querySelectorAll(".ln-exercise")) {
    if (section instanceof HTMLElement) begin(section, shelf);
  }
  // Where the key is, is said once a page.
  for (const note of [...root.querySelectorAll(".ln-exercise .ln-note")].slice(1)) note.remove();
  for (const block of root.querySelectorAll(".ln-progress")) {
    if (block instanceof HTMLElement) showProgress(block, shelf);
  }
}

export default { render };

if (typeof document !== "undefined" && /^(https?|file):/.test(import.meta.url)) {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => start());
  else start();
}
