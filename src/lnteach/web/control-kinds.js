/**
 * One control for each kind of field: radios or a list, a number with a slider, a row of numbers.
 *
 * @typedef {import("./controls.js").Control} Control
 * @typedef {import("./state.js").ChoiceField} ChoiceField
 * @typedef {import("./state.js").NumberField} NumberField
 * @typedef {import("./spec.js").Spec} Spec
 * @typedef {(i: number, value: any) => void} Change
 */

import { fragment, make, uniqueId } from "./dom.js";
import { numberInput, vectorInput } from "./fields.js";
import { speak } from "./numbers.js";
import { letter, plain } from "./spec.js";

/** More options than this stand in a list. */
const RADIOS = 3;

/**
 * @param {{ name: string, field: ChoiceField, id: string, change: Change }} given
 * @returns {Control}
 */
export function choiceControl({ name, field, id, change }) {
  const { options, titles = options, label = name } = field;
  if (options.length > RADIOS) {
    const list = make(
      "select",
      { "data-field": name, onchange: () => change(-1, list.value) },
      ...options.map((option, i) => make("option", { value: option }, textOf(titles[i]))),
    );
    return {
      root: make("label", { class: "ln-choose" }, make("span", {}, label), list),
      write: (draft) => {
        if (list.value !== draft[name]) list.value = draft[name];
      },
    };
  }
  const radios = options.map((option, i) => {
    const radio = make("input", { type: "radio", name: `${id}-${name}`, value: option });
    radio.addEventListener("change", () => change(-1, option));
    return { radio, label: make("label", {}, radio, make("span", {}, fragment(titles[i]))) };
  });
  return {
    root: make(
      "fieldset",
      { class: "ln-view" },
      make("legend", {}, label),
      make("div", {}, ...radios.map((one) => one.label)),
    ),
    write: (draft) => {
      for (const { radio } of radios) radio.checked = radio.value === draft[name];
    },
  };
}

/** The words of markup of our own. @param {string} html */
const textOf = (html) => fragment(html).textContent ?? "";

/**
 * A text field and, beside it, a slider; with `scale: log` the slider moves by powers of ten and its
 * left end is the least value, where that is 0.
 *
 * @param {{ name: string, field: NumberField, spec: Spec, change: Change }} given
 * @returns {Control & { line: HTMLElement }}
 */
export function numberControl({ name, field, spec, change }) {
  const { min = 0, max = 10, step = 0.01, scale } = field;
  const line = make("p", { class: "ln-error", id: uniqueId("error"), "aria-live": "polite" });
  const label = field.label ?? letter(name, spec);
  const typed = numberInput({
    label: [fragment(label)],
    name,
    index: -1,
    step,
    line,
    change: (value) => change(-1, value),
  });
  const log = scale === "log" ? logScale(min, max) : null;
  const slider = make("input", {
    type: "range",
    min: log ? 0 : min,
    max: log ? log.ticks : max,
    step: log ? 1 : step,
    "aria-label": `${textOf(label)}, as a slider`,
    oninput: () => change(-1, log ? log.value(Number(slider.value)) : Number(slider.value)),
  });
  let said = Number.NaN;
  return {
    root: make("div", { class: "ln-eps" }, typed.root, slider),
    line,
    write(draft, force) {
      const value = draft[name];
      typed.write(value, force);
      const at = log ? log.place(value) : value;
      if (Number(slider.value) !== at) slider.value = String(at);
      if (said !== value) slider.setAttribute("aria-valuetext", speak(value));
      said = value;
    },
    blame: (field_, lineId) => typed.blame(field_ === `${name}.-1` ? lineId : null),
  };
}

/** How many places of the slider one power of ten takes. */
const PER_DECADE = 10;

/**
 * @param {number} min the least power's value if it is above 0; if it is 0, the left end is 0
 * @param {number} max
 */
export function logScale(min, max) {
  const zero = min === 0;
  const low = zero ? 1e-8 : min;
  const decades = Math.round(Math.log10(max / low));
  const ticks = decades * PER_DECADE + (zero ? 1 : 0);
  return {
    ticks,
    value: (/** @type {number} */ at) => {
      if (zero && at === 0) return 0;
      return Number((low * 10 ** ((at - (zero ? 1 : 0)) / PER_DECADE)).toPrecision(2));
    },
    place: (/** @type {number} */ value) => {
      if (value < low) return 0;
      return Math.round(Math.log10(value / low) * PER_DECADE) + (zero ? 1 : 0);
    },
  };
}

/**
 * @param {{ name: string, field: NumberField, spec: Spec, change: Change }} given
 * @returns {Control}
 */
export function vectorControl({ name, field, spec, change }) {
  const row = vectorInput({
    name: plain(name),
    legend: [fragment(field.label ?? letter(name, spec))],
    step: field.step ?? 0.1,
    change,
  });
  return {
    root: row.root,
    write: (draft, force) => row.write(draft[name], force),
    blame(field_, lineId) {
      for (const [i, input] of row.inputs.entries()) {
        input.blame(field_ === `${name}.${i}` ? lineId : null);
      }
    },
  };
}
