"""Light chasing: the presses put everything out, and where there are none, the reason holds; against the rules."""

from __future__ import annotations

import numpy as np
import pytest

from models.puzzles.lightsout.chasing.chase import bits, chase_lights, other_presses
from models.puzzles.registry import puzzle
from tests.rosetta.commands.test_explain import explanation_of

SIZES = [(rows, columns) for rows in range(2, 7) for columns in range(1, 7)]


def pressed(start, presses, columns):
    """The lamps after these presses, by rows of bits, one press after the other."""
    lamps = np.array([[row >> c & 1 for c in range(columns)] for row in start])
    for r, row in enumerate(presses):
        for c in bits(row):
            for at in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if 0 <= at[0] < len(start) and 0 <= at[1] < columns:
                    lamps[at] ^= 1
    return lamps


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_what_is_pressed_puts_everything_out(rows, columns):
    """Random starts: each is solved, with the presses listed and with another solution; or no presses of row 1 help."""
    draw = np.random.default_rng(rows * 10 + columns)
    for _ in range(25):
        start = draw.integers(1 << columns, size=rows).tolist()
        chase = chase_lights(start, columns)
        if chase.top is None:
            assert not any((chase.obstruction & pattern).bit_count() % 2 for pattern in chase.patterns)
            assert (chase.obstruction & chase.remaining).bit_count() % 2 == 1
            continue
        for presses in (chase.presses, other_presses(chase)):
            assert presses is None or not pressed(start, presses, columns).any()
        assert (other_presses(chase) is None) == (not chase.quiet)


@pytest.mark.parametrize(("rows", "columns"), [size for size in SIZES if size[0] * size[1] <= 12])
def test_the_boards_without_a_solution_are_those_that_no_presses_put_out(rows, columns):
    """By trying all presses of small boards; and of those that will do, the fewest are taken where row 1 is pressed."""
    reached: dict[tuple[int, ...], int] = {}
    for number in range(1 << rows * columns):
        presses = [number >> r * columns & (1 << columns) - 1 for r in range(rows)]
        after = pressed([0] * rows, presses, columns)
        state = tuple(sum(int(lamp) << c for c, lamp in enumerate(row)) for row in after)
        reached[state] = min(reached.get(state, number.bit_count()), number.bit_count())
    draw = np.random.default_rng(columns)
    for _ in range(40):
        start = tuple(draw.integers(1 << columns, size=rows).tolist())
        chase = chase_lights(start, columns)
        assert (chase.top is not None) == (start in reached)
        if chase.second:
            assert sum(row.bit_count() for row in chase.presses) == reached[start]


@pytest.mark.parametrize("what", ["3", "4", "5", "4 0:0", "5x3 0:0,1:1", "2x6 0:0"])
def test_the_explanation_ends_with_presses_that_keep_the_rules(what):
    """The steps in words press, from where they begin for good, exactly the answer; a board without one says why."""
    explanation, record = explanation_of("lightsout", what), puzzle("lightsout")
    if explanation.status == "unsatisfiable":
        assert "there is no solution" in explanation.steps[-1].conclusion
        assert explanation.clashes
        return
    answer = explanation.answer or explanation.solutions.answers[0]
    says = {
        name.removeprefix("press ") for step in explanation.steps for name in step.names if name.startswith("press")
    }
    assert says == {f"R{r + 1}C{c + 1}" for r, c in answer["presses"]}
    size, _, lit = what.partition(" ")
    from instances.resolve import resolve

    p = resolve("lightsout", size, options={"lit": lit} if lit else None).instance
    assert record.verify(p, record.answer_from_json(p, answer), any="yes") == []


def test_no_solution_is_certain_where_only_chasing_shows_it():
    """The conflict among all lamps takes longer than its limit; the small system has answered already."""
    from backends.contract import Limits
    from backends.reasons.job import ExplanationRequest
    from instances.resolve import resolve
    from rosetta.studies.asking.question import Question
    from rosetta.studies.explaining.explain import explanation_from, trace_question

    resolved = resolve("lightsout", "19", options={"lit": "0:0"})
    question = Question(puzzle("lightsout"), resolved.instance, {"any": "no"})
    traced = trace_question(question, "native", ExplanationRequest(), Limits(seconds=0.5))
    explanation = explanation_from(resolved, traced, ExplanationRequest())
    assert (explanation.status, explanation.complete, explanation.note) == ("unsatisfiable", True, "")
    assert "there is no solution" in explanation.steps[-1].conclusion


def test_other_boards_keep_the_explanation_by_elimination():
    """Boards that wrap round, more colours, the open rule, a target."""
    for what in ("torus:3x4", "king:3x3"):
        assert not any(step.kind == "chase" for step in explanation_of("lightsout", what).steps)


def test_each_row_is_drawn_after_its_presses():
    """The lamps in the drawing of a step are those after it, and only what it presses is marked."""
    for step in explanation_of("lightsout", "4").steps:
        assert step.plain.count("[") == sum(name.startswith("press") for name in step.names)
