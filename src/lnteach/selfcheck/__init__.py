"""Self-check: reading answers, telling right from wrong, and saying which mistake it was.

Examples
--------
>>> read_vector("1/2; −1", 2).text
'(1/2, −1)'
"""

from lnteach.selfcheck.bank import bank, exercises, variant_key
from lnteach.selfcheck.judge import Judgement, judge
from lnteach.selfcheck.keys import Key, key
from lnteach.selfcheck.reading import Reading, read_vector
from lnteach.selfcheck.render import render_exercise
from lnteach.selfcheck.sheet import sheet
from lnteach.selfcheck.variants import Variant, variants

__all__ = [
    "Judgement",
    "Key",
    "Reading",
    "Variant",
    "bank",
    "exercises",
    "judge",
    "key",
    "read_vector",
    "render_exercise",
    "sheet",
    "variant_key",
    "variants",
]
