"""A second statement of the rules: all answers of small boards, by solvers from the model and by clingo from a program.

The programs (`benchmarks/genres/NAME.lp`) were written from the rules in words, and share nothing with the models or
with `verify`.
"""

from __future__ import annotations

from itertools import islice

import pytest

from benchmarks.genres.programs import list_answers, nameless_pieces, program_names
from models.puzzles.registry import names, puzzle
from tests.support.puzzle_boards import MOST, RULES, boards, changed_boards, models, solutions, solver_for

CHANGED, SEEDS = 8, 9  # boards that no generator makes, for each seed
CASES = [case for case in RULES if case.values[0] in program_names()]


def test_every_program_is_of_a_puzzle():
    assert set(program_names()) <= set(names())
    assert {"starbattle", "hitori"} <= set(program_names())


@pytest.mark.sample(1, each="name")
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize(("name", "rules"), CASES)
def test_the_answers_of_a_model_are_those_of_the_program(name, rules, seed):
    """Every board that is generated, and changed ones; where there are very many answers, the program has as many."""
    record = puzzle(name)
    drawn = boards(name)
    compared = 0
    for p in (drawn[seed % len(drawn)][0], *islice(changed_boards(name), seed, SEEDS * CHANGED, SEEDS)):
        _, model, project = next(models(name, p, rules))
        found = solutions(model, project, MOST + 1, solver_for(model))
        theirs = list_answers(name, p, MOST + 1, dict(rules))
        if len(found) > MOST:
            assert len(theirs) > MOST
            continue
        mine = {nameless_pieces(record.extras.pieces(record.decode(p, model, values))) for values in found}
        assert len(theirs) == len(set(theirs))
        assert set(theirs) == mine, record.format(p)
        compared += 1
    assert compared
