"""Reading a content file: YAML in, values out, every complaint with file, line and field.

Content is data that people edit by hand, so a file is read to the end and all that is wrong with
it is said at once. Scalars are taken as the text that was typed: no file can mean ``yes`` and get
``True``, and ``1/3`` stays a third.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

__all__ = [
    "SLUG",
    "ContentError",
    "Document",
    "Problem",
    "choice",
    "compose",
    "items",
    "mapping",
    "pattern",
    "text",
]

Reader = Callable[[yaml.Node, str, "Document"], Any]


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a content file, and where."""

    file: str
    line: int
    field: str
    message: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}"
        return (
            f"{where}: {self.field}: {self.message}" if self.field else f"{where}: {self.message}"
        )


class ContentError(ValueError):
    """A content file cannot be used; ``problems`` lists why."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


class _Alias(yaml.YAMLError):
    """A file uses an alias: one can make a small file enormous, and no content needs one."""


class _Loader(yaml.SafeLoader):
    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise _Alias("aliases (`*name`) are not used in content files")
        return super().compose_node(parent, index)


def compose(path: Path) -> yaml.Node:
    """Read a file as YAML nodes, which know their lines; `ContentError` if that cannot be."""
    try:
        node = _compose(path.read_text(encoding="utf-8"))
        if node is not None:
            return node
        reason, line = "the file is empty", 1
    except _Alias as error:
        reason, line = str(error), 1
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        reason, line = f"not readable: {error.problem}", mark.line + 1 if mark else 1
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        reason, line = f"not readable: {error}", 1
    raise ContentError([Problem(path.name, line, "", reason)])


@lru_cache(maxsize=4)  # a file's kind is read first, then the file: once is enough
def _compose(source: str) -> yaml.Node | None:
    node: yaml.Node | None = yaml.compose(source, Loader=_Loader)
    return node


@dataclass
class Document:
    """One file while it is being read: its lines by field, and what is wrong so far."""

    file: str
    lines: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def complain(self, where: str, message: str) -> None:
        """Note a problem at a field (or at the nearest field above it that has a line)."""
        known = where
        while known not in self.lines and "." in known:
            known = known.rpartition(".")[0]
        self.problems.append(Problem(self.file, self.lines.get(known, 1), where, message))

    def raise_if_wrong(self) -> None:
        """Raise all that was noted, in the order of the lines."""
        if self.problems:
            raise ContentError(sorted(self.problems, key=lambda p: p.line))

    @classmethod
    def read(cls, path: Path, reader: Reader) -> tuple[dict[str, Any], Document]:
        """Read a file by a schema; what comes back is complete, or `ContentError` is raised."""
        document, node = cls(path.name), compose(path)
        value = reader(node, "", document)
        document.raise_if_wrong()
        return value, document


def text(node: yaml.Node, where: str, document: Document) -> str:
    """Take any scalar as the text that was typed."""
    if not isinstance(node, yaml.ScalarNode):
        document.complain(where, "needs a text, not a list or a table")
        return ""
    value = str(node.value).strip()
    if not value:
        document.complain(where, "is empty")
    return value


def pattern(expression: str, need: str) -> Reader:
    """Take a text of a given form; ``need`` says the form in words."""

    def read(node: yaml.Node, where: str, document: Document) -> str:
        value = text(node, where, document)
        if value and not re.fullmatch(expression, value):
            document.complain(where, f"got {value!r}, needs {need}")
        return value

    return read


SLUG = pattern(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", "a slug: lower case, words joined by hyphens")


def choice(*allowed: str) -> Reader:
    """Take one of the texts named."""
    return pattern("|".join(map(re.escape, allowed)), "one of " + ", ".join(allowed))


def items(reader: Reader, *, least: int = 1, key: str | None = None) -> Reader:
    """Take a list; ``key`` names the field that identifies an item in messages."""

    def read(node: yaml.Node, where: str, document: Document) -> tuple[Any, ...]:
        if not isinstance(node, yaml.SequenceNode):
            document.complain(where, "needs a list")
            return ()
        if len(node.value) < least:
            document.complain(where, f"has {len(node.value)} entries, needs at least {least}")
        values, seen = [], set()
        for number, item in enumerate(node.value, start=1):
            name = _name(item, key) or str(number)
            if name in seen:
                document.lines[f"{where}.{name}"] = item.start_mark.line + 1
                document.complain(f"{where}.{name}", f"{key or 'entry'} {name!r} stands twice")
            seen.add(name)
            values.append(_at(reader, item, f"{where}.{name}", document))
        return tuple(values)

    return read


def mapping(
    required: Mapping[str, Reader] | None = None,
    optional: Mapping[str, Reader] | None = None,
    *,
    each: Reader | None = None,
) -> Reader:
    """Take a table with the fields named, or with any names if ``each`` reads their values."""
    required, optional = required or {}, optional or {}

    def read(node: yaml.Node, where: str, document: Document) -> dict[str, Any]:
        if not isinstance(node, yaml.MappingNode):
            document.complain(where, "needs a table of fields")
            return {}
        values: dict[str, Any] = {}
        for key_node, value_node in node.value:
            name = str(key_node.value)
            inner = f"{where}.{name}" if where else name
            reader = required.get(name) or optional.get(name) or each
            document.lines.setdefault(inner, key_node.start_mark.line + 1)
            if reader is None:
                known = ", ".join([*required, *optional])
                document.complain(inner, f"is not a field here; the fields are {known}")
            elif name in values:
                document.lines[inner] = key_node.start_mark.line + 1
                document.complain(inner, "stands twice")
            else:
                values[name] = _at(reader, value_node, inner, document)
        for name in required:
            if name not in values:
                document.complain(f"{where}.{name}" if where else name, "is missing")
        return values

    return read


def _at(reader: Reader, node: yaml.Node, where: str, document: Document) -> Any:
    document.lines.setdefault(where, node.start_mark.line + 1)
    return reader(node, where, document)


def _name(node: yaml.Node, key: str | None) -> str | None:
    if key is None or not isinstance(node, yaml.MappingNode):
        return None
    return next((str(v.value) for k, v in node.value if k.value == key), None)
