import { describe, expect, it } from "vitest";
import { linear } from "../../src/lnteach/web/scale.js";

const over = (low, high) => linear(120, 24).over(low, high);

describe("a linear scale", () => {
  it("puts the ends of its domain at the ends of its range, and finds them again", () => {
    const y = over(-2, 6);
    expect([y(-2), y(0), y(6)]).toEqual([120, 96, 24]);
    expect([y.invert(120), y.invert(96), y.invert(24)]).toEqual([-2, 0, 6]);
    expect(y.domain()).toEqual([-2, 6]);
    expect(y.range()).toEqual([120, 24]);
  });
  it("takes a new domain; a copy keeps the old one", () => {
    const y = over(0, 1);
    const before = y.copy();
    y.domain([0, 4]);
    expect([y(1), before(1)]).toEqual([96, 24]);
  });
  it("without an extent puts everything in the middle", () => {
    expect(over(3, 3)(7)).toBe(72);
    expect(over(3, 3).ticks(4)).toEqual([3]);
  });
  it.each([
    [-2, 4, [-2, 0, 2, 4]],
    [-0.5, 0.5, [-0.4, -0.2, 0, 0.2, 0.4]],
    [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [0, 0.3, [0, 0.1, 0.2, 0.3]],
    [-1.5, 1.5, [-1, 0, 1]],
    [0, 30, [0, 10, 20, 30]],
    [-400, 1000, [0, 500, 1000]],
    [-1.5e-8, 1e-9, [-1.5e-8, -1e-8, -5e-9, 0]],
    [0, 6e-6, [0, 2e-6, 4e-6, 6e-6]],
    [-1.5, 0, [-1.5, -1, -0.5, 0]],
  ])("has round ticks from %d to %d", (low, high, wanted) => {
    expect(over(low, high).ticks(4)).toEqual(wanted);
  });
});
