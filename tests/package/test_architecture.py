"""The house: imports run one way, names are public on purpose, and importing is cheap."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "lnteach"

# From the top of the house down; a room may import from those below it, never from above or beside.
FLOORS = [
    {"__main__"},
    {"cli"},
    {"bench"},
    {"live", "site"},
    {"apidoc", "notebook", "plots"},
    {"widgets"},
    {"selfcheck"},
    {"course"},
    {"experiments", "mistakes"},
    {"symbolic"},
    {"core"},
    {"kernels"},
    {"arrays"},
]
LEAVES = {"formula", "maths", "web"}  # anyone may use them; they use nothing of the package
FORBIDDEN = {("live", "widgets"), ("live", "site")}

PUBLIC = {
    "lnteach": """Differentials GradientCheck Gradients Routes ThreeRoutes __version__ array_module
        differentials exercise explore gradient_check gradient_routes layer_norm layer_norm_backward
        layer_norm_forward probe_quality rms_norm rms_norm_backward rms_norm_forward vote""",
    "lnteach.course": """CHAPTERS Choice ContentError Demonstration Example Exercise Preset Problem
        SeedItem Vote Widget check_file example examples exercise exercises render_notes
        render_plain render_seed_items render_vote seed_items vote votes widget widgets""",
    "lnteach.symbolic": """Correction Derivation Exact Step all_steps along claims corrections
        derivation
        epsilon_facts exact exact_rms family gamma_outside jacobian letters matrix_form
        norm_family parameters prove_gamma_inside prove_gradient rms_derivation same
        second_derivative silent_zero""",
    "lnteach.selfcheck": """Diagnosis Feedback FunctionReport Judgement Key Reading Variant bank
        diagnose diagnose_function exercises feedback judge judge_formula key read_vector
        render_exercise render_progress sheet variant_key variants""",
    "lnteach.notebook": "Text compare numbers say steps",
    "lnteach.maths": """Text latex_value math_html mathml plain_math plain_text plain_value
        text_html text_mathml""",
}


def floor(room: str) -> int:
    return next(k for k, rooms in enumerate(FLOORS) if room in rooms)


def room_of(path: Path, source: Path = SOURCE) -> str:
    return path.relative_to(source).parts[0].removesuffix(".py")


def imported_rooms(path: Path, source: Path = SOURCE) -> set[str]:
    """Every room of the package that a file imports, at its top or inside a function."""
    package = ["lnteach", *path.relative_to(source).parts[:-1]]
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names |= {f"{module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("lnteach.")}


def breaches(source: Path = SOURCE) -> list[str]:
    """List every import that runs upwards or sideways."""
    found = []
    for path in sorted(source.rglob("*.py")):
        room = room_of(path, source)
        if room == "__init__":
            continue
        for other in imported_rooms(path, source) - {room}:
            known = any(other in rooms for rooms in FLOORS) or other in LEAVES
            if not known or other in LEAVES:  # a name of the package itself, or a leaf
                continue
            if room in LEAVES or floor(other) <= floor(room) or (room, other) in FORBIDDEN:
                found.append(f"{path.relative_to(source)} imports {other}")
    return found


def test_every_module_has_its_place_in_the_house() -> None:
    rooms = {room_of(path) for path in SOURCE.rglob("*.py")} - {"__init__"}
    assert rooms <= set().union(*FLOORS) | LEAVES


def test_imports_run_downwards_only() -> None:
    assert breaches() == []


def test_an_upward_import_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "bad.py").write_text("def f():\n    from lnteach.course import vote\n")
    (tmp_path / "maths.py").write_text("import lnteach.arrays\n")
    (tmp_path / "course").mkdir()
    (tmp_path / "course" / "bad.py").write_text("from ..site import build\n")
    assert breaches(tmp_path) == [
        "core/bad.py imports course",
        "course/bad.py imports site",
        "maths.py imports arrays",
    ]


@pytest.mark.parametrize("module", sorted(PUBLIC))
def test_public_names_are_exactly_these(module: str) -> None:
    names = import_module(module).__all__
    assert sorted(names) == sorted(PUBLIC[module].split())
    assert all(hasattr(import_module(module), name) for name in names)


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in out.stdout.split()}


def test_importing_the_package_loads_numpy_only() -> None:
    extra = loaded_by("import lnteach") - loaded_by("import numpy")
    assert {name for name in extra if name not in sys.stdlib_module_names} == {"lnteach"}


def test_a_heavy_import_would_be_seen() -> None:
    assert "sympy" in loaded_by("import lnteach.symbolic")
    assert "sympy" not in loaded_by("import lnteach.core")


def test_files_stay_short() -> None:
    long = {
        str(path.relative_to(SOURCE)): count
        for path in SOURCE.rglob("*")
        if path.suffix in {".py", ".js", ".css"} and "dist" not in path.parts
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > 330
    }
    assert long == {}


def test_unknown_attribute_says_so() -> None:
    import lnteach

    with pytest.raises(AttributeError, match="module 'lnteach' has no attribute 'layernorm'"):
        _ = lnteach.layernorm
