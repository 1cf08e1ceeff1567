"""A booklet of boards: each drawn, with its solution, its grade and the address where it can be played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backends.contract import Limits, Unsupported
from instances.links import play_link
from instances.resolve import instance_id
from models.puzzles.contract import Answer, Instance, Puzzle
from models.puzzles.setting.targets import Targets
from report.booklet.records import Booklet, BookletPuzzle, PuzzleRules
from report.words import join_names, size_text
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.progress import Progress
from rosetta.studies.asking.question import Question
from rosetta.studies.grading.grade import grade
from rosetta.studies.setting.setters import should_be_unique
from rosetta.studies.setting.targets import GeneratedInstance
from rosetta.studies.solving.answers import AnswerRequest
from rosetta.studies.solving.conversion import answer_to_draw, answers_to_draw

MOST_GRADED = 400  # cells of a board whose grade is found out where none was asked for
ONE_SOLUTION = "every puzzle has exactly one solution"
SEVERAL = "a puzzle may have several solutions, of which one is shown"


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board to print.

    place: where it is from, for messages: `seed 3`, `ids.txt, line 2`.
    answer: the one to show, None if it is to be found.
    unique: has it no other one? None where that is not known; is_asked: nobody need find out, since that was tried or
        nobody wants to know.
    whole, givens: the board on which pieces lie from the start, and these; they belong to the solution, too.
    """

    question: Question
    place: str
    answer: Answer | None = None
    unique: bool | None = None
    difficulty: str | None = None
    whole: Instance | None = None
    givens: Answer = ()
    is_asked: bool = False


def boards_from(record: Puzzle, generated: Sequence[GeneratedInstance], wish: Targets) -> list[PrintedBoard]:
    """The boards that were generated. A planted answer is shown if it is the only one: where a cost counts, it need not
    be the best."""
    return [
        PrintedBoard(
            question=Question(record, each.instance, wish.rules),
            place=f"seed {each.seed}",
            answer=each.answer if each.unique else None,
            unique=each.unique,
            difficulty=each.difficulty,
            whole=each.whole,
            givens=each.givens,
            is_asked=True,
        )
        for each in generated
    ]


def booklet_from(
    boards: Sequence[PrintedBoard],
    title: str,
    command: str,
    limits: Limits,
    progress: Progress,
    per_page: int | None = None,
) -> tuple[Booklet, tuple[PrintedBoard, ...]]:
    """The booklet of these boards, in their order, and the boards with what was found out about them. limits: to solve
    each. Raises LimitReached for the first that stays unsolved, InputError for one that has no solution."""
    solved = []
    for number, board in enumerate(boards, 1):
        progress(f"booklet: puzzle {number} of {len(boards)}", 0.0)
        solved.append(_solve_board(board, limits, progress))
    rules = list(dict.fromkeys(rules_of_question(board.question) for board in solved))
    puzzles = tuple(_puzzle_of(board, number, len(rules) > 1) for number, board in enumerate(solved, 1))
    note = ONE_SOLUTION if all(board.unique for board in solved) else SEVERAL
    return Booklet(title, tuple(rules), puzzles, f"{note}.".capitalize(), command, per_page), tuple(solved)


def describe_kinds(boards: Sequence[PrintedBoard]) -> str:
    """The names of the puzzles, each once: a title."""
    return join_names(dict.fromkeys(board.question.puzzle.title for board in boards))


def without_repeats(generated: Sequence[GeneratedInstance]) -> list[GeneratedInstance]:
    """The instances that differ from all before them: a size alone may name a single board."""
    kept: list[GeneratedInstance] = []
    for instance in generated:
        if not any(instance.instance == other.instance for other in kept):
            kept.append(instance)
    return kept


def _puzzle_of(board: PrintedBoard, number: int, several_kinds: bool) -> BookletPuzzle:
    """The board as it is printed; pieces that lie there from the start belong to both drawings."""
    record, instance = board.question.puzzle, board.question.instance
    shown = instance if board.whole is None else board.whole
    return BookletPuzzle(
        number=number,
        svg=record.draw_svg(shown, board.givens or None),
        solution=record.draw_svg(shown, (*board.givens, *(board.answer or ())) if board.givens else board.answer),
        id=exchange_id(record, shown),
        link="" if board.givens else play_link(record.name, shown),
        difficulty=board.difficulty or _grade(board) or "",
        caption=record.extras.caption(shown),
        name=rules_of_question(board.question).name if several_kinds else "",
        size=describe_size(record, instance),
    )


def exchange_id(record: Puzzle, instance: Instance) -> str:
    """By which any puzzle program finds the board, "" where no format has it."""
    identity = instance_id(record, instance)
    return "" if "sha256:" in identity else identity


def describe_size(record: Puzzle, instance: Instance) -> str:
    """The size of a board: `8x10`, `12 vertices`."""
    size = record.size(instance)
    return size_text(size) if len(size) > 1 else f"{size[0]} vertices"


def rules_of_question(question: Question) -> PuzzleRules:
    """The rules as this board reads them."""
    unusual = question.puzzle.unusual_rules(question.rules)
    reading = [f"{name.replace('_', ' ')} {value}" for name, value in unusual.items()]
    name = ", ".join([question.puzzle.title, *reading])
    return PuzzleRules(name, (*question.puzzle.rules, *(f"read so: {words}" for words in reading)))


def _solve_board(board: PrintedBoard, limits: Limits, progress: Progress) -> PrintedBoard:
    """The board with a solution."""
    if board.answer is not None:
        return board
    question = board.question
    try:
        if board.is_asked or not should_be_unique(question.puzzle):
            return replace(board, answer=answer_to_draw(question, limits, progress))
        found = answers_to_draw(question, limits, AnswerRequest(unique=True), progress)
    except LimitReached as limit:
        raise LimitReached(f"{board.place}: {limit}") from None
    except InputError as error:
        raise InputError(f"{board.place}: {error}") from None
    return replace(board, answer=found.answers[0], unique=found.run.unique)


def _grade(board: PrintedBoard) -> str | None:
    """How hard it is, None where that is no question or would take long."""
    question = board.question
    if not board.unique or math.prod(question.puzzle.size(question.instance)) > MOST_GRADED:
        return None
    try:
        return grade(question)
    except Unsupported:
        return None
