"""Self-check: reading answers, telling right from wrong, and saying which mistake it was.

Examples
--------
>>> read_vector("1/2; −1", 2).text
'(1/2, −1)'
"""

from lnteach.selfcheck.reading import Reading, read_vector

__all__ = ["Reading", "read_vector"]
