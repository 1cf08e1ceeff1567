"""Whose turn is when: entrants that need numba last, where that costs nobody a turn."""

import pytest

from backends.contract import Options
from models.puzzles.registry import puzzle
from rosetta.studies.comparing.compare import all_backends
from rosetta.studies.comparing.turns import turns_of_a_round
from rosetta.studies.entrants import resolve_entrants
from rosetta.studies.formulations import choose_formulation
from rosetta.studies.question import Question

NEED_NUMBA = {"gf2", "exactcover", "hybrid", "windows", "external", "propagate", "recombine", "walksat"}


def turns(name, size):
    """The names before and behind, each in its order, and those of all entrants in the usual order."""
    record = puzzle(name)
    question = Question(record, record.generate((size, size), 0)[0])
    formulation = choose_formulation(record, question.instance, None)
    entrants = resolve_entrants(question, all_backends(record), [formulation], Options(), "default")
    before, behind = ([entrants[i].name for i in part] for part in turns_of_a_round(question, entrants))
    return before, behind, [each.name for each in entrants]


def test_those_that_need_numba_run_last_on_a_small_board():
    before, behind, usual = turns("tents", 6)
    assert set(behind) == NEED_NUMBA
    for part in (before, behind):
        assert part == [name for name in usual if name in part]


def test_what_the_puzzle_advises_still_comes_first():
    """Linear algebra, for Lights Out, though it needs numba too."""
    before, behind, usual = turns("lightsout", 5)
    assert before[0] == usual[0] == "gf2"
    assert set(behind) == NEED_NUMBA - {"gf2"}


@pytest.mark.parametrize("size", [20, 21])
def test_on_a_larger_board_the_usual_order_stays(size):
    before, behind, usual = turns("tents", size)
    assert (not behind and before == usual) == (size > 20)
