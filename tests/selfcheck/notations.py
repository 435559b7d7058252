"""How people write vectors: the same numbers in every notation, as the shared table has them.

``python -m tests.selfcheck.notations`` (from the root) writes tests/data/answer_cases.json: what is
made of known numbers here, and the cases written by hand in ``answers_by_hand.json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"
TABLE = DATA / "answer_cases.json"

Written = Sequence[str]
NOTATIONS: dict[str, Callable[[Written], str]] = {
    "brackets": lambda x: f"[{', '.join(x)}]",
    "tight brackets": lambda x: f"[{','.join(x)}]",
    "parentheses": lambda x: f"({', '.join(x)})",
    "braces": lambda x: f"{{{', '.join(x)}}}",
    "angles": lambda x: f"⟨{', '.join(x)}⟩",
    "bare commas": lambda x: ", ".join(x),
    "semicolons": lambda x: "; ".join(x),
    "matlab column": lambda x: f"[{';'.join(x)}]",
    "column": lambda x: "[" + ", ".join(f"[{each}]" for each in x) + "]",
    "column in lines": lambda x: "[" + ",\n ".join(f"[{each}]" for each in x) + "]",
    "nested row": lambda x: f"[[{', '.join(x)}]]",
    "trailing comma": lambda x: f"({', '.join(x)},)",
    "lines": lambda x: "\n".join(x),
    "lines of Windows": lambda x: "\r\n".join(x) + "\r\n",
    "lines with commas": lambda x: ",\n".join(x),
    "tabs": lambda x: "\t".join(x),
    "array": lambda x: f"array([{', '.join(x)}])",
    "np.array": lambda x: f"np.array([{', '.join(x)}], dtype=np.float64)",
    "tensor": lambda x: f"tensor([{', '.join(x)}], dtype=torch.float64, requires_grad=True)",
    "jax": lambda x: f"Array([{', '.join(x)}], dtype=float32)",
    "sympy": lambda x: f"Matrix([{', '.join(f'[{each}]' for each in x)}])",
    "named": lambda x: f"g_h = ({', '.join(x)})",
    "transposed": lambda x: f"[{', '.join(x)}]^T",
    "transposed by sign": lambda x: f"({', '.join(x)})ᵀ",
    "no-break spaces": lambda x: ",\u00a0".join(x),
    "thin spaces": lambda x: "[\u2009" + ",\u2009".join(x) + "\u2009]",
    "right to left": lambda x: f"\u202b({', '.join(x)})\u202c",
    "wide space": lambda x: f"  (  {' ,  '.join(x)}  )  ",
}
SPACED: dict[str, Callable[[Written], str]] = {
    "spaces": lambda x: " ".join(x),
    "printed by NumPy": lambda x: f"[{'  '.join(x)}]",
    "wrapped by NumPy": lambda x: f"[{' '.join(x[:1])}\n {'  '.join(x[1:])}]",
}
COMMA: dict[str, Callable[[Written], str]] = {
    "decimal commas, semicolons": lambda x: "; ".join(x),
    "decimal commas, spaces": lambda x: " ".join(x),
    "decimal commas, lines": lambda x: "\n".join(x),
    "decimal commas, comma and space": lambda x: ", ".join(x),
}
SIGNS = {
    "minus": "−",
    "en dash": "–",
    "figure dash": "‒",
    "hyphen": "\u2010",
    "wide": "－",
}
VECTORS = [
    ["4/3", "-1", "-1/3"],
    ["1/4", "-1/4", "-1/4", "1/4"],
    ["-5/9", "8/9", "-4/9", "-1/9", "2/9"],
    ["0", "0", "0", "0"],
    ["27/4", "-11/3", "47/12", "-47/24", "137/48"],
    ["12"],
    ["-7/5", "7/5"],
]
DECIMALS = [["0.25", "-0.25", "-0.25", "0.25"], ["-1.5", ".5"], ["1.3333", "-1.0", "-0.3333"]]


def case(name: str, text: str, values: Sequence[float]) -> dict[str, object]:
    """Write one case that has to be read."""
    return {"name": name, "text": text, "d": len(values), "kind": "read", "values": list(values)}


def made() -> list[dict[str, object]]:
    """Write known vectors in every notation."""
    cases = []
    for vector in VECTORS:
        values = [float(Fraction(each)) for each in vector]
        single = len(vector) == 1
        cases += [case(name, write(vector), values) for name, write in NOTATIONS.items()]
        cases += [case(n, w(vector), values) for n, w in SPACED.items() if not single]
        for name, sign in SIGNS.items():
            cases.append(case(name, ", ".join(vector).replace("-", sign), values))
        cases.append(case("wide digits", wide(", ".join(vector)), values))
        for slash in "÷∕⁄":
            cases.append(case(f"slash {slash}", "; ".join(vector).replace("/", slash), values))
    for vector in DECIMALS:
        values = [float(each) for each in vector]
        cases += [case(name, write(vector), values) for name, write in NOTATIONS.items()]
        cases += [case(name, write(vector), values) for name, write in SPACED.items()]
        commas = [each.replace(".", ",") for each in vector]
        if "," not in (commas[0][0], commas[-1][0]):  # `,5` is no number anywhere
            cases += [case(name, write(commas), values) for name, write in COMMA.items()]
    return cases


def wide(text: str) -> str:
    """Write ASCII in full width, as some keyboards do."""
    return "".join(chr(ord(x) + 0xFEE0) if "!" <= x <= "~" else x for x in text)


def by_hand() -> list[dict[str, object]]:
    """Return the cases that were written one by one."""
    text = (DATA / "answers_by_hand.json").read_text(encoding="utf-8")
    found: list[dict[str, object]] = json.loads(text)
    return found


def table() -> str:
    """Return the text of the shared table."""
    lines = [json.dumps(each, ensure_ascii=False) for each in [*by_hand(), *made()]]
    return "[\n  " + ",\n  ".join(lines) + "\n]\n"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
