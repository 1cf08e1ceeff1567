"""A booklet of generated instances: each drawn, with its solution, its grade and the address where it can be played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from backends.contract import Limits, Unsupported
from instances.links import play_link
from instances.resolve import instance_id
from models.puzzles.contract import Answer, Instance, Puzzle
from models.puzzles.setting.targets import Targets
from report.booklet.records import Booklet, BookletPuzzle
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.progress import Progress
from rosetta.studies.asking.question import Question
from rosetta.studies.grading.grade import grade
from rosetta.studies.setting.targets import GeneratedInstance
from rosetta.studies.solving.conversion import answer_to_draw

MOST_GRADED = 400  # cells of a board whose grade is found out where none was asked for
ONE_SOLUTION = "every puzzle has exactly one solution"
SEVERAL = "a puzzle may have several solutions, of which one is shown"


@dataclass(frozen=True, slots=True)
class _Solved:
    """A board as it is printed, and its solution; pieces that lie there from the start belong to both."""

    board: Instance
    given: Answer | None
    solution: Answer


def booklet_from(
    record: Puzzle,
    generated: Sequence[GeneratedInstance],
    wish: Targets,
    title: str,
    command: str,
    limits: Limits,
    progress: Progress,
) -> Booklet:
    """The booklet of these instances, in their order. limits: to solve one that was generated without a solution, or
    with one that need not be the best. Raises LimitReached for the first that stays unsolved, InputError for one that
    has no solution."""
    puzzles = []
    for number, instance in enumerate(generated, 1):
        progress(f"booklet: puzzle {number} of {len(generated)}", 0.0)
        solved = _solve_instance(record, instance, wish, limits, progress)
        identity = instance_id(record, solved.board)
        puzzles.append(
            BookletPuzzle(
                number=number,
                svg=record.draw_svg(solved.board, solved.given),
                solution=record.draw_svg(solved.board, solved.solution),
                id="" if identity.startswith("sha256:") else identity,
                link="" if solved.given else play_link(record.name, solved.board),
                difficulty=instance.difficulty or _grade(record, instance, wish) or "",
                caption=record.extras.caption(solved.board),
            )
        )
    reading = [f"read so: {name.replace('_', ' ')} {value}" for name, value in record.unusual_rules(wish.rules).items()]
    note = ONE_SOLUTION if all(instance.unique for instance in generated) else SEVERAL
    return Booklet(title, record.title, (*record.rules, *reading), tuple(puzzles), f"{note}.".capitalize(), command)


def without_repeats(generated: Sequence[GeneratedInstance]) -> list[GeneratedInstance]:
    """The instances that differ from all before them: a size alone may name a single board."""
    kept: list[GeneratedInstance] = []
    for instance in generated:
        if not any(instance.instance == other.instance for other in kept):
            kept.append(instance)
    return kept


def _solve_instance(
    record: Puzzle, generated: GeneratedInstance, wish: Targets, limits: Limits, progress: Progress
) -> _Solved:
    """The planted answer if it is the only one, else one that is solved for: where a cost counts, the planted one need
    not be the best."""
    answer = generated.answer
    if answer is None or not generated.unique:
        question = Question(record, generated.instance, wish.rules)
        try:
            answer = answer_to_draw(question, limits, progress)
        except LimitReached as limit:
            raise LimitReached(f"seed {generated.seed}: {limit}") from None
    if generated.givens:
        return _Solved(generated.whole, generated.givens, (*generated.givens, *answer))
    return _Solved(generated.instance, None, answer)


def _grade(record: Puzzle, generated: GeneratedInstance, wish: Targets) -> str | None:
    """How hard it is, None where that is no question or would take long."""
    if not generated.unique or math.prod(record.size(generated.instance)) > MOST_GRADED:
        return None
    try:
        return grade(Question(record, generated.instance, wish.rules))
    except Unsupported:
        return None
