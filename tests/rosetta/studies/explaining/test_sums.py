"""Sums modulo k: steps and their end against all ways of pressing."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest

from algebra.modulok.solve import ModularContradiction, solve
from backends.contract import Limits
from backends.reasons.job import ExplanationRequest
from backends.reasons.residues import residues
from backends.reasons.row_table import row_table
from backends.reasons.trace import Backbone, Conflict, Example, Step
from benchmarks.explaining.entailment import is_sound_step
from benchmarks.explaining.traces import find_reasons
from instances.resolve import resolve
from models.neutral import Model
from models.puzzles.registry import puzzle
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.explain import explanation_from, trace_question

LIGHTS = puzzle("lightsout")
BOARDS = [(what, 3, seed) for what in ("3", "2x4") for seed in (0, 1)]
BOARDS += [("path:5", colours, seed) for colours in (3, 4, 6) for seed in (0, 1)]


def board(what, colours, seed=0, lit="random"):
    return resolve("lightsout", what, seed=seed, options={"lit": lit, "colours": colours}).instance


def sent(p):
    return find_reasons("lightsout", p, ExplanationRequest())


def of(kind, findings):
    return [finding for finding in findings if isinstance(finding, kind)]


def pressings(p):
    """All ways of pressing that solve it, shape (solutions, vertices)."""
    ways = np.array(list(product(range(p.colours), repeat=len(p))), np.int64)
    lamps = np.zeros((len(ways), len(p)), np.int64) + p.start
    for button in range(len(p)):
        for at in range(p.starts[button], p.starts[button + 1]):
            lamps[:, p.toggled[at]] += ways[:, button] * p.times[at]
    return ways[(lamps % p.colours == p.target % p.colours).all(axis=1)]


@pytest.mark.parametrize(("what", "colours", "seed"), BOARDS)
def test_steps_modulo_k(what, colours, seed):
    """Each step follows and needs each row; together they are what all solutions have in common, nothing by trying."""
    p = board(what, colours, seed)
    model, findings = sent(p)
    solutions, press = pressings(p), model.arrays["press"]
    assert len(solutions)
    held = solutions[:, :, None] == np.arange(1, colours)
    alike = (held == held[0]).all(axis=0)
    expected = {int(x) if holds else -int(x) for x, holds in zip(press[alike], held[0][alike], strict=True)}
    (common,) = of(Backbone, findings)
    steps = of(Step, findings)
    assert {x for step in steps for x in step.conclusion} == set(common.literals) == expected
    assert common.unique == (len(solutions) == 1)
    facts: set[int] = set()
    for step in steps:
        assert step.kind in ("row", "sum")
        assert set(step.facts) <= facts
        assert is_sound_step(model, step), step
        facts |= set(step.conclusion)
    examples = [LIGHTS.decode(p, model, np.array(example.values)) for example in of(Example, findings)]
    assert len(set(examples)) == len(examples) == min(len(solutions), 2)
    assert all(LIGHTS.verify(p, answer) == [] for answer in examples)


@pytest.mark.parametrize(
    ("what", "colours", "lit"), [("4", 3, "0:0"), ("2x3", 4, "0:0"), ("2x3", 6, "0:0"), ("path:5", 12, "0")]
)
def test_contradictions_modulo_k(what, colours, lit):
    """The equations named have no solution together, and one without any of them; the weights add them up to it."""
    p = board(what, colours, lit=lit)
    model, findings = sent(p)
    whole = residues(model, row_table(model, LIGHTS.project(p, model)))
    (conflict,) = of(Conflict, findings)
    rows = row_table(model, LIGHTS.project(p, model))
    chosen = [whole.rows.index(rows.places.index(place)) for place in conflict.rules]
    matrix, right, weights = whole.matrix[chosen], whole.right[chosen], np.array(conflict.weights)
    assert not (weights @ matrix % colours).any()
    assert weights @ right % colours
    for i in range(len(chosen)):
        assert not isinstance(solve(np.delete(matrix, i, 0), np.delete(right, i), colours), ModularContradiction)


def test_what_is_no_system_of_equations():
    """Rows of other kinds, literals that stand for the same residue twice, two moduli: not read as equations."""
    model = Model("clause")
    x, t = model.bools("x", 2), model.ints("t", 1, 0, 5)
    model.linear(1, 1, "modulo 3", [[*x.tolist(), int(t[0])]], [[1, 2, -3]])
    assert residues(model, row_table(model, x)).modulus == 3
    model.any("one of them", x)
    assert residues(model, row_table(model, x)) is None
    model = Model("twice")
    x, t = model.bools("x", 3), model.ints("t", 1, 0, 5)
    model.at_most(1, "one way", x[:2])
    model.linear(1, 1, "modulo 4", [[*x.tolist(), int(t[0])]], [[2, 2, 1, -4]])
    assert residues(model, row_table(model, x)) is None
    model = Model("bounds")
    x, t = model.bools("x", 2), model.ints("t", 1, 0, 0)
    model.at_most(1, "one way", x)
    model.linear(1, 1, "modulo 3", [[*x.tolist(), int(t[0])]], [[1, 2, -3]])
    assert residues(model, row_table(model, x)).exact, "1 + 3 t is never more than 2"
    model = Model("bounds that matter")
    x, t = model.bools("x", 2), model.ints("t", 1, 0, 0)
    model.at_most(1, "one way", x)
    model.linear(1, 1, "modulo 3", [[*x.tolist(), int(t[0])]], [[4, 2, -3]])
    assert not residues(model, row_table(model, x)).exact


def test_a_sum_is_told_with_its_weights():
    """What is added up how often, what it asks for, what the open presses count and what is missing."""
    p = board("3", 3)
    step = explanation_from(
        resolve("lightsout", "3"),
        trace_question(Question(LIGHTS, p), "native", ExplanationRequest(), Limits()),
        ExplanationRequest(),
    ).steps[1]
    assert step.reasons[0].startswith("Added up modulo 3, ")
    assert re.search(r"the lamps? of R.* once and the lamps? of R.* 2 times \(presses", step.reasons[0])
    assert ", must make " in step.reasons[-1] or step.reasons[-1] == "A button is pressed one number of times"
