/** Copying where there is a clipboard, and where there is none (plain http on a network). */

import { make } from "./dom.js";

/**
 * @param {string} text
 * @param {HTMLElement} place where the text is shown to be copied by hand, if all else fails
 * @returns {Promise<string>} what to tell the reader
 */
export async function copyText(text, place) {
  place.replaceChildren();
  try {
    await navigator.clipboard.writeText(text);
    return "Link copied.";
  } catch {
    // No clipboard without https, or it was refused.
  }
  const field = make("input", {
    type: "text",
    class: "ln-link",
    readonly: true,
    value: text,
    "aria-label": "Link to this state",
  });
  place.append(field);
  field.focus({ preventScroll: true });
  field.select();
  if (document.execCommand?.("copy")) {
    field.remove();
    return "Link copied.";
  }
  return "Copy this link by hand:";
}
