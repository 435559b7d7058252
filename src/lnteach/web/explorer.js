/**
 * A widget made from data and a computation: picture, controls, claims, numbers, and a voice.
 *
 * `state` is what is drawn, always valid; `draft` is what the fields say. A draft that holds up
 * becomes the state, one that does not is explained and waits.
 *
 * @typedef {import("./registry.js").Model} Model
 * @typedef {import("./registry.js").Config} Config
 * @typedef {import("./state.js").State} State
 * @typedef {import("./spec.js").Spec} Spec
 * @typedef {import("./spec.js").Result} Result
 * @typedef {import("./board.js").Picture} Picture
 * @typedef {import("./board.js").Surroundings} Surroundings
 * @typedef {{
 *   spec?: any,
 *   compute: (state: State, config: Config) => Result,
 *   problem?: (state: State, config: Config) => string | null,
 *   picture?: (figure: HTMLElement, around: Surroundings) => Picture,
 *   below?: (root: HTMLElement, around: Surroundings) => Picture,
 * }} Definition `problem` says what the fields alone cannot; `picture` stands in for the panels;
 *   `below` comes under the claims; without a `spec` the config brings it, so that long words are
 *   loaded only where they are shown
 */

import { board } from "./board.js";
import { claimList } from "./claims.js";
import { controls } from "./controls.js";
import { make, throttle, uniqueId } from "./dom.js";
import { show } from "./numbers.js";
import { claimsOf, disagreement, rowsOf, scalarsOf, sentence } from "./spec.js";
import { copy, equal, opening, same } from "./state.js";
import { scalarLine, valueTable } from "./table.js";
import { overflow, problemOf } from "./valid.js";

const SAY_AFTER_MS = 900;
const KERNEL_AFTER_MS = 1500;

/** @param {number} worst */
const agreement = (worst) =>
  `Browser and NumPy core computed this separately. Largest disagreement: ${
    worst === 0 ? "none" : show(worst, "power")
  }, relative to the largest number.`;

/**
 * @param {Definition} definition
 * @returns {import("./registry.js").Widget}
 */
export function explorer(definition) {
  return {
    definition,
    check: (state, config) => problemIn(definition, state, config),
    compute: definition.compute,
    render: (args) => render({ ...definition, compute: once(definition.compute) }, args),
  };
}

/**
 * What is wrong with a state, if anything.
 *
 * @param {Definition} definition
 * @param {State} state
 * @param {Config} config
 */
const problemIn = ({ compute, problem }, state, config) =>
  problemOf(config.fields, state) ?? problem?.(state, config) ?? overflow(compute(state, config));

/**
 * A computation that knows its last answer: a state is judged, drawn and compared by one.
 *
 * @param {Definition["compute"]} compute
 * @returns {Definition["compute"]}
 */
function once(compute) {
  /** @type {State} */
  let of = {};
  /** @type {Result | undefined} */
  let answer;
  return (state, config) => {
    if (!answer || !same(config.fields, of, state)) {
      answer = compute(state, config);
      of = copy(state);
    }
    return answer;
  };
}

/**
 * @param {Definition} definition
 * @param {{ model: Model, el: HTMLElement }} args
 */
function render(definition, { model, el }) {
  /** @param {State} state @param {Config} of */
  const check = (state, of) => problemIn(definition, state, of);
  const config = /** @type {Config} */ (model.get("config"));
  const spec = /** @type {Spec} */ (definition.spec ?? config.spec);
  const { fields, presets } = config;
  const names = Object.keys(fields);
  const first = opening(config);
  /** @returns {State} */
  const pull = () => Object.fromEntries(names.map((name) => [name, model.get(name)]));

  let state = check(pull(), config) === null ? copy(pull()) : copy(first);
  let draft = copy(state);

  // --- the parts -----------------------------------------------------------------------------
  const id = uniqueId(config.widget);
  const title = make("p", { class: "ln-title", id: `${id}-title` }, config.title);
  const figure = make("div", { class: "ln-figure" });
  const problem = make("p", { class: "ln-problem", id: `${id}-problem`, role: "alert" });
  const said = make("p", { class: "ln-said", role: "status" });
  const core = make("p", { class: "ln-core", hidden: true });
  const claims = claimList();
  const table = valueTable({
    caption: spec.caption,
    title: config.title,
    id,
    columns: spec.columns,
  });
  const scalars = scalarLine();
  const panelOf = controls({ config, spec, id, link: model.link && (() => model.link?.() ?? "") });
  const live = make("div", { class: `ln-live ln-explore-${config.widget}`, role: "group" });
  live.setAttribute("aria-labelledby", title.id);
  live.append(title, panelOf.legend.root, figure, problem, panelOf.root);
  if (spec.claims) live.append(claims.root);
  const under = make("div");
  if (definition.below) live.append(under);
  live.append(scalars.root, table.root, core, said);
  el.append(live);

  const around = {
    id,
    spec,
    fields,
    config,
    change: (/** @type {string} */ name, /** @type {number} */ i, /** @type {any} */ value) =>
      edit(name, i, value, null),
    settled: () => draw(),
  };
  const view = definition.picture ? definition.picture(figure, around) : board(figure, around);
  const more = definition.below?.(under, around);

  // --- drawing -------------------------------------------------------------------------------
  const announce = throttle((/** @type {Result} */ result) => {
    said.textContent = sentence(spec, result, state);
  }, SAY_AFTER_MS);

  const draw = (force = false, began = performance.now()) => {
    const result = definition.compute(state, config);
    view.draw(result, state);
    more?.draw(result, state);
    claims.update(claimsOf(spec, result, state));
    table.update(rowsOf(spec, result, state));
    scalars.update(scalarsOf(spec, result, state));
    const preset = presets.find((one) => same(fields, one.state, state))?.id;
    panelOf.update(draft, preset, force, result);
    announce(result);
    compare(result);
    live.dataset.updateMs = (performance.now() - began).toFixed(3);
  };

  // --- the kernel's answer, where there is a kernel ------------------------------------------
  const compare = (/** @type {Result} */ result) => {
    const answer = model.get("core");
    core.hidden = !answer;
    if (!answer) return;
    const current = names.every((name) => equal(answer.state?.[name], state[name]));
    if (current) {
      core.textContent = agreement(disagreement(spec, result, answer.values));
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
    const wrong = check(draft, config);
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
    random: () => {
      // A draw that no norm can take (all features equal) is drawn again.
      for (let tries = 0; tries < 20; tries++) {
        draft = copy(state);
        for (const [name, [low, high]] of Object.entries(spec.random ?? {})) {
          draft[name] = Array.from(
            draft[name],
            () => low + Math.round(Math.random() * (high - low)),
          );
        }
        if (commit(null, true)) return;
      }
    },
    resize: (by) => {
      const before = copy(draft);
      for (const [name, neutral] of Object.entries(spec.neutral)) {
        if (by > 0) draft[name].push(neutral);
        else draft[name].pop();
      }
      // Taking away the one feature that differed can leave a constant h: then nothing changes.
      if (!commit(null)) draft = before;
    },
  });

  const follow = throttle(() => {
    const next = pull();
    if (check(next, config) !== null || same(fields, next, state)) return;
    state = copy(next);
    draft = copy(next);
    settle("", null);
    draw();
  }, 0);
  const listen = () => {
    if (!busy) follow();
  };
  const answered = () => compare(definition.compute(state, config));
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
