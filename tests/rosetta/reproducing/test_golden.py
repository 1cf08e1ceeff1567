"""Quick forms of the cheap items, line by line, as they were when last looked at: verdict, claim, theirs, ours.

Only what does not depend on the machine stands there. To write the file anew after a change that was meant:
`REWRITE=1 pytest tests/rosetta/reproducing/test_golden.py`.
"""

from __future__ import annotations

import os

import pytest

from report.reproduction.records import CONTRADICTORY, OPEN, Line, Table, ours_text, value_text
from rosetta.foundation.progress import ignore_progress
from rosetta.reproducing.registry import item
from tests.support.places import GOLDEN

EXPECTED = GOLDEN / "reproduced_quick.txt"
ITEMS = ("akari-example", "akari-small", "tents-trees", "lightsout-squares", "lightsout-rectangles")
UNTOLD = ("the share of trees settles",)  # its digits come out of a fit


def lines(name: str) -> list[Line]:
    """Of the quick form, with seed 0; every table has as many cells as columns."""
    entries = list(item(name).run(False, 0, ignore_progress))
    for table in entries:
        if isinstance(table, Table):
            assert all(len(row) == len(table.columns) for row in table.rows)
    return [entry for entry in entries if isinstance(entry, Line)]


def line_text(name: str, line: Line) -> str:
    ours = "" if line.claim.startswith(UNTOLD) else ours_text(line)
    return f"{name} | {line.verdict} | {line.claim} | {value_text(line.theirs)} | {ours}"


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ITEMS)
def test_the_quick_form_says_what_it_said(name):
    """Nothing is open, and our engines agree."""
    current = [line_text(name, line) for line in lines(name)]
    assert not [line for line in current if f"| {OPEN} |" in line or f"| {CONTRADICTORY} |" in line]
    expected = [line for line in EXPECTED.read_text("utf-8").splitlines() if line] if EXPECTED.exists() else []
    if os.environ.get("REWRITE"):
        others = [line for line in expected if not line.startswith(f"{name} |")]
        EXPECTED.write_text("\n".join([*others, *current]) + "\n", "utf-8")
        return
    assert current == [line for line in expected if line.startswith(f"{name} |")]
