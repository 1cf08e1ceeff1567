"""A puzzle explained: the solution step by step, or why there is none, in the words of the puzzle.

    question --model--> rows --`backends.reasons`, in a child--> Trace --words, pictures--> Explanation

Which rows, facts and conclusions make a step is decided there, of the model alone; here they are only told.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from backends.contract import Limits, Status, Unsupported
from backends.reasons.job import Asked, explaining
from backends.reasons.table import ODD, Place, Table, Values, says, table
from backends.reasons.trace import Conflict, Repair, Said, Step, Trace, gathered
from backends.running import supervisor
from instances.resolve import Given
from models.neutral import Model
from report.explanation.records import Change, Clash, Explanation, Graded, Shown, Told, by_rule
from rosetta.studies.explaining.difficulty import difficulty
from rosetta.studies.explaining.headlines import headline, lead, note, status_of
from rosetta.studies.explaining.wording import AGAIN, SPARED, TOLD, Wording
from rosetta.studies.explaining.wording_sums import nothing, weighed
from rosetta.studies.question import Question

EVERY = 12  # steps between two boards in a text
DRAWN = 1600  # cells of a board up to which it is drawn for every step


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """A question, its model, and what was found."""

    question: Question
    formulation: str
    model: Model
    rows: Table
    trace: Trace


def explained(
    question: Question, formulation: str, asked: Asked, limits: Limits, tick: Callable[[str, float], None] | None = None
) -> Explained:
    """The trace of an explanation. Raises Unsupported where it cannot be had at all."""
    model = question.model(formulation)
    answer = question.puzzle.project(question.instance, model)
    asked = replace(asked, clues=question.puzzle.clues)
    found: list[object] = []
    heard = ["looking for a solution"]
    ended = supervisor.follow(
        explaining,
        (model, answer, asked, limits),
        limits,
        found.append,
        None if tick is None else lambda elapsed: tick(f"explaining: {heard[-1]}", elapsed),
        say=heard.append,
    )
    if ended.status is Status.UNSUPPORTED:
        raise Unsupported(ended.note)
    trace = gathered(found, ended.complete, ended.note, 0.0)
    return Explained(question, formulation, model, table(model, answer), trace)


# ---- in words ----------------------------------------------------------------------------------------------------


def told(given: Given, explained: Explained, asked: Asked, pictures: bool = False, command: str = "") -> Explanation:
    """The explanation in words. pictures: with an SVG for each step."""
    question, trace = explained.question, explained.trace
    words, record = Wording(question, explained.model, explained.rows), question.puzzle
    values = explained.rows.nothing_known()
    steps = tuple(_steps(words, trace.steps, values, pictures))
    answer = record.answer_json(_answer(words, values)) if trace.unique else None
    status = status_of(trace)
    return Explanation(
        puzzle=record.name,
        title=record.title,
        source=given.source,
        id=given.id,
        formulation=explained.formulation,
        command=command,
        status=status,
        headline=headline(words, trace, status),
        lead=lead(words, trace, status),
        steps=steps,
        clashes=tuple(_clash(words, one, pictures) for one in trace.conflicts),
        changes=_changes(words, trace.repair) if asked.repair else None,
        answer=answer if trace.complete else None,
        complete=trace.complete,
        note=note(trace, replace(asked, clues=record.clues)),
        seconds=trace.seconds,
        before=_board(words, explained.rows.nothing_known()),
        after=_board(words, values),
        difficulty=_difficulty(explained),
        shown=_shown(words, trace, pictures) if status in ("several", "solvable") else None,
    )


def _shown(words: Wording, trace: Trace, pictures: bool) -> Shown:
    """One solution, and where another differs from it if there is another."""
    record, p = words.record, words.question.instance
    answers = [record.decode(p, words.model, np.array(one.values, np.int64)) for one in trace.examples[:2]]
    first, second = answers[0], answers[1] if len(answers) > 1 else None
    one, other = record.pieces(first), frozenset() if second is None else record.pieces(second)
    return Shown(
        tuple(map(record.answer_json, answers)),
        record.draw_text(p, first),
        "" if second is None else record.draw_text(p, first, second=second),
        f"in {len(one - other)} of its {words.counted(len(one))}"
        if one - other
        else f"by {words.counted(len(other - one))} more",
        record.draw_svg(p, first, second) if pictures else "",
    )


def _difficulty(explained: Explained) -> Graded | None:
    """The grade, if the model is that of the rules as they stand: how far one looks in another formulation is not how
    far a person must. Known difficulties are those of the usual rules."""
    record, rules = explained.question.puzzle, explained.question.rules
    if explained.formulation != next(iter(record.formulations)):
        return None
    found = difficulty(record.name, explained.trace)
    if found is None:
        return None
    return Graded(found.grade, **asdict(found.features), confirmed=found.confirmed and not record.unusual(rules))


def _steps(words: Wording, steps: Sequence[Step], values: Values, pictures: bool) -> Iterator[Told]:
    """The steps, told one after the other; values hold what is known in the end."""
    small = np.prod(words.record.size(words.question.instance)) <= DRAWN
    last = _board(words, values) if small else ""
    for number, step in enumerate(steps, 1):
        why = tuple(_why(words, step, values))
        for x in step.conclusion:
            values[x], values[-x] = 1, -1
        plain = svg = ""
        cut = step.kind == "row" and len(step.rows) > 1 and len(step.conclusion) > TOLD + SPARED  # seen, if not read
        if small and not pictures and (number % EVERY == 0 or cut) and number < len(steps):
            board = _board(words, values)
            plain, last = (board if board != last else ""), board
        if small and pictures:
            mark = frozenset().union(*(words.where(place) for place in step.rows))
            fresh = frozenset().union(*(words.cells(x) for x in step.conclusion if x > 0 or len(words.cells(x)) == 1))
            svg = _picture(words, values, mark | fresh, fresh)
        yield Told(
            number,
            step.kind,
            step.grade,
            tuple(map(words.row, step.rows)),
            why,
            words.so(step.conclusion),
            tuple(map(words.name, step.conclusion)),
            tuple(map(words.name, step.facts)),
            step.conclusion,
            plain,
            svg,
            step.weights,
            step.modulus,
        )


def _why(words: Wording, step: Step, values: Values) -> Iterator[str]:
    """The reason in short sentences, with what is known before the step."""
    if step.weights or step.kind == "sum":
        yield from weighed(words, step, values)
    elif len(step.rows) > 1 and step.kind == "row":
        yield words.at_once(step.rows)
    elif step.kind == "row":
        yield words.says(step.rows[0], values)
    elif step.kind == "search":
        yield "No short chain shows it; with these rules alone all else can be tried, and fails:"
        yield from by_rule(map(words.row, step.rows))
    else:
        if step.kind == "contradiction":
            yield f"Suppose {words.name(-step.conclusion[0])}"
        start = () if step.kind == "rows" else (-step.conclusion[0],)
        yield from links(words, step.chain, (*step.facts, *start))
        shown = {x for link in step.chain for x in link.literals} if step.kind == "rows" else set()
        others = [x for x in step.conclusion[1:] if x not in shown]
        if others and len(words.list(others)) > AGAIN:
            yield f"The same rules also give the other {len(others)}"
        elif others:
            yield f"The same rules also give: {words.list(others)}"


def links(words: Wording, chain: Sequence[Said], known: Iterable[int]) -> Iterator[str]:
    """A chain as sentences. Rows that only translate between the answer and inner variables are told where nothing
    else is, and where they end the chain. Rows that the same literal fills are told together."""
    values = words.rows.nothing_known()
    for x in known:
        values[x], values[-x] = 1, -1
    thoughts = list(_thoughts(words.rows, [(words.index[link.row], link.literals) for link in chain], values[:]))
    shown = [i for i, link in enumerate(chain) if thoughts[i] or not any(thoughts) or not link.literals]
    alike: list[Said] = []
    for i, link in enumerate(chain):
        if i in shown:
            joins = i != shown[-1] and bool(link.literals) and words.alike(link.row, link.row, values)
            if alike and not (joins and words.alike(alike[0].row, link.row, values)):
                yield words.together(alike, values)
                alike = []
            if joins:
                alike.append(link)
            else:
                said = words.says(link.row, values)
                yield said + (f": {words.brief(link.literals)}" if link.literals and i != shown[-1] else "")
        for x in link.literals:
            values[x], values[-x] = 1, -1
    assert not alike


def _thoughts(rows: Table, chain: Iterable[tuple[int, Sequence[int]]], values: Values) -> Iterator[bool]:
    """Which links are more than a translation? A row between the answer and inner variables that goes from one literal
    to its meaning is none; one that goes by elimination is (of two trees that may own a tent, one owns another)."""
    for r, literals in chain:
        because = says(rows, r, values)[2]
        inner = [not rows.answer[abs(x)] for x in (*because, *literals)]
        yield bool(rows.counted >> r & 1) or len(because) > 1 or (len(because) == 1 and len(inner) > 1 and all(inner))
        for x in literals:
            values[x], values[-x] = 1, -1


# ---- why there is none --------------------------------------------------------------------------------------------


def _clash(words: Wording, conflict: Conflict, pictures: bool) -> Clash:
    places = (*conflict.clues, *conflict.rules)
    svg = ""
    if pictures:
        mark = frozenset().union(*(words.where(place) for place in places))
        svg = words.record.draw_svg(words.question.instance, mark=mark)
    chain = tuple(links(words, conflict.chain, ()))
    added_up = (nothing(words, conflict),) if conflict.modulus > 2 else _added_up(words, places)
    return Clash(
        tuple(map(words.clue, conflict.clues)),
        tuple(map(words.row, conflict.rules)),
        added_up if added_up and len(places) == 1 else chain or added_up,
        svg,
    )


def _added_up(words: Wording, places: Sequence[Place]) -> tuple[str, ...]:
    """Rows of parity that cannot be kept together add up to 0 = 1: as the puzzle says that, if it does."""
    clash = words.record.clash
    if clash is None or any(words.rows.kinds[words.index[place]] != ODD for place in places):
        return ()
    named = [words.row(place) for place in places]
    told = clash(words.question.instance, [(row.rule, row.number) for row in named])
    return (f"{told[0].upper()}{told[1:]}",)


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


def _empty(words: Wording, values: Values) -> frozenset[Hashable]:
    """The cells of which no variable of the answer can hold any more."""
    answer = [x for x, is_answer in enumerate(words.rows.answer) if is_answer]
    closed: set[Hashable] = set().union(*(words.cells(x) for x in answer if values[x] < 0))
    if closed:  # else there is nothing to ask of the others, which are many before the first step
        closed.difference_update(*(words.cells(x) for x in answer if values[x] >= 0))
    return frozenset(closed)


def _board(words: Wording, values: Values) -> str:
    """The board with what is known, as text; without colours, which would show clues not met yet as broken."""
    return words.record.draw_text(words.question.instance, _answer(words, values), empty=_empty(words, values))


def _picture(words: Wording, values: Values, mark: frozenset[Hashable], fresh: frozenset[Hashable]) -> str:
    """The board with what is known, as SVG."""
    answer, empty = _answer(words, values), _empty(words, values)
    return words.record.draw_svg(words.question.instance, answer or None, mark=mark, empty=empty, fresh=fresh)
