/**
 * A deep stack of residual blocks: how large the gradient is at every block, and at every feature.
 *
 * The stacks are those of `lnteach.experiments.stacks`, for one row; down each of them go d unit
 * gradients, so the root of the mean square is that of independent entries of variance 1.
 *
 * @typedef {import("../state.js").State} State
 * @typedef {import("../spec.js").Result} Result
 */

import { forward, map, meanOf, sum } from "../arith.js";
import { board } from "../board.js";
import { curves } from "../curves.js";
import { make } from "../dom.js";
import { valueTable } from "../table.js";
import { constant } from "../valid.js";
import spec from "./depth.json";
import { normals } from "./seeded.js";

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
  pre: { label: "pre-norm", below: true, dash: "6 3", dot: "square" },
  post: { label: "post-norm", below: true, ink: "soft", dash: "8 3 2 3", dot: "round" },
  rms: { label: "RMSNorm", ink: "soft", dash: "2 4", dot: "square" },
};
const KINDS = Object.keys(LOOKS);
/** How far up the stack the names stand, where the curves lie apart. */
const NAMED = 0.3;
const HEIGHT = 180;

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

/**
 * What a norm saves of a row, and its output.
 *
 * @typedef {{ s: number, u: Float64Array, z: Float64Array, centred: boolean }} Normed
 * @param {ArrayLike<number>} h
 * @param {ArrayLike<number>} gamma
 * @param {number} eps
 * @param {boolean} centred LayerNorm, else RMSNorm
 * @returns {Normed}
 */
function norm(h, gamma, eps, centred) {
  const { s, u } = centred ? forward(h, eps) : rootMeanSquare(h, eps);
  return { s, u, z: map(u, (x, i) => gamma[i] * x), centred };
}

/** @param {ArrayLike<number>} h @param {number} eps */
function rootMeanSquare(h, eps) {
  const s = Math.sqrt(meanOf(h, h) + eps);
  return { s, u: map(h, (x) => x / s) };
}

/**
 * Take a gradient back through a norm, in place.
 *
 * @param {Float64Array} g
 * @param {Normed | null} saved null where there is no norm
 * @param {ArrayLike<number>} gamma
 * @param {boolean} [variance] whether with the variance term
 */
function back(g, saved, gamma, variance = true) {
  if (!saved) return;
  const { s, u, centred } = saved;
  for (let i = 0; i < g.length; i++) g[i] *= gamma[i];
  const m = centred ? sum(g) / g.length : 0;
  const q = variance ? meanOf(g, u) : 0;
  for (let i = 0; i < g.length; i++) g[i] = (g[i] - m - u[i] * q) / s;
}

/** The unit gradients of d features. @param {number} d */
const units = (d) =>
  Array.from({ length: d }, (_, r) => Float64Array.from({ length: d }, (_, i) => Number(i === r)));

/** The sum over some gradients of each feature's square. @param {Float64Array[]} gradients */
function squares(gradients) {
  const all = new Float64Array(gradients[0].length);
  for (const g of gradients) for (let i = 0; i < all.length; i++) all[i] += g[i] * g[i];
  return all;
}

/**
 * The weights of a stack from the bottom up, before the gain; the last ones are kept.
 *
 * @type {{ key: string, blocks: Float64Array[][] }}
 */
let drawn = { key: "", blocks: [] };

/** @param {number} seed @param {number} depth @param {number} d */
function weights(seed, depth, d) {
  const key = [seed, depth, d].join();
  if (drawn.key === key) return drawn.blocks;
  const all = normals(seed, 2 * depth * d * d);
  const part = (/** @type {number} */ k, /** @type {number} */ size) =>
    all.subarray(k * d * d, (k + 1) * d * d).map((x) => x * Math.sqrt(size / d));
  const blocks = Array.from({ length: depth }, (_, k) => [part(2 * k, 2), part(2 * k + 1, 1)]);
  drawn = { key, blocks };
  return blocks;
}

/** A row times a matrix. @param {ArrayLike<number>} x @param {Float64Array} w */
function times(x, w) {
  const d = x.length;
  const out = new Float64Array(d);
  for (let i = 0; i < d; i++) {
    if (x[i] !== 0) for (let j = 0; j < d; j++) out[j] += x[i] * w[i * d + j];
  }
  return out;
}

/**
 * A gradient back through a branch: only the units that let the row pass let it pass.
 *
 * @param {Float64Array} g
 * @param {Float64Array[]} block
 * @param {Float64Array} hidden
 * @param {number} gain
 */
function backBranch(g, [first, second], hidden, gain) {
  const d = g.length;
  const out = new Float64Array(d);
  for (let j = 0; j < d; j++) {
    if (hidden[j] <= 0) continue;
    let arriving = 0;
    for (let i = 0; i < d; i++) arriving += second[j * d + i] * g[i];
    arriving *= gain;
    for (let i = 0; i < d; i++) out[i] += first[i * d + j] * arriving;
  }
  return out;
}

/**
 * Up through one stack and down again.
 *
 * @param {string} kind
 * @param {Float64Array} row
 * @param {State} state
 * @returns {{ sizes: Float64Array, bottom: Float64Array }}
 */
function run(kind, row, { gamma, gain, depth, seed, eps }) {
  const d = row.length;
  const blocks = weights(seed, depth, d);
  let h = row;
  const kept = blocks.map(([first, second]) => {
    const inner = kind === "pre" || kind === "rms" ? norm(h, gamma, eps, kind === "pre") : null;
    const hidden = times(inner?.z ?? h, first).map((x) => Math.max(x, 0));
    const branch = times(hidden, second);
    const added = map(h, (x, i) => x + gain * branch[i]);
    const outer = kind === "post" ? norm(added, gamma, eps, true) : null;
    h = outer?.z ?? added;
    return { inner, hidden, outer };
  });
  let down = units(d);
  let found = squares(down);
  const sizes = new Float64Array(depth + 1).fill(1);
  for (let k = depth - 1; k >= 0; k--) {
    const { inner, hidden, outer } = kept[k];
    down = down.map((g) => {
      back(g, outer, gamma);
      const branch = backBranch(g, blocks[k], hidden, gain);
      back(branch, inner, gamma);
      for (let i = 0; i < d; i++) branch[i] += g[i];
      return branch;
    });
    found = squares(down);
    sizes[k] = Math.sqrt(sum(found) / d);
  }
  return { sizes, bottom: found.map(Math.sqrt) };
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
    vectors: { h, row, gamma, u: saved.u, ...sizes, bottom: runs[placement].bottom, through, level },
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
 * The curves, the panels under them, and for later the curves' numbers as a table.
 *
 * @param {HTMLElement} figure
 * @param {import("../board.js").Surroundings} around
 * @returns {import("../board.js").Picture}
 */
export function picture(figure, around) {
  const { title, across, up, columns } = spec.blocks;
  const [plot, panels] = [make("div"), make("div")];
  const table = valueTable({ caption: title, title: around.config.title, id: around.id, columns });
  figure.append(plot, panels);
  const below = board(panels, around);
  let shape = "";
  /** @type {ReturnType<typeof curves>} */
  let draw;

  return {
    more: table.root,
    draw(result, state) {
      const all = KINDS.map((kind) => ({
        ...LOOKS[kind],
        at: Math.round(NAMED * state.depth),
        values: result.vectors[kind],
      }));
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
      below.draw(result, state);
      table.update(all.map(({ label, values }, k) => ({ name: KINDS[k], label, values })));
    },
  };
}
