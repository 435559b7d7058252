import { afterEach, describe, expect, it, vi } from "vitest";
import { curves, numberAt, share, spread, ticks } from "../../src/lnteach/web/curves.js";

const axis = (low, high, log = false) => ({ title: "x", range: [low, high], log });
const texts = (...given) => ticks(...given).map(({ text }) => text);

describe("an axis", () => {
  it("has round steps", () => {
    expect(texts(axis(0, 24), 7)).toEqual(["0", "5", "10", "15", "20"]);
    expect(texts(axis(-1, 1), 4)).toEqual(["−1", "−0.5", "0", "0.5", "1"]);
  });
  it("counts in powers of ten", () => {
    expect(texts(axis(1e-4, 10, true), 7)).toEqual(["10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰", "10¹"]);
    expect(texts(axis(1e-13, 100, true), 5)).toEqual(["10⁻¹²", "10⁻⁹", "10⁻⁶", "10⁻³", "10⁰"]);
  });
  it("finds a number's place, and the number at a place", () => {
    expect(share(axis(2, 6), 3)).toBe(0.25);
    expect(share(axis(0.01, 100, true), 1)).toBeCloseTo(0.5, 14);
    expect(share(axis(0.01, 100, true), 0)).toBeNaN();
    for (const one of [axis(2, 6), axis(0.01, 100, true)]) {
      expect(share(one, numberAt(one, 0.3))).toBeCloseTo(0.3, 14);
    }
  });
});

it("moves names apart, those that stand alike, and keeps them in the picture", () => {
  const names = [
    { y: 50, anchor: "end" },
    { y: 52, anchor: "end" },
    { y: 51, anchor: "start" },
    { y: 199, anchor: "end" },
    { y: 198, anchor: "end" },
  ];
  spread(names, 200);
  expect(names.map(({ y }) => y)).toEqual([50, 64, 51, 200, 186]);
});

describe("a picture of curves", () => {
  const figure = () => document.body.appendChild(document.createElement("div"));
  const frame = { across: axis(1, 100, true), up: axis(1e-4, 1, true), name: "a picture" };
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  afterEach(() => document.body.replaceChildren());

  it("draws lines and dots, calls each by its name, and leaves gaps", () => {
    const root = figure();
    const draw = curves(root, frame);
    draw({
      x: [1, 10, 100],
      curves: [
        { label: "whole", values: [1, 0.01, 1e-4], dot: "square" },
        { label: "broken", values: [1, 0, 0.01], at: 0, dash: "2 4", ink: "soft" },
      ],
      rules: [{ at: 10, label: "best" }],
      crosses: [[10, 0.01]],
    });
    expect(all(root, "path.ln-curve").map((one) => one.getAttribute("d"))).toEqual([
      "M0.0 0.0L500.0 110.0L1000.0 220.0",
      "M0.0 0.0h0M500.0 110.0h0M1000.0 220.0h0",
      "M0.0 0.0M1000.0 110.0",
    ]);
    expect(all(root, ".ln-named").map((one) => one.textContent)).toEqual([
      "whole",
      "broken",
      "best",
    ]);
    expect(root.querySelector(".ln-rule").getAttribute("x1")).toBe("54.5%");
    expect(all(root, ".ln-measured").length).toBe(1);
    expect(root.querySelector("svg").getAttribute("aria-label")).toBe("a picture");
    draw({ x: [1, 10, 100], curves: [{ label: "one", values: [1, 1, 1] }] });
    expect(all(root, "path.ln-curve").length).toBe(1);
    expect(all(root, ".ln-rule, .ln-measured").length).toBe(0);
  });
  it("tells of the x that is pointed at, within its range", () => {
    const root = figure();
    const pick = vi.fn();
    curves(root, frame, pick);
    const area = root.querySelector(".ln-area");
    area.setPointerCapture = () => {};
    area.getBoundingClientRect = () => ({ left: 100, width: 200 });
    const point = (type, clientX, buttons) =>
      area.dispatchEvent(new MouseEvent(type, { clientX, buttons, bubbles: true }));
    point("pointerdown", 200, 1);
    point("pointermove", 250, 0); // a pointer that only passes
    point("pointermove", 900, 1);
    expect(pick.mock.calls.map(([x]) => x)).toEqual([
      expect.closeTo(10, 10),
      expect.closeTo(100, 10),
    ]);
  });
});
