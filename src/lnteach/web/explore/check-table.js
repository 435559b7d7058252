/**
 * Which check notices which mistake on the numbers at hand: the chapter's table, live.
 *
 * `lnteach.widgets.check_table` does the same by the core and the catalogue.
 *
 * @typedef {import("./check-sweep.js").Probe} Probe
 * @typedef {ArrayLike<number>} Vector
 * @typedef {{ limit: number, gap: number, right: number, code: number }} Judged `gap`: what the
 *   check sees of a mistake, `right`: of the right gradient; `code`: 0 blind, 1 caught, 2 undecided
 */

import { forward, map } from "../arith.js";
import { evaluate } from "../formula.js";
import { central, narrowed, PRECISIONS, tested } from "./check-sweep.js";
import { letterValue, minus, RIGHT, whole } from "./formulas.js";

/** The step of differences of somebody's own forward pass, as a part of s, and what they allow. */
const OWN = { step: 1e-4, limit: 1e-5 };

/** How well central differences agree with a right gradient. @param {number} bits */
export const toleranceFor = (bits) => 20 * PRECISIONS[bits].epsilon ** (2 / 3);

/** @param {number} x @param {number} beside */
export const part = (x, beside) => (x === 0 ? 0 : x / beside);

/** The sum of what comes for each feature. @param {number} d @param {(i: number) => number} f */
const total = (d, f) => {
  let all = 0;
  for (let i = 0; i < d; i++) all += f(i);
  return all;
};

/** Its largest size. @param {number} d @param {(i: number) => number} f */
const most = (d, f) => {
  let found = 0;
  for (let i = 0; i < d; i++) found = Math.max(found, Math.abs(f(i)));
  return found;
};

/** @param {Vector} x */
const largest = (x) => most(x.length, (i) => x[i]);

/** Vectors as plain lists, for the formulas. @param {Probe} probe */
const lists = ({ h, gamma, g_z, eps }) => ({
  h: Array.from(h),
  gamma: Array.from(gamma),
  g_z: Array.from(g_z),
  eps,
});

/**
 * What a probe gives: u, a, the right gradient and the size of its largest term; and how the
 * differences with a step come out in a precision.
 *
 * @param {Probe} probe
 */
export function examined(probe) {
  const inputs = lists(probe);
  const d = inputs.h.length;
  const { mu, c, u, s, v } = forward(inputs.h, inputs.eps);
  const a = map(inputs.g_z, (x, i) => x * inputs.gamma[i]);
  const direct = map(a, (x) => x / s);
  // What a mistake leaves as it is need not be computed again; and here c is centred twice, while
  // with one pass its mean is only nearly 0 where h is far from it.
  const known = { mu, c: Array.from(c), v, s, u: Array.from(u) };
  const centred = { ...inputs, ...known, a: Array.from(a) };
  const valueBy = (/** @type {any} */ option) => {
    const given = /** @type {Record<string, any>} */ ({ ...centred });
    const changed = Object.keys(option?.lines ?? {});
    const chain = Object.keys(known);
    const first = chain.findIndex((letter) => changed.includes(letter));
    if (first >= 0) for (const letter of chain.slice(first)) delete given[letter];
    if (changed.includes("a")) delete given.a;
    return whole(letterValue("g_h", given, option), d);
  };
  const g_h = valueBy(undefined);
  const scale = Math.max(largest(g_h), largest(direct));
  /** @param {number} bits @param {number[]} features @param {number} tau */
  const measured = (bits, features, tau) => {
    const { round } = PRECISIONS[bits];
    const narrow = narrowed(probe, round);
    const all = bits === 64 ? g_h : whole(letterValue("g_h", lists(narrow)), d);
    const right = features.map((j) => all[j]);
    const found = features.map((j) => central(narrow, j, tau, round));
    const missed = minus(found, right);
    /** How far a gradient is from what was measured. @param {Vector} g */
    const gap = (g) =>
      part(
        most(features.length, (k) => g[features[k]] - g_h[features[k]] - missed[k]),
        Math.max(largest(g), scale),
      );
    return { narrow, round, features, right, found, missed, gap };
  };
  return { inputs, centred, valueBy, u, s, v, a, direct, g_h, scale, measured };
}

/**
 * The table, a row a mistake and in it a column a check.
 *
 * @param {Probe} probe
 * @param {ReturnType<typeof examined>} given of this probe
 * @param {ReturnType<typeof given.measured>} double measured there
 * @param {number} tau
 * @param {Record<string, any>} checks of the spec
 * @param {any} data the options, and which of them have a forward pass of their own
 * @returns {{ values: Vector[], judged: Judged[][] }}
 */
export function judge(probe, given, double, tau, checks, { options, shared, u_dot }) {
  const { u, s, direct, inputs } = given;
  const d = u.length;
  const moved = tested(d);
  const ones = new Array(d).fill(1);
  const at = (/** @type {ReturnType<typeof examined>} */ one) => ({
    one,
    values: Object.values(options).map(one.valueBy),
  });
  /** @type {Record<string, ReturnType<typeof at>>} */
  const places = {
    given: at(given),
    unit: at(examined({ ...probe, gamma: ones })),
    dull: at(examined({ ...probe, gamma: ones, g_z: ones })),
  };
  const exact = Number(evaluate(u_dot, given.centred, RIGHT));
  const sizes = (/** @type {Vector} */ g) => total(d, (i) => Math.abs(g[i]));
  const along = (/** @type {Vector} */ g) => total(d, (i) => Math.abs(g[i] * u[i]));
  const product = (/** @type {Vector} */ g) => total(d, (i) => g[i] * u[i]);
  const norm = (/** @type {Vector} */ g) => Math.sqrt(total(d, (i) => g[i] * g[i]));
  const [all, inside, wide, length] = [sizes(direct), along(direct), norm(direct), norm(u)];
  /** @type {Record<string, (g: Vector) => number>} */
  const identities = {
    sum: (g) => part(Math.abs(total(d, (i) => g[i])), Math.max(sizes(g), all)),
    "u-dot-zero": (g) => part(Math.abs(product(g)), length * Math.max(norm(g), wide)),
    "u-dot-exact": (g) => part(Math.abs(product(g) - exact), Math.max(along(g), inside)),
  };
  const columns = Object.entries(checks).map(
    ([id, { limit, bits = 64, at: where = "given", own }]) => {
      const { one, values } = places[where];
      const here = bits === 64 && where === "given" ? double : null;
      const gap = identities[id] ?? (here ?? one.measured(bits, moved, tau)).gap;
      return { values, limit: limit ?? toleranceFor(bits), gap, right: gap(one.g_h), own };
    },
  );
  /** What differences of an option's own forward pass say. @param {any} option @param {Vector} g */
  const ownGap = (option, g) => {
    const by = OWN.step * s;
    const rows = moved.flatMap((j) =>
      [by, -by].map((one) => inputs.h.map((x, i) => (i === j ? x + one : x))),
    );
    const z = letterValue("z", { ...inputs, h: rows, beta: ones }, option);
    const loss = (/** @type {number} */ n) => total(d, (i) => inputs.g_z[i] * z[n][i]);
    const gap = (/** @type {number} */ k) =>
      g[moved[k]] - (loss(2 * k) - loss(2 * k + 1)) / (2 * by);
    return part(most(moved.length, gap), Math.max(largest(g), given.scale));
  };
  const judged = Object.entries(options).map(([id, option], n) =>
    columns.map(({ values, limit, gap, right, own }) => {
      const g = values[n];
      const mine = own && shared.includes(id);
      const [seen, allowed] = mine ? [ownGap(option, g), OWN.limit] : [gap(g), limit];
      const sure = Number.isFinite(seen) && right <= limit;
      return { limit: allowed, gap: seen, right, code: sure ? Number(seen > allowed) : 2 };
    }),
  );
  return { values: places.given.values, judged };
}
