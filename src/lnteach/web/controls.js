/**
 * The controls under the picture: an example, a view, ε; everything else behind "more".
 *
 * @typedef {import("./registry.js").Config} Config
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").NumberField} NumberField
 * @typedef {{
 *   edit: (name: string, i: number, value: any) => void,
 *   preset: (id: string) => void, reset: () => void, resize: (by: number) => void,
 * }} Actions `i` is -1 for what is not a vector
 */

import { copyText } from "./clipboard.js";
import { fragment, make, uniqueId } from "./dom.js";
import { numberInput, vectorInput } from "./fields.js";
import labels from "./labels.json";
import { speak } from "./numbers.js";
import { VECTORS } from "./routes.js";
import { swatch } from "./table.js";

const LETTERS = /** @type {Record<string, string>} */ (labels.letters);
const VIEWS = { du: "change <i>du</i>", g_h: "gradient <i>g</i><sub><i>h</i></sub>" };

/** The legend: mark, word and formula of each bar. @param {string} id */
function legendOf(id) {
  const root = make("ul", { class: "ln-legend" });
  let shown = "";
  return {
    root,
    /** @param {"du" | "g_h"} view */
    update(view) {
      if (view === shown) return;
      shown = view;
      const items = Object.entries(labels.formulas[view]).map(([mark, formula]) => {
        const text = `${swatch(mark, id)}<b>${mark}</b> <span class="ln-formula">${formula}</span>`;
        return make("li", { class: `ln-of-${mark}` }, fragment(text));
      });
      root.replaceChildren(...items);
    },
  };
}

/**
 * @param {{ config: Config, id: string, link?: () => string }} options
 */
export function controls({ config, id, link }) {
  const { fields, presets, lengths } = config;
  /** @type {Actions} */
  let actions = { edit() {}, preset() {}, reset() {}, resize() {} };
  const eps = /** @type {NumberField} */ (fields.eps);
  const legend = legendOf(id);

  const own = make("option", { value: "" }, "your own numbers");
  const choose = make(
    "select",
    { onchange: () => choose.value && actions.preset(choose.value) },
    ...presets.map((preset) => make("option", { value: preset.id }, preset.title)),
  );
  const radios = /** @type {("du" | "g_h")[]} */ (["du", "g_h"]).map((view) => {
    const radio = make("input", { type: "radio", name: `${id}-view`, value: view });
    radio.addEventListener("change", () => actions.edit("view", -1, view));
    return { radio, label: make("label", {}, radio, make("span", {}, fragment(VIEWS[view]))) };
  });
  const view = make(
    "fieldset",
    { class: "ln-view" },
    make("legend", {}, "Show"),
    make("div", {}, ...radios.map(({ label }) => label)),
  );
  const line = make("p", { class: "ln-error", id: uniqueId("error"), "aria-live": "polite" });
  const typed = numberInput({
    label: [fragment(labels.letters.eps)],
    name: "eps",
    index: -1,
    step: eps.step ?? 0.01,
    line,
    change: (value) => actions.edit("eps", -1, value),
  });
  const slider = make("input", {
    type: "range",
    min: eps.min ?? 0,
    max: eps.max ?? 10,
    step: eps.step ?? 0.01,
    "aria-label": "ε, as a slider",
    oninput: () => actions.edit("eps", -1, Number(slider.value)),
  });
  const bar = make(
    "div",
    { class: "ln-controls" },
    make("label", { class: "ln-choose" }, make("span", {}, "Example"), choose),
    view,
    make("div", { class: "ln-eps" }, typed.root, slider),
  );

  const vectors = Object.fromEntries(
    VECTORS.map((name) => [
      name,
      vectorInput({
        name: name === "gamma" ? "γ" : name,
        legend: [fragment(LETTERS[name])],
        step: /** @type {NumberField} */ (fields[name]).step ?? 0.1,
        change: (i, value) => actions.edit(name, i, value),
      }),
    ]),
  );
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
  const rest = make(
    "details",
    { class: "ln-more" },
    make("summary", {}, link ? "More: numbers, link, reset" : "More: numbers, reset"),
    make("div", { class: "ln-vectors" }, ...VECTORS.map((name) => vectors[name].root)),
    make(
      "div",
      { class: "ln-buttons" },
      more,
      fewer,
      button("Reset", () => actions.reset()),
    ),
  );
  if (link) rest.lastElementChild?.append(copyLink, told, place);

  return {
    legend,
    root: make("div", {}, bar, line, rest),

    /** @param {Actions} given */
    connect(given) {
      actions = given;
    },

    /** @param {State} draft @param {string | undefined} preset @param {boolean} force */
    update(draft, preset, force) {
      legend.update(draft.view);
      if (preset === undefined && !own.parentNode) choose.prepend(own);
      if (preset !== undefined) own.remove();
      if (choose.value !== (preset ?? "")) choose.value = preset ?? "";
      for (const { radio } of radios) radio.checked = radio.value === draft.view;
      typed.write(draft.eps, force);
      if (Number(slider.value) !== draft.eps) slider.value = String(draft.eps);
      slider.setAttribute("aria-valuetext", speak(draft.eps));
      vectors.dh.root.hidden = draft.view !== "du";
      vectors.g_z.root.hidden = draft.view !== "g_h";
      for (const name of VECTORS) vectors[name].write(draft[name], force);
      fewer.disabled = draft.h.length <= lengths.min;
      more.disabled = draft.h.length >= lengths.max;
    },

    /** Put a problem of the whole state down to one field. @param {string | null} field @param {string} lineId */
    blame(field, lineId) {
      const at = (/** @type {string} */ name) => (field === name ? lineId : null);
      typed.blame(at("eps.-1"));
      for (const name of VECTORS) {
        for (const [i, input] of vectors[name].inputs.entries()) input.blame(at(`${name}.${i}`));
      }
    },
  };
}
