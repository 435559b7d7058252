/**
 * The controls under the picture: an example and what the widget names; the rest behind "more".
 *
 * @typedef {import("./registry.js").Config} Config
 * @typedef {import("./state.js").State} State
 * @typedef {import("./spec.js").Spec} Spec
 * @typedef {{
 *   root: HTMLElement, write: (draft: State, force: boolean) => void,
 *   blame?: (field: string | null, lineId: string) => void,
 * }} Control
 * @typedef {{
 *   edit: (name: string, i: number, value: any) => void,
 *   preset: (id: string) => void, reset: () => void, random: () => void,
 *   resize: (by: number) => void,
 * }} Actions `i` is -1 for what is not a vector
 */

import { copyText } from "./clipboard.js";
import { choiceControl, numberControl, vectorControl } from "./control-kinds.js";
import { fragment, make } from "./dom.js";
import { MANY } from "./picture.js";
import { fill, visible } from "./spec.js";
import { swatch } from "./table.js";

/** The legend: mark, word and formula of each bar. @param {Spec} spec @param {string} id */
function legendOf(spec, id) {
  const root = make("ul", { class: "ln-legend" });
  let shown = "";
  return {
    root,
    /** @param {State} state @param {import("./spec.js").Result} result */
    update(state, result) {
      const items = visible(spec.legend, state).map(({ mark, html, word = mark }) => ({
        mark,
        text: `${swatch(mark, id)}<b>${fill(word, result)}</b> <span class="ln-formula">${fill(html, result)}</span>`,
      }));
      const next = items.map(({ text }) => text).join();
      if (next === shown) return;
      shown = next;
      root.replaceChildren(
        ...items.map(({ mark, text }) => make("li", { class: `ln-of-${mark}` }, fragment(text))),
      );
    },
  };
}

/**
 * @param {{ config: Config, spec: Spec, id: string, link?: () => string }} options
 */
export function controls({ config, spec, id, link }) {
  const { fields, presets, lengths } = config;
  /** @type {Actions} */
  let actions = { edit() {}, preset() {}, reset() {}, random() {}, resize() {} };
  const legend = legendOf(spec, id);
  const edit =
    (/** @type {string} */ name) => (/** @type {number} */ i, /** @type {any} */ value) =>
      actions.edit(name, i, value);

  const own = make("option", { value: "" }, "your own numbers");
  const choose = make(
    "select",
    { onchange: () => choose.value && actions.preset(choose.value) },
    ...presets.map((preset) => make("option", { value: preset.id }, preset.title)),
  );

  /** @type {Record<string, Control>} */
  const all = {};
  /** @type {Node[]} */
  const lines = []; // complaints of the fields that are always seen
  for (const [name, field] of Object.entries(fields)) {
    if (field.type === "choice") all[name] = choiceControl({ name, field, id, change: edit(name) });
    else if (field.type === "vector")
      all[name] = vectorControl({ name, field, spec, change: edit(name) });
    else {
      const made = numberControl({ name, field, spec, change: edit(name) });
      all[name] = made;
      lines.push(made.line);
    }
  }
  const seen = config.visible.map((name) => all[name].root);
  const bar = make(
    "div",
    { class: "ln-controls" },
    make("label", { class: "ln-choose" }, make("span", {}, "Example"), choose),
    ...seen,
  );
  const others = Object.entries(all).filter(([name]) => !config.visible.includes(name));

  const told = make("span", { class: "ln-told", role: "status" });
  const place = make("span");
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
    make("button", { type: "button", class: "ln-button ln-quiet", onclick }, text);
  const fewer = button("Remove the last feature", () => actions.resize(-1));
  const more = button("Add a feature", () => actions.resize(1));
  const copyLink = button("Copy link", async () => {
    told.textContent = "";
    told.textContent = await copyText(link?.() ?? "", place);
  });
  const reset = button("Reset", () => actions.reset());
  const draw = spec.random ? [button("New numbers", () => actions.random())] : [];
  const buttons = [...(lengths.min === lengths.max ? [] : [more, fewer]), ...draw, reset];
  const rest = make(
    "details",
    { class: "ln-more" },
    make("summary", {}, link ? "More: numbers, link, reset" : "More: numbers, reset"),
    make("div", { class: "ln-vectors" }, ...others.map(([, { root }]) => root)),
    make("div", { class: "ln-buttons" }, ...buttons),
  );
  if (link) rest.lastElementChild?.append(copyLink, told, place);
  const tucked = new Set(others.map(([name]) => name));
  /** What the tucked fields have to say once they are seen. @type {{ draft: State, force: boolean } | null} */
  let late = null;
  rest.addEventListener("toggle", () => {
    if (rest.open && late) for (const name of tucked) all[name].write(late.draft, late.force);
    if (rest.open) late = null;
  });

  return {
    legend,
    root: make("div", {}, bar, ...lines, rest),

    /** @param {Actions} given */
    connect(given) {
      actions = given;
    },

    /**
     * @param {State} draft
     * @param {string | undefined} preset
     * @param {boolean} force
     * @param {import("./spec.js").Result} result
     */
    update(draft, preset, force, result) {
      legend.update(draft, result);
      if (preset === undefined && !own.parentNode) choose.prepend(own);
      if (preset !== undefined) own.remove();
      if (choose.value !== (preset ?? "")) choose.value = preset ?? "";
      const hidden = visible(spec.hide, draft).map(({ field }) => field);
      const [vector] = Object.keys(spec.neutral);
      // Hundreds of fields that nobody sees are written when they are asked for.
      const waits = !rest.open && vector !== undefined && draft[vector].length > MANY;
      late = waits ? { draft, force: force || (late?.force ?? false) } : null;
      for (const [name, { root, write }] of Object.entries(all)) {
        if (root.hidden !== hidden.includes(name)) root.hidden = hidden.includes(name);
        if (!waits || !tucked.has(name)) write(draft, force);
      }
      if (vector === undefined) return;
      fewer.disabled = draft[vector].length <= lengths.min;
      more.disabled = draft[vector].length >= lengths.max;
    },

    /** Put a problem of the whole state down to one field. @param {string | null} field @param {string} lineId */
    blame(field, lineId) {
      for (const { blame } of Object.values(all)) blame?.(field, lineId);
    },
  };
}
