/**
 * A probe, its check, and what the check sees: the step, the conditions, and every mistake.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { map, mean, meanOf } from "../arith.js";
import { board } from "../board.js";
import { curves } from "../curves.js";
import { make } from "../dom.js";
import { rowStyle, show } from "../numbers.js";
import { fill, size } from "../spec.js";
import { write } from "../table.js";
import { constant } from "../valid.js";
import { central, narrowed, PRECISIONS, STEPS, spoiled, tested } from "./check-sweep.js";
import { examined, judge, part, toleranceFor } from "./check-table.js";
import { minus } from "./formulas.js";

const LARGEST = 1e12; // whose squares single precision still adds up
const ACROSS = { range: /** @type {[number, number]} */ ([1e-11, 1e3]), log: true };
const UP = { range: /** @type {[number, number]} */ ([1e-13, 100]), log: true };

/** @param {State} state */
const probeOf = ({ h, gamma, g_z, eps, spoil }) => spoiled({ h, gamma, g_z, eps }, spoil);

/** @param {State} state */
export function problem(state) {
  const { h, gamma, g_z, eps, tau, spoil } = state;
  if (spoil === "constant-u-squared" && h.length % 2) {
    return "The squares of u can only be equal where the number of features is even";
  }
  if (Math.max(size(h), size(gamma), size(g_z), eps, tau) > LARGEST) {
    return "The laboratory takes numbers up to 10¹²: single precision ends not far above";
  }
  const probe = probeOf(state);
  const single = narrowed(probe, Math.fround);
  if (constant(Array.from(probe.h), probe.eps)) return constant(Array.from(probe.h), probe.eps);
  return (
    constant(Array.from(single.h), single.eps) &&
    "In single precision all features are equal, with ε = 0"
  );
}

/**
 * @param {State} state
 * @param {import("../registry.js").Config} config
 * @returns {Result}
 */
export function compute(state, config) {
  const key = JSON.stringify(state);
  if (last.key !== key || last.config !== config)
    last = { key, config, result: found(state, config) };
  return last.result;
}

/** A state is computed to be judged and again to be drawn. @type {any} */
let last = {};

/**
 * @param {State} state
 * @param {import("../registry.js").Config} config
 * @returns {Result}
 */
function found(state, { data, fields, spec }) {
  const CHECKS = Object.keys(spec.checks);
  const { h, gamma, g_z, tau, option, check } = state;
  const probe = probeOf(state);
  const given = examined(probe);
  const { inputs, u, s, v, a, direct, g_h, scale } = given;
  const moved = tested(h.length);
  const double = given.measured(
    64,
    h.map((/** @type {number} */ _, /** @type {number} */ j) => j),
    tau,
  );
  const single = given.measured(32, moved, tau);

  const error = (/** @type {ArrayLike<number>} */ gaps) => part(size(gaps), scale);
  const sweep = (/** @type {typeof double} */ { narrow, round, features, right }) =>
    STEPS.map((step) =>
      error(moved.map((j) => central(narrow, j, step, round) - right[features.indexOf(j)])),
    );

  const small = 10 * toleranceFor(64);
  const [root, m, q] = [Math.sqrt(v), mean(a), meanOf(a, u)];
  const spread = Math.max(...inputs.gamma) - Math.min(...inputs.gamma);
  const uu = map(u, (x) => x * x);
  const uneven = size(map(uu, (x) => x - mean(uu)));
  const flat = inputs.h.every((x) => x === inputs.h[0]) || size(u) <= small;
  const lacks = [
    flat,
    spread <= small * size(inputs.gamma),
    inputs.eps === 0 || (!flat && s - root <= small * root),
    Math.abs(s - 1) <= small,
    Math.abs(m) <= small * size(a),
    flat || Math.abs(q) <= small * size(a) * size(u),
    flat || uneven <= small * size(uu),
  ];

  const ids = Object.keys(data.options);
  const { values, judged } = judge(probe, given, double, tau, spec.checks, data);
  const row = ids.indexOf(option);
  const { code, gap, right, limit } = judged[row][CHECKS.indexOf(check)];
  const whole = Array.from(values[row]).every(Number.isFinite);
  const hiding = ids.filter(
    (_, n) => part(size(minus(values[n], g_h)), Math.max(size(values[n]), scale)) <= 1e-9,
  );

  const said = (/** @type {number} */ x) => show(Math.abs(x) < 1e-13 ? 0 : x);
  const put = (/** @type {string} */ text, /** @type {any} */ words) => fill(text, { words });
  const titleOf = (/** @type {any} */ { options, titles }, /** @type {string} */ id) =>
    titles[options.indexOf(id)];
  const { what } = spec.checks[check];
  const numbers = [size(u), spread, root / s, s, m, q, uneven];
  const words = {
    ...Object.fromEntries(numbers.map((x, k) => [`number_${k + 1}`, said(x)])),
    formula: data.options[option].formula,
    check: titleOf(fields.check, check),
    option: titleOf(fields.option, option),
    gap: put(what, { x: said(gap) }),
    right: put(what, { x: said(right) }),
    limit: said(limit),
    count: String(hiding.length),
    hidden: hiding.map((id) => titleOf(fields.option, id)).join("; "),
    table: put(spec.said_of_table, {
      word: spec.table[data.table[option][CHECKS.indexOf(check)]],
    }),
  };
  const verdict = spec.verdicts[code === 2 && !whole ? 3 : code];
  return {
    vectors: {
      ...{ h, gamma, g_z, u, a, direct, g_h, unit: [1] },
      probe_h: inputs.h,
      probe_gamma: inputs.gamma,
      probe_g_z: inputs.g_z,
      value: whole ? values[row] : map(u, () => 0),
      measured_64: double.found,
      measured_32: single.found,
      sweep_64: sweep(double),
      sweep_32: sweep(single),
    },
    scalars: {
      ...{ s, tau },
      error_64: error(moved.map((j) => double.missed[j])),
      error_32: error(single.missed),
      best_64: Math.cbrt(PRECISIONS[64].epsilon) * s,
      best_32: Math.cbrt(PRECISIONS[32].epsilon) * s,
      ...Object.fromEntries(lacks.map((lack, k) => [`lack_${k + 1}`, Number(lack)])),
      hidden: hiding.length,
      unseen: Number(code !== 1),
    },
    codes: judged.flatMap((one) => one.map((each) => each.code)),
    words: { ...words, cell: put(verdict, words) },
  };
}

/**
 * Features and gradient, and under them the sweep.
 *
 * @param {HTMLElement} figure
 * @param {import("../board.js").Surroundings} around
 * @returns {import("../board.js").Picture}
 */
export function picture(figure, around) {
  const [panels, sweep] = [make("div"), make("div")];
  figure.append(panels, sweep);
  const { draw } = board(panels, around);
  const { title, across, up } = around.config.spec.sweep;
  const frame = {
    across: { ...ACROSS, title: across },
    up: { ...UP, title: up },
    rows: 2,
    name: title,
  };
  const plot = curves(sweep, frame, (tau) => around.change("tau", -1, Number(tau.toPrecision(2))));
  return {
    draw(result, state) {
      draw(result, state);
      const { s, tau, error_64, error_32, best_64, best_32 } = result.scalars;
      const rounding = (/** @type {number} */ bits) =>
        STEPS.map((one) => (PRECISIONS[bits].epsilon * s) / one);
      /** The point at which a name stands follows s as the curves do. @param {number} k */
      const near = (k) => Math.min(STEPS.length - 1, Math.max(0, k + Math.round(Math.log2(s) / 2)));
      const bent = STEPS.map((one) => (one / s) ** 2);
      const guide = { ink: "soft", dash: "2 4" };
      plot({
        x: STEPS,
        curves: [
          {
            label: "bending (τ/s)²",
            values: bent,
            at: near(18),
            anchor: "end",
            ink: "soft",
            dash: "7 4",
          },
          { label: "rounding, float32", values: rounding(32), at: near(21), ...guide },
          { label: "rounding, float64", values: rounding(64), at: near(14), ...guide },
          { label: "float32", values: result.vectors.sweep_32, at: 0, dot: "square" },
          { label: "float64", values: result.vectors.sweep_64, at: 0, dot: "round" },
        ],
        rules: [
          { at: best_64, label: "best, float64", anchor: "end", dash: "1 3" },
          { at: best_32, label: "best, float32", anchor: "start", dash: "1 3" },
          { at: tau, label: "τ", row: 1, ink: "ink" },
        ],
        crosses: [
          [tau, error_64],
          [tau, error_32],
        ],
      });
    },
  };
}

/**
 * Under the claims: every mistake against every check as buttons, and the sweep in numbers.
 *
 * @param {HTMLElement} root
 * @param {import("../board.js").Surroundings} around
 * @returns {import("../board.js").Picture}
 */
export function below(root, { config, change }) {
  const { spec } = config;
  const CHECKS = Object.keys(spec.checks);
  const { options, titles = [] } = /** @type {import("../state.js").ChoiceField} */ (
    config.fields.option
  );
  const names = /** @type {import("../state.js").ChoiceField} */ (config.fields.check).titles ?? [];
  const words = (/** @type {number} */ k) => {
    const [n, c] = [Math.floor(k / CHECKS.length), k % CHECKS.length];
    return { n, c, text: `${titles[n]}, ${names[c]}` };
  };
  const cells = Array.from({ length: options.length * CHECKS.length }, (_, k) => {
    const { n, c } = words(k);
    const onclick = () => {
      change("option", -1, options[n]);
      change("check", -1, CHECKS[c]);
    };
    return make("button", { type: "button", onclick });
  });
  const heads = CHECKS.map((id, c) =>
    make("th", { scope: "col", title: names[c] }, spec.checks[id].short),
  );
  const grid = make(
    "table",
    { class: "ln-checks" },
    make("caption", {}, `${spec.grid.title}. ${spec.grid.key}`),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, spec.grid.corner), ...heads)),
    make(
      "tbody",
      {},
      ...options.map((_, n) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, titles[n]),
          ...CHECKS.map((_, c) => make("td", {}, cells[n * CHECKS.length + c])),
        ),
      ),
    ),
  );
  const numbers = spec.sweep.rows
    .slice(1)
    .map((/** @type {string} */ name, /** @type {number} */ r) => {
      const data = r ? "sweep_32" : "sweep_64";
      const list = STEPS.map((_, i) => make("td", { "data-name": data, "data-index": i }));
      return { data, list, row: make("tr", {}, make("th", { scope: "row" }, name), ...list) };
    });
  const steps = STEPS.map((one) => make("th", { scope: "col" }, show(one)));
  const sweep = make(
    "table",
    { class: "ln-table" },
    make("caption", { class: "ln-said" }, spec.sweep.numbers),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, spec.sweep.rows[0]), ...steps)),
    make("tbody", {}, ...numbers.map((/** @type {any} */ { row }) => row)),
  );
  for (const [table, label] of /** @type {const} */ ([
    [grid, spec.grid.title],
    [sweep, spec.sweep.numbers],
  ])) {
    root.append(
      make("div", { class: "ln-scroll", role: "region", tabindex: 0, "aria-label": label }, table),
    );
  }
  return {
    draw({ vectors, codes = [] }, { option, check }) {
      const [row, column] = [options.indexOf(option), CHECKS.indexOf(check)];
      cells.forEach((cell, k) => {
        const { n, c, text } = words(k);
        const code = codes[k];
        const chosen = n === row && c === column;
        if (cell.dataset.code !== String(code)) {
          cell.dataset.code = String(code);
          cell.textContent = spec.cells[code];
          cell.setAttribute("aria-label", `${text}: ${spec.says[code]}`);
        }
        cell.setAttribute("aria-pressed", String(chosen));
      });
      for (const { data, list } of numbers) {
        list.forEach((/** @type {HTMLElement} */ cell, /** @type {number} */ i) => {
          const x = vectors[data][i];
          write(cell, x, rowStyle([x]));
        });
      }
    },
  };
}
