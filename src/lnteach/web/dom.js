/** The few lines that stand in for a framework. */

/**
 * Make an element with attributes, `on…` listeners and children.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | EventListener | null | undefined>} [attributes]
 *   `false`, null and undefined leave an attribute out, `true` makes it empty
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * A fragment from markup of our own (never from anything typed or read from an address).
 *
 * @param {string} markup
 */
export function fragment(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content;
}

let count = 0;

/** An id that no other element of the document has. @param {string} name */
export const uniqueId = (name) => {
  do count++;
  while (document.getElementById(`ln-${name}-${count}`));
  return `ln-${name}-${count}`;
};

/**
 * Call `f` with the latest arguments at most once in `ms`, the last call never lost.
 *
 * @template {any[]} A
 * @param {(...args: A) => void} f
 * @param {number} ms
 * @returns {((...args: A) => void) & { cancel: () => void }}
 */
export function throttle(f, ms) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {A} */
  let latest;
  const call = (/** @type {A} */ ...args) => {
    latest = args;
    timer ??= setTimeout(() => {
      timer = undefined;
      f(...latest);
    }, ms);
  };
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return Object.assign(call, { cancel });
}

/**
 * Call `f` once no call has come for `ms`.
 *
 * @param {() => void} f
 * @param {number} ms
 */
export function quiet(f, ms) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(f, ms);
  };
}
