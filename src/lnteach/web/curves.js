/**
 * Named curves over a shared x: each with its dash and its dots, and called by its name in place.
 *
 * As in `picture.js`, across is in per cent and upwards in pixels: lines stand in a box that is
 * stretched with the width while their strokes are not. `lnteach.widgets.curves` draws the same.
 *
 * @typedef {{
 *   label: string, values: ArrayLike<number>, at?: number, below?: boolean,
 *   anchor?: string, ink?: string, dash?: string, dot?: "round" | "square",
 * }} Curve `at`: the point that the name stands at, the last if not given, over it or `below` it;
 *   `anchor`: "start", "middle" or "end", by the place if not given;
 *   `ink`: a colour of the page such as "ink", "soft", "direct"; what a logarithm cannot show is a gap
 * @typedef {{
 *   at: number, label: string, row?: number, anchor?: string, ink?: string, dash?: string,
 * }} Rule a line upwards, with its name in one of the rows over the picture
 * @typedef {{ x: ArrayLike<number>, curves: Curve[], rules?: Rule[], crosses?: [number, number][] }} Plot
 *   `crosses`: points (x, y) that are measured
 * @typedef {{ title: string, range: [number, number], log?: boolean }} Axis
 * @typedef {{ across: Axis, up: Axis, height?: number, rows?: number, name: string }} Frame
 *   `rows`: how many rows of names of rules; `name`: what the picture is
 */

import { select } from "d3-selection";
import { raised } from "./numbers.js";
import { LEFT } from "./picture.js";

const WIDE = 98 - LEFT;
const BELOW = 38;
const APART = 14; // pixels between two names

/** The round steps of an axis, as numbers of the axis. @param {Axis} axis @param {number} most */
export function ticks({ range: [low, high], log }, most) {
  const [from, to] = log ? [Math.log10(low), Math.log10(high)] : [low, high];
  const rough = (to - from) / most;
  const power = log && rough < 1 ? 1 : 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 3, 5].find((one) => one * power >= rough - 1e-9) ?? 10) * power;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, k) => {
    const at = Number(((first + k) * step).toPrecision(12));
    const text = String(at).replace("-", "\u2212");
    return log ? { at: 10 ** at, text: `10${raised(at)}` } : { at, text };
  });
}

/** Where a number stands on an axis, from 0 to 1. @param {Axis} axis @param {number} x */
export function share({ range: [low, high], log }, x) {
  if (!log) return (x - low) / (high - low);
  return x > 0 ? Math.log(x / low) / Math.log(high / low) : Number.NaN;
}

/** The number at a share of an axis. @param {Axis} axis @param {number} part */
export const numberAt = ({ range: [low, high], log }, part) =>
  log ? low * (high / low) ** part : low + part * (high - low);

/**
 * Names that would stand on one another are moved apart, downwards first.
 *
 * @param {{ y: number, anchor: string }[]} names
 * @param {number} bottom
 */
export function spread(names, bottom) {
  for (const anchor of ["start", "middle", "end"]) {
    const those = names.filter((one) => one.anchor === anchor).sort((p, q) => p.y - q.y);
    those.forEach((one, k) => {
      if (k > 0) one.y = Math.max(one.y, those[k - 1].y + APART);
    });
    for (let k = those.length - 1, most = bottom; k >= 0; k--, most -= APART) {
      those[k].y = Math.min(those[k].y, most);
    }
  }
}

/**
 * @param {HTMLElement} figure
 * @param {Frame} frame
 * @param {(x: number) => void} [pick] told of an x that is pointed at; the same must be possible by
 *   a control with keys
 * @returns {(plot: Plot) => void} draws
 */
export function curves(figure, { across, up, height = 220, rows = 1, name }, pick) {
  const top = 24 + 16 * rows;
  const svg = select(figure)
    .append("svg")
    .attr("class", "ln-picture ln-plot")
    .attr("width", "100%")
    .attr("height", top + height + BELOW)
    .attr("role", "img")
    .attr("aria-label", name);
  const left = (/** @type {number} */ x) => `${LEFT + WIDE * share(across, x)}%`;
  const y = (/** @type {number} */ value) => top + height * (1 - share(up, value));
  const line = (/** @type {string} */ kind) => svg.append("line").attr("class", kind);
  const text = (/** @type {string} */ words, /** @type {string} */ kind) =>
    svg.append("text").attr("class", kind).text(words);

  text(up.title, "ln-panel-label").attr("x", `${LEFT}%`).attr("y", 15);
  for (const { at, text: words } of ticks(up, 5)) {
    const row = line("ln-grid")
      .attr("x1", `${LEFT}%`)
      .attr("x2", `${LEFT + WIDE}%`);
    row.attr("y1", y(at)).attr("y2", y(at));
    text(words, "ln-tick")
      .attr("x", `${LEFT - 1}%`)
      .attr("y", y(at) + 4)
      .attr("text-anchor", "end");
  }
  for (const { at, text: words } of ticks(across, 7)) {
    const column = line("ln-grid").attr("x1", left(at)).attr("x2", left(at));
    column.attr("y1", top + height).attr("y2", top + height + 4);
    const label = text(words, "ln-tick")
      .attr("x", left(at))
      .attr("y", top + height + 17);
    label.attr("text-anchor", "middle");
  }
  text(across.title, "ln-panel-label")
    .attr("x", `${LEFT + WIDE}%`)
    .attr("y", top + height + 33)
    .attr("text-anchor", "end");

  const area = svg.append("svg").attr("class", "ln-area").attr("x", `${LEFT}%`).attr("y", top);
  area.attr("width", `${WIDE}%`).attr("height", height).attr("preserveAspectRatio", "none");
  area.attr("viewBox", `0 0 1000 ${height}`);
  area.append("rect").attr("class", "ln-hit").attr("width", 1000).attr("height", height);
  const over = svg.append("g");
  if (pick) {
    const node = /** @type {SVGSVGElement} */ (area.node());
    const point = (/** @type {PointerEvent} */ event) => {
      const box = node.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
      pick(numberAt(across, part));
    };
    area.classed("ln-pick", true);
    area.on("pointerdown", (event) => {
      node.setPointerCapture(event.pointerId);
      point(event);
    });
    area.on("pointermove", (event) => event.buttons && point(event));
  }

  return ({ x, curves: all, rules = [], crosses = [] }) => {
    const places = Array.from(x, (one) => 1000 * share(across, one));
    const drawn = all.map(({ values }) =>
      places.map((place, i) => /** @type {[number, number]} */ ([place, y(values[i]) - top])),
    );
    /** @type {{ ink: string, dash?: string, dot?: string, d: string }[]} */
    const paths = [];
    all.forEach(({ ink = "ink", dash, dot }, k) => {
      paths.push({ ink, dash, d: tracks(drawn[k], false) });
      if (dot) paths.push({ ink, dot, d: tracks(drawn[k], true) });
    });
    area
      .selectAll("path")
      .data(paths)
      .join("path")
      .attr("class", ({ dot = "" }) => (dot ? `ln-curve ln-dots ln-${dot}` : "ln-curve"))
      .attr("stroke-dasharray", ({ dash }) => dash ?? null)
      .style("stroke", ({ ink }) => `var(--ln-${ink})`)
      .attr("d", ({ d }) => d);

    const names = all.map(({ label, at = x.length - 1, below, anchor }, k) => {
      const [place, down] = drawn[k][at];
      const wanted = Number.isFinite(down) ? top + down + (below ? 16 : -7) : top + height;
      return {
        label,
        left: `${LEFT + (WIDE * place) / 1000}%`,
        y: Math.min(top + height - 3, Math.max(top + 12, wanted)),
        anchor: anchor ?? (place < 250 ? "start" : place > 750 ? "end" : "middle"),
      };
    });
    spread(names, top + height - 3);
    over
      .selectAll("line")
      .data(rules)
      .join("line")
      .attr("class", "ln-rule")
      .attr("stroke-dasharray", ({ dash }) => dash ?? null)
      .style("stroke", ({ ink = "soft" }) => `var(--ln-${ink})`)
      .attr("x1", ({ at }) => left(at))
      .attr("x2", ({ at }) => left(at))
      .attr("y1", ({ row = 0 }) => top - 16 * row - 2)
      .attr("y2", top + height);
    const heads = rules.map(({ at, label, row = 0, anchor }) => {
      const part = share(across, at);
      const by = part < 0.1 ? "start" : part > 0.9 ? "end" : (anchor ?? "middle");
      return { label, left: left(at), y: top - 16 * row - 5, anchor: by };
    });
    over
      .selectAll("text")
      .data([...names, ...heads])
      .join("text")
      .attr("class", "ln-named")
      .attr("text-anchor", ({ anchor }) => anchor)
      .attr("x", (one) => one.left)
      .attr("y", (one) => one.y)
      .text(({ label }) => label);
    over
      .selectAll("svg")
      .data(crosses.filter(([, value]) => share(up, value) >= 0))
      .join((enter) => {
        const place = enter.append("svg").attr("overflow", "visible");
        place.append("path").attr("class", "ln-point ln-measured").attr("d", "M-5-5L5 5M-5 5L5-5");
        return place;
      })
      .attr("x", ([at]) => left(at))
      .attr("y", ([, value]) => Math.max(top, y(value)));
  };
}

/**
 * A line through points, or a dot at each; NaN is a gap.
 *
 * @param {[number, number][]} points
 * @param {boolean} dots
 */
function tracks(points, dots) {
  let pen = false;
  let d = "";
  for (const [x, y] of points) {
    const there = Number.isFinite(y);
    if (there) d += `${pen && !dots ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}${dots ? "h0" : ""}`;
    pen = there;
  }
  return d;
}
