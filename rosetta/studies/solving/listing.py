"""Answers listed, each checked against the rules; the end of the list is confirmed by a second engine.

A list says two things. "There are at least so many" is shown by the verified answers themselves, which are checked as
they arrive. "There are no others" is one engine's word, so an engine of another kind is given the model with all
answers found forbidden, or a proof is looked for that it has no solution (`second_opinions` says in which order); only
if one of them settles it is the list complete.

Answers that are too many to list are counted (`count`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from backends.connectivity.lazy_cuts import suit_backend
from backends.contract import Backend, Ending, Limits, Options, Status, Values
from backends.passes.blocking import SENTENCE, blocking_clauses
from backends.running import supervisor
from models.neutral import Model
from models.puzzles.contract import Answer
from report.evidence_words import NOT_ASKED
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.entrants import Entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.certificates import describe_infeasible_row
from rosetta.studies.solving.second_opinions import PROOF, share_limit, ways_to_deny_others

if TYPE_CHECKING:
    from rosetta.studies.refuting.prove import ClaimProof

NOTHING_DIFFERS = "there is nothing in which another answer could differ"
ONE_ROW = "one row alone"  # the witness, where that row cannot hold
ENDS = {ONE_ROW: f"{ONE_ROW} forbids others", PROOF: f"{PROOF} excludes others"}
MOST_VALUES = 20_000_000  # of all answers together, 160 MB
MOST_PROVED = 1000  # answers; no proof that nobody asked for is tried that there are none but these


@dataclass(frozen=True, slots=True, eq=False)
class AnswerList:
    """Different answers. ended: the engine says that there are no others; witness: who confirmed it, "" if nobody did;
    status: of the engine, UNSUPPORTED or ERROR where it gave up; broken: what is wrong with an answer or with the end
    of the list, in words; seconds: of the engine and of checking what it found; missed: an answer that keeps all rules,
    which the engine denies and another one found; witness_seconds: of those who were asked whether there are others;
    values: the assignment of each answer, None where they would take too much memory; impossible_row: one that alone
    cannot hold, so that the engine was not asked; proofs: that there are no others, if it took one."""

    answers: tuple[Answer, ...]
    witness: str
    status: Status
    seconds: float
    broken: tuple[str, ...] = ()
    note: str = ""
    missed: Answer | None = None
    witness_seconds: float = 0.0
    values: tuple[Values, ...] | None = None
    ended: bool = False
    impossible_row: str | None = None
    proofs: tuple[ClaimProof, ...] = ()

    @property
    def complete(self) -> bool:
        """Are these all, on more than one engine's word?"""
        return bool(self.witness) and not self.broken


@dataclass(slots=True)
class _Collection:
    """The answers found so far. signs: which variables of `project` hold in each; values: of all variables, as long as
    they are not too many."""

    question: Question
    model: Model
    project: NDArray[np.int32]
    answers: dict[Answer, None] = field(default_factory=dict)
    signs: list[NDArray[np.bool_]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    values: list[Values] = field(default_factory=list)

    @property
    def all_values(self) -> tuple[Values, ...] | None:
        """The assignment of each answer, None where some were not kept."""
        return tuple(self.values) if len(self.values) == len(self.signs) else None

    def take(self, values: Values) -> None:
        answer = self.question.answer(self.model, values)
        self.broken += self.question.broken_rules(self.model, values)[:5]
        if answer in self.answers:
            self.broken.append("an answer was given twice")
        self.answers[answer] = None
        self.signs.append(values[self.project] == 1)
        if len(self.signs) * len(values) <= MOST_VALUES:
            self.values.append(values)

    def remaining_model(self) -> Model:
        """The model with the answers found, which keep its rows, forbidden."""
        rest = self.model.copy()
        rest.objective = None
        if self.signs:
            rest.any(SENTENCE, blocking_clauses(self.model, self.project).clauses(np.stack(self.signs)))
        return rest


def list_answers(
    question: Question,
    entrant: Entrant,
    limits: Limits,
    most: int | None = None,
    progress: Progress = ignore_progress,
) -> AnswerList:
    """Up to `most` different answers; if the engine says there are no others, a second one is asked."""
    model = question.model(entrant.formulation)
    row = None if entrant.backend.is_program else describe_infeasible_row(question, model)
    if row is not None:
        return AnswerList((), ONE_ROW, Status.SATISFIED, 0.0, note=f"{NOT_ASKED}: {row}", impossible_row=row)
    collection = _Collection(question, model, question.puzzle.project(question.instance, model))

    def report(_: str, seconds: float = 0.0, *amount: object) -> None:
        progress(f"{entrant.name}: {describe_rate(len(collection.answers), seconds)}", seconds)

    ended = supervisor.solutions(
        entrant.backend, model, collection.project, limits, entrant.options, collection.take, most, report
    )
    result = AnswerList(
        tuple(collection.answers),
        "",
        ended.status,
        ended.seconds,
        tuple(collection.broken[:5]),
        ended.note,
        values=collection.all_values,
        ended=ended.complete,
    )
    if not ended.complete or result.broken:
        return result
    if not result.answers and (row := describe_infeasible_row(question, model)):
        return replace(result, witness=ONE_ROW, note=row)
    return _confirm_list(result, collection, entrant, limits, progress)


def describe_end(witness: str) -> str:
    """That a list has all answers, by whom that is confirmed: `cpsat finds no others`."""
    return ENDS.get(witness, f"{witness} finds no others")


def describe_rate(number: int, seconds: float) -> str:
    """For the progress line: `58 found, 30.5 per second`."""
    return f"{number} found" + (f", {number / seconds:.1f} per second" if number and seconds > 0 else "")


def _confirm_list(
    result: AnswerList, collection: _Collection, entrant: Entrant, limits: Limits, progress: Progress
) -> AnswerList:
    """The result, with a witness that there is no further answer, or the one that was missed as a fault."""
    rest, start = collection.remaining_model(), work_seconds()
    for way, share in share_limit(ways_to_deny_others(entrant.kind, rest), limits):
        if isinstance(way, str):
            settled = _prove_list(result, collection, entrant, share, progress)
        else:
            settled = _ask_for_others(result, collection, way, rest, entrant, share, progress)
        result = replace(settled or result, witness_seconds=work_seconds() - start)
        if settled is not None:
            return result
    return replace(result, note="no engine of another kind confirmed that there are no others, and no proof")


def _ask_for_others(
    result: AnswerList,
    collection: _Collection,
    other: Backend,
    rest: Model,
    entrant: Entrant,
    limits: Limits,
    progress: Progress,
) -> AnswerList | None:
    """What the other engine says of the model in which the answers are forbidden; None where it settles nothing."""

    def report(_: str, seconds: float = 0.0, *amount: object) -> None:
        progress(f"{other.name}: looking for others, {seconds:.1f} s", seconds)

    options = Options(profile=entrant.options.profile, cells=entrant.options.cells)
    outcome = supervisor.solve(other, suit_backend(other, rest), limits, options, report)
    if outcome.status is Status.UNSATISFIABLE:
        return replace(result, witness=other.name)
    if outcome.ended is Ending.NOT_ASKED and describe_infeasible_row(collection.question, rest):
        return replace(result, witness=ONE_ROW, note=NOTHING_DIFFERS)  # it is the row that forbids the answers
    if outcome.values is not None and not collection.question.broken_rules(rest, outcome.values):
        missed = collection.question.answer(rest, outcome.values)
        return replace(result, broken=(f"{other.name} found an answer that {entrant.name} missed",), missed=missed)
    return None


def _prove_list(
    result: AnswerList, collection: _Collection, entrant: Entrant, limits: Limits, progress: Progress
) -> AnswerList | None:
    """The result with a proof that there are no others, or the answer that refutes it; None where nothing is settled,
    or the proof cannot be stated."""
    if result.values is None or len(result.values) > MOST_PROVED:
        return None
    from rosetta.studies.refuting.prove import prove_claims  # and the checkers of proofs: few lists need them

    claim = "unique" if len(result.answers) == 1 else "count" if result.answers else "answer"
    try:
        proofs = prove_claims(
            collection.question, entrant.formulation, frozenset([claim]), result.values, limits, progress
        )
    except InputError:  # no formulation has all rules in rows
        return None
    for proof in proofs:
        if proof.counterexample is not None:
            missed = collection.question.answer(proof.stated.model, proof.counterexample)
            return replace(result, broken=(f"a proof found an answer that {entrant.name} missed",), missed=missed)
        if proof.is_proved:
            return replace(result, witness=PROOF, proofs=(proof,))
    return None
