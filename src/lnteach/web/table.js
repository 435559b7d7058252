/**
 * The numbers behind the picture: a table with a column a feature, and a line of scalars.
 *
 * Each number carries its full double in `data-value`; the text is made for reading.
 *
 * @typedef {{
 *   name: string, label: string, mark?: string, values: ArrayLike<number>, power?: boolean,
 * }} Row `mark` is a route's name, `label` markup of our own; `power`: written with powers of ten
 * @typedef {{ name: string, label: string, value: number }} Scalar
 */

import { fragment, make, quiet } from "./dom.js";
import { fraction, rowStyle, show, speak } from "./numbers.js";

/**
 * An element that shows a number, and what it shows already.
 *
 * @typedef {{ node: HTMLElement, text: Text | null, x: number, style: string | number }} Cell
 */

/** @param {HTMLElement} node @returns {Cell} */
export const cellIn = (node) => ({ node, text: null, x: Number.NaN, style: "" });

/**
 * Write a number into its cell, in place.
 *
 * @param {Cell} cell
 * @param {number} x
 * @param {"fraction" | number | "power"} style
 */
export function writeCell(cell, x, style) {
  if (cell.style === style && Object.is(cell.x, x)) return;
  const { node } = cell;
  cell.x = x;
  cell.style = style;
  node.setAttribute("data-value", String(x));
  const found = style === "fraction" ? fraction(x) : null;
  if (!found || found[1] === 1) {
    const text = show(x, style);
    if (!cell.text) {
      cell.text = document.createTextNode(text);
      node.replaceChildren(cell.text);
    } else if (cell.text.data !== text) cell.text.data = text;
    return;
  }
  if (cell.text || !node.lastChild) {
    cell.text = null;
    node.replaceChildren(
      make(
        "span",
        { class: "ln-frac", "aria-hidden": "true" },
        make("span", {}),
        make("span", { class: "ln-over" }),
        make("span", { class: "ln-slash" }, "/"),
        make("span", { class: "ln-under" }),
      ),
      make("span", { class: "ln-said" }),
    );
  }
  const [drawn, said] = node.children;
  const [sign, over, , under] = drawn.children;
  sign.textContent = found[0] < 0 ? "\u2212" : "";
  over.textContent = String(Math.abs(found[0]));
  under.textContent = String(found[1]);
  said.textContent = speak(x, style);
}

/** @type {WeakMap<HTMLElement, Cell>} */
const known = new WeakMap();

/**
 * Write a number into an element that is not kept as a cell.
 *
 * @param {HTMLElement} node
 * @param {number} x
 * @param {"fraction" | number | "power"} style
 */
export function write(node, x, style) {
  const cell = known.get(node) ?? cellIn(node);
  known.set(node, cell);
  writeCell(cell, x, style);
}

/** @param {string} mark @param {string} shape */
const pointSwatch = (mark, shape) =>
  `<svg class="ln-swatch" width="18" height="14" viewBox="-9 -7 18 14" aria-hidden="true"><g class="ln-point ln-${mark}">${shape}</g></svg>`;

const POINTS = /** @type {Record<string, string>} */ ({
  mistake: pointSwatch("mistake", `<circle r="6"/>`),
  measured: pointSwatch("measured", `<path d="M-5-5L5 5M-5 5L5-5"/>`),
});

/** A swatch in a route's colour and mark. @param {string} mark @param {string} id */
export const swatch = (mark, id) =>
  POINTS[mark] ??
  `<svg class="ln-swatch" width="18" height="14" aria-hidden="true"><rect class="ln-bar ln-${mark}" x="1.5" y="1.5" width="15" height="11"${
    mark === "mean" || mark === "variance" ? ` style="fill:url(#${id}-${mark})"` : ""
  }/></svg>`;

/**
 * @param {{ caption: string, title: string, id: string, columns?: string }} options `title` tells
 *   the tables of a page apart; `id` of the patterns; `columns`, what is numbered
 */
export function valueTable({ caption, title: of, id, columns = "feature" }) {
  const head = make("tr");
  const body = make("tbody");
  const title = make("caption", { class: "ln-said" }, caption);
  const root = make(
    "div",
    { class: "ln-scroll", role: "region", "aria-label": `${of}: ${caption}`, tabindex: 0 },
    make("table", { class: "ln-table" }, title, make("thead", {}, head), body),
  );
  let shape = "";
  /** @type {Cell[][]} */
  let cells = [];
  /** @type {ReturnType<typeof styled>} */
  let shown = [];
  let near = 0;

  /** @param {Row[]} rows @param {number} d */
  const rebuild = (rows, d) => {
    const features = Array.from({ length: d }, (_, i) => make("th", { scope: "col" }, `${i + 1}`));
    head.replaceChildren(make("th", { scope: "col" }, columns), ...features);
    cells = rows.map(({ name }) =>
      features.map((_, i) => cellIn(make("td", { "data-name": name, "data-index": i }))),
    );
    body.replaceChildren(
      ...rows.map(({ label, mark }, r) => {
        const text = fragment(`${mark ? swatch(mark, id) : ""}<span>${label}</span>`);
        const first = make("th", { scope: "row" }, make("div", {}, text));
        const class_ = mark ? `ln-of-${mark}` : null;
        return make("tr", { class: class_ }, first, ...cells[r].map(({ node }) => node));
      }),
    );
  };
  /** @param {number} from @param {number} to */
  const fill = (from, to) => {
    shown.forEach(({ values, style }, r) => {
      const last = Math.min(to, values.length);
      for (let i = from; i < last; i++) writeCell(cells[r][i], values[i], style);
    });
  };
  const rest = quiet(() => fill(0, Number.POSITIVE_INFINITY), FILL_AFTER_MS);
  root.addEventListener(
    "scroll",
    () => {
      const d = cells[0]?.length ?? 0;
      near = Math.max(0, Math.floor((d * root.scrollLeft) / Math.max(root.scrollWidth, 1)) - 1);
      fill(near, near + SEEN);
    },
    { passive: true },
  );
  return {
    root,
    /** @param {Row[]} rows */
    update(rows) {
      const d = rows[0].values.length;
      const next = `${d} ${rows.map(({ label }) => label).join()}`; // a view's rows never change
      const fresh = next !== shape;
      if (fresh) rebuild(rows, d);
      shape = next;
      shown = styled(rows, d);
      // Of a wide table only what is in sight keeps up with a drag; the rest follows when it rests.
      if (fresh || d <= SEEN) return fill(0, d);
      fill(near, near + SEEN);
      rest();
    },
  };
}

/** How many columns keep up with every change: more than fit beside each other. */
const SEEN = 24;
const FILL_AFTER_MS = 120;

/**
 * Each row's values with their style: the routes and their sum are written alike, so that they can be
 * added in one's head.
 *
 * @param {Row[]} rows
 * @param {number} d
 */
function styled(rows, d) {
  const sum = rows.filter(summed).flatMap(({ values }) => Array.from(values));
  const common = rowStyle(sum, d);
  return rows.map((row) => {
    const own = row.power ? /** @type {const} */ ("power") : rowStyle(row.values);
    return { values: row.values, style: summed(row) && !row.power ? common : own };
  });
}

/** What is measured is no part of a sum. @param {Row} row */
const summed = ({ mark }) => mark !== undefined && mark !== "measured";

/** A line of named scalars: μ = 2, v = 2/3, … */
export function scalarLine() {
  const root = make("p", { class: "ln-scalars" });
  let shape = "";
  /** @type {Cell[]} */
  let cells = [];
  return {
    root,
    /** @param {Scalar[]} scalars */
    update(scalars) {
      const next = scalars.map(({ label }) => label).join();
      if (next !== shape) {
        cells = scalars.map(({ name }) => cellIn(make("span", { "data-name": name })));
        root.replaceChildren(
          ...scalars.map(({ label }, i) =>
            make("span", {}, fragment(`${label} = `), cells[i].node),
          ),
        );
      }
      shape = next;
      scalars.forEach(({ value }, i) => {
        writeCell(cells[i], value, rowStyle([value]));
      });
    },
  };
}
