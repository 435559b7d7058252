// Reads {config, states} from standard input; answers with each letter as it is written, and with the cards.
import { readFileSync } from "node:fs";
import { registry } from "../../src/lnteach/web/dist/lnteach.js";

const { card, compute, written } = registry["step-through"].definition;
const { config, states } = JSON.parse(readFileSync(0, "utf8"));
const { lines, paths, symbols, notes } = config.data;
const answers = states.map((state) => {
  const values = written(compute(state, config), state, config);
  const sheet = { values, d: state.h.length, symbols, notes };
  return {
    texts: Object.fromEntries(
      Object.entries(values).map(([name, one]) => [name, one.tokens.map(({ text }) => text)]),
    ),
    why: Object.fromEntries(Object.entries(values).map(([name, one]) => [name, one.why])),
    cards: paths[state.path].lines.map((name, k) =>
      card(lines[name], sheet, `Step ${k + 1}, numbers put in`),
    ),
  };
});
process.stdout.write(JSON.stringify(answers));
