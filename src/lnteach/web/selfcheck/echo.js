/** A reading as MathML, so that a person sees what was understood: stacked fractions, roots. */

import { make } from "../dom.js";

const NS = "http://www.w3.org/1998/Math/MathML";

/** @typedef {import("../formula-product.js").Tree} Tree */
/** @typedef {import("./entries.js").Entry} Entry */

/** @param {string} tag @param {...(Node | string)} children */
function m(tag, ...children) {
  const element = document.createElementNS(NS, tag);
  element.append(...children);
  return element;
}

const [SUM, PRODUCT, POWER, ATOM] = [0, 1, 2, 3];
/** @type {Record<string, [string, number]>} */
const SIGNS = { "+": ["+", SUM], "-": ["−", SUM], "*": ["·", PRODUCT] };

/** @param {Tree} tree @param {number} [binds] @returns {Element} */
function written(tree, binds = SUM) {
  const [node, own] = shown(tree);
  return own < binds ? m("mrow", m("mo", "("), node, m("mo", ")")) : node;
}

/** @param {Tree} tree @returns {[Element, number]} */
function shown(tree) {
  if (typeof tree === "string") {
    const [over, under] = tree.split("/");
    return under ? [m("mfrac", m("mn", over), m("mn", under)), ATOM] : [m("mn", over), ATOM];
  }
  const [operation, first, second] = tree;
  if (operation === "neg") return [m("mrow", m("mo", "−"), written(first, PRODUCT)), SUM];
  if (operation === "sqrt") return [m("msqrt", written(first)), ATOM];
  if (operation === "/") return [m("mfrac", written(first), written(second)), ATOM];
  if (operation === "^") return [m("msup", written(first, ATOM), written(second)), POWER];
  const [sign, binds] = SIGNS[operation];
  return [m("mrow", written(first, binds), m("mo", sign), written(second, binds + 1)), binds];
}

/** @param {Entry} entry */
const entryMath = ({ text, tree }) =>
  /^[−+]?[0-9.]+(?:[eE].*)?$/.test(text) ? m("mn", text) : written(tree);

/** @param {Entry[]} entries @returns {Element} one formula, with the plain text for who reads that */
export function echoed(entries) {
  const row = m("mrow");
  if (entries.length > 1) row.append(m("mo", "("));
  entries.forEach((entry, i) => {
    if (i > 0) row.append(m("mo", ","));
    row.append(entryMath(entry));
  });
  if (entries.length > 1) row.append(m("mo", ")"));
  const math = m("math", row);
  return make("span", { class: "ln-echo-math" }, math);
}
