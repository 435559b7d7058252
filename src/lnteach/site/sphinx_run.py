"""Run Sphinx on the book in this process.

``python -m lnteach.site.sphinx_run SOURCE WORK CACHE DATE``: only `builder` calls this. Every
warning is an error; Jupyter Book turns ``_config.yml`` into Sphinx's configuration.
"""

from __future__ import annotations

import sys
from pathlib import Path

import yaml


def main(source: str, work: str, executed: str, date: str) -> int:
    """Write the book's HTML into ``WORK/html``, the name of its first page into ``WORK/root``."""
    from jupyter_book.sphinx import build_sphinx

    toc = yaml.safe_load(Path(source, "_toc.yml").read_text("utf-8"))
    Path(work, "root").write_text(toc["root"], "utf-8")
    result = build_sphinx(
        source,
        str(Path(work, "html")),
        noconfig=True,
        path_config=str(Path(source, "_config.yml")),
        confoverrides={
            "external_toc_path": str(Path(source, "_toc.yml")),
            "nb_execution_cache_path": executed,
            "ln_finished": True,
            "ln_date": date,
            "nitpicky": True,
            "latex_individualpages": False,
        },
        doctreedir=str(Path(work, "doctrees")),
        freshenv=True,
        warningiserror=True,
        keep_going=True,
        quiet=True,
    )
    return result if isinstance(result, int) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
