"""Serving a built site: encodings, caches, types, and paths that must not lead anywhere."""

from __future__ import annotations

import base64
import gzip
import hashlib

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from lnteach.site import app
from lnteach.site.static_app import Site, choose_encoding

PAGE = "<!doctype html><script>let a = 1</script><p>" + "three routes " * 200


@pytest.fixture
def folder(tmp_path):
    site = tmp_path / "site"
    (site / "notebooks").mkdir(parents=True)
    (site / "assets").mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (site / "index.html").write_text(PAGE)
    (site / "404.html").write_text("<h1>No route leads here</h1>")
    (site / "notebooks" / "index.html").write_text("<p>chapters")
    (site / "notebooks" / "a b.ipynb").write_text("{}")
    (site / "assets" / "site.0123abcd.js").write_text("let a = 1;\n" * 100)
    (site / "assets" / "plain.mjs").write_text("export {}")
    (site / "assets" / "font.0123abcd.woff2").write_bytes(b"wOF2")
    (site / "assets" / "logo.svg").write_text("<svg/>")
    (site / ".nojekyll").touch()
    return site


@pytest.fixture
def client(folder, asgi):
    return asgi(app(folder))


@pytest.mark.parametrize("accepted", ["gzip", "br", "gzip, deflate, br", "*"])
def test_pages_come_compressed_and_whole(client, accepted):
    answer = client.get("/", accept_encoding=accepted)
    assert answer.text == PAGE
    assert answer.headers["content-encoding"] in {"gzip", "br"}
    assert int(answer.headers["content-length"]) < len(PAGE) / 5
    assert answer.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("accepted", ["", "identity", "gzip;q=0", "zstd", "br;q=0.0, gzip;q=0"])
def test_a_client_that_cannot_decode_gets_plain_bytes(client, accepted):
    answer = client.get("/", accept_encoding=accepted)
    assert "content-encoding" not in answer.headers
    assert answer.text == PAGE


def test_gzip_is_real_gzip(folder):
    file = Site(folder).read(folder / "index.html")
    assert gzip.decompress(file.encode("gzip")).decode() == PAGE
    assert file.encode("gzip") is file.encode("gzip")  # packed once


def test_brotli_is_preferred():
    assert choose_encoding("gzip, deflate, br") == "br"
    assert choose_encoding("deflate, gzip") == "gzip"


def test_fonts_are_not_packed_twice(client):
    answer = client.get("/assets/font.0123abcd.woff2", accept_encoding="gzip")
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/assets/site.0123abcd.js", "text/javascript; charset=utf-8"),
        ("/assets/plain.mjs", "text/javascript; charset=utf-8"),
        ("/assets/font.0123abcd.woff2", "font/woff2"),
        ("/assets/logo.svg", "image/svg+xml"),
        ("/notebooks/a%20b.ipynb", "application/x-ipynb+json"),
    ],
)
def test_types_are_ours_whatever_the_system_thinks(client, path, kind):
    answer = client.get(path)
    assert answer.status == 200
    assert answer.headers["content-type"] == kind
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_hashed_files_are_kept_and_pages_are_asked_for_again(client):
    kept = client.get("/assets/site.0123abcd.js").headers["cache-control"]
    assert "immutable" in kept
    assert "max-age=31536000" in kept
    assert client.get("/").headers["cache-control"] == "no-cache"
    assert client.get("/assets/plain.mjs").headers["cache-control"] == "no-cache"


def test_an_unchanged_page_is_not_sent_again(client):
    first = client.get("/", accept_encoding="gzip")
    tag = first.headers["etag"]
    again = client.get("/", accept_encoding="gzip", if_none_match=f'"x", W/{tag}')
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == tag
    assert client.get("/", if_modified_since=first.headers["last-modified"]).status == 304
    # The plain page is another representation than the packed one.
    assert client.get("/", if_none_match=tag).status == 200
    assert client.get("/", if_modified_since="yesterday").status == 200


def test_a_rebuilt_page_is_read_again(client, folder):
    old = client.get("/").headers["etag"]
    (folder / "index.html").write_text("<p>new and longer than before" + PAGE)
    answer = client.get("/", if_none_match=old)
    assert answer.status == 200
    assert answer.text.startswith("<p>new")


def test_a_whole_new_folder_is_served_at_once(client, folder):
    folder.rename(folder.with_name("old"))
    folder.mkdir()
    (folder / "index.html").write_text("<p>the next build")
    assert client.get("/").text == "<p>the next build"
    assert client.get("/notebooks/").status == 404


def test_head_says_the_length_and_sends_nothing(client):
    answer = client("HEAD", "/")
    assert (answer.status, answer.body) == (200, b"")
    assert answer.headers["content-length"] == str(len(PAGE))


def test_only_reading_is_possible(client):
    assert client("POST", "/").status == 405
    assert client("DELETE", "/index.html").status == 405


def test_folders_show_their_first_page(client):
    answer = client.get("/notebooks?q=1")
    assert (answer.status, answer.headers["location"]) == (308, "notebooks/?q=1")
    assert client.get("/notebooks/").text == "<p>chapters"
    assert client.get("/assets/").status == 404  # no listing


def test_missing_pages_have_a_page(client):
    answer = client.get("/nowhere/at/all.html")
    assert answer.status == 404
    assert "No route leads here" in answer.text


@pytest.mark.parametrize(
    "name",
    [
        "../secret.txt",
        "notebooks/../../secret.txt",
        "..",
        "./index.html",
        ".nojekyll",
        "notebooks/..\\..\\secret.txt",
        "c:/secret.txt",
        "index.html\x00.js",
        "link.txt",
        "index.html/",
        "missing",
    ],
)
def test_no_address_leads_out(folder, name):
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    assert Site(folder).find(name) is None


@pytest.mark.parametrize(
    "path", ["/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%5csecret.txt", "//etc/passwd"]
)
def test_no_request_leads_out(client, path):
    answer = client.get(path)
    assert answer.status == 404
    assert "secret" not in answer.text
    assert "root:" not in answer.text


def test_pages_may_run_their_own_script_and_no_other(client):
    policy = client.get("/").headers["content-security-policy"]
    digest = base64.b64encode(hashlib.sha256(b"let a = 1").digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'self';")


def test_the_app_can_live_under_a_path(folder, asgi):
    outer = Starlette(routes=[Mount("/course", app=app(folder))])
    client = asgi(outer)
    assert client.get("/course/").text == PAGE
    assert client.get("/course/notebooks").headers["location"] == "notebooks/"
    assert client.get("/course/notebooks/").text == "<p>chapters"
    assert client.get("/course/nowhere").status == 404
