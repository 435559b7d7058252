/**
 * Three features in the plane of centred columns: u on its circle, and a losing two components.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { drag } from "d3-drag";
import { scaleLinear } from "d3-scale";
import { select } from "d3-selection";
import { forward, gradientRoutes, map, sum } from "../arith.js";
import { show } from "../numbers.js";
import { patterns, roundUp } from "../picture.js";
import { dot } from "./formulas.js";

export { default as spec } from "./geometry.json";

/** The axes of the plane: feature 1 against 2, and both against 3. */
const ACROSS = [1 / Math.SQRT2, -1 / Math.SQRT2, 0];
const UP = [1 / Math.sqrt(6), 1 / Math.sqrt(6), -2 / Math.sqrt(6)];
const SIZE = 360;

/** @param {ArrayLike<number>} x @returns {[number, number]} */
const place = (x) => [dot(x, ACROSS), dot(x, UP)];

/** @param {State} state @returns {Result} */
export function compute({ h, gamma, g_z, eps }) {
  const saved = forward(h, eps);
  const { mu, c, v, s, u } = saved;
  const a = map(g_z, (x, i) => x * gamma[i]);
  const back = gradientRoutes(saved, a);
  const centred = map(a, (x) => x - back.mean_a);
  const left = map(back.total, (x) => x * s);
  const length = dot(u, u);
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
      direct: back.direct,
      g_h: back.total,
      at_c: place(c),
      at_u: place(u),
      at_a: place(centred),
      at_left: place(left),
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

/**
 * The plane, with c and the centred a to be taken by hand.
 *
 * @param {HTMLElement} figure
 * @param {import("../board.js").Surroundings} around
 * @returns {import("../board.js").Picture}
 */
export function picture(figure, { id, change, settled }) {
  const x = scaleLinear().range([0, SIZE]);
  const y = scaleLinear().range([SIZE, 0]);
  const svg = select(figure)
    .append("svg")
    .attr("class", "ln-picture")
    .attr("viewBox", `0 0 ${SIZE} ${SIZE}`)
    .attr("width", "100%")
    .attr("height", SIZE)
    .attr("role", "group")
    .attr("aria-label", "The plane of centred columns: two points can be moved");
  const line = (/** @type {string} */ kind) => svg.append("line").attr("class", `ln-ray ${kind}`);
  patterns(svg, id);
  const frame = [line("ln-axis-ray"), line("ln-axis-ray")];
  const circle = svg.append("circle").attr("class", "ln-circle");
  const rays = {
    at_c: line("ln-ray-before"),
    at_u: line("ln-ray-eps"),
    at_a: line("ln-ray-direct"),
    at_left: line("ln-ray-total"),
  };
  const taken = line("ln-ray-variance");
  const words = Object.fromEntries(
    Object.entries({ at_c: "c", at_u: "u", at_a: "a less its mean", at_left: "s g_h" }).map(
      ([name, text]) => [name, svg.append("text").text(text)],
    ),
  );
  /** @type {Result} */
  let now;
  let held = false;

  /** Put a point of the plane back into the features. @param {"at_c" | "at_a"} name @param {number[]} at */
  const move = (name, [along, up]) => {
    const { vectors, scalars } = now;
    const middle = name === "at_c" ? scalars.mu : scalars.mean_a;
    const next = ACROSS.map((one, i) => middle + along * one + up * UP[i]);
    if (name === "at_c") change("h", -1, next);
    else if (Array.from(vectors.gamma).every((one) => one !== 0)) {
      change(
        "g_z",
        -1,
        next.map((one, i) => one / vectors.gamma[i]),
      );
    }
  };
  const handles = Object.fromEntries(
    /** @type {const} */ (["at_c", "at_a"]).map((name) => {
      /** @type {import("d3-selection").Selection<any, any, any, any>} */
      const handle = svg.append("g").attr("class", "ln-handle ln-free").attr("role", "slider");
      handle.attr("tabindex", 0).attr("aria-label", `${name === "at_c" ? "c" : "a"} in the plane`);
      handle.append("circle").attr("class", "ln-hit").attr("r", 22);
      handle.append("circle").attr("class", "ln-dot").attr("r", 7);
      handle.call(
        drag()
          .container(() => /** @type {SVGSVGElement} */ (svg.node()))
          .on("start", () => {
            held = true;
            handle.node()?.focus({ preventScroll: true });
          })
          .on("drag", (event) => {
            const at = [x.invert(event.x), y.invert(event.y)];
            move(name, at.map((one) => Number(one.toFixed(2))));
          })
          .on("end", () => {
            held = false;
            settled();
          }),
      );
      handle.on("keydown", (/** @type {KeyboardEvent} */ event) => {
        const step = event.shiftKey ? 1 : 0.1;
        const by = {
          ArrowLeft: [-step, 0],
          ArrowRight: [step, 0],
          ArrowUp: [0, step],
          ArrowDown: [0, -step],
        }[event.key];
        if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        move(name, [now.vectors[name][0] + by[0], now.vectors[name][1] + by[1]]);
      });
      return [name, handle];
    }),
  );

  /** @param {Result} result */
  const draw = (result) => {
    now = result;
    const points = Object.keys(rays).map((name) => result.vectors[name]);
    const reach = roundUp(1.15 * Math.max(Math.sqrt(3), ...points.flatMap((at) => Array.from(at, Math.abs))));
    if (!held || reach > x.domain()[1]) for (const axis of [x, y]) axis.domain([-reach, reach]);
    const span = (/** @type {any} */ ray, /** @type {ArrayLike<number>} */ from, /** @type {ArrayLike<number>} */ to) =>
      ray.attr("x1", x(from[0])).attr("y1", y(from[1])).attr("x2", x(to[0])).attr("y2", y(to[1]));
    const [low, high] = x.domain();
    span(frame[0], [low, 0], [high, 0]);
    span(frame[1], [0, low], [0, high]);
    circle.attr("cx", x(0)).attr("cy", y(0)).attr("r", x(Math.sqrt(3)) - x(0));
    for (const [name, ray] of Object.entries(rays)) {
      const at = result.vectors[name];
      span(ray, [0, 0], at);
      const right = at[0] >= 0;
      words[name]
        .attr("x", x(at[0]) + (right ? 10 : -10))
        .attr("y", y(at[1]) + (at[1] >= 0 ? -8 : 16) + (name === "at_u" ? 14 : 0))
        .attr("text-anchor", x(at[0]) > SIZE * 0.7 ? "end" : x(at[0]) < SIZE * 0.3 ? "start" : right ? "start" : "end");
    }
    span(taken, result.vectors.at_a, result.vectors.at_left);
    for (const [name, handle] of Object.entries(handles)) {
      const [along, up] = Array.from(result.vectors[name]);
      handle.attr("transform", `translate(${x(along)},${y(up)})`);
      handle.attr("aria-valuenow", Math.round((Math.atan2(up, along) * 180) / Math.PI));
      handle.attr("aria-valuemin", -180).attr("aria-valuemax", 180);
      handle.attr("aria-valuetext", `across ${show(along, 2)}, up ${show(up, 2)}`);
    }
  };
  return { draw };
}

