/** Answers are read, and compared, as in Python: the shared table. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compare } from "../../src/lnteach/web/selfcheck/comparing.js";
import { echo, readVector } from "../../src/lnteach/web/selfcheck/reading.js";

const cases = JSON.parse(readFileSync("tests/data/answer_cases.json", "utf-8"));

describe("the shared table", () => {
  test.each(cases)("$name: $text", (given) => {
    const found = readVector(given.text, given.d);
    expect(found.kind).toBe(given.kind);
    if (given.kind === "read") {
      const values = found.entries.map((entry) => entry.value);
      expect(values).toHaveLength(given.values.length);
      values.forEach((value, i) => {
        expect(Math.abs(value - given.values[i])).toBeLessThanOrEqual(
          1e-15 * Math.abs(given.values[i]),
        );
      });
    }
    if ("given" in given) expect(found.entries).toHaveLength(given.given);
    if ("first" in given) {
      expect(echo(found.entries)).toBe(given.first);
      expect(echo(found.other)).toBe(given.second);
      expect(found.message).toContain(`read as ${given.first} or as ${given.second}.`);
    }
    if (given.kind === "unreadable") {
      expect(found.position).toBe(given.position);
      expect(found.message).toBe(given.says ?? found.message);
    }
  });
});

test("a million characters are refused at once", () => {
  const nested = (/** @type {number} */ n) => `${"(".repeat(n)}1${")".repeat(n)}`;
  const marks = ["1,2".repeat(600), ", a = 1".repeat(250), `1${"'".repeat(1999)}`];
  for (const text of ["1".repeat(1e6), nested(1e4), nested(999), ...marks]) {
    let best = 1000;
    for (let i = 0; i < 3; i++) {
      const began = performance.now();
      expect(["unreadable", "length"]).toContain(readVector(text, 20).kind);
      best = Math.min(best, performance.now() - began);
    }
    expect(best).toBeLessThan(50);
  }
});

test.each([
  ["4/3, -1, -1/3", "right right right"],
  ["1.33, -1.0, -.33", "rounded right rounded"],
  ["1.36, -1, -1/3", "wrong right right"],
  ["1.34, -1, -0.34", "wrong right wrong"],
  ["1., -1., -0.", "wrong right wrong"],
  ["[[1.33], [-1], [-0.33]]", "rounded right rounded"],
  ["133/100, -1, -1/3", "wrong right right"],
])("marks of %s", (text, marks) => {
  const { entries } = readVector(text, 3);
  const found = compare(
    entries.map((entry) => entry.value),
    entries.map((entry) => entry.unit),
    [4 / 3, -1, -1 / 3],
  );
  expect(found.marks.join(" ")).toBe(marks);
});
