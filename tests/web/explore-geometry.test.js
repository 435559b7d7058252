import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { compute } from "../../src/lnteach/web/explore/geometry.js";
import {
  columnOf,
  held,
  layout,
  place,
  reached,
  reachOf,
} from "../../src/lnteach/web/explore/plane.js";
import { number, opened, vector } from "./opened.js";

const PROBE = { h: [1, 2, 3], gamma: [2, 1, 3], g_z: [1, -2, -1], eps: 1 / 3 };
const near = (found, wanted, digits = 12) => {
  expect(found.length).toBe(wanted.length);
  for (const [i, x] of wanted.entries()) expect(found[i]).toBeCloseTo(x, digits);
};

describe("the plane", () => {
  it("keeps a centred column, and gives it back", () => {
    near(place([-1, 0, 1]), [-1 / Math.sqrt(2), -3 / Math.sqrt(6)]);
    near(columnOf(place([3, -1, -2])), [3, -1, -2]);
    near(place([5, 5, 5]), [0, 0]);
  });
  it("has the leak along u: the share of ε, and nothing without one", () => {
    const { vectors } = compute(PROBE);
    near(vectors.along, [5 / 6, 0, -5 / 6]);
    near(vectors.at_leak, [5 / 6 / Math.sqrt(2), 15 / 6 / Math.sqrt(6)]);
    near(compute({ ...PROBE, eps: 0 }).vectors.along, [0, 0, 0]);
    near(compute({ ...PROBE, h: [2, 2, 2] }).vectors.along, [0, 0, 0]);
  });
  it("draws u inside the circle by what ε takes, and the leak as a ray of its own", () => {
    const { vectors } = compute(PROBE);
    const { rays, radius, words } = layout(vectors, reachOf(vectors));
    const ray = (kind) => rays.find((one) => one.kind === kind);
    const long = ({ from, to }) => Math.hypot(to[0] - from[0], to[1] - from[1]);
    expect(long(ray("eps")) / radius).toBeCloseTo(Math.sqrt(2 / 3), 12);
    expect(long(ray("eps")) + long(ray("short"))).toBeCloseTo(radius, 10);
    expect(long(ray("leak")) / long(ray("eps"))).toBeCloseTo(5 / 6, 12);
    expect(words.map(({ text }) => text)).toContain("leak");
    const none = compute({ ...PROBE, eps: 0 }).vectors;
    expect(layout(none, reachOf(none)).words.map(({ text }) => text)).not.toContain("leak");
  });
});

describe("a point for a where γ is 0", () => {
  it("is reached, the mean kept, with no γ at 0", () => {
    near(reached(place([3, -1, -2]), [2, 1, 3], -1), [2, -2, -3]);
  });
  for (const gamma of [
    [0, 1, 3],
    [2, 0, 3],
    [2, 1, 0],
  ]) {
    it(`is reached, the mean moving, with γ = (${gamma})`, () => {
      const a = reached([1.25, -0.5], gamma, 7);
      near(place(a), [1.25, -0.5]);
      for (const i of [0, 1, 2]) if (gamma[i] === 0) expect(a[i]).toBe(0);
    });
  }
  it("comes as near as it can with two at 0: no other a is nearer", () => {
    const point = [1.25, -0.5];
    for (const free of [0, 1, 2]) {
      const gamma = [0, 1, 2].map((i) => (i === free ? 3 : 0));
      const a = reached(point, gamma, 7);
      const far = (x) => Math.hypot(...place(x).map((one, k) => one - point[k]));
      for (const by of [-0.1, -1e-3, 1e-3, 0.1]) {
        expect(far(a)).toBeLessThan(far(a.map((x, i) => (i === free ? x + by : x))));
      }
      expect(a.filter((x) => x !== 0).length).toBeLessThanOrEqual(1);
    }
  });
  it("is not to be had with all at 0", () => {
    expect(reached([1, 1], [0, 0, 0], 0)).toBe(null);
    expect(held([0, 0, 0])).toBe("γ = 0: a stays 0");
  });
});

describe("taken by hand", () => {
  let seen;
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    seen.close();
    vi.useRealTimers();
  });
  const open = (more = {}) => {
    const fields = { h: vector, gamma: vector, g_z: { ...vector, min: -6, max: 6 }, eps: number };
    const lengths = { min: 3, max: 3 };
    const state = { ...PROBE, ...more };
    seen = opened("geometry", { fields, visible: ["eps"], lengths, state });
  };
  const handle = (k) => seen.all(".ln-free")[k];
  const at = (k) => Number(handle(k).getAttribute("aria-valuenow"));
  const up = (k) =>
    Number(/up (.*?)(;|$)/.exec(handle(k).getAttribute("aria-valuetext"))[1].replace("−", "-"));
  const finite = () => {
    for (const name of ["h", "gamma", "g_z"]) {
      for (const x of seen.model.get(name)) expect(Number.isFinite(x)).toBe(true);
    }
    for (const cell of seen.all("td[data-value]")) {
      expect(Number.isFinite(Number(cell.dataset.value))).toBe(true);
    }
    expect(seen.all(".ln-picture")[0].outerHTML).not.toContain("NaN");
  };
  /** A drag of a handle by pixels; jsdom has no layout, so the picture is 360 pixels wide. */
  const drag = (k, dx, dy) => {
    const send = (target, type, x, y) => {
      const event = new MouseEvent(type, {
        clientX: x,
        clientY: y,
        bubbles: true,
        cancelable: true,
      });
      Object.defineProperty(event, "view", { value: window });
      target.dispatchEvent(event);
    };
    send(handle(k), "mousedown", 100, 100);
    send(window, "mousemove", 100 + dx, 100 + dy);
    send(window, "mouseup", 100 + dx, 100 + dy);
  };

  it("c moves with the arrows, the mean of h staying", () => {
    open();
    const [across, high] = [at(0), up(0)];
    seen.press(handle(0), "ArrowRight");
    expect(at(0)).toBeCloseTo(across + 0.1, 10);
    seen.press(handle(0), "ArrowUp");
    expect(up(0)).toBeCloseTo(high + 0.1, 1);
    seen.press(handle(0), "ArrowDown", { shiftKey: true });
    expect(up(0)).toBeCloseTo(high - 0.9, 1);
    expect(seen.model.get("h").reduce((x, y) => x + y)).toBeCloseTo(6, 10);
    finite();
  });
  it("follows the slider pattern: Home and End to the ends, pages by large steps", () => {
    open();
    for (const [k, most] of [
      [0, 10],
      [1, 6],
    ]) {
      const high = up(k);
      expect(handle(k).getAttribute("role")).toBe("slider");
      expect(handle(k).getAttribute("tabindex")).toBe("0");
      seen.press(handle(k), "PageUp");
      expect(up(k)).toBeCloseTo(high + 1, 1);
      seen.press(handle(k), "PageDown");
      seen.press(handle(k), "PageDown");
      expect(up(k)).toBeCloseTo(high - 1, 1);
      seen.press(handle(k), "End");
      expect(at(k)).toBeCloseTo(most, 10);
      expect(Number(handle(k).getAttribute("aria-valuemax"))).toBeCloseTo(most, 10);
      seen.press(handle(k), "ArrowRight");
      expect(at(k)).toBeCloseTo(most, 10);
      seen.press(handle(k), "Home");
      expect(at(k)).toBeCloseTo(-most, 10);
      expect(Number(handle(k).getAttribute("aria-valuemin"))).toBeCloseTo(-most, 10);
    }
    finite();
  });
  it("leaves keys with a modifier, and others, to the page", () => {
    open();
    const before = at(0);
    seen.press(handle(0), "ArrowRight", { ctrlKey: true });
    seen.press(handle(0), "a");
    expect(at(0)).toBe(before);
  });
  it("goes with the pointer, and not past the picture", () => {
    open();
    const reach = reachOf(compute(PROBE).vectors);
    const across = at(0);
    drag(0, 36, 0);
    expect(at(0)).toBeCloseTo(Number((across + (36 * reach) / 180).toFixed(2)), 10);
    drag(1, 5000, -5000);
    expect(at(1)).toBeCloseTo(Math.min(6, reach), 10);
    finite();
  });
  it("a goes everywhere with one γ at 0", () => {
    open({ gamma: [2, 0, 3] });
    const across = at(1);
    seen.press(handle(1), "ArrowRight");
    expect(at(1)).toBeCloseTo(across + 0.1, 10);
    expect(seen.model.get("g_z")[1]).toBe(-2);
    expect(handle(1).getAttribute("aria-valuetext")).toContain("γ 2 = 0 keeps a 2 at 0");
    drag(1, 40, 25);
    finite();
  });
  it("a goes along one line with two at 0", () => {
    open({ gamma: [0, 0, 3] });
    expect(at(1)).toBeCloseTo(0, 12);
    const high = up(1);
    seen.press(handle(1), "ArrowRight");
    expect(at(1)).toBeCloseTo(0, 12);
    seen.press(handle(1), "PageUp");
    expect(up(1)).toBeCloseTo(high + 1, 1);
    expect(seen.model.get("g_z").slice(0, 2)).toEqual([1, -2]);
    drag(1, 30, 30);
    finite();
  });
  it("a stays, and says why, with all at 0", () => {
    open({ gamma: [0, 0, 0] });
    for (const key of ["ArrowRight", "End", "PageUp"]) seen.press(handle(1), key);
    drag(1, 30, 30);
    expect(seen.model.get("g_z")).toEqual([1, -2, -1]);
    expect(handle(1).getAttribute("aria-disabled")).toBe("true");
    expect(seen.all(".ln-note")[0].textContent).toBe("γ = 0: a stays 0");
    finite();
  });
  it("c cannot be put on the middle without an ε: the last good picture stays", () => {
    open({ h: [-1 / Math.sqrt(2), 1 / Math.sqrt(2), 0].map((x) => x * 0.1), eps: 0 });
    expect(at(0)).toBeCloseTo(-0.1, 12);
    seen.press(handle(0), "ArrowRight");
    expect(seen.problem()).toContain("the features must not all be equal");
    expect(at(0)).toBeCloseTo(-0.1, 12);
    finite();
  });
});
