"""The installed script `rosetta VERB ...`.

python-sat installs a script called `models.py` beside it, and Python looks beside a script first; so the script's
own folder is taken off the path before `models` is imported.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Hand over to `models.__main__`."""
    beside = os.path.dirname(os.path.abspath(sys.argv[0]))
    if os.path.exists(os.path.join(beside, "models.py")):
        sys.path = [entry for entry in sys.path if os.path.abspath(entry) != beside]
    from models.__main__ import main as run

    run()
