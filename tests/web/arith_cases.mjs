// Reads cases as JSON from standard input and answers with what arith.js makes of them.
import { readFileSync } from "node:fs";
import { differentials, forward, gradientRoutes } from "../../src/lnteach/web/arith.js";

const plain = (found) =>
  Object.fromEntries(
    Object.entries(found).map(([name, x]) => [name, typeof x === "number" ? x : Array.from(x)]),
  );
const answers = JSON.parse(readFileSync(0, "utf8")).map(({ h, dh, a, eps }) => {
  const saved = forward(h, eps);
  return {
    saved: plain(saved),
    change: plain(differentials(saved, dh)),
    back: plain(gradientRoutes(saved, a)),
  };
});
process.stdout.write(JSON.stringify(answers));
