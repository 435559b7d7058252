// Draws a static host from standard input, lets the built bundle take over, and prints both.
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";

const page = `<html data-content_root="./"><body>${readFileSync(0, "utf8")}</body></html>`;
const { window } = new JSDOM(page, { url: "http://localhost/page.html" });
for (const name of [
  ...["document", "location", "history", "localStorage", "Node", "Text", "HTMLElement"],
  ...["Event", "CustomEvent", "KeyboardEvent"],
]) {
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
}
Object.defineProperty(globalThis, "navigator", { value: window.navigator, configurable: true });
globalThis.addEventListener = window.addEventListener.bind(window);

const seen = () => {
  const all = (selector) => [...window.document.querySelectorAll(selector)];
  const place = (node) => ["x", "width", "y", "height"].map((name) => node.getAttribute(name));
  return {
    bars: all(".ln-picture .ln-bar").map((node) => [node.getAttribute("class"), ...place(node)]),
    inputs: all(".ln-picture .ln-input").map(place),
    labels: all(".ln-picture text").map((node) => node.textContent),
    claims: all(".ln-claims li").map((node) => [node.className, node.textContent]),
    points: all(".ln-picture .ln-point").map((node) => node.getAttribute("class")),
    legend: all(".ln-legend li").map((node) => node.textContent),
    cells: all("[data-name]").map((node) => [
      node.dataset.name,
      node.dataset.index,
      Number(node.dataset.value),
      node.textContent,
    ]),
    rays: all(".ln-picture .ln-ray").map((node) => [
      node.getAttribute("class"),
      ...["x1", "y1", "x2", "y2"].map((name) => Number(node.getAttribute(name))),
    ]),
    tips: all(".ln-picture .ln-head").map((node) => node.getAttribute("d")),
    circles: all(".ln-picture .ln-circle").map((node) => Number(node.getAttribute("r"))),
    words: all(".ln-picture .ln-word").map((node) => [
      node.getAttribute("class"),
      node.textContent,
      node.getAttribute("text-anchor") ?? "start",
      Number(node.getAttribute("x")),
      Number(node.getAttribute("y")),
    ]),
    // The cards of steps are compared whole: all of them without scripts, one when it is live.
    heads: all("th")
      .filter((node) => !node.closest(".ln-put"))
      .map((node) => node.textContent),
    cards: all(".ln-all-steps > li, .ln-step").map((node) => node.innerHTML),
  };
};
const before = seen();
const { start } = await import("../../src/lnteach/web/dist/lnteach.js");
start();
const live = window.document.querySelectorAll(".ln-live").length;
process.stdout.write(JSON.stringify({ before, after: seen(), live }));
process.exit(0);
