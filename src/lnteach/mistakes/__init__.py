"""The catalogue of mistakes: wrong backward passes as edits of the right formulas.

Every entry of ``catalogue.yaml`` has a permanent id, the edits that make it, why it tempts, and
what was computed about it: its exact value on any case, its floats on any batch, the inputs where
it hides, the checks that catch it and those that are blind to it.

Examples
--------
>>> from lnteach import mistakes
>>> wrong = mistakes.get("only-first-term-divided")
>>> wrong.lines[0].text
'g_h = a/s - mean(a) - u*mean(a*u), not (a - mean(a) - u*mean(a*u))/s'
>>> [str(x) for x in wrong.value({"h": [4, 0, 4, 0], "g_z": [2, 0, 1, 1], "eps": 0})]
['-1/2', '-1/2', '-1', '0']
>>> wrong.hides
('unit-s', 'both-means-zero')
"""

from lnteach.mistakes.accident import Accident, passes_by_accident
from lnteach.mistakes.blindness import Blindness, blindness
from lnteach.mistakes.catalogue import Mistake, Report, get, ids, truth
from lnteach.mistakes.checks import CHECKS, Check, Verdict
from lnteach.mistakes.edits import OUTPUTS, Edit, Edited, Line
from lnteach.mistakes.hiding import hides
from lnteach.mistakes.pairs import aliases, combine, pairs
from lnteach.mistakes.probes import CONDITIONS
from lnteach.mistakes.single import SingleEdit, single_edits
from lnteach.mistakes.table import Cell

__all__ = [
    "CHECKS",
    "CONDITIONS",
    "OUTPUTS",
    "Accident",
    "Blindness",
    "Cell",
    "Check",
    "Edit",
    "Edited",
    "Line",
    "Mistake",
    "Report",
    "SingleEdit",
    "Verdict",
    "aliases",
    "blindness",
    "combine",
    "get",
    "hides",
    "ids",
    "pairs",
    "passes_by_accident",
    "single_edits",
    "truth",
]
