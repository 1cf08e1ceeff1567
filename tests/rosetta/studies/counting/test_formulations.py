"""The formulation in which a number is counted, and by which engine cycles are kept while others are looked for."""

from __future__ import annotations

from dataclasses import replace

import networkx
import numpy as np
import pytest

from backends.connectivity.lazy_cuts import cutting_backend, suit_backend
from backends.contract import Limits, Options
from backends.registry import backend_named
from instances.resolve import resolve
from models.neutral import Model
from models.neutral.global_rules.connected import elimination
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.count import count_formulation


def slitherlink() -> Question:
    return Question(puzzle("slitherlink"), resolve("slitherlink", "3x3", 1).instance)


@pytest.mark.parametrize(
    ("name", "backend", "distinct", "chosen"),
    [
        (None, None, False, "lazy"),
        (None, "cnf", False, "lazy"),
        (None, "exactcover", False, "elimination"),
        (None, None, True, "elimination"),
        ("ranks", None, True, "ranks"),
    ],
)
def test_rows_are_needed_only_where_answers_are_not_listed(name, backend, distinct, chosen):
    assert count_formulation(slitherlink(), name, backend, distinct) == chosen


def test_a_formulation_that_is_too_large_is_passed_over(monkeypatch):
    monkeypatch.setattr(elimination, "MOST_VERTICES", 3)
    assert slitherlink().rows_formulation("lazy") == "ranks"


def test_where_no_formulation_is_in_rows_the_first_reason_is_told():
    """Of the formulation that was asked for; the others are tried after it."""
    puzzle = slitherlink().puzzle
    few = {name: puzzle.formulations[name] for name in ("circuit", "lazy")}
    question = Question(replace(puzzle, formulations=few), slitherlink().instance)
    with pytest.raises(InputError, match=r"not written as rows \(formulation 'lazy'\)"):
        question.rows_formulation("lazy")


def test_cycles_are_left_to_an_engine_that_knows_them():
    """Either way as many cycles of a grid of 12 dots are found as networkx lists."""
    dot = np.arange(12).reshape(3, 4)
    ends = np.concatenate(
        [np.stack([dot[:, :-1], dot[:, 1:]], -1).reshape(-1, 2), np.stack([dot[:-1], dot[1:]], -1).reshape(-1, 2)]
    )
    model = Model("cycle")
    line = model.bools("line", len(ends))
    model.single_cycle("one loop", line, ends, by="lazy")
    found = {}
    for name, by in (("cpsat", "native"), ("clingo", "native"), ("cnf", "lazy")):
        engine = backend_named(name)
        suited = suit_backend(engine, model)
        assert [rule.by for rule in suited.open_rules] == [by]
        listed = cutting_backend(engine).solutions(suited, line, Limits(seconds=60.0), Options())
        found[name] = {tuple(values[line].tolist()) for values in listed}
    assert found["cpsat"] == found["clingo"] == found["cnf"]
    assert len(found["cnf"]) == sum(1 for _ in networkx.simple_cycles(networkx.Graph(ends.tolist())))
    assert [rule.by for rule in model.open_rules] == ["lazy"]
