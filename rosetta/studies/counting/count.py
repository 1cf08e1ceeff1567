"""How many answers there are, and how many up to symmetry: counted where that is possible, else listed (`listing`).

2^65536 answers cannot be checked one by one. An engine that counts gives the number (`engines`), and the instance's
symmetries save it work (`orbits`). The number is exact if code that shares nothing with the engine, its use of symmetry
included, finds it a second time (`recount`). Some of the answers are listed and checked against the rules. The number
up to symmetry follows from the number and a few more (`burnside`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Status, Unsupported, Values
from backends.profiles import DEFAULT
from models.neutral import Model
from models.puzzles.contract import Answer, NoSymmetries
from report.comparison.records import Claims, ShownProof
from report.evidence_words import IMPOSSIBLE_ROW
from report.number_text import short_digits
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.vocabulary import Evidence, Verdict
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.entrants import Entrant, resolve_entrant
from rosetta.studies.asking.formulations import choose_formulation
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.affine_orbits import count_affine_orbits
from rosetta.studies.counting.answer_orbits import OrbitCount, count_up_to_symmetry
from rosetta.studies.counting.automorphisms import (
    NO_PERMUTATIONS,
    Images,
    identity_alone,
    list_symmetries,
    symmetry_generators,
)
from rosetta.studies.counting.burnside import count_orbits
from rosetta.studies.counting.counters import NOBODY, Counters, take_turns
from rosetta.studies.counting.engines import CountingSession
from rosetta.studies.counting.orbits import Summand, has_exactly_one_row
from rosetta.studies.counting.recount import describe_shortfall, recount, summands_for
from rosetta.studies.judging.certificates import describe_infeasible_row
from rosetta.studies.solving.listing import AnswerList, list_answers
from rosetta.studies.solving.solve import GENERAL_BACKENDS, default_backends

SAMPLES = 10  # answers that are listed and checked beside a number
MIN_SECONDS = 0.5  # a list has so many, whatever the counts took
FIRST_LOOK = 1.0  # seconds; what is listed by then need not be counted
QUICK_LISTER = "cnf"  # starts soonest, which matters where it lists ten answers
LISTABLE = 1000  # answers; up to so many are listed instead if the number rests on one engine's word
LISTABLE_ORBITS = 20_000  # the same where a list is the only way to the number up to symmetry


@dataclass(frozen=True, slots=True)
class Total:
    """A number of answers. backend: who found it; witness: who else found it, "" if nobody; seconds, witness_seconds:
    of each of the two; checked: answers that were checked against the rules; broken: what is wrong with one or with the
    number, in words; notes: why the number is not exact; distinct: the number up to symmetry, None where it was not
    asked for; symmetries: by which factor they saved work; by_listing: the answers were listed, each checked, and the
    witness says that there are no others; without one there may be more; profile: that the backend ran with; proofs:
    that it is the number, where one was looked for; half_proved: they leave open the number up to symmetry;
    impossible_row: one that alone cannot hold, so that nobody was asked, and there is no answer; asks_distinct: a
    number up to symmetry was asked for; up_to: what the symmetries are, in a phrase, "" where they are not known."""

    number: int
    backend: str
    witness: str
    seconds: float
    checked: int
    broken: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    distinct: int | None = None
    symmetries: int = 1
    by_listing: bool = False
    profile: str = DEFAULT
    witness_seconds: float = 0.0
    proofs: Sequence[ShownProof] = ()
    half_proved: bool = False
    impossible_row: str | None = None
    asks_distinct: bool = False
    up_to: str = ""

    @property
    def note(self) -> str:
        """The notes, each once."""
        return "; ".join(dict.fromkeys(filter(None, self.notes)))

    @property
    def wants_distinct(self) -> bool:
        """Was a number up to symmetry asked for?"""
        return self.asks_distinct or self.distinct is not None

    @property
    def lacks_distinct(self) -> bool:
        """Was a number up to symmetry asked for, and is there none?"""
        return self.wants_distinct and self.distinct is None

    @property
    def is_proved(self) -> bool:
        """Is it proved to be the number, and that up to symmetry, where it was asked for?"""
        if self.lacks_distinct:
            return False
        if self.impossible_row and not self.broken:
            return True
        return (
            bool(self.proofs)
            and not self.half_proved
            and all(proof.is_proved for proof in self.proofs)
            and not self.broken
        )

    @property
    def exact(self) -> bool:
        """Does it rest on more than one engine's word?"""
        return (bool(self.witness) or self.is_proved) and not self.broken

    @property
    def verdict(self) -> Verdict:
        """As of a run; `unproved` where it is not exact, for what reason ever."""
        return Verdict.WRONG if self.broken else Verdict.CORRECT if self.exact else Verdict.UNPROVED

    @property
    def claims(self) -> Claims:
        """The answers that were checked, and the number, which is no claim where a limit ended the list."""
        answer = Evidence.VERIFIED if self.checked and not self.broken else None
        lone = None if self.by_listing or self.broken else Evidence.CLAIMED
        return Claims(
            answer, count=Evidence.PROVED if self.is_proved else Evidence.CROSS_CHECKED if self.exact else lone
        )


def count_formulation(question: Question, name: str | None, backend: str | None, distinct: bool) -> str:
    """The formulation to count in; name, backend: those asked for. The general backends list answers, for which what
    the puzzle advises will do; others may count, for which all rules have to be rows. Raises InputError."""
    if distinct or backend not in (None, *GENERAL_BACKENDS):
        return question.countable_formulation(name)
    return choose_formulation(question.puzzle, question.instance, name)


def count_answers(
    question: Question,
    entrants: Iterable[Entrant],
    limits: Limits,
    progress: Progress = ignore_progress,
    distinct: bool = False,
    second: Limits | None = None,
    counters: Counters = NOBODY,
    is_free: bool = False,
) -> Total:
    """The number of answers, and up to symmetry if `distinct`, by the first of the entrants that takes the model:
    counted if it counts, else listed. counters: who may count again (`choose_counters`); is_free: these may also be
    the first, where the puzzle advises no counter: where there are more than LISTABLE answers to list, or not enough
    time. limits, second: of the number and of the second count, which together are the most that this takes. Raises
    Unsupported if no entrant takes the model."""
    second = limits if second is None else second
    asked, start = iter(entrants), work_seconds()
    first, total, tried = next(asked), None, list[str]()
    advised = question.puzzle.extras.advice(question.instance).solvers
    if is_free and counters.entrants and not (first.counts and first.name in advised):
        total = _count_in_turns(question, first, counters, limits, progress, distinct, second, tried)
        half = (limits.seconds + second.seconds - (work_seconds() - start)) / 2  # for who lists, and who confirms
        limits = replace(limits, seconds=max(min(limits.seconds, half), MIN_SECONDS))
    if total is None:
        total = _count_by_first(question, chain([first], asked), limits, progress, distinct, second, counters)
        if tried and not total.exact:
            total = with_note(total, f"asked before: {'; '.join(tried)}")
    if distinct:
        total = _name_symmetries(question, total)
    shortfall = describe_shortfall(question, second) if total.verdict == Verdict.UNPROVED else ""
    return with_note(total, shortfall)


def _count_in_turns(
    question: Question,
    lister: Entrant,
    counters: Counters,
    limits: Limits,
    progress: Progress,
    distinct: bool,
    second: Limits,
    tried: list[str],
) -> Total | None:
    """The number of answers by the lister, if these are few, else by the first of the counters whose number is exact,
    or too large to be listed; None where there is no such number. tried: which counters have none, and why, to which
    more are added."""
    short = replace(limits, seconds=min(limits.seconds, FIRST_LOOK))
    if not _has_many(question, counters, short, progress):
        few = list_answers(question, lister, short, LISTABLE + 1, progress)
        if few.complete or few.broken or few.impossible_row:
            return None if few.impossible_row else _total_from_list(question, lister, few, "", distinct)
    refused = set[str]()
    for entrant, seconds in take_turns(counters.entrants, (limits.seconds + second.seconds) / 2, refused):
        total = None
        try:
            share = replace(limits, seconds=seconds)
            total = count_by_engine(question, entrant, share, progress, distinct, second, counters)
        except LimitReached as limit:
            tried.append(f"{entrant.name}: {limit}")
            continue
        except Unsupported as reason:
            tried.append(str(reason))
        if total is not None:
            return total if _is_settled(total, distinct) else None
        refused.add(entrant.name)
    return None


def _has_many(question: Question, counters: Counters, limits: Limits, progress: Progress) -> bool:
    """Does a quick counter find, within the limits, more answers than are listed?"""
    if not counters.are_quick:
        return False
    entrant, session = counters.entrants[0], CountingSession(limits, progress)
    model = question.model(entrant.formulation)
    number = session.weighted_sum(entrant, [Summand(1, model, question.puzzle.project(question.instance, model))])
    return number is not None and number > LISTABLE


def _is_settled(total: Total, distinct: bool) -> bool:
    """Does a list of all answers say no more than this number that an engine counted?"""
    if distinct and total.distinct is None and not total.broken:
        return total.number > LISTABLE_ORBITS
    return total.exact or bool(total.broken) or total.number > LISTABLE


def _name_symmetries(question: Question, total: Total) -> Total:
    """The total that says what its symmetries are. No answers are none up to symmetry, too, whatever the symmetries."""
    try:
        question.puzzle.extras.symmetries(question.instance)
    except NoSymmetries as reason:
        return replace(with_note(total, str(reason)), distinct=None, asks_distinct=True)
    return replace(total, asks_distinct=True, up_to=question.puzzle.extras.symmetry_words(question.instance))


def with_note(total: Total, note: str) -> Total:
    """The total with one note more."""
    return replace(total, notes=(*total.notes, note)) if note else total


def _count_by_first(
    question: Question,
    entrants: Iterable[Entrant],
    limits: Limits,
    progress: Progress,
    distinct: bool,
    second: Limits,
    counters: Counters = NOBODY,
) -> Total:
    """The number by the first of the entrants that takes the model. Raises Unsupported."""
    for entrant in entrants:
        total, limit, left = None, "", limits
        if not entrant.backend.is_program:
            row = describe_infeasible_row(question, question.model(entrant.formulation))
            if row is not None:
                return _total_by_row(entrant, row, distinct)
        try:
            total = count_by_engine(question, entrant, limits, progress, distinct, second, counters)
        except LimitReached as reason:  # half of what is left to list, and half for who confirms the list
            limit, left = str(reason), replace(limits, seconds=min(limits.seconds, second.seconds / 2))
        if total is not None and _is_settled(total, distinct):
            return total
        if total is not None:
            spent = total.seconds + total.witness_seconds
            rest = min(limits.seconds, (limits.seconds + second.seconds - spent) / 2)
            left = replace(limits, seconds=max(rest, MIN_SECONDS))
        lister = _lister(question, entrant)
        listing = list_answers(question, lister, left, progress=progress)
        if total is not None and not (listing.complete or listing.broken):
            return total
        if listing.status is not Status.UNSUPPORTED:
            if lister is entrant:
                return _total_from_list(question, entrant, listing, limit, distinct)
            counted = _total_from_list(question, lister, listing, "", distinct)
            return with_note(counted, f"{entrant.name} does not count it: {limit}" if limit else "")
        if limit:  # it counts, and cannot list
            return Total(
                0, entrant.name, "", limits.seconds, 0, notes=(limit,), by_listing=True, profile=entrant.profile
            )
    raise Unsupported(f"{entrant.name} cannot count this: {listing.note}")


def _total_by_row(entrant: Entrant, row: str, distinct: bool) -> Total:
    """No answers, as one row alone cannot hold: the entrant is not asked."""
    return Total(
        0,
        entrant.name,
        "",
        0.0,
        0,
        notes=(f"{IMPOSSIBLE_ROW}: {row}",),
        distinct=0 if distinct else None,
        profile=entrant.profile,
        impossible_row=row,
    )


def _total_from_list(question: Question, entrant: Entrant, listing: AnswerList, limit: str, distinct: bool) -> Total:
    """The number of answers of a list. limit: what ended the count before it, "" if nothing did."""
    counted = f"counting: {limit}; listing: " if limit and not listing.complete else ""
    total = Total(
        number=len(listing.answers),
        backend=entrant.name,
        witness=listing.witness,
        seconds=listing.seconds,
        checked=len(listing.answers),
        broken=listing.broken,
        notes=(f"{counted}{listing.note}",),
        by_listing=True,
        profile=entrant.profile,
        witness_seconds=listing.witness_seconds,
        proofs=listing.proofs,
    )
    if not distinct or listing.broken:
        return total
    return with_orbits(total, count_up_to_symmetry(question, listing.answers, is_complete=listing.complete))


def count_by_engine(
    question: Question,
    entrant: Entrant,
    limits: Limits,
    progress: Progress = ignore_progress,
    distinct: bool = False,
    second: Limits | None = None,
    counters: Counters = NOBODY,
) -> Total | None:
    """The number of answers, and up to symmetry if `distinct`, where the symmetries allow it; limits and counters as of
    `count_answers`. None if this engine cannot count this model without listing. Raises LimitReached."""
    if not entrant.counts:
        return None
    model = question.model(entrant.formulation)
    if model.open_rules:  # symmetries, and who counts again, need rows: its answers are listed
        return None
    project = question.puzzle.project(question.instance, model)
    generators, missing = _symmetry_generators(question, model, project, distinct)
    images = _listed_symmetries(model, generators)
    session, parts = CountingSession(limits, progress), summands_for(entrant, model, project, images)
    witnesses = CountingSession(limits if second is None else second, progress)
    number = session.weighted_sum(entrant, parts)
    if number is None and session.limit:
        raise LimitReached(session.limit)
    if number is None and entrant.backend.counts_only:
        raise Unsupported(f"{entrant.name} cannot count this: {session.refusal}")
    if number is None:
        return None
    seconds = session.seconds
    checked, broken = _check_sample(question, entrant, Summand(1, model, project), number, session)
    again = recount(question, model, project, images, entrant, witnesses, counters.entrants)
    lone = "; ".join(filter(None, (f"the number rests on one engine's word: {again.note}", entrant.backend.by_chance)))
    note = "" if again.number is not None else lone
    if again.number is not None and again.number != number:
        broken += (
            f"{entrant.name} counts {short_digits(number)}, {again.witness} counts {short_digits(again.number)}",
        )
    total = Total(
        number,
        entrant.name,
        again.witness,
        seconds,
        checked,
        broken[:5],
        (note,),
        symmetries=max(part.weight for part in parts),
        profile=entrant.profile,
        witness_seconds=again.seconds,
    )
    if not distinct:
        return total
    if missing:
        return with_note(total, missing)
    sampled = session.seconds
    orbits = count_affine_orbits(model, generators, number, progress)
    if orbits is None:
        try:
            group = images if len(images) > 1 else list_symmetries(generators)
            orbits = count_orbits(number, model, group, entrant, session, witnesses)
        except NoSymmetries as reason:
            return with_note(total, str(reason))
    total = replace(total, seconds=seconds + session.seconds - sampled, witness_seconds=witnesses.seconds)
    return with_orbits(total, orbits)


def _symmetry_generators(
    question: Question, model: Model, project: NDArray[np.int32], distinct: bool
) -> tuple[Images, str]:
    """Permutations that generate the symmetries, where these are of use; else the identity, and why they are not to be
    had, "" if nobody asks. To save work, those of a model of one's own are not worth the search."""
    if not distinct and (question.cells is None or not has_exactly_one_row(model)):
        return identity_alone(model), ""
    try:
        if len(project) < model.variables:
            raise NoSymmetries(NO_PERMUTATIONS)
        return symmetry_generators(question, model), ""
    except NoSymmetries as reason:
        return identity_alone(model), str(reason)


def _listed_symmetries(model: Model, generators: Images) -> Images:
    """The group, if it saves work and can be listed; else the identity alone."""
    with suppress(NoSymmetries):
        return list_symmetries(generators) if has_exactly_one_row(model) else identity_alone(model)
    return identity_alone(model)


def _check_sample(
    question: Question, entrant: Entrant, whole: Summand, number: int, session: CountingSession
) -> tuple[int, tuple[str, ...]]:
    """List a few answers and check them: how many, and what is wrong with them."""
    answers: set[Answer] = set()
    broken: list[str] = []

    def take(values: Values) -> None:
        answers.add(question.answer(whole.model, values))
        broken.extend(question.broken_rules(whole.model, values)[:5])

    lister = _lister(question, entrant)
    ended = session.list_solutions(lister, whole, take, SAMPLES)
    conclusive = ended.complete or ended.status is Status.SATISFIED
    if conclusive and len(answers) != min(number, SAMPLES):
        who = "" if lister is entrant else f"{lister.name} "
        broken.append(f"{entrant.backend.name} counts {short_digits(number)}, and {who}lists {len(answers)}")
    return len(answers), tuple(broken)


def _lister(question: Question, counter: Entrant) -> Entrant:
    """The engine itself, or who lists answers in the place of one that only counts."""
    if not counter.backend.counts_only:
        return counter
    names = sorted(default_backends(question), key=lambda name: name != QUICK_LISTER)
    entrants = (resolve_entrant(question, name, counter.formulation) for name in names)
    return next(entrant for entrant in entrants if not entrant.backend.counts_only)


def with_orbits(total: Total, orbits: OrbitCount) -> Total:
    """The total with the number up to symmetry. If there is one, both are exact, or neither."""
    if orbits.doubt:
        total = with_note(total, orbits.doubt)
        total = total if orbits.number is None else replace(total, witness="")
    broken = (*total.broken, orbits.broken) if orbits.broken else total.broken
    return replace(total, distinct=orbits.number, broken=broken)
