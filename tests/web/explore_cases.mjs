// Reads {widget, config, states} from standard input; answers with what the browser half computes.
import { readFileSync } from "node:fs";
import { registry } from "../../src/lnteach/web/dist/lnteach.js";

const plain = (x) => (typeof x === "number" ? x : Array.from(x));
const { widget, config, states } = JSON.parse(readFileSync(0, "utf8"));
const { check, compute } = registry[widget];
const answers = states.map((state) => {
  const problem = check(state, config);
  if (problem !== null) return { problem };
  const { vectors, scalars } = compute(state, config);
  const all = { ...vectors, ...scalars };
  return Object.fromEntries(Object.entries(all).map(([name, x]) => [name, plain(x)]));
});
process.stdout.write(JSON.stringify(answers));
