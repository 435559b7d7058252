/** The exercise in JupyterLab: the bank comes with the widget, the state is in its traits. */

import { enhance } from "./exercise.js";

/** @param {{ model: import("../registry.js").Model, el: HTMLElement }} args */
export function render({ model, el }) {
  el.innerHTML = model.get("html"); // written by lnteach.selfcheck, from content files
  const section = el.querySelector("section");
  if (!section) return;
  const set = (/** @type {string} */ name, /** @type {any} */ value) => {
    model.set(name, value);
    model.save_changes();
  };
  el.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
  const bank = model.get("bank");
  const alive = enhance(section, {
    bank,
    load: async () => bank,
    seed: () => model.get("seed"),
    setSeed: (seed) => set("seed", seed),
    kept: {
      get: () => ({ seed: model.get("seed"), text: model.get("answer") }),
      set: ({ text }) => set("answer", text),
    },
    record: (_, right) =>
      set(right ? "solved" : "tries", model.get(right ? "solved" : "tries") + 1),
    base: null,
  });
  const follow = () => alive?.follow();
  model.on("change:seed", follow);
  return () => model.off("change:seed", follow);
}
