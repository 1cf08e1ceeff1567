"""The solvers that Lights Out brings for rectangular boards of two colours, to stand beside those that suit any puzzle.

    polynomial     a row of presses as a polynomial: no elimination at all (lightsout_polynomial); the fewest presses by
                   weighing all solutions, or by the parity classes of the board (lightsout_minimum)
    spanish        the presses of the top row as unknowns, n equations (Losada; lightsout_methods)
    dense          every press as an unknown, n^2 equations
    modular        any graph, any number of colours: elimination modulo k (lightsout_modular)

The last two of the source, Spanish and dense, look for any solution; it is one with the fewest presses where there is
but one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.minimum.split import DoesNotSplit
from models.neutral import Model
from models.neutral.evaluate import row_sums
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.theory.methods import Solutions, dense, spanish
from models.puzzles.lightsout.theory.minimum import fewest_presses
from models.puzzles.lightsout.theory.modular import modular
from models.puzzles.lightsout.theory.polynomial import Board, chase, quiet_rows, solve
from models.puzzles.lightsout.theory.rows import cells_of, rows_of
from models.puzzles.own_solvers import Found, OwnSolver

MOST_DENSE = 2500  # cells: more take longer than a minute
MOST_SPANISH = 1_000_000


def unfit(p: LightsOut, any: str = "no", most: int | None = None) -> str | None:
    """None, or why the instance is no rectangular board of two colours with at most so many cells."""
    if p.colours != 2:
        return f"two colours only, found {p.colours}"
    if p.layout is None or p.layout.kind != "grid":
        return f"rectangular boards only, found {'a graph' if p.layout is None else f'a board of kind {p.layout.kind}'}"
    if most is not None and len(p) > most:
        return f"up to {most:,} cells, found {len(p):,}"
    return None


def polynomial(p: LightsOut, m: Model, any: str = "no") -> Iterator[Found]:
    """One solution, by polynomials; unless any will do, then one with the fewest presses."""
    board, change = _board(p)
    solved = solve(board, change)
    if solved.top is None:
        assert solved.witness is not None
        quiet = cells_of(quiet_rows(board, solved.witness), board.columns)
        yield Found("unsatisfiable", note=_quiet(solved.nullity), rows=np.flatnonzero(quiet.ravel()))
        return
    only = any == "no" and not solved.nullity
    first = Found(
        "optimal" if only else "satisfied", _values(p, m, chase(board, solved.top, change)), _quiet(solved.nullity)
    )
    yield first
    if any == "no" and solved.nullity:
        try:
            best = fewest_presses(board, change)
            yield Found("optimal", _pressed(m, best.presses), f"{_quiet(solved.nullity)}; {best.note}")
        except (DoesNotSplit, MemoryError) as reason:
            yield replace(first, note=f"any solution: {reason}")


def by_modulus(p: LightsOut, m: Model, any: str = "no") -> Iterator[Found]:
    """Any graph and number of colours; one with the fewest presses where there are few enough to weigh."""
    try:
        status, presses, note = modular(p)
    except MemoryError as reason:
        yield Found("unknown", note=str(reason))
        return
    if any == "yes" and status == "optimal":
        status = "satisfied"
    yield Found(status, None if presses is None else _times(p, m, presses), note)


def _times(p: LightsOut, m: Model, presses: NDArray[np.int64]) -> NDArray[np.int64]:
    """So many presses of each vertex as an assignment: the full turns of the lamps follow from them."""
    if p.colours == 2:
        return _pressed(m, presses == 1)
    values = np.zeros(m.variables + 1, np.int64)
    values[m.arrays["press"]] = presses[:, None] == np.arange(1, p.colours)
    lamps = next(block for block in m.blocks if block.coefs is not None)
    values[m.arrays["turns"]] = (row_sums(lamps, values) - lamps.lo) // p.colours
    return values


def _by(method: Callable[[Board, list[int]], Solutions]) -> Callable[..., Iterator[Found]]:
    """One of the source's methods as a solver."""

    def found(p: LightsOut, m: Model, any: str = "no") -> Iterator[Found]:
        board, change = _board(p)
        solutions = method(board, change)
        if solutions.one is None:
            wanted = sum(row << i * board.columns for i, row in enumerate(change))
            shown = next(quiet for quiet in solutions.quiet if (quiet & wanted).bit_count() & 1)
            rows = np.flatnonzero(cells_of([shown], len(p)).ravel())
            yield Found("unsatisfiable", note=_quiet(solutions.nullity), rows=rows)
            return
        status = "optimal" if any == "no" and not solutions.nullity else "satisfied"
        yield Found(status, _pressed(m, cells_of([solutions.one], len(p))), _quiet(solutions.nullity))

    return found


def _board(p: LightsOut) -> tuple[Board, list[int]]:
    assert p.layout is not None
    board = Board(p.layout.rows, p.layout.cols, p.rule == "closed")
    return board, rows_of((p.start != p.target).reshape(board.rows, board.columns))


def _quiet(nullity: int) -> str:
    return f"2^{nullity} quiet patterns" if nullity else "no quiet pattern: one solution at most"


def _values(p: LightsOut, m: Model, rows: Iterable[int]) -> NDArray[np.int64]:
    assert p.layout is not None
    return _pressed(m, cells_of(rows, p.layout.cols))


def _pressed(m: Model, presses: NDArray[np.bool_]) -> NDArray[np.int64]:
    values = np.zeros(m.variables + 1, np.int64)
    values[m.arrays["press"]] = presses.ravel()
    return values


def _up_to(most: int) -> Callable[..., str | None]:
    return lambda p, any="no": unfit(p, any, most)


OWN = (
    OwnSolver("polynomial", "polynomials over GF(2), no elimination", unfit, polynomial),
    OwnSolver("spanish", "n unknowns, the top row", _up_to(MOST_SPANISH), _by(spanish)),
    OwnSolver("modular", "elimination modulo the number of colours", lambda p, any="no": None, by_modulus),
    OwnSolver("dense", "n^2 unknowns, every press", _up_to(MOST_DENSE), _by(dense)),
)
