/**
 * Step through: a derivation one step at a time, in exact numbers.
 *
 * The paths (formulas as trees, reasons, what rests on what) are data from the course.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 * @typedef {import("../registry.js").Config} Config
 * @typedef {import("./step-cards.js").Line} Line
 * @typedef {import("./step-cards.js").Values} Values
 */

import { forward, map } from "../arith.js";
import { board } from "../board.js";
import { make } from "../dom.js";
import { ATOM, exactly, Field, PRODUCT, SUM } from "../exact.js";
import { evaluate } from "../formula.js";
import { rowStyle, show } from "../numbers.js";
import { numbersOf, size } from "../spec.js";
import { whole } from "./formulas.js";
import { card, MANY, row } from "./step-cards.js";

export { card } from "./step-cards.js";
export { default as spec } from "./step-through.json";

const MAX_FEATURES = 12;

/** @param {State} state */
export const problem = ({ step }) => (Number.isInteger(step) ? null : "The step is a whole number");

/** @param {State} state @param {Config} config @returns {{ given: string[], lines: Line[], now: number }} */
function pathOf({ path, step }, { data }) {
  const { given, lines } = data.paths[path];
  const now = Math.min(step, lines.length) - 1;
  return { given, lines: lines.map((/** @type {string} */ name) => data.lines[name]), now };
}

/** @param {State} state @param {Config} config @returns {Result} */
export function compute(state, config) {
  const { h, gamma, beta, g_z, dh, eps, path } = state;
  const { given, lines, now } = pathOf(state, config);
  const d = h.length;
  const saved = forward(h, eps);
  /** @type {Record<string, any>} */
  const known = Object.fromEntries(given.map((letter) => [letter, state[letter]]));
  const exact = /** @type {Record<string, any>} */ (path === "rms" ? {} : saved);
  for (const { letter, tree, column } of lines) {
    // What the forward pass saves is computed in two passes, which rounds less than its formulas.
    const value = exact[letter] ?? evaluate(tree, known);
    known[letter] = column ? whole(d === 1 ? [value].flat()[0] : value, d) : Number(value);
    if (typeof value === "object") known[letter] = Array.from(value);
  }
  const { letter, said } = lines[now];
  const value = known[letter];
  /** @type {Result["vectors"]} */
  const vectors = { h, gamma, beta, g_z, dh, now: [value].flat(), value: whole(value, d) };
  /** @type {Result["scalars"]} */
  const scalars = { eps };
  for (const [name, x] of Object.entries(known)) {
    if (typeof x === "number") scalars[`of_${name}`] = x;
    else vectors[`of_${name}`] = x;
  }
  const a = map(g_z, (x, i) => x * gamma[i]);
  vectors.direct = [a, dh, h].flatMap((x) => Array.from(x, (y) => Math.abs(y) / saved.s));
  const products = [2 * size(h) * size(dh), d ** 1.5 * size(a) * Math.max(1, 1 / saved.s)];
  vectors.large = [...products, ...Array.from(vectors.direct)];
  return {
    vectors,
    scalars,
    words: {
      letter: config.data.symbols[letter],
      said: `Step ${now + 1} of ${lines.length}: ${said}`,
    },
  };
}

/**
 * What each letter of a path is written as: exactly, where that can be.
 *
 * @param {Result} result
 * @param {State} state
 * @param {Config} config
 * @returns {Values}
 */
export function written(result, state, config) {
  const { given, lines } = pathOf(state, config);
  const d = state.h.length;
  const field = new Field();
  const start = Object.fromEntries(given.map((letter) => [letter, state[letter]]));
  const { known, why } = d > MAX_FEATURES ? { known: {}, why: "many" } : exactly(start);
  /** @type {Values} */
  const values = {};
  const write = (/** @type {string} */ letter, /** @type {boolean} */ column) => {
    const tokens = why ? [] : known[letter].map((x) => field.token(x));
    if (why || tokens.includes(null)) {
      const found = numbersOf(result, `of_${letter}`);
      const floats = typeof found === "number" ? [found] : Array.from(found);
      const style = rowStyle(floats, MAX_FEATURES + 1);
      values[letter] = {
        // Of many features only those that are written.
        tokens: floats.map((x, i) => (i < MANY || i === d - 1 ? decimal(show(x, style)) : NOTHING)),
        column,
        why: why || "long",
      };
    } else {
      values[letter] = {
        tokens: /** @type {import("../exact.js").Token[]} */ (tokens),
        column,
        why: "",
      };
    }
  };
  for (const letter of given) write(letter, letter !== "eps");
  for (const { letter, tree, column } of lines) {
    if (!why) {
      const places = Array.from({ length: column ? d : 1 }, (_, i) => i);
      known[letter] = places.map((i) => field.value(tree, i, known, d));
    }
    write(letter, column);
  }
  return values;
}

const NOTHING = { html: "", text: "", binds: ATOM };

/** @param {string} text @returns {import("../exact.js").Token} */
function decimal(text) {
  const bare = text.replace(/^\u2212/, "");
  if (bare !== text) return { html: `<mo>\u2212</mo><mn>${bare}</mn>`, text, binds: SUM };
  return { html: `<mn>${text}</mn>`, text, binds: text.includes("\u00b7") ? PRODUCT : ATOM };
}

/** What a line of the list is to the step that is shown, in a word. */
const ROLES = { given: "given", now: "now", used: "used", known: "", ahead: "" };

/**
 * The panels, a bar to go from step to step, the card of the step, and what is known by then.
 *
 * @param {HTMLElement} figure
 * @param {import("../board.js").Surroundings} around
 * @returns {import("../board.js").Picture}
 */
export function picture(figure, around) {
  const { config, change, id } = around;
  const panels = make("div");
  const place = make("label", { for: `${id}-step` });
  const slider = make("input", { type: "range", id: `${id}-step`, min: 1, step: 1 });
  const turn = (/** @type {string} */ text, /** @type {number} */ by) => {
    const button = make("button", { type: "button", class: "ln-button ln-quiet" }, text);
    button.addEventListener("click", () => {
      const next = Number(slider.value) + by;
      if (next >= 1 && next <= Number(slider.max)) change("step", -1, next);
    });
    return button;
  };
  const back = turn("Previous", -1);
  const on = turn("Next", 1);
  slider.addEventListener("input", () => change("step", -1, Number(slider.value)));
  const bar = make("div", { class: "ln-steps" }, place, back, slider, on);
  const sheet = make("div", { class: "ln-step" });
  const list = make("ul", { class: "ln-ledger", "aria-label": "What is known at this step" });
  figure.append(panels, bar, sheet, list);
  const inner = board(panels, around);
  let before = "";
  /** @type {string[]} */
  const items = [];

  return {
    draw(result, state) {
      inner.draw(result, state);
      const { given, lines, now } = pathOf(state, config);
      const values = written(result, state, config);
      const line = lines[now];
      const { said = "" } = result.words ?? {};
      place.textContent = said;
      slider.max = String(lines.length);
      slider.value = String(now + 1);
      slider.setAttribute("aria-valuetext", said);
      back.setAttribute("aria-disabled", String(now === 0));
      on.setAttribute("aria-disabled", String(now === lines.length - 1));

      const { symbols, notes } = config.data;
      const common = { values, d: state.h.length, symbols, notes };
      const html = card(line, common, `Step ${now + 1}, numbers put in`);
      if (html !== before) sheet.innerHTML = html; // markup of our own
      before = html;
      sheet.style.setProperty("--rows", String(Math.min(state.h.length, MANY)));

      const role = (/** @type {string} */ letter, /** @type {number} */ at) => {
        if (at === now) return "now";
        if (line.uses.includes(letter)) return "used";
        return at < 0 ? "given" : at > now ? "ahead" : "known";
      };
      const letters = [...given, ...lines.map(({ letter }) => letter)];
      while (list.children.length > letters.length) list.lastElementChild?.remove();
      for (const [k, letter] of letters.entries()) {
        const item = list.children[k] ?? list.appendChild(make("li"));
        const is = role(letter, k - given.length);
        const word = ROLES[is] ? `<span class="ln-role">${ROLES[is]}</span>` : "";
        const known = is === "ahead" ? "" : ` = ${row(values[letter])}`;
        const html = `<span>${symbols[letter]}${known}</span>${word}`;
        item.setAttribute("data-role", is);
        if (items[k] !== html) item.innerHTML = html;
        items[k] = html;
      }
      items.length = letters.length;
    },
  };
}
