/** Not a test file: reads the cases that Python wrote, answers what the browser makes of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { compare } from "../../src/lnteach/web/selfcheck/comparing.js";
import { readVector } from "../../src/lnteach/web/selfcheck/reading.js";

const [, , source, target] = process.argv;
let worst = 0;
const answers = JSON.parse(readFileSync(source, "utf-8")).map(([text, d, truth]) => {
  const began = performance.now();
  const { kind, entries, message, position } = readVector(text, d);
  const values = entries.map((entry) => entry.value);
  const units = entries.map((entry) => entry.unit);
  const marks = kind === "read" ? compare(values, units, truth).marks : [];
  worst = Math.max(worst, performance.now() - began);
  return [kind, values, message, position, marks];
});
writeFileSync(target, JSON.stringify({ answers, worst }));
