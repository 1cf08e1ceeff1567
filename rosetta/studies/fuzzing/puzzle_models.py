"""Models of random boards: a random puzzle, a small random size, one of its formulations; half of them mutated."""

from __future__ import annotations

from numpy.random import Generator

from models.neutral import Model
from models.puzzles.registry import READ_ONLY, puzzle, usable_names
from rosetta.foundation.errors import InputError
from rosetta.studies.fuzzing.mutating import mutate_model

SIDES = (3, 5)  # the shortest and the longest side of a board
SHARE_OF_MUTATED = 0.5


def draw_puzzle_model(rng: Generator) -> Model:
    """The rules of a board, as a model of its own."""
    while True:
        record = puzzle(str(rng.choice([each for each in usable_names() if each not in READ_ONLY])))
        sides = (int(rng.integers(SIDES[0], SIDES[1] + 1)), int(rng.integers(SIDES[0], SIDES[1] + 1)))
        formulation = str(rng.choice(list(record.formulations)))
        try:
            board, _ = record.generate(sides, int(rng.integers(2**31)), **record.extras.any_size)
            model = record.formulations[formulation](board)
        except InputError:  # there is no board of that size
            continue
        if model.open_rules:
            continue
        model.global_rules = []  # its rows say the same, and are what is changed
        return mutate_model(model, rng) if rng.random() < SHARE_OF_MUTATED else model
