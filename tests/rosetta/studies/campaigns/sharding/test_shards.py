"""Shards: no cell in two of them, none in no shard, all alike in size, and the same everywhere."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from models.puzzles.contract import InputError
from rosetta.studies.campaigns.sharding.shards import Shard, parse_shard
from tests.support.pretended_cells import pretended_cell

CELLS = [pretended_cell("sleep 1", number) for number in range(3000)]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 20])
def test_shards_are_disjoint_complete_and_alike(count):
    held = Counter(number for cell in CELLS for number in range(1, count + 1) if Shard(number, count).holds(cell))
    assert held.total() == len(CELLS)
    mean = len(CELLS) / count
    assert all(abs(size - mean) < 5 * mean**0.5 for size in held.values())


def test_what_else_is_run_moves_no_cell():
    """The shard of a cell is a matter of its id: here, the remainder of the hexadecimal number."""
    cell = CELLS[0]
    assert [Shard(n, 16).holds(cell) for n in range(1, 17)] == [f"{n - 1:x}" == cell.id[-1] for n in range(1, 17)]


def test_stores_have_names_of_their_own_that_sort():
    names = [str(Shard(number, 12).store_beside(Path("of/campaign.db"))) for number in range(1, 13)]
    assert names[:2] == ["of/campaign-01of12.db", "of/campaign-02of12.db"]
    assert sorted(set(names)) == names


@pytest.mark.parametrize("text", ["", "3", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b", "1 / 3", "²/3"])
def test_what_is_no_shard(text):
    with pytest.raises(InputError, match="I/N is meant"):
        parse_shard(text)


def test_what_is_one():
    assert parse_shard("2/3") == Shard(2, 3)
