// Runs in the head, before anything is painted, so that no page flashes in the wrong colours.
(() => {
  const root = document.documentElement;
  let mode = null;
  try {
    const site = new URL(root.dataset.content_root, location.href).pathname;
    mode = localStorage.getItem(`lnteach:${site}:mode`);
  } catch {
    // Storage may be forbidden: then the system decides.
  }
  root.dataset.mode = mode === "light" || mode === "dark" ? mode : "auto";
  const dark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
})();
