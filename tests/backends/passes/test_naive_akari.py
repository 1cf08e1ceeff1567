"""Propagation against the naive solver of the source (`tests.support.naive_akari`): what both find, and what only
propagation finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import numpy as np
import pytest

from backends.contract import Limits, Options, Status
from backends.passes.propagation import PropagationResult, propagate_bounds
from backends.registry import backend_named
from models.neutral import Model
from models.puzzles.akari.instance import Akari, Cell
from models.puzzles.akari.record import PUZZLE
from models.puzzles.akari.rules import GENERATORS, model
from models.puzzles.stated_words import stated_literal
from tests.support.akari_boards import MENDED, board, brute_force, every_solution, whites
from tests.support.naive_akari import Naive
from tests.support.registered import number_of_day

NUMBER, LIT = "a wall touches as many lamps as its number says", "every white cell is lit"
ROW, COLUMN = (f"lamps in a {line} do not see each other" for line in ("row", "column"))


def naive(p: Akari, satisfied_walls: bool = True) -> Naive:
    """The naive solver's end. Without `satisfied_walls`: by its two rules and the light of lamps alone."""
    return Naive(p.cells.tolist(), satisfied_walls).solve()


def cells_of(p: Akari, result: PropagationResult) -> tuple[set[Cell], set[Cell]]:
    """Where propagation puts a lamp, and where it says that there is none."""
    cells, lower, upper = whites(p), result.lower[1:], result.upper[1:]
    return {cells[i] for i in np.flatnonzero(lower == 1)}, {cells[i] for i in np.flatnonzero(upper == 0)}


# ---- thousands of small boards -----------------------------------------------------------------------------------


SHAPES = list(product(range(1, 8), repeat=2))
SHARES = {"today": SHAPES[number_of_day() % 3 :: 3], "all": SHAPES}
each_share = pytest.mark.parametrize("share", ["today", pytest.param("all", marks=pytest.mark.exhaustive)])


def drawn(shapes: list[tuple[int, int]]) -> Iterator[Akari]:
    """Of all sizes 1x1..7x7: no walls, walls only, numbers only, walls with any numbers, and the three generators."""
    rng = np.random.default_rng(1)
    for shape in shapes:
        yield Akari(np.full(shape, -1))
        yield Akari(rng.choice([0, 1, 2, 3, 4, 5], shape))
        yield Akari(rng.integers(0, 5, shape))
        for walls, most in product((0.1, 0.3, 0.5, 0.7), (1, 2, 4)):
            for _ in range(2):
                numbers = rng.integers(0, most + 2, shape)
                cells = np.where(numbers > most, 5, numbers)
                yield Akari(np.where(rng.random(shape) < walls, cells, -1))
        for generator, (bare, numbered) in product(GENERATORS, ((5, 10), (10, 20), (20, 30), (0, 40), (40, 20))):
            for seed in range(3 if generator == "planted" else 2):
                yield PUZZLE.generate(shape, seed=seed, bare=bare, numbered=numbered, generator=generator)[0]


@cache
def outcomes(share: str) -> list[tuple[Akari, PropagationResult]]:
    """Every drawn board, propagated."""
    return [(p, propagate_bounds(model(p))) for p in drawn(SHARES[share])]


@pytest.mark.sample(0.125)
@each_share
def test_the_boards_are_of_all_kinds(share: str) -> None:
    """A thousand or more; contradictory, solved by propagation, and left open, a hundred or more of each."""
    ends = [(result.broken is not None, result.all_rows_hold) for _, result in outcomes(share)]
    assert len(ends) > 60 * len(SHARES[share])
    assert min(ends.count(end) for end in ((True, False), (False, True), (False, False))) > 5 * len(SHARES[share])


@each_share
def test_what_the_naive_solver_finds_propagation_finds(share: str) -> None:
    """Every lamp and every cell without one; where propagation stops at a contradiction there is no solution.

    In fact both find the same: with its bookkeeping, the naive solver *is* propagation, save for contradictions.
    """
    for p, result in outcomes(share):
        if result.broken is not None:
            assert next(every_solution(p), None) is None, PUZZLE.draw_text(p)
            continue
        solver = naive(p)
        lamps, dark = cells_of(p, result)
        assert solver.lamps <= lamps, PUZZLE.draw_text(p)
        assert solver.dark <= dark, PUZZLE.draw_text(p)
        assert (lamps, dark) == (solver.lamps, solver.dark), PUZZLE.draw_text(p)


@each_share
def test_what_propagation_finds_holds_in_every_solution(share: str) -> None:
    """On the boards with at most 14 white cells, all of whose solutions are looked at."""
    looked_at = 0
    for p, result in outcomes(share):
        if result.broken is not None or p.white.sum() > 14:
            continue
        lamps, dark = cells_of(p, result)
        for solution in every_solution(p):
            looked_at += 1
            assert lamps <= solution, PUZZLE.draw_text(p)
            assert not dark & solution, PUZZLE.draw_text(p)
    assert looked_at > 15 * len(SHARES[share])


@each_share
def test_the_search_finds_what_trying_every_set_finds(share: str) -> None:
    """The oracle of these tests against brute force: the same solutions, each once."""
    small = [p for p, _ in outcomes(share) if p.white.sum() <= 7]
    assert len(small) > 5 * len(SHARES[share])
    for p in small:
        solutions = list(every_solution(p))
        assert len(solutions) == len(set(solutions))
        assert set(solutions) == {frozenset(lamps) for lamps in brute_force(p)}, PUZZLE.draw_text(p)


def test_the_naive_solver_does_what_the_source_shows() -> None:
    """Rule 1 on a 2 with two free neighbours; rule 2 on a cell beside a 0 that one cell alone can light, and on a
    cell that can be lit only from itself; nothing on an open board; the source's own example (mended) to its end."""
    assert naive(board("_2_")).lamps == {(0, 0), (0, 2)}
    assert naive(board("__0")).lamps == {(0, 0)}
    assert naive(board("#_#")).lamps == {(0, 1)}
    assert naive(board("___", "___")).lamps == set()
    assert naive(PUZZLE.parse(MENDED)).lamps == {(1, 2), (2, 1), (2, 3), (3, 0), (3, 2)}


# ---- what only propagation finds ---------------------------------------------------------------------------------

RULED_OUT = (
    "a 0 rules out its neighbours",
    "a wall that has all its lamps rules out its other neighbours",
)
BEYOND = {  # what it is, by rule and kind: the smallest board on which it is seen (the first of several)
    (NUMBER, RULED_OUT[0]): board("__0"),
    (NUMBER, RULED_OUT[1]): board("__1_"),
    (NUMBER, "contradiction: fewer neighbours than the number says"): board("1"),
    (NUMBER, "contradiction: more lamps than the number says"): board("_0"),
    (LIT, "contradiction: no cell is left that can light a cell"): board("0__0"),
    (ROW, "contradiction: two lamps see each other"): board("1__1"),
    (COLUMN, "contradiction: two lamps see each other"): board("1", "_", "_", "1"),
}
CONTRADICTIONS = {
    (NUMBER, "few"): "contradiction: fewer neighbours than the number says",
    (NUMBER, "many"): "contradiction: more lamps than the number says",
    (LIT, "few"): "contradiction: no cell is left that can light a cell",
    (ROW, "many"): "contradiction: two lamps see each other",
    (COLUMN, "many"): "contradiction: two lamps see each other",
}


def beyond(p: Akari, result: PropagationResult) -> tuple[str, str] | None:
    """What propagation derives on a board and the two rules, with the light of lamps, do not: its rule and its kind.

    A contradiction, or else the first literal that they lack. They have all bounds before that one, so it is a step
    that no chain of their steps replaces.
    """
    if result.broken is not None:
        block, row = result.broken
        rule = model(p).blocks[block]
        few = bool(result.upper[rule.rows[row]].sum() < rule.lo[row])
        return rule.sentence, CONTRADICTIONS[rule.sentence, "few" if few else "many"]
    two_rules, cells, trail = naive(p, satisfied_walls=False), whites(p), result.derivations
    for literal, block, row in zip(trail.literals.tolist(), trail.blocks.tolist(), trail.rows.tolist(), strict=True):
        if cells[abs(literal) - 1] not in (two_rules.lamps if literal > 0 else two_rules.dark):
            rule = model(p).blocks[block]
            if rule.sentence == NUMBER and literal < 0:
                return NUMBER, RULED_OUT[bool(rule.lo[row])]
            return rule.sentence, f"{'a' if literal > 0 else 'no'} lamp"  # in no list: the tests fail on it
    return None


@pytest.mark.parametrize(("kind", "p"), BEYOND.items(), ids=[" ".join(kind) for kind in BEYOND])
def test_each_item_of_the_list_is_seen_on_its_board(kind: tuple[str, str], p: Akari) -> None:
    """That board shows it, and no other."""
    assert beyond(p, propagate_bounds(model(p))) == kind


@each_share
def test_the_list_is_complete(share: str) -> None:
    """The kinds seen on the drawn boards are those of the list."""
    kinds = {beyond(p, result) for p, result in outcomes(share)} - {None}
    assert kinds == set(BEYOND) or (share == "today" and kinds < set(BEYOND))


def test_no_board_of_the_list_can_be_smaller() -> None:
    """No board with fewer cells shows any of the kinds."""
    smallest: dict[tuple[str, str], int] = {}
    for size in range(1, max(p.cells.size for p in BEYOND.values())):
        for height in (h for h in range(1, size + 1) if size % h == 0):
            for cells in product(range(-1, 6), repeat=size):
                p = Akari(np.array(cells).reshape(height, -1))
                kind = beyond(p, propagate_bounds(model(p)))
                if kind is not None:
                    smallest.setdefault(kind, size)
    assert smallest == {kind: p.cells.size for kind, p in BEYOND.items() if p.cells.size < 4}


def test_the_list_as_it_is_drawn(golden: Callable[[str, str], None]) -> None:
    """Each board with what the two rules find on it, the naive solver, and propagation, in the words of the rules."""
    golden("beyond_the_naive_solver.txt", "\n".join(describe_case(kind, p) for kind, p in BEYOND.items()))


def describe_case(kind: tuple[str, str], p: Akari) -> str:
    m = model(p)
    result = propagate_bounds(m)
    trail = result.derivations
    steps = [
        f"  {words.text if (words := stated_literal(m, literal)) else literal}, for {m.blocks[block].sentence}"
        for literal, block in zip(trail.literals.tolist(), trail.blocks.tolist(), strict=True)
    ]
    outcome = backend_named("propagate").solve(m, Limits(), Options())
    lines = [kind[1], *(f"    {line}" for line in PUZZLE.draw_text(p).splitlines())]
    for label, solver in (("two rules", naive(p, satisfied_walls=False)), ("naive solver", naive(p))):
        lines.append(f"{label}: lamps {sorted(solver.lamps)}, none at {sorted(solver.dark)}")
    return "\n".join([*lines, f"propagation: {outcome.status.value} {outcome.note}".strip(), *steps, ""])


@each_share
def test_propagation_knows_when_it_is_done(share: str) -> None:
    """The naive solver stops, solved or not; propagation claims a solution only if every rule holds, and then it is
    the only one."""
    solved = 0
    for p, result in outcomes(share):
        if result.all_rows_hold:
            solutions = list(every_solution(p))
            assert [cells_of(p, result)[0]] == solutions, PUZZLE.draw_text(p)
            solved += 1
    assert solved > 5 * len(SHARES[share])
    assert outcome_of(model(board("___", "___"))) is Status.UNKNOWN
    assert outcome_of(model(board("__0"))) is Status.SATISFIED


def outcome_of(m: Model) -> Status:
    return backend_named("propagate").solve(m, Limits(), Options()).status
