"""Build the book: Sphinx in a process of its own, then `finish`, then one swap of folders."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from . import inputs
from .errors import SiteError


def build(
    source: Path,
    out: Path,
    *,
    force: bool = False,
    modules: Path | None = None,
    report: Callable[[str], None] = print,
) -> bool:
    """Build the book in ``source`` into the folder ``out``, unless nothing has changed.

    Pages and notebooks come from ``source``; everything they show comes from the installed
    package. Executed notebooks are kept in ``source/.cache``. The folder ``out`` is replaced only
    when the whole build has succeeded, so whoever serves it never shows half a site.

    Parameters
    ----------
    source : Path
        The folder with ``_config.yml`` and ``_toc.yml``.
    out : Path
        The folder to create or replace.
    force : bool
        Build even if nothing has changed.
    modules : Path, optional
        The ``node_modules`` with katex, purgecss and esbuild; by default the one in ``source``.
    report : callable
        Called with a line at each long step.

    Returns
    -------
    built : bool
        Whether anything had to be built.

    Raises
    ------
    SiteError
        If a page warns, a notebook fails, or a tool is missing; the message is what to read.

    Examples
    --------
    >>> build(Path("."), Path("build/site"))  # doctest: +SKIP
    True
    """
    source, out = source.resolve(), out.resolve()
    modules = (modules or source / "node_modules").resolve()
    _demand(source, out, modules)
    cache = source / ".cache" / "site"
    stamp = cache / f"stamp-{hashlib.sha256(str(out).encode()).hexdigest()[:8]}"
    key = inputs.site_key(source)
    fresh = stamp.is_file() and stamp.read_text() == key and (out / "index.html").is_file()
    if fresh and not force:
        return False

    from . import finish  # the tools of the book are needed only now

    started = time.monotonic()
    executed = cache / f"executed-{inputs.execution_key()}"
    report("building the book" + ("" if executed.is_dir() else ": executing every notebook first"))
    work = cache / f"work-{os.getpid()}"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        _run_sphinx(source, work, executed)
        report("setting formulas, taking weight off")
        root = (work / "root").read_text("utf-8")
        finish.finish(work / "html", work / "site", root=root, sources=source, modules=modules)
        _swap(work / "site", out)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    for old in cache.glob("executed-*"):
        if old != executed:
            shutil.rmtree(old, ignore_errors=True)
    stamp.write_text(key)
    report(f"built in {time.monotonic() - started:.0f} s: {out}")
    return True


def build_date() -> str:
    """Give the day that pages carry: that of SOURCE_DATE_EPOCH if it is set, else today (UTC).

    Raises
    ------
    SiteError
        If SOURCE_DATE_EPOCH is not a whole number of seconds.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        now = datetime.fromtimestamp(int(given), UTC) if given else datetime.now(UTC)
    except ValueError as error:
        raise SiteError(f"SOURCE_DATE_EPOCH is {given!r}, needs seconds since 1970") from error
    return now.date().isoformat()


def _demand(source: Path, out: Path, modules: Path) -> None:
    """Say in one line what is missing, before anything long begins."""
    for name in ("_config.yml", "_toc.yml"):
        if not (source / name).is_file():
            raise SiteError(f"{source} has no {name}: the book is built from a checkout")
    if out == source or source.is_relative_to(out):
        raise SiteError(f"`out` is {out}, which would replace the book itself")
    for name in ("katex", "purgecss", "esbuild"):
        if not (modules / name).is_dir():
            raise SiteError(f"{modules} has no {name}: run `make site`, or npm ci here")
    try:
        import jupyter_book  # noqa: F401
        import sphinxcontrib.katex  # noqa: F401
    except ImportError as error:
        raise SiteError(f"{error.name} is missing: pip install 'lnteach[book]'") from error


def _run_sphinx(source: Path, work: Path, executed: Path) -> None:
    """Run Sphinx where nothing of it can stay behind: it patches docutils for a whole process."""
    arguments = [str(source), str(work), str(executed), build_date()]
    done = subprocess.run(
        [sys.executable, "-m", "lnteach.site.sphinx_run", *arguments],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "PYDEVD_DISABLE_FILE_VALIDATION": "1"},
        check=False,
    )
    if done.returncode == 0:
        return
    told = [_plain(done.stderr)]
    for log in sorted((work / "html" / "reports").rglob("*.err.log")):
        # The kernel's own frames come first and say nothing about the notebook.
        failure = _plain(log.read_text("utf-8")).rpartition("CellExecutionError: ")[2]
        told.append(f"{log.name.removesuffix('.err.log')}.ipynb: {failure}")
    raise SiteError("the book does not build:\n" + "\n\n".join(filter(None, told)))


def _plain(text: str) -> str:
    """Take colours, the kernels' own remarks and paths of reports out of a terminal's text."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    noise = r"^(\[IPKernelApp\]|.*Notebook exception traceback saved in).*\n?"
    return re.sub(noise, "", text, flags=re.MULTILINE).strip()


def _swap(new: Path, out: Path) -> None:
    """Put the new folder in the place of the old one."""
    out.parent.mkdir(parents=True, exist_ok=True)
    old = out.with_name(f".{out.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if out.exists():
        out.rename(old)
    shutil.move(str(new), str(out))
    shutil.rmtree(old, ignore_errors=True)
