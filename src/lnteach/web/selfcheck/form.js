/** The form of an exercise: native inputs with labels, an echo of what was read, four buttons. */

import { fragment, make } from "../dom.js";

/**
 * @typedef {import("./exercise.js").Bank} Bank
 * @typedef {import("./exercise.js").Variant} Variant
 * @typedef {{ changed: () => void, check: () => void, hint: () => void, fresh: () => void }} Calls
 */

/** @type {Record<string, [string, string]>} */
const WORDS = {
  vector: ["Your answer", "For example 4/3, -1, 0.25: fractions, roots and decimals are fine."],
  number: ["Your answer", "A fraction, a root or a decimal is fine."],
  formula: ["Your formula", "In the course’s letters, such as mean(a*u) or (a - m)/s."],
};

export class Form {
  /** @param {Bank} bank @param {string} id @param {Calls} calls */
  constructor(bank, id, calls) {
    this.id = id;
    this.calls = calls;
    this.isChoice = bank.answer.kind === "choice" || bank.answer.kind === "line";
    const [label, example] = WORDS[bank.answer.kind] ?? ["Your choice", ""];
    this.input = make("input", {
      id,
      type: "text",
      autocomplete: "off",
      autocapitalize: "none",
      autocorrect: "off",
      spellcheck: "false",
      "aria-describedby": `${id}-help ${id}-echo`,
      oninput: () => calls.changed(),
    });
    this.echoed = make("p", { class: "ln-echo", id: `${id}-echo` });
    this.field = this.isChoice
      ? make("fieldset", { class: "ln-options" }, make("legend", {}, label))
      : make(
          "div",
          { class: "ln-answer" },
          make("label", { for: id }, label),
          this.input,
          make("p", { class: "ln-help", id: `${id}-help` }, example),
          this.echoed,
        );
    /** @param {string} text @param {() => void} call @param {string} [more] */
    const button = (text, call, more = " ln-quiet") =>
      make("button", { type: "button", class: `ln-button${more}`, onclick: call }, text);
    this.buttons = make(
      "div",
      { class: "ln-exercise-buttons" },
      make("button", { type: "submit", class: "ln-button" }, "Check"),
      button("Hint", calls.hint),
      button("Fresh numbers", calls.fresh),
    );
    this.element = make(
      "form",
      { class: "ln-exercise-form", novalidate: true },
      this.field,
      this.buttons,
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      calls.check();
    });
  }

  /** @param {Variant} variant @param {boolean} isChoice */
  put(variant, isChoice) {
    if (!isChoice) return;
    const options = (variant.choices ?? []).map(({ id, html }) =>
      make(
        "label",
        { class: "ln-choice" },
        make("input", {
          type: "radio",
          name: this.id,
          value: id,
          onchange: () => this.calls.changed(),
        }),
        make("b", {}, id),
        make("span", {}, fragment(html)),
      ),
    );
    const legend = /** @type {Element} */ (this.field.firstElementChild);
    this.field.replaceChildren(legend, ...options);
  }

  radios() {
    return /** @type {HTMLInputElement[]} */ ([
      ...this.field.querySelectorAll("input[type=radio]"),
    ]);
  }

  get value() {
    if (!this.isChoice) return this.input.value;
    return this.radios().find((radio) => radio.checked)?.value ?? "";
  }

  set value(text) {
    if (!this.isChoice) this.input.value = text;
    for (const radio of this.isChoice ? this.radios() : []) radio.checked = radio.value === text;
  }

  clear() {
    this.value = "";
    this.echo([]);
  }

  focus() {
    (this.isChoice ? this.radios()[0] : this.input)?.focus();
  }

  /** @param {(string | Node)[]} parts */
  echo(parts) {
    this.echoed.replaceChildren(...parts);
  }

  /** Put the cursor where the answer could not be read. @param {number} position in characters */
  pointAt(position) {
    if (this.isChoice) return;
    const at = Array.from(this.input.value).slice(0, position).join("").length;
    this.input.focus();
    this.input.setSelectionRange(at, Math.min(this.input.value.length, at + 1));
  }
}
