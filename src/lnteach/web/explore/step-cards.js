/**
 * A step on a card: its formula, the same with the numbers put in, the value, and the reason.
 *
 * `lnteach.widgets.step_cards` makes the same markup for pages without scripts; a test compares the
 * two.
 *
 * @typedef {import("../formula-product.js").Tree} Tree
 * @typedef {import("../exact.js").Token} Token
 * @typedef {{ tokens: Token[], column: boolean, why: string }} Shown the values of a letter as they are
 *   written; `why` says why they are not exact, if they are not
 * @typedef {Record<string, Shown>} Values
 * @typedef {{
 *   letter: string, tree: Tree, column: boolean, formula: string, why: string, uses: string[],
 *   said: string,
 * }} Line
 * @typedef {{ values: Values, d: number, symbols: Record<string, string>,
 *   notes: Record<string, string> }} Sheet what all cards of a path share
 */

import { ATOM, POWER, PRODUCT, SUM } from "../exact.js";

/** Features that are written one by one; terms of a longer sum before the dots. */
export const MANY = 8;
const ENDS = 4;

/** @param {string} html */
const math = (html) => `<math displaystyle="true"><mrow>${html}</mrow></math>`;

/** @param {string} html */
const bracket = (html) => `<mrow><mo>(</mo><mrow>${html}</mrow><mo>)</mo></mrow>`;

/** @param {Shown} shown @param {number} i */
const tokenAt = ({ tokens, column }, i) => tokens[column ? i : 0];

/** @param {Line} line @param {Sheet} sheet @param {string} label tells its table from others */
export function card(line, { values, d, symbols, notes }, label) {
  const own = values[line.letter];
  const head = own.column ? '<th scope="col">feature</th>' : "";
  let body = "";
  for (let i = 0; i < (own.column ? Math.min(d, MANY) : 1); i++) {
    const value = tokenAt(own, i);
    const first = own.column ? `<th scope="row">${i + 1}</th>` : "";
    const sign = own.why ? "\u2248" : "=";
    body += `<tr>${first}<td>${math(put(line.tree, i, values, d)[0])}</td><td data-exact="${value.text}">${math(`<mo>${sign}</mo><mrow>${value.html}</mrow>`)}</td></tr>`;
  }
  const more = own.column && d > MANY ? `<p>\u2026 and ${d - MANY} features more</p>` : "";
  const uses = line.uses.map((letter) => symbols[letter]).join(", ");
  const why = [own, ...line.uses.map((letter) => values[letter])].find((one) => one.why)?.why;
  const note = why ? `<p class="ln-step-note">${notes[why]}</p>` : "";
  return `<p class="ln-step-formula">${line.formula}</p><p class="ln-step-why">${line.why} <span class="ln-step-uses">Uses ${uses}.</span></p><div class="ln-scroll" role="region" tabindex="0" aria-label="${label}"><table class="ln-put"><thead><tr>${head}<th scope="col">numbers put in</th><th scope="col">value</th></tr></thead><tbody>${body}</tbody></table></div>${more}${note}`;
}

/** The values of a letter in one line: a number, or a column in brackets. @param {Shown} shown */
export function row({ tokens, column }) {
  if (!column) return math(tokens[0].html);
  const parts = tokens.slice(0, MANY).map(({ html }) => `<mrow>${html}</mrow>`);
  if (tokens.length > MANY) parts.push("<mo>\u2026</mo>");
  return math(bracket(parts.join("<mo>,</mo>")));
}

/**
 * A formula at a feature with numbers for its letters, and how tightly it binds.
 *
 * @param {Tree} tree
 * @param {number} i
 * @param {Values} values
 * @param {number} d
 * @returns {[string, number]}
 */
function put(tree, i, values, d) {
  if (typeof tree === "string") {
    if (tree === "d") return [`<mn>${d}</mn>`, ATOM];
    if (/^[0-9]/.test(tree)) return [`<mn>${tree}</mn>`, ATOM];
    const { html, binds } = tokenAt(values[tree], i);
    return [html, binds];
  }
  const [operation, first, second] = tree;
  const atLeast = (/** @type {Tree} */ part, /** @type {number} */ strength, place = i) => {
    const [html, binds] = put(part, place, values, d);
    return binds >= strength ? html : bracket(html);
  };
  switch (operation) {
    case "neg":
      return [`<mo>\u2212</mo>${atLeast(first, PRODUCT)}`, SUM];
    case "+":
    case "-": {
      const sign = operation === "+" ? "+" : "\u2212";
      return [`${atLeast(first, SUM)}<mo>${sign}</mo>${atLeast(second, PRODUCT)}`, SUM];
    }
    case "*":
      if (second === "ones") return put(first, i, values, d);
      return [`${atLeast(first, PRODUCT)}<mo>\u00b7</mo>${atLeast(second, POWER)}`, PRODUCT];
    case "/": {
      const [over, under] = [first, second].map((part) => `<mrow>${atLeast(part, SUM)}</mrow>`);
      return [`<mfrac>${over}${under}</mfrac>`, POWER];
    }
    case "^":
      return [`<msup><mrow>${atLeast(first, ATOM)}</mrow><mn>${second}</mn></msup>`, ATOM];
    case "sqrt":
      return [`<msqrt>${atLeast(first, SUM)}</msqrt>`, ATOM];
  }
  const inside = /** @type {Tree} */ (operation === "dot" ? ["*", first, second] : first);
  const places = Array.from({ length: d }, (_, j) => j);
  const told = d <= MANY ? places : [...places.slice(0, ENDS), d - 1];
  const terms = told.map((place) => atLeast(inside, PRODUCT, place));
  if (d > MANY) terms.splice(ENDS, 0, "<mo>\u2026</mo>");
  const total = terms.join("<mo>+</mo>");
  if (operation !== "mean") return [total, SUM];
  return [`<mfrac><mrow>${total}</mrow><mn>${d}</mn></mfrac>`, POWER];
}
