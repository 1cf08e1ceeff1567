"""Shards: no cell in two of them, none in no shard, all alike in size, and the same everywhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from rosetta.campaigns.planning.shards import Shard, parse_shard
from rosetta.foundation.errors import InputError
from tests.support.pretended_cells import pretended_cell

CELLS = [pretended_cell("sleep 1", number) for number in range(3000)]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 20])
def test_shards_are_disjoint_complete_and_alike(count):
    held = Counter(number for cell in CELLS for number in range(1, count + 1) if Shard(number, count).holds(cell))
    assert held.total() == len(CELLS)
    mean = len(CELLS) / count
    assert all(abs(size - mean) < 5 * mean**0.5 for size in held.values())


def test_cells_that_are_compared_are_in_one_shard():
    """Whatever configuration they are of: backend, limits, threads. Another seed may be elsewhere."""
    changes = [{"backend": "cnf"}, {"seconds": 3.0}, {"threads": 4}, {"encoding": "cardinality=totalizer"}]
    shards = [Shard(number, 7) for number in range(1, 8)]
    for cell in CELLS[:50]:
        home = next(shard for shard in shards if shard.holds(cell))
        assert all(home.holds(replace(cell, **change)) for change in changes)
    seeds = [replace(CELLS[0], seed=seed) for seed in range(50)]
    assert len({shard.number for shard in shards for cell in seeds if shard.holds(cell)}) == 7


def test_stores_have_names_of_their_own_that_sort():
    names = [str(Shard(number, 12).store_beside(Path("of/campaign.db"))) for number in range(1, 13)]
    assert names[:2] == ["of/campaign-01of12.db", "of/campaign-02of12.db"]
    assert sorted(set(names)) == names


@pytest.mark.parametrize("text", ["", "3", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b", "1 / 3", "²/3"])
def test_what_is_no_shard(text):
    with pytest.raises(InputError, match="expected I/N"):
        parse_shard(text)


def test_what_is_one():
    assert parse_shard("2/3") == Shard(2, 3)
