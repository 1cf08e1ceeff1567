"""The answers that were asked for, one or several, by the first backend that takes the question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from backends.contract import Limits, Status, Values
from models.neutral import objective_value
from models.puzzles.contract import Answer
from report.comparison.json_documents import solve_document
from report.comparison.records import Run
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.vocabulary import Evidence, Verdict
from rosetta.studies.asking.entrants import Entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.solving.listing import AnswerList, list_answers
from rosetta.studies.solving.solve import SolveResult, solve

if TYPE_CHECKING:
    from report.documents.provenance import Provenance
    from report.documents.solve import SolveDocument
    from rosetta.studies.refuting.prove import ClaimProof


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """most: so many answers are listed, None for all; 0 where one is enough. unique: is it the only one?"""

    most: int | None = 0
    unique: bool = False

    @property
    def list_length(self) -> int | None:
        """How many answers to look for after the first was found; 0 for none, None for all."""
        return None if self.most is None else max(self.most, 2 if self.unique else 0)


@dataclass(frozen=True, slots=True, eq=False)
class FoundAnswers:
    """What the backend found. run: judged, with `unique` where that was asked; answers: one, or as many as were asked
    for; listing: None where one answer was enough; witness: the second opinion, if one was needed; proofs: of what is
    claimed, where that was asked for or nothing else settles it; asking: seconds that second opinions took."""

    question: Question
    request: AnswerRequest
    run: Run
    answers: tuple[Answer, ...]
    listing: AnswerList | None = None
    witness: Run | None = None
    first_values: Values | None = None
    proofs: tuple[ClaimProof, ...] = ()
    asking: float = 0.0

    @property
    def runs(self) -> tuple[Run, ...]:
        """The run, and the second opinion."""
        return (self.run,) if self.witness is None else (self.run, self.witness)

    @property
    def noted_run(self) -> Run:
        """The run with all notes: its own, and why what was asked of other answers is open, as long as it is."""
        run, listing = self.run, self.listing
        if listing is None or listing.complete or listing.broken:
            return run
        if self.request.unique and run.unique is None:
            return _join_note(run, "uniqueness not settled", listing.note)
        is_open = self.request.most != 0 and run.claims.count is None
        return _join_note(run, listing.note) if is_open else run

    @property
    def seconds(self) -> float:
        """What finding them took: all runs, and the list."""
        return sum(run.total for run in self.runs) + (0.0 if self.listing is None else self.listing.seconds)

    @property
    def values(self) -> tuple[Values, ...]:
        """The assignments of the answers that were asked for, by variable of the formulation's model, one of the best
        first; none where there is no answer, or they were too many to keep."""
        listed = (self.listing.values if self.listing is not None and self.request.most != 0 else None) or ()
        first = () if self.first_values is None or self.request.most is None else (self.first_values,)
        model = self.question.model(self.run.formulation)
        if model.objective is None:
            return listed or first

        def cost(values: Values) -> int:
            return objective_value(model, values[: model.variables + 1]) or 0

        ranked = sorted(listed, key=cost)
        if first and (not ranked or cost(first[0]) < cost(ranked[0])):
            ranked.insert(0, first[0])  # a list that was cut short, without the best one
        return tuple(ranked)

    @property
    def answer_list(self) -> tuple[Answer, ...] | None:
        """The list that was asked for; None where one answer was enough."""
        if self.request.most == 0:
            return None
        return self.listing.answers if self.listing is not None else ()


def find_answers(
    question: Question,
    entrants: Iterable[Entrant],
    limits: Limits,
    request: AnswerRequest,
    progress: Progress = ignore_progress,
) -> FoundAnswers:
    """The answers of the first of the entrants that takes the question; of the next that does, where it leaves the
    question open and can prove nothing. Raises InputError if none takes it."""
    refusals: dict[str, str] = {}
    answered: FoundAnswers | None = None  # by a backend that cannot say what else was asked
    left_open: FoundAnswers | None = None
    for entrant in entrants:
        solved = solve(question, entrant, limits, progress)
        listing = None
        if solved.run.answer and request.list_length != 0:
            listing = list_answers(question, entrant, limits, request.list_length, progress)
        found = _found_answers(question, request, solved, listing)
        if solved.run.status == Status.UNSUPPORTED:
            refusals.setdefault(solved.run.note, f"{entrant.name} cannot solve this")
        elif listing is not None and listing.status is Status.UNSUPPORTED:
            refusals.setdefault(listing.note, f"{entrant.name} cannot list answers")
            answered = found
        elif solved.run.status != Status.UNKNOWN or solved.run.impossible_row:
            return found
        else:
            left_open = found
            if entrant.complete:
                break
    if left_open is not None:
        return answered or left_open
    raise InputError("; ".join(f"{who}: {why}" for why, who in refusals.items()))


def _found_answers(
    question: Question, request: AnswerRequest, solved: SolveResult, listing: AnswerList | None
) -> FoundAnswers:
    run = solved.run if listing is None else _judge_listing(solved.run, listing, request)
    several = listing.answers if listing is not None and request.most != 0 else ()
    answers = several or solved.answers[:1]  # a limit may end a list before its first
    asking = solved.asking + (0.0 if listing is None else listing.witness_seconds)
    proofs = () if listing is None else listing.proofs
    return FoundAnswers(question, request, run, answers, listing, solved.witness, solved.values, proofs, asking)


def _judge_listing(run: Run, listing: AnswerList, request: AnswerRequest) -> Run:
    """The run with what the list adds: uniqueness, and whether these are all. The verdict is that of everything that
    was asked for: `wrong` where an answer was missed or breaks a rule, `unproved` where no second engine confirms the
    end of the list."""
    several = len(listing.answers) > 1 or listing.missed is not None
    unique = False if several else True if listing.complete else None
    claims = run.claims
    if request.unique and not (listing.broken and not several):
        support = None if unique is None else _support_of_end(listing) if unique else Evidence.VERIFIED
        run, claims = replace(run, unique=unique), replace(claims, unique=support)
    if listing.complete:
        return replace(run, claims=replace(claims, count=_support_of_end(listing)) if request.most != 0 else claims)
    if listing.broken:
        return _join_note(replace(run, verdict=Verdict.WRONG, claims=claims), "; ".join(listing.broken), listing.note)
    open_question = request.most is None or (request.unique and unique is None)
    return replace(
        run,
        verdict=Verdict.UNPROVED if open_question and run.verdict == Verdict.CORRECT else run.verdict,
        claims=claims,
    )


def _support_of_end(listing: AnswerList) -> Evidence:
    """What it rests on that a complete list has all answers."""
    return Evidence.PROVED if listing.proofs else Evidence.CROSS_CHECKED


def _join_note(run: Run, *notes: str) -> Run:
    """The run with these notes after its own."""
    return replace(run, note="; ".join(filter(None, (run.note, *notes))))


def answers_document(found: FoundAnswers, id: str, provenance: Provenance) -> SolveDocument:
    """The document of `solve`. id: of the instance; provenance: see `report.provenance`."""
    puzzle, listing = found.question.puzzle, found.listing
    return solve_document(
        found.noted_run,
        puzzle=puzzle.name,
        id=id,
        answers=None if found.answer_list is None else [puzzle.answer_json(answer) for answer in found.answer_list],
        missed=None if listing is None or listing.missed is None else puzzle.answer_json(listing.missed),
        proofs=[proof.to_json() for proof in found.proofs],
        provenance=provenance,
    )
