"""A number is exact if a second engine finds it, too: a limit confirms nothing, and a miscount is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from algebra.limits import LimitReached
from algebra.progress import ignore_progress
from backends import exactcover
from backends.contract import Limits, Options, Outcome, Status
from backends.registry import backend_named
from models.puzzles.registry import puzzle
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.sets import Piece
from rosetta.studies.comparing.certificates import find_infeasible_row
from rosetta.studies.counting import count, listing
from rosetta.studies.counting.automorphisms import automorphisms
from rosetta.studies.counting.burnside import count_orbits
from rosetta.studies.counting.count import count_by_engine
from rosetta.studies.counting.engines import CountingSession
from rosetta.studies.counting.listing import list_answers
from rosetta.studies.counting.orbits import conjugacy_classes, fixed_points
from rosetta.studies.entrants import resolve_entrant
from rosetta.studies.question import Question
from tests.support.fakes import fake_backend

LIMITS = Limits(seconds=20.0)
CPSAT, EXACTCOVER = backend_named("cpsat"), exactcover.BACKEND
DOMINOES = Question(puzzle("tiling"), Tiling(np.ones((4, 4), bool), (Piece("I", ((0, 0), (0, 1)), 8),)))
ANSWERS, ORBITS = 36, 9  # OEIS A004003, A001512
FEW = Question(puzzle("tiling"), Tiling(np.ones((2, 3), bool), (Piece("I", ((0, 0), (0, 1)), 3),)))  # has 3 answers


def entrant(question, backend, fake):
    return resolve_entrant(question, fake(backend), "cells")


# ---- lists ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [Status.UNKNOWN, Status.ERROR, Status.UNSUPPORTED])
def test_a_second_opinion_without_an_end_confirms_no_list(monkeypatch, status):
    """All answers are listed, and nobody of another kind comes to an end."""
    monkeypatch.setattr(listing.supervisor, "solve", lambda *_: Outcome(status, note="time limit"))
    answers = list_answers(FEW, resolve_entrant(FEW, "cpsat", "cells"), LIMITS)
    assert (len(answers.answers), answers.witness, answers.complete) == (3, "", False)
    assert answers.note == "no engine of another kind confirmed that there are no others"


def test_a_list_that_a_limit_ended_is_not_confirmed(fake):
    """The engine that was cut short did not say that there are no others, so that another's word would be alone."""

    def solutions(*arguments):
        yield from CPSAT.solutions(*arguments)
        raise LimitReached("time limit")

    answers = list_answers(FEW, entrant(FEW, fake_backend("slow", solutions=solutions), fake), LIMITS)
    assert (len(answers.answers), answers.witness, answers.complete, answers.note) == (3, "", False, "time limit")


def test_an_answer_twice_is_told(fake):
    """A list says how many answers there are, so that none may be in it twice."""

    def solutions(*arguments):
        for values in CPSAT.solutions(*arguments):
            yield from (values, values)

    answers = list_answers(FEW, entrant(FEW, fake_backend("stutters", solutions=solutions), fake), LIMITS)
    assert not answers.complete
    assert "an answer was given twice" in answers.broken


# ---- numbers --------------------------------------------------------------------------------------------------------


def agree(monkeypatch, *, less: int = 0) -> None:
    """A second count that comes to the number of the first, or so many less."""

    def recount(question, model, project, images, first, session):
        return "the accomplice", first.backend.count(model, project, LIMITS, Options()) - less

    monkeypatch.setattr(count, "recount", recount)


@pytest.mark.parametrize("wrong", [-1, 1, 2])
def test_a_number_is_held_against_a_list_to_its_end(fake, monkeypatch, wrong):
    """Three answers can be listed: whoever counts others is exposed even where a second engine agrees."""
    counts = fake_backend(
        "miscounts", count=lambda *a: EXACTCOVER.count(*a) + wrong, solutions=CPSAT.solutions, kind="exact cover"
    )
    agree(monkeypatch)
    monkeypatch.setattr(count, "_symmetries", lambda q, model, *_: np.arange(model.variables + 1, dtype=np.int32)[None])
    total = count_by_engine(FEW, entrant(FEW, counts, fake), LIMITS)
    assert (total.number, total.exact) == (3 + wrong, False)
    assert total.broken == (f"miscounts counts {3 + wrong}, and lists 3",)


@pytest.mark.parametrize("less", [-1, 1])
def test_a_second_count_that_differs_is_told(monkeypatch, less):
    """It may be less, and it may be more."""
    agree(monkeypatch, less=less)
    total = count_by_engine(FEW, resolve_entrant(FEW, "exactcover", "cells"), LIMITS)
    assert total.broken == (f"exactcover counts 3, the accomplice counts {3 - less}",)
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
    monkeypatch.setattr(count, "recount", lambda *_: None)
    total = count_by_engine(FEW, resolve_entrant(FEW, "exactcover", "cells"), LIMITS)
    assert (total.number, total.witness, total.exact) == (3, "", False)
    assert "rests on one engine's word" in total.note


def test_a_count_that_a_limit_ended_is_no_number(fake):
    """The note of the limit is the reason."""

    def run_out(*_):
        raise LimitReached("no time")

    stops = fake_backend("stops", count=run_out, solutions=CPSAT.solutions, kind="exact cover")
    with pytest.raises(LimitReached, match="no time"):
        count_by_engine(FEW, entrant(FEW, stops, fake), LIMITS)


# ---- numbers up to symmetry -----------------------------------------------------------------------------------------


class _Engines(CountingSession):
    """One that counts right; and one that lists so many parts, each with so many answers too many."""

    parts: int = 99
    more: int = 0

    def numbers(self, entrant, parts):
        return [len(list(CPSAT.solutions(part.model, part.project, LIMITS, Options()))) for part in parts]

    def count_by_listing(self, backend, parts):
        return [number + self.more for number in self.numbers(None, parts)][: self.parts]


def orbits(answers: int, parts: int = 99, more: int = 0):
    model = DOMINOES.model("cells")
    session = _Engines(LIMITS, ignore_progress)
    session.parts, session.more = parts, more
    images = automorphisms(DOMINOES, model)
    return count_orbits(answers, model, images, resolve_entrant(DOMINOES, "exactcover", "cells"), session)


def test_the_orbits_of_dominoes_are_the_published_ones():
    assert (orbits(ANSWERS).number, orbits(ANSWERS).doubt, orbits(ANSWERS).broken) == (ORBITS, "", "")


@pytest.mark.parametrize("more", [-1, 1])
def test_what_symmetries_leave_is_held_against_the_list(more):
    """Two engines that differ on one symmetry: there is no number."""
    counted = orbits(ANSWERS, more=more)
    assert counted.number is None
    assert "as they are, or" in counted.broken


def test_a_number_that_leaves_a_remainder_is_wrong():
    """The sum over a group is a multiple of its order, whatever the board."""
    for wrong in range(1, 8):
        assert "is no multiple of 8 symmetries" in orbits(ANSWERS + wrong).broken
    assert orbits(ANSWERS + 8).number == ORBITS + 1  # which only the second count of the answers can tell


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
