/** What a widget claims of its numbers, and whether it holds: a mark, a word and a sentence each. */

import { fragment, make } from "./dom.js";

const HOLDS = `<svg class="ln-verdict-mark" viewBox="0 0 20 20" aria-hidden="true"><path d="M4 10.5l4 4 8-9"/></svg>`;
const BREAKS = `<svg class="ln-verdict-mark" viewBox="0 0 20 20" aria-hidden="true"><path d="M5 5l10 10M15 5L5 15"/></svg>`;

export function claimList() {
  const root = make("ul", { class: "ln-claims", "aria-label": "What holds for these numbers" });
  let shown = "";
  return {
    root,
    /** @param {{ holds: boolean, html: string }[]} claims */
    update(claims) {
      const next = JSON.stringify(claims);
      if (next === shown) return;
      shown = next;
      root.replaceChildren(
        ...claims.map(({ holds, html }) =>
          make(
            "li",
            { class: holds ? "ln-holds" : "ln-breaks" },
            fragment(`${holds ? HOLDS : BREAKS}<span>${html}</span>`),
          ),
        ),
      );
    },
  };
}
