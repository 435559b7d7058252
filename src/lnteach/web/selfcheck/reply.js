/** What an exercise says back: the verdict, the line of a mistake, what gives it away, the marks. */

import { fragment, make } from "../dom.js";
import { echoed } from "./echo.js";
import { isAttempt } from "./judge.js";
import { clueText, message } from "./wording.js";

/**
 * @typedef {import("./exercise.js").Bank} Bank
 * @typedef {import("./exercise.js").Variant} Variant
 * @typedef {import("./judge.js").Judgement} Judgement
 * @typedef {import("./entries.js").Entry} Entry
 */

const RIGHT = `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 10.5l4 4 8-9"/></svg>`;
const NOT_YET = `<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7"/><path d="M10 6v5M10 13.4v.2"/></svg>`;
const MARKS = { right: "✓ right", rounded: "≈ more digits", wrong: "✗ not right" };

export class Reply {
  /** @param {string | null} base what links to chapters begin with; null where there are none */
  constructor(base) {
    this.base = base;
    this.verdict = make("div", { class: "ln-exercise-verdict" });
    this.hints = make("div", { class: "ln-exercise-hints" });
    this.element = make(
      "div",
      { class: "ln-exercise-reply", role: "status" },
      this.verdict,
      this.hints,
    );
  }

  clear() {
    this.verdict.replaceChildren();
    this.hints.replaceChildren();
  }

  /** @param {string} text */
  say(text) {
    this.verdict.replaceChildren(make("p", {}, text));
  }

  /** @param {string} title @param {string} html */
  hint(title, html) {
    this.hints.append(make("p", {}, make("b", {}, title), " ", fragment(html)));
  }

  /**
   * @param {Judgement} judgement
   * @param {Bank} bank
   * @param {Variant} variant
   * @param {string} typed
   * @param {{ choose: (entries: Entry[]) => void }} calls
   */
  show(judgement, bank, variant, typed, calls) {
    if (judgement.kind === "ambiguous") {
      this.verdict.replaceChildren(...this.both(judgement, calls));
      return;
    }
    const chosen = variant.choices?.find(({ id }) => id === typed);
    const parts = chosen
      ? this.ofChoice(judgement, chosen.reply)
      : this.ofAnswer(judgement, bank, variant);
    this.verdict.replaceChildren(...parts);
  }

  /** @param {Judgement} judgement @param {string} reply */
  ofChoice(judgement, reply) {
    const right = judgement.kind === "right";
    return [headed(right, right ? "Right." : "Not yet."), make("p", {}, fragment(reply))];
  }

  /** @param {Judgement} judgement @param {Bank} bank @param {Variant} variant */
  ofAnswer(judgement, bank, variant) {
    if (judgement.kind === "blank" && !judgement.reading) {
      return [make("p", {}, "Choose one of them first.")];
    }
    const named = judgement.wrong ? bank.wrong[judgement.wrong] : null;
    const names = variant.shared.map((id) => bank.names?.[id] ?? id).join("; ");
    const said = message(judgement, { title: named?.name, names });
    const decided = judgement.kind === "right" || isAttempt(judgement);
    /** @type {(Node | string)[]} */
    const parts = [decided ? headed(judgement.kind === "right", said) : make("p", {}, said)];
    for (const line of named?.lines ?? []) {
      parts.push(make("p", { class: "ln-line" }, fragment(bank.lines[line] ?? "")));
    }
    const clue = clueText(judgement, {
      ask: bank.ask,
      truth: variant.truth,
      checks: variant.checks,
    });
    if (clue) parts.push(make("p", { class: "ln-clue" }, clue));
    if (judgement.marks.length > 1 && judgement.kind !== "right") parts.push(marks(judgement));
    if (named?.section && this.base !== null) {
      const href = this.base + named.section;
      parts.push(make("p", {}, make("a", { href }, "More about this mistake")));
    }
    return parts;
  }

  /** @param {Judgement} judgement @param {{ choose: (entries: Entry[]) => void }} calls */
  both({ reading }, calls) {
    const both = [reading?.entries ?? [], reading?.other ?? []];
    const buttons = both.map((entries) =>
      make(
        "button",
        { type: "button", class: "ln-button ln-quiet", onclick: () => calls.choose(entries) },
        echoed(entries),
      ),
    );
    const text = "This can be read in two ways. Which do you mean?";
    return [make("p", {}, text), make("div", { class: "ln-exercise-buttons" }, ...buttons)];
  }
}

/** @param {boolean} right @param {string} text */
const headed = (right, text) =>
  make(
    "p",
    { class: `ln-verdict ${right ? "ln-right" : "ln-not-yet"}` },
    fragment(right ? RIGHT : NOT_YET),
    make("b", {}, text),
  );

/** @param {Judgement} judgement */
function marks({ marks, reading }) {
  const items = marks.map((mark, i) =>
    make("li", { class: `ln-entry-${mark}` }, `${reading?.entries[i]?.text ?? ""} ${MARKS[mark]}`),
  );
  return make("ol", { class: "ln-marks", "aria-label": "Entry by entry" }, ...items);
}
