import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { normals } from "../../src/lnteach/web/explore/seeded.js";
import { PageModel } from "../../src/lnteach/web/host.js";
import widget from "../../src/lnteach/web/index.js";
import { registry } from "../../src/lnteach/web/registry.js";

const vector = { type: "vector", min: -10, max: 10, step: 0.1 };
const number = { type: "number", min: 0, max: 10, step: 0.01, least: 0 };
const whole = { type: "number", min: 1, max: 24, step: 1, least: 1 };
const FIELDS = {
  h: vector,
  gamma: vector,
  scale: number,
  gain: number,
  depth: whole,
  seed: whole,
  eps: number,
  placement: { type: "choice", label: "By feature", options: ["none", "pre", "post", "rms"] },
};
const STATE = {
  h: [0.4, -1.1, 0.7, 1.6],
  gamma: [1, 1, 1, 1],
  scale: 1,
  gain: 1,
  depth: 5,
  seed: 1,
  eps: 1e-5,
  placement: "pre",
};
const { check, compute } = registry.depth;
const problem = (state) => check({ ...STATE, ...state }, { fields: FIELDS });

describe("the weights", () => {
  it("are those of the core, to the last bit", () => {
    // The same numbers stand in tests/widgets/test_depth.py.
    expect(Array.from(normals(1, 4))).toEqual([
      -1.220638260179706, -0.5307914020230665, 0.40520347681907015, 0.0035473807877471645,
    ]);
  });
  it("of the lower blocks stay when a block is put on top", () => {
    const without = compute({ ...STATE, depth: 1 }).vectors.none[0];
    expect(compute({ ...STATE, depth: 1, seed: 2 }).vectors.none[0]).not.toBe(without);
    expect(Array.from(normals(3, 40)).slice(0, 20)).toEqual(Array.from(normals(3, 20)));
  });
});

describe("a stack", () => {
  it("without branches passes everything on as it comes", () => {
    const { vectors } = compute({ ...STATE, gain: 0 });
    for (const kind of ["none", "pre", "rms"]) {
      expect(Array.from(vectors[kind])).toEqual([1, 1, 1, 1, 1, 1]);
    }
    expect(Array.from(vectors.bottom)).toEqual([1, 1, 1, 1]);
  });
  it("without a norm does not care how large its row is", () => {
    const [one, other] = [1, 0.001].map((scale) => compute({ ...STATE, scale }).vectors.none);
    one.forEach((x, k) => {
      expect(other[k]).toBeCloseTo(x, 9);
    });
  });
  it("refuses what it is not meant for, and says what it takes", () => {
    expect(problem({})).toBe(null);
    expect(problem({ h: [1, 2], gamma: [1, 1] })).toBe("This widget takes 3 to 16 features");
    expect(problem({ depth: 25 })).toBe("The depth is a whole number from 1 to 24");
    expect(problem({ seed: 1.5 })).toBe("The seed is a whole number from 1 to 999");
    expect(problem({ scale: 1e7 })).toContain("beyond a million");
    expect(problem({ eps: 2e6 })).toContain("beyond a million");
    expect(problem({ scale: 0, eps: 0 })).toContain("cannot be multiplied by 0");
    expect(problem({ h: [2, 2, 2, 2], eps: 0 })).toContain("must not all be equal");
    expect(problem({ h: [2, 2, 2, 2] })).toBe(null);
  });
});

describe("the picture", () => {
  let el;
  let model;
  let stop;
  beforeEach(() => {
    vi.useFakeTimers();
    const presets = [{ id: "first", title: "First", state: STATE }];
    const config = {
      ...{ widget: "depth", title: "Depth", lengths: { min: 3, max: 16 } },
      ...{ presets, open: "first", fields: FIELDS, visible: ["gain", "scale"] },
    };
    el = document.createElement("div");
    document.body.append(el);
    model = new PageModel({ config, ...structuredClone(STATE) });
    stop = widget.render({ model, el });
  });
  afterEach(() => {
    stop();
    document.body.replaceChildren();
    vi.useRealTimers();
  });
  const type = (name, text) => {
    const input = el.querySelector(`input[data-field="${name}"]`);
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const cells = (name) => el.querySelectorAll(`td[data-name="${name}"]`);

  it("has a curve a stack, each with its name, and a column of numbers a block", () => {
    const names = [...el.querySelectorAll(".ln-plot .ln-named")].map((one) => one.textContent);
    expect(names).toEqual(["no norm", "pre-norm", "post-norm", "RMSNorm"]);
    expect(el.querySelectorAll(".ln-plot path.ln-curve:not(.ln-dots)").length).toBe(4);
    expect(cells("none").length).toBe(6);
    expect(cells("through").length).toBe(4);
    type("depth", "8");
    expect(cells("none").length).toBe(9);
    expect(model.get("depth")).toBe(8);
  });
  it("shows one stack feature by feature, and says which", () => {
    const labels = () =>
      [...el.querySelectorAll(".ln-panel-label")].map((one) => one.textContent).join("; ");
    expect(labels()).toContain("At the bottom of the stack, pre-norm");
    const list = el.querySelector('select[data-field="placement"]');
    list.value = "none";
    list.dispatchEvent(new Event("change", { bubbles: true }));
    expect(labels()).toContain("At the bottom of the stack without a norm");
    expect(labels()).not.toContain("pre-norm");
  });
  it("keeps the last good stack while a field says nonsense", () => {
    const before = [...cells("none")].map((one) => one.dataset.value);
    type("depth", "40");
    expect(el.querySelector(".ln-problem").textContent).toContain("from 1 to 24");
    expect([...cells("none")].map((one) => one.dataset.value)).toEqual(before);
  });
});
