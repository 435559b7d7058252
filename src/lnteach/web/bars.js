/**
 * What stands in the columns of a picture: bars of the routes, and bars with a handle.
 *
 * @typedef {import("./arith.js").Vector} Vector
 * @typedef {import("./arith.js").Routes} Routes
 * @typedef {import("./picture.js").Panel} Panel
 * @typedef {import("d3-selection").Selection<any, any, any, any>} Selection
 */

import { drag } from "d3-drag";
import { MANY } from "./picture.js";

/** @type {(keyof Routes)[]} from left to right, always */
export const ROUTES = ["direct", "mean", "variance", "total"];

/**
 * Where the bars of one feature begin and end, each on the end of the one before.
 *
 * @param {Routes} routes
 * @param {number} i
 * @returns {[number, number][]}
 */
export function stack(routes, i) {
  let from = 0;
  /** @type {[number, number][]} */
  const bars = ROUTES.slice(0, 3).map((name) => {
    const to = from + routes[name][i];
    const bar = /** @type {[number, number]} */ ([from, to]);
    from = to;
    return bar;
  });
  return [...bars, [0, routes.total[i]]];
}

/**
 * A node with the numbers it shows, so that a frame touches only what changes.
 *
 * @typedef {{ node: any, shows: Record<string, string | number> }} Mark
 * @typedef {{ svg: Selection, marks: Map<string, Mark[]> }} Column
 */

/** @param {Selection} made @returns {Mark} */
const mark = (made) => ({ node: made.node(), shows: {} });

/** @param {Mark} mark_ @param {string} name @param {string | number} value */
function put({ node, shows }, name, value) {
  if (shows[name] === value) return;
  shows[name] = value;
  node.setAttribute(name, String(value));
}

/**
 * Bars of the three routes, end on end, with the total beside them.
 *
 * @param {Column[]} columns
 * @param {Panel} panel_
 * @param {Routes} routes
 * @param {string} id of the patterns
 */
export function drawRoutes(columns, { y, rescale }, routes, id) {
  const bars = columns.map((_, i) => stack(routes, i));
  rescale(bars.flat(2));
  columns.forEach(({ svg, marks }, i) => {
    let parts = marks.get("routes");
    if (!parts) {
      parts = addRoutes(svg, id, columns.length <= MANY);
      marks.set("routes", parts);
    }
    for (let k = 0; k < 4; k++) {
      const [from, to] = bars[i][k];
      const high = y(Math.max(from, to));
      put(parts[k], "y", high);
      put(parts[k], "height", Math.max(y(Math.min(from, to)) - high, 0.01));
      const joint = parts[4 + k];
      if (joint) for (const end of ["y1", "y2"]) put(joint, end, y(to));
    }
  });
}

/**
 * @param {Selection} column
 * @param {string} id
 * @param {boolean} joined whether there is room for lines from bar to bar
 * @returns {Mark[]} four bars and their three joints
 */
function addRoutes(column, id, joined) {
  const group = column.insert("g", ".ln-handle").attr("class", "ln-routes");
  const bars = ROUTES.map((name, k) => {
    const bar = group.append("rect").attr("class", `ln-bar ln-${name}`);
    bar.attr("x", `${8 + 21.5 * k}%`).attr("width", "19%");
    if (name === "mean" || name === "variance") bar.style("fill", `url(#${id}-${name})`);
    return mark(bar);
  });
  const joints = (joined ? [0, 1, 2] : []).map((k) => {
    const joint = group.append("line").attr("class", "ln-joint");
    joint.attr("x1", `${8 + 21.5 * k}%`).attr("x2", `${8 + 21.5 * (k + 1) + 19}%`);
    return mark(joint);
  });
  return [...bars, ...joints];
}

/**
 * Bars with a handle at their end: drag it, or focus it and use the arrow keys.
 *
 * @typedef {{
 *   name: string, field: import("./state.js").NumberField,
 *   say: (x: number) => string, change: (i: number, value: number) => void,
 *   grab: (on: boolean) => void,
 * }} Input
 * @param {Column[]} columns
 * @param {Panel} panel_
 * @param {Vector} values
 * @param {Input} input
 */
export function drawInput(columns, panel_, values, input) {
  const { y } = panel_;
  panel_.rescale(Array.from(values));
  const zero = y(0);
  const radius = values.length > MANY ? 2.5 : 7;
  const { min = -10, max = 10 } = input.field;
  columns.forEach(({ svg, marks }, i) => {
    let parts = marks.get(input.name);
    if (!parts) {
      parts = addHandle(svg, i, panel_, input);
      marks.set(input.name, parts);
    }
    const [handle, bar, hit, dot] = parts;
    const at = y(values[i]);
    put(bar, "y", Math.min(at, zero));
    put(bar, "height", Math.abs(at - zero));
    put(hit, "y", at - 22);
    put(dot, "cy", at);
    put(dot, "r", radius);
    if (handle.shows["aria-valuenow"] === values[i]) return;
    put(handle, "aria-valuemin", Math.min(min, values[i]));
    put(handle, "aria-valuemax", Math.max(max, values[i]));
    put(handle, "aria-valuenow", values[i]);
    put(handle, "aria-valuetext", input.say(values[i]));
  });
}

/**
 * @param {Selection} column
 * @param {number} i
 * @param {Panel} panel_
 * @param {Input} input
 * @returns {Mark[]} the handle, its bar, and what of it is seen and felt
 */
function addHandle(column, i, panel_, input) {
  const { name, field } = input;
  const { min = -10, max = 10, step = 0.1 } = field;
  const bar = column.insert("rect", "g").attr("class", `ln-input ln-input-${name}`);
  bar.attr("x", "32%").attr("width", "36%");
  /** @type {Selection} */
  const handle = column
    .append("g")
    .attr("class", `ln-handle ln-handle-${name}`)
    .attr("role", "slider")
    .attr("tabindex", 0)
    .attr("aria-orientation", "vertical")
    .attr("aria-label", `${name}, feature ${i + 1}`);
  const hit = handle.append("rect").attr("class", "ln-hit");
  hit.attr("width", "100%").attr("height", 44);
  const dot = handle.append("circle").attr("class", "ln-dot").attr("cx", "50%");
  const parts = [mark(handle), mark(bar), mark(hit), mark(dot)];

  /** @param {number} value @param {number} low @param {number} high */
  const move = (value, low, high) => {
    const snapped = Number((Math.round(value / step) * step).toPrecision(12));
    input.change(i, Math.min(high, Math.max(low, snapped)) || 0);
  };
  const value = () => Number(parts[0].shows["aria-valuenow"]);
  const surface = /** @type {SVGSVGElement} */ (column.node().parentNode.closest(".ln-picture"));
  handle.call(
    drag()
      .container(() => surface)
      .subject((event) => ({ x: event.x, y: panel_.y(value()) }))
      .on("start", () => {
        input.grab(true);
        handle.node().focus({ preventScroll: true });
      })
      .on("drag", (event) => {
        const [low, high] = panel_.y.domain();
        move(panel_.y.invert(event.y), Math.max(low, min), Math.min(high, max));
      })
      .on("end", () => input.grab(false)),
  );
  handle.on("keydown", (/** @type {KeyboardEvent} */ event) => {
    const now = value();
    const to = {
      ArrowUp: now + step,
      ArrowRight: now + step,
      ArrowDown: now - step,
      ArrowLeft: now - step,
      PageUp: now + 10 * step,
      PageDown: now - 10 * step,
      Home: min,
      End: max,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // A typed value may lie outside the range of the handle: keys do not pull it back in.
    move(to, Math.min(min, now), Math.max(max, now));
  });
  return parts;
}
