"""The command line: checking, showing, diagnosing, building, serving, printing, measuring."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from lnteach import __version__

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status (0 good, 1 something is wrong, 2 bad usage)."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        parser.print_help()
        return 2
    run = {
        "check": _check,
        "show": _show,
        "diagnose": _diagnose,
        "build": _build,
        "serve": _serve,
        "sheet": _sheet,
        "bench": _bench,
    }[arguments.command]
    try:
        return run(arguments)
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lnteach", description="LayerNorm, differentiated.")
    parser.add_argument("--version", action="version", version=f"lnteach {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command")

    check = commands.add_parser("check", help="check content files and recompute their facts")
    check.add_argument("files", nargs="*", type=Path, help="files; the course's own if none")

    show = commands.add_parser("show", help="print a vote with its answer")
    show.add_argument("vote", nargs="?", help="the vote's id; without one, list the votes")

    diagnose = commands.add_parser(
        "diagnose", help="say which mistake a backward function of yours makes, if any"
    )
    diagnose.add_argument(
        "function",
        metavar="path.py:function",
        help="takes (h, gamma, beta, g_z, eps), returns g_h or (g_h, g_gamma, g_beta)",
    )
    diagnose.add_argument("--norm", choices=["layer", "rms"], default="layer")

    build = commands.add_parser("build", help="build the site of a checkout")
    build.add_argument("--source", type=Path, default=Path(), help="the checkout (default: here)")
    build.add_argument("--out", type=Path, default=None, help="folder (default: build/site)")

    serve = commands.add_parser("serve", help="serve the built site")
    serve.add_argument("--site", type=Path, default=None, help="folder (default: build/site)")
    serve.add_argument("--port", type=int, default=8000, help="port (default: 8000)")
    serve.add_argument("--lan", action="store_true", help="let other machines on the network in")
    serve.add_argument("--watch", action="store_true", help="build first, and again on each save")

    sheet = commands.add_parser("sheet", help="write a sheet of exercises to print, with its key")
    sheet.add_argument("exercise", nargs="*", help="exercises by id; without one, list them")
    sheet.add_argument("-n", type=int, default=8, help="how many sheets (default: 8)")
    sheet.add_argument("--seed", type=int, default=1, help="seed of the first sheet (default: 1)")
    sheet.add_argument("-o", "--out", type=Path, help="the HTML file (default: standard output)")

    bench = commands.add_parser("bench", help="measure the built site, print and keep the figures")
    bench.add_argument("--site", type=Path, default=Path("build/site"), help="the built site")
    bench.add_argument("--out", type=Path, default=Path("benchmarks"), help="where figures go")
    bench.add_argument("--runs", type=int, default=5, help="counted runs a page (default: 5)")
    return parser


def _check(arguments: argparse.Namespace) -> int:
    from lnteach import course

    files = arguments.files or sorted(Path(course.__file__).parent.glob("*/*.yaml"))
    wrong = 0
    for file in files:
        problems = course.check_file(file)
        wrong += bool(problems)
        for problem in problems:
            print(problem)
    print(f"{len(files)} files checked, {wrong} with problems")
    return 1 if wrong else 0


def _show(arguments: argparse.Namespace) -> int:
    from lnteach import course

    if arguments.vote is None:
        for name in course.votes():
            print(f"{name}  {course.vote(name).title}")
        return 0
    try:
        print(course.render_plain(course.vote(arguments.vote)))
    except KeyError as error:
        return _fail(error.args[0])
    return 0


def _diagnose(arguments: argparse.Namespace) -> int:
    from lnteach.selfcheck.child import DiagnoseError, diagnose_file

    try:
        right, report = diagnose_file(arguments.function, norm=arguments.norm)
    except DiagnoseError as error:
        print(f"lnteach diagnose: {error}", file=sys.stderr)
        return 2
    print(report)
    return 0 if right else 1


def _build(arguments: argparse.Namespace) -> int:
    from lnteach import site

    try:
        site.build(arguments.source, arguments.out or arguments.source / "build" / "site")
    except site.SiteError as error:
        return _fail(str(error))
    return 0


def _serve(arguments: argparse.Namespace) -> int:
    from lnteach import site

    host = "0.0.0.0" if arguments.lan else "127.0.0.1"
    try:
        folder = arguments.site or Path("build/site")
        site.serve(
            folder, host=host, port=arguments.port, watch=Path() if arguments.watch else None
        )
    except site.SiteError as error:
        return _fail(str(error))
    return 0


def _sheet(arguments: argparse.Namespace) -> int:
    from lnteach import course, selfcheck

    if not arguments.exercise:
        for name in course.exercises():
            print(f"{name}  {course.exercise(name).title}")
        return 0
    try:
        page = selfcheck.sheet(arguments.exercise, arguments.n, arguments.seed)
    except KeyError as error:
        return _fail(error.args[0])
    except ValueError as error:
        return _fail(str(error))
    if arguments.out is None:
        print(page, end="")
        return 0
    try:
        arguments.out.write_text(page, "utf-8")
    except OSError as error:
        return _fail(f"cannot write {arguments.out}: {error.strerror}")
    print(f"wrote {arguments.out}")
    return 0


def _bench(arguments: argparse.Namespace) -> int:
    from lnteach import bench, site

    try:
        for record in (
            bench.measure_site(arguments.site, Path("node_modules"), runs=arguments.runs),
            bench.measure_frames(arguments.site),
            bench.measure_usual(arguments.site, Path()),
            bench.measure_selfcheck(),
            bench.measure_speed(),
        ):
            print(record.table())
            print(f"kept in {record.save(arguments.out)}\n")
    except site.SiteError as error:
        return _fail(str(error))
    return 0


def _fail(message: str) -> int:
    print(f"lnteach: {message}", file=sys.stderr)
    return 1
