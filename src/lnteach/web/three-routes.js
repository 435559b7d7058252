/**
 * The widget "three routes": a change dh reaches u (and a gradient a reaches g_h) in three ways.
 *
 * `state` is what is drawn, always valid; `draft` is what the fields say. A draft that holds up
 * becomes the state, one that does not is explained and waits.
 *
 * @typedef {import("./registry.js").Model} Model
 * @typedef {import("./registry.js").Config} Config
 * @typedef {import("./state.js").State} State
 */

import { drawInput, drawRoutes } from "./bars.js";
import { controls } from "./controls.js";
import { make, throttle, uniqueId } from "./dom.js";
import labels from "./labels.json";
import { speak } from "./numbers.js";
import { panel, picture } from "./picture.js";
import { opening } from "./registry.js";
import * as routes from "./routes.js";
import { copy, equal, same } from "./state.js";
import { scalarLine, valueTable } from "./table.js";

export { check } from "./routes.js";

const HEIGHT = 460;
const PANELS = {
  h: { top: 24, height: 96, headroom: 1.25, least: 2 },
  push: { top: 152, height: 96, headroom: 1.25, least: 2 },
  sum: { top: 280, height: 152, headroom: 1.05, least: 0 },
};
const SAY_AFTER_MS = 900;
const KERNEL_AFTER_MS = 1500;

/** @param {{ model: Model, el: HTMLElement }} args */
export function render({ model, el }) {
  const config = /** @type {Config} */ (model.get("config"));
  const { fields, presets } = config;
  const names = Object.keys(fields);
  const first = opening(config);
  /** @returns {State} */
  const pull = () => Object.fromEntries(names.map((name) => [name, model.get(name)]));

  let state = routes.check(pull()) === null ? copy(pull()) : copy(first);
  let draft = copy(state);

  // --- the parts -----------------------------------------------------------------------------
  const id = uniqueId("routes");
  const title = make("p", { class: "ln-title", id: `${id}-title` }, config.title);
  const figure = make("div", { class: "ln-figure" });
  const problem = make("p", { class: "ln-problem", id: `${id}-problem`, role: "alert" });
  const said = make("p", { class: "ln-said", role: "status" });
  const core = make("p", { class: "ln-core", hidden: true });
  const table = valueTable({ caption: labels.caption, id });
  const scalars = scalarLine();
  const panelOf = controls({ config, id, link: model.link && (() => model.link?.() ?? "") });
  const { legend } = panelOf;
  const live = make("div", { class: "ln-live ln-three-routes", role: "group" });
  live.setAttribute("aria-labelledby", title.id);
  live.append(
    title,
    legend.root,
    figure,
    problem,
    panelOf.root,
    scalars.root,
    table.root,
    core,
    said,
  );
  el.append(live);

  const drawing = picture(figure, { id, height: HEIGHT });
  drawing.svg.attr("role", "group").attr("aria-label", "Picture: the dots can be moved");
  const panels = {
    h: panel(drawing, PANELS.h),
    push: panel(drawing, PANELS.push),
    sum: panel(drawing, PANELS.sum),
  };

  // --- drawing -------------------------------------------------------------------------------
  /** @param {string} name */
  const input = (name) => ({
    name,
    field: /** @type {import("./state.js").NumberField} */ (fields[name]),
    say: (/** @type {number} */ x) => speak(x),
    change: (/** @type {number} */ i, /** @type {number} */ x) => edit(name, i, x, null),
    grab: (/** @type {boolean} */ on) => {
      for (const one of Object.values(panels)) one.hold(on);
      if (!on) draw();
    },
  });
  const inputs = { h: input("h"), dh: input("dh"), g_z: input("g_z") };
  const announce = throttle((/** @type {import("./routes.js").Result} */ result) => {
    said.textContent = routes.summary(result);
  }, SAY_AFTER_MS);
  let drawnView = "";

  const draw = (force = false, began = performance.now()) => {
    const result = routes.compute(state);
    const view = result.view;
    const push = /** @type {"dh" | "g_z"} */ (labels.pushed[view]);
    const columns = drawing.resize(state.h.length);
    if (drawnView !== view) {
      drawing.clear(push === "dh" ? "g_z" : "dh");
      panels.h.label(labels.panels.h);
      panels.push.label(labels.panels[push]);
      panels.sum.label(labels.panels[view]);
    }
    drawRoutes(columns, panels.sum, result.routes, id);
    drawInput(columns, panels.h, state.h, inputs.h);
    drawInput(columns, panels.push, state[push], inputs[push]);
    panels.h.level(result.scalars.mu);
    panels.push.level(view === "du" ? result.scalars.dmu : null);
    table.update(routes.rows(result));
    scalars.update(routes.scalarsOf(result));
    panelOf.update(draft, presets.find((preset) => same(fields, preset.state, state))?.id, force);
    drawnView = view;
    announce(result);
    compare(result);
    live.dataset.updateMs = (performance.now() - began).toFixed(3);
  };

  // --- the kernel's answer, where there is a kernel ------------------------------------------
  const compare = (/** @type {import("./routes.js").Result} */ result) => {
    const answer = model.get("core");
    core.hidden = !answer;
    if (!answer) return;
    const current = names.every((name) => equal(answer.state?.[name], state[name]));
    if (current) {
      core.textContent = routes.agreement(routes.disagreement(result.vectors, answer.values));
      quiet.cancel();
    } else {
      quiet();
    }
  };
  const quiet = throttle(() => {
    core.textContent = "No kernel has answered for this state: these are the browser’s numbers.";
  }, KERNEL_AFTER_MS);

  // --- changes -------------------------------------------------------------------------------
  const save = throttle(() => model.save_changes(), 16);
  let busy = false;
  const settle = (/** @type {string} */ text, /** @type {string | null} */ blamed) => {
    const whole = text && `${text}. The last good picture stays.`;
    if (problem.textContent !== whole) problem.textContent = whole;
    panelOf.blame(text ? blamed : null, problem.id);
  };

  /**
   * Try the draft.
   *
   * @param {string | null} blamed the field that a problem is put down to
   * @param {boolean} force rewrite the fields, whatever they hold
   * @returns {boolean}
   */
  const commit = (blamed, force = false) => {
    const began = performance.now();
    const wrong = routes.check(draft);
    settle(wrong ?? "", blamed);
    if (wrong !== null) return false;
    state = copy(draft);
    busy = true;
    for (const [name, value] of Object.entries(copy(state))) {
      if (!equal(model.get(name), value)) model.set(name, value);
    }
    busy = false;
    save();
    draw(force, began);
    return true;
  };

  /** @param {string} name @param {number} i @param {any} value @param {string | null} blamed */
  function edit(name, i, value, blamed) {
    const before = copy(draft);
    if (i < 0) draft[name] = value;
    else draft[name][i] = value;
    // Nothing was typed at a handle, so there is nothing to keep when it goes too far.
    if (!commit(blamed) && blamed === null) draft = before;
  }

  /** @param {State} next */
  const replace = (next) => {
    draft = copy(next);
    commit(null, true);
  };

  panelOf.connect({
    edit: (name, i, value) => edit(name, i, value, `${name}.${i}`),
    preset: (presetId) => replace(presets.find((preset) => preset.id === presetId)?.state ?? first),
    reset: () => replace(first),
    resize: (by) => {
      const before = copy(draft);
      for (const name of routes.VECTORS) {
        if (by > 0) draft[name].push(routes.NEUTRAL[name]);
        else draft[name].pop();
      }
      // Taking away the one feature that differed can leave a constant h: then nothing changes.
      if (!commit(null)) draft = before;
    },
  });

  const follow = throttle(() => {
    const next = pull();
    if (routes.check(next) !== null || same(fields, next, state)) return;
    state = copy(next);
    draft = copy(next);
    settle("", null);
    draw();
  }, 0);
  const listen = () => {
    if (!busy) follow();
  };
  const answered = () => compare(routes.compute(state));
  for (const name of names) model.on(`change:${name}`, listen);
  model.on("change:core", answered);
  draw(true);
  said.textContent = ""; // nothing to announce before anything has changed
  announce.cancel();

  return () => {
    for (const name of names) model.off(`change:${name}`, listen);
    model.off("change:core", answered);
    for (const late of [announce, quiet, save, follow]) late.cancel();
  };
}
