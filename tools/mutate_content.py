"""Change content by one number, sign or operator at a time, and see whether the checks notice.

Content files are judged by their own validator, the catalogue of mistakes by the tests of its
values, and what a chapter's cells say by running them and by the numbers that the index of the
sources promises on that page.
"""

from __future__ import annotations

import ast
import contextlib
import re
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chapter_run

ROOT = Path(__file__).resolve().parent.parent
COURSE = ROOT / "src/lnteach/course"
CATALOGUE = ROOT / "src/lnteach/mistakes/catalogue.yaml"

NUMBER = re.compile(r"(?<![\w.⁻])\d+(?![\w]*[A-Za-z_⁻])")
# A minus between words is no operator: `first-pushed` is a name, `->` an arrow.
OPERATOR = re.compile(r"(?<= )[+-](?= )|(?<=[\w)\]])(?: ?)[*/](?: ?)(?=[\w(\[])|==|!=|<=|>=")
OTHER = {"+": "-", "-": "+", "*": "/", "/": "*", "==": "!=", "!=": "==", "<=": ">", ">=": "<"}
STARTS = re.compile(r"(?:^|[\[(,=:~ /*])-?$")


@dataclass(frozen=True)
class Mutant:
    """One change: the file and line, what became what, and the whole new text."""

    file: str
    line: int
    change: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.change}"


def changes(text: str, start: int, stop: int) -> Iterator[tuple[int, int, str]]:
    """Yield every change of one number, sign or operator in a stretch of text."""
    for match in NUMBER.finditer(text, start, stop):
        yield match.start(), match.end(), str(int(match[0]) + 1)
        before = text[max(0, match.start() - 2) : match.start()]
        if int(match[0]) == 0 or not STARTS.search(before):
            continue
        if before.endswith("-"):
            yield match.start() - 1, match.end(), match[0]
        else:
            yield match.start(), match.end(), f"-{match[0]}"
    for match in OPERATOR.finditer(text, start, stop):
        yield (
            match.start(),
            match.end(),
            match[0].replace(match[0].strip(), OTHER[match[0].strip()]),
        )


def mutants(file: str, text: str, spans: list[tuple[int, int]], offset: int = 0) -> list[Mutant]:
    """List the mutants of some stretches of a file; `offset` is the line before the text."""
    made = []
    for start, stop in spans:
        for left, right, new in changes(text, start, stop):
            line = text.count("\n", 0, left) + 1 + offset
            shown = text[max(0, left - 24) : left].rpartition("\n")[2]
            change = (
                f"…{shown}[{text[left:right]} → {new}]{text[right : right + 16].split(chr(10))[0]}"
            )
            made.append(Mutant(file, line, change, text[:left] + new + text[right:]))
    return made


def spans(text: str, expression: str) -> list[tuple[int, int]]:
    """Find the stretches that a regular expression describes."""
    return [match.span() for match in re.finditer(expression, text, re.M | re.S)]


def content(survived: Callable[[Mutant], None]) -> int:
    """Try the mutants of all votes, examples, exercises and indexes of sources."""
    from lnteach import course

    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(COURSE.glob("*/*.yaml")):
            kind, text = path.parent.name, path.read_text(encoding="utf-8")
            name = path.relative_to(ROOT).as_posix()
            if kind in {"votes", "examples"}:
                stretch = r"^cases:.*?(?=^[a-z])|^facts:.*?(?=^[a-z]|\Z)|^ +claim: [^\n]*"
                made = mutants(name, text, spans(text, stretch))
            elif kind == "exercises":
                stretch = r"^first:.*?(?=^[a-z])|^facts:.*?(?=^[a-z]|\Z)"
                made = mutants(name, text, spans(text, stretch))
            elif kind == "seeds":
                made = seed_mutants(name, text)
            else:
                continue  # a widget's numbers are the range and step of its handles
            place = Path(folder) / path.name
            for mutant in made:
                place.write_text(mutant.text, encoding="utf-8")
                if not course.check_file(place):
                    survived(mutant)
            count += len(made)
    return count


def seed_mutants(name: str, text: str) -> list[Mutant]:
    """Mutate each item of an index in a file of its own, which is checked in no time."""
    head, *items = re.split(r"^  (?=- \{id)", text, flags=re.M)
    made, line = [], head.count("\n")
    for item in items:
        stretches = [
            (start + len(head), stop + len(head))
            for start, stop in spans(item, r'(?<=literal: ")[^"]*|(?<=check: \[).*?(?=\][,}])')
        ]
        made += mutants(name, head + item, stretches, line - head.count("\n"))
        line += item.count("\n")
    return made


def catalogue(survived: Callable[[Mutant], None]) -> int:
    """Try the mutants of the edits and places in the catalogue of mistakes."""
    sys.path.insert(0, str(ROOT / "tests"))
    import yaml
    from mistakes import test_catalogue, values  # the tests' own tables
    from mistakes import test_values_by_hand as by_hand

    from lnteach.mistakes import catalogue as module

    text = CATALOGUE.read_text(encoding="utf-8")
    stretch = r"^places:.*?(?=^words:)|(?<=rules: \[)[^\]]*|(?<=^          - )\"[^\n]*->[^\n]*"
    made = mutants(CATALOGUE.relative_to(ROOT).as_posix(), text, spans(text, stretch))
    right = module.raw
    catalogue_tests(test_catalogue, by_hand, values)  # they hold before anything is changed
    for mutant in made:
        forget()
        try:
            data = yaml.safe_load(mutant.text)
            module.raw = lambda data=data: data
            with at_most(20):
                catalogue_tests(test_catalogue, by_hand, values)
        except Exception:  # whatever a check raises, it has noticed
            continue
        finally:
            module.raw = right
        survived(mutant)
    forget()
    return len(made)


def catalogue_tests(tests: Any, by_hand: Any, values: Any) -> None:
    """Run the tests of the catalogue's values as plain functions."""
    for id in values.G_H:
        tests.test_both_tables_of_values(id)
    for id in (id for id, value in values.REPORTED.items() if value):
        tests.test_reported_ones_on_example_e(id)
    tests.test_truth()
    tests.test_on_the_batch_of_example_e()
    tests.test_everything_differs_on_example_e()
    tests.test_the_line_where_it_happens()
    for name, test in vars(by_hand).items():
        if name.startswith("test_") and not hasattr(test, "pytestmark"):
            test()
    for marked in by_hand.test_only_the_first_term_divided_and_another.pytestmark:
        for other, wanted in marked.args[1]:
            by_hand.test_only_the_first_term_divided_and_another(other, wanted)


@contextlib.contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Stop what takes too long: a change that makes the course hang is noticed."""

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def forget() -> None:
    """Clear what the package of mistakes keeps."""
    for name, module in list(sys.modules.items()):
        if name.startswith("lnteach.mistakes"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def chapters(survived: Callable[[Mutant], None]) -> int:
    """Try the mutants of what the cells of all chapters say."""
    from lnteach.course import CHAPTERS

    count = 0
    for chapter in CHAPTERS:
        cells = chapter_run.code_cells(ROOT / f"notebooks/{chapter}.ipynb")
        names: dict[str, Any] = {}
        before, shown = [], []
        for source in cells:
            before.append(dict(names))
            shown += chapter_run.run([source], names=names)
        promised = promises(chapter)
        for number, source in enumerate(cells):
            made = cell_mutants(f"notebooks/{chapter}.ipynb, cell {number}", source)
            count += len(made)
            for mutant in made:
                try:
                    with at_most(60):
                        (text,) = chapter_run.run([mutant.text], names=dict(before[number]))
                except Exception:
                    continue
                if text == shown[number]:  # a reader sees no difference
                    count -= 1
                    continue
                page = "".join([*shown[:number], text, *shown[number + 1 :]])
                if all(any(form in page for form in forms) for forms in promised):
                    survived(mutant)
    return count


def promises(chapter: str) -> list[tuple[str, ...]]:
    """List the numbers that the index of the sources promises in a chapter."""
    sys.path.insert(0, str(ROOT / "tests/course"))
    from test_seed_values_on_pages import WITH_NUMBERS, values

    return [forms for item in WITH_NUMBERS if item.chapter == chapter for forms in values(item)]


def cell_mutants(file: str, source: str) -> list[Mutant]:
    """Mutate the texts in what a cell says: references, formulas, numbers."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    made: list[tuple[int, int]] = []
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in SAYS:
            continue
        for node in ast.walk(call):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.end_lineno is not None
                assert node.end_col_offset is not None
                left = starts[node.lineno - 1] + node.col_offset
                right = starts[node.end_lineno - 1] + node.end_col_offset
                raw = source.encode()
                made.append((len(raw[:left].decode()) + 1, len(raw[:right].decode()) - 1))
    stretches = [
        span for left, right in dict.fromkeys(made) for span in _formulas(source, left, right)
    ]
    return mutants(file, source, stretches) + swaps(file, source, made)


SAYS = {"say", "tell", "steps", "compare", "work"}
SWAPS = {"u": "c", "c": "u", "a": "g_z", "g_h": "a", "mu": "s", "s": "v", "v": "s", "h": "u"}


def _formulas(source: str, left: int, right: int) -> Iterator[tuple[int, int]]:
    """Take of a text what is a formula: between dollars, or all of it if it has no two words."""
    inside = [m.span() for m in re.compile(r"\$[^$]*\$").finditer(source, left, right)]
    if inside:
        yield from inside
    elif not re.search(r"[a-z]{3,} [a-z]{2,}", source[left:right]):
        yield left, right


def swaps(file: str, source: str, texts: list[tuple[int, int]]) -> list[Mutant]:
    """Take the value of another letter where a text says which letter it is."""
    made = []
    named = re.compile(r"(?<== \[\[)([a-z0-9-]+\.)(\w+)(?=\]\])")
    for left, right in dict.fromkeys(texts):
        for match in named.finditer(source, left, right):
            other = SWAPS.get(match[2])
            if other:
                text = source[: match.start(2)] + other + source[match.end(2) :]
                line = source.count("\n", 0, match.start()) + 1
                made.append(Mutant(file, line, f"{match[0]} → {match[1]}{other}", text))
    return made
