"""The command line answers in words and with the right status."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from lnteach import __version__, cli


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"lnteach {__version__}\n"


def test_without_a_command_it_shows_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    assert "check" in capsys.readouterr().out


def test_check_the_course(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    published = yaml.safe_load((root / "tests/course/published.yaml").read_text("utf-8"))
    count = sum(map(len, published.values()))
    assert cli.main(["check"]) == 0
    assert capsys.readouterr().out == f"{count} files checked, 0 with problems\n"


def test_check_a_wrong_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.yaml").write_text("kind: vote\nid: x\nnumbr: 1\n")
    assert cli.main(["check", str(tmp_path / "x.yaml")]) == 1
    assert "x.yaml:3: numbr: is not a field here" in capsys.readouterr().out


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["show"]) == 0
    assert capsys.readouterr().out == (
        "common-shift  A common shift\n"
        "complete-gradient  The two correction terms\n"
        "surviving-invariance  Which invariance survives\n"
        "gamma-outside  A γ in front of the bracket\n"
    )
    assert cli.main(["show", "common-shift"]) == 0
    assert "Answer: B" in capsys.readouterr().out
    assert cli.main(["show", "shift"]) == 1
    assert "there is no vote 'shift'; there are: common-shift" in capsys.readouterr().err


def test_serve_without_a_site_says_how_to_get_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["serve", "--site", str(tmp_path / "none")]) == 1
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "make site" in message
