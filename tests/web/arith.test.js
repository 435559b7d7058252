import { describe, expect, it } from "vitest";
import { differentials, forward, gradientRoutes } from "../../src/lnteach/web/arith.js";

const near = (got, want) => {
  expect(got.length).toBe(want.length);
  want.forEach((x, i) => {
    expect(got[i]).toBeCloseTo(x, 14);
  });
};

describe("the lecture's probe, h = (1, 2, 3), ε = 1/3", () => {
  const saved = forward([1, 2, 3], 1 / 3);
  it("has s = 1 and u = (−1, 0, 1)", () => {
    expect(saved.mu).toBe(2);
    expect(saved.v).toBeCloseTo(2 / 3, 15);
    expect(saved.s).toBe(1);
    near(saved.u, [-1, 0, 1]);
  });
  it("has g_h = (4/3, −1, −1/3) for a = (2, −2, −3)", () => {
    const terms = gradientRoutes(saved, [2, -2, -3]);
    near(terms.direct, [2, -2, -3]);
    near(
      terms.direct.map((x, i) => x + terms.mean[i]),
      [3, -1, -2],
    );
    near(terms.total, [4 / 3, -1, -1 / 3]);
    expect(saved.u.reduce((sum, u, i) => sum + u * terms.total[i], 0)).toBeCloseTo(-5 / 3, 14);
  });
  it("does not answer a common shift: α = 5 leaves du = 0", () => {
    const change = differentials(saved, [5, 5, 5]);
    expect(change.dmu).toBe(5);
    near(change.direct, [5, 5, 5]);
    near(change.mean, [-5, -5, -5]);
    near(change.total, [0, 0, 0]);
    near(forward([6, 7, 8], 1 / 3).u, [-1, 0, 1]);
  });
});

it("example E, row 1: g_h = (−5, 8, −4, −1, 2)/9", () => {
  const saved = forward([-7, 4, 10, 16, 22], 44);
  expect(saved.s).toBe(12);
  const terms = gradientRoutes(saved, [-15, 6, -8, -2, 4]);
  expect(terms.mean_a).toBe(-3);
  expect(terms.mean_au).toBeCloseTo(4, 14);
  near(terms.total, [-5 / 9, 8 / 9, -4 / 9, -1 / 9, 2 / 9]);
});

it("keeps the centred column where the mean is 10⁸ times the deviation", () => {
  near(forward([1e8 + 1, 1e8 + 2, 1e8 + 3], 1 / 3).u, [-1, 0, 1]);
});
