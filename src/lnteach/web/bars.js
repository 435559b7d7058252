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
import { ACROSS, MANY } from "./picture.js";
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

/** To a hundredth of a pixel: short numbers are quick to write and to read. @param {number} x */
const fine = (x) => Math.round(x * 100) / 100;

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
export function drawBars(columns, panel_, group, { key, id }) {
  const { y, rescale } = panel_;
  const all = columns.map((_, i) => ends(group, i));
  rescale([...all.flat(2), ...group.points.flatMap(({ values }) => Array.from(values))]);
  const many = columns.length > MANY;
  const series = [...group.stack, ...group.bars];
  if (many) {
    const places = slots(series.length);
    series.forEach(({ mark: name }, k) => {
      const d = boxes(columns.length, places[k], (i) => [y(all[i][k][0]), y(all[i][k][1])]);
      panel_.path(String(k), d, { kind: `ln-bar ln-${name}`, fill: filling(name, id) });
    });
    if (group.points.length === 0) return;
  }
  const count = many ? 0 : series.length;
  columns.forEach(({ svg, marks }, i) => {
    let parts = marks.get(key);
    if (!parts) {
      parts = addBars(svg, id, group, !many);
      marks.set(key, parts);
    }
    for (let k = 0; k < count; k++) {
      const [from, to] = all[i][k];
      const high = fine(y(Math.max(from, to)));
      put(parts[k], "y", high);
      put(parts[k], "height", Math.max(fine(y(Math.min(from, to)) - high), 0.01));
      const joint = parts[count + group.points.length + k];
      if (joint) for (const end of ["y1", "y2"]) put(joint, end, fine(y(to)));
    }
    group.points.forEach(({ values }, k) => {
      put(parts[count + k], "transform", `translate(0,${fine(y(values[i]))})`);
    });
  });
}

/** @param {string} name of a mark @param {string} id of the patterns */
const filling = (name, id) => (name === "mean" || name === "variance" ? `url(#${id}-${name})` : "");

/**
 * A path of one bar a feature.
 *
 * @param {number} d how many
 * @param {{ left: number, width: number }} place in a column, in per cent of it
 * @param {(i: number) => [number, number]} ends in pixels
 */
function boxes(d, { left, width }, ends) {
  const column = ACROSS / d;
  const wide = fine((column * width) / 100);
  let path = "";
  for (let i = 0; i < d; i++) {
    const [from, to] = ends(i).map(fine);
    const x = fine(column * (i + left / 100));
    path += `M${x} ${from}h${wide}V${to}h${-wide}z`;
  }
  return path;
}

/**
 * @param {Selection} column
 * @param {string} id
 * @param {Group} group
 * @param {boolean} roomy whether the bars stand in their column, with lines from one to the next
 * @returns {Mark[]} bars, then points, then the joints of the stack
 */
function addBars(column, id, { stack, bars, points }, roomy) {
  const group = column.insert("g", ".ln-handle").attr("class", "ln-routes");
  const places = slots(stack.length + bars.length);
  const drawn = (roomy ? [...stack, ...bars] : []).map(({ mark: name }, k) => {
    const bar = group.append("rect").attr("class", `ln-bar ln-${name}`);
    bar.attr("x", `${places[k].left}%`).attr("width", `${places[k].width}%`);
    if (filling(name, id)) bar.style("fill", filling(name, id));
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
  const zero = fine(y(0));
  const { min = -10, max = 10 } = input.field;
  const many = columns.length > MANY;
  if (many) {
    const d = boxes(values.length, slots(1)[0], (i) => [zero, y(values[i])]);
    panel_.path("input", d, { kind: `ln-input ln-input-${input.name}` });
  }
  columns.forEach(({ svg, marks }, i) => {
    let parts = marks.get(input.name);
    if (!parts) {
      parts = addHandle(svg, i, panel_, input, many);
      marks.set(input.name, parts);
    }
    const [handle, bar] = parts;
    const at = fine(y(values[i]));
    if (bar) {
      put(bar, "y", Math.min(at, zero));
      put(bar, "height", fine(Math.abs(at - zero)));
    }
    put(handle, "transform", `translate(0,${at})`);
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
 * @param {boolean} many whether the bars of all features are drawn together
 * @returns {Mark[]} the handle, and its bar if it has one of its own
 */
function addHandle(column, i, panel_, input, many) {
  const { name, field } = input;
  const { min = -10, max = 10, step = 0.1 } = field;
  const bar = many ? null : column.insert("rect", "g").attr("class", `ln-input ln-input-${name}`);
  bar?.attr("x", "32%").attr("width", "36%");
  /** @type {Selection} */
  const handle = column
    .append("g")
    .attr("class", `ln-handle ln-handle-${name}`)
    .attr("role", "slider")
    .attr("tabindex", 0)
    .attr("aria-orientation", "vertical")
    .attr("aria-label", `${plain(name)}, feature ${i + 1}`);
  const hit = handle.append("rect").attr("class", "ln-hit");
  hit.attr("y", -22).attr("width", "100%").attr("height", 44);
  const dot = handle.append("circle").attr("class", "ln-dot").attr("cx", "50%");
  dot.attr("r", many ? 2.5 : 7);
  const parts = bar ? [mark(handle), mark(bar)] : [mark(handle)];

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
