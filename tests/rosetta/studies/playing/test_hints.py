"""Hints checked by all solutions of small boards, which another engine lists: what they put on the board holds in each
of them, and all of it together is one."""

from __future__ import annotations

import pytest

from backends.contract import Limits
from backends.reasons.job import ExplanationRequest
from models.puzzles.registry import names, puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.explain import explained_formulation, trace_question
from rosetta.studies.playing.answer_steps import click_places, steps_of_answer
from rosetta.studies.playing.hints import KnownSolution, hints_document
from tests.support.decoded_places import decoded_places
from tests.support.puzzle_boards import boards, models, solutions

MOST = 60  # solutions of a board
ON_PAIRS = ("hashi",)  # a place has two variables that are no alternatives, which `decoded_places` does not see


def hints_of(name, p, steps=None):
    """The scene, every solution as steps, and the hints; None where the board has too many solutions."""
    question, record = Question(puzzle(name), p), puzzle(name)
    scene = scene_document(record.extras.scene(p, View()))
    _, model, project = next(models(name, p, {}))
    values = solutions(model, project, MOST)
    if scene["clicks"] is None or len(values) == MOST:
        return None
    found = [steps_of_answer(scene, record.answer_json(record.decode(p, model, each))) for each in values]
    traced = trace_question(
        question, explained_formulation(question), ExplanationRequest(steps=steps), Limits(seconds=60)
    )
    known = KnownSolution(found[0], len(found) == 1) if found else None
    return scene, found, hints_document(traced, scene, decoded_places(question, traced.model, scene), known)


@pytest.mark.parametrize("name", [name for name in names() if name not in ON_PAIRS])
def test_all_hints_lead_to_a_solution_and_each_holds_in_every_one(name):
    """Marks that are certain hold in all solutions; all marks are one solution; they lie on the board."""
    told = [hints for p, _ in boards(name)[:5] if (hints := hints_of(name, p)) is not None]
    for scene, found, hints in told:
        put = [0] * len(click_places(scene["clicks"]))
        for number, step in enumerate(hints["steps"]):
            assert step["why"]
            assert all(0 <= earlier < number for earlier in step["rests"])
            for place, what in step["what"]["marks"]:
                assert put[place] == 0
                put[place] = what
                assert not step["certain"] or all(steps[place] == what for steps in found)
            check_on_board(scene, step["where"])
        if found:
            assert put in found
        else:
            assert [step["kind"] for step in hints["steps"]] == ["conflict"]
    if name != "tiling":
        assert told


def check_on_board(scene, where):
    """Cells, lines and words beside the board are those of the scene."""
    shape, clicks = scene["shape"], scene["clicks"]
    assert all(
        len(cell) == len(shape) and all(0 <= i < n for i, n in zip(cell, shape, strict=True)) for cell in where["cells"]
    )
    assert all(line in clicks["lines"] for line in where["lines"])
    assert all(scene[side]["words"][line] for side, line in where["margins"])


def test_a_step_that_puts_nothing_on_the_board_is_told_with_the_next():
    """Its sentences come first, and what it concludes is said."""
    p = puzzle("tents").parse("3 3\n  1 1 0\n1 . T .\n0 . . .\n1 . T .\n".replace("1 1 0", "? ? ?"))
    told = hints_of("tents", p)
    assert told is not None
    assert all(step["what"]["marks"] for step in told[2]["steps"])


def test_where_reasons_end_early_a_solution_has_the_rest():
    """The last hint is told as a piece of a solution."""
    p, _ = boards("tents")[4]
    told = hints_of("tents", p, steps=1)
    assert told is not None
    _, found, hints = told
    assert not hints["complete"]
    assert hints["note"]
    assert [step["kind"] for step in hints["steps"]][-1] == "solution"
    put = dict(mark for step in hints["steps"] for mark in step["what"]["marks"])
    assert [put[place] for place in range(len(put))] in found
