import { beforeEach, describe, expect, it, vi } from "vitest";
import * as state from "../../src/lnteach/web/state.js";

const fields = {
  h: { type: "vector" },
  g_z: { type: "vector" },
  eps: { type: "number" },
  view: { type: "choice", options: ["du", "g_h"] },
};
const probe = { h: [1, 2, 3], g_z: [-1 / 3, 0.1, 1e-20], eps: 1 / 3, view: "du" };
const presets = [
  { id: "probe", title: "Probe", state: probe },
  { id: "other", title: "Other", state: { ...probe, eps: 1 } },
];

describe("a state as text", () => {
  it("reads well and comes back to the last bit", () => {
    const text = state.encode(fields, probe);
    expect(text).toBe("h:1,2,3;g_z:-1/3,0.1,1e-20;eps:1/3;view:du");
    expect(state.decode(fields, text)).toEqual(probe);
  });
  it.each([
    ["", {}],
    [";;;", {}],
    ["h", {}],
    ["h:", {}],
    ["h:1,,2", {}],
    ["h:1,x", {}],
    ["h:1,NaN,Infinity", {}],
    ["eps:1,2", {}],
    ["eps:1e999", {}],
    ["view:evil", {}],
    ["__proto__:1;constructor:2;toString:3", {}],
    ["h:<script>alert(1)</script>", {}],
    [`h:${"1,".repeat(200)}1`, {}],
    [`h:${"9".repeat(9000)}`, {}],
    ["unknown:3;eps:0,5", {}],
    ["eps: −½ ;h:4/3", { eps: -0.5, h: [4 / 3] }],
    ["preset:other", presets[1].state],
    ["preset:other;eps:7", { ...probe, eps: 7 }],
    ["preset:none", {}],
  ])("from %j takes only what is good", (text, found) => {
    expect({ ...state.decode(fields, text, presets) }).toEqual(found);
    expect({}.polluted).toBeUndefined();
  });
  it("is nothing for the opening, a name for a preset, else everything", () => {
    const to = (now) => state.address(fields, now, probe, presets);
    expect(to({ ...probe, h: [1, 2, 3] })).toBeNull();
    expect(to({ ...probe, eps: 1 })).toBe("preset:other");
    expect(to({ ...probe, eps: 2 })).toBe("h:1,2,3;g_z:-1/3,0.1,1e-20;eps:2;view:du");
  });
});

describe("the address", () => {
  beforeEach(() => {
    state.flush();
    history.replaceState(null, "", "/book/page.html?q=a%20b&w=1#here");
  });
  it("changes one parameter, readably, and nothing else", () => {
    const href = state.withParameter("three-routes", "h:1,-1/3;view:du");
    expect(new URL(href).search).toBe("?q=a%20b&w=1&three-routes=h:1,-1/3;view:du");
    expect(new URL(href).hash).toBe("#here");
    expect(new URL(state.withParameter("w", null, href)).search).toBe(
      "?q=a%20b&three-routes=h:1,-1/3;view:du",
    );
    expect(new URL(state.withParameter("x", "a&b=c#d")).searchParams.get("x")).toBe("a&b=c#d");
  });
  it("is written once for many changes, by two widgets", () => {
    vi.useFakeTimers();
    const write = vi.spyOn(history, "replaceState");
    for (let k = 0; k < 50; k++) state.writeParameter("one", () => `eps:${k}`);
    state.writeParameter("two", () => "eps:9");
    vi.advanceTimersByTime(1000);
    expect(write).toHaveBeenCalledTimes(1);
    expect(state.readParameter("one")).toBe("eps:49");
    expect(state.readParameter("two")).toBe("eps:9");
    expect(state.readParameter("q")).toBe("a b");
    write.mockRestore();
    vi.useRealTimers();
  });
  it("that may not be changed stops nothing", () => {
    const write = vi.spyOn(history, "replaceState").mockImplementation(() => {
      throw new DOMException("no", "SecurityError");
    });
    state.writeParameter("one", () => "eps:1");
    expect(() => state.flush()).not.toThrow();
    write.mockRestore();
  });
});

describe("what is kept", () => {
  beforeEach(() => {
    localStorage.clear();
    history.replaceState(null, "", "/teach/sub/page.html");
    document.documentElement.dataset.content_root = "../";
  });
  it("has the site's root and a version in its key", () => {
    state.storage("vote").set("a", "B");
    expect(Object.keys(localStorage)).toEqual(["lnteach:/teach/:v1:vote:a"]);
    expect(state.storage("vote").get("a")).toBe("B");
    document.documentElement.dataset.content_root = "./";
    expect(state.storage("vote").get("a")).toBeNull();
  });
  it("uses JupyterLab's base address there", () => {
    delete document.documentElement.dataset.content_root;
    document.body.innerHTML = `<script id="jupyter-config-data" type="application/json">{"baseUrl": "/user/me/"}</script>`;
    expect(state.siteRoot()).toBe("/user/me/");
    document.body.innerHTML = "";
    expect(state.siteRoot()).toBe("/teach/sub/");
  });
  it("goes on in memory where storage throws", () => {
    const calls = ["getItem", "setItem", "removeItem"].map((name) =>
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException("no", "SecurityError");
      }),
    );
    const kept = state.storage("vote");
    expect(kept.get("m")).toBeNull();
    kept.set("m", { deep: [1] });
    expect(kept.get("m")).toEqual({ deep: [1] });
    kept.remove("m");
    expect(kept.get("m")).toBeNull();
    for (const call of calls) call.mockRestore();
  });
  it("goes on in memory where storage is full", () => {
    state.storage("vote").set("f", "old");
    const write = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    state.storage("vote").set("f", "new");
    expect(state.storage("vote").get("f")).toBe("new");
    write.mockRestore();
    state.storage("vote").set("f", "newer");
    expect(JSON.parse(localStorage.getItem("lnteach:/teach/:v1:vote:f"))).toBe("newer");
  });
  it("ignores nonsense that something else left there", () => {
    localStorage.setItem("lnteach:/teach/:v1:vote:bad", "{not json");
    expect(state.storage("vote").get("bad")).toBeNull();
  });
});
