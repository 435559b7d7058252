// Runs after Sphinx's own search tools: a result's summary shows a formula once, and no buttons.
{
  const plain = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const noise = ".katex-html, annotation, .bd-header-article, .bd-sidebar-secondary, main footer";
    page.querySelectorAll(noise).forEach((el) => el.remove());
    return plain(page.documentElement.outerHTML, anchor);
  };
}
