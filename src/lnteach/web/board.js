/**
 * The picture of a widget whose panels are data: handles, bars and points over the features.
 *
 * `lnteach.widgets.figure` draws the same panels for pages without JavaScript.
 *
 * @typedef {import("./spec.js").PanelSpec} PanelSpec
 * @typedef {import("./spec.js").Result} Result
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Fields} Fields
 * @typedef {import("./state.js").NumberField} NumberField
 * @typedef {{
 *   id: string, fields: Fields, spec: import("./spec.js").Spec,
 *   config: import("./registry.js").Config,
 *   change: (name: string, i: number, value: any) => void, settled: () => void,
 * }} Surroundings what a picture gets: names, fields, and whom to tell of a change made in it
 * @typedef {{ draw: (result: Result, state: State) => void }} Picture
 */

import { drawBars, drawInput } from "./bars.js";
import { speak } from "./numbers.js";
import { MANY, panel, picture } from "./picture.js";
import { visible } from "./spec.js";

const TOP = 24;
const BETWEEN = 32;
const BELOW = 28;

/** How high a panel is, if it does not say. @param {PanelSpec} spec */
const heightOf = ({ height, stack }) => height ?? (stack ? 152 : 96);

/**
 * Where each panel begins, and how high they are together.
 *
 * @param {PanelSpec[]} panels
 */
export function layout(panels) {
  let top = TOP;
  const tops = panels.map((one) => {
    const here = top;
    top += heightOf(one) + BETWEEN;
    return here;
  });
  return { tops, height: top - BETWEEN + BELOW };
}

/**
 * @param {HTMLElement} figure
 * @param {Surroundings} around
 * @returns {Picture}
 */
export function board(figure, { id, spec, fields, change, settled }) {
  let shape = "";
  /** @type {ReturnType<typeof picture>} */
  let drawing;
  /** @type {{ spec: PanelSpec, panel: import("./picture.js").Panel }[]} */
  let shown = [];

  /** @param {PanelSpec[]} panels */
  const rebuild = (panels) => {
    const { tops, height } = layout(panels);
    figure.replaceChildren();
    drawing = picture(figure, { id, height });
    drawing.svg.attr("role", "group").attr("aria-label", "Picture: the dots can be moved");
    shown = panels.map((one, k) => {
      const { label, handles, headroom = handles ? 1.25 : 1.05, least = handles ? 2 : 0 } = one;
      const made = panel(drawing, { top: tops[k], height: heightOf(one), headroom, least });
      made.label(label);
      return { spec: one, panel: made };
    });
  };

  /** @param {string} name */
  const input = (name) => ({
    name,
    field: /** @type {NumberField} */ (fields[name]),
    say: (/** @type {number} */ x) => speak(x),
    change: (/** @type {number} */ i, /** @type {number} */ x) => change(name, i, x),
    grab: (/** @type {boolean} */ on) => {
      for (const one of shown) one.panel.hold(on);
      if (!on) settled();
    },
  });
  const inputs = Object.fromEntries(
    spec.panels.flatMap(({ handles }) => (handles ? [[handles, input(handles)]] : [])),
  );

  return {
    draw({ vectors, scalars }, state) {
      const panels = visible(spec.panels, state);
      const points = panels.flatMap((one) => visible(one.points, state));
      const first = panels[0].handles ?? panels[0].bars?.[0].name ?? "h";
      const d = vectors[first].length;
      const order = panels.map((one) => spec.panels.indexOf(one));
      const next = JSON.stringify([order, points, d > MANY]);
      if (next !== shape) rebuild(panels);
      shape = next;
      const columns = drawing.resize(d);
      shown.forEach(({ spec: one, panel: made }, k) => {
        if (one.handles) {
          drawInput(columns, made, vectors[one.handles], inputs[one.handles]);
        } else {
          const named = (/** @type {import("./spec.js").Named[]} */ list) =>
            list.map(({ name, mark = "before" }) => ({ mark, values: vectors[name] }));
          const routes = ["direct", "mean", "variance"];
          const stack = (one.stack ?? []).map((name, n) => ({ name, mark: routes[n] }));
          const group = {
            stack: named(stack),
            bars: named(one.bars ?? []),
            points: named(visible(one.points, state)),
          };
          drawBars(columns, made, group, { key: `panel ${k}`, id });
        }
        made.level(one.level ? scalars[one.level] : null);
      });
    },
  };
}
