"""A board as the document from which a page lets people play it: the scene, the checks, the hints, a solution.

    solution   the planted or a found one (`solution`), as steps
    hints      of an explanation (`explaining`), which also tells how hard the board is
    checks     the rows of a model

What cannot be had, because it is too large or a limit ended the work, is None, and a note says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from backends.contract import Limits, Unsupported
from backends.reasons.job import ExplanationRequest
from instances.links import play_link
from report.documents.writing import plain_document
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.explain import QuestionTrace, explained_formulation, grade_trace, trace_question
from rosetta.studies.playing.answer_steps import steps_of_answer
from rosetta.studies.playing.checks import NoChecks, checked_formulation, checks_document
from rosetta.studies.playing.click_values import click_values
from rosetta.studies.playing.hints import KnownSolution, hints_document
from rosetta.studies.playing.known_places import KnownPlaces
from rosetta.studies.playing.solution import PlaySolution, answer_cost, find_solution
from rosetta.studies.setting.booklet import PrintedBoard, exchange_id, rules_of_question
from rosetta.studies.solving.conversion import board_scene

if TYPE_CHECKING:
    from report.documents.play import BoardDocument, ChecksDocument, HintsDocument

NO_SOLUTION = "this board has no solution; the hints say why"


def board_document(board: PrintedBoard, limits: Limits, progress: Progress = ignore_progress) -> BoardDocument:
    """The document of a board. limits: of its solution, and again of its hints. Raises InputError where nothing on the
    board can be clicked."""
    question, notes = board.question, list[str]()
    record, shown = question.puzzle, question.instance if board.whole is None else board.whole
    scene = board_scene(question)
    if scene["clicks"] is None:
        raise InputError(f"{board.place}: this board cannot be played on a page: nothing on it can be clicked")
    solution = _solution_of(board, limits, progress, notes)
    traced = _trace_of(question, limits, progress, notes)
    solution = _agree_with_trace(solution, question, traced)
    known = _known_solution(solution, question, scene, traced)
    hints = None if traced is None else _hints_of(traced, scene, known, notes)
    grade = None if board.difficulty or traced is None else grade_trace(traced)
    document: BoardDocument = {
        **bare_document(question, board.place, scene, notes, solution.best),
        "id": exchange_id(record, shown),
        "link": "" if board.givens else play_link(record.name, shown),
        "difficulty": board.difficulty or (None if grade is None else grade.grade),
        "hints": hints,
        "solution": None if known is None else {"unique": known.unique, "steps": list(known.steps)},
    }
    return plain_document(document)


def bare_document(
    question: Question, place: str, scene: dict[str, Any], notes: list[str], best: int | None = None
) -> BoardDocument:
    """The document of a board without what takes a solver, and without its ID. place: where it is from; best: the least
    cost of an answer, where it is known. Side effect: a note where there are no checks."""
    record, rules = question.puzzle, rules_of_question(question)
    return {
        "schema": 1,
        "puzzle": record.name,
        "title": rules.name,
        "id": "",
        "link": play_link(record.name, question.instance),
        "place": place,
        "rules": list(rules.sentences) or _stated_rules(question),
        "difficulty": None,
        "scene": scene,
        "checks": _checks_of(question, scene, best, notes) if scene["clicks"] else None,
        "hints": None,
        "solution": None,
        "notes": notes,
    }


def _stated_rules(question: Question) -> list[str]:
    """The sentences of a model that somebody stated, which has no others."""
    model = question.state_model(checked_formulation(question.puzzle)).model
    sentences = [block.sentence for block in model.stated_blocks] + [rule.sentence for rule in model.graph_rules]
    return list(dict.fromkeys(sentences))


def _solution_of(board: PrintedBoard, limits: Limits, progress: Progress, notes: list[str]) -> PlaySolution:
    """What is known of the solutions; a note where none is."""
    model = board.question.state_model(checked_formulation(board.question.puzzle)).model
    try:
        solution = find_solution(board, model, limits, progress)
    except (InputError, LimitReached) as reason:
        solution = PlaySolution(note=str(reason))
    if solution.is_impossible:
        notes.append(NO_SOLUTION)
    elif solution.answer is None:
        notes.append(f"no solution is known of this board: {solution.note}")
    return solution


def _trace_of(question: Question, limits: Limits, progress: Progress, notes: list[str]) -> QuestionTrace | None:
    """The trace of an explanation; a note where there is none."""
    try:
        return trace_question(question, explained_formulation(question), ExplanationRequest(), limits, progress)
    except (Unsupported, TooLarge, InputError, LimitReached) as reason:
        notes.append(f"this board has no hints: {reason}")
        return None


def _agree_with_trace(solution: PlaySolution, question: Question, traced: QuestionTrace | None) -> PlaySolution:
    """The solution to which the hints lead: that of a lesson, unless it costs more than is possible. Whether there is
    another one is also known from the explanation."""
    if traced is None:
        return solution
    lesson = traced.lesson
    if lesson is not None and lesson.answers:
        first, unique = lesson.answers[0], len(lesson.answers) == 1
        is_best = solution.best is None or answer_cost(question, traced.model, first) == solution.best
        return replace(solution, answer=first if is_best else solution.answer, unique=unique)
    if traced.trace.unique or len(traced.trace.examples) > 1:
        return replace(solution, unique=traced.trace.unique)
    return solution


def _known_solution(
    solution: PlaySolution, question: Question, scene: Mapping[str, Any], traced: QuestionTrace | None
) -> KnownSolution | None:
    """The solution as steps."""
    if solution.answer is None:
        return None
    lesson = None if traced is None else traced.lesson
    follows_lesson = lesson is None or not lesson.answers or solution.answer == lesson.answers[0]
    answer = question.puzzle.answer_json(solution.answer)
    return KnownSolution(steps_of_answer(scene, answer), solution.unique, follows_lesson)


def _hints_of(
    traced: QuestionTrace, scene: Mapping[str, Any], solution: KnownSolution | None, notes: list[str]
) -> HintsDocument | None:
    """The hints; a note where they are missing or end early."""
    values = click_values(traced.question, traced.model, scene)
    if values is None:
        notes.append("this board has no hints: what its places have to do with its rules is not known")
        return None
    places = KnownPlaces(values.variables, values.kind_of, values.kinds)
    hints = hints_document(traced, scene, places, solution)
    if hints["note"]:
        notes.append(f"hints: {hints['note']}")
    return hints


def _checks_of(
    question: Question, scene: Mapping[str, Any], best: int | None, notes: list[str]
) -> ChecksDocument | None:
    """The checks; a note where there are none."""
    try:
        return checks_document(question, scene, best)
    except NoChecks as reason:
        notes.append(str(reason))
        return None
