"""Starting the server: what it says, and what it says when it cannot start."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from lnteach.site import NoSiteError, SiteError, serve, server


@pytest.fixture
def site(tmp_path):
    (tmp_path / "index.html").write_text("<p>the course")
    return tmp_path


def test_without_a_site_one_line_says_how_to_get_one(tmp_path):
    with pytest.raises(NoSiteError) as caught:
        serve(tmp_path / "site")
    assert "\n" not in str(caught.value)
    assert "run `make site`" in str(caught.value)


def test_a_taken_port_names_the_next_free_one(site):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(SiteError) as caught:
            serve(site, port=port)
    found = re.fullmatch(rf"port {port} is taken: try --port (\d+)", str(caught.value))
    assert found
    assert int(found[1]) != port
    with socket.socket() as free:
        free.bind(("127.0.0.1", int(found[1])))


def test_an_impossible_port_is_named(site):
    with pytest.raises(SiteError, match="`port` is 70000, needs 0 to 65535"):
        serve(site, port=70000)


def test_an_address_of_another_machine_is_refused(site):
    with pytest.raises(SiteError, match=r"cannot listen at 192\.0\.2\.1"):
        serve(site, host="192.0.2.1")


def test_on_the_network_both_addresses_and_a_warning(monkeypatch):
    monkeypatch.setattr(server, "lan_address", lambda: "10.1.2.3")
    local, network, plain = server.greeting("0.0.0.0", 8000)
    assert "http://127.0.0.1:8000/" in local
    assert "http://10.1.2.3:8000/" in network
    assert plain.startswith("plain http: anyone on this network could read along")
    monkeypatch.setattr(server, "lan_address", lambda: None)
    assert "no network found" in server.greeting("::", 8000)[1]


def test_looking_for_the_network_sends_nothing(monkeypatch):
    sent = []

    class Probe(socket.socket):
        def send(self, *args):
            sent.append(args)

        sendto = sendall = send

    monkeypatch.setattr(socket, "socket", Probe)
    address = server.lan_address()
    assert not sent
    assert address is None or re.fullmatch(r"\d+\.\d+\.\d+\.\d+", address)


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
def test_it_serves_until_it_is_interrupted(site):
    code = "import sys, pathlib, lnteach.site as s; s.serve(pathlib.Path(sys.argv[1]), port=0)"
    with subprocess.Popen(
        [sys.executable, "-u", "-c", code, str(site)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            line = process.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+/", line)[0]
            with urllib.request.urlopen(address, timeout=10) as answer:
                assert answer.read() == b"<p>the course"
        finally:
            process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=10)
    assert "Traceback" not in err
