"""Families in a table: the best of each, and whom the tests tell from it."""

from __future__ import annotations

import pytest

from report.campaign.score_rows import FAMILY_COLUMNS, family_rows
from report.campaign.summary_table import summary_text
from rosetta.campaigns.statistics.summary import summary
from rosetta.foundation.number_order import number_key
from tests.support.campaign_rows import campaign_frame

FRAME = campaign_frame(48, 1, wrong=False)


def of_families(*sizes: float):
    """The statistics where boards of one of these sides are a family, all others another."""
    side = FRAME["height"]
    return summary(FRAME.assign(family=["small" if s in sizes else "large" for s in side]), self_check=False)


def test_each_family_has_its_own_scores():
    """The same as of its rows alone."""
    both = of_families(6, 8, 12)
    assert [(group.puzzle, group.family) for group in both.families] == [
        ("akari", "large"), ("akari", "small"), ("tents", "large"), ("tents", "small"),
    ]  # fmt: skip
    rows = FRAME[(FRAME["puzzle"] == "tents") & FRAME["height"].isin([6, 8, 12])]
    alone = summary(rows, self_check=False).groups[0]
    small = both.families[3]
    assert (small.scores, small.pairs, small.instances) == (alone.scores, alone.pairs, 12)
    cells = family_rows(both.families)[3]
    assert cells[:4] == ["small", "12", alone.scores[0].configuration, "12/12"]
    better = sum(alone.scores[0].configuration in (pair.faster, pair.solves_more) for pair in alone.pairs)
    assert cells[5] == (f"better than {better} of 4" if better else "no significant difference")


def test_a_small_family_says_that_it_is_too_small():
    """Five configurations take ten instances; no difference among four is called significant."""
    cells = {row[0]: row for row in family_rows(of_families(6).families)}
    assert dict(zip(FAMILY_COLUMNS, cells["small"], strict=True))["instances"] == "4"
    assert cells["small"][-1] == "too few instances (10 needed)"
    assert "too few" not in cells["large"][-1]


def test_one_family_for_each_puzzle_is_no_table():
    assert summary(FRAME, self_check=False).families == ()


@pytest.mark.parametrize("width", [80, 60, 120])
def test_the_terminal_lists_families(width):
    """After the tables of the puzzles, in lines that fit; with -v each as a table, too."""
    both = of_families(6)
    text = summary_text(both, False, width)
    part = text[text.index("by family") : text.index("what this rests on")].splitlines()
    assert len([line for line in part if line.startswith(("large", "small"))]) == 4
    assert max(map(len, part)) <= width
    assert summary_text(both, False, width, everything=True).count("small: 4 instances") == 2


def test_numbers_in_names_count():
    names = ["tents 12", "tents 8", "akari 10 --bare 20", "tents", "akari 10 --bare 5", "Tents 9"]
    assert sorted(names, key=number_key) == [
        "akari 10 --bare 5", "akari 10 --bare 20", "tents", "tents 8", "Tents 9", "tents 12",
    ]  # fmt: skip
