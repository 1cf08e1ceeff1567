"""Explanations of puzzles with graph rules, as they are read: what a person would say, and no inner names."""

from __future__ import annotations

import re

import numpy as np
import pytest

from backends.reasons.row_table import row_table
from backends.reasons.trace import Step
from models.neutral import Model
from models.puzzles.registry import puzzle
from models.puzzles.stated_words import stated_literals
from report.explanation.records import RowName
from rosetta.studies.explaining.grouping import group_steps
from rosetta.studies.grading.graph_words import CLOSING, describe_degree_row, describe_graph_row
from tests.rosetta.studies.explaining.test_words import explanation_of, sentences


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["slitherlink", "hitori", "nurikabe", "hashi"])
@pytest.mark.parametrize("seed", range(3))
def test_everything_is_named(name, seed):
    """No array of the model, no row without a name, no list of what one of must hold."""
    record = puzzle(name)
    board, _ = record.generate((5, 5), seed)
    explanation = explanation_of(name, record.format(board))
    arrays = "|".join(record.formulations["lazy"](board).arrays)
    text = sentences(explanation)
    assert len(text) > 5
    assert [line for line in text if re.search(rf"\b({arrays})\[|\brow \d+ \(the|one of:|\bhere\b", line)] == []


def values_of(true):
    values = [0] * 9
    for x in true:
        values[x], values[-x] = 1, -1
    return values


def test_what_a_dot_says():
    dot = RowName("one loop", 0, "the dot at the upper left of R1C1")
    where = "the dot at the upper left of R1C1 (one loop)"
    row = [-1, 2, 3]
    assert (
        describe_degree_row("line", dot, row, values_of([1, -2])) == f"A line comes to {where} and has only one way on"
    )
    assert describe_degree_row("line", dot, row, values_of([-2, -3])) == f"A line that comes to {where} could not go on"
    assert describe_degree_row("line", dot, row, values_of([1, -2, -3])) == f"A line comes to {where} and cannot go on"


def test_what_a_loop_that_is_closed_says():
    row, vertices = [-1, -2, -5], frozenset([4, 5])
    assert describe_graph_row(CLOSING, row, values_of([1, 5]), vertices).endswith(" leaves something out")
    assert describe_graph_row(CLOSING, row, values_of([1, 2]), vertices).endswith(" so that nothing else is on it")


def test_steps_that_are_told_together():
    """Two with the same rows and facts are one; a step that is evident is told with the step that it rests on, else by
    itself."""
    m = Model("three rules")
    x = m.bools("x", 6)
    m.any("rule", [[-1, 2, 3], [-2, 4, 5], [-3, 6, 5]])
    rows = row_table(m, x)
    same = [Step((literal,), ((0, 0), (0, 1)), (1,), "rows", 2) for literal in (4, 5)]
    other = Step((6,), ((0, 0), (0, 2)), (1,), "rows", 2)
    evident = Step((-2,), ((0, 1),), (-6,), "row", 1)
    resting = Step((-6,), ((0, 2),), (3,), "row", 1)
    grouped = group_steps(rows, [*same, other, resting, evident, evident], lambda step: step == evident)
    assert [step.conclusion for step, _ in grouped] == [(4, 5), (6,), (-6, -2, -2)]
    alone = group_steps(rows, [other, evident], lambda step: step == evident)
    assert [step.conclusion for step, _ in alone] == [(6,), (-2,)]


@pytest.mark.parametrize(
    ("known", "phrase"),
    [
        ([(0, 1), (1, 1)], "two bridges"),
        ([(0, 1), (1, -1)], "one bridge"),
        ([(0, -1), (1, -1)], "no bridge"),
    ],
)
def test_bridges_are_counted_together(known, phrase):
    """First and second bridge between the same islands in one phrase; nothing to join where each pair has one."""
    record = puzzle("hashi")
    board, _ = record.generate((5, 5), 0)
    model = record.formulations["lazy"](board)
    bridge = model.arrays["bridge"]
    literals = [int(bridge[number, 0]) * sign for number, sign in known]
    ((_, told),) = stated_literals(model, literals)
    assert told.text.startswith(f"{phrase} from R")
    assert len(stated_literals(model, np.array(bridge[0]).tolist())) == bridge.shape[1]
