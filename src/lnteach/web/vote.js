/**
 * A vote that replies: the button, the reply to the chosen option, and a memory.
 *
 * The markup (question, options, closed answer) is complete without this.
 *
 * @typedef {import("./registry.js").Model} Model
 */

import { fragment, make } from "./dom.js";
import { storage } from "./state.js";

const RIGHT = `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 10.5l4 4 8-9"/></svg>`;
const NOT_YET = `<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7"/><path d="M10 6v5M10 13.4v.2"/></svg>`;

/**
 * @param {HTMLElement} section
 * @param {{ get: () => string | null, set: (choice: string | null) => void }} [memory]
 *   where the answer is kept: the local storage, if nothing else is given
 * @returns {{ show: () => void } | null} `show` follows the memory; null if it was alive already
 */
export function enhance(section, memory = shelf(section.dataset.vote ?? "")) {
  const form = section.querySelector("form");
  const answer = section.querySelector(".ln-vote-answer");
  if (!form || !answer || "live" in section.dataset) return null;
  section.dataset.live = "";

  const again = make("button", { type: "button", class: "ln-button ln-quiet" }, "Start over");
  const reply = make("div", { class: "ln-vote-reply", role: "status" });
  form.append(
    make(
      "div",
      { class: "ln-vote-buttons" },
      make("button", { type: "submit", class: "ln-button" }, "Check my answer"),
      again,
    ),
  );
  form.after(reply);

  const radios = () => [...form.querySelectorAll("input")];

  /** @param {string | null} choice */
  const show = (choice) => {
    const found = [...answer.querySelectorAll(".ln-reply")].find(
      (node) => node.getAttribute("data-choice") === choice,
    );
    for (const radio of radios()) radio.checked = found !== undefined && radio.value === choice;
    again.hidden = !found;
    section.dataset.state = !found ? "open" : isRight(found) ? "right" : "not-yet";
    reply.replaceChildren(...(found ? content(found) : []));
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const choice = radios().find((radio) => radio.checked)?.value ?? null;
    if (choice === null) {
      reply.replaceChildren(make("p", {}, "Choose one of the options first."));
      return;
    }
    memory.set(choice);
    show(choice);
  });
  again.addEventListener("click", () => {
    memory.set(null);
    show(null);
    radios()[0]?.focus(); // the button that had the focus is gone
  });

  const restore = () => show(memory.get());
  restore();
  return { show: restore };
}

/** @param {Element} reply */
const isRight = (reply) => reply.hasAttribute("data-right");

/**
 * The reply as nodes: mathematics is cloned as it stands, never parsed again.
 *
 * @param {Element} found
 */
function content(found) {
  const copy = /** @type {Element} */ (found.cloneNode(true));
  for (const node of copy.querySelectorAll("[id]")) node.removeAttribute("id");
  for (const mark of copy.querySelectorAll(".ln-mark")) mark.remove();
  const right = isRight(found);
  return [
    make(
      "p",
      { class: `ln-verdict ${right ? "ln-right" : "ln-not-yet"}` },
      fragment(right ? RIGHT : NOT_YET),
      make("b", {}, right ? "Right." : "Not yet."),
    ),
    ...copy.childNodes,
  ];
}

/** @param {string} id */
function shelf(id) {
  const kept = storage("vote");
  return {
    get: () => {
      const choice = kept.get(id);
      return typeof choice === "string" ? choice : null;
    },
    /** @param {string | null} choice */
    set: (choice) => (choice === null ? kept.remove(id) : kept.set(id, choice)),
  };
}

/**
 * In JupyterLab the answer is the trait `choice`, so two views and the notebook share it.
 *
 * @param {{ model: Model, el: HTMLElement }} args
 */
export function render({ model, el }) {
  el.innerHTML = model.get("html"); // written by lnteach.course, from content files
  const section = el.querySelector("section");
  if (!section) return;
  for (const node of el.querySelectorAll("[id]")) {
    if (document.querySelectorAll(`#${CSS.escape(node.id)}`).length > 1) {
      // A second view of the same vote: names must not be taken twice in one document.
      const id = `${node.id}-${Math.random().toString(36).slice(2, 8)}`;
      if (section.getAttribute("aria-labelledby") === node.id)
        section.setAttribute("aria-labelledby", id);
      node.id = id;
    }
  }
  const alive = enhance(section, {
    get: () => model.get("choice") || null,
    set: (choice) => {
      model.set("choice", choice ?? "");
      model.save_changes();
    },
  });
  const follow = () => alive?.show();
  model.on("change:choice", follow);
  return () => model.off("change:choice", follow);
}
