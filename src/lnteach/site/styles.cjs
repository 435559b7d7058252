// Shrinks what the pages load: {modules, css, used, kept, js} in, {css, js} out.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");

const { modules, css, used, kept, js } = JSON.parse(readFileSync(0, "utf8"));
const load = createRequire(modules);
const { PurgeCSS } = load("purgecss");
const esbuild = load("esbuild");

(async () => {
  const [purged] = await new PurgeCSS().purge({
    // The names that occur in a page (tags, ids, classes, attributes) or anywhere in a script.
    content: [{ raw: used.join(" "), extension: "txt" }],
    css: [{ raw: css }],
    defaultExtractor: (text) => text.match(/[\w-]+/g) ?? [],
    safelist: { standard: kept, greedy: [] },
    dynamicAttributes: ["data-theme", "data-mode", "open", "aria-current", "aria-expanded", "hidden"],
    keyframes: true,
    fontFace: false, // with `true` it drops KaTeX_Main
    variables: false,
  });
  // `none` keeps licence comments out of the file: THIRD-PARTY.md names every part.
  const shrink = (text, loader) =>
    esbuild.transform(text, { loader, minify: true, legalComments: "none" }).then(({ code }) => code);
  const scripts = {};
  for (const [name, text] of Object.entries(js)) scripts[name] = await shrink(text, "js");
  process.stdout.write(JSON.stringify({ css: await shrink(purged.css, "css"), js: scripts }));
})().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
