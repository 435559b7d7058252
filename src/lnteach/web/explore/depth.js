/**
 * A deep stack of residual blocks: how large the gradient is at every block, and at every feature.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { map } from "../arith.js";
import { board } from "../board.js";
import { curves } from "../curves.js";
import { make } from "../dom.js";
import { valueTable } from "../table.js";
import { constant } from "../valid.js";
import spec from "./depth.json";
import { back, norm, run, squares, units } from "./stack.js";

export { spec };

/** Of the features, of the whole numbers, of any other number. */
const [LEAST, MOST] = [3, 16];
const WHOLE = { depth: 24, seed: 999 };
const LARGEST = 1e6;
/** A gradient that grows or shrinks by this factor has left the level. */
const LEVEL = 10;
const LOWEST_POWER = -12;
/** How the curves are told apart. @type {Record<string, Omit<import("../curves.js").Curve, "values">>} */
const LOOKS = {
  none: { label: "no norm", dot: "round" },
  pre: { label: "pre-norm", dash: "6 3", dot: "square" },
  post: { label: "post-norm", ink: "soft", dash: "8 3 2 3", dot: "round" },
  rms: { label: "RMSNorm", ink: "soft", dash: "2 4", dot: "square" },
};
const KINDS = Object.keys(LOOKS);
/** How far up the stack the names stand, where the curves lie apart. */
const NAMED = 0.3;
const HEIGHT = 180;
/** A row of the table that goes below it is written with powers of ten. */
const SMALL = 0.001;

/** @param {State} state */
export function problem({ h, gamma, scale, gain, eps, ...whole }) {
  if (h.length < LEAST || h.length > MOST) return `This widget takes ${LEAST} to ${MOST} features`;
  for (const [name, most] of Object.entries(WHOLE)) {
    const n = whole[name];
    if (!Number.isInteger(n) || n < 1 || n > most) {
      return `The ${name} is a whole number from 1 to ${most}`;
    }
  }
  const row = h.map((/** @type {number} */ x) => scale * x);
  if (Math.max(...[...row, ...gamma, gain, eps].map(Math.abs)) > LARGEST) {
    return "No stack is meant for numbers beyond a million";
  }
  return constant(row, eps) && "With ε = 0 the row cannot be multiplied by 0, or so small a number";
}

/** How far a curve leaves the range from 1/LEVEL to LEVEL. @param {Float64Array} size */
const outsideOf = (size) => Math.max(0, Math.max(...size) - LEVEL, 1 / LEVEL - Math.min(...size));

/**
 * By how much a farther feature's gradient exceeds that of a nearer one, at most.
 *
 * @param {Float64Array} distance
 * @param {Float64Array} size
 */
function excessOf(distance, size) {
  const near = 1e-9 * Math.max(...distance);
  let most = 0;
  for (let i = 0; i < size.length; i++) {
    for (let j = 0; j < size.length; j++) {
      if (distance[i] > distance[j] + near) most = Math.max(most, size[i] - size[j]);
    }
  }
  return most;
}

/** The last state and its result: what was checked is drawn next. @type {[string, Result] | []} */
let last = [];

/** @param {State} state @returns {Result} */
export function compute(state) {
  const key = JSON.stringify(state);
  if (last[0] !== key) last = [key, computed(state)];
  return /** @type {Result} */ (last[1]);
}

/** @param {State} state @returns {Result} */
function computed(state) {
  const { h, gamma, scale, gain, depth, eps, placement } = state;
  const row = map(h, (x) => scale * x);
  const runs = Object.fromEntries(KINDS.map((kind) => [kind, run(kind, row, state)]));
  const sizes = Object.fromEntries(KINDS.map((kind) => [kind, runs[kind].sizes]));
  const saved = norm(row, gamma, eps, true);
  const [through, level] = [true, false].map((variance) => {
    const down = units(h.length);
    for (const g of down) back(g, saved, gamma, variance);
    return squares(down).map(Math.sqrt);
  });
  const out = ["pre", "post", "rms"].map((kind) => ({ kind, far: outsideOf(sizes[kind]) }));
  const left = out.filter(({ far }) => far > 1e-9).map(({ kind }) => LOOKS[kind].label);
  const [low, high] = [sizes.pre[0], sizes.rms[0]].sort((a, b) => a - b);
  const factor = sizes.none[0] ** (1 / depth);
  const expected = Math.sqrt(1 + gain ** 2);
  return {
    vectors: {
      h,
      row,
      gamma,
      u: saved.u,
      ...sizes,
      bottom: runs[placement].bottom,
      through,
      level,
    },
    scalars: {
      factor,
      expected,
      inverse_s: 1 / saved.s,
      lowest: sizes.pre[0] / sizes.pre[1],
      ...Object.fromEntries(KINDS.map((kind) => [`bottom_${kind}`, sizes[kind][0]])),
      one: 1,
      short: Math.max(0, LEVEL - sizes.none[0]),
      stray: Math.max(0, Math.abs(factor / expected - 1) - 0.1),
      outside: Math.max(...out.map(({ far }) => far)),
      apart: Math.max(0, high - 2 * low),
      excess: excessOf(saved.u.map(Math.abs), through),
    },
    words: {
      left: left.length > 1 ? `${left.slice(0, -1).join(", ")} and ${left.at(-1)}` : left.join(),
    },
  };
}

/** The powers of ten that hold all values, and a tenth and ten at least. @param {number[]} values */
function decades(values) {
  const low = Math.min(...values.filter((x) => x > 0));
  return /** @type {[number, number]} */ ([
    10 ** Math.max(LOWEST_POWER, Math.min(-1, Math.floor(Math.log10(low)))),
    10 ** Math.max(1, Math.ceil(Math.log10(Math.max(...values)))),
  ]);
}

/**
 * How the curves are drawn and told: names over the two that are larger there, below the others.
 *
 * @param {Result} result
 * @param {number} depth
 */
function looks({ vectors }, depth) {
  const at = Math.round(NAMED * depth);
  const ranked = [...KINDS].sort((one, other) => vectors[other][at] - vectors[one][at]);
  return KINDS.map((kind) => {
    const values = vectors[kind];
    return { ...LOOKS[kind], name: kind, at, below: ranked.indexOf(kind) > 1, values };
  });
}

/**
 * The numbers of the curves as a table, a column a block.
 *
 * @param {HTMLElement} root
 * @param {import("../board.js").Surroundings} around
 * @returns {import("../board.js").Picture}
 */
export function below(root, { id, config }) {
  const { title, columns } = spec.blocks;
  const table = valueTable({ caption: title, title: config.title, id, columns });
  root.append(table.root);
  return {
    draw({ vectors }) {
      table.update(
        KINDS.map((name) => {
          const values = vectors[name];
          const power = Math.min(...Array.from(values)) < SMALL;
          return { name, label: LOOKS[name].label, values, power };
        }),
      );
    },
  };
}

/**
 * The curves, and the panels under them.
 *
 * @param {HTMLElement} figure
 * @param {import("../board.js").Surroundings} around
 * @returns {import("../board.js").Picture}
 */
export function picture(figure, around) {
  const { title, across, up } = spec.blocks;
  const [plot, panels] = [make("div"), make("div")];
  figure.append(plot, panels);
  const rest = board(panels, around);
  let shape = "";
  /** @type {ReturnType<typeof curves>} */
  let draw;

  return {
    draw(result, state) {
      const all = looks(result, state.depth);
      const range = decades(all.flatMap(({ values }) => Array.from(values)));
      const top = state.depth + 1;
      const next = [...range, top].join();
      if (next !== shape) {
        plot.replaceChildren();
        draw = curves(plot, {
          across: { title: across, range: [1, top] },
          up: { title: up, range, log: true },
          height: HEIGHT,
          rows: 0,
          name: title,
        });
      }
      shape = next;
      draw({ x: Array.from({ length: top }, (_, k) => k + 1), curves: all });
      rest.draw(result, state);
    },
  };
}
