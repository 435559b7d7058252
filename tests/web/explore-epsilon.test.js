import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { compute, spec } from "../../src/lnteach/web/explore/epsilon.js";
import { claimsOf } from "../../src/lnteach/web/spec.js";
import { number, opened, vector } from "./opened.js";

const u_dot = ["/", ["*", "eps", ["sum", ["*", "a", "u"]]], ["*", "s", ["+", "v", "eps"]]];
const data = { u_dot };
const PROBE = { h: [1, 2, 3], gamma: [2, 1, 3], g_z: [1, -2, -1], lambda: 2, eps: 1 / 3 };
const at = (more) => ({ ...PROBE, ...more });
const last = (state) => claimsOf(spec, compute(state, { data }), state).at(-1);
const near = (found, wanted) => {
  expect(found.length).toBe(wanted.length);
  for (const [i, x] of wanted.entries()) expect(found[i]).toBeCloseTo(x, 13);
};

describe("how far u drifts", () => {
  it("is the part of u that a stretch by two adds, on the probe", () => {
    const { vectors, scalars } = compute(PROBE, { data });
    // v at 2h is 8/3, s is √3: u there is (−2, 0, 2)/√3.
    near(vectors.u_after, [-2 / Math.sqrt(3), 0, 2 / Math.sqrt(3)]);
    near(vectors.drift, [1 - 2 / Math.sqrt(3), 0, 2 / Math.sqrt(3) - 1]);
    expect(scalars.factor).toBeCloseTo(2 / Math.sqrt(3), 14);
  });
  it("is measured from u turned round, for a λ below 0", () => {
    const { vectors, scalars } = compute(at({ lambda: -2 }), { data });
    near(vectors.u_after, [2 / Math.sqrt(3), 0, -2 / Math.sqrt(3)]);
    near(vectors.drift, [2 / Math.sqrt(3) - 1, 0, 1 - 2 / Math.sqrt(3)]);
    expect(scalars.factor).toBeCloseTo(-2 / Math.sqrt(3), 14);
  });
  it("is all of u where λ is 0: zero takes the sign of neither side", () => {
    const { vectors, scalars } = compute(at({ lambda: 0 }), { data });
    expect(Array.from(vectors.u_after, Math.abs)).toEqual([0, 0, 0]);
    near(vectors.drift, [1, 0, -1]);
    expect(scalars.factor).toBe(0);
  });
  it("is what the two columns differ by, for many λ and ε", () => {
    for (const lambda of [-3.7, -1, -0.2, 0, 0.01, 1, 40]) {
      for (const eps of [1e-5, 0.3, 50]) {
        const { vectors } = compute(at({ h: [4, -1, 0.5, 7], lambda, eps }), { data });
        const sign = lambda < 0 ? -1 : 1;
        near(
          vectors.drift,
          Array.from(vectors.u_after, (x, i) => x - sign * vectors.u[i]),
        );
      }
    }
  });
});

describe("the claim about u", () => {
  const cases = [
    ["a stretch under an ε moves u", {}, false, "ε did not stretch along"],
    [
      "a shrinking under an ε, turned round, moves u",
      { lambda: -0.5 },
      false,
      "not by a sign alone",
    ],
    ["λ = 0 under an ε leaves nothing of u", { lambda: 0 }, false, "nothing of u is left"],
    ["−0 is 0", { lambda: -0 }, false, "nothing of u is left"],
    ["λ = −1 turns u round, whatever ε is", { lambda: -1 }, true, "but for the sign of λ"],
    ["λ = 1 changes nothing", { lambda: 1 }, true, "leaves u as it was"],
    ["ε = 0, λ above 0", { eps: 0, lambda: 3 }, true, "leaves u as it was"],
    ["ε = 0, λ below 0", { eps: 0, lambda: -3 }, true, "leaves u as it was"],
    ["an ε too small to be seen in the numbers moves u", { eps: 1e-12 }, false, "moves u"],
    ["a constant h has nothing to move", { h: [0.1, 0.1, 0.1] }, true, "leaves u as it was"],
    ["a constant h at λ = 0", { h: [0.1, 0.1, 0.1], lambda: 0 }, true, "u was 0 before"],
  ];
  for (const [name, more, holds, words] of cases) {
    it(name, () => {
      const claim = last(at(more));
      expect(claim.holds).toBe(holds);
      expect(claim.html.replace(/<[^>]+>/g, "")).toContain(words);
    });
  }
});

describe("λ = 0", () => {
  let seen;
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    seen.close();
    vi.useRealTimers();
  });
  const open = (more) => {
    const fields = { h: vector, gamma: vector, g_z: vector, lambda: vector, eps: number };
    fields.lambda = { type: "number", min: -4, max: 4, step: 0.1 };
    seen = opened("epsilon", { fields, visible: ["lambda", "eps"], data, state: at(more) });
  };
  it("is refused without an ε, in place, and the last good picture stays", () => {
    open({ eps: 0 });
    seen.type("lambda", -1, "0");
    expect(seen.problem()).toContain("With ε = 0 the factor λ cannot be 0");
    expect(seen.row("after")).toEqual([2, 4, 6]);
    expect(seen.model.get("lambda")).toBe(2);
  });
  it("is taken with an ε: u is gone, and the bars of the drift say by how much", () => {
    open({});
    seen.type("lambda", -1, "0");
    expect(seen.problem()).toBe("");
    expect(seen.row("u_after").map(Math.abs)).toEqual([0, 0, 0]);
    near(seen.row("drift"), [1, 0, -1]);
    expect(seen.claims().at(-1)[0]).toBe("ln-breaks");
    const label = seen.all(".ln-panel-label").map((one) => one.textContent);
    expect(label.some((text) => text.startsWith("drift of u"))).toBe(true);
  });
});
