"""`bench merge` and `bench clean`: what they say, and what they refuse."""

from __future__ import annotations

import pytest

from rosetta.campaigns.store.store import open_store
from tests.rosetta.campaigns.store.stored_cells import cells, row
from tests.support.in_a_fork import rosetta


@pytest.fixture
def shards(tmp_path):
    paths = [tmp_path / f"{number}.db" for number in range(2)]
    for number, path in enumerate(paths):
        with open_store(path) as store:
            store.add_cells(cells(6)[number::2], provenance={"versions": {"rosetta": f"0.{number}"}})
            for cell in cells(4)[number::2]:
                store.record(row(cell, 1, contended=number))
    return paths


def bench(*words):
    return rosetta("bench", *map(str, words))


def test_merge_says_what_came_of_each_part(shards, tmp_path):
    out = tmp_path / "out.db"
    first, second = shards
    for new, known in ((2, ""), (0, ", 2 already there")):
        completed = bench("merge", out, *shards)
        assert (completed.returncode, completed.stdout) == (0, "")
        assert completed.stderr.splitlines() == [
            f"{first}: 3 cells; {new} new results{known}",
            f"{second}: 3 cells; {new} new results{known}",
            f"note: the results come from different versions of Rosetta: {first}: 0.0; {second}: 0.1",
            f"{out}: 6 cells, 4 with a result",
        ]


def test_merge_makes_nothing_of_what_is_no_store(shards, tmp_path):
    out, words = tmp_path / "out.db", tmp_path / "words.db"
    words.write_text("words")
    completed = bench("merge", out, *shards, words)
    assert (completed.returncode, completed.stderr) == (2, f"rosetta: {words}: not a campaign's store\n")
    assert not out.exists()


def test_clean_says_what_it_does(shards):
    completed = bench("clean", "--store", shards[1], "--contended", "--dry-run")
    words = ["      2 attempts that no longer count, or left no result", "      2 results of attempts"]
    words.append("      1 answers that belong to no result")
    assert completed.stdout.splitlines() == ["would delete:", *words]
    done = bench("clean", "--store", shards[1], "--contended").stdout.splitlines()
    assert done[:-1] == ["deleted:", *words]
    assert done[-1].startswith(f"{shards[1]}: ")
    assert bench("clean", "--store", shards[1]).stdout.startswith("there is nothing to delete\n")


def test_clean_makes_no_store(tmp_path):
    name = tmp_path / "none.db"
    completed = bench("clean", "--store", name)
    assert (completed.returncode, completed.stderr) == (
        2,
        f"rosetta: {name}: no such file; bench run --store creates it\n",
    )
    assert not name.exists()
