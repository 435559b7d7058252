// Sets a batch of formulas: {katex, options, formulas: [{tex, display}]} in, [{html} or {error}] out.
const { readFileSync } = require("node:fs");

const { katex, options, formulas } = JSON.parse(readFileSync(0, "utf8"));

// Not by `require`: below a package.json with "type": "module" Node would take the file for a module.
const library = { exports: {} };
new Function("module", "exports", readFileSync(katex, "utf8"))(library, library.exports);

const set = ({ tex, display }) => {
  try {
    // KaTeX may write to `macros`, so each formula gets its own copy.
    const own = { ...options, macros: { ...options.macros }, displayMode: display };
    return { html: library.exports.renderToString(tex, own) };
  } catch (error) {
    return { error: error.message };
  }
};
process.stdout.write(JSON.stringify(formulas.map(set)));
