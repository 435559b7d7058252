import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { compute } from "../../src/lnteach/web/explore/jacobian.js";
import { number, opened, vector } from "./opened.js";

const ramp = (d, by = 1) => Array.from({ length: d }, (_, i) => ((i * 7) % 11) * by);
const WIDE = 40;

let seen;
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  seen.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("with many features", () => {
  const open = (d) => {
    const fields = { h: vector, dh: vector, gamma: vector, eps: number };
    fields.step = { ...number, min: 0.001 };
    const state = { h: ramp(d), dh: ramp(d, 0.5), gamma: ramp(d), eps: 0.5, step: 1 };
    seen = opened("variance", {
      fields,
      visible: ["step", "eps"],
      lengths: { min: 1, max: 128 },
      state,
    });
  };
  const cells = (name) => seen.all(`td[data-name="${name}"]`);

  it("the bars of a mark are one path, with a box a feature", () => {
    open(WIDE);
    expect(seen.all(".ln-column rect.ln-bar, .ln-column rect.ln-input")).toEqual([]);
    const paths = seen.all(".ln-surface path");
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) expect(path.getAttribute("d").match(/M/g).length).toBe(WIDE);
    expect(seen.all("[role=slider].ln-handle-h").length).toBe(WIDE);
  });
  it("the boxes end where the values are, and move with them", () => {
    open(WIDE);
    const ends = () => {
      const d = seen.all(".ln-input-h")[0].getAttribute("d");
      return [...d.matchAll(/M\S+ (\S+)h\S+V(\S+)h/g)].map(([, from, to]) => [+from, +to]);
    };
    const handle = (i) => +/,(.*)\)/.exec(seen.all(".ln-handle-h")[i].getAttribute("transform"))[1];
    const before = ends();
    const zero = before[0][1]; // h₁ = 0: no height
    expect(before[0][0]).toBe(zero);
    for (const i of [0, 1, 7, 39]) expect(before[i]).toEqual([zero, handle(i)]);
    seen.press(seen.all(".ln-handle-h")[1], "ArrowUp");
    expect(ends()[1][1]).toBeLessThan(before[1][1]);
    expect(ends()[1][1]).toBe(handle(1));
  });
  it("what is in sight of the table follows at once, the rest when the hand rests", () => {
    open(WIDE);
    const far = () => Number(cells("dh")[39].dataset.value);
    expect(far()).toBe(ramp(WIDE, 0.5)[39]);
    seen.press(seen.all(".ln-handle-dh")[0], "ArrowUp");
    expect(Number(cells("dh")[0].dataset.value)).toBe(0.1);
    const old = far();
    seen.press(seen.all(".ln-handle-dh")[39], "ArrowUp");
    expect(far()).toBe(old);
    vi.advanceTimersByTime(200);
    expect(far()).toBeCloseTo(old + 0.1, 12);
    expect(cells("dh")[39].textContent).toBe((old + 0.1).toFixed(4));
  });
  it("columns that are scrolled into sight are up to date", () => {
    open(WIDE);
    seen.press(seen.all(".ln-handle-dh")[39], "ArrowUp");
    const box = cells("dh")[0].closest(".ln-scroll");
    Object.defineProperty(box, "scrollWidth", { value: 4000 });
    box.scrollLeft = 3000;
    box.dispatchEvent(new Event("scroll"));
    expect(Number(cells("dh")[39].dataset.value)).toBeCloseTo(ramp(WIDE, 0.5)[39] + 0.1, 12);
  });
  it("fields that nobody sees are written when they are opened", () => {
    open(WIDE);
    const input = () => seen.all('input[data-field="h"][data-at="0"]')[0];
    expect(input()).toBe(undefined);
    seen.press(seen.all(".ln-handle-h")[0], "ArrowUp");
    const more = seen.all("details.ln-more")[0];
    more.open = true;
    more.dispatchEvent(new Event("toggle"));
    expect(input().value).toBe("0.1");
    seen.press(seen.all(".ln-handle-h")[0], "ArrowUp");
    expect(input().value).toBe("0.2");
    seen.type("h", 0, "5");
    expect(seen.model.get("h")[0]).toBe(5);
  });
  it("all of them follow at once, and stand in the column, with sixteen and fewer", () => {
    open(16);
    expect(seen.all(".ln-surface")).toEqual([]);
    expect(seen.all(".ln-column rect.ln-input-h").length).toBe(16);
    expect(seen.all('input[data-field="h"]').length).toBe(16);
    seen.press(seen.all(".ln-handle-dh")[15], "ArrowUp");
    expect(Number(cells("dh")[15].dataset.value)).toBeCloseTo(ramp(16, 0.5)[15] + 0.1, 12);
  });
});

describe("one answer a state", () => {
  it("is not kept beyond its state", () => {
    const fields = { h: vector, gamma: vector, alpha: vector, feature: number, eps: number };
    fields.alpha = { type: "number", min: -10, max: 10 };
    fields.way = { type: "choice", options: ["every", "one", "along"] };
    const state = { h: [1, 2, 3], gamma: [1, 1, 1], alpha: 5, feature: 1, eps: 1, way: "every" };
    seen = opened("shift", { fields, visible: ["way", "alpha"], state });
    expect(seen.row("after")).toEqual([6, 7, 8]);
    seen.type("alpha", -1, "2");
    expect(seen.row("after")).toEqual([3, 4, 5]);
    seen.type("alpha", -1, "5");
    seen.type("h", 0, "4");
    expect(seen.row("after")).toEqual([9, 7, 8]);
  });
});

describe("a large Jacobian", () => {
  const fields = { h: vector, dh: vector, gamma: vector, eps: number };
  fields.output = { type: "number", min: 1, max: 128, step: 1, least: 1 };
  fields.input = fields.output;
  const state = { h: ramp(WIDE), dh: ramp(WIDE), gamma: ramp(WIDE), output: 3, input: 2, eps: 0.5 };
  const context = () => ({
    createImageData: (w, h) => ({ width: w, data: new Uint8ClampedArray(4 * w * h) }),
    putImageData: vi.fn(),
    strokeRect: vi.fn(),
    fillStyle: "#000000",
  });
  const open = () => {
    const made = context();
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(made);
    const lengths = { min: 1, max: 128 };
    seen = opened("jacobian", { fields, visible: ["output", "input"], lengths, state });
    return made;
  };
  it("is a map whose shades are its entries, with a hatch below zero", () => {
    const made = open();
    expect(seen.all(".ln-heat button")).toEqual([]);
    const map = seen.all("canvas.ln-map")[0];
    expect(map.getAttribute("role")).toBe("img");
    expect(map.getAttribute("aria-label")).toContain("40 by 40 entries");
    const [image] = made.putImageData.mock.calls.at(-1);
    expect(image.width).toBe(3 * WIDE);
    const { J } = compute(state).vectors;
    const largest = Math.max(...J.map(Math.abs));
    const shade = (k, x, y) => {
      const [i, j] = [Math.floor(k / WIDE), k % WIDE];
      return image.data[4 * ((3 * i + y) * 3 * WIDE + 3 * j + x) + 3];
    };
    for (const k of [0, 41, 45, 800, 1599]) {
      const want = Math.round(230 * Math.sqrt(Math.abs(J[k]) / largest));
      expect(shade(k, 0, 0)).toBe(want);
      expect(shade(k, 1, 1)).toBe(J[k] < 0 ? want >> 1 : want);
    }
    expect([...J].some((x) => x < 0)).toBe(true);
  });
  it("gives an entry where it is pointed at, and its row in numbers", () => {
    open();
    const map = seen.all("canvas.ln-map")[0];
    map.getBoundingClientRect = () => ({ left: 10, top: 20, width: 400, height: 400 });
    map.dispatchEvent(
      new MouseEvent("click", { clientX: 10 + 75, clientY: 20 + 395, bubbles: true }),
    );
    expect([seen.model.get("output"), seen.model.get("input")]).toEqual([40, 8]);
    const { vectors, scalars } = compute({ ...state, output: 40, input: 8 });
    expect(seen.scalar("entry")).toBe(scalars.entry);
    vi.advanceTimersByTime(200);
    expect(seen.row("row")).toEqual(Array.from(vectors.row));
  });
});
