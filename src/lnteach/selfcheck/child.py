"""A student's function in a process of its own: it may loop, print, crash, and harm nothing here.

``python -m lnteach.selfcheck.child FILE FUNCTION NORM ANSWER`` runs it and writes the report to the
file ANSWER; `diagnose_file` starts that and kills it after some seconds.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lnteach.selfcheck.functions import diagnose_function

__all__ = ["DiagnoseError", "diagnose_file"]

SECONDS = 10.0


class DiagnoseError(ValueError):
    """Why a function could not be judged, in one line."""


def diagnose_file(
    target: str, *, norm: str = "layer", seconds: float = SECONDS
) -> tuple[bool, str]:
    """Judge a function in a Python file, in a process that is killed after some seconds.

    Parameters
    ----------
    target : str
        ``path.py:function``; see `diagnose_function` for what it takes and returns.
    norm : {"layer", "rms"}
        Which norm it is meant for.
    seconds : float
        How long it may run.

    Returns
    -------
    right : bool
        Whether it is right.
    report : str
        What to print.

    Raises
    ------
    DiagnoseError
        There is no such file or function, it cannot be imported, or it took too long.
    """
    file, _, name = target.rpartition(":")
    if not file or not name.isidentifier():
        raise DiagnoseError(f"{target!r} is given, but `path.py:function` is needed")
    if not Path(file).is_file():
        raise DiagnoseError(f"there is no file {file}")
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        command = [sys.executable, "-m", "lnteach.selfcheck.child", file, name, norm, str(answer)]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        with subprocess.Popen(command, stderr=subprocess.DEVNULL, **quiet) as child:  # type: ignore[call-overload]
            try:
                child.wait(seconds)
            except subprocess.TimeoutExpired:
                child.kill()
                raise DiagnoseError(
                    f"{name} took longer than {seconds:g} s and was stopped: is there a loop "
                    "without end?"
                ) from None
        if not answer.is_file():
            raise DiagnoseError(f"{name} ended the process (status {child.returncode})")
        found = json.loads(answer.read_text(encoding="utf-8"))
    if "error" in found:
        raise DiagnoseError(found["error"])
    return bool(found["right"]), str(found["report"])


def main(file: str, name: str, norm: str, answer: str) -> None:
    """Judge in this process and write the answer in one step."""
    try:
        report = diagnose_function(_load(Path(file), name), norm=norm)
        found = {"right": report.right, "report": str(report)}
    except DiagnoseError as error:
        found = {"error": str(error)}
    made = Path(answer).with_suffix(".part")
    made.write_text(json.dumps(found), encoding="utf-8")
    made.replace(answer)
    os._exit(0)  # whatever threads the function has left behind


def _load(file: Path, name: str) -> Callable[..., Any]:
    spec = importlib.util.spec_from_file_location("answer_of_a_student", file)
    if spec is None or spec.loader is None:
        raise DiagnoseError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(file.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise DiagnoseError(f"{file} cannot be imported: {type(error).__name__}: {error}") from None
    if not hasattr(module, name):
        known = [x for x, y in vars(module).items() if callable(y) and not x.startswith("_")]
        raise DiagnoseError(f"{file} has no {name}; it has {', '.join(known) or 'no function'}")
    function = getattr(module, name)
    if not callable(function):
        raise DiagnoseError(f"{name} in {file} is {type(function).__name__}, not a function")
    return function  # type: ignore[no-any-return]


if __name__ == "__main__":
    main(*sys.argv[1:])
