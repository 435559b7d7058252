/**
 * The picture: panels one above the other, one column a feature, the same column in each panel.
 *
 * Across, everything is in per cent, so the picture follows its width without any script; upwards
 * it is in pixels, so its height never changes. `lnteach.widgets.figure` draws the same for pages
 * without JavaScript.
 *
 * @typedef {import("d3-selection").Selection<any, any, any, any>} Selection
 * @typedef {import("./bars.js").Column} Column
 */

import { axisLeft } from "d3-axis";
import { select } from "d3-selection";
import { linear } from "./scale.js";

/** Per cent of the width left of the columns, for the numbers of the axes. */
export const LEFT = 11;
const LADDER = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
export const MANY = 16; // beyond, features get thin marks, drawn together
/** Units across the surface on which many features are drawn: about the pixels of a wide page. */
export const ACROSS = 640;

/** The next larger round number. @param {number} x */
export function roundUp(x) {
  if (!(x > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(x));
  const step = LADDER.find((rung) => rung * power >= x * (1 - 1e-12));
  return Number(((step ?? 10) * power).toPrecision(12));
}

/**
 * A round range that holds the values and 0.
 *
 * @param {number[]} values
 * @param {number} headroom how much wider than the values, as a factor
 * @param {number} least the least extent each way
 * @returns {[number, number]}
 */
export function domain(values, headroom, least) {
  const up = roundUp(Math.max(least, headroom * Math.max(0, ...values)));
  const down = roundUp(Math.max(least, headroom * Math.max(0, ...values.map((x) => -x))));
  return up + down > 0 ? [down ? -down : 0, up] : [-1, 1];
}

/**
 * Fill patterns, the marks that stand beside the colours.
 *
 * @param {Selection} svg
 * @param {string} id makes their names unique in the document
 */
export function patterns(svg, id) {
  const defs = svg.append("defs");
  /** @param {string} name */
  const pattern = (name) =>
    defs
      .append("pattern")
      .attr("id", `${id}-${name}`)
      .attr("patternUnits", "userSpaceOnUse")
      .attr("width", 6)
      .attr("height", 6);
  const hatch = pattern("mean").attr("patternTransform", "rotate(45)");
  hatch.append("rect").attr("class", "ln-ink-mean").attr("width", 3).attr("height", 6);
  const dots = pattern("variance");
  for (const at of [1.5, 4.5]) {
    dots.append("circle").attr("class", "ln-ink-variance").attr("cx", at).attr("cy", at);
  }
  dots.selectAll("circle").attr("r", 1.3);
}

/**
 * The drawing surface with its columns.
 *
 * @param {Element} parent
 * @param {{ id: string, height: number }} options
 */
export function picture(parent, { id, height }) {
  const svg = select(parent)
    .append("svg")
    .attr("class", "ln-picture")
    .attr("width", "100%")
    .attr("height", height);
  patterns(svg, id);
  const plot = svg
    .append("svg")
    .attr("x", `${LEFT}%`)
    .attr("width", `${100 - LEFT}%`)
    .attr("height", height)
    .attr("overflow", "visible");
  const columns = plot.append("g");

  /** @type {Column[]} */
  let all = [];
  /** Lay out d columns; what is in them is kept by position. @param {number} d */
  const resize = (d) => {
    if (all.length === d) return all;
    const step = Math.ceil(d / MANY);
    const laid = columns
      .selectAll("svg.ln-column")
      .data(Array.from({ length: d }, (_, i) => i))
      .join((enter) => {
        const column = enter.append("svg").attr("class", "ln-column").attr("overflow", "visible");
        column
          .append("text")
          .attr("class", "ln-feature")
          .attr("x", "50%")
          .attr("y", height - 6);
        return column;
      })
      .attr("x", (i) => `${(100 * i) / d}%`)
      .attr("width", `${100 / d}%`)
      .attr("height", height)
      .call((column) => column.select("text").text((i) => (i % step ? "" : i + 1)));
    all = laid.nodes().map((node, i) => all[i] ?? { svg: select(node), marks: new Map() });
    return all;
  };
  return { id, svg, plot, height, resize };
}

/**
 * One panel: a scale with its axis, a line at 0, and a label over it.
 *
 * @param {ReturnType<typeof picture>} drawing
 * @param {{ top: number, height: number, headroom: number, least: number }} options
 */
export function panel({ plot, height: whole }, { top, height, headroom, least }) {
  const y = linear(top + height, top);
  y.domain([0, 0]); // no range, so that the first one is drawn, whatever it is
  const under = plot.insert("g", "g").attr("aria-hidden", "true");
  const axis = under.append("g").attr("class", "ln-axis");
  const zero = under.append("line").attr("class", "ln-zero").attr("x2", "100%");
  const level = under.append("line").attr("class", "ln-level").attr("x2", "100%");
  level.attr("visibility", "hidden");
  const label = plot
    .append("text")
    .attr("class", "ln-panel-label")
    .attr("y", top - 9);
  let held = false;
  /** @type {Selection | undefined} */
  let surface;
  /** @type {Map<string, { node: Element, d: string }>} */
  const paths = new Map();
  return {
    y,
    label: (/** @type {string} */ text) => label.text(text),

    /** Choose the range. While held (a drag) it may grow, but nothing shrinks under the hand. */
    rescale(/** @type {number[]} */ values) {
      const [low, high] = y.domain();
      const next = domain(values, held ? 1 : headroom, least);
      if (held && low <= next[0] && high >= next[1]) return;
      if (next[0] === low && next[1] === high) return;
      y.domain(held ? [Math.min(low, next[0]), Math.max(high, next[1])] : next);
      axis.call(axisLeft(y).ticks(4).tickSize(4).tickFormat(tick));
      zero.attr("y1", y(0)).attr("y2", y(0));
    },
    hold(/** @type {boolean} */ on) {
      held = on;
    },

    /**
     * A shape under the columns, all features of it in one path, for where there are many: across
     * it is drawn in units of ACROSS to the width, upwards in pixels.
     */
    path(
      /** @type {string} */ key,
      /** @type {string} */ d,
      /** @type {{ kind: string, fill?: string }} */ { kind, fill },
    ) {
      surface ??= under
        .append("svg")
        .attr("class", "ln-surface")
        .attr("width", "100%")
        .attr("height", whole)
        .attr("viewBox", `0 0 ${ACROSS} ${whole}`)
        .attr("preserveAspectRatio", "none");
      let made = paths.get(key);
      if (!made) {
        const node = surface.append("path").attr("class", kind);
        if (fill) node.style("fill", fill);
        made = { node: /** @type {Element} */ (node.node()), d: "" };
        paths.set(key, made);
      }
      if (made.d === d) return;
      made.d = d;
      made.node.setAttribute("d", d);
    },

    /** A thin dashed line across, such as the mean. */
    level(/** @type {number | null} */ value) {
      level.attr("visibility", value === null ? "hidden" : null);
      if (value !== null) level.attr("y1", y(value)).attr("y2", y(value));
    },
  };
}

/** @param {number} value */
const tick = (value) => String(Number(value.toPrecision(6))).replace("-", "\u2212");

/** @typedef {ReturnType<typeof panel>} Panel */
