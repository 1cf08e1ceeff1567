"""The explanation of a puzzle: the solution step by step, or why there is none, in the words of the puzzle.

    question --model--> rows --`backends.reasons`, in a child--> Trace --words, pictures--> Explanation

`backends.reasons` decides from the model alone which rows, facts and conclusions make a step; here they become text.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from algebra.progress import Progress, ignore_progress
from backends.contract import Limits, Status, Unsupported
from backends.reasons.job import ExplanationRequest, explain_model
from backends.reasons.row_table import ODD, Place, RowTable, Values, propagate_row, row_table
from backends.reasons.trace import ChainLink, Conflict, Repair, Step, Trace, collect_trace
from backends.running import supervisor
from instances.links import play_link
from instances.resolve import ResolvedInstance
from models.neutral import Model
from report.explanation.records import (
    Change,
    Clash,
    ExampleSolutions,
    ExplainedStep,
    Explanation,
    Grading,
    lines_by_rule,
)
from rosetta.studies.explaining.difficulty import difficulty
from rosetta.studies.explaining.headlines import headline, lead, note, status_of
from rosetta.studies.explaining.wording import (
    LIST_SLACK,
    MAX_LISTED,
    MAX_REMAINDER,
    Wording,
    describe_contradiction,
    describe_sum,
)
from rosetta.studies.formulations import choose_formulation
from rosetta.studies.question import Question

BOARD_INTERVAL = 12  # steps between two boards in a text
MAX_DRAWN_CELLS = 1600  # cells of a board up to which it is drawn for every step


@dataclass(frozen=True, slots=True, eq=False)
class QuestionTrace:
    """A question, its model, and the trace of its explanation."""

    question: Question
    formulation: str
    model: Model
    rows: RowTable
    trace: Trace


def explained_formulation(question: Question, name: str | None = None) -> str:
    """The formulation to explain from: the named one, else the puzzle's first, since what a puzzle advises is for
    solvers, unless it has words for why that decides. Raises InputError."""
    record = question.puzzle
    first = next(iter(record.formulations)) if record.extras.clash is None else None
    return choose_formulation(record, question.instance, name or first)


def trace_question(
    question: Question,
    formulation: str,
    request: ExplanationRequest,
    limits: Limits,
    progress: Progress = ignore_progress,
) -> QuestionTrace:
    """The trace of an explanation. Raises Unsupported if the model cannot be explained."""
    model = question.model(formulation)
    answer = question.puzzle.project(question.instance, model)
    request = replace(request, clues=question.puzzle.extras.clues)
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
    trace = collect_trace(findings, ended.complete, ended.note, 0.0)
    return QuestionTrace(question, formulation, model, row_table(model, answer), trace)


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
    words, record = Wording(question, explained.model, explained.rows), question.puzzle
    values = explained.rows.open_values()
    steps = tuple(_steps(words, trace.steps, values, pictures))
    answer = record.answer_json(_answer(words, values)) if trace.unique else None
    status = status_of(trace)
    return Explanation(
        puzzle=record.name,
        title=record.title,
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
        note=note(trace, replace(request, clues=record.extras.clues)),
        seconds=trace.seconds,
        start_board=_board(words, explained.rows.open_values()),
        end_board=_board(words, values),
        difficulty=_difficulty(explained),
        solutions=_example_solutions(words, trace, pictures) if status in ("several", "solvable") else None,
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
        else f"by {words.quantity(len(other_pieces - pieces))} more",
        record.draw_svg(p, first, second) if pictures else "",
    )


def _difficulty(explained: QuestionTrace) -> Grading | None:
    """The grade, if the model is the puzzle's first formulation: how far one must look ahead in another one is no
    measure for a person. It is confirmed only for the usual rules, as known difficulties are those of boards with
    these."""
    record, rules = explained.question.puzzle, explained.question.rules
    if explained.formulation != next(iter(record.formulations)):
        return None
    graded = difficulty(record.name, explained.trace)
    if graded is None:
        return None
    return Grading(
        graded.grade, **asdict(graded.features), confirmed=graded.confirmed and not record.unusual_rules(rules)
    )


def _steps(words: Wording, steps: Sequence[Step], values: Values, pictures: bool) -> Iterator[ExplainedStep]:
    """The steps in words. Side effect: `values` gets the conclusions, step by step."""
    small = np.prod(words.record.size(words.question.instance)) <= MAX_DRAWN_CELLS
    last = _board(words, values) if small else ""
    for number, step in enumerate(steps, 1):
        why = tuple(_describe_reason(words, step, values))
        _assign(values, step.conclusion)
        plain = svg = ""
        # the board shows what the list leaves out
        cut = step.kind == "row" and len(step.rows) > 1 and len(step.conclusion) > MAX_LISTED + LIST_SLACK
        if small and not pictures and (number % BOARD_INTERVAL == 0 or cut) and number < len(steps):
            board = _board(words, values)
            plain, last = (board if board != last else ""), board
        if small and pictures:
            mark = frozenset().union(*(words.row_cells(place) for place in step.rows))
            fresh = frozenset().union(*(words.cells(x) for x in step.conclusion if x > 0 or len(words.cells(x)) == 1))
            svg = _picture(words, values, mark | fresh, fresh)
        yield ExplainedStep(
            number,
            step.kind,
            step.grade,
            tuple(map(words.row, step.rows)),
            why,
            words.describe_conclusion(step.conclusion),
            tuple(map(words.name, step.conclusion)),
            tuple(map(words.name, step.facts)),
            step.conclusion,
            plain,
            svg,
            step.weights,
            step.modulus,
        )


def _describe_reason(words: Wording, step: Step, values: Values) -> Iterator[str]:
    """The reason in short sentences. values: what is known before the step."""
    if step.weights or step.kind == "sum":
        yield from describe_sum(words, step, values)
    elif len(step.rows) > 1 and step.kind == "row":
        yield words.describe_rows(step.rows)
    elif step.kind == "row":
        yield words.describe_row(step.rows[0], values)
    elif step.kind == "search":
        yield "No short chain shows it; with these rules alone all else can be tried, and fails:"
        yield from lines_by_rule(map(words.row, step.rows))
    else:
        if step.kind == "contradiction":
            yield f"Suppose {words.name(-step.conclusion[0])}"
        start = () if step.kind == "rows" else (-step.conclusion[0],)
        yield from describe_chain(words, step.chain, (*step.facts, *start))
        mentioned = {x for link in step.chain for x in link.literals} if step.kind == "rows" else set()
        others = [x for x in step.conclusion[1:] if x not in mentioned]
        if others and len(words.describe_literals(others)) > MAX_REMAINDER:
            yield f"The same rules also give the other {len(others)}"
        elif others:
            yield f"The same rules also give: {words.describe_literals(others)}"


def describe_chain(words: Wording, chain: Sequence[ChainLink], facts: Iterable[int]) -> Iterator[str]:
    """A chain as sentences. Rows that only translate between the answer and auxiliary variables are left out, unless
    the chain has nothing else or ends in them. Rows that the same literal fills share a sentence."""
    values = words.rows.open_values()
    _assign(values, facts)
    thoughts = list(_inference_flags(words.rows, [(words.index[link.row], link.literals) for link in chain], values[:]))
    visible = [i for i, link in enumerate(chain) if thoughts[i] or not any(thoughts) or not link.literals]
    alike: list[ChainLink] = []
    for i, link in enumerate(chain):
        if i in visible:
            joins = i != visible[-1] and bool(link.literals) and words.share_literal(link.row, link.row, values)
            if alike and not (joins and words.share_literal(alike[0].row, link.row, values)):
                yield words.describe_filled_rows(alike, values)
                alike = []
            if joins:
                alike.append(link)
            else:
                sentence = words.describe_row(link.row, values)
                yield sentence + (
                    f": {words.summarize_literals(link.literals)}" if link.literals and i != visible[-1] else ""
                )
        _assign(values, link.literals)
    assert not alike


def _inference_flags(rows: RowTable, chain: Iterable[tuple[int, Sequence[int]]], values: Values) -> Iterator[bool]:
    """Which links are more than a translation? A row between the answer and auxiliary variables that leads from one
    literal to its meaning is a translation; one that works by elimination is an inference (of two trees that may own a
    tent, one owns another)."""
    for r, literals in chain:
        because = propagate_row(rows, r, values)[2]
        inner = [not rows.answer[abs(x)] for x in (*because, *literals)]
        yield bool(rows.counted >> r & 1) or len(because) > 1 or (len(because) == 1 and len(inner) > 1 and all(inner))
        _assign(values, literals)


def _assign(values: Values, literals: Iterable[int]) -> None:
    """Make these literals true."""
    for x in literals:
        values[x], values[-x] = 1, -1


# ---- why there is none --------------------------------------------------------------------------------------------


def _clash(words: Wording, conflict: Conflict, pictures: bool) -> Clash:
    places = (*conflict.clues, *conflict.rules)
    svg = ""
    if pictures:
        mark = frozenset().union(*(words.row_cells(place) for place in places))
        svg = words.record.draw_svg(words.question.instance, mark=mark)
    chain = tuple(describe_chain(words, conflict.chain, ()))
    modular = conflict.modulus > 2
    added_up = (describe_contradiction(words, conflict),) if modular else _parity_contradiction(words, places)
    return Clash(
        tuple(map(words.clue, conflict.clues)),
        tuple(map(words.row, conflict.rules)),
        added_up if added_up and len(places) == 1 else chain or added_up,
        svg,
    )


def _parity_contradiction(words: Wording, places: Sequence[Place]) -> tuple[str, ...]:
    """Parity rows that add up to 0 = 1, in the words that the puzzle has for it, if it has any."""
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
    return tuple(
        Change(words.row((block, row)), str(int(blocks[block].lo[row])), count)
        for (block, row), count in zip(repair.rows, repair.counts, strict=True)
    )


# ---- what is known, drawn -----------------------------------------------------------------------------------------


def _answer(words: Wording, values: Values) -> object:
    assigned = np.array([0, *(values[x] > 0 for x in range(1, len(words.rows.answer)))], np.int64)
    return words.record.decode(words.question.instance, words.model, assigned)


def _empty_cells(words: Wording, values: Values) -> frozenset[Hashable]:
    """The cells none of whose answer variables can hold any more."""
    answer = [x for x, is_answer in enumerate(words.rows.answer) if is_answer]
    closed: set[Hashable] = set().union(*(words.cells(x) for x in answer if values[x] < 0))
    if closed:  # else there is no need to look at the others, which are many before the first step
        closed.difference_update(*(words.cells(x) for x in answer if values[x] >= 0))
    return frozenset(closed)


def _board(words: Wording, values: Values) -> str:
    """The board with what is known, as text; without colours, which would show clues not met yet as broken."""
    return words.record.draw_text(words.question.instance, _answer(words, values), empty=_empty_cells(words, values))


def _picture(words: Wording, values: Values, mark: frozenset[Hashable], fresh: frozenset[Hashable]) -> str:
    """The board with what is known, as SVG."""
    answer, empty = _answer(words, values), _empty_cells(words, values)
    return words.record.draw_svg(words.question.instance, answer or None, mark=mark, empty=empty, fresh=fresh)
