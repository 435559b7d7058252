import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { logScale } from "../../src/lnteach/web/control-kinds.js";
import { PageModel } from "../../src/lnteach/web/host.js";
import widget from "../../src/lnteach/web/index.js";

const vector = { type: "vector", min: -10, max: 10, step: 0.5 };
const number = { type: "number", min: 0, max: 10, step: 0.01, least: 0 };
const whole = { type: "number", min: 1, max: 8, step: 1, least: 1 };
const truth = { lines: {}, letter: "g_h", title: "the gradient", formula: "g_h", words: {} };
const wrong = {
  lines: { g_h: ["/", ["-", "a", ["mean", "a"]], "s"] },
  letter: "g_h",
  title: "The variance route left out",
  formula: "<math><mi>B</mi></math>",
  words: { right: "r", wrong: "w", blind: "Sum" },
};
const u_dot = ["/", ["*", "eps", ["sum", ["*", "a", "u"]]], ["*", "s", ["+", "v", "eps"]]];
const CONFIGS = {
  collect: {
    fields: {
      h: vector,
      gamma: vector,
      g_z: vector,
      eps: number,
      option: { type: "choice", label: "Beside it", options: ["truth", "wrong"] },
    },
    visible: ["option", "eps"],
    data: { options: { truth, wrong }, u_dot },
    state: { h: [1, 2, 3], gamma: [2, 1, 3], g_z: [1, -2, -1], eps: 1 / 3, option: "wrong" },
  },
  jacobian: {
    fields: { h: vector, dh: vector, gamma: vector, output: whole, input: whole, eps: number },
    visible: ["output", "input"],
    state: {
      h: [4, 0, 4, 0],
      dh: [1, 0, 0, 0],
      gamma: [1, 1, 1, 1],
      output: 2,
      input: 1,
      eps: 0,
    },
  },
  shift: {
    fields: {
      h: vector,
      gamma: vector,
      alpha: { ...number, min: -10, least: undefined },
      feature: { ...whole, label: "feature" },
      eps: number,
      way: { type: "choice", label: "Add it to", options: ["every", "one", "along"] },
    },
    visible: ["way", "alpha"],
    state: { h: [1, 2, 3], gamma: [1, 1, 1], alpha: 5, feature: 1, eps: 1 / 3, way: "every" },
  },
};

let el;
let model;
let stop;
const open = (name) => {
  const { state, ...rest } = CONFIGS[name];
  const presets = [{ id: "first", title: "First", state }];
  const lengths = { min: 1, max: 8 };
  const config = { widget: name, title: name, lengths, presets, open: "first", ...rest };
  el = document.createElement("div");
  document.body.append(el);
  model = new PageModel({ config, ...structuredClone(state) });
  stop = widget.render({ model, el });
};
const $$ = (selector) => [...el.querySelectorAll(selector)];
const row = (name) => $$(`td[data-name="${name}"]`).map((cell) => Number(cell.dataset.value));
const holds = () => $$(".ln-claims li").map((one) => one.className === "ln-holds");
const choose = (name, value) => {
  const found = $$(`select[data-field="${name}"], input[type=radio][value="${value}"]`)[0];
  if (found.type === "radio") found.checked = true;
  else found.value = value;
  found.dispatchEvent(new Event("change", { bubbles: true }));
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  stop?.();
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe("claims", () => {
  it("judge an option on these numbers, and answer at once", () => {
    open("collect");
    expect(row("value")).toEqual([3, -1, -2]);
    expect(holds()).toEqual([true, false, false]);
    expect($$(".ln-legend")[0].textContent).toContain("the option");
    choose("option", "truth");
    expect(holds()).toEqual([true, true, true]);
    expect($$(".ln-point.ln-mistake").length).toBe(0);
    expect($$(".ln-point.ln-measured").length).toBe(5); // three features, the legend, the table
  });
  it("of a shift: what stays and what moves", () => {
    open("shift");
    expect(holds()).toEqual([true, true, true]);
    choose("way", "one");
    expect(holds()).toEqual([false, false, false]);
  });
});

describe("new numbers", () => {
  it("are whole, in their range, and never refused", () => {
    open("collect");
    const button = $$("button").find((one) => one.textContent === "New numbers");
    for (let k = 0; k < 20; k++) {
      button.click();
      for (const x of model.get("h")) {
        expect(Number.isInteger(x) && Math.abs(x) <= 9).toBe(true);
      }
      expect(el.querySelector(".ln-problem").textContent).toBe("");
    }
    expect(model.get("h")).not.toEqual([1, 2, 3]);
  });
});

describe("the matrix", () => {
  const pressed = () =>
    $$(".ln-heat button").findIndex((one) => one.getAttribute("aria-pressed") === "true");
  it("is a button an entry, with its number", () => {
    open("jacobian");
    const numbers = $$(".ln-heat button").map((one) => Number(one.dataset.value));
    expect(numbers.length).toBe(16);
    for (const [i, x] of [0.25, 0, -0.25, 0].entries()) expect(numbers[i]).toBeCloseTo(x, 14);
    expect(pressed()).toBe(4);
  });
  it("is walked through with the arrow keys, and stops at its edges", () => {
    open("jacobian");
    const key = (name) =>
      $$(".ln-heat button")[pressed()].dispatchEvent(
        new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }),
      );
    key("ArrowRight");
    expect([model.get("output"), model.get("input")]).toEqual([2, 2]);
    for (let k = 0; k < 9; k++) key("ArrowDown");
    expect([model.get("output"), model.get("input")]).toEqual([4, 2]);
    key("ArrowLeft");
    key("ArrowLeft");
    expect([model.get("output"), model.get("input")]).toEqual([4, 1]);
  });
  it("refuses a feature that is not there", () => {
    open("jacobian");
    const input = el.querySelector('input[data-field="output"]');
    input.value = "7";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    expect(el.querySelector(".ln-problem").textContent).toContain("There is no feature 7");
    expect(model.get("output")).toBe(2);
  });
});

describe("a slider in powers of ten", () => {
  it("has zero at its left end, and finds its place again", () => {
    const scale = logScale(0, 100);
    expect(scale.value(0)).toBe(0);
    expect(scale.place(0)).toBe(0);
    expect(scale.value(scale.ticks)).toBe(100);
    for (let at = 0; at <= scale.ticks; at++) expect(scale.place(scale.value(at))).toBe(at);
  });
  it("starts at its least value where that is above zero", () => {
    const scale = logScale(0.001, 10);
    expect(scale.value(0)).toBe(0.001);
    expect(scale.place(1e-9)).toBe(0);
    expect(scale.value(scale.ticks)).toBe(10);
  });
});

const sign = (name) => `<math><mi>${name}</mi></math>`;
const line = (letter, tree, column, ...uses) => ({
  letter,
  tree,
  column,
  formula: sign(letter),
  why: `Why ${letter}.`,
  uses,
  said: letter,
});
CONFIGS["step-through"] = {
  fields: {
    h: vector,
    gamma: vector,
    beta: vector,
    g_z: vector,
    dh: vector,
    eps: number,
    step: { ...whole, max: 14 },
    path: { type: "choice", label: "Derivation", options: ["forward", "rms"] },
  },
  visible: ["path", "eps"],
  data: {
    symbols: Object.fromEntries(["h", "eps", "mu", "c", "v", "s", "r"].map((x) => [x, sign(x)])),
    notes: { given: "In decimals: given.", many: "many", long: "long" },
    lines: {
      mu: line("mu", ["mean", "h"], false, "h"),
      c: line("c", ["-", "h", "mu"], true, "h", "mu"),
      v: line("v", ["mean", ["^", "c", "2"]], false, "c"),
      s: line("s", ["sqrt", ["+", "v", "eps"]], false, "v", "eps"),
      r: line("r", ["sqrt", ["+", ["mean", ["^", "h", "2"]], "eps"]], false, "h", "eps"),
    },
    paths: {
      forward: { given: ["h", "eps"], lines: ["mu", "c", "v", "s"] },
      rms: { given: ["h", "eps"], lines: ["r"] },
    },
  },
  state: {
    h: [1, 2, 3],
    gamma: [1, 1, 1],
    beta: [0, 0, 0],
    g_z: [0, 0, 0],
    dh: [0, 0, 0],
    eps: 0,
    path: "forward",
    step: 2,
  },
};

describe("step by step", () => {
  const exact = () => $$("[data-exact]").map((cell) => cell.dataset.exact);
  const roles = () => $$(".ln-ledger li").map((item) => item.dataset.role);
  const words = () =>
    $$(".ln-ledger li").map((item) => item.querySelector(".ln-role")?.textContent);
  const button = (text) => $$("button").find((one) => one.textContent === text);
  const type = (name, at, text) => {
    const input = el.querySelector(`input[data-field="${name}"][data-at="${at}"]`);
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  it("puts the numbers in, and marks what a step rests on by outline and word", () => {
    open("step-through");
    expect(exact()).toEqual(["−1", "0", "1"]);
    expect($$(".ln-put td:not([data-exact])").map((cell) => cell.textContent)).toEqual([
      "1−2",
      "2−2",
      "3−2",
    ]);
    expect(roles()).toEqual(["used", "given", "used", "now", "ahead", "ahead"]);
    expect(words()).toEqual(["used", "given", "used", "now", undefined, undefined]);
    expect($$(".ln-ledger li")[4].textContent).toBe("v"); // nothing is told ahead
  });
  it("goes on by buttons and slider, stops at both ends, and says the step", () => {
    open("step-through");
    button("Next").click();
    button("Next").click();
    expect(button("Next").getAttribute("aria-disabled")).toBe("true");
    button("Next").click();
    expect(model.get("step")).toBe(4);
    expect(exact()).toEqual(["√6/3"]);
    vi.advanceTimersByTime(1000);
    expect($$(".ln-said[role=status]")[0].textContent).toBe("Step 4 of 4: s is 0.8165.");
    const slider = el.querySelector(".ln-steps input");
    expect(slider.getAttribute("aria-valuetext")).toBe("Step 4 of 4: s");
    slider.value = "1";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    expect(button("Previous").getAttribute("aria-disabled")).toBe("true");
    button("Previous").click();
    expect(model.get("step")).toBe(1);
    expect(exact()).toEqual(["2"]);
  });
  it("keeps a fraction that is typed, and falls back to decimals with a word", () => {
    open("step-through");
    type("h", 0, "1/3");
    expect(exact()).toEqual(["−13/9", "2/9", "11/9"]);
    type("h", 0, "1/1001");
    expect(exact()[1]).toBe("1000/3003");
    type("h", 0, "0.12345678901234");
    expect(exact()[0]).toMatch(/^−1\.5844/);
    expect($$("[data-exact]")[0].textContent).toContain("≈");
    expect(el.querySelector(".ln-step-note").textContent).toBe("In decimals: given.");
    type("h", 0, "0.5");
    expect(el.querySelector(".ln-step-note")).toBe(null);
  });
  it("shows the last step of a path that is shorter", () => {
    open("step-through");
    choose("path", "rms");
    expect(exact()).toEqual(["√42/3"]);
    expect(model.get("step")).toBe(2);
  });
});
