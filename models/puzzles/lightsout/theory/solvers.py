"""The special-purpose solvers of Lights Out, to compare with the general backends; the first three for rectangular
boards of two colours.

    polynomial     a row of presses as a polynomial: no elimination at all (`polynomial`); the fewest presses by
                   weighing all solutions, or by the parity classes of the board (`minimum`)
    spanish        the presses of the top row as unknowns, n equations (Losada; `methods`)
    dense          every press as an unknown, n^2 equations
    modular        any graph, any number of colours: elimination modulo k (`modular`)

Spanish and dense, which are the source's, find any solution; it has the fewest presses where it is the only one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.minimum.split import SplitError
from models.neutral import Model
from models.neutral.evaluate import row_sums
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.theory.bit_rows import bits_from_cells, cells_from_bits
from models.puzzles.lightsout.theory.methods import BoardSolutions, solve_dense, solve_spanish
from models.puzzles.lightsout.theory.minimum import fewest_presses
from models.puzzles.lightsout.theory.modular import best_presses
from models.puzzles.lightsout.theory.polynomial import GridBoard, chase, quiet_rows, solve
from models.puzzles.special_solver import SpecialResult, SpecialSolver
from rosetta.foundation.vocabulary import Status

MOST_DENSE = 2500  # cells: more take longer than a minute
MOST_SPANISH = 1_000_000


def unfit_reason(p: LightsOut, any: str = "no", most: int | None = None) -> str | None:
    """None, or why the instance is no rectangular board of two colours with at most so many cells."""
    if p.colours != 2:
        return f"two colours only, found {p.colours}"
    if p.layout is None or p.layout.kind != "grid":
        return f"rectangular boards only, found {'a graph' if p.layout is None else f'a board of kind {p.layout.kind}'}"
    if most is not None and len(p) > most:
        return f"up to {most:,} cells, found {len(p):,}"
    return None


def polynomial_results(p: LightsOut, m: Model, any: str = "no") -> Iterator[SpecialResult]:
    """One solution, by polynomials; then, unless any will do, one with the fewest presses."""
    board, change = _board(p)
    solved = solve(board, change)
    if solved.top is None:
        assert solved.witness is not None
        quiet = cells_from_bits(quiet_rows(board, solved.witness), board.columns)
        yield SpecialResult(
            Status.UNSATISFIABLE, note=_describe_nullity(solved.nullity), rows=np.flatnonzero(quiet.ravel())
        )
        return
    only = any == "no" and not solved.nullity
    first = SpecialResult(
        Status.OPTIMAL if only else Status.SATISFIED,
        _rows_assignment(p, m, chase(board, solved.top, change)),
        _describe_nullity(solved.nullity),
    )
    yield first
    if any == "no" and solved.nullity:
        try:
            best = fewest_presses(board, change)
            yield SpecialResult(
                Status.OPTIMAL, _press_assignment(m, best.presses), f"{_describe_nullity(solved.nullity)}; {best.note}"
            )
        except (SplitError, MemoryError) as reason:
            yield replace(first, note=f"any solution: {reason}")


def modular_results(p: LightsOut, m: Model, any: str = "no") -> Iterator[SpecialResult]:
    """Any graph and number of colours; one with the fewest presses where there are few enough to weigh."""
    try:
        status, presses, note = best_presses(p)
    except MemoryError as reason:
        yield SpecialResult(Status.UNKNOWN, note=str(reason))
        return
    if any == "yes" and status == Status.OPTIMAL:
        status = Status.SATISFIED
    yield SpecialResult(status, None if presses is None else _modular_assignment(p, m, presses), note)


def _modular_assignment(p: LightsOut, m: Model, presses: NDArray[np.int64]) -> NDArray[np.int64]:
    """So many presses of each vertex as an assignment; the full turns of the lamps follow from them."""
    if p.colours == 2:
        return _press_assignment(m, presses == 1)
    values = np.zeros(m.variables + 1, np.int64)
    values[m.arrays["press"]] = presses[:, None] == np.arange(1, p.colours)
    lamps = next(block for block in m.blocks if block.coefs is not None)
    values[m.arrays["turns"]] = (row_sums(lamps, values) - lamps.lo) // p.colours
    return values


def _method_solver(method: Callable[[GridBoard, list[int]], BoardSolutions]) -> Callable[..., Iterator[SpecialResult]]:
    """A method of `methods` as a solver."""

    def results(p: LightsOut, m: Model, any: str = "no") -> Iterator[SpecialResult]:
        board, change = _board(p)
        solutions = method(board, change)
        if solutions.solution is None:
            change_bits = sum(row << i * board.columns for i, row in enumerate(change))
            witness = next(quiet for quiet in solutions.quiet if (quiet & change_bits).bit_count() & 1)
            rows = np.flatnonzero(cells_from_bits([witness], len(p)).ravel())
            yield SpecialResult(Status.UNSATISFIABLE, note=_describe_nullity(solutions.nullity), rows=rows)
            return
        status = Status.OPTIMAL if any == "no" and not solutions.nullity else Status.SATISFIED
        yield SpecialResult(
            status,
            _press_assignment(m, cells_from_bits([solutions.solution], len(p))),
            _describe_nullity(solutions.nullity),
        )

    return results


def _board(p: LightsOut) -> tuple[GridBoard, list[int]]:
    assert p.layout is not None
    board = GridBoard(p.layout.rows, p.layout.cols, p.rule == "closed")
    return board, bits_from_cells((p.start != p.target).reshape(board.rows, board.columns))


def _describe_nullity(nullity: int) -> str:
    return f"2^{nullity} quiet patterns" if nullity else "no quiet pattern: one solution at most"


def _rows_assignment(p: LightsOut, m: Model, rows: Iterable[int]) -> NDArray[np.int64]:
    assert p.layout is not None
    return _press_assignment(m, cells_from_bits(rows, p.layout.cols))


def _press_assignment(m: Model, presses: NDArray[np.bool_]) -> NDArray[np.int64]:
    values = np.zeros(m.variables + 1, np.int64)
    values[m.arrays["press"]] = presses.ravel()
    return values


def _size_limit(most: int) -> Callable[..., str | None]:
    return lambda p, any="no": unfit_reason(p, any, most)


SPECIAL_SOLVERS = (
    SpecialSolver("polynomial", "polynomials over GF(2), no elimination", unfit_reason, polynomial_results),
    SpecialSolver("spanish", "n unknowns, the top row", _size_limit(MOST_SPANISH), _method_solver(solve_spanish)),
    SpecialSolver("modular", "elimination modulo the number of colours", lambda p, any="no": None, modular_results),
    SpecialSolver("dense", "n^2 unknowns, every press", _size_limit(MOST_DENSE), _method_solver(solve_dense)),
)
