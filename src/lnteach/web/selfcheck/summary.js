/** The reader's progress on a page: which exercises are solved, and the way out and in as a file. */

import { make } from "../dom.js";
import { fromFile, toFile } from "./progress.js";

/**
 * Mark the solved ones in a list of exercises (`li[data-exercise]`), and add the buttons.
 *
 * @param {HTMLElement} block
 * @param {import("./progress.js").Shelf} shelf
 */
export function showProgress(block, shelf) {
  if ("live" in block.dataset) return;
  block.dataset.live = "";
  const items = /** @type {HTMLElement[]} */ ([...block.querySelectorAll("li[data-exercise]")]);
  const count = make("p", { class: "ln-progress-count" });
  const status = make("p", { role: "status" });
  const file = make("input", {
    type: "file",
    accept: "application/json,.json",
    id: "ln-progress-file",
    onchange: async () => {
      const given = file.files?.[0];
      if (!given) return;
      try {
        shelf.add(fromFile(await given.text()));
        status.textContent = "Taken in: nothing that was here is lost.";
      } catch (error) {
        status.textContent = error instanceof Error ? error.message : String(error);
      }
      file.value = "";
    },
  });
  const button = (/** @type {string} */ text, /** @type {() => void} */ call) =>
    make("button", { type: "button", class: "ln-button ln-quiet", onclick: call }, text);
  const save = button("Save as a file", () => {
    const address = URL.createObjectURL(
      new Blob([toFile(shelf.now)], { type: "application/json" }),
    );
    make("a", { href: address, download: "lnteach-progress.json" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  });
  const forget = button("Forget everything", () => {
    shelf.forget();
    status.textContent = "Forgotten.";
  });
  const show = () => {
    let solved = 0;
    for (const item of items) {
      const entry = shelf.now.exercises[item.dataset.exercise ?? ""];
      const done = (entry?.right ?? 0) > 0;
      solved += Number(done);
      const numbers = new Set(entry?.seeds).size;
      const often = numbers > 1 ? `, on ${numbers} sets of numbers` : "";
      const mark = item.querySelector(".ln-done") ?? make("span", { class: "ln-done" });
      mark.textContent = done ? ` ✓ solved${often}` : "";
      item.append(mark);
    }
    count.textContent = `${solved} of ${items.length} solved. Kept in this browser only.`;
  };
  block.prepend(count);
  block.append(
    make("div", { class: "ln-exercise-buttons" }, save, forget),
    make("p", {}, make("label", { for: "ln-progress-file" }, "Take in a saved file: "), file),
    status,
  );
  shelf.listeners.add(show);
  show();
}
