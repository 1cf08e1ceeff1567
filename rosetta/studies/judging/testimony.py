"""Testimonies: what the judge needs to know of an attempt, as plain values that can be stored and sent.

    Attempt  --testimony_of-->  Testimony  --testimony_json-->  JSON, in the row of a campaign's store
                                           <--testimony_from_json--

All that takes the model, or the puzzle, is done when the testimony is made, where the attempt ran: proofs are checked,
answers have been held against the rules. What remains is a comparison of testimonies, in any order, on any machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import repeat
from typing import Any

import numpy as np

from backends.contract import PRESOLVES, Ending, Status
from models.neutral.blocks import ObjectiveSense
from models.puzzles.contract import Puzzle
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import Attempt, CheckedAnswer
from rosetta.studies.judging.certificates import contradiction, describe_infeasible_row


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """An answer, what it costs, and the rules it breaks. text: the puzzle's JSON of it; equal answers have equal texts;
    pieces: as texts, None where they are the items that its JSON lists."""

    text: str
    cost: int | None = None
    broken: tuple[str, ...] = ()
    pieces: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Testimony:
    """What an attempt says, and what was checked of it.

    backend: its name in full
    foundations: our code that it rests on (propagation, elimination)
    ended: NOT_ASKED, or None
    by_rule, complete, sole_row, objective, bound: as in `Outcome` and `Attempt`
    derived: the pieces that propagation derived, as texts, None where it was not used
    sense: of the model's objective, None without one
    least_conceivable: what the objective comes to if each variable costs as little as its bounds allow, where an
        optimum is claimed
    certified, infeasible_row: why there is no solution, in words: its own certificate, which was checked, or a row of
        its model"""

    backend: str
    kind: str
    formulation: str
    status: Status
    foundations: frozenset[str] = frozenset()
    ended: Ending | None = None
    by_rule: bool = False
    answers: tuple[AnswerGiven, ...] = ()
    complete: bool = False
    sole_row: str | None = None
    objective: int | None = None
    bound: float | None = None
    derived: frozenset[str] | None = None
    sense: ObjectiveSense | None = None
    least_conceivable: int | None = None
    certified: str | None = None
    infeasible_row: str | None = None


def testimony_of(question: Question, attempt: Attempt) -> Testimony:
    """The testimony of one attempt by itself."""
    return testimonies_of(question, [attempt])[0]


def testimonies_of(question: Question, attempts: Sequence[Attempt]) -> list[Testimony]:
    """The testimonies of attempts at the same question, in their order. Rows of the models are searched for one that
    cannot be kept only if no certificate is at hand, or that is why an engine was not asked."""
    certified = [_check_certificate(question, attempt) for attempt in attempts]
    is_known = any(certified) and not any(attempt.outcome.ended is Ending.NOT_ASKED for attempt in attempts)
    infeasible = repeat(None) if is_known else _infeasible_rows(question, attempts)
    return [_testimony(question, *each) for each in zip(attempts, certified, infeasible, strict=False)]


def answer_text(puzzle: Puzzle, answer: Any) -> str:
    """The puzzle's JSON of the answer, as one line: equal answers have equal texts."""
    return _json_text(puzzle.answer_json(answer))


def pieces_of(answer: AnswerGiven) -> frozenset[str]:
    """The pieces of an answer, as texts."""
    return _listed_items(json.loads(answer.text)) if answer.pieces is None else answer.pieces


def testimony_json(testimony: Testimony) -> dict[str, Any]:
    """The testimony as JSON has it; what is usual is left out."""
    answers = [
        {"answer": json.loads(given.text), "cost": given.cost, "broken": list(given.broken), "pieces": given.pieces}
        for given in testimony.answers
    ]
    sense, bound = testimony.sense, testimony.bound
    document = {
        "backend": testimony.backend,
        "kind": testimony.kind,
        "formulation": testimony.formulation,
        "status": testimony.status,
        "foundations": sorted(testimony.foundations),
        "ended": testimony.ended,
        "by_rule": testimony.by_rule,
        "answers": [{key: _as_list(value) for key, value in given.items() if _is_said(value)} for given in answers],
        "complete": testimony.complete,
        "sole_row": testimony.sole_row,
        "objective": testimony.objective,
        "bound": None if bound is None else bound if np.isfinite(bound) else str(bound),
        "derived": testimony.derived,
        "sense": None if sense is None else [sense.sign, sense.divisor, str(sense.constant)],
        "least_conceivable": testimony.least_conceivable,
        "certified": testimony.certified,
        "infeasible_row": testimony.infeasible_row,
    }
    return {key: _as_list(value) for key, value in document.items() if _is_said(value)}


def testimony_from_json(document: Mapping[str, Any], first: str | None) -> Testimony:
    """The testimony that `testimony_json` wrote. first: the text of its first answer, if that was taken out. Raises
    KeyError, TypeError or ValueError for anything else."""
    _check_kinds(document, _TESTIMONY_KINDS)
    derived, sense, bound = document.get("derived"), document.get("sense"), document.get("bound")
    ended = document.get("ended")
    return Testimony(
        backend=document["backend"],
        kind=document["kind"],
        formulation=document["formulation"],
        status=Status(document["status"]),
        foundations=frozenset(document.get("foundations", ())),
        ended=None if ended is None else Ending(ended),
        by_rule=document.get("by_rule", False),
        answers=tuple(_answer_from_json(given, first) for given in document.get("answers", ())),
        complete=document.get("complete", False),
        sole_row=document.get("sole_row"),
        objective=document.get("objective"),
        bound=None if bound is None else float(bound),
        derived=None if derived is None else frozenset(derived),
        sense=None if sense is None else _sense_from_json(sense),
        least_conceivable=document.get("least_conceivable"),
        certified=document.get("certified"),
        infeasible_row=document.get("infeasible_row"),
    )


# ---- making one ----------------------------------------------------------------------------------------------------


def _testimony(question: Question, attempt: Attempt, certified: str | None, infeasible_row: str | None) -> Testimony:
    entrant, outcome = attempt.entrant, attempt.outcome
    cost = attempt.answers[0].cost if attempt.answers else None
    derived = attempt.derived_pieces
    eliminated = entrant.kind == "algebra" or entrant.formulation in PRESOLVES
    foundations = ["propagation"] * (outcome.fixed is not None) + ["elimination"] * eliminated
    return Testimony(
        backend=entrant.name,
        kind=entrant.kind,
        formulation=entrant.formulation,
        status=outcome.status,
        foundations=frozenset(foundations),
        ended=outcome.ended if outcome.ended is Ending.NOT_ASKED else None,
        by_rule=outcome.by_rule,
        answers=tuple(answer_given(question.puzzle, checked) for checked in attempt.answers),
        complete=attempt.complete,
        sole_row=attempt.sole_row,
        objective=outcome.objective,
        bound=outcome.bound,
        derived=None if derived is None else _piece_texts(question.puzzle, derived),
        sense=None if cost is None and outcome.bound is None else _objective_sense(question, entrant.formulation),
        least_conceivable=None
        if cost is None or outcome.status is not Status.OPTIMAL
        else _least_conceivable(question, entrant.formulation),
        certified=certified,
        infeasible_row=infeasible_row,
    )


def answer_given(puzzle: Puzzle, checked: CheckedAnswer) -> AnswerGiven:
    """A checked answer as a testimony has it."""
    own = None if puzzle.extras.pieces is frozenset else _piece_texts(puzzle, puzzle.extras.pieces(checked.answer))
    return AnswerGiven(answer_text(puzzle, checked.answer), checked.cost, checked.broken, own)


def _piece_texts(puzzle: Puzzle, pieces: Iterable[Hashable]) -> frozenset[str]:
    """Pieces as texts: the items of the puzzle's JSON, where an answer is a collection of its pieces."""
    if puzzle.extras.pieces is frozenset:
        return _listed_items(puzzle.answer_json(tuple(pieces)))
    return frozenset(map(_json_text, pieces))


def _listed_items(document: Mapping[str, Any]) -> frozenset[str]:
    """The items that the JSON of an answer lists, each as a text."""
    lists = (listed if isinstance(listed, list | dict) else [listed] for listed in document.values())
    return frozenset(_json_text(item) for listed in lists for item in listed)


def _objective_sense(question: Question, formulation: str) -> ObjectiveSense | None:
    objective = question.state_model(formulation).model.objective
    return None if objective is None else objective.sense


def _least_conceivable(question: Question, formulation: str) -> int | None:
    model = question.state_model(formulation).model
    if model.objective is None:
        return None
    costs, constant = model.objective.variable_costs(model.variables)
    return constant + int(np.minimum(costs * model.lower, costs * model.upper).sum())


def _check_certificate(question: Question, attempt: Attempt) -> str | None:
    """What the attempt's certificate of "no solution" proves, in words; None without one that proves it."""
    certificate = attempt.outcome.certificate
    if attempt.outcome.status is not Status.UNSATISFIABLE or certificate is None:
        return None
    clash = question.puzzle.extras.clash
    words = None if clash is None else partial(clash, question.instance)
    return contradiction(question.model(attempt.entrant.formulation), certificate, words)


def _infeasible_rows(question: Question, attempts: Iterable[Attempt]) -> list[str | None]:
    """For each attempt that says "no solution", or was not asked, a row of its model that no assignment keeps, in
    words, if there is."""

    @cache
    def describe_row(formulation: str) -> str | None:
        return describe_infeasible_row(question, question.model(formulation))

    return [describe_row(a.entrant.formulation) if a.outcome.refutes else None for a in attempts]


# ---- as JSON -------------------------------------------------------------------------------------------------------


_WORDS, _NUMBER = (list,), (int,)
_TESTIMONY_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("backend", "kind", "formulation", "status", "ended", "sole_row"), (str,)),
    **dict.fromkeys(("certified", "infeasible_row"), (str,)),
    **dict.fromkeys(("by_rule", "complete"), (bool,)),
    **dict.fromkeys(("objective", "least_conceivable"), _NUMBER),
    **dict.fromkeys(("foundations", "derived"), _WORDS),
    "answers": (list,), "bound": (int, float, str), "sense": (list,),
}  # fmt: skip
_ANSWER_KINDS: Mapping[str, tuple[type, ...]] = {"cost": _NUMBER, "broken": _WORDS, "pieces": _WORDS}


def _check_kinds(document: Any, kinds: Mapping[str, tuple[type, ...]]) -> None:
    """Raise TypeError for a value of another kind, in the document or in a list of words there; None is none."""
    if not isinstance(document, dict):
        raise TypeError(f"expected an object, found {document!r:.40}")
    for name, known in kinds.items():
        value = document.get(name)
        if value is None:
            continue
        if type(value) not in known or (known is _WORDS and set(map(type, value)) - {str}):
            raise TypeError(f"{name}: {value!r:.40} is of another kind")


def _sense_from_json(values: Sequence[Any]) -> ObjectiveSense:
    """The sense of an objective: sign, divisor, constant as a fraction in a text."""
    sign, divisor, constant = values
    known = (type(sign), type(divisor), type(constant)) == (int, int, str) and abs(sign) == 1 and divisor >= 1
    if not known or not re.fullmatch(r"-?\d{1,4000}(/\d{1,4000})?", constant, re.ASCII):
        raise ValueError(f"sense: expected 1 or -1, a divisor and a constant, found {values!r:.40}")
    return ObjectiveSense(sign, divisor, Fraction(constant))


def _answer_from_json(document: Mapping[str, Any], text: str | None) -> AnswerGiven:
    """An answer; its text is the given one if none stands there."""
    _check_kinds(document, _ANSWER_KINDS)
    pieces = document.get("pieces")
    if "answer" in document or text is None:
        text = _json_text(document["answer"])
    return AnswerGiven(
        text,
        document.get("cost"),
        tuple(document.get("broken", ())),
        None if pieces is None else frozenset(pieces),
    )


def _json_text(value: Any) -> str:
    """The value as one line of JSON; tuples and arrays are lists, what JSON does not know is its own text."""
    return json.dumps(value, default=_as_known, sort_keys=True, separators=(",", ":"))


def _as_known(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.generic | np.ndarray) else repr(value)


def _as_list(value: Any) -> Any:
    """A set in a fixed order; anything else as it is."""
    return sorted(value) if isinstance(value, frozenset) else value


def _is_said(value: Any) -> bool:
    """Is it more than what is usual: False, nothing, an empty list? A set that is empty says that nothing was found."""
    return value is not None and value is not False and value != []
