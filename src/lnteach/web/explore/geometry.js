/**
 * Three features in the plane of centred columns: u on its circle, and a losing two components.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { drag } from "d3-drag";
import { select } from "d3-selection";
import { forward, gradientRoutes, map, sum } from "../arith.js";
import { show } from "../numbers.js";
import { patterns } from "../picture.js";
import { dot } from "./formulas.js";
import { columnOf, HEIGHT, held, layout, place, reached, reachOf, SIZE } from "./plane.js";

export { default as spec } from "./geometry.json";

/** @param {State} state @returns {Result} */
export function compute({ h, gamma, g_z, eps }) {
  const saved = forward(h, eps);
  const { mu, c, v, s, u } = saved;
  const a = map(g_z, (x, i) => x * gamma[i]);
  const back = gradientRoutes(saved, a);
  const centred = map(a, (x) => x - back.mean_a);
  const left = map(back.total, (x) => x * s);
  const length = dot(u, u);
  const part = v > 0 ? dot(c, left) / (3 * v) : 0;
  const along = map(c, (x) => part * x);
  return {
    vectors: {
      h,
      gamma,
      g_z,
      c,
      u,
      a,
      centred,
      left,
      along,
      direct: back.direct,
      g_h: back.total,
      at_c: place(c),
      at_u: place(u),
      at_a: place(centred),
      at_left: place(left),
      at_leak: place(along),
    },
    scalars: {
      mu,
      s,
      mean_a: back.mean_a,
      length: Math.sqrt(length),
      short: length - 3,
      three: 3,
      share: eps / (v + eps),
      leak: dot(u, left),
      sum_g_h: sum(back.total),
    },
  };
}

/** What can be taken by hand: how it is called, and the field whose range bounds it. */
const HANDLES = /** @type {const} */ ([
  { name: "at_c", said: "c", field: "h" },
  { name: "at_a", said: "a less its mean", field: "g_z" },
]);

/**
 * The plane, with c and the centred a to be taken by hand.
 *
 * @param {HTMLElement} figure
 * @param {import("../board.js").Surroundings} around
 * @returns {import("../board.js").Picture}
 */
export function picture(figure, { id, fields, change, settled }) {
  const svg = select(figure)
    .append("svg")
    .attr("class", "ln-picture")
    .attr("viewBox", `0 0 ${SIZE} ${HEIGHT}`)
    .attr("width", "100%")
    .attr("height", HEIGHT)
    .attr("role", "group")
    .attr("aria-label", "The plane of centred columns: two points can be moved");
  patterns(svg, id); // the legend's swatches are filled with them
  const drawShapes = shapes(svg);
  /** @type {Result} */
  let now;
  let reach = 1;
  let taken = false;

  /** Put a point of the plane back into the features. @param {string} name @param {number[]} at */
  const move = (name, at) => {
    const { vectors, scalars } = now;
    const { gamma, g_z } = vectors;
    if (name === "at_c") {
      const next = columnOf(at).map((x) => scalars.mu + x);
      return change("h", -1, next);
    }
    const next = reached(at, gamma, scalars.mean_a);
    if (!next) return;
    // Where γ is 0 nothing of g_z arrives, so it is left as it is.
    const arriving = next.map((x, i) => (gamma[i] === 0 ? g_z[i] : x / gamma[i] || 0));
    change("g_z", -1, arriving);
  };
  const handles = HANDLES.map(({ name, said, field }) => {
    const { max: most = 10 } = /** @type {import("../state.js").NumberField} */ (fields[field]);
    /** @type {import("d3-selection").Selection<any, any, any, any>} */
    const handle = svg.append("g").attr("class", "ln-handle ln-free").attr("role", "slider");
    handle.attr("tabindex", 0).attr("aria-label", `${said}, in the plane`);
    handle.attr("aria-roledescription", "2D slider");
    handle.append("circle").attr("class", "ln-hit").attr("r", 22);
    handle.append("circle").attr("class", "ln-dot").attr("r", 7);
    const scale = () => SIZE / (2 * reach);
    handle.call(
      drag()
        .container(() => /** @type {SVGSVGElement} */ (svg.node()))
        .subject(() => {
          const [along, up] = Array.from(now.vectors[name]);
          return { x: SIZE / 2 + along * scale(), y: SIZE / 2 - up * scale() };
        })
        .on("start", () => {
          taken = true;
          handle.node().focus({ preventScroll: true });
        })
        .on("drag", (event) => {
          // Nothing leaves the picture under the hand, which would have to change its scale.
          const at = [event.x - SIZE / 2, SIZE / 2 - event.y].map((x) => x / scale());
          const [along, up] = at.map((x) => within(x, Math.min(most, reach)));
          move(name, [Number(along.toFixed(2)), Number(up.toFixed(2))]);
        })
        .on("end", () => {
          taken = false;
          settled();
        }),
    );
    handle.on("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const [along, up] = Array.from(now.vectors[name]);
      const step = event.shiftKey ? 1 : 0.1;
      const to = {
        ArrowLeft: [along - step, up],
        ArrowRight: [along + step, up],
        ArrowUp: [along, up + step],
        ArrowDown: [along, up - step],
        PageUp: [along, up + 1],
        PageDown: [along, up - 1],
        Home: [-most, up],
        End: [most, up],
      }[event.key];
      if (!to) return;
      event.preventDefault();
      // A typed value may lie farther out: keys do not pull it back in.
      const next = to.map((x, k) => within(x, Math.max(most, Math.abs([along, up][k]))));
      move(
        name,
        next.map((x) => Number(x.toPrecision(12))),
      );
    });
    return { name, handle, most };
  });

  /** @param {Result} result */
  const draw = (result) => {
    now = result;
    const { vectors } = result;
    if (!taken) reach = reachOf(vectors);
    const note = held(vectors.gamma);
    drawShapes(layout(vectors, reach), note);
    for (const { name, handle, most } of handles) {
      const [along, up] = Array.from(vectors[name]);
      const [x, y] = [along, -up].map((one) => SIZE / 2 + (one * SIZE) / (2 * reach));
      handle.attr("transform", `translate(${x.toFixed(2)},${y.toFixed(2)})`);
      handle
        .attr("aria-valuemin", Math.min(-most, along))
        .attr("aria-valuemax", Math.max(most, along));
      handle.attr("aria-valuenow", along);
      const words = name === "at_a" && note ? `; ${note.replaceAll("_", " ")}` : "";
      handle.attr("aria-valuetext", `across ${show(along, 2)}, up ${show(up, 2)}${words}`);
      if (name === "at_a")
        handle.attr("aria-disabled", Array.from(vectors.gamma).every((x) => x === 0) || null);
    }
  };
  return { draw };
}

/** @param {number} x @param {number} most */
const within = (x, most) => Math.min(most, Math.max(-most, x));

/**
 * The nodes of the picture, made once, and moved from then on.
 *
 * @param {import("d3-selection").Selection<any, any, any, any>} svg
 */
function shapes(svg) {
  const under = svg.append("g").attr("aria-hidden", "true");
  for (const [x1, y1, x2, y2] of [
    [0, SIZE / 2, SIZE, SIZE / 2],
    [SIZE / 2, 0, SIZE / 2, SIZE],
  ]) {
    const axis = under.append("line").attr("class", "ln-ray ln-ray-axis");
    axis.attr("x1", x1).attr("y1", y1).attr("x2", x2).attr("y2", y2);
  }
  const circle = under.append("circle").attr("class", "ln-circle");
  circle.attr("cx", SIZE / 2).attr("cy", SIZE / 2);
  const [lines, tips, texts] = ["ln-lines", "ln-heads", "ln-words"].map((name) =>
    under.append("g").attr("class", name),
  );
  const said = under.append("text").attr("class", "ln-word ln-note").attr("x", 2);
  said.attr("y", HEIGHT - 4);

  /** @param {ReturnType<typeof layout>} all @param {string} note */
  return ({ rays, heads, words, radius }, note) => {
    circle.attr("r", radius.toFixed(2));
    lines
      .selectAll("line")
      .data(rays)
      .join("line")
      .attr("class", ({ kind }) => `ln-ray ln-ray-${kind}`)
      .attr("x1", ({ from }) => from[0].toFixed(2))
      .attr("y1", ({ from }) => from[1].toFixed(2))
      .attr("x2", ({ to }) => to[0].toFixed(2))
      .attr("y2", ({ to }) => to[1].toFixed(2));
    tips
      .selectAll("path")
      .data(heads)
      .join("path")
      .attr("class", ({ kind }) => `ln-head ln-ray-${kind}`)
      .attr("d", ({ d }) => d);
    texts
      .selectAll("text")
      .data(words)
      .join("text")
      .attr("class", ({ kind }) => `ln-word ln-word-${kind}`)
      .attr("x", ({ x }) => x.toFixed(2))
      .attr("y", ({ y }) => y.toFixed(2))
      .attr("text-anchor", ({ anchor }) => anchor)
      .each(function ({ text }) {
        spell(this, text);
      });
    spell(/** @type {SVGTextElement} */ (said.node()), note);
  };
}

/** What each text says now. @type {WeakMap<Element, string>} */
const spelt = new WeakMap();

/** Write a text whose letters after `_` are set low. @param {any} node @param {string} text */
function spell(node, text) {
  if (spelt.get(node) === text) return;
  spelt.set(node, text);
  node.textContent = "";
  text.split(/_(.)/).forEach((part, k) => {
    const span = select(node).append("tspan").text(part);
    if (k % 2) span.attr("dy", 3).attr("font-size", 9);
    else if (k) span.attr("dy", -3);
  });
}
