"""State merging: counts against plain recursion and published numbers, beyond 64 bits, and its limits."""

from __future__ import annotations

import sys
from dataclasses import replace
from decimal import Decimal, getcontext

import numpy as np
import pytest

from backends.contract import Limits, Options, Unsupported
from instances.resolve import resolve
from models.puzzles.lightsout.theory.solvers import SPECIAL_SOLVERS
from models.puzzles.tiling.counting import merging
from models.puzzles.tiling.counting import merging_layers as layers
from models.puzzles.tiling.counting.merging import count, estimate, find_tiling, list_tilings, unfit_reason
from models.puzzles.tiling.counting.merging_track import TooWide, track
from models.puzzles.tiling.record import PUZZLE
from models.puzzles.tiling.rules import Tiling
from models.puzzles.tiling.sets import Piece
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.asking.special_solvers import special_backend
from rosetta.studies.counting.count import count_answers, count_by_engine
from rosetta.studies.judging.attempts import attempt
from tests.support.tiling_boards import MOST_LISTED, recursion_on, tilings_by_recursion

PUBLISHED = {  # all tilings of the board as it stands: distinct ones times the board's symmetries
    "3x20": 2 * 4,
    "4x15": 368 * 4,
    "5x12": 1010 * 4,
    "6x10": 2339 * 4,
    "2x3x10": 12 * 8,
    "soma": 240 * 48,
    "slothouber-graatsma": 8,  # 34560 with copies told apart, which are 6! 3! as many
    "one-sided:3x30": 46 * 4,
    "tetrominoes:4x5": 0,
}
DOMINO = ((0, 0), (0, 1))


def instance(what):
    return resolve("tiling", what).instance


def dominoes(rows, columns):
    return Tiling(np.ones((rows, columns), np.bool_), (Piece("I", DOMINO, rows * columns // 2),))


@pytest.fixture(params=["compiled", "by dictionary"])
def way(request, monkeypatch):
    """The test with compiled loops, and as it is where numba is missing."""
    if request.param == "compiled":
        pytest.importorskip("numba")
    else:
        monkeypatch.setitem(sys.modules, "models.puzzles.tiling.counting.merging_kernel", None)
    return request.param


@pytest.mark.sample(1)
def test_random_boards_have_the_tilings_that_recursion_finds(way):
    """As many, and the same ones: with holes, copies, handed and fixed pieces, in the plane and in space."""
    numbers = []
    for seed in range(30):
        p, expected = recursion_on(seed)
        if len(expected) == MOST_LISTED:
            continue
        tilings = list(list_tilings(p))
        assert count(p) == len(expected) == len(tilings)
        assert {frozenset((name, frozenset(cells)) for name, cells in answer) for answer in tilings} == {*expected}
        assert all(PUZZLE.verify(p, answer) == [] for answer in tilings)
        numbers.append(len(expected))
    assert len(numbers) > 10
    assert max(numbers) > 20


@pytest.mark.sample(2)
@pytest.mark.parametrize("what", PUBLISHED)
def test_published_numbers(what):
    """All tilings of the labelled board."""
    assert count(instance(what)) == PUBLISHED[what]


def test_numbers_beyond_64_bits_are_exact(way):
    """Domino tilings by the product formula of Kasteleyn, and of Temperley and Fisher (1961), on 8 x 26 cells, where
    doubles would not do; 2 x n are the Fibonacci numbers, far beyond 128 bits."""
    fibonacci = [1, 1]
    while len(fibonacci) <= 200:
        fibonacci.append(sum(fibonacci[-2:]))
    assert fibonacci[200].bit_length() > 128
    assert count(dominoes(2, 200)) == fibonacci[200]
    getcontext().prec = 60
    ways = Decimal(1)
    for j in range(1, 5):
        for k in range(1, 14):
            ways *= 4 * cosine(j, 9) ** 2 + 4 * cosine(k, 27) ** 2
    assert count(dominoes(8, 26)) == int(ways.to_integral_value()) > 1 << 64


def cosine(j, n):
    """cos(pi j / n) to some fifty digits, by its series."""
    pi = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
    x, term, total = pi * j / n, Decimal(1), Decimal(0)
    for i in range(0, 100, 2):
        total += term
        term *= -x * x / ((i + 1) * (i + 2))
    return total


def test_dead_states_are_left_out_and_the_count_stays():
    """With holes that no pieces fill kept, there are more states on the way and as many tilings."""
    pytest.importorskip("numba")
    t = track(instance("5x12"))
    with_dead = list(merging.layers(replace(t, near=False), 2000))
    without_dead = list(merging.layers(t, 2000))
    assert with_dead[-1].total == without_dead[-1].total == 4040
    assert sum(map(len, with_dead)) > 2 * sum(map(len, without_dead))


def test_it_can_be_ended_and_tells_how_far_it_is(way, monkeypatch):
    """`progress` is called often, also within a layer and a group, and a pause changes nothing; what it raises goes
    through; the share never falls."""
    monkeypatch.setattr(layers, "SLICE", 997)
    shares = []
    assert count(instance("3x20"), lambda _, share, whole: shares.append(share / whole)) == 8
    assert len(shares) > 12
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    if way == "compiled":
        assert len(shares) > 50

    def stop(*_):
        raise LimitReached("now")

    with pytest.raises(LimitReached):
        count(instance("3x20"), stop)


def test_what_does_not_fit_the_memory_is_refused(way):
    """With the numbers of states and megabytes."""
    with pytest.raises(TooWide, match=r"states, and room for .* MB, the limit is 1 MB"):
        count(instance("6x10") if way == "compiled" else instance("5x12"), megabytes=1)


def test_what_is_too_wide_is_told_before():
    """By the estimate, which is not far from the states there are, or by a piece that spans more than a word."""
    assert unfit_reason(instance("6x10")) is None
    assert unfit_reason(instance("bedlam")) is None  # for its cells are few: see `counting/boxes.py`
    assert "too wide: some" in unfit_reason(instance("pentacubes-25:5x5x5"))
    assert "too wide: some" in unfit_reason(instance("hexominoes:14x15"))
    bars = Piece("I", tuple((0, i) for i in range(5)), 80)
    with pytest.raises(TooWide, match="piece I spans 81 cells of the board, 64 fit"):
        track(Tiling(np.ones((20, 20), np.bool_), (bars,)))
    most = max(map(len, merging.layers(track(instance("6x10")), 2000)))
    assert most / 4 < estimate(instance("6x10")) < most * 4


def test_it_is_a_solver_of_the_puzzle():
    """`compare` and `count` run it; its tiling is checked like everybody's, and so is that there is none."""
    p = instance("4x15")
    question = Question(PUZZLE, p)
    run = attempt(question, resolve_entrant(question, "merging", "cells"), Limits(seconds=30.0))
    assert run.answers[0].broken == ()
    number = count_by_engine(question, resolve_entrant(question, "merging", "cells"), Limits(seconds=30.0))
    assert number is not None
    assert number.number == 368 * 4
    question = Question(PUZZLE, instance("tetrominoes:4x5"))
    none = attempt(question, resolve_entrant(question, "merging", "cells"), Limits(seconds=30.0))
    assert none.outcome.status.value == "unsatisfiable"


@pytest.mark.sample(0.125)
def test_a_count_that_ends_late_is_told_as_one():
    """Not that it cannot list, which nobody asked."""
    question = Question(PUZZLE, instance("8x8"))
    entrant = resolve_entrant(question, "merging", "cells")
    with pytest.raises(LimitReached, match=r"^time limit of 0\.25 s$"):
        count_by_engine(question, entrant, Limits(seconds=0.25))
    late = count_answers(question, [entrant], Limits(seconds=0.25))
    assert (late.number, late.by_listing, late.exact) == (0, True, False)
    assert late.note.startswith("time limit of 0.25 s; ")


def test_limits_as_a_backend():
    """A limit ends it, too much memory and too wide a board are refused."""
    (own,) = PUZZLE.extras.solvers
    narrow, wide = (special_backend(own, instance(what), {}) for what in ("6x10", "pentacubes-25:5x5x5"))
    model = PUZZLE.formulations["cells"](instance("3x20"))
    for backend, limits, error in (
        (narrow, Limits(seconds=1e-9), LimitReached),
        (narrow, Limits(memory=1), TooLarge),
        (wide, Limits(), Unsupported),
    ):
        with pytest.raises(error):
            backend.count(model, model.boolean_variables, limits, Options())


def test_a_solver_that_does_not_count_has_no_count():
    """By that it is told apart."""
    assert special_backend(SPECIAL_SOLVERS[0], None, {}).count is None


def test_one_tiling_or_none():
    """The first of all, by the rules."""
    p = instance("3x20")
    assert PUZZLE.verify(p, find_tiling(p)) == []
    assert find_tiling(instance("tetrominoes:4x5")) is None


def test_a_piece_in_two_parts_fills_two_holes():
    """A hole of two cells is not dead if parts of different pieces can fill it: no hole is, with such pieces."""
    parted = Piece("A", ((0, 0), (0, 1), (3, 0)), 1, "two-sided")
    p = Tiling(np.ones((2, 4), np.bool_), (parted, Piece("c", ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1)))))
    assert not track(p).whole
    assert count(p) == len(set(tilings_by_recursion(p))) == 4
    assert len(set(list_tilings(p))) == 4


@pytest.mark.sample(1)
@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("what", ["3x20", "5x12", "slothouber-graatsma", "tetrominoes:4x5"])
def test_threads_count_what_is_published(what, threads, monkeypatch):
    """Along the track, where they share the groups of every layer, and part by part."""
    monkeypatch.setattr(layers, "LEAST_SHARED", 0)
    assert count(instance(what), threads=threads) == PUBLISHED[what]
    monkeypatch.setattr(merging, "ALONG_TRACK", 0)
    assert count(instance(what), threads=threads) == PUBLISHED[what]


def test_threads_count_beyond_64_bits(monkeypatch):
    """Dominoes on 8 x 24 squares against one thread: some of them find a carry, and all begin again."""
    monkeypatch.setattr(layers, "LEAST_SHARED", 0)
    board = Tiling(np.ones((8, 24), np.bool_), (Piece("I", DOMINO, 96),))
    ways = count(board, threads=3)
    assert ways == count(board)
    assert ways > 2**64


def test_a_limit_in_a_thread_ends_the_count(monkeypatch):
    """What `progress` raises goes through."""
    monkeypatch.setattr(layers, "LEAST_SHARED", 0)

    def stop(what, done=0.0, *_):
        if done > 0.3:
            raise LimitReached("enough")

    with pytest.raises(LimitReached, match="enough"):
        count(instance("5x12"), stop, threads=2)
