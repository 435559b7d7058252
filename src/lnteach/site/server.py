"""Serve a built site on this machine, or to the lecture hall's network."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import uvicorn

from . import watch as watching
from .builder import build
from .errors import NoSiteError, SiteError
from .static_app import app

LOOPBACK = "127.0.0.1"
EVERYWHERE = {"0.0.0.0", "::"}


def serve(
    site: Path,
    host: str = LOOPBACK,
    port: int = 8000,
    *,
    watch: Path | None = None,
    report: Callable[[str], None] = print,
) -> None:
    """Serve the site until Ctrl+C, and say at which address.

    Parameters
    ----------
    site : Path
        The folder that `build` made, or will make if `watch` is given.
    host, port
        Where to listen: only this machine is answered unless `host` is ``"0.0.0.0"``, the whole
        network. Then both addresses are told, and what plain http means.
    watch : Path, optional
        The book's folder: the site is built from it first, and again whenever something is saved.
    report : callable
        Called with each line for the terminal.

    Raises
    ------
    NoSiteError
        If there is no built site in ``site``.
    SiteError
        If the port is taken, the address is not this machine's, or the first build fails.

    Examples
    --------
    >>> serve(Path("build/site"), port=8000)  # doctest: +SKIP
    """
    if watch is None:
        demand_site(site)
    listener = listen(host, port)  # before a long build, which a taken port would waste
    stop = threading.Event()
    try:
        if watch is not None:
            _build_first(watch, site, report)
        for line in greeting(host, listener.getsockname()[1]):
            report(line)
        if watch is not None:
            report("save a page, a notebook or the package and the site is rebuilt")
            watching.start(watch, site, stop, report)
        config = uvicorn.Config(app(site), log_level="warning", access_log=False, lifespan="off")
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])
    finally:
        stop.set()
        listener.close()


def _build_first(source: Path, site: Path, report: Callable[[str], None]) -> None:
    """Build; if that fails and there is an older site, that one is served."""
    try:
        build(source, site, report=report)
    except SiteError as error:
        if not (site / "index.html").is_file():
            raise
        report(f"{error}\nthe last good build is served")


def demand_site(site: Path) -> None:
    """Say in one line how to get a site where there is none."""
    if not (site / "index.html").is_file():
        raise NoSiteError(
            f"there is no built site in {site}: run `make site` in a checkout of the course, "
            "or name a folder that was built there with --site"
        )


def listen(host: str, port: int) -> socket.socket:
    """Open the listening socket, or say which port is free instead."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name != "nt":  # there the option would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        raise SiteError(_why(host, port, error)) from error
    return listener


def _why(host: str, port: int, error: Exception) -> str:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return f"port {port} is taken: try --port {free_port(host, port + 1)}"
    if number == errno.EACCES:
        return f"port {port} needs rights that you do not have: try --port {free_port(host, 8000)}"
    if isinstance(error, OverflowError):
        return f"`port` is {port}, needs 0 to 65535"
    return f"cannot listen at {host} port {port}: {error}"


def free_port(host: str, first: int) -> int:
    """Find the next port from ``first`` on that nobody uses, or any free one."""
    for port in (*range(first, min(first + 50, 65536)), 0):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with contextlib.suppress(OSError), socket.socket(family) as probe:
            probe.bind((host, port))
            found: int = probe.getsockname()[1]
            return found
    return first


def lan_address() -> str | None:
    """Find this machine's address on its network, without sending anything.

    Connecting a datagram socket only chooses a route; 192.0.2.1 is reserved for examples.
    """
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        own: str = probe.getsockname()[0]
        if not own.startswith(("127.", "0.")):
            return own
    with contextlib.suppress(OSError):
        for *_, (address, *_) in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            if not str(address).startswith("127."):
                return str(address)
    return None


def greeting(host: str, port: int) -> list[str]:
    """Write the lines that tell where the site is.

    Examples
    --------
    >>> greeting("127.0.0.1", 8000)
    ['the course is at http://127.0.0.1:8000/ (Ctrl+C stops it)']
    """
    if host not in EVERYWHERE:
        shown = f"[{host}]" if ":" in host else host
        return [f"the course is at http://{shown}:{port}/ (Ctrl+C stops it)"]
    address = lan_address()
    there = f"http://{address}:{port}/" if address else "no network found"
    return [
        f"on this machine: http://{LOOPBACK}:{port}/ (Ctrl+C stops it)",
        f"on the network:  {there}",
        "plain http: anyone on this network could read along or change what is sent, and browsers "
        "keep the clipboard from such pages",
    ]
