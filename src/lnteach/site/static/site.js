// What every page of the book does by itself: colours, drawers, search, contents, copying, scrolling.
(() => {
  const root = document.documentElement;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const site = new URL(root.dataset.content_root, location.href).pathname;

  // Colours: the button goes round auto → the other one → the same one.
  const system = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    const { mode } = root.dataset;
    const theme = mode === "auto" ? (system.matches ? "dark" : "light") : mode;
    if (root.dataset.theme !== theme) root.dataset.theme = theme;
    const name = { auto: "as the system", light: "light", dark: "dark" }[mode];
    all("[data-mode-name]").forEach((el) => (el.textContent = `: ${name}`));
  };
  system.addEventListener("change", paint);
  addEventListener("beforeprint", () => (root.dataset.theme = "light"));
  addEventListener("afterprint", paint);
  all(".theme-switch-button").forEach((button) =>
    button.addEventListener("click", () => {
      const order = system.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
      root.dataset.mode = order[(order.indexOf(root.dataset.mode) + 1) % 3];
      try {
        localStorage.setItem(`lnteach:${site}:mode`, root.dataset.mode);
      } catch {
        // Kept for this page only.
      }
      paint();
    }),
  );
  paint();

  // Dialogs close on a click beside them; Escape is the browser's.
  const closeBeside = (dialog) =>
    dialog.addEventListener("click", (event) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      const { clientX: x, clientY: y } = event;
      if (event.target === dialog && (x < left || x > right || y < top || y > bottom)) dialog.close();
    });

  // Drawers: on narrow screens the sidebar's content moves into a dialog and back.
  const move = (from, to) => {
    to.append(...from.childNodes);
    const names = [...from.classList];
    from.classList.remove(...names);
    to.classList.add(...names);
  };
  const drawer = (name, label, wide) => {
    const dialog = document.getElementById(`pst-${name}-sidebar-modal`);
    const sidebar = document.getElementById(`pst-${name}-sidebar`);
    const buttons = all(`.${name}-toggle`);
    if (!dialog || !sidebar) return;
    dialog.setAttribute("aria-label", label);
    closeBeside(dialog);
    dialog.addEventListener("close", () => move(dialog, sidebar));
    dialog.addEventListener("click", (event) => event.target.closest("a") && dialog.close());
    buttons.forEach((button) =>
      button.addEventListener("click", () => {
        if (matchMedia(`(min-width: ${wide}px)`).matches) {
          sidebar.classList.toggle("pst-sidebar-hidden");
        } else {
          move(sidebar, dialog);
          dialog.showModal();
        }
      }),
    );
    // A window that grows must not keep its sidebar in an invisible dialog.
    matchMedia(`(min-width: ${wide}px)`).addEventListener("change", () => dialog.open && dialog.close());
  };
  drawer("primary", "All pages", 992);
  drawer("secondary", "On this page", 1200);

  // Search: a dialog with the same form as the search page.
  const search = document.getElementById("pst-search-dialog");
  const field = document.querySelector(".bd-article form.bd-search input");
  const ask = () => (field ? field.focus() : search.open ? search.close() : search.showModal());
  closeBeside(search);
  all(".search-button__button").forEach((button) => button.addEventListener("click", ask));
  addEventListener("keydown", (event) => {
    const chord = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!chord || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    ask();
  });

  // Contents: the entry of the heading that was read last is marked. Observers tell after layout,
  // so nothing here makes the browser lay out the page ahead of time.
  const entries = all("#pst-page-toc-nav a[href^='#']");
  const headings = entries.map((a) => document.getElementById(decodeURIComponent(a.hash.slice(1))));
  const passed = new Set(); // the sections whose start is above the upper third
  const mark = () => {
    const current = headings.findLastIndex((el) => passed.has(el));
    entries.forEach((a, k) => {
      a.classList.toggle("active", k === current);
      if (k === current) a.setAttribute("aria-current", "true");
      else a.removeAttribute("aria-current");
      const item = a.closest(".toc-entry");
      if (item) item.classList.toggle("active", current >= 0 && item.contains(entries[current]));
    });
  };
  const reading = new IntersectionObserver(
    (seen) => {
      seen.forEach(({ target, boundingClientRect: box, rootBounds }) => {
        const above = box.top < (rootBounds ? rootBounds.bottom : innerHeight * 0.3);
        passed[above ? "add" : "delete"](target);
      });
      mark();
    },
    { rootMargin: "0px 0px -70% 0px" },
  );
  headings.forEach((el) => el && reading.observe(el));

  // Boxes that scroll sideways can be reached and scrolled by keyboard.
  const fit = (boxes) => {
    const wide = boxes.map((el) => el.scrollWidth > el.clientWidth + 1); // read all, then write all
    boxes.forEach((el, k) => {
      if (wide[k]) {
        el.tabIndex = 0;
        el.setAttribute("role", "group");
        el.setAttribute("aria-label", el.matches(".math") ? "Formula, scrolls" : "Output, scrolls");
      } else if (el.tabIndex === 0) {
        ["tabindex", "role", "aria-label"].forEach((name) => el.removeAttribute(name));
      }
    });
  };
  const resized = new ResizeObserver((changed) => fit(changed.map(({ target }) => target)));
  all(
    "div.math, div.highlight pre, .cell_output .output, .pst-scrollable-table-container, .ln-notes",
  ).forEach((el) => resized.observe(el));

  // Copying code. Over plain http to another address there is no clipboard: select, then copy.
  const copy = async (text) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error("the browser would not copy");
  };
  all(".cell_input div.highlight, article > section div[class*='highlight-'] div.highlight").forEach((box) => {
    const pre = box.querySelector("pre");
    if (!pre || box.querySelector(".ln-copy")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "ln-copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy this code");
    button.addEventListener("click", async () => {
      try {
        await copy(pre.textContent.replace(/\n$/, ""));
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not copied";
      }
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    box.append(button);
  });
})();
