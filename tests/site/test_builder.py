"""Building: what is refused, what is skipped, what a failing book says, and that bytes repeat."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from lnteach.site import SiteError, build, builder, inputs

CELL = {"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": None}


def notebook(*cells):
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps(
        {
            "cells": list(cells),
            "metadata": {"kernelspec": kernel},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )


@pytest.fixture
def book(tmp_path, root):
    """A small book with the course's own configuration."""
    source = tmp_path / "source"
    (source / "book").mkdir(parents=True)
    (source / "notebooks").mkdir()
    shutil.copyfile(root / "_config.yml", source / "_config.yml")
    (source / "_toc.yml").write_text(
        "format: jb-book\nroot: book/introduction\nchapters:\n- file: notebooks/one\n"
    )
    (source / "book" / "introduction.md").write_text(
        "# A book\n\nA first paragraph that is long enough to describe the page by its words.\n\n"
        "$$\\class{ln-mean}{\\one\\,d\\mu}$$\n\n```{step} dv\n```\n"
    )
    title = {"cell_type": "markdown", "id": "t", "metadata": {}, "source": "# One\n\nSee $h_i$."}
    (source / "notebooks" / "one.ipynb").write_text(notebook(title, CELL | {"source": "6 * 7"}))
    (source / "node_modules").symlink_to(root / "node_modules")
    return source


@pytest.fixture
def fake(monkeypatch):
    """No Sphinx: a build writes what the source says."""
    runs = []

    def run(source, work, executed):
        runs.append(source)
        executed.mkdir(parents=True, exist_ok=True)
        text = (source / "book" / "introduction.md").read_text()
        if "wrong" in text:
            raise SiteError("the book does not build:\nwrong")
        (work / "root").write_text("book/introduction")
        (work / "html").mkdir()

    def finish(raw, out, *, root, sources, modules):
        out.mkdir()
        (out / "index.html").write_text((sources / f"{root}.md").read_text())

    from lnteach.site import finish as module

    monkeypatch.setattr(builder, "_run_sphinx", run)
    monkeypatch.setattr(module, "finish", finish)
    return runs


def test_a_folder_without_a_book_is_refused(tmp_path):
    with pytest.raises(SiteError, match=r"has no _config\.yml: the book is built from a checkout"):
        build(tmp_path, tmp_path / "out")


def test_the_book_is_never_replaced_by_its_site(book):
    for out in (book, book.parent):
        with pytest.raises(SiteError, match="would replace the book itself"):
            build(book, out)


def test_missing_tools_are_named(book, tmp_path):
    with pytest.raises(SiteError, match="has no katex"):
        build(book, tmp_path / "out", modules=tmp_path)


def test_nothing_is_built_twice(book, tmp_path, fake):
    out, said = tmp_path / "out", []
    assert build(book, out, report=said.append) is True
    assert build(book, out, report=said.append) is False
    assert len(fake) == 1
    assert build(book, tmp_path / "other", report=said.append) is True
    assert build(book, out, force=True, report=said.append) is True
    (book / "book" / "introduction.md").write_text("# Changed")
    assert build(book, out, report=said.append) is True
    assert (out / "index.html").read_text() == "# Changed"
    shutil.rmtree(out)
    assert build(book, out, report=said.append) is True
    assert "executing every notebook first" in said[0]


def test_a_failing_build_leaves_the_last_good_one(book, tmp_path, fake):
    out = tmp_path / "out"
    build(book, out)
    good = (out / "index.html").read_text()
    (book / "book" / "introduction.md").write_text("# wrong")
    with pytest.raises(SiteError, match="does not build"):
        build(book, out)
    assert (out / "index.html").read_text() == good
    assert not list((book / ".cache" / "site").glob("work-*"))


def test_the_key_sees_every_kind_of_input(book, monkeypatch, tmp_path):
    package = tmp_path / "package"
    (package / "course").mkdir(parents=True)
    monkeypatch.setattr(inputs, "PACKAGE", package)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    keys = [inputs.site_key(book)]
    for path in ("_toc.yml", "book/new.md", "notebooks/one.ipynb"):
        (book / path).write_text("changed")
        keys.append(inputs.site_key(book))
    (package / "course" / "vote.yaml").write_text("alpha: 5")
    keys.append(inputs.site_key(book))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    keys.append(inputs.site_key(book))
    monkeypatch.setattr(inputs, "versions", lambda: ("numpy=3",))
    keys.append(inputs.site_key(book))
    assert len(set(keys)) == len(keys)
    (book / "book" / "__pycache__").mkdir()
    (book / "book" / "__pycache__" / "x.pyc").write_text("")
    (book / "book" / "page.md~").write_text("")
    assert inputs.site_key(book) == keys[-1]


def test_notebooks_run_again_when_the_package_changes_and_not_for_a_template(monkeypatch, tmp_path):
    (tmp_path / "core").mkdir()
    (tmp_path / "site").mkdir()
    monkeypatch.setattr(inputs, "PACKAGE", tmp_path)
    before = inputs.execution_key()
    (tmp_path / "site" / "layout.html").write_text("x")
    assert inputs.execution_key() == before
    (tmp_path / "core" / "layer_norm.py").write_text("x")
    assert inputs.execution_key() != before


def test_the_date_can_be_pinned(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    assert builder.build_date() == "2026-01-01"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "today")
    with pytest.raises(SiteError, match="SOURCE_DATE_EPOCH is 'today', needs seconds since 1970"):
        builder.build_date()


def files_of(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.site
def test_two_builds_give_the_same_bytes(book, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    build(book, tmp_path / "one")
    shutil.rmtree(book / ".cache")
    build(book, tmp_path / "two", force=True)
    one = files_of(tmp_path / "one")
    assert one == files_of(tmp_path / "two")
    assert {"index.html", "404.html", ".nojekyll", "notebooks/one.ipynb"} <= one.keys()
    page = (tmp_path / "one" / "notebooks" / "one.html").read_text("utf-8")
    assert "42" in page
    assert 'datetime="2026-01-01"' in page
    assert "lnteach.js" not in page  # nothing lives on it


@pytest.mark.site
def test_a_failing_book_says_where_and_why(book, tmp_path):
    with (book / "book" / "introduction.md").open("a") as page:
        page.write(
            "\n```{vote} no-such-vote\n```\n\n```{step} dq\n```\n\n$\\frac{1}{$\n\n[x](no.md)\n"
        )
    (book / "notebooks" / "one.ipynb").write_text(
        notebook(
            {"cell_type": "markdown", "id": "t", "metadata": {}, "source": "# One"},
            CELL | {"source": "raise ValueError('`h` has no axis')"},
        )
    )
    with pytest.raises(SiteError) as caught:
        build(book, tmp_path / "out")
    told = str(caught.value)
    assert "introduction.md:10: WARNING: there is no vote 'no-such-vote'; there are:" in told
    assert "common-shift" in told
    assert "introduction.md:13: WARNING: there is no step 'dq'; there are:" in told
    assert "introduction.md:16: WARNING: the formula \\frac{1}{: KaTeX parse error" in told
    assert "no.md" in told
    assert "one.ipynb:" in told
    assert "raise ValueError('`h` has no axis')" in told
    assert "ValueError: `h` has no axis" in told
    assert "\x1b[" not in told
    assert not (tmp_path / "out").exists()
