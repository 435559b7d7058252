import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PageModel, start } from "../../src/lnteach/web/host.js";
import { flush } from "../../src/lnteach/web/state.js";
import config from "./config.json";

const host = (given = config) =>
  `<div class="ln-widget" data-widget="three-routes"><script type="application/json" class="ln-config">${JSON.stringify(given)}</script><figure>static</figure></div>`;
const h = (n = 0) =>
  [...document.querySelectorAll(".ln-widget")[n].querySelectorAll('td[data-name="h"]')].map(
    (cell) => Number(cell.dataset.value),
  );
const type = (n, text) => {
  const input = document
    .querySelectorAll(".ln-widget")
    [n].querySelector('input[data-field="h"][data-at="0"]');
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  vi.advanceTimersByTime(1000);
};

beforeEach(() => {
  vi.useFakeTimers();
  flush();
  history.replaceState(null, "", "/site/page.html");
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe("anywidget's contract", () => {
  it("get, set, on, off, save_changes, send", () => {
    const model = new PageModel({ h: [1] });
    const one = vi.fn();
    const all = vi.fn();
    model.on("change:h", one);
    model.on("change", all);
    model.set("h", [1]);
    expect(one).not.toHaveBeenCalled();
    model.set("h", [2]);
    expect(model.get("h")).toEqual([2]);
    model.off("change:h", one);
    model.set("h", [3]);
    expect(one).toHaveBeenCalledTimes(1);
    expect(all).toHaveBeenCalledTimes(2);
    model.off();
    model.set("h", [4]);
    expect(all).toHaveBeenCalledTimes(2);
    expect(() => model.send({ any: "thing" })).not.toThrow();
    expect(() => model.save_changes()).not.toThrow();
  });
});

describe("a static page", () => {
  it("gets a live widget in place of the figure, once", () => {
    document.body.innerHTML = host();
    start();
    expect(document.querySelector("figure")).toBeNull();
    expect(h()).toEqual([1, 2, 3]);
    start();
    expect(document.querySelectorAll(".ln-live").length).toBe(1);
  });
  it("opens in the state of the config, if it has one", () => {
    document.body.innerHTML = host({
      ...config,
      state: { ...config.presets[0].state, h: [9, 8, 7] },
    });
    start();
    expect(h()).toEqual([9, 8, 7]);
  });
  it.each([
    [
      "no config",
      `<div class="ln-widget" data-widget="three-routes"><figure>static</figure></div>`,
    ],
    ["a widget of another version", host({ ...config, widget: "later" })],
    ["a config that lacks its presets", host({ ...config, presets: [] })],
  ])("with %s keeps its figure", (_, markup) => {
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    document.body.innerHTML = markup + host();
    start();
    expect(document.querySelectorAll("figure").length).toBe(1);
    expect(document.querySelectorAll(".ln-live").length).toBe(1);
    expect(told).toHaveBeenCalledTimes(1);
    told.mockRestore();
  });
});

describe("the address", () => {
  it("holds the state, and a page opened there shows it", () => {
    document.body.innerHTML = host();
    start();
    type(0, "4/3");
    expect(location.search).toBe(
      "?three-routes=h:4/3,2,3;dh:1,0,0;gamma:2,1,3;g_z:1,-2,-1;eps:1/3;view:du",
    );
    document.body.innerHTML = host();
    start();
    expect(h()).toEqual([4 / 3, 2, 3]);
    type(0, "1");
    expect(location.search).toBe("");
  });
  it("has a place for each widget of a page", () => {
    history.replaceState(null, "", "?three-routes-2=preset:row");
    document.body.innerHTML = host() + host();
    start();
    expect(h(0)).toEqual([1, 2, 3]);
    expect(h(1)).toEqual([-7, 4, 10, 16, 22]);
    type(0, "0");
    expect(location.search).toMatch(/^\?three-routes-2=preset:row&three-routes=h:0,2,3/);
  });
  it.each(["h:1,2", "eps:-1", "h:1,1,1;eps:0", "h:%3Cscript%3E", "%", "h:1e999,2,3"])(
    "with the bad state %s opens as usual",
    (bad) => {
      history.replaceState(null, "", `?three-routes=${bad}`);
      document.body.innerHTML = host();
      start();
      expect(h()).toEqual([1, 2, 3]);
    },
  );
  it("is followed back and forward; a bad one keeps the last good state", () => {
    document.body.innerHTML = host();
    start();
    const go = (search) => {
      history.replaceState(null, "", `/site/page.html${search}`);
      dispatchEvent(new PopStateEvent("popstate"));
      vi.advanceTimersByTime(50);
    };
    go("?three-routes=preset:row");
    expect(h()).toEqual([-7, 4, 10, 16, 22]);
    go("?three-routes=eps:-3");
    expect(h()).toEqual([-7, 4, 10, 16, 22]);
    go("");
    expect(h()).toEqual([1, 2, 3]);
  });
});

describe("copying the link", () => {
  const copy = async () => {
    document.body.innerHTML = host();
    start();
    [...document.querySelectorAll("button")]
      .find((node) => node.textContent === "Copy link")
      .click();
    await vi.advanceTimersByTimeAsync(10);
    return document.querySelector(".ln-told").textContent;
  };
  it("uses the clipboard where there is one", async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    expect(await copy()).toBe("Link copied.");
    expect(writeText).toHaveBeenCalledWith(
      `${location.origin}/site/page.html?three-routes=preset:probe`,
    );
    vi.unstubAllGlobals();
  });
  it("shows the link where nothing can be copied (plain http)", async () => {
    vi.stubGlobal("navigator", {});
    expect(await copy()).toBe("Copy this link by hand:");
    expect(document.querySelector(".ln-link").value).toContain("?three-routes=preset:probe");
    vi.unstubAllGlobals();
  });
});
