// Reads {widget, config, states, codes} from standard input; answers with what the browser half computes.
import { readFileSync } from "node:fs";
import { registry } from "../../src/lnteach/web/dist/lnteach.js";

const plain = (x) => (typeof x === "number" ? x : Array.from(x));
const { widget, config, states, codes } = JSON.parse(readFileSync(0, "utf8"));
const { check, compute } = registry[widget];
const answers = states.map((state) => {
  const problem = check(state, config);
  if (problem !== null) return { problem };
  const { vectors, scalars, codes: verdicts } = compute(state, config);
  if (codes) return { verdicts };
  const all = { ...vectors, ...scalars };
  return Object.fromEntries(Object.entries(all).map(([name, x]) => [name, plain(x)]));
});
process.stdout.write(JSON.stringify(answers));
