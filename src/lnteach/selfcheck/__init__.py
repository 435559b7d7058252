"""Self-check: reading answers, telling right from wrong, and saying which mistake it was.

Examples
--------
>>> read_vector("1/2; −1", 2).text
'(1/2, −1)'
"""

from lnteach.selfcheck.bank import bank, exercises, variant_key
from lnteach.selfcheck.diagnose import Diagnosis, diagnose
from lnteach.selfcheck.formulas import judge_formula
from lnteach.selfcheck.functions import FunctionReport, diagnose_function
from lnteach.selfcheck.judge import Judgement, judge
from lnteach.selfcheck.keys import Key, key
from lnteach.selfcheck.reading import Reading, read_vector
from lnteach.selfcheck.render import render_exercise, render_progress
from lnteach.selfcheck.sheet import sheet
from lnteach.selfcheck.variants import Variant, variants
from lnteach.selfcheck.wording import Feedback, feedback

__all__ = [
    "Diagnosis",
    "Feedback",
    "FunctionReport",
    "Judgement",
    "Key",
    "Reading",
    "Variant",
    "bank",
    "diagnose",
    "diagnose_function",
    "exercises",
    "feedback",
    "judge",
    "judge_formula",
    "key",
    "read_vector",
    "render_exercise",
    "render_progress",
    "sheet",
    "variant_key",
    "variants",
]
