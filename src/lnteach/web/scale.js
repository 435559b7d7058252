/**
 * A linear scale with round ticks, as `d3-axis` takes it.
 *
 * (`d3-scale` would bring colours, dates and formats along: a seventh of the bundle.)
 */

import { ticks } from "d3-array";

/**
 * @param {number} from where the domain's low end stands, in pixels
 * @param {number} to where its high end stands
 */
export function linear(from, to) {
  let [low, high] = [0, 1];
  const place = (/** @type {number} */ x) =>
    from + (to - from) * (high === low ? 0.5 : (x - low) / (high - low));
  const methods = {
    /** Read the domain, or set it. @type {{ (): number[], (next: number[]): void }} */
    domain: (/** @type {number[]} */ next = [low, high]) => {
      [low, high] = next;
      return next;
    },
    range: () => [from, to],
    invert: (/** @type {number} */ y) => low + ((y - from) * (high - low)) / (to - from),
    /** Round numbers in the domain, about as many as asked for. */
    ticks: (/** @type {number} */ count) => ticks(low, high, count),
    copy: () => linear(from, to).over(low, high),
    over: (/** @type {number} */ start, /** @type {number} */ end) => {
      [low, high] = [start, end];
      return scale;
    },
  };
  const scale = Object.assign(place, methods);
  return scale;
}
