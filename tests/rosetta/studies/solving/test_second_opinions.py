"""In which order ways to settle a claim are tried, and within which limits."""

from __future__ import annotations

import pytest

from backends.contract import Limits
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.solving import second_opinions
from rosetta.studies.solving.second_opinions import LEAST_SHARE, PROOF, share_limit, ways_to_deny_others

TENTS = Question(puzzle("tents"), resolve("tents", "4x4:cbaea,1,1,0,2,0,2,0,2").instance)
NURIKABE = Question(puzzle("nurikabe"), resolve("nurikabe", "https://puzz.link/p?nurikabe/7/7/1s5zm.i3g2").instance)
ROWS, CUTS = TENTS.model("default"), NURIKABE.model(resolve_entrant(NURIKABE, "cnf", None).formulation)


@pytest.mark.parametrize(
    ("model", "kind", "ways"),
    [
        (ROWS, "sat", ["cpsat", PROOF, "clingo", "highs"]),
        (ROWS, "cp", ["cnf", PROOF, "clingo", "highs"]),
        (ROWS, "algebra", ["cnf", PROOF, "cpsat", "clingo", "highs"]),
        (CUTS, "sat", ["clingo", PROOF, "cpsat", "highs"]),  # it knows the rule; the last two start anew with every cut
        (CUTS, "cp", ["clingo", PROOF, "cnf", "highs"]),  # the second one keeps what it has learnt
        (CUTS, "asp", ["cnf", PROOF, "cpsat", "highs"]),
    ],
)
def test_the_quick_ways_come_before_the_slow_ones(model, kind, ways):
    """A quick engine of another kind, a proof, who else there is."""
    assert (bool(CUTS.open_rules), bool(ROWS.open_rules)) == (True, False)
    assert [getattr(way, "name", way) for way in ways_to_deny_others(kind, model)] == ways


def test_each_way_has_half_of_what_is_left_and_the_last_one_all(monkeypatch):
    """What one does not use the next ones have; nobody has nothing."""
    clock = [100.0]
    monkeypatch.setattr(second_opinions, "work_seconds", lambda: clock[0])
    shares = {}
    for way, limits in share_limit(["a", "b", "c", "d"], Limits(12.0)):
        shares[way] = limits.seconds
        clock[0] += {"a": 4.0, "b": 2.0, "c": 6.0, "d": 0.0}[way]
    assert shares == {"a": 6.0, "b": 4.0, "c": 3.0, "d": LEAST_SHARE}
