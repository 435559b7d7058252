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
import { fragment, make } from "../dom.js";
import { ATOM, exactly, Field, PRODUCT, SUM } from "../exact.js";
import { evaluate } from "../formula.js";
import { rowStyle, show } from "../numbers.js";
import { whole } from "./formulas.js";
import { card, row } from "./step-cards.js";

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
  const named = Object.entries(known).map(([name, x]) => [`of_${name}`, [x].flat()]);
  return {
    vectors: {
      h,
      gamma,
      beta,
      g_z,
      dh,
      ...Object.fromEntries(named),
      now: [value].flat(),
      value: whole(value, d),
      direct: [...map(g_z, (x, i) => x * gamma[i]), ...dh, ...h].map((x) => Math.abs(x) / saved.s),
    },
    scalars: { eps },
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
export function written({ vectors }, state, config) {
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
      const floats = Array.from(vectors[`of_${letter}`]);
      const style = rowStyle(floats, MAX_FEATURES + 1);
      values[letter] = {
        tokens: floats.map((x) => decimal(show(x, style))),
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

/** @param {string} text @returns {import("../exact.js").Token} */
function decimal(text) {
  const bare = text.replace(/^\u2212/, "");
  if (bare !== text) return { html: `<mo>\u2212</mo><mn>${bare}</mn>`, text, binds: SUM };
  return { html: `<mn>${text}</mn>`, text, binds: text.includes("\u00b7") ? PRODUCT : ATOM };
}

/** What a line of the list is to the step that is shown, in a word. */
const ROLES = { given: "given", now: "this step", used: "used here", ahead: "" };

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
  let written_ = "";
  let shown = "";

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
      if (html !== written_) sheet.replaceChildren(fragment(html));
      written_ = html;
      sheet.style.setProperty("--rows", String(Math.min(state.h.length, 8)));

      const role = (/** @type {string} */ letter, /** @type {number} */ at) => {
        if (at === now) return "now";
        if (line.uses.includes(letter)) return "used";
        return at < 0 ? "given" : at > now ? "ahead" : "known";
      };
      const items = [
        ...given.map((letter) => /** @type {const} */ ([letter, -1])),
        ...lines.map(({ letter }, at) => /** @type {const} */ ([letter, at])),
      ].map(([letter, at]) => {
        const is = role(letter, at);
        const word = /** @type {Record<string, string>} */ (ROLES)[is];
        const tag = word ? `<span class="ln-role">${word}</span>` : "";
        return `<li data-role="${is}"><span>${symbols[letter]} <span class="ln-known">= ${row(values[letter])}</span></span>${tag}</li>`;
      });
      const next = items.join("");
      if (next !== shown) list.replaceChildren(fragment(next));
      shown = next;
    },
  };
}
