/**
 * A linear scale with round ticks, as `d3-axis` takes it.
 *
 * (`d3-scale` would bring colours, dates and formats along: a seventh of the bundle.)
 */

/** The ratios at which the next rounder step is nearer: between 1 and 2, 2 and 5, 5 and 10. */
const [TWO, FIVE, TEN] = [2, 10, 50].map(Math.sqrt);

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
    ticks: (/** @type {number} */ count) => {
      const rough = (high - low) / count;
      if (!(rough > 0)) return [low];
      const power = Math.floor(Math.log10(rough));
      const over = rough / 10 ** power;
      const step = over >= TEN ? 10 : over >= FIVE ? 5 : over >= TWO ? 2 : 1;
      // Below 1 the ticks are divided out: 3 × 0.1 is not 0.3.
      const at = (/** @type {number} */ k) =>
        power < 0 ? k / (10 ** -power / step) : k * step * 10 ** power;
      const ticks = [];
      let k = Math.round(low / at(1));
      if (at(k) < low) k++;
      for (; at(k) <= high; k++) ticks.push(at(k) || 0);
      return ticks;
    },
    copy: () => linear(from, to).over(low, high),
    over: (/** @type {number} */ start, /** @type {number} */ end) => {
      [low, high] = [start, end];
      return scale;
    },
  };
  const scale = Object.assign(place, methods);
  return scale;
}
