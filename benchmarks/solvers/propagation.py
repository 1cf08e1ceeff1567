"""Benchmark of propagation on a large board: `python -m benchmarks.solvers.propagation [SIDE] [WALLS]`.

A board of lamps, a share of its cells walls, half of them numbered after planted lamps:

    every white cell is lit                                a clause over its horizontal and its vertical run
    no two lamps see each other                            at most one per run
    a numbered wall touches exactly that many lamps        a counting row

Printed: seconds to state the model, to load it into tables, to propagate, to substitute the fixed variables; literals
before and after, visits, derivations, the share of cells fixed.
"""

from __future__ import annotations

import sys
import time
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from backends.passes.propagation import load_rows, prepare, run_propagation
from backends.passes.substitution import substitute_fixed
from models.neutral import Model, group, union


def board(side: int, walls: float, seed: int = 1) -> Model:
    """The model of a random board that has a solution."""
    rng = np.random.default_rng(seed)
    white = rng.random((side, side)) >= walls
    lamps, across, down = plant_lamps(white, rng)
    cells = np.flatnonzero(white)
    m = Model("lamps")
    lamp = np.zeros(side * side, np.int32)
    lamp[cells] = m.bools("lamp", len(cells))
    rows, columns = group(lamp[cells], across[cells]), group(lamp[cells], down[cells])
    m.any("every white cell is lit", union(rows.take(across[cells]), columns.take(down[cells])))
    m.at_most(1, "no two lamps see each other in a row", rows)
    m.at_most(1, "no two lamps see each other in a column", columns)
    numbered = np.flatnonzero(~white.ravel() & (rng.random(side * side) < 0.5))
    r, c = np.divmod(numbered, side)
    near = [(r + i, c + j) for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0))]
    inside = [(a >= 0) & (a < side) & (b >= 0) & (b < side) for a, b in near]
    owners = np.concatenate([np.flatnonzero(ok) for ok in inside])
    beside = np.concatenate([(a * side + b)[ok] for (a, b), ok in zip(near, inside, strict=True)])
    free = white.ravel()[beside]
    owners, beside = owners[free], beside[free]
    counts = np.bincount(owners, lamps[beside], minlength=len(numbered)).astype(np.int64)
    m.exactly(counts, "a numbered wall touches so many lamps", group(lamp[beside], owners, n=len(numbered)))
    return m


def plant_lamps(
    white: NDArray[np.bool_], rng: np.random.Generator
) -> tuple[NDArray[np.bool_], NDArray[np.intp], NDArray[np.intp]]:
    """Lamps that light every white cell and do not see each other; the runs across and down, by cell."""
    fresh = np.ones_like(white)
    fresh[:, 1:] = ~white[:, :-1]
    across = np.cumsum((fresh & white).ravel()) - 1
    fresh = np.ones_like(white)
    fresh[1:] = ~white[:-1]
    down = (np.cumsum((fresh & white).T.ravel()) - 1).reshape(white.T.shape).T.ravel()
    lit = [np.zeros(across.max() + 1, np.bool_), np.zeros(down.max() + 1, np.bool_)]
    lamps = np.zeros(white.size, np.bool_)
    for cell in rng.permutation(np.flatnonzero(white)).tolist():
        if not (lit[0][across[cell]] or lit[1][down[cell]]):
            lamps[cell] = lit[0][across[cell]] = lit[1][down[cell]] = True
    return lamps, across, down


def main(side: int = 1000, walls: float = 0.2) -> None:
    prepare()
    times = [time.perf_counter()]
    model = board(side, walls)
    times.append(time.perf_counter())
    loaded = load_rows(model)
    times.append(time.perf_counter())
    propagation = run_propagation(loaded, model)
    times.append(time.perf_counter())
    rest = substitute_fixed(model, propagation.lower, propagation.upper).model
    times.append(time.perf_counter())
    stating, loading, running, taking = (b - a for a, b in pairwise(times))
    literals, remaining = (sum(len(block.rows.literals) for block in m.blocks) for m in (model, rest))
    print(
        f"{side}x{side}, {walls:.0%} walls: {model.variables:,} variables, {literals:,} literals, "
        f"{propagation.status.name}"
    )
    print(f"state {stating:.2f} s, load {loading:.2f} s, propagate {running:.2f} s, substitute {taking:.2f} s")
    share = len(propagation.fixed_literals(model)) / model.variables
    print(f"{propagation.visits:,} visits, {len(propagation.derivations):,} derivations, {share:.1%} of the cells")
    print(f"{remaining:,} literals left")


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((int, float), sys.argv[1:], strict=False)))
