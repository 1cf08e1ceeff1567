"""The backend `exactcover` against brute force and published numbers."""

from __future__ import annotations

import re
import threading

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backends import exactcover
from backends.contract import Limits, Options, Status, Unsupported
from backends.covering import node_search, search, search_kernel, tables_kernel
from backends.covering.cover import cover
from backends.covering.node_search import Search, problem, root_node
from backends.covering.search_threads import split_search
from backends.cpsat import BACKEND as CPSAT
from backends.exactcover import BACKEND
from backends.oracle import BACKEND as ORACLE
from backends.running import supervisor
from models.neutral import Model, evaluate
from rosetta.foundation.limits import LimitReached, TooLarge
from tests.support.clocks import LeapingClock
from tests.support.cover_models import latin_square, pentominoes, queens
from tests.support.patience import answer_within_limit
from tests.support.plain_loops import use_plain_loops

LIMITS = Limits(seconds=60.0)
TILINGS = {(3, 20): 8, (4, 15): 1472, (5, 12): 4040, (6, 10): 9356}  # raw counts: Haselgrove 1960, times 4 symmetries
LATIN = [1, 2, 12, 576, 161280]  # OEIS A002860
QUEENS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724}  # OEIS A000170


def count(model: Model, project=None) -> int:
    return BACKEND.count(model, model.boolean_variables if project is None else project, LIMITS, Options())


@pytest.fixture
def plain(monkeypatch):
    """The kernel as the Python it is written in, in short slices."""
    use_plain_loops(monkeypatch, (tables_kernel, search_kernel))
    monkeypatch.setattr(node_search, "SLICE", 50)


@st.composite
def covers(draw) -> Model:
    """Up to eight Booleans under rows of one: exact, at most one, short clauses, parities of two, guards, edge rows.
    Drawn by numbers rather than choice by choice: hypothesis would make most rows short and most literals positive."""
    variables, rules = draw(st.integers(1, 8)), draw(st.integers(0, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    negative = rng.choice([0.0, 0.2, 0.5])
    m = Model("random")
    x = m.bools("x", variables)
    for number in range(rules):
        state(m, rng, np.where(rng.random(variables) < negative, -x, x), f"rule {number}")
    if rng.random() < 0.3:
        m.minimize("cost", np.where(rng.choice([1, -1], variables) > 0, x, -x), rng.integers(-3, 4, variables))
    return m


def state(m: Model, rng: np.random.Generator, x: np.ndarray, sentence: str) -> None:
    """A rule of one to three rows."""
    rows = [rng.permutation(x)[: rng.integers(0, 8)] for _ in range(rng.integers(1, 4))]
    short = [row[: rng.integers(0, 3)] for row in rows]
    lengths = np.array([len(row) for row in rows])
    few = rng.choice([0, 2, 3], len(rows))  # 1 of many is a clause, and so is all but one at most
    most = np.where(lengths > 3, 2, lengths)
    verbs = {
        "exactly one": lambda: m.exactly(1, sentence, rows),
        "at most one": lambda: m.at_most(1, sentence, rows),
        "clause": lambda: m.any(sentence, [row if len(row) else x[:1] for row in short]),
        "parity": lambda: m.parity(rng.integers(0, 2), sentence, [row for row in short if len(row)] or [x[:1]]),
        "all but one": lambda: m.between(lengths - 1, lengths - rng.integers(0, 2), sentence, rows),
        "guarded": lambda: m.any(sentence, [row[:1] for row in rows], when=rng.choice(x) * rng.choice([1, -1])),
        "holds": lambda: m.true(sentence, rng.choice(x)),
        "some": lambda: m.between(few, np.where(few, few + rng.integers(0, 3), most), sentence, rows),
        "exactly two": lambda: m.exactly(rng.integers(2, 4), sentence, rows),
        "edge": lambda: m.exactly(rng.integers(0, 2), sentence, [row[:1] for row in short]),
    }
    verbs[rng.choice(list(verbs), p=[0.15, 0.15, 0.1, 0.1, 0.1, 0.1, 0.05, 0.1, 0.1, 0.05])]()


def agrees(model: Model) -> None:
    """Status, cost, count and list of the solutions on all, some and none of the variables are brute force's."""
    truth, outcome = ORACLE.solve(model, LIMITS, Options()), BACKEND.solve(model, LIMITS, Options())
    assert (outcome.conclusion, outcome.objective) == (truth.status, truth.objective)
    assert outcome.values is None or evaluate(model, outcome.values) == []
    for project in (model.boolean_variables, model.boolean_variables[::2], model.boolean_variables[:0]):
        expected = sorted(tuple(v[project]) for v in ORACLE.solutions(model, project, LIMITS, Options()))
        solutions = list(BACKEND.solutions(model, project, LIMITS, Options()))
        assert all(evaluate(model, values) == [] for values in solutions)
        assert sorted(tuple(v[project]) for v in solutions) == expected
        assert count(model, project) == len(expected)


MANY = settings(max_examples=100, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@pytest.mark.sample(0.125)
@MANY
@given(covers())
def test_random_covers_agree_with_brute_force(model):
    """Compiled."""
    agrees(model)


@settings(MANY, max_examples=30)
@given(covers())
def test_random_covers_agree_with_brute_force_without_a_compiler(plain, model):
    """The same, not compiled."""
    agrees(model)


@pytest.mark.sample(1)
@pytest.mark.parametrize("board", TILINGS)
def test_pentomino_rectangles_have_the_published_counts(board):
    """Twelve pentominoes, each once, on rectangles of 60 cells."""
    assert count(pentominoes(*board)) == TILINGS[board]


def test_listing_gives_as_many_as_counting():
    """The solutions are what is counted: all different, none breaking a rule."""
    model = pentominoes(4, 15)
    solutions = list(BACKEND.solutions(model, model.boolean_variables, LIMITS, Options()))
    assert len({values.tobytes() for values in solutions}) == len(solutions) == 1472
    assert all(evaluate(model, values) == [] for values in solutions[::100])


def test_latin_squares_have_the_published_counts():
    """Without secondary items; more than one word of items from 5x5 on (75)."""
    assert [count(latin_square(n)) for n in range(1, 6)] == LATIN


def test_queens_have_the_published_counts():
    """Diagonals are items that may stay uncovered."""
    assert {n: count(queens(n)) for n in QUEENS} == QUEENS


def test_a_small_tiling_is_counted_without_a_compiler(plain):
    """3x20 is the smallest search of the four."""
    assert count(queens(6)) == 4
    assert count(latin_square(4)) == 576


def test_the_order_is_always_the_same():
    """Nothing is drawn."""
    model = queens(8)
    first, second = (
        np.array(list(BACKEND.solutions(model, model.boolean_variables, Limits(seed=seed), Options())))
        for seed in (0, 1)
    )
    assert (first == second).all()


def test_variables_in_no_row_double_the_count_and_are_listed():
    """Exactly, beyond 64 bits; only where they are asked for."""
    model = queens(4)
    spare = model.bools("spare", 100)
    assert count(model) == 2 * 2**100
    assert count(model, model.arrays["queen"].ravel()) == 2
    project = np.append(model.arrays["queen"].ravel(), spare[:3])
    solutions = list(BACKEND.solutions(model, project, LIMITS, Options()))
    assert len({tuple(values[project]) for values in solutions}) == len(solutions) == 16


def test_items_beyond_one_word_and_an_unsatisfiable_board():
    """Dominoes on a board without two opposite corners (parity: none), and on the whole 8x8 board (Fisher, Kasteleyn,
    Temperley 1961: 12988816, too many to list here: a 6x6 board has 6728)."""
    assert count(dominoes(6, [])) == 6728
    assert count(dominoes(6, [0, 35])) == 0
    assert BACKEND.solve(dominoes(6, [0, 35]), LIMITS, Options()).status is Status.UNSATISFIABLE
    assert next(BACKEND.solutions(dominoes(20, []), np.arange(1, 761), LIMITS, Options())).sum() == 200


TWO = Limits(seconds=60.0, threads=2)


@settings(MANY, max_examples=40)
@given(covers())
def test_threads_find_what_one_finds(model):
    """The same count and the same set, each once; the same least cost."""
    assert BACKEND.count(model, model.boolean_variables, TWO, Options()) == count(model)
    one_thread, two_threads = (
        sorted(tuple(values) for values in BACKEND.solutions(model, model.boolean_variables, limits, Options()))
        for limits in (LIMITS, TWO)
    )
    assert one_thread == two_threads
    one_thread, two_threads = (BACKEND.solve(model, limits, Options()) for limits in (LIMITS, TWO))
    assert (one_thread.status, one_thread.objective) == (two_threads.status, two_threads.objective)


def test_threads_divide_a_tiling():
    """More than one node for each; pieces of a tree that is as large as it was."""
    model = pentominoes(4, 15)
    assert BACKEND.count(model, model.boolean_variables, TWO, Options()) == 1472
    columns = problem(cover(model, 8000))
    nodes = split_search(columns, root_node(cover(model, 8000)), lambda: None)
    assert len(nodes) >= 32
    assert 0.9 < sum(node.share for node in nodes) <= 1, "a node that is found dead is not there any more"
    assert sum(Search(columns, node).run(None, -1, lambda: None) for node in nodes) == 1472
    solutions = list(BACKEND.solutions(model, model.boolean_variables, TWO, Options()))
    assert len({values.tobytes() for values in solutions}) == len(solutions) == 1472


def test_threads_keep_limits_and_their_errors_surface(monkeypatch):
    """None is left running: after a limit, after a list that is not read to its end, after an error."""
    model, before = dominoes(12, []), threading.active_count()
    with pytest.raises(LimitReached):
        BACKEND.count(model, model.boolean_variables, Limits(seconds=0.5, threads=2), Options())
    listing = BACKEND.solutions(model, model.boolean_variables, TWO, Options())
    assert evaluate(model, next(listing)) == []
    listing.close()
    monkeypatch.setattr(Search, "run", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        BACKEND.count(model, model.boolean_variables, TWO, Options())
    with pytest.raises(ZeroDivisionError):
        list(BACKEND.solutions(model, model.boolean_variables, TWO, Options()))
    assert threading.active_count() == before


@pytest.mark.parametrize("threads", [1, 2])
def test_a_count_tells_how_far_it_is(monkeypatch, threads):
    """Shares that never fall and end near the whole, numbers that never fall and do not exceed the count."""
    monkeypatch.setattr(node_search, "SLICE", 100_000)
    reports = []
    lowered = cover(pentominoes(4, 15), 8000)
    number = search.count_covers(lowered, threads, lambda: None, lambda *far: reports.append(far))
    shares, counts = np.array(reports).T
    assert len(reports) > 3
    assert (np.diff(shares) >= 0).all()
    assert shares[0] < 0.5 <= shares[-1] <= 1 + 1e-9
    assert (np.diff(counts) >= 0).all()
    assert counts[-1] <= number == 1472


def test_what_a_count_tells_gets_to_the_caller(monkeypatch):
    """From the child, as phrases; nothing at first. A count that would take days, until it has told something."""
    phrases = {}
    model = dominoes(12, [])
    over = LeapingClock(lambda: len(phrases) > 1)
    over.take_place(monkeypatch)

    def hear(phrase, *_):
        phrases.setdefault(phrase)
        over()

    number, ended = supervisor.count("exactcover", model, model.boolean_variables, LIMITS, progress=hear)
    assert (number, ended.status) == (None, Status.UNKNOWN)
    assert next(iter(phrases)) == ""
    del phrases[""]
    assert phrases
    assert all(re.fullmatch(r"\d+%, [\d,]+ found", phrase) for phrase in phrases)


def test_a_count_tells_no_more_than_five_times_a_second(monkeypatch):
    """By a clock that goes on when it is looked at."""
    now, told = [0.0], []

    def look():
        now[0] += 0.03
        return now[0]

    monkeypatch.setattr(node_search, "SLICE", 10_000)
    monkeypatch.setattr(exactcover, "work_seconds", look)
    model = pentominoes(4, 15)
    number = BACKEND.count(model, model.boolean_variables, LIMITS, Options(), lambda outcome: told.append(now[0]))
    assert number == 1472
    assert len(told) > 3
    assert np.diff([0.0, *told]).min() >= exactcover.REPORT_SECONDS
    assert len(told) >= now[0] / (exactcover.REPORT_SECONDS + 0.1) - 1


def test_quotas_split_a_count():
    """The 6728 tilings of a 6x6 board by the number of dominoes along the rows: single numbers, ranges, and one number
    as cpsat counts it; the counts are symmetric, by turning the board."""
    by_number = [count(along(k, k)) for k in range(19)]
    assert sum(by_number) == 6728
    assert by_number == by_number[::-1]
    assert by_number[1::2] == [0] * 9, "an odd number leaves an odd number of cells in some row"
    assert count(along(5, 9)) == sum(by_number[5:10])
    assert count(along(0, 7)) == sum(by_number[:8])
    few = along(2, 3)
    assert by_number[2] == len(list(CPSAT.solutions(few, few.boolean_variables, LIMITS, Options())))


def along(least: int, most: int) -> Model:
    """A 6x6 board with least to most dominoes along its rows."""
    m = dominoes(6, [])
    m.between(least, most, "so many along the rows", [m.boolean_variables[:30]])
    return m


def dominoes(n: int, without: list[int]) -> Model:
    """An n x n board without some cells."""
    cells = np.arange(n * n).reshape(n, n)
    pairs = np.concatenate(
        [np.stack([a.ravel(), b.ravel()], 1) for a, b in ((cells[:, 1:], cells[:, :-1]), (cells[1:], cells[:-1]))]
    )
    pairs = pairs[~np.isin(pairs, without).any(1)]
    m = Model("dominoes")
    x = m.bools("domino", len(pairs))
    needed_cells = np.setdiff1d(np.arange(n * n), without)
    m.exactly(1, "each cell is covered once", [x[(pairs == cell).any(1)] for cell in needed_cells])
    return m


@pytest.mark.sample(0.125)
def test_limits_end_it():
    """Time, between slices; memory, before the masks are built; literals. An incumbent is not called optimal."""
    model = dominoes(20, [])
    with pytest.raises(LimitReached):
        BACKEND.count(model, model.boolean_variables, Limits(seconds=0.5), Options())
    with pytest.raises(LimitReached):
        for _ in BACKEND.solutions(model, model.boolean_variables, Limits(seconds=0.5), Options()):
            pass
    with pytest.raises(TooLarge, match="options of"):
        cover(queens(100), 1)
    model.minimize("cost", model.boolean_variables, np.arange(760) % 7)
    outcome = answer_within_limit(lambda seconds: BACKEND.solve(model, Limits(seconds=seconds), Options()))
    assert outcome.status is Status.SATISFIED
    assert "covers weighed" in outcome.note
    assert evaluate(model, outcome.values) == []


@pytest.mark.sample(0.125)
def test_in_a_process_of_its_own_the_first_come_at_once_and_limits_hold():
    """A board with more tilings than can be listed: three of them, then a count that the limit ends."""
    model, solutions = dominoes(12, []), []
    ended = supervisor.solutions("exactcover", model, model.boolean_variables, LIMITS, None, solutions.append, most=3)
    assert (len(solutions), ended.complete, ended.status) == (3, False, Status.SATISFIED)
    assert all(evaluate(model, values) == [] for values in solutions)
    number, ended = supervisor.count("exactcover", model, model.boolean_variables, Limits(seconds=0.5))
    assert (number, ended.complete, ended.status) == (None, False, Status.UNKNOWN)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (lambda m, x: m.any("three", [x[:3]]), r"rule 'three', row 0: exactcover takes .* clause row of 3 literals"),
        (lambda m, x: m.parity(1, "odd", [x]), "rule 'odd', row 0: .* parity row of 5"),
        (lambda m, x: m.linear(2, 3, "sum", [x], [1, 2, 3, 4, 5]), "rule 'sum', row 0: .* linear row"),
        (lambda m, x: m.exactly(1, "if", [x[1:]], when=x[0]), "rule 'if', row 0: .* no guards"),
        (lambda m, x: m.ints("z", 1, 0, 3), "the model has integers"),
    ],
)
def test_other_rows_are_refused_with_their_rule(rule, message):
    """Rule, row and kind."""
    model = Model("other")
    rule(model, model.bools("x", 5))
    with pytest.raises(Unsupported, match=message):
        BACKEND.solve(model, LIMITS, Options())
