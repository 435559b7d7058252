/**
 * An exercise that answers: input, echo, verdict with its reasons, hints, fresh numbers.
 *
 * The markup (question, closed solution) is complete without this. What judges stands in the bank.
 *
 * @typedef {import("./judge.js").Judgement} Judgement
 * @typedef {import("./judge.js").Named & { lines: string[] }} Named
 * @typedef {{
 *   seed: number, question: string, truth: any[], exact: string[], wrong: Record<string, number[]>,
 *   shared: string[], ratios: [string, number][], checks: any[], first: string, solution: string,
 *   choices?: { id: string, html: string, reply: string }[], blank?: { before: string, after: string },
 * }} Variant
 * @typedef {{
 *   id: string, title: string, ask: string, norm: "layer" | "rms", step: string, partial?: boolean,
 *   answer: { kind: "vector" | "number" | "choice" | "line" | "formula", length?: number },
 *   wrong: Record<string, Named>, lines: Record<string, string>,
 *   names?: Record<string, string>, probes?: any[], variants: Variant[],
 * }} Bank
 * @typedef {{
 *   bank: Bank, load: () => Promise<Bank>, seed: () => number, setSeed: (seed: number) => void,
 *   kept: { get: () => any, set: (value: any) => void },
 *   record: (seed: number, right: boolean) => void, base: string | null,
 * }} Host where it lives: the page, or a notebook
 */

import { fragment, make, uniqueId } from "../dom.js";
import { echoed } from "./echo.js";
import { Form } from "./form.js";
import { isAttempt, judge, judgeEntries, judgeFormula } from "./judge.js";
import { readVector } from "./reading.js";
import { Reply } from "./reply.js";

/**
 * @param {HTMLElement} section
 * @param {Host} host
 * @returns {{ follow: () => void } | null} `follow` takes the seed that the address now has
 */
export function enhance(section, host) {
  const question = section.querySelector(".ln-question");
  const solution = section.querySelector("details.ln-solution");
  if (!question || !solution || "live" in section.dataset) return null;
  section.dataset.live = "";
  return new Exercise(section, question, /** @type {HTMLDetailsElement} */ (solution), host);
}

/** @param {Node} node */
const copied = (node) => node.cloneNode(true);

class Exercise {
  /** @param {HTMLElement} section @param {Element} question @param {HTMLDetailsElement} solution @param {Host} host */
  constructor(section, question, solution, host) {
    this.hints = 0;
    this.solved = false;
    this.section = section;
    this.question = question;
    this.solution = solution;
    this.host = host;
    this.bank = host.bank;
    this.variant = this.written(this.bank.variants[0]);
    this.seedText = make("span", { class: "ln-seed" });
    this.form = new Form(this.bank, uniqueId(`answer-${this.bank.id}`), {
      changed: () => {
        this.keep();
        this.typed();
      },
      check: () => this.check(),
      hint: () => this.hint(),
      fresh: () => this.fresh(),
    });
    this.reply = new Reply(host.base);
    question.after(this.form.element, this.reply.element);
    this.form.buttons.append(this.seedText);
    this.first = this.variant;
    this.put(this.variant);
    this.restore();
    this.follow();
  }

  /** The first variant's question and solution stand in the page. @param {Variant} variant @returns {Variant} */
  written(variant) {
    const inside = make("div", {}, ...[...this.solution.childNodes].slice(1).map(copied));
    const question = this.question.innerHTML;
    return { ...variant, question, solution: inside.innerHTML };
  }

  /** @param {Variant} variant */
  texts({ seed }) {
    const { question, solution } = seed === this.first.seed ? this.first : this.variant;
    return { question, solution };
  }

  /** Show the numbers of a variant; what was typed stays in its place. @param {Variant} variant */
  put(variant) {
    this.variant = variant;
    this.hints = 0;
    this.solved = false;
    const isChoice = this.bank.answer.kind === "choice" || this.bank.answer.kind === "line";
    this.question.replaceChildren(fragment(variant.question));
    this.form.put(variant, isChoice);
    const summary = /** @type {Element} */ (this.solution.querySelector("summary"));
    this.solution.replaceChildren(summary, fragment(variant.solution));
    this.solution.open = false;
    this.seedText.textContent = variant.seed === 0 ? "" : `Numbers ${variant.seed}`;
    this.reply.clear();
    this.section.dataset.state = "open";
    this.typed();
  }

  /** Echo how the answer reads so far; quiet, since a person is still writing. */
  typed() {
    const text = this.form.value;
    const { kind, length = 1 } = this.bank.answer;
    if (kind !== "vector" && kind !== "number") return;
    const reading = text.trim() ? readVector(text, length) : null;
    const shown = reading?.kind === "read" || reading?.kind === "length";
    this.form.echo(shown && reading ? ["Read as ", echoed(reading.entries)] : []);
  }

  keep() {
    this.host.kept.set({ seed: this.variant.seed, text: this.form.value });
  }

  async check() {
    if (this.bank.answer.kind === "formula" && !(await this.complete())) return;
    let judgement = this.judged();
    const numeric = ["vector", "number"].includes(this.bank.answer.kind);
    if (numeric && isAttempt(judgement) && !judgement.wrong && this.bank.partial) {
      if (await this.complete()) judgement = this.judged();
    }
    this.answer(judgement);
  }

  /** @returns {Judgement} */
  judged() {
    const { answer, wrong, probes = [], ask, norm } = this.bank;
    const text = this.form.value;
    if (answer.kind === "formula") {
      return judgeFormula(text, { ask, norm, blank: this.variant.blank }, probes, wrong);
    }
    if (answer.kind === "choice" || answer.kind === "line") return this.chosen(text);
    return judge(text, this.variant, wrong);
  }

  /** @param {string} id @returns {Judgement} */
  chosen(id) {
    const kind = id === "" ? "blank" : id === this.variant.truth[0] ? "right" : "choice";
    return { kind, marks: [], wrong: null, detail: "", clue: null, reading: null };
  }

  /** @param {Judgement} judgement */
  answer(judgement) {
    const right = judgement.kind === "right";
    const attempt = isAttempt(judgement);
    if (right && !this.solved) this.host.record(this.variant.seed, true);
    if (attempt) this.host.record(this.variant.seed, false);
    this.solved ||= right;
    this.section.dataset.state = right ? "right" : attempt ? "not-yet" : "open";
    this.reply.show(judgement, this.bank, this.variant, this.form.value, {
      choose: (entries) => {
        const reading = { kind: "read", entries, message: "", position: null, other: [] };
        this.answer(judgeEntries(/** @type {any} */ (reading), this.variant, this.bank.wrong));
      },
    });
    if (judgement.reading?.position != null) this.form.pointAt(judgement.reading.position);
  }

  /** One step up the ladder: a nudge, the first entry, the whole solution, other numbers. */
  hint() {
    const all = /** @type {[string, string][]} */ ([
      ["Think of this.", this.bank.step],
      ["The beginning, worked.", this.variant.first],
    ]);
    const steps = all.filter(([, html]) => html);
    if (this.hints < steps.length) {
      const [title, html] = steps[this.hints];
      this.reply.hint(title, html);
      this.hints += 1;
      return;
    }
    this.solution.open = true;
    this.reply.hint("The solution is open below.", "Then try fresh numbers.");
  }

  async fresh() {
    if (!(await this.complete())) return;
    const seeds = this.bank.variants.map(({ seed }) => seed);
    const next = seeds[(seeds.indexOf(this.variant.seed) + 1) % seeds.length];
    this.host.setSeed(next);
    this.form.clear();
    await this.follow();
    this.keep();
    this.form.focus();
  }

  /** Take the numbers that the address names. */
  async follow() {
    const seed = this.host.seed();
    if (seed === this.variant.seed) return;
    if (!this.bank.variants.some((each) => each.seed === seed)) await this.complete();
    const found = this.bank.variants.find((each) => each.seed === seed);
    if (found && this.host.seed() === seed)
      this.put(found.seed === this.first.seed ? this.first : found);
  }

  /** Put back what was typed on these numbers before the page was left. */
  restore() {
    const kept = this.host.kept.get();
    const same = kept && kept.seed === this.host.seed() && typeof kept.text === "string";
    if (same && this.form.value === "") this.form.value = kept.text.slice(0, 2000);
    this.typed();
  }

  /** Load the whole bank; false, and a word about it, if that fails. */
  async complete() {
    if (!this.bank.partial) return true;
    try {
      this.bank = await this.host.load();
      const whole = this.bank.variants.find(({ seed }) => seed === this.variant.seed);
      // The same numbers, now with everything that an answer to them can be.
      if (whole) this.variant = { ...whole, ...this.texts(whole) };
      return true;
    } catch {
      this.reply.say("The other numbers could not be loaded. These stay; please try again later.");
      return false;
    }
  }
}
