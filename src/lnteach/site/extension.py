"""The Sphinx extension of the book: templates, descriptions, mathematics, and the directives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from lnteach import __version__

from . import directives, mathematics
from .description import describe

HERE = Path(__file__).parent


def _prepare(app: Sphinx, config: Any) -> None:
    config.templates_path.insert(0, str(HERE / "templates"))  # before the themes' own
    config.html_static_path.append(str(HERE / "static"))
    config.version = config.release = __version__
    if not config.ln_finished:  # a plain `jupyter-book build .`: the theme's own assets serve
        app.add_css_file("site.css")
        config.html_favicon = str(HERE / "static" / "logo.svg")


def _context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    context["ln_finished"] = app.config.ln_finished
    context["ln_version"] = __version__
    context["ln_date"] = app.config.ln_date
    context["ln_notebook"] = None
    if doctree is not None:
        if app.config.ln_finished and Path(app.env.doc2path(pagename)).suffix == ".ipynb":
            context["ln_notebook"] = pagename.rpartition("/")[2] + ".ipynb"
        metadata = app.env.metadata.get(pagename, {})
        context["ln_description"] = metadata.get("description") or describe(doctree)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register everything with Sphinx."""
    app.add_config_value("ln_finished", False, "html")
    app.add_config_value("ln_date", "", "html")
    app.add_config_value("comments_config", {}, "html")  # Jupyter Book always sets it
    app.connect("config-inited", _prepare, priority=900)
    app.connect("html-page-context", _context)
    mathematics.setup(app)
    directives.setup(app)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": False}
