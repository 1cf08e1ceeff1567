"""The catalogue: every entry can be read, and its statements about its instance hold as far as they can be checked."""

from __future__ import annotations

import re

import pytest

from instances.catalogue import answers, catalogue, find, names
from instances.resolve import SIZE, resolve
from models.puzzles.registry import names as puzzles
from models.puzzles.registry import puzzle

ENTRIES = [(name, entry) for name in puzzles() for entry in catalogue(name).values()]


@pytest.mark.sample(3, each="name")
@pytest.mark.parametrize(("name", "entry"), ENTRIES, ids=[f"{name}-{entry.name}" for name, entry in ENTRIES])
def test_an_entry_is_what_it_says(name: str, entry) -> None:
    """Size, ID (the one we would write ourselves), origin and licence, number of solutions, answer."""
    resolved, record = resolve(name, f"{name}/{entry.name}"), puzzle(name)
    assert resolved.size == entry.size
    assert resolved.id == entry.id
    assert resolved.source == f"catalogue {name}/{entry.name}"
    assert resolve(name, resolved.what).instance == resolved.instance
    assert entry.origin
    assert entry.licence
    assert re.fullmatch(r"\d+|2\+", entry.solutions)
    assert (entry.name in answers(name)) == (entry.solutions == "1" or entry.name == record.extras.introduction.example)
    if entry.name in answers(name):
        answer = record.answer_from_json(resolved.instance, answers(name)[entry.name])
        assert record.verify(resolved.instance, answer) == []


def test_names_are_short_forms_that_nothing_else_claims() -> None:
    """No name looks like a size, an ID or a path; all are found with and without their puzzle."""
    for name in puzzles():
        for entry in names(name):
            assert re.fullmatch(r"[a-z0-9-]+", entry)
            assert not SIZE.fullmatch(entry)
            assert find(name, entry) is find(name, f"{name}/{entry}")
        assert len(names(name)) == len(set(names(name)))
    assert find("tents", "no-such-thing") is None
    assert catalogue("no-such-puzzle") == {}


def test_the_edge_cases_are_in_the_catalogue() -> None:
    """By name, with their number of solutions under the default reading."""
    solutions = {entry.name: entry.solutions for entry in catalogue("tents").values()}
    expected = {
        "ring": "1",
        "readings-differ": "1",
        "only-adjacent": "0",
        "empty": "1",
        "single": "1",
        "single-tree": "0",
        "row": "1",
        "walled-tree": "0",
        "one-tree": "4",
        "blocks-4": "256",
        "blocks-6": "24",
        "generated-20": "2+",
    }
    assert {name: solutions[name] for name in expected} == expected
    assert sum(entry.requested != "" for entry in catalogue("tents").values()) > 90
