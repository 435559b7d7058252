/**
 * The Jacobian of u: a table of numbers and shades, its directions, and a change it is applied to.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { differentials, forward, map, meanOf } from "../arith.js";
import { board } from "../board.js";
import { make } from "../dom.js";
import { rowStyle } from "../numbers.js";
import { write } from "../table.js";
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
  const columns = h.map((/** @type {number} */ _, /** @type {number} */ j) =>
    apply(map(h, (_, i) => Number(i === j))),
  );
  const J = Array.from({ length: d * d }, (_, k) => columns[k % d][Math.floor(k / d)]);
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
 * The panels, and under them the matrix: a button an entry, shaded by its size and sign.
 *
 * @param {HTMLElement} figure
 * @param {import("../board.js").Surroundings} around
 * @returns {import("../board.js").Picture}
 */
export function picture(figure, around) {
  const panels = make("div");
  const table = make("table", { class: "ln-heat" });
  const box = make(
    "div",
    { class: "ln-scroll", role: "region", tabindex: 0, "aria-label": "The Jacobian du by dh" },
    table,
  );
  figure.append(panels, box);
  const { draw } = board(panels, around);
  /** @type {HTMLButtonElement[]} */
  let cells = [];
  const choose = (/** @type {number} */ i, /** @type {number} */ j) => {
    around.change("output", -1, i + 1);
    around.change("input", -1, j + 1);
  };

  const rebuild = (/** @type {number} */ d) => {
    const numbers = Array.from({ length: d }, (_, i) => i);
    cells = numbers.flatMap((i) =>
      numbers.map((j) => make("button", { type: "button", onclick: () => choose(i, j) })),
    );
    const head = numbers.map((j) =>
      make("th", { scope: "col" }, `dh`, make("sub", {}, `${j + 1}`)),
    );
    table.replaceChildren(
      make("thead", {}, make("tr", {}, make("td"), ...head)),
      make(
        "tbody",
        {},
        ...numbers.map((i) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, "du", make("sub", {}, `${i + 1}`)),
            ...numbers.map((j) => make("td", {}, cells[i * d + j])),
          ),
        ),
      ),
    );
  };
  table.addEventListener("keydown", (event) => {
    const d = Math.sqrt(cells.length);
    const at = cells.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -d, ArrowDown: d }[event.key];
    if (at < 0 || step === undefined || !cells[at + step]) return;
    if (Math.abs(step) === 1 && Math.floor(at / d) !== Math.floor((at + step) / d)) return;
    event.preventDefault();
    cells[at + step].focus();
    choose(Math.floor((at + step) / d), (at + step) % d);
  });

  return {
    draw(result, state) {
      draw(result, state);
      const { J } = result.vectors;
      const d = state.h.length;
      if (cells.length !== d * d) rebuild(d);
      const largest = Math.max(...Array.from(J, Math.abs), 1e-300);
      const style = rowStyle(J, d);
      const chosen = (state.output - 1) * d + state.input - 1;
      cells.forEach((cell, k) => {
        write(cell, J[k], style);
        const share = Math.round((70 * Math.abs(J[k])) / largest);
        cell.style.setProperty("--share", `${share}%`);
        cell.dataset.sign = J[k] < 0 ? "minus" : "plus";
        cell.setAttribute("aria-pressed", String(k === chosen));
        cell.tabIndex = k === chosen ? 0 : -1;
      });
    },
  };
}
