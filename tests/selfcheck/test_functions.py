"""A backward function that a person wrote: which mistake it makes, and what would miss it."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from lnteach import mistakes
from lnteach.cli import main
from lnteach.selfcheck import diagnose_function
from lnteach.selfcheck.child import DiagnoseError, diagnose_file
from lnteach.selfcheck.functions import Finding
from tests.selfcheck import held_back


def named(finding: Finding) -> str:
    return "+".join(finding.ids) or finding.kind


@pytest.mark.parametrize("function", held_back.FOUND, ids=lambda f: f.__name__)
def test_the_held_back_programs(function) -> None:
    report = diagnose_function(function)
    assert " ".join(map(named, report.findings)) == held_back.FOUND[function]
    assert report.right == all(x == "right" for x in held_back.FOUND[function].split())


@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_every_mistake_of_the_catalogue_is_named(norm: str) -> None:
    for id in mistakes.ids(norm):
        wrong = mistakes.get(id, norm)
        report = diagnose_function(wrong.compute, norm=norm)
        at = ("g_h", "g_gamma", "g_beta").index(wrong.target)
        assert named(report.findings[at]) == id, (id, report)
        assert not report.right


def test_a_report_says_what_would_miss_it() -> None:
    report = diagnose_function(held_back.printed_in_a_book)
    said = str(report)
    assert said.startswith("g_h: γ taken out of the bracket.\n    It happens in the line a = g_z;")
    assert "Passed by accident: Shapes, Differences, γ = 1" in said
    assert report.accident is not None
    assert "gamma-one" in report.accident.by_accident or report.accident.by_accident


def test_writing_to_inputs_is_said() -> None:
    report = diagnose_function(held_back.writes_to_its_input)
    assert report.notes == ("It writes to its inputs: whoever calls it loses them.",)


def test_a_loop_without_end_is_stopped_here_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from lnteach.selfcheck import functions

    def loop(h, gamma, beta, g_z, eps):
        while True:
            pass

    monkeypatch.setattr(functions, "SECONDS", 1.0)
    began = time.monotonic()
    report = diagnose_function(loop)
    assert time.monotonic() - began < 5
    assert "TimeoutError: it took longer than 0.2 s and was stopped" in str(report)


def test_only_functions() -> None:
    with pytest.raises(TypeError, match="`function` is of type int"):
        diagnose_function(3)


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = Path(held_back.__file__)
    assert main(["diagnose", f"{source}:printed_in_a_book"]) == 1
    assert "γ taken out of the bracket." in capsys.readouterr().out
    assert main(["diagnose", f"{source}:torch_style"]) == 0
    assert capsys.readouterr().out == "g_h: Right.\ng_gamma: Right.\ng_beta: Right.\n"
    assert main(["diagnose", "nowhere.py:f"]) == 2
    assert capsys.readouterr().err == "lnteach diagnose: there is no file nowhere.py\n"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("def f(*x):\n    while True: pass", "f took longer than 1 s and was stopped"),
        ("import os\ndef f(*x): os._exit(3)", r"f ended the process \(status 3\)"),
        ("import os, signal\ndef f(*x): os.kill(os.getpid(), signal.SIGKILL)", "status -9"),
        ("def g(*x): pass", "has no f; it has g"),
        ("f = 3", "f in .* is int, not a function"),
        ("def f(:", "cannot be imported: SyntaxError"),
        ("raise SystemExit(0)", "cannot be imported: SystemExit"),
        ("def f(*x):\n    return bytearray(10**13)", "it raises MemoryError|ended"),
    ],
)
def test_a_hostile_file_harms_nothing(tmp_path: Path, body: str, message: str) -> None:
    file = tmp_path / "answer.py"
    file.write_text(body, encoding="utf-8")
    began = time.monotonic()
    try:
        said = diagnose_file(f"{file}:f", seconds=1 if "while" in body else 10)[1]
    except DiagnoseError as error:
        said = str(error)
    assert re.search(message, said)
    assert time.monotonic() - began < 9


def test_what_a_function_prints_is_not_the_report(tmp_path: Path) -> None:
    file = tmp_path / "answer.py"
    file.write_text("def f(h, *x):\n    print('x' * 10**6)\n    return h", encoding="utf-8")
    right, report = diagnose_file(f"{file}:f")
    assert not right
    assert "xxx" not in report


def test_the_target_has_a_form() -> None:
    with pytest.raises(DiagnoseError, match=r"`path\.py:function` is needed"):
        diagnose_file("answer.py")


def test_inputs_are_fresh_for_every_run() -> None:
    from lnteach.selfcheck.functions import CASES

    before = [case.h.copy() for case in CASES]
    diagnose_function(held_back.writes_to_its_input)
    assert all(np.array_equal(x, case.h) for x, case in zip(before, CASES, strict=True))
    assert "answer_of_a_student" not in sys.modules
