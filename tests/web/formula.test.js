/** The browser's reader and evaluator over the table that the Python ones are held to. */

import { describe, expect, test } from "vitest";
import { definitions, evaluate, FormulaError, read } from "../../src/lnteach/web/formula.js";
import cases from "../data/formula_cases.json";

/** @param {() => unknown} action */
function refusal(action) {
  try {
    action();
  } catch (error) {
    return error;
  }
  return null;
}

test.each(cases.read)("reads $text", ({ text, tree }) => {
  expect(read(text)).toEqual(tree);
});

test.each(cases.errors)("refuses $text", ({ text, code, position }) => {
  const error = refusal(() => read(text));
  expect(error).toBeInstanceOf(FormulaError);
  expect([error.code, error.position]).toEqual([code, position]);
  expect(error.message).not.toMatch(/undefined|\{/);
});

test.each(cases.long)(
  "is not hurt by $times times $repeat",
  ({ repeat, times, end, code, position }) => {
    const text = repeat.repeat(times) + end;
    const start = performance.now();
    const error = refusal(() => read(text));
    expect(performance.now() - start).toBeLessThan(500);
    expect([error.code, error.position]).toEqual([code, position]);
  },
);

describe.each(Object.entries(cases.inputs))("on %s", (name, inputs) => {
  const meanings = definitions();
  test.each(cases.values.filter((x) => x.inputs === name))("$text", ({ text, value }) => {
    const found = [evaluate(read(text), inputs, meanings)].flat(2);
    const scale = Math.max(...value.map(Math.abs), 1);
    // The table drops the axes that the value does not run over.
    expect(found.length).toBe(value.length);
    for (let i = 0; i < value.length; i++) {
      expect(Math.abs(found[i] - value[i])).toBeLessThanOrEqual(1e-12 * scale);
    }
  });
});

test("the shape of a value is the shape of what it runs over", () => {
  const [meanings, batch] = [definitions(), cases.inputs.E];
  expect(evaluate("g_h", batch, meanings)).toHaveLength(2);
  expect(evaluate("g_h", batch, meanings)[0]).toHaveLength(5);
  expect(evaluate("s", batch, meanings)).toEqual([12, 9.6]);
  expect(evaluate("g_beta", batch, meanings)).toEqual([-1, 5, -6, 0, 5]);
  expect(evaluate("s", cases.inputs.lecture, meanings)).toBeCloseTo(1, 14);
  expect(evaluate("u", { h: [3], eps: 4 }, meanings)).toEqual([0]);
  expect(evaluate(read("u q"), { u: [1, 2], q: 3 })).toEqual([3, 6]);
  expect(
    evaluate(read("u s"), {
      u: [
        [1, 2],
        [3, 4],
      ],
      s: [1, 10],
    }),
  ).toEqual([
    [1, 2],
    [30, 40],
  ]);
});

test("RMSNorm has definitions of its own", () => {
  const inputs = { h: [2, -2, 2, -2], gamma: [1, 1, 1, 1], g_z: [1, 0, 0, 0], eps: 0 };
  expect(evaluate("g_h", inputs, definitions("rms"))).toEqual([0.375, 0.125, -0.125, 0.125]);
});

test("a letter without a value, and a circle of definitions, are refused", () => {
  expect(() => evaluate(read("u"), {})).toThrow("`u` has no value");
  expect(() => evaluate("u", {}, { u: "c", c: "u" })).toThrow("has no value");
  expect(() => evaluate(["+", "constructor", "toString"], {})).toThrow(FormulaError);
});

test("random texts are read or refused, never anything else", () => {
  const alphabet = Array.from("aucsγμε0123456789+-*/^·⊙²√()[]{},.=_ \\T𝟏'xhgmeansqrtdot😀<&\u200f");
  let state = 12345;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 32;
  };
  for (let n = 0; n < 5000; n++) {
    const length = Math.floor(next() * 20);
    const text = Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join(
      "",
    );
    const error = refusal(() => evaluate(read(text), cases.inputs.E, definitions()));
    if (error && !(error instanceof FormulaError)) throw new Error(`${text}: ${error}`);
  }
});
