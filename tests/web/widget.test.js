import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PageModel } from "../../src/lnteach/web/host.js";
import widget from "../../src/lnteach/web/index.js";
import config from "./config.json";

let el;
let model;
let stop;

const open = (state = config.presets[0].state, extra = {}) => {
  el = document.createElement("div");
  document.body.append(el);
  model = new PageModel({ config, ...structuredClone(state), ...extra });
  model.save_changes = vi.fn();
  stop = widget.render({ model, el });
};
const $ = (selector) => el.querySelector(selector);
const $$ = (selector) => [...el.querySelectorAll(selector)];
const row = (name) => $$(`td[data-name="${name}"]`).map((cell) => Number(cell.dataset.value));
const field = (name, i = -1) => $(`input[data-field="${name}"][data-at="${i}"]`);
const type = (input, text, event = "input") => {
  input.value = text;
  input.dispatchEvent(new Event(event, { bubbles: true }));
};
const key = (target, name, more = {}) => {
  const event = new KeyboardEvent("keydown", {
    key: name,
    bubbles: true,
    cancelable: true,
    ...more,
  });
  target.dispatchEvent(event);
  return event;
};
const near = (got, want) => {
  expect(got.length).toBe(want.length);
  want.forEach((x, i) => {
    expect(got[i]).toBeCloseTo(x, 13);
  });
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  stop?.();
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe("what it shows", () => {
  it("the three routes of du, which add up", () => {
    open();
    near(row("du_direct"), [1, 0, 0]);
    near(row("du_mean"), [-1 / 3, -1 / 3, -1 / 3]);
    near(row("du_variance"), [-1 / 3, 0, 1 / 3]);
    near(row("du"), [1 / 3, -1 / 3, 0]);
    near(row("dz"), [2 / 3, -1 / 3, 0]);
    expect(Number($('[data-name="ds"]').dataset.value)).toBeCloseTo(-1 / 3, 14);
  });
  it("the three terms of g_h, after the switch", () => {
    open();
    const radio = $('input[value="g_h"]');
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
    near(row("g_h"), [4 / 3, -1, -1 / 3]);
    near(row("g_h_direct"), [2, -2, -3]);
    expect(Number($('[data-name="u_g_h"]').dataset.value)).toBeCloseTo(-5 / 3, 14);
    expect($$(".ln-handle-dh")).toEqual([]);
    expect($$(".ln-handle-g_z").length).toBe(3);
    expect($(".ln-legend").textContent).toContain("mean(a⊙u)");
    expect(model.get("view")).toBe("g_h");
  });
  it("fractions, stacked and in words", () => {
    open();
    const cell = $$('td[data-name="du"]')[1];
    expect(cell.querySelector("[aria-hidden]").textContent).toBe("−1/3");
    expect(cell.querySelector(".ln-said").textContent).toBe("minus one third");
  });
  it("bars that start where the one before ended", () => {
    open();
    const [direct, mean, variance, total] = $$(".ln-column")[0].querySelectorAll(".ln-routes rect");
    const bottom = (bar) => Number(bar.getAttribute("y")) + Number(bar.getAttribute("height"));
    const top = (bar) => Number(bar.getAttribute("y"));
    expect(top(mean)).toBeCloseTo(top(direct), 9);
    expect(top(variance)).toBeCloseTo(bottom(mean), 9);
    expect(top(total)).toBeCloseTo(bottom(variance), 9);
    expect(mean.style.fill).toMatch(/url\(.*-mean"?\)/);
    expect(variance.style.fill).toMatch(/url\(.*-variance"?\)/);
  });
  it("changes in place: no cell, bar or handle is made anew", () => {
    open();
    const before = $$("td, rect, circle, [role=slider]");
    type(field("h", 0), "4/3");
    expect($$("td, rect, circle, [role=slider]")).toEqual(before);
    near(row("h"), [4 / 3, 2, 3]);
    expect(Number($(".ln-live").dataset.updateMs)).toBeGreaterThanOrEqual(0);
  });
  it("a hundred and twenty-eight features", () => {
    const h = Array.from({ length: 128 }, (_, i) => (i * 37) % 100);
    const ones = h.map(() => 1);
    open({
      ...config.presets[0].state,
      h,
      dh: h.map((_, i) => (i ? 0 : 1)),
      gamma: ones,
      g_z: ones,
    });
    expect($$(".ln-column").length).toBe(128);
    expect(row("du").length).toBe(128);
  });
});

describe("names and keys", () => {
  it("each control has a name", () => {
    open();
    for (const input of $$("input, select")) {
      expect(input.labels.length || input.getAttribute("aria-label")).toBeTruthy();
    }
    expect($$("[role=slider]").map((node) => node.getAttribute("aria-label"))).toEqual([
      "h, feature 1",
      "dh, feature 1",
      "h, feature 2",
      "dh, feature 2",
      "h, feature 3",
      "dh, feature 3",
    ]);
    expect($("[role=group]").getAttribute("aria-labelledby")).toBe($(".ln-title").id);
    expect($("caption").textContent).toBe("Values of each feature");
  });
  it("a handle follows the arrow keys and says so", () => {
    open();
    const handle = $$(".ln-handle-h")[2];
    for (const name of ["ArrowUp", "ArrowRight", "PageUp", "ArrowDown", "ArrowLeft", "PageDown"]) {
      expect(key(handle, name).defaultPrevented).toBe(true);
    }
    near(row("h"), [1, 2, 3]);
    key(handle, "ArrowUp");
    near(row("h"), [1, 2, 3.1]);
    expect(handle.getAttribute("aria-valuenow")).toBe("3.1");
    key(handle, "Home");
    expect(row("h")[2]).toBe(-10);
    expect(handle.getAttribute("aria-valuetext")).toBe("minus 10");
    key(handle, "End");
    expect(row("h")[2]).toBe(10);
    expect(key(handle, "Tab").defaultPrevented).toBe(false);
  });
  it("a typed value outside the range of the handle is not pulled back by a key", () => {
    open();
    type(field("h", 0), "25");
    expect($$(".ln-handle-h")[0].getAttribute("aria-valuemax")).toBe("25");
    key($$(".ln-handle-h")[0], "ArrowDown");
    expect(row("h")[0]).toBe(24.9);
  });
  it("a text field steps with the arrow keys", () => {
    open();
    key(field("gamma".replace("gamma", "γ"), 0), "ArrowUp");
    expect(field("γ", 0).value).toBe("2.1");
    near(row("gamma"), [2.1, 1, 3]);
  });
  it("keeps bare keys from JupyterLab, and lets its own shortcuts through", () => {
    open();
    const heard = vi.fn();
    document.body.addEventListener("keydown", heard);
    key($(".ln-handle-h"), "x");
    key(field("eps"), "b");
    expect(heard).not.toHaveBeenCalled();
    key(field("eps"), "s", { ctrlKey: true });
    expect(heard).toHaveBeenCalledTimes(1);
    document.body.removeEventListener("keydown", heard);
  });
  it("tells what changed, once, when the hand rests", () => {
    open();
    const status = $("p[role=status]");
    expect(status.textContent).toBe("");
    for (let k = 0; k < 9; k++) key($(".ln-handle-dh"), "ArrowDown");
    expect(status.textContent).toBe("");
    key($(".ln-handle-dh"), "ArrowDown");
    vi.advanceTimersByTime(2000);
    expect(status.textContent).toMatch(/^du is 0, 0, 0\. Direct/);
  });
});

describe("bad input", () => {
  const line = (input) => document.getElementById(input.getAttribute("aria-describedby"));
  it("is explained in place and keeps the last good numbers and the text", () => {
    open();
    const input = field("h", 1);
    type(input, "two");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(line(input).textContent).toContain("h, feature 2: “two” is not a number");
    near(row("h"), [1, 2, 3]);
    type(field("dh", 1), "5");
    expect(input.value).toBe("two");
    near(row("dh"), [1, 5, 0]);
    type(input, "2.5");
    expect(input.hasAttribute("aria-invalid")).toBe(false);
    expect($$(".ln-error").map((node) => node.textContent)).toEqual($$(".ln-error").map(() => ""));
    near(row("h"), [1, 2.5, 3]);
  });
  it("is not called bad while it may still become a number", () => {
    open();
    const input = field("h", 0);
    type(input, "-");
    expect(input.hasAttribute("aria-invalid")).toBe(false);
    type(input, "-", "change");
    expect(input.hasAttribute("aria-invalid")).toBe(true);
    type(input, "", "change");
    expect(line(input).textContent).toContain("a number is missing");
  });
  it.each([
    ["-1", "below 0"],
    ["NaN", "not a number"],
    ["1e300", "too large"],
  ])("ε = %s", (text, reason) => {
    open();
    const input = field("eps");
    type(input, text);
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(line(input).textContent).toContain(reason);
    expect(input.value).toBe(text);
    expect(model.get("eps")).toBe(1 / 3);
  });
  it("a constant h with ε = 0 waits until the rest fits", () => {
    open();
    type(field("eps"), "0");
    for (const i of [0, 1, 2]) type(field("h", i), "5");
    expect($(".ln-problem").textContent).toContain("ε = 0");
    expect(field("h", 2).getAttribute("aria-invalid")).toBe("true");
    near(row("h"), [5, 5, 3]);
    type(field("eps"), "1");
    expect($(".ln-problem").textContent).toBe("");
    expect(field("h", 2).hasAttribute("aria-invalid")).toBe(false);
    near(row("h"), [5, 5, 5]);
    near(row("u"), [0, 0, 0]);
  });
  it("a handle that goes too far stops", () => {
    open({
      ...config.presets[0].state,
      h: [0.1, 0],
      dh: [1, 0],
      gamma: [1, 1],
      g_z: [1, 0],
      eps: 0,
    });
    key($(".ln-handle-h"), "ArrowDown");
    expect($(".ln-problem").textContent).toContain("ε = 0");
    near(row("h"), [0.1, 0]);
    key($(".ln-handle-h"), "ArrowUp");
    expect($(".ln-problem").textContent).toBe("");
  });
});

describe("presets, features, reset", () => {
  const button = (text) => $$("button").find((node) => node.textContent === text);
  it("a preset fills everything", () => {
    open();
    const select = $("select");
    select.value = "row";
    select.dispatchEvent(new Event("change", { bubbles: true }));
    near(row("g_h"), [-5 / 9, 8 / 9, -4 / 9, -1 / 9, 2 / 9]);
    expect(field("eps").value).toBe("44");
    type(field("h", 0), "0");
    expect(select.selectedOptions[0].textContent).toBe("your own numbers");
    type(field("h", 1), "zero");
    button("Reset").click();
    expect(select.value).toBe("probe");
    expect(field("h", 1).value).toBe("2");
    expect(field("h", 1).hasAttribute("aria-invalid")).toBe(false);
    near(row("du"), [1 / 3, -1 / 3, 0]);
  });
  it("features come and go, from one to eight", () => {
    open();
    for (let k = 0; k < 5; k++) button("Add a feature").click();
    expect(row("gamma")).toEqual([2, 1, 3, 1, 1, 1, 1, 1]);
    expect(button("Add a feature").disabled).toBe(true);
    for (let k = 0; k < 7; k++) button("Remove the last feature").click();
    expect(row("h")).toEqual([1]);
    expect(row("du")).toEqual([0]);
    expect($$(".ln-column").length).toBe(1);
    expect(button("Remove the last feature").disabled).toBe(true);
  });
  it("offers a link only where there is an address", () => {
    open();
    expect(button("Copy link")).toBeUndefined();
  });
});

describe("the model", () => {
  it("hears of each change, and two views stay in step", async () => {
    open();
    const other = document.createElement("div");
    document.body.append(other);
    const stopOther = widget.render({ model, el: other });
    type(field("h", 0), "7");
    vi.advanceTimersByTime(50);
    expect(model.get("h")).toEqual([7, 2, 3]);
    expect(model.save_changes).toHaveBeenCalled();
    expect(other.querySelector('td[data-name="h"]').dataset.value).toBe("7");
    expect(other.querySelector('input[data-field="h"]').value).toBe("7");
    stopOther();
  });
  it("that says nonsense changes nothing", () => {
    open();
    for (const bad of [null, "x", [], [1, Number.NaN, 2], [1, 2]]) {
      model.set("h", bad);
      vi.advanceTimersByTime(50);
      near(row("h"), [1, 2, 3]);
    }
  });
  it("that changes from outside is followed", () => {
    open();
    model.set("h", [0, 4]);
    for (const name of ["dh", "gamma", "g_z"]) model.set(name, [1, 2]);
    vi.advanceTimersByTime(50);
    near(row("h"), [0, 4]);
    expect(field("h", 2)).toBeNull();
  });
  it("shows how far the core disagrees, and says when no kernel answers", () => {
    open();
    expect($(".ln-core").hidden).toBe(true);
    const values = { du: [1 / 3, -1 / 3, 1e-9], du_direct: [1, 0, 0] };
    model.set("core", { state: config.presets[0].state, values });
    expect($(".ln-core").hidden).toBe(false);
    expect($(".ln-core").textContent).toMatch(/Largest disagreement: 1\.000·10⁻⁹/);
    type(field("h", 0), "9");
    vi.advanceTimersByTime(5000);
    expect($(".ln-core").textContent).toContain("No kernel has answered");
  });
  it("is left alone after the view is gone", () => {
    open();
    stop();
    stop = undefined;
    model.set("h", [3, 2, 1]);
    vi.advanceTimersByTime(50);
    near(row("h"), [1, 2, 3]);
  });
});

it("refuses a widget that it does not know", () => {
  const stranger = new PageModel({ config: { widget: "constructor" } });
  expect(() => widget.render({ model: stranger, el: document.createElement("div") })).toThrow(
    "no widget “constructor”",
  );
});
