"""Run the command line as ``python -m lnteach``."""

import sys

from lnteach.cli import main

sys.exit(main())
