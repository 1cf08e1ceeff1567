"""Symmetry in counting: one representative per orbit, and the number of solutions up to symmetry.

Let G be symmetries of the model, as permutations of its variables, and R a row "exactly one of these variables" that G
maps to itself. Every solution has one variable of R, and as many solutions have x as have any image of x:

    number = sum over the orbits of G on R:  size of the orbit * number of solutions that have its representative

An orbit is smaller than G where a symmetry maps its representative to itself; its size is the weight, so no solution is
counted too often or too seldom. Orbits of one size are counted together: all other variables of R are false.

Up to symmetry (Burnside's lemma; Cauchy 1845, Frobenius 1887):

    orbits of solutions = (sum over g in G:  number of solutions that g maps to themselves) / |G|

Solutions that g maps to themselves are those of the model in which the variables of each cycle of g are one variable.
Often a row shows by itself that there are none: a placement that would overlap its own image is impossible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from backends.passes.equivalent_literals import rename_block
from models.neutral import Block, Kind, Model
from models.neutral.rows import rows_from_lengths
from rosetta.studies.counting.automorphisms import Images

Row = NDArray[np.int32]
REPRESENTATIVES = "one of each orbit, by symmetry"
OVERLAPS = "a variable counted with its images would be too much"


@dataclass(frozen=True, slots=True, eq=False)
class Summand:
    """A term of a sum: weight * the number of the model's solutions on `project`."""

    weight: int
    model: Model
    project: NDArray[np.int32]


def summands(model: Model, project: NDArray[np.int32], images: Images) -> tuple[Summand, ...]:
    """The sum that is the number of solutions: one part without symmetry, else one per size of orbit. The row is the
    one whose orbits save most. `project` must be all variables of the model if there are symmetries."""
    best: tuple[float, int, Row, NDArray[np.int64], NDArray[np.int64]] | None = None
    for row in exactly_one_rows(model):
        orbit, sizes = _orbits(row, images)
        saving = (len(sizes) / len(row), len(sizes))
        if best is None or saving < best[:2]:
            best = (*saving, row, orbit, sizes)
    if best is None or best[0] == 1:
        return (Summand(1, model, project),)
    _, _, row, orbit, sizes = best
    parts = []
    first = np.unique(orbit, return_index=True)[1]  # the first variable of each orbit stands for it
    for size in np.unique(sizes).tolist():
        chosen = row[first[sizes == size]]
        part = model.copy()
        part.objective = None
        part.true(REPRESENTATIVES, -np.setdiff1d(row, chosen))
        parts.append(Summand(size, part, project))
    return tuple(parts)


def exactly_one_rows(model: Model) -> Iterator[Row]:
    """The rows of which exactly one variable holds."""
    for block in model.blocks:
        if block.kind is Kind.CARDINALITY and block.when is None:
            for row in np.flatnonzero((block.lo == 1) & (block.hi == 1)).tolist():
                literals = block.rows[row]
                if len(literals) > 1 and (literals > 0).all():
                    yield literals


def has_exactly_one_row(model: Model) -> bool:
    """Is there a row whose variables symmetries may reduce to one of each orbit?"""
    return next(exactly_one_rows(model), None) is not None


def _orbits(row: Row, images: Images) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The orbit of each variable of the row, numbered from 0, and the size of each orbit, under those symmetries that
    map the row to itself: they are a group."""
    stabilizer = images[(np.sort(images[:, row], axis=1) == np.sort(row)).all(axis=1)]
    orbit = np.unique(stabilizer[:, row].min(axis=0), return_inverse=True)[1]
    return orbit, np.bincount(orbit)


def fixed_points(model: Model, image: NDArray[np.int32]) -> Summand:
    """The solutions that this symmetry maps to themselves: each cycle of variables is one, its least."""
    names = np.arange(len(image), dtype=np.int32)
    ahead = image.copy()
    while not np.array_equal(ahead, np.arange(len(image))):
        names, ahead = np.minimum(names, ahead), image[ahead]
    part, project = model.copy(), np.unique(names[1:])
    part.objective = None
    blocks = [_drop_overlaps(rename_block(block, names)) for block in model.blocks]
    part.blocks = [block for block, _ in blocks]
    part.true(OVERLAPS, -np.unique(np.concatenate([too_much for _, too_much in blocks])).astype(np.int32))
    return Summand(1, part, np.concatenate([project, _add_twins(part)]))


def _drop_overlaps(block: Block) -> tuple[Block, Row]:
    """Linear rows of positive coefficients without the variables that cannot hold, as they alone exceed the upper
    bound; and those variables."""
    if not _is_weighted_count(block):
        return block, np.zeros(0, np.int32)
    assert block.coefs is not None
    possible = block.coefs <= block.hi[block.rows.owners]
    rows = rows_from_lengths(
        np.bincount(block.rows.owners[possible], minlength=len(block)), block.rows.literals[possible]
    )
    return replace(block, rows=rows, coefs=block.coefs[possible]), block.rows.literals[~possible]


def _add_twins(model: Model) -> Row:
    """Turn linear rows that count variables into cardinality rows: a variable with coefficient c gets c - 1 twins equal
    to it. Returns the twins. So engines that only take counts can take the rows."""
    most = np.ones(model.variables + 1, np.int64)
    for block in filter(_is_weighted_count, model.blocks):
        assert block.coefs is not None
        np.maximum.at(most, block.rows.literals, block.coefs)
    twins = np.asarray(model.bools("twin", int((most - 1).sum())))
    first = np.cumsum(most - 1) - (most - 1)  # where the twins of each variable begin
    originals = np.repeat(np.arange(len(most)), most - 1).astype(np.int32)
    model.blocks = [
        _expand_block(block, twins, first) if _is_weighted_count(block) else block for block in model.blocks
    ]
    model.parity(0, "twins are equal", np.stack([originals, twins], axis=1))
    return twins


def _expand_block(block: Block, twins: Row, first: NDArray[np.int64]) -> Block:
    """The row with each variable and as many of its twins as it counts more than once."""
    assert block.coefs is not None
    literals, nth = np.repeat(block.rows.literals, block.coefs), _ranges(block.coefs)
    literals = np.where(nth == 0, literals, np.append(twins, 0)[first[literals] + nth - 1]).astype(np.int32)
    return replace(
        block, kind=Kind.CARDINALITY, rows=rows_from_lengths(block.rows.sums(block.coefs), literals), coefs=None
    )


def _ranges(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """0, 1, .. length - 1 for each length, one after the other."""
    return np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)


def _is_weighted_count(block: Block) -> bool:
    """Are the rows linear, without a guard, of positive coefficients and positive literals?"""
    return (
        block.kind is Kind.LINEAR
        and block.when is None
        and block.coefs is not None
        and bool((block.coefs > 0).all() and (block.rows.literals > 0).all())
    )
