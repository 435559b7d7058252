/**
 * The Jacobian of u: a table of numbers and shades, its directions, and a change it is applied to.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { differentials, forward, map, meanOf } from "../arith.js";
import { board } from "../board.js";
import { make } from "../dom.js";
import { heatMap } from "../heat.js";
import { rowStyle } from "../numbers.js";
import { MANY } from "../picture.js";
import { size } from "../spec.js";
import { cellIn, writeCell } from "../table.js";
import { minus } from "./formulas.js";

export { default as spec } from "./jacobian.json";

/** @param {State} state */
export function problem({ h, output, input }) {
  const wrong = [output, input].find((n) => !Number.isInteger(n) || n > h.length);
  return wrong === undefined
    ? null
    : `There is no feature ${wrong}: they are numbered from 1 to ${h.length}`;
}

/** @param {State} state @returns {Result} */
export function compute(state) {
  const { h, dh, gamma, eps, output, input } = state;
  const d = h.length;
  const saved = forward(h, eps);
  const { c, v, s, u } = saved;
  const apply = (/** @type {ArrayLike<number>} */ x) => differentials(saved, x).total;
  const J = new Float64Array(d * d);
  const one = new Float64Array(d);
  for (let j = 0; j < d; j++) {
    one[j] = 1;
    const column = apply(one);
    for (let i = 0; i < d; i++) J[i * d + j] = column[i];
    one[j] = 0;
  }
  const mean = meanOf(
    dh,
    map(h, () => 1),
  );
  const share = v > 0 ? meanOf(c, dh) / v : 0;
  const across = map(dh, (x, i) => x - mean - share * c[i]);
  const leak = eps / (v + eps) / s;
  const { direct, total } = differentials(saved, dh);
  return {
    vectors: {
      h,
      dh,
      gamma,
      u,
      du: total,
      dz: map(total, (x, i) => x * gamma[i]),
      direct,
      J,
      unit: [1 / s],
      row: J.slice((output - 1) * d, output * d),
      J_ones: apply(map(h, () => 1)),
      u_gap: minus(
        apply(u),
        map(u, (x) => leak * x),
      ),
      across,
      rest_gap: minus(
        apply(across),
        map(across, (x) => x / s),
      ),
    },
    scalars: {
      s,
      entry: J[(output - 1) * d + input - 1],
      leak,
      rest: 1 / s,
      meet: u[output - 1] * u[input - 1],
    },
  };
}

/**
 * The panels, and under them the matrix: a button an entry, or with many features a map of shades.
 *
 * @param {HTMLElement} figure
 * @param {import("../board.js").Surroundings} around
 * @returns {import("../board.js").Picture}
 */
export function picture(figure, around) {
  const panels = make("div");
  const box = make("div", {
    class: "ln-scroll",
    role: "region",
    tabindex: 0,
    "aria-label": "The Jacobian du by dh",
  });
  figure.append(panels, box);
  const { draw } = board(panels, around);
  const choose = (/** @type {number} */ i, /** @type {number} */ j) => {
    around.change("output", -1, i + 1);
    around.change("input", -1, j + 1);
  };
  const table = buttons(choose);
  /** @type {ReturnType<typeof heatMap> | undefined} */
  let map_;

  return {
    draw(result, state) {
      draw(result, state);
      const d = state.h.length;
      if (d > MANY) map_ ??= heatMap(choose);
      const shown = d > MANY && map_ ? map_ : table;
      if (box.firstChild !== shown.root) box.replaceChildren(shown.root);
      shown.draw(result.vectors.J, d, (state.output - 1) * d + state.input - 1);
    },
  };
}

/**
 * A table of buttons, each shaded by its entry's size and sign.
 *
 * @param {(i: number, j: number) => void} choose
 */
function buttons(choose) {
  const root = make("table", { class: "ln-heat" });
  /** @type {(import("../table.js").Cell & { node: HTMLElement, share: number, sign: string })[]} */
  let cells = [];
  let chosen = -1;

  const rebuild = (/** @type {number} */ d) => {
    const numbers = Array.from({ length: d }, (_, i) => i);
    const button = (/** @type {number} */ i, /** @type {number} */ j) =>
      make("button", {
        type: "button",
        tabindex: -1,
        "aria-pressed": "false",
        onclick: () => choose(i, j),
      });
    cells = numbers.flatMap((i) =>
      numbers.map((j) => ({ ...cellIn(button(i, j)), share: -1, sign: "" })),
    );
    chosen = -1;
    const head = numbers.map((j) =>
      make("th", { scope: "col" }, `dh`, make("sub", {}, `${j + 1}`)),
    );
    root.replaceChildren(
      make("thead", {}, make("tr", {}, make("td"), ...head)),
      make(
        "tbody",
        {},
        ...numbers.map((i) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, "du", make("sub", {}, `${i + 1}`)),
            ...numbers.map((j) => make("td", {}, cells[i * d + j].node)),
          ),
        ),
      ),
    );
  };
  root.addEventListener("keydown", (event) => {
    const d = Math.sqrt(cells.length);
    const at = cells.findIndex(({ node }) => node === event.target);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -d, ArrowDown: d }[event.key];
    if (at < 0 || step === undefined || !cells[at + step]) return;
    if (Math.abs(step) === 1 && Math.floor(at / d) !== Math.floor((at + step) / d)) return;
    event.preventDefault();
    cells[at + step].node.focus();
    choose(Math.floor((at + step) / d), (at + step) % d);
  });
  /** @param {number} k @param {boolean} on */
  const press = (k, on) => {
    cells[k]?.node.setAttribute("aria-pressed", String(on));
    if (cells[k]) cells[k].node.tabIndex = on ? 0 : -1;
  };

  return {
    root,
    /** @param {ArrayLike<number>} J row by row @param {number} d @param {number} next the chosen entry */
    draw(J, d, next) {
      if (cells.length !== d * d) rebuild(d);
      const largest = Math.max(size(J), 1e-300);
      const style = rowStyle(J, d);
      cells.forEach((cell, k) => {
        writeCell(cell, J[k], style);
        const share = Math.round((70 * Math.abs(J[k])) / largest);
        const sign = J[k] < 0 ? "minus" : "plus";
        if (share !== cell.share) cell.node.style.setProperty("--share", `${share}%`);
        if (sign !== cell.sign) cell.node.dataset.sign = sign;
        cell.share = share;
        cell.sign = sign;
      });
      if (next === chosen) return;
      press(chosen, false);
      press(next, true);
      chosen = next;
    },
  };
}
