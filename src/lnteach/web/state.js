/**
 * The one place for state outside the page: the address and the local storage.
 *
 * A widget declares its properties as data (`fields` in its config); the address then carries
 * them as `?three-routes=h:1,2,3;eps:1/3`. Several widgets of a page have a parameter each.
 *
 * @typedef {{
 *   type: "vector" | "number", label?: string, min?: number, max?: number, step?: number,
 *   scale?: string, least?: number,
 * }} NumberField `min` to `max` is the range of a handle or slider; `least`, what is allowed at all
 * @typedef {{ type: "choice", label?: string, options: string[], titles?: string[] }} ChoiceField
 * @typedef {NumberField | ChoiceField} Field
 * @typedef {Record<string, Field>} Fields
 * @typedef {Record<string, any>} State
 * @typedef {{ id: string, title: string, state: State }} Preset
 */

import { exact, read } from "./numbers.js";

const MAX_TEXT = 8000;
const MAX_LENGTH = 128;
/** Browsers refuse more than some 100 changes of the address in 30 s. */
const WRITE_EVERY_MS = 400;
const VERSION = 1;

/**
 * @param {Fields} fields
 * @param {State} state
 * @returns {string} one `name:value` a property, exact to the last bit
 */
export function encode(fields, state) {
  return Object.entries(fields)
    .map(([name, { type }]) => {
      const value = state[name];
      if (type === "choice") return `${name}:${value}`;
      return `${name}:${type === "vector" ? Array.from(value, exact).join(",") : exact(value)}`;
    })
    .join(";");
}

/**
 * Read what `encode` wrote, or what a person changed in it; what cannot be read is left out.
 *
 * @param {Fields} fields
 * @param {string} text
 * @param {Preset[]} [presets] `preset:ID` stands for all properties of a preset
 * @returns {State}
 */
export function decode(fields, text, presets = []) {
  /** @type {State} */
  const state = {};
  if (text.length > MAX_TEXT) return state;
  for (const part of text.split(";")) {
    const colon = part.indexOf(":");
    const [name, value] = [part.slice(0, colon).trim(), part.slice(colon + 1).trim()];
    if (name === "preset") Object.assign(state, presets.find(({ id }) => id === value)?.state);
    if (colon < 0 || !Object.hasOwn(fields, name)) continue;
    const field = fields[name];
    if (field.type === "choice") {
      if (field.options.includes(value)) state[name] = value;
      continue;
    }
    const numbers = value.split(",").map((item) => read(item));
    if (numbers.length > MAX_LENGTH || numbers.some((item) => item.error !== undefined)) continue;
    const values = numbers.map((item) => /** @type {{ value: number }} */ (item).value);
    if (field.type === "vector") state[name] = values;
    else if (values.length === 1) state[name] = values[0];
  }
  return state;
}

/** @param {any} one @param {any} other numbers, texts, or vectors of numbers */
export const equal = (one, other) =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((x, i) => x === other[i]));

/**
 * @param {Fields} fields
 * @param {State} one
 * @param {State} other
 */
export const same = (fields, one, other) =>
  Object.keys(fields).every((name) => equal(one[name], other[name]));

/** A state of its own, sharing no vector. @param {State} state @returns {State} */
export const copy = (state) =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
  );

/**
 * The text for the address: nothing for the opening state, a preset's name, or all properties.
 *
 * @param {Fields} fields
 * @param {State} state
 * @param {State} opening
 * @param {Preset[]} presets
 * @returns {string | null}
 */
export function address(fields, state, opening, presets) {
  if (same(fields, state, opening)) return null;
  const preset = presets.find((item) => same(fields, item.state, state));
  return preset ? `preset:${preset.id}` : encode(fields, state);
}

/**
 * @param {string} key
 * @param {string | null} text
 * @param {string} [href]
 * @returns {string} the address with this parameter set or gone, all else untouched
 */
export function withParameter(key, text, href = location.href) {
  const url = new URL(href);
  const query = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && part.split("=")[0] !== encodeURIComponent(key));
  if (text !== null) {
    // The punctuation that a query may hold stays readable.
    const plain = encodeURIComponent(text).replace(/%(3A|2C|3B|2F)/g, decodeURIComponent);
    query.push(`${encodeURIComponent(key)}=${plain}`);
  }
  url.search = query.join("&");
  return url.href;
}

/** @type {Map<string, () => string | null>} */
const waiting = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let written = 0;

/**
 * Put a parameter into the address, soon: changes that follow fast are written once.
 *
 * @param {string} key
 * @param {() => string | null} text asked for when it is written
 */
export function writeParameter(key, text) {
  waiting.set(key, text);
  if (timer !== undefined) return;
  timer = setTimeout(flush, Math.max(0, written + WRITE_EVERY_MS - Date.now()));
}

/** Write what waits now (before the address is copied or the page is left). */
export function flush() {
  clearTimeout(timer);
  timer = undefined;
  written = Date.now();
  if (waiting.size === 0) return;
  let href = location.href;
  for (const [key, text] of waiting) href = withParameter(key, text(), href);
  waiting.clear();
  try {
    history.replaceState(history.state, "", href);
  } catch {
    // A sandboxed frame or a file: page has no say over its address; the widget works on.
  }
}

/** @param {string} key */
export const readParameter = (key) => new URLSearchParams(location.search).get(key);

/**
 * Where the site begins on its host, so that two sites on one host do not share what they keep.
 *
 * @returns {string}
 */
export function siteRoot() {
  const up = document.documentElement.dataset.content_root; // written by Sphinx
  if (up) return new URL(up, location.href).pathname;
  try {
    const lab = document.getElementById("jupyter-config-data")?.textContent;
    if (lab) return String(JSON.parse(lab).baseUrl ?? "/");
  } catch {
    // Not JupyterLab's: fall through.
  }
  return new URL(".", location.href).pathname;
}

/** What the storage did not take. @type {Map<string, string>} */
const memory = new Map();

/**
 * A shelf of the local storage; where storage is forbidden or full it lasts as long as the page.
 *
 * @param {string} shelf such as "vote"
 */
export function storage(shelf) {
  /** @param {string} key */
  const name = (key) => `lnteach:${siteRoot()}:v${VERSION}:${shelf}:${key}`;
  return {
    /** @param {string} key @returns {any} null if nothing (or nonsense) is kept */
    get(key) {
      try {
        const text = memory.get(name(key)) ?? localStorage.getItem(name(key));
        return text === null ? null : JSON.parse(text);
      } catch {
        return null;
      }
    },
    /** @param {string} key @param {any} value */
    set(key, value) {
      const text = JSON.stringify(value);
      try {
        localStorage.setItem(name(key), text);
        memory.delete(name(key));
      } catch {
        memory.set(name(key), text);
      }
    },
    /** @param {string} key */
    remove(key) {
      memory.delete(name(key));
      try {
        localStorage.removeItem(name(key));
      } catch {
        // Forbidden: nothing was kept there.
      }
    },
  };
}

/** The state a widget opens in. @param {import("./registry.js").Config} config @returns {State} */
export const opening = (config) => {
  const preset = config.presets.find(({ id }) => id === config.open) ?? config.presets[0];
  return config.state ?? preset.state;
};
