/**
 * Labelled text fields for numbers, which explain what is wrong with what was typed.
 *
 * Nothing typed is ever wiped: a field is rewritten only when its text does not already say the
 * new value, and never while it holds something that cannot be read, unless told to.
 */

import { make, uniqueId } from "./dom.js";
import { exact, read } from "./numbers.js";
import { plain } from "./spec.js";

/**
 * @typedef {{
 *   root: HTMLElement, input: HTMLInputElement,
 *   write: (next: number, force?: boolean) => void,
 *   blame: (lineId: string | null) => void,
 * }} NumberInput `blame` marks the field as the cause of a problem told elsewhere
 */

/**
 * @param {{
 *   label: (Node | string)[], name: string, index: number, step: number, line: HTMLElement,
 *   change: (value: number) => void,
 * }} options `line` is where this field's complaints are written, shared by its group
 * @returns {NumberInput}
 */
export function numberInput({ label, name, index, step, line, change }) {
  const input = make("input", {
    type: "text",
    class: "ln-number",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "done",
    "data-field": name,
    "data-at": index,
  });
  let complaint = "";
  let bad = false;
  let value = Number.NaN; // what the text says
  /** @type {string | null} */
  let elsewhere = null;

  const mark = () => {
    const ids = [complaint && line.id, elsewhere].filter(Boolean).join(" ");
    for (const [attribute, value] of [
      ["aria-invalid", ids && "true"],
      ["aria-describedby", ids],
    ]) {
      if (value) input.setAttribute(attribute, value);
      else input.removeAttribute(attribute);
    }
  };
  /** @param {string} text empty: all is well */
  const complain = (text) => {
    const who = index < 0 ? plain(name) : `${name}, feature ${index + 1}`;
    const next = text && `${who}: ${text}. The last good numbers stay.`;
    if (next || line.textContent === complaint) line.textContent = next;
    complaint = next;
    mark();
  };
  /** @param {boolean} finished whether one is still typing */
  const take = (finished) => {
    const answer = read(input.value);
    bad = answer.error !== undefined;
    if (answer.error === undefined) {
      value = answer.value;
      complain("");
      change(value);
    } else if (finished || !answer.partial) {
      complain(answer.error);
    }
  };
  input.addEventListener("input", () => take(false));
  input.addEventListener("change", () => take(true));
  input.addEventListener("keydown", (event) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const answer = read(input.value);
    if (!way || event.altKey || event.ctrlKey || event.metaKey || answer.error !== undefined)
      return;
    event.preventDefault();
    input.value = exact(Number((answer.value + way * step).toPrecision(12)));
    take(true);
  });

  return {
    root: make("label", { class: "ln-field" }, make("span", {}, ...label), input),
    input,
    write(next, force = false) {
      if (!force && (bad || next === value)) return;
      if (bad || next !== value) input.value = exact(next);
      bad = false;
      value = next;
      complain("");
    },
    blame(lineId) {
      if (elsewhere === lineId) return;
      elsewhere = lineId;
      mark();
    },
  };
}

/**
 * A group of fields, one a feature, which grows and shrinks.
 *
 * @param {{ name: string, legend: (Node | string)[], step: number,
 *   change: (i: number, value: number) => void }} options
 */
export function vectorInput({ name, legend, step, change }) {
  const line = make("p", { class: "ln-error", id: uniqueId("error"), "aria-live": "polite" });
  const row = make("div", { class: "ln-row" });
  const root = make("fieldset", {}, make("legend", {}, ...legend), row, line);
  /** @type {NumberInput[]} */
  const inputs = [];
  return {
    root,
    inputs,
    /** @param {ArrayLike<number>} values @param {boolean} [force] */
    write(values, force) {
      while (inputs.length > values.length) inputs.pop()?.root.remove();
      if (line.textContent && !root.querySelector("[aria-invalid]")) line.textContent = "";
      for (let i = 0; i < values.length; i++) {
        if (i === inputs.length) {
          const label = [make("i", {}, name), make("sub", {}, String(i + 1))];
          inputs.push(
            numberInput({ label, name, index: i, step, line, change: (x) => change(i, x) }),
          );
          row.append(inputs[i].root);
        }
        inputs[i].write(values[i], force);
      }
    },
  };
}
