"""Nothing gets slower unnoticed: the work of fixed boards, counted again, is that of the table."""

from __future__ import annotations

import pytest

from tests.counted_work.table import describe_differences, read_table
from tests.counted_work.works import WHERE, WORKS, count_work, is_counted_here


@pytest.mark.parametrize("work", WORKS)
def test_no_work_grows(work):
    """Neither more nor less than in the table; the message says which numbers, and how the table is rewritten."""
    if not is_counted_here(work):
        pytest.skip(f"the table has the numbers of {' '.join(WHERE[work])}")
    differences = describe_differences(work, read_table()[work], count_work(work))
    assert not differences, differences


def test_the_table_has_no_other_works():
    """What is not counted any more is taken out."""
    assert list(read_table()) == list(WORKS)


def test_the_message_says_what_grew_and_what_to_do():
    """Grown, fallen, new and gone are told apart; numbers that are the same are not named."""
    before = {("board", "flips"): 100, ("board", "tries"): 2, ("tree", "states"): 7, ("path", "states"): 1}
    now = {("board", "flips"): 150, ("board", "tries"): 1, ("tree", "states"): 7, ("cycle", "states"): 3}
    assert describe_differences("walks", before, before) == ""
    assert describe_differences("walks", before, now).splitlines() == [
        "walks: MORE work than before; if it is worth it, say why in the commit, and rewrite the table: "
        "python -m tests.counted_work walks",
        "    board flips: 150, before 100 (+50.0%)",
        "walks: less work than before; so that it stays so, rewrite the table: python -m tests.counted_work walks",
        "    board tries: 1, before 2 (-50.0%)",
        "walks: other lines than before; if that is meant, rewrite the table: python -m tests.counted_work walks",
        "    cycle states: 3, not in the table",
        "    path states: in the table, not counted any more",
    ]
