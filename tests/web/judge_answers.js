/** Not a test file: judges what Python sends, by the keys that it sends. */
import { readFileSync, writeFileSync } from "node:fs";
import { judge, judgeFormula } from "../../src/lnteach/web/selfcheck/judge.js";
import { clueText, message, sayNumber } from "../../src/lnteach/web/selfcheck/wording.js";

const [, , source, target] = process.argv;
const { keys, formulas, numbers } = JSON.parse(readFileSync(source, "utf-8"));
const told = (found, key, named) => [
  found.kind,
  found.wrong,
  found.detail,
  found.marks,
  found.clue ? [found.clue[0], sayNumber(found.clue[1]), sayNumber(found.clue[2])] : null,
  message(found, { title: named[found.wrong]?.name }),
  clueText(found, key),
];
const judged = keys.map(({ key, named, answers }) =>
  answers.map((text) => told(judge(text, key, named), key, named)),
);
const read = formulas.map(({ question, probes, named, answers }) =>
  answers.map((text) => {
    const found = judgeFormula(text, question, probes, named);
    return [found.kind, found.wrong];
  }),
);
writeFileSync(target, JSON.stringify({ judged, read, numbers: numbers.map(sayNumber) }));
