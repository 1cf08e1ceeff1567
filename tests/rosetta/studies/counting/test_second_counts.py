"""A number is exact if a second engine finds it, too: a limit confirms nothing, and a miscount is told."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from algebra.groups.permutations import conjugacy_classes
from backends import exactcover
from backends.contract import Ending, Limits, Options, Outcome, Status, Unsupported
from backends.registry import backend_named
from backends.running.supervisor import JobEnd
from instances.catalogue import catalogue
from instances.resolve import resolve
from models.neutral import Model
from models.neutral.json import to_json
from models.puzzles.contract import NoSymmetries
from models.puzzles.registry import puzzle
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.sets import Piece
from report.comparison.records import Claims
from report.number_text import short_digits
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.progress import ignore_progress
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.counting import automorphisms as symmetries
from rosetta.studies.counting import count, engines, recount
from rosetta.studies.counting.automorphisms import (
    _are_permutations,
    automorphisms,
    identity_alone,
    known_automorphisms,
)
from rosetta.studies.counting.burnside import count_orbits
from rosetta.studies.counting.count import LISTABLE, Total, count_answers, count_by_engine
from rosetta.studies.counting.engines import CountingSession
from rosetta.studies.counting.orbits import Summand, exactly_one_rows, fixed_points
from rosetta.studies.counting.recount import (
    SECOND_SECONDS,
    Recount,
    _is_parity,
    describe_shortfall,
    dimension,
    second_limits,
)
from rosetta.studies.disagreements.wrong_runs import run_of_total
from rosetta.studies.judging.certificates import find_infeasible_row
from rosetta.studies.solving import listing, second_opinions
from rosetta.studies.solving.listing import AnswerList, describe_rate, list_answers
from rosetta.studies.solving.second_opinions import PROOF
from tests.support.fakes import fake_backend

LIMITS = Limits(seconds=60.0)
CPSAT, EXACTCOVER = backend_named("cpsat"), exactcover.BACKEND
DOMINOES = Question(puzzle("tiling"), Tiling(np.ones((4, 4), bool), (Piece("I", ((0, 0), (0, 1)), 8),)))
ANSWERS, ORBITS = 36, 9  # OEIS A004003, A001512
FEW = Question(puzzle("tiling"), Tiling(np.ones((2, 3), bool), (Piece("I", ((0, 0), (0, 1)), 3),)))  # has 3 answers


def entrant(question, backend, fake):
    return resolve_entrant(question, fake(backend), "cells")


# ---- lists ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "ended"),
    [
        (Status.UNKNOWN, None),
        (Status.ERROR, None),
        (Status.UNSUPPORTED, None),
        (Status.UNKNOWN, Ending.NOT_ASKED),
    ],
)
def test_a_second_opinion_without_an_end_confirms_no_list(monkeypatch, status, ended):
    """All answers are listed, nobody of another kind comes to an end, and there is no proof. That one was not asked
    says nothing where no row of the model shows why."""
    monkeypatch.setattr(listing.supervisor, "solve", lambda *_: Outcome(status, note="time limit", ended=ended))
    monkeypatch.setattr(listing, "_prove_list", lambda *_: None)
    answers = list_answers(FEW, resolve_entrant(FEW, "cpsat", "cells"), LIMITS)
    assert (len(answers.answers), answers.witness, answers.complete, answers.proofs) == (3, "", False, ())
    assert answers.note == "no engine of another kind confirmed that there are no others, and no proof"


def test_a_proof_confirms_a_list_where_no_engine_does(monkeypatch):
    monkeypatch.setattr(second_opinions, "engines_of_other_kinds", lambda kind: iter(()))
    answers = list_answers(FEW, resolve_entrant(FEW, "cpsat", "cells"), LIMITS)
    assert (len(answers.answers), answers.witness, answers.complete) == (3, PROOF, True)
    assert [(proof.claim, proof.is_proved) for proof in answers.proofs] == [("count", True)]


def test_a_proof_finds_the_answer_that_a_list_misses(monkeypatch, fake):
    def solutions(*arguments):
        for _, values in zip(range(2), CPSAT.solutions(*arguments), strict=False):
            yield values

    monkeypatch.setattr(second_opinions, "engines_of_other_kinds", lambda kind: iter(()))
    answers = list_answers(FEW, entrant(FEW, fake_backend("forgets", solutions=solutions), fake), LIMITS)
    assert (answers.broken, answers.complete) == (("a proof found an answer that forgets missed",), False)
    everything = {*answers.answers, answers.missed}
    assert everything == set(list_answers(FEW, resolve_entrant(FEW, "cpsat", "cells"), LIMITS).answers)


def test_a_list_that_a_limit_ended_is_not_confirmed(fake):
    """The engine that was cut short did not say that there are no others, so that another's word would be alone."""

    def solutions(*arguments):
        yield from CPSAT.solutions(*arguments)
        raise LimitReached("time limit")

    answers = list_answers(FEW, entrant(FEW, fake_backend("slow", solutions=solutions), fake), LIMITS)
    assert (len(answers.answers), answers.witness, answers.complete, answers.note) == (3, "", False, "time limit")


def test_an_answer_that_a_list_misses_is_told(fake):
    """Two of three, and the word that these are all."""

    def solutions(*arguments):
        for _, values in zip(range(2), CPSAT.solutions(*arguments), strict=False):
            yield values

    answers = list_answers(FEW, entrant(FEW, fake_backend("forgets", solutions=solutions), fake), LIMITS)
    assert (len(answers.answers), answers.complete) == (2, False)
    assert answers.broken == ("cnf found an answer that forgets missed",)
    everything = {*answers.answers, answers.missed}
    assert everything == set(list_answers(FEW, resolve_entrant(FEW, "cpsat", "cells"), LIMITS).answers)


def test_a_wrong_answer_of_the_second_engine_is_no_miss(monkeypatch):
    """Nor does it confirm anything. What it is asked for is told while it is looking."""
    phrases: list[str] = []

    def solve(backend, model, limits, options, report):
        report("", 1.5)
        return Outcome(Status.SATISFIED, np.zeros(model.variables + 1, np.int64))

    monkeypatch.setattr(listing.supervisor, "solve", solve)
    monkeypatch.setattr(listing, "_prove_list", lambda *_: None)
    cpsat = resolve_entrant(FEW, "cpsat", "cells")
    answers = list_answers(FEW, cpsat, LIMITS, progress=lambda words, *_: phrases.append(words))
    assert (answers.broken, answers.witness, answers.missed) == ((), "", None)
    assert "cnf: looking for others, 1.5 s" in phrases


@pytest.mark.parametrize(
    ("number", "seconds", "words"),
    [(0, 2.0, "0 found"), (3, 0.0, "3 found"), (58, 0.5, "58 found, 116.0 per second")],
)
def test_a_rate_is_told_where_there_is_one(number, seconds, words):
    assert describe_rate(number, seconds) == words


def test_an_answer_twice_is_told(fake):
    """A list says how many answers there are, so that none may be in it twice."""

    def solutions(*arguments):
        for values in CPSAT.solutions(*arguments):
            yield from (values, values)

    answers = list_answers(FEW, entrant(FEW, fake_backend("stutters", solutions=solutions), fake), LIMITS)
    assert (answers.broken, answers.witness, answers.complete) == (("an answer was given twice",) * 3, "", False)
    answers = list_answers(DOMINOES, entrant(DOMINOES, fake_backend("stutters", solutions=solutions), fake), LIMITS)
    assert answers.broken == ("an answer was given twice",) * 5  # of 36


# ---- numbers --------------------------------------------------------------------------------------------------------


def agree(monkeypatch, *, less: int = 0) -> None:
    """A second count that comes to the number of the first, or so many less."""

    def count_alike(question, model, project, images, first, session, others):
        return Recount(first.backend.count(model, project, LIMITS, Options()) - less, "the accomplice", 0.0)

    monkeypatch.setattr(count, "recount", count_alike)


HUGE = 10**5000  # more digits than Python writes, in the name of a test too


@pytest.mark.parametrize("wrong", [-1, 1, 2, "HUGE"])
def test_a_number_is_held_against_a_list_to_its_end(fake, monkeypatch, wrong):
    """Three answers can be listed: whoever counts others is exposed even where a second engine agrees."""
    wrong = HUGE if wrong == "HUGE" else wrong
    counts = fake_backend(
        "miscounts", count=lambda *a: EXACTCOVER.count(*a) + wrong, solutions=CPSAT.solutions, kind="exact cover"
    )
    agree(monkeypatch)
    monkeypatch.setattr(count, "_symmetry_generators", lambda q, model, *_: (identity_alone(model), ""))
    total = count_by_engine(FEW, entrant(FEW, counts, fake), LIMITS)
    assert (total.number, total.exact) == (3 + wrong, False)
    assert total.broken == (f"miscounts counts {short_digits(3 + wrong)}, and lists 3",)
    assert run_of_total(total, entrant(FEW, counts, fake)).status_text == f"counts {short_digits(3 + wrong)}"


@pytest.mark.parametrize("less", [-1, 1, "HUGE"])
def test_a_second_count_that_differs_is_told(monkeypatch, less):
    """It may be less, and it may be more."""
    less = HUGE if less == "HUGE" else less
    agree(monkeypatch, less=less)
    total = count_by_engine(FEW, resolve_entrant(FEW, "exactcover", "cells"), LIMITS)
    assert total.broken == (f"exactcover counts 3, the accomplice counts {short_digits(3 - less)}",)
    assert not total.exact


def test_a_sample_that_a_limit_cut_short_says_nothing_of_the_number(fake):
    """Two of three answers were listed; the second count still confirms the number."""

    def solutions(*arguments):
        for _, values in zip(range(2), CPSAT.solutions(*arguments), strict=False):
            yield values
        raise LimitReached("time limit")

    counts = fake_backend("lists slowly", count=EXACTCOVER.count, solutions=solutions, kind="exact cover")
    total = count_by_engine(FEW, entrant(FEW, counts, fake), LIMITS)
    assert (total.number, total.checked, total.broken, total.exact) == (3, 2, (), True)


def test_a_number_that_nobody_found_again_is_one_engines_word(monkeypatch):
    """It is told, and not called exact."""
    monkeypatch.setattr(count, "recount", lambda *_: Recount(None, "", 0.0, "nobody else counts this"))
    total = count_by_engine(FEW, resolve_entrant(FEW, "exactcover", "cells"), LIMITS)
    assert (total.number, total.witness, total.exact) == (3, "", False)
    assert total.note == "the number rests on one engine's word: nobody else counts this"
    assert (total.verdict, total.claims) == ("unproved", Claims("verified", count="claimed"))


def test_a_count_that_a_limit_ended_is_no_number(fake):
    """The note of the limit is the reason."""

    def run_out(*_):
        raise LimitReached("no time")

    stops = fake_backend("stops", count=run_out, solutions=CPSAT.solutions, kind="exact cover")
    with pytest.raises(LimitReached, match="no time"):
        count_by_engine(FEW, entrant(FEW, stops, fake), LIMITS)


def test_what_an_engine_cannot_count_is_no_limit(fake):
    """There is no number, and the next engine is asked."""

    def refuse(*_):
        raise Unsupported("not this model")

    refuses = fake_backend("refuses", count=refuse, solutions=CPSAT.solutions, kind="exact cover")
    assert count_by_engine(FEW, entrant(FEW, refuses, fake), LIMITS) is None


def test_a_number_up_to_symmetry_is_told_only_if_it_was_asked_for():
    """And symmetries save work in both cases."""
    for distinct in (False, True):
        total = count_by_engine(DOMINOES, resolve_entrant(DOMINOES, "exactcover", "cells"), LIMITS, distinct=distinct)
        assert (total.number, total.distinct) == (ANSWERS, ORBITS if distinct else None)
        assert total.symmetries > 1
        assert not total.by_listing


NUMBER = Total(5, "gf2", "", 1.0, 5)
LISTED = AnswerList(("a", "b"), "cnf", Status.SATISFIED, 2.0)


@pytest.mark.parametrize(
    ("counted", "listed", "expected"),
    [
        (replace(NUMBER, witness="merging"), LISTED, "the count"),
        (replace(NUMBER, broken=("wrong",)), LISTED, "the count"),
        (replace(NUMBER, number=LISTABLE + 1), LISTED, "the count"),
        (replace(NUMBER, number=LISTABLE), LISTED, "the list"),
        (NUMBER, LISTED, "the list"),
        (NUMBER, replace(LISTED, witness=""), "the count"),
        (NUMBER, replace(LISTED, broken=("twice",)), "the list"),
        (NUMBER, replace(LISTED, broken=("twice",), witness=""), "the list"),
        (None, replace(LISTED, witness=""), "the list"),
        (LimitReached("no time"), replace(LISTED, witness=""), "the list"),
        (LimitReached("no time"), replace(LISTED, status=Status.UNSUPPORTED), "the limit"),
        (None, replace(LISTED, status=Status.UNSUPPORTED), "nothing"),
    ],
)
def test_a_number_on_one_engines_word_gives_way_to_a_list(monkeypatch, counted, listed, expected):
    """A list shows what it says, if it can be had and is whole, or shows a fault; else the number is better."""

    def count_it(*_):
        if isinstance(counted, Exception):
            raise counted
        return counted

    monkeypatch.setattr(count, "count_by_engine", count_it)
    monkeypatch.setattr(count, "list_answers", lambda *_, **__: listed)
    engine = resolve_entrant(FEW, "exactcover", "cells")
    if expected == "nothing":
        with pytest.raises(Unsupported, match="exactcover cannot count this"):
            count_answers(FEW, [engine], LIMITS)
        return
    total = count_answers(FEW, [engine], LIMITS)
    if expected == "the count":
        assert total is counted
    elif expected == "the limit":
        assert (total.number, total.exact, total.note, total.by_listing) == (0, False, "no time", True)
        assert total.claims.count is None, "a list that a limit ended claims no number"
    else:
        assert (total.number, total.checked, total.seconds, total.by_listing) == (2, 2, 2.0, True)
        assert (total.witness, total.broken, total.symmetries) == (listed.witness, listed.broken, 1)


@pytest.mark.parametrize(
    ("total", "answer", "number"),
    [
        (Total(2, "exactcover", "", 1.0, 2), "verified", "claimed"),
        (Total(0, "exactcover", "", 1.0, 0), None, "claimed"),
        (Total(2, "exactcover", "cnf", 1.0, 2), "verified", "cross-checked"),
        (Total(2, "exactcover", "cnf", 1.0, 2, broken=("row 1",)), None, None),
        (Total(2, "cnf", "", 1.0, 2, by_listing=True), "verified", None),
    ],
)
def test_what_a_total_claims(total, answer, number):
    """Answers that were checked, a number that somebody found; nothing of either where one is broken."""
    assert (total.claims.answer, total.claims.count) == (answer, number)


@pytest.mark.parametrize(("spent", "left"), [(30.0, 45.0), (10.0, 50.0), (119.0, 0.5)])
def test_a_list_in_the_place_of_a_number_gets_half_of_the_time_that_is_left(monkeypatch, spent, left):
    """The other half is for who confirms the list: of 50 s for the number, and 70 s for the second one."""
    lone = Total(2, "exactcover", "", seconds=spent - 4, checked=2, notes=("one engine's word",), witness_seconds=4.0)
    limits: list[float] = []

    def list_nothing(question, entrant, limits_, **_):
        limits.append(limits_.seconds)
        return LISTED

    monkeypatch.setattr(count, "count_by_engine", lambda *_: lone)
    monkeypatch.setattr(count, "list_answers", list_nothing)
    first, second = Limits(seconds=50.0), Limits(seconds=70.0)
    count_answers(FEW, [resolve_entrant(FEW, "exactcover", "cells")], first, second=second)
    assert limits == [left]


@pytest.mark.parametrize(
    ("proofs", "more", "proved"),
    [
        ([], {}, False),
        ([True], {}, True),
        ([True, False], {}, False),
        ([True], {"half_proved": True}, False),
        ([True], {"broken": ("twice",)}, False),
    ],
)
def test_a_number_is_proved_by_all_of_its_proofs(proofs, more, proved):
    shown = tuple(SimpleNamespace(is_proved=is_proved) for is_proved in proofs)
    assert Total(3, "cpsat", "", 1.0, 3, proofs=shown, **more).is_proved == proved


@pytest.mark.parametrize(("most", "kept"), [(0, True), (-1, False)])
def test_assignments_are_kept_up_to_a_number_of_values(monkeypatch, most, kept):
    """Of three answers, each with a value for every variable and for the constant."""
    values = 3 * (FEW.model("cells").variables + 1)
    monkeypatch.setattr(listing, "MOST_VALUES", values + most)
    answers = list_answers(FEW, resolve_entrant(FEW, "cpsat", "cells"), LIMITS)
    assert (answers.values is not None) == kept
    assert len(answers.answers) == 3


def test_counts_share_one_limit_and_lists_tell_how_many(monkeypatch):
    """What the first took is gone for the second; a tenth of a second is always left."""
    limits: list[float] = []
    words: list[str] = []

    def counts(backend, models, limits_, *_, **__):
        limits.append(limits_.seconds)
        return [7], JobEnd(True, 12.0)

    def solutions(backend, model, project, limits_, options, each, most, report):
        limits.append(limits_.seconds)
        for _ in range(3):
            each(None)
        report("", 2.0)
        return JobEnd(True, 2.0)

    monkeypatch.setattr(engines.supervisor, "counts", counts)
    monkeypatch.setattr(engines.supervisor, "solutions", solutions)
    session = CountingSession(Limits(seconds=20.0), lambda phrase, *_: words.append(phrase))
    engine, part = resolve_entrant(FEW, "exactcover", "cells"), Summand(2, FEW.model("cells"), np.array([1], np.int32))
    assert [session.weighted_sum(engine, [part]) for _ in range(3)] == [14] * 3
    assert limits == [20.0, 8.0, 0.1]
    session.list_solutions(engine, part, lambda _: None)
    assert (limits[3:], session.seconds) == ([0.1], 38.0)
    assert words == ["exactcover: listing, 3 found, 1.5 per second, 2.0 s"]
    again = CountingSession(Limits(seconds=20.0), ignore_progress)
    assert [again.count_by_listing(CPSAT, [part]) for _ in range(3)] == [[7]] * 3
    assert limits[4:] == [20.0, 8.0, 0.1]


def test_free_integers_are_no_dimension():
    """An integer in no row has several values, so that the number is no power of two."""
    model = Model("one parity")
    model.parity(1, "odd", model.bools("x", 3))
    assert dimension(model, model.boolean_variables, float("inf")) == 2
    model.ints("z", 1, 0, 2)
    assert dimension(model, model.boolean_variables, float("inf")) is None


def test_only_parities_and_single_literals_are_a_dimension():
    """Not a row that holds under a condition, nor a sum of one literal, which may be free."""
    free, guarded = Model("a free sum"), Model("a parity under a condition")
    free.linear(0, 1, "at most one", free.bools("x", 1), 1)
    x = guarded.bools("x", 3)
    guarded.parity(1, "odd, if the last holds", x[:2], when=x[2])
    for model in (free, guarded):
        assert not all(map(_is_parity, model.blocks))
    assert dimension(guarded, guarded.boolean_variables, float("inf")) is None


# ---- numbers up to symmetry -----------------------------------------------------------------------------------------


NUMBERS: dict[str, int] = {}  # the same parts are counted in many tests


class _Engines(CountingSession):
    """One that counts right; and one that lists so many parts, each with so many answers too many."""

    parts: int = 99
    more: int = 0

    def numbers(self, entrant, parts, seconds=None):
        for part in (part for part in parts if to_json(part.model) not in NUMBERS):
            found = CPSAT.solutions(part.model, part.project, LIMITS, Options())
            NUMBERS[to_json(part.model)] = len(list(found))
        return [NUMBERS[to_json(part.model)] for part in parts]

    def count_by_listing(self, backend, parts):
        return [number + self.more for number in self.numbers(None, parts)][: self.parts]


@cache
def domino_symmetries():
    model = DOMINOES.model("cells")
    return model, automorphisms(DOMINOES, model)


def orbits(answers: int, parts: int = 99, more: int = 0):
    model, images = domino_symmetries()
    session = _Engines(LIMITS, ignore_progress)
    session.parts, session.more = parts, more
    return count_orbits(answers, model, images, resolve_entrant(DOMINOES, "exactcover", "cells"), session, session)


def test_the_orbits_of_dominoes_are_the_published_ones():
    assert (orbits(ANSWERS).number, orbits(ANSWERS).doubt, orbits(ANSWERS).broken) == (ORBITS, "", "")


@pytest.mark.parametrize("more", [-1, 1, "HUGE"])
def test_what_symmetries_leave_is_held_against_the_list(more):
    """Two engines that differ on one symmetry: there is no number."""
    more = HUGE if more == "HUGE" else more
    counted = orbits(ANSWERS, more=more)
    assert counted.number is None
    assert "as they are, or" in counted.broken


def test_without_the_numbers_of_symmetries_there_are_no_orbits(monkeypatch):
    """An engine that did not finish is no engine that found 0."""
    monkeypatch.setattr(_Engines, "numbers", lambda *_: None)
    counted = orbits(ANSWERS)
    assert (counted.number, counted.broken) == (None, "")
    assert counted.doubt == "exactcover did not count what symmetries leave as it is"


def test_a_number_that_leaves_a_remainder_is_wrong():
    """The sum over a group is a multiple of its order, whatever the board."""
    for wrong in (1, 4):
        assert "is no multiple of 8 symmetries" in orbits(ANSWERS + wrong).broken
    assert orbits(ANSWERS + 8).number == ORBITS + 1  # which only the second count of the answers can tell


def test_the_seconds_of_a_number_up_to_symmetry_are_those_of_counting(fake, monkeypatch):
    """The sample that is listed to check an answer or two is no part of them; the second engine has its own."""

    class Timed(_Engines):
        def numbers(self, entrant, parts, seconds=None):
            self.seconds += 1
            return super().numbers(entrant, parts, seconds)

        def count_by_listing(self, backend, parts):
            self.seconds += 100
            return [NUMBERS[to_json(part.model)] for part in parts]

        def list_solutions(self, entrant, part, each, most=None):
            self.seconds += 10
            for _, values in zip(
                range(most), CPSAT.solutions(part.model, part.project, LIMITS, Options()), strict=False
            ):
                each(values)
            return JobEnd(True, 10.0)

    monkeypatch.setattr(count, "CountingSession", Timed)
    total = count_by_engine(DOMINOES, resolve_entrant(DOMINOES, "exactcover", "cells"), LIMITS, distinct=True)
    assert (total.number, total.distinct, total.broken) == (ANSWERS, ORBITS, ())
    assert (total.seconds, total.witness_seconds) == (2.0, 101.0)


def test_symmetries_that_nobody_counted_again_leave_a_doubt():
    """Engines that list get no further than the first symmetry."""
    model = DOMINOES.model("cells")
    images = automorphisms(DOMINOES, model)
    parts = [fixed_points(model, images[at]).model for at, _ in conjugacy_classes(images)[1:]]
    assert sum(find_infeasible_row(part) is None for part in parts) >= 2
    counted = orbits(ANSWERS, parts=0)
    assert counted.number == ORBITS
    assert "could not be counted again" in counted.doubt


def test_a_doubt_about_the_orbits_is_one_about_the_total(monkeypatch):
    """Both numbers are exact, or neither."""
    honest = count_by_engine(DOMINOES, resolve_entrant(DOMINOES, "exactcover", "cells"), LIMITS, distinct=True)
    assert (honest.number, honest.distinct, honest.exact) == (ANSWERS, ORBITS, True)
    for doubtful in (replace(orbits(ANSWERS), doubt="nobody"), replace(orbits(ANSWERS), broken="wrong")):
        monkeypatch.setattr(count, "count_orbits", lambda *_, result=doubtful: result)
        total = count_by_engine(DOMINOES, resolve_entrant(DOMINOES, "exactcover", "cells"), LIMITS, distinct=True)
        assert not total.exact
        assert total.note == doubtful.doubt


def test_rows_of_which_exactly_one_variable_holds():
    """Of several variables, none negated, without a guard: only their orbits add up to the number."""
    model = Model("rows")
    x = model.bools("x", 4)
    model.exactly(1, "yes", [x[:2], x[1:]])
    model.exactly(1, "guarded", x[:3], when=x[3])
    model.exactly(1, "negated", [[x[0], -x[1]]])
    model.exactly(1, "alone", x[:1])
    model.at_most(1, "at most", x)
    model.at_least(1, "at least", x)
    model.exactly(0, "none", x)
    model.exactly(2, "two", x)
    model.between(0, 1, "between", x)
    model.between(1, 2, "between", x)
    assert [row.tolist() for row in exactly_one_rows(model)] == [[1, 2], [2, 3, 4]]


def test_only_permutations_are_symmetries(monkeypatch):
    """The identity first, and every variable once; none of models too large to look at, or without symmetries."""
    assert _are_permutations(np.array([[0, 1, 2], [0, 2, 1]]))
    for wrong in ([[0, 1, 2], [0, 1, 1]], [[0, 1, 2], [0, 0, 1]]):
        assert not _are_permutations(np.array(wrong))
    model = DOMINOES.model("cells")
    alone = replace(DOMINOES.puzzle.extras, symmetries=lambda p: [lambda answer: answer])
    nobody = replace(DOMINOES, puzzle=replace(DOMINOES.puzzle, extras=alone))
    identity = [list(range(model.variables + 1))]
    assert automorphisms(nobody, model).tolist() == identity
    for limit, value in (("MOST_VARIABLES", model.variables - 1), ("MOST_SYMMETRIES", 7)):
        with monkeypatch.context() as patched:
            patched.setattr(symmetries, limit, value)
            assert known_automorphisms(DOMINOES, model).tolist() == identity
            with pytest.raises(NoSymmetries, match="more than"):
                automorphisms(DOMINOES, model)
    assert len(automorphisms(DOMINOES, model)) == 8


# ---- limits ---------------------------------------------------------------------------------------------------------


def sleep_for(seconds):
    def count_slowly(*_):
        time.sleep(seconds)
        return 3

    return count_slowly


def test_a_number_and_its_second_count_keep_to_the_limits(fake, monkeypatch):
    """Whoever hangs runs no longer than its limit, and the note says who did not end."""
    short, second = Limits(seconds=0.2), Limits(seconds=0.3)
    hangs = entrant(FEW, fake_backend("hangs", count=sleep_for(1000), kind="exact cover"), fake)
    counts = entrant(FEW, fake_backend("slow", count=sleep_for(0.3), solutions=EXACTCOVER.solutions, kind="sat"), fake)
    total = count_answers(FEW, [hangs], short, second=second)
    assert (total.number, total.exact, total.verdict) == (0, False, "unproved")
    assert total.note.startswith("counting: time limit of 0.2 s")
    monkeypatch.setattr(recount, "resolve_entrant", lambda *_: hangs)
    monkeypatch.setattr(recount, "DANCING_LINKS", hangs.backend)
    total = count_by_engine(FEW, counts, Limits(seconds=60.0), second=second)
    assert total.seconds >= 0.3
    assert total.witness_seconds >= 0.3
    assert total.note.startswith("the number rests on one engine's word: hangs: time limit of 0.3 s")


def test_who_sets_a_limit_sets_that_of_the_second_count():
    """By default it is a minute, with everything around it: it is the slower of the two."""
    assert second_limits(Limits(seconds=10.0), False).seconds == SECOND_SECONDS
    assert second_limits(Limits(seconds=2.0), True).seconds == 2.0
    assert second_limits(Limits(seconds=300.0), False).seconds == 300.0


def test_a_second_count_that_will_not_end_is_announced_with_the_limit_that_it_needs(monkeypatch):
    """Bedlam's cube; the other boards of the catalogue end on a machine half as fast."""
    limits = second_limits(Limits(), False)
    questions = {
        name: Question(puzzle("tiling"), resolve("tiling", entry.id).instance)
        for name, entry in catalogue("tiling").items()
        if entry.solutions.isdigit()
    }
    announced = [name for name, question in questions.items() if describe_shortfall(question, limits)]
    assert announced == ["bedlam-cube"]
    assert re.search(
        r"by merging, takes some .* a time limit of 300 s is", describe_shortfall(questions["bedlam-cube"], limits)
    )
    assert [
        name for name, q in questions.items() if describe_shortfall(q, Limits(seconds=SECOND_SECONDS / 2))
    ] == announced
    cube = questions["bedlam-cube"]
    assert describe_shortfall(cube, Limits(seconds=300.0)) == ""
    (seconds,) = [own.count_seconds(cube.instance) for own in cube.puzzle.extras.solvers if own.count_seconds]
    assert describe_shortfall(cube, Limits(seconds=seconds)) == ""
