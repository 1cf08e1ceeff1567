"""The explanation of a puzzle: the solution step by step, or why there is none, in the words of the puzzle.

    question --model--> rows --`backends.reasons`, in a child--> Trace --words, pictures--> Explanation

`backends.reasons` decides from the model alone which rows, facts and conclusions make a step; here they become text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Status, Unsupported
from backends.reasons.job import ExplanationRequest, explain_model
from backends.reasons.row_table import ODD, Place, RowTable, Values, row_table
from backends.reasons.trace import Conflict, Repair, Step, Trace, collect_trace
from backends.running import supervisor
from instances.links import play_link
from instances.resolve import ResolvedInstance
from models.neutral import Model
from models.puzzles.stated_words import name_literal
from models.puzzles.teaching.lesson import Lesson
from report.explanation.records import (
    Change,
    Clash,
    ExampleSolutions,
    ExplainedStep,
    Explanation,
    Grading,
)
from report.words import plural
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_cpu_seconds
from rosetta.studies.asking.formulations import choose_formulation
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.drawings import (
    answer_text,
    board_text,
    conflict_legend,
    conflict_picture,
    known_answer,
    line_marks,
)
from rosetta.studies.explaining.grouping import group_steps
from rosetta.studies.explaining.headlines import headline, lead, note, status_of
from rosetta.studies.explaining.linear_conflicts import describe_linear_conflict
from rosetta.studies.explaining.numbers.folding import fold_steps
from rosetta.studies.explaining.numbers.number_model import ExplainedNumbers, number_model
from rosetta.studies.explaining.numbers.number_wording import NumberWording
from rosetta.studies.explaining.step_boards import StepBoards, is_drawn
from rosetta.studies.explaining.step_reasons import assign_literals, describe_chain, describe_reason
from rosetta.studies.explaining.sum_words import describe_contradiction
from rosetta.studies.explaining.wording import Wording
from rosetta.studies.grading.difficulty import difficulty
from rosetta.studies.grading.graph_words import cuts_of_examples, explained_model, line_blocks, with_more_rows


@dataclass(frozen=True, slots=True, eq=False)
class QuestionTrace:
    """A question, its model, and the trace of its explanation; lesson: of a teacher, where that explains it
    better; numbers: of a model with numbers."""

    question: Question
    formulation: str
    model: Model
    rows: RowTable
    trace: Trace
    lesson: Lesson | None = None
    numbers: ExplainedNumbers | None = None


def explained_formulation(question: Question, name: str | None = None) -> str:
    """The formulation to explain from: the named one, else the puzzle's first, since what a puzzle advises is for
    solvers, unless that decides by itself. Raises InputError."""
    record, advice = question.puzzle, question.puzzle.extras.advice(question.instance)
    first = advice.formulation if advice.decides else next(iter(record.formulations))
    return choose_formulation(record, question.instance, name or first)


def trace_question(
    question: Question,
    formulation: str,
    request: ExplanationRequest,
    limits: Limits,
    progress: Progress = ignore_progress,
) -> QuestionTrace:
    """The trace of an explanation. Raises Unsupported if the model cannot be explained."""
    model = explained_model(question, formulation, limits, progress)
    numbers = number_model(question, model)
    if numbers is not None:
        model, answer = numbers.model, numbers.answer
        request = replace(request, steps=None)  # what is excluded is no step when it is told
    else:
        answer = question.puzzle.project(question.instance, model)
    begun = work_cpu_seconds()
    lesson = question.puzzle.extras.teach(question.instance, model)
    if lesson is not None and lesson.answers:
        trace = Trace(complete=True, seconds=work_cpu_seconds() - begun)
        return QuestionTrace(question, formulation, model, row_table(model, answer), trace, lesson)
    trace = _run_explanation(model, answer, request, limits, progress)
    while cuts := cuts_of_examples(model, trace.examples):
        model = with_more_rows(question, model, cuts)
        trace = _run_explanation(model, answer, request, limits, progress)
    if lesson is not None and not trace.conflicts:  # the lesson has shown that there is none
        trace = replace(trace, complete=True, end_reason="")
    return QuestionTrace(question, formulation, model, row_table(model, answer), trace, lesson, numbers)


def _run_explanation(
    model: Model, answer: NDArray[np.int32], request: ExplanationRequest, limits: Limits, progress: Progress
) -> Trace:
    """The explanation of a model, by a child process. Raises Unsupported."""
    findings: list[object] = []
    ended = supervisor.run_job(
        explain_model,
        (model, answer, request, limits),
        limits,
        findings.append,
        lambda phrase, *seconds: progress(f"explaining: {phrase or 'looking for a solution'}", *seconds),
    )
    if ended.status is Status.UNSUPPORTED:
        raise Unsupported(ended.note)
    return collect_trace(findings, ended.complete, ended.note, 0.0)


# ---- in words ----------------------------------------------------------------------------------------------------


def explanation_from(
    resolved: ResolvedInstance,
    explained: QuestionTrace,
    request: ExplanationRequest,
    pictures: bool = False,
    command: str = "",
) -> Explanation:
    """The explanation in words. pictures: with an SVG for each step."""
    question, trace = explained.question, explained.trace
    if explained.lesson is not None and explained.lesson.answers:
        return _explanation_by_lesson(resolved, explained, explained.lesson, request, pictures, command)
    words, record = wording_of(explained), question.puzzle
    values = explained.rows.open_values()
    steps = tuple(_steps(words, trace.steps, values, pictures, request.steps))
    if request.steps is not None and isinstance(words, NumberWording) and trace.steps:
        trace = replace(trace, complete=trace.complete and _are_all(words, trace, values))
    if explained.lesson is not None:
        steps = _lesson_steps(explained, explained.lesson, pictures)
    answer = record.answer_json(known_answer(words, values)) if trace.unique else None
    status = status_of(trace) if explained.lesson is None else "unsatisfiable"
    return Explanation(
        puzzle=record.name,
        title=record.title,
        legend=record.extras.legend(question.instance),
        source=resolved.source,
        id=resolved.id,
        formulation=explained.formulation,
        command=command,
        status=status,
        headline=headline(words, trace, status),
        lead=lead(words, trace, status),
        link=play_link(record.name, question.instance),
        steps=steps,
        clashes=tuple(_clash(words, conflict, pictures) for conflict in trace.conflicts),
        changes=_changes(words, trace.repair) if request.repair else None,
        answer=answer if trace.complete else None,
        complete=trace.complete,
        note=note(trace, request, explained.model),
        seconds=trace.seconds,
        start_board=board_text(words, explained.rows.open_values()),
        end_board="" if status == Status.UNSATISFIABLE else board_text(words, values),
        difficulty=grade_trace(explained),
        solutions=_example_solutions(words, trace, pictures) if status in ("several", "solvable") else None,
    )


def _lesson_steps(explained: QuestionTrace, lesson: Lesson, pictures: bool) -> tuple[ExplainedStep, ...]:
    """The steps of a lesson, numbered. pictures: with an SVG for each."""
    record, p = explained.question.puzzle, explained.question.instance
    steps = []
    for number, step in enumerate(lesson.steps(pictures), 1):
        names = tuple(name_literal(record, p, explained.model, x) for x in step.literals)
        plain, svg = ("", step.drawing) if pictures else (step.drawing, "")
        steps.append(
            ExplainedStep(
                number, lesson.kind, 1, (), step.reasons, step.conclusion, names, (), step.literals, plain, svg
            )
        )
    return tuple(steps)


def _explanation_by_lesson(
    resolved: ResolvedInstance,
    explained: QuestionTrace,
    lesson: Lesson,
    request: ExplanationRequest,
    pictures: bool,
    command: str,
) -> Explanation:
    """A board that a teacher solves."""
    record, p = explained.question.puzzle, explained.question.instance
    steps, answers = _lesson_steps(explained, lesson, pictures), lesson.answers
    shown = steps[: request.steps]
    complete = len(shown) == len(steps)
    several = len(answers) > 1
    return Explanation(
        puzzle=record.name,
        title=record.title,
        legend=record.extras.legend(p),
        source=resolved.source,
        id=resolved.id,
        formulation=explained.formulation,
        command=command,
        status="several" if several else "unique",
        headline=lesson.headline,
        steps=shown,
        clashes=(),
        changes=() if request.repair else None,
        answer=record.answer_json(answers[0]) if complete and not several else None,
        complete=complete,
        note="" if complete else f"Stopped after {plural(len(shown), 'step')}, as asked for.",
        seconds=explained.trace.seconds,
        start_board=answer_text(record, p, None),
        end_board=answer_text(record, p, answers[0]) if complete else "",
        end_caption=lesson.caption if complete else "",
        solutions=ExampleSolutions(tuple(map(record.answer_json, answers)), "", "", "") if several else None,
    )


def _example_solutions(words: Wording, trace: Trace, pictures: bool) -> ExampleSolutions:
    """One solution, and where another differs from it if there is another."""
    record, p = words.record, words.question.instance
    answers = [record.decode(p, words.model, np.array(example.values, np.int64)) for example in trace.examples[:2]]
    first, second = answers[0], answers[1] if len(answers) > 1 else None
    pieces, other_pieces = record.extras.pieces(first), frozenset() if second is None else record.extras.pieces(second)
    return ExampleSolutions(
        tuple(map(record.answer_json, answers)),
        record.draw_text(p, first),
        "" if second is None else record.draw_text(p, first, second=second),
        f"in {len(pieces - other_pieces)} of its {words.quantity(len(pieces))}"
        if pieces - other_pieces
        else f"by {words.quantity(len(other_pieces - pieces)).replace(' ', ' more ')}",
        record.draw_svg(p, first, second) if pictures else "",
    )


def grade_trace(explained: QuestionTrace) -> Grading | None:
    """The grade, if the model is the puzzle's first formulation: how far one must look ahead in another one is no
    measure for a person. It is confirmed only for the usual rules, as known difficulties are those of boards with
    these."""
    record, rules = explained.question.puzzle, explained.question.rules
    if explained.formulation != next(iter(record.formulations)):
        return None
    graded = difficulty(explained.trace, record.extras.difficulty_known)
    if graded is None:
        return None
    return Grading(
        graded.grade, **asdict(graded.features), confirmed=graded.confirmed and not record.unusual_rules(rules)
    )


def wording_of(explained: QuestionTrace) -> Wording:
    """The words for an explanation."""
    if explained.numbers is not None:
        return NumberWording(explained.question, explained.numbers, explained.rows)
    return Wording(explained.question, explained.model, explained.rows)


def _are_all(words: NumberWording, trace: Trace, values: Values) -> bool:
    """Is every number known that becomes known?"""
    return all(values[x] > 0 for step in trace.steps for x in step.conclusion if x > 0)


def _steps(
    words: Wording, steps: Sequence[Step], values: Values, pictures: bool, most: int | None
) -> Iterator[ExplainedStep]:
    """The steps in words, at most so many of numbers. Side effect: `values` gets the conclusions, step by step."""
    if isinstance(words, NumberWording):
        yield from islice(_number_steps(words, steps, values, pictures), most)
        return
    grouped = group_steps(words.rows, steps, words.is_evident, line_blocks(words.model))
    boards = StepBoards(words, len(grouped), pictures)
    for number, (step, family) in enumerate(grouped, 1):
        reasons = tuple(describe_reason(words, step, family, values))
        supposed = boards.supposed_board(number, step, values)
        assign_literals(values, step.conclusion)
        yield ExplainedStep(
            number,
            step.kind,
            step.grade,
            tuple(map(words.row, step.rows)),
            reasons,
            "" if words.obvious(step) is not None else words.describe_conclusion(step.conclusion),
            tuple(map(words.name, step.conclusion)),
            tuple(map(words.name, step.facts)),
            step.conclusion,
            supposed or boards.reached_board(number, step, values),
            boards.picture(step, values),
            step.weights,
            step.modulus,
            words.describe_facts(step.facts) if pictures else "",
        )


def _number_steps(
    words: NumberWording, steps: Sequence[Step], values: Values, pictures: bool
) -> Iterator[ExplainedStep]:
    """The same, of numbers: steps are folded, not grouped."""
    folded_steps = list(fold_steps(words.rows, words.number_rows, steps))
    boards = StepBoards(words, len(folded_steps), pictures)
    for number, folded in enumerate(folded_steps, 1):
        step = folded.step
        reasons, is_whole = words.describe_folded(folded, values)
        assign_literals(values, step.conclusion)
        yield ExplainedStep(
            number,
            words.kind_of(folded),
            words.grade_of(folded),
            tuple(map(words.row, words.told_rows(step.rows))),
            tuple(reasons),
            "" if is_whole else words.describe_conclusion(step.conclusion),
            tuple(map(words.name, step.conclusion)),
            tuple(map(words.name, words.told_literals(step.facts))),
            step.conclusion,
            boards.reached_board(number, step, values),
            boards.picture(step, values),
            facts_told=words.describe_known(words.told_literals(step.facts)) if pictures else "",
        )


# ---- why there is none --------------------------------------------------------------------------------------------


def _clash(words: Wording, conflict: Conflict, pictures: bool) -> Clash:
    places = (*conflict.clues, *conflict.rules)
    marks = replace(line_marks(words, places), conflict=True)
    svg = conflict_picture(words, places, marks) if pictures else ""
    plain = board_text(words, words.rows.open_values(), marks) if is_drawn(words) and not pictures else ""
    return Clash(
        tuple(map(words.clue, conflict.clues)),
        tuple(map(words.row, words.told_rows(conflict.rules))),
        describe_conflict(words, conflict),
        svg,
        plain,
        conflict_legend(words, marks) if plain else "",
    )


def describe_conflict(words: Wording, conflict: Conflict) -> tuple[str, ...]:
    """Why these rows contradict each other, in sentences; () where it takes trying."""
    places = (*conflict.clues, *conflict.rules)
    if isinstance(words, NumberWording):
        return words.describe_clash(places, conflict.chain)
    chain = tuple(describe_chain(words, conflict.chain, ())) or describe_linear_conflict(words, places)
    modular = conflict.modulus > 2
    added_up = (describe_contradiction(words, conflict),) if modular else _parity_contradiction(words, places)
    return added_up if added_up and len(places) == 1 else chain or added_up


def _parity_contradiction(words: Wording, places: Sequence[Place]) -> tuple[str, ...]:
    """Parity rows that add up to 0 = 1, in the words that the model or the puzzle has for it, if there are any."""
    if len(places) == 1 and words.model.blocks[places[0][0]].evident:
        return (words.model.blocks[places[0][0]].evident,)
    clash = words.record.extras.clash
    if clash is None or any(words.rows.kinds[words.index[place]] != ODD for place in places):
        return ()
    named = [words.row(place) for place in places]
    sentence = clash(words.question.instance, [(row.rule, row.number) for row in named])
    return (f"{sentence[0].upper()}{sentence[1:]}",)


def _changes(words: Wording, repair: Repair | None) -> tuple[Change, ...] | None:
    if repair is None:
        return None
    blocks = words.model.blocks
    givens = (words.given_literal(place) for place in repair.rows)
    return tuple(
        Change(
            words.row((block, row)),
            str(int(blocks[block].lo[row])),
            count,
            "" if given is None else words.describe_instead(given, repair.values),
        )
        for (block, row), count, given in zip(repair.rows, repair.counts, givens, strict=True)
    )
