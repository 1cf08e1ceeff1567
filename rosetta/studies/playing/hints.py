"""Hints: the steps of an explanation, each in three parts: where to look, why something follows, what follows.

    explanation --literals, by `known_places`--> marks on the board
                --rows and facts, by `spots`--> where to look
                --sentences (`explaining`)--> why, and what in words

A step that puts nothing on the board (a tree owns a tent) is told with the next one that does. Where the steps end
before the board is full, a last hint has what a known solution says of the rest, and that it is no more than this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from backends.reasons.job import ExplanationRequest
from backends.reasons.row_table import Place, Values
from backends.reasons.trace import Conflict, Step
from models.puzzles.teaching.lesson import Lesson
from report.explanation.records import RowName, describe_rows
from report.words import plural
from rosetta.studies.explaining.explain import QuestionTrace, describe_conflict
from rosetta.studies.explaining.grouping import Family, group_steps
from rosetta.studies.explaining.headlines import note
from rosetta.studies.explaining.step_reasons import assign_literals, describe_reason
from rosetta.studies.explaining.wording import Wording
from rosetta.studies.grading.graph_words import line_blocks
from rosetta.studies.playing.answer_steps import empty_step
from rosetta.studies.playing.known_places import KnownPlaces, Mark
from rosetta.studies.playing.spots import SpotFinder

if TYPE_CHECKING:
    from report.documents.play import HintConclusion, HintKind, HintPlaces, HintsDocument, HintStep

MOST_NAMED = 4  # rules that are named where to look
LONGEST_NAMES = 80  # characters of the names of their rows
OPEN = "From here on, the board has several solutions: nothing more is the same in all of them."
UNEXPLAINED = "No short reason was found for what comes next."
MORE_THAN_BEST = (
    "All rules are kept, but it costs more than it has to: the usual method comes to one of several solutions."
)
ONE_OF_SEVERAL = "one of the solutions has this here"
IN_SOLUTION = "a solution has this here"
BY_TRYING = "No short chain of deductions shows that these contradict each other: it takes trying."


@dataclass(frozen=True, slots=True, eq=False)
class KnownSolution:
    """A solution.

    steps: at each place, by number
    unique: is it the only one? None where that is not known
    follows_lesson: is it the one that the lesson of a teacher ends with?
    """

    steps: Sequence[int]
    unique: bool | None
    follows_lesson: bool = True


@dataclass(slots=True)
class _JointSteps:
    """What is told together: steps that put nothing on the board, and the one that does."""

    rows: list[Place] = field(default_factory=list)
    facts: list[int] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)


def hints_document(
    explained: QuestionTrace, scene: Any, places: KnownPlaces, solution: KnownSolution | None
) -> HintsDocument:
    """The hints. scene: the document of the empty board, with clicks; places: nothing known; solution: what the last
    hint has, where the reasons end before. Side effect: `places` gets what is known."""
    words = Wording(explained.question, explained.model, explained.rows)
    writer = _HintWriter(words, scene, places)
    trace = explained.trace
    if trace.conflicts:
        return {"complete": trace.complete, "note": "", "steps": [writer.conflict(trace.conflicts[0])]}
    lesson = explained.lesson
    if lesson is not None and lesson.answers:
        steps = list(writer.lesson_steps(lesson))
        if solution is not None and not solution.follows_lesson:
            steps.append(writer.cheaper(solution))
    elif lesson is not None:
        return {"complete": True, "note": "", "steps": [writer.refuting_lesson(lesson)]}
    else:
        steps = list(writer.steps(trace.steps))
    is_open = lesson is None and trace.complete and not trace.unique
    is_complete = trace.complete or is_open
    last = writer.rest(solution, is_open)
    missing = "" if is_complete else note(trace, ExplanationRequest(), explained.model)
    return {"complete": is_complete, "note": missing, "steps": [*steps, *([] if last is None else [last])]}


class _HintWriter:
    """Writes the hints of one question, which are asked for in their order."""

    def __init__(self, words: Wording, scene: Any, places: KnownPlaces) -> None:
        self.words, self.scene, self.places = words, scene, places
        self.spots = SpotFinder(words, scene, places)
        self.values: Values = words.rows.open_values()
        self.empty = empty_step(scene["clicks"])
        self.source: dict[int, int] = {}  # by literal the number of the hint that concludes it

    def steps(self, steps: Sequence[Step]) -> Iterator[HintStep]:
        """The steps of an explanation."""
        words, told, number = self.words, _JointSteps(), 0
        concluded: list[int] = []
        for step, family in group_steps(words.rows, steps, words.is_evident, line_blocks(words.model)):
            told.rows += step.rows
            told.facts += step.facts
            told.sentences += describe_reason(words, _without_remainder(step, family), family, self.values)
            assign_literals(self.values, step.conclusion)
            marks = self.places.learn(step.conclusion, self.values)
            concluded += step.conclusion
            conclusion = words.describe_conclusion(self._on_places(step.conclusion))
            if not marks:
                told.sentences.append(f"So {conclusion}")
                continue
            rests = sorted({self.source[x] for x in told.facts if x in self.source})
            self.source |= dict.fromkeys(concluded, number)
            yield {
                "kind": _kind_of(step.kind),
                "where": self._look_at(told),
                "why": told.sentences,
                "what": {"words": conclusion, "marks": marks},
                "certain": True,
                "plain": self._is_plain(step, family, marks, told),
                "rests": rests,
            }
            told, concluded, number = _JointSteps(), [], number + 1

    def _on_places(self, literals: Sequence[int]) -> Sequence[int]:
        """Those that are about places where a person can put something, if there are some; else all."""
        return [x for x in literals if abs(x) in self.places.places_of] or literals

    def _look_at(self, told: _JointSteps) -> HintPlaces:
        """Where to look: at the rows that are about such places. Rows that a person sees at a glance have no names."""
        literals, index = self.words.rows.literals, self.words.index
        rows = [row for row in told.rows if any(abs(x) in self.places.places_of for x in literals[index[row]])]
        is_seen = all(self.words.model.blocks[block].evident for block, _ in told.rows)
        return self.spots.look_at("" if is_seen else self._name_rows(told.rows), rows or told.rows, told.facts)

    def lesson_steps(self, lesson: Lesson) -> Iterator[HintStep]:
        """The steps of a lesson; it ends with what is told of other solutions, which puts nothing on the board."""
        certain, sentences, number = len(lesson.answers) == 1, [lesson.headline], 0
        for step in lesson.steps(False):
            sentences += step.reasons
            assign_literals(self.values, step.literals)
            marks = self.places.learn(step.literals, self.values)
            if not marks:
                sentences += [f"So {step.conclusion}"] if step.conclusion else []
                continue
            spots = frozenset[Any]().union(*map(self.spots.of_literal, step.literals))
            yield {
                "kind": _kind_of(lesson.kind),
                "where": self.spots.describe("", spots),
                "why": sentences,
                "what": {"words": step.conclusion or self.words.describe_conclusion(step.literals), "marks": marks},
                "certain": certain,
                "plain": False,
                "rests": list(range(number)),
            }
            sentences, number = [], number + 1

    def refuting_lesson(self, lesson: Lesson) -> HintStep:
        """A lesson that ends without a solution."""
        steps = lesson.steps(False)
        sentences = [sentence for step in steps for sentence in (*step.reasons, step.conclusion) if sentence]
        return self._contradiction(self.spots.describe("", frozenset()), [lesson.headline, *sentences])

    def conflict(self, conflict: Conflict) -> HintStep:
        """Why there is no solution."""
        rows = (*conflict.clues, *conflict.rules)
        where = self.spots.look_at(self._name_rows(rows), rows, ())
        return self._contradiction(where, list(describe_conflict(self.words, conflict)) or [BY_TRYING])

    def _contradiction(self, where: HintPlaces, why: list[str]) -> HintStep:
        what: HintConclusion = {"words": "this board has no solution", "marks": []}
        return {
            "kind": "conflict",
            "where": where,
            "why": why,
            "what": what,
            "certain": True,
            "plain": False,
            "rests": [],
        }

    def cheaper(self, solution: KnownSolution) -> HintStep:
        """What a solution that costs less says where it differs from the one to which a lesson leads."""
        both = enumerate(zip(self.places.steps, solution.steps, strict=True))
        marks = [(place, wanted) for place, (step, wanted) in both if step != wanted]
        return {
            "kind": "cheaper",
            "where": self.spots.describe("", frozenset().union(*(self.spots.of_place(place) for place, _ in marks))),
            "why": [MORE_THAN_BEST],
            "what": {"words": "change this to a solution of the least cost", "marks": marks},
            "certain": False,
            "plain": False,
            "rests": [],
        }

    def rest(self, solution: KnownSolution | None, is_open: bool) -> HintStep | None:
        """What a solution says of the places that no step is known of; None where none is left."""
        left = [place for place, step in enumerate(self.places.steps) if not step]
        if not left or (solution is None and not is_open):
            return None
        wanted = () if solution is None else solution.steps
        marks = [(place, wanted[place]) for place in left if wanted and wanted[place]]
        return {
            "kind": "open" if is_open else "solution",
            "where": self.spots.describe("", frozenset()),  # a page shows one piece at a time
            "why": [OPEN if is_open else UNEXPLAINED],
            "what": {"words": ONE_OF_SEVERAL if is_open else IN_SOLUTION, "marks": marks},
            "certain": solution is not None and bool(solution.unique),
            "plain": False,
            "rests": [],
        }

    def _name_rows(self, rows: Iterable[Place]) -> str:
        """`Row 3, column 1 (star counts)`; of a rule with many rows their number, since they light up on the board."""
        by_rule: dict[str, list[RowName]] = {}
        for row in map(self.words.row, dict.fromkeys(rows)):
            by_rule.setdefault(row.rule, []).append(row)
        named = [
            text if len(text := describe_rows(alike)) <= LONGEST_NAMES + len(rule) else f"{rule} ({len(alike)} times)"
            for rule, alike in by_rule.items()
        ]
        more = f"; and {plural(len(named) - MOST_NAMED, 'more rule')}" if len(named) > MOST_NAMED else ""
        text = "; ".join(named[:MOST_NAMED]) + more
        return f"{text[:1].upper()}{text[1:]}"

    def _is_plain(self, step: Step, family: Family | None, marks: Sequence[Mark], told: _JointSteps) -> bool:
        """Does a reader see it at a glance: rows that are complete, or that leave no choice by themselves, and keep
        places empty?"""
        at_a_glance = family in (Family.COMPLETE, Family.APART) or (step.kind == "row" and not step.facts)
        alone = len(told.rows) == len(step.rows)
        return bool(self.empty) and alone and at_a_glance and all(number == self.empty for _, number in marks)


def _without_remainder(step: Step, family: Family | None) -> Step:
    """A step by contradiction without what else it concludes: its reason would give that away."""
    is_supposed = family is None and step.kind in ("contradiction", "rows")
    return replace(step, conclusion=step.conclusion[:1]) if is_supposed else step


def _kind_of(kind: str) -> HintKind:
    return kind  # type: ignore[return-value]
