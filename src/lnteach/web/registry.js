/**
 * The widgets of the course, by the name in their config.
 *
 * @typedef {import("./state.js").Fields} Fields
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Preset} Preset
 * @typedef {{
 *   widget: string, title: string, fields: Fields, visible: string[],
 *   lengths: { min: number, max: number }, presets: Preset[], open: string, state?: State,
 *   data?: any, spec?: any,
 * }} Config `visible`: the fields that stand beside the examples; `data`: formulas of the course;
 *   `spec`: what is shown, where the bundle does not hold it
 * @typedef {{
 *   get: (name: string) => any,
 *   set: (name: string, value: any) => void,
 *   on: (event: string, listener: () => void) => void,
 *   off: (event?: string | null, listener?: (() => void) | null) => void,
 *   save_changes: () => void,
 *   send: (...message: any[]) => void,
 *   link?: () => string,
 * }} Model anywidget's model; `link`, the address of the state, only where there is one
 * @typedef {{
 *   render: (args: { model: Model, el: HTMLElement }) => (() => void) | void,
 *   check?: (state: State, config: Config) => string | null,
 *   compute?: (state: State, config: Config) => import("./spec.js").Result,
 *   definition?: any,
 * }} Widget `check` says what is wrong with a state, if anything; `definition`: what an explorer is made of
 */

import * as batch from "./explore/batch.js";
import * as checkLab from "./explore/check-lab.js";
import * as collect from "./explore/collect.js";
import * as depth from "./explore/depth.js";
import * as epsilon from "./explore/epsilon.js";
import * as geometry from "./explore/geometry.js";
import * as jacobian from "./explore/jacobian.js";
import * as mistake from "./explore/mistake.js";
import * as shift from "./explore/shift.js";
import * as stepThrough from "./explore/step-through.js";
import * as threeRoutes from "./explore/three-routes.js";
import * as variance from "./explore/variance.js";
import { explorer } from "./explorer.js";
import * as vote from "./vote.js";

/** @type {Record<string, Widget>} */
export const registry = {
  "three-routes": explorer(threeRoutes),
  shift: explorer(shift),
  variance: explorer(variance),
  collect: explorer(collect),
  batch: explorer(batch),
  epsilon: explorer(epsilon),
  depth: explorer(depth),
  jacobian: explorer(jacobian),
  geometry: explorer(geometry),
  mistake: explorer(mistake),
  "step-through": explorer(stepThrough),
  "check-lab": explorer(checkLab),
  vote,
};
