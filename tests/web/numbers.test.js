import { describe, expect, it } from "vitest";
import { exact, fraction, read, rowStyle, show, speak } from "../../src/lnteach/web/numbers.js";
import table from "./numbers.json";

describe("reading what people type", () => {
  it.each(table.read)("%j is %d", (text, value) => {
    expect(read(text)).toEqual({ value });
  });
  it.each(table.refused)("%j is refused with a reason", (text) => {
    expect(read(text).error).toMatch(/number|fraction|large/);
  });
  it.each(table.partial)("%j may still become a number", (text) => {
    expect(read(text)).toMatchObject({ partial: true });
  });
  it("does not wait for letters to become a number", () => {
    expect(read("abc")).toMatchObject({ partial: false });
  });
  it("quotes at most twenty characters of nonsense", () => {
    expect(read("z".repeat(10_000)).error.length).toBeLessThan(100);
  });
});

describe("writing", () => {
  it.each(table.rows)("the row %j", (row, texts) => {
    const style = rowStyle(row);
    expect(row.map((x) => show(x, style))).toEqual(texts);
  });
  it.each(table.said)("%d is said %s", (x, said) => {
    expect(speak(x, "fraction")).toBe(said);
  });
  it("says powers of ten", () => {
    expect(speak(-1.5e-8)).toBe("minus 1.500 times ten to the minus 8");
  });
  it.each(table.exact)("%d goes into an address as %s", (x, text) => {
    expect(exact(x)).toBe(text);
  });
  it("reads back to the last bit", () => {
    let seed = 1;
    for (let k = 0; k < 20_000; k++) {
      seed = (seed * 48271) % 2147483647;
      const x = (seed / 2147483647 - 0.5) * 10 ** ((k % 40) - 20);
      expect(read(exact(x)).value).toBe(x);
    }
  });
  it("finds no fraction where there is none", () => {
    expect(fraction(Math.PI)).toBeNull();
    expect(fraction(1 / 1009)).toBeNull();
    expect(fraction(Number.NaN)).toBeNull();
    expect(fraction(Number.POSITIVE_INFINITY)).toBeNull();
    expect(fraction(-998 / 999)).toEqual([-998, 999]);
  });
});
