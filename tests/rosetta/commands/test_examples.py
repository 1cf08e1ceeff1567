"""The examples that the help shows: the boards in them can be read."""

from __future__ import annotations

import importlib
import pkgutil
import re
import shlex
from itertools import pairwise

import pytest

from models.puzzles.registry import is_known, puzzle
from rosetta import commands
from rosetta.studies.asking.posing import pose_question

MODULES = [
    importlib.import_module(f"rosetta.commands.{module.name}") for module in pkgutil.iter_modules(commands.__path__)
]
BOARDS = [
    (name, what)
    for module in MODULES
    for example in getattr(module, "EXAMPLES", ())
    for name, what in pairwise(shlex.split(example))
    if re.fullmatch(r"\d+(x\d+)?:[\w,]+", what) and is_known(name)
]


def test_examples_have_boards():
    """Else the next test says nothing."""
    assert len(BOARDS) > 5


@pytest.mark.parametrize(("name", "what"), BOARDS, ids=str)
def test_the_board_of_an_example_can_be_read(name, what):
    """Word for word as the help shows it."""
    _, question = pose_question(puzzle(name), what, 0, {})
    assert question.model(next(iter(question.puzzle.formulations))).variables
