"""What a row that counts says: every case, against the sentence that a person would say."""

from __future__ import annotations

import pytest

from report.explanation.records import RowName
from rosetta.studies.explaining.count_words import CountedRow, describe_count


class TentWords:
    """Literal n is a tent at n; from 100 on, what holds: `5 is 3`."""

    singular, plural = "tent", "tents"

    def name(self, literal):
        return f"a tent at {literal}" if literal < 100 else f"row 3 is {literal}"

    def describe_literals(self, literals, most):
        return ", ".join(map(self.name, literals[:most]))

    def is_thing(self, literal):
        return literal < 100

    def quantity(self, n):
        return f"{n} tent{'s' * (n != 1)}"


def counted(least, most, held=(), free=(), size=5, **values):
    """A row over `size` literals."""
    usual = {"is_plural": False, "is_clause": False, "is_given": False, "counts_pieces": True}
    name = RowName("row counts", 3, "row 3")
    return CountedRow(
        name, nouns=("cell", "cells"), size=size, least=least, most=most, held=held, free=free, **(usual | values)
    )


OTHER = {"counts_pieces": False}
MANY = {"is_plural": True}


@pytest.mark.parametrize(
    ("row", "broken", "placed", "text"),
    [
        (counted(1, 1, is_given=True), False, (), "leaves no choice"),
        (counted(1, 1, is_given=True, free=()), True, (), "needs 1 tent, but none is possible"),
        (counted(2, 2, (), (1,)), True, (), "needs 2 tents, but only 1 is possible"),
        (counted(3, 3, (1,), (2,)), True, (), "needs 3 tents, but only 2 are possible"),
        (counted(1, 5, **OTHER), True, (), "has no way left"),
        (counted(1, 5, **OTHER, **MANY), True, (), "have no way left"),
        (counted(0, 1, (1, 2)), True, (), "allows no more than 1 tent, but there would be a tent at 1, a tent at 2"),
        (counted(0, 0, (1,), **MANY), True, (), "allow none, but there would be a tent at 1"),
        (counted(0, 0, (101,)), True, (), "allows none, but here it would follow: row 3 is 101"),
        (counted(0, 1, (101, 102), **OTHER), True, (), "allows no more than 1, but here it is 101 and it is 102"),
        (counted(0, 0, (), (1, 2)), False, (), "allows no tent"),
        (counted(0, 0, (), (1, 2), **OTHER), False, (), "allows no such thing"),
        (counted(0, 1, (7,), (1, 2)), False, (), "already has a tent at 7"),
        (counted(0, 1, (7,), (1,), **OTHER, **MANY), False, (), "already have their one: a tent at 7"),
        (counted(0, 1, (107,), (1,)), False, (), "is 107"),
        (counted(2, 2, (1, 2), (3,)), False, (), "already has both its tents"),
        (counted(2, 2, (1, 2), (3,), **OTHER), False, (), "already has all its 2"),
        (counted(3, 3, (1, 2, 3), (4,), **MANY), False, (), "already have all their 3 tents"),
        (counted(1, 5, (), (4,), is_clause=True), False, (), "needs a tent, and only one cell is left for it"),
        (counted(1, 2, (), (4,), **OTHER), False, (), "has only one way left"),
        (counted(1, 2, (), (104,)), False, (), "has only one way left"),
        (counted(2, 2, (1,), (4,)), False, (), "still needs 1 tent and has 1 free cell"),
        (counted(2, 2, (), (4, 5)), False, (), "needs 2 tents and has 2 free cells"),
        (counted(2, 2, (), (4, 5, 6)), False, (4,), "still needs 1 tent and has 2 free cells"),
        (counted(2, 2, (), (4, 5)), False, (4, 5), "needs 2 tents and has 2 free cells"),
        (counted(2, 3, (), (4, 5), **OTHER, **MANY), False, (), "need 2, and only 2 are left"),
        (counted(2, 3, (), (4, 5), **OTHER), False, (4,), "still needs 1, and only 1 is left"),
        (counted(3, 3, (1, 2, 3), (), size=3), False, (), "still needs 0 tents and has 0 free cells"),
    ],
)
def test_what_a_row_that_counts_says(row, broken, placed, text):
    assert describe_count(row, broken, placed, TentWords()) == f" {text}"
