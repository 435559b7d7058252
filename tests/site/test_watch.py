"""Rebuilding on save."""

from __future__ import annotations

import threading
import time

import pytest

from lnteach.site import SiteError, server, watch


@pytest.fixture
def book(tmp_path, monkeypatch):
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "a.md").write_text("# A")
    (tmp_path / "package").mkdir()
    monkeypatch.setattr(watch.inputs, "PACKAGE", tmp_path / "package")
    return tmp_path


@pytest.fixture
def watched(book):
    """A running watch: what was built and what was said."""
    stop, built, said = threading.Event(), [], []
    failing = threading.Event()

    def rebuild():
        if failing.is_set():
            raise SiteError("a.md:3: WARNING: no")
        built.append((book / "book" / "a.md").read_text())

    thread = threading.Thread(
        target=watch.watch,
        args=(book, rebuild, stop),
        kwargs={"every": 0.02, "report": said.append},
    )
    thread.start()
    time.sleep(0.1)
    yield book / "book" / "a.md", built, said, failing
    stop.set()
    thread.join(5)
    assert not thread.is_alive()


def wait_for(condition):
    deadline = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_saved_page_is_built(watched):
    page, built, said, _ = watched
    assert built == []
    page.write_text("# A, changed")
    wait_for(lambda: built)
    assert built == ["# A, changed"]
    assert said == ["a.md has changed"]


def test_a_failed_build_says_why_and_the_next_one_works(watched):
    page, built, said, failing = watched
    failing.set()
    page.write_text("# wrong")
    wait_for(lambda: len(said) == 2)
    assert said[1] == "a.md:3: WARNING: no\nthe last good build stays"
    failing.clear()
    page.write_text("# right again")
    wait_for(lambda: built)


def test_new_and_deleted_files_count(book):
    before = watch.snapshot(book)
    (book / "book" / "b.md").write_text("# B")
    (book / "book" / "b.md~").write_text("an editor's copy")
    (book / "package" / "x.py").write_text("")
    added = watch.snapshot(book).keys() - before.keys()
    assert {path.name for path in added} == {"b.md", "x.py"}


def test_a_failing_first_build_serves_the_older_site(tmp_path, monkeypatch):
    def fail(*args, **kwargs):
        raise SiteError("the book does not build")

    monkeypatch.setattr(server, "build", fail)
    said = []
    with pytest.raises(SiteError, match="does not build"):
        server._build_first(tmp_path, tmp_path / "site", said.append)
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").touch()
    server._build_first(tmp_path, tmp_path / "site", said.append)
    assert said == ["the book does not build\nthe last good build is served"]
