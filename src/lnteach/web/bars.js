/**
 * What stands in the columns of a picture: bars and points with their marks, and bars with a handle.
 *
 * @typedef {import("./spec.js").Vector} Vector
 * @typedef {import("./picture.js").Panel} Panel
 * @typedef {import("d3-selection").Selection<any, any, any, any>} Selection
 * @typedef {{ mark: string, values: Vector }} Series
 * @typedef {{ stack: Series[], bars: Series[], points: Series[] }} Group a panel's bars from left to
 *   right: those of `stack` each on the end of the one before, those of `bars` from 0; `points` are
 *   drawn over the last bar
 */

import { drag } from "d3-drag";
import { MANY } from "./picture.js";
import { plain } from "./spec.js";

/**
 * Where the bars of one feature begin and end.
 *
 * @param {Group} group
 * @param {number} i
 * @returns {[number, number][]}
 */
export function ends({ stack, bars }, i) {
  let from = 0;
  const parts = stack.map(({ values }) => {
    const to = from + values[i];
    const part = /** @type {[number, number]} */ ([from, to]);
    from = to;
    return part;
  });
  return [...parts, ...bars.map(({ values }) => /** @type {[number, number]} */ ([0, values[i]]))];
}

/**
 * Where the bars of one feature stand, in per cent of its column.
 *
 * @param {number} count
 * @returns {{ left: number, width: number }[]}
 */
export function slots(count) {
  if (count === 1) return [{ left: 32, width: 36 }];
  const pitch = 86 / count;
  return Array.from({ length: count }, (_, k) => ({ left: 8 + pitch * k, width: pitch - 2.5 }));
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
 * Bars, each with its mark, and points over the last of them.
 *
 * @param {Column[]} columns
 * @param {Panel} panel_
 * @param {Group} group
 * @param {{ key: string, id: string }} names under which the marks are kept; id of the patterns
 */
export function drawBars(columns, { y, rescale }, group, { key, id }) {
  const all = columns.map((_, i) => ends(group, i));
  rescale([...all.flat(2), ...group.points.flatMap(({ values }) => Array.from(values))]);
  const count = group.stack.length + group.bars.length;
  columns.forEach(({ svg, marks }, i) => {
    let parts = marks.get(key);
    if (!parts) {
      parts = addBars(svg, id, group, columns.length <= MANY);
      marks.set(key, parts);
    }
    all[i].forEach(([from, to], k) => {
      const high = y(Math.max(from, to));
      put(parts[k], "y", high);
      put(parts[k], "height", Math.max(y(Math.min(from, to)) - high, 0.01));
      const joint = parts[count + group.points.length + k];
      if (joint) for (const end of ["y1", "y2"]) put(joint, end, y(to));
    });
    group.points.forEach(({ values }, k) => {
      put(parts[count + k], "transform", `translate(0,${y(values[i])})`);
    });
  });
}

/**
 * @param {Selection} column
 * @param {string} id
 * @param {Group} group
 * @param {boolean} roomy whether there is room for lines from bar to bar
 * @returns {Mark[]} bars, then points, then the joints of the stack
 */
function addBars(column, id, { stack, bars, points }, roomy) {
  const group = column.insert("g", ".ln-handle").attr("class", "ln-routes");
  const places = slots(stack.length + bars.length);
  const drawn = [...stack, ...bars].map(({ mark: name }, k) => {
    const bar = group.append("rect").attr("class", `ln-bar ln-${name}`);
    bar.attr("x", `${places[k].left}%`).attr("width", `${places[k].width}%`);
    if (name === "mean" || name === "variance") bar.style("fill", `url(#${id}-${name})`);
    return mark(bar);
  });
  const { left = 32, width = 36 } = places[places.length - 1] ?? {};
  const over = points.map(({ mark: name }) => {
    const point = group.append("g");
    const place = point
      .append("svg")
      .attr("x", `${left + width / 2}%`)
      .attr("overflow", "visible");
    place.attr("class", `ln-point ln-${name}`);
    if (name === "measured") place.append("path").attr("d", "M-5-5L5 5M-5 5L5-5");
    else place.append("circle").attr("r", roomy ? 6 : 2.5);
    return mark(point);
  });
  const joints = (roomy ? stack : []).map((_, k) => {
    const joint = group.append("line").attr("class", "ln-joint");
    const next = places[k + 1] ?? places[k];
    joint.attr("x1", `${places[k].left}%`).attr("x2", `${next.left + next.width}%`);
    return mark(joint);
  });
  return [...drawn, ...over, ...joints];
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
    .attr("aria-label", `${plain(name)}, feature ${i + 1}`);
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
