"""Self-check: reading answers, telling right from wrong, and saying which mistake it was.

Examples
--------
>>> read_vector("1/2; −1", 2).text
'(1/2, −1)'
"""

from lnteach.selfcheck.judge import Judgement, judge
from lnteach.selfcheck.keys import Key, key
from lnteach.selfcheck.reading import Reading, read_vector

__all__ = ["Judgement", "Key", "Reading", "judge", "key", "read_vector"]
