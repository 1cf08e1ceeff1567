"""That no solution of parity rows costs less, by a certificate: some sums of rows, and all values of what they leave.

    x1 + x2      = 1        sums of rows:  x1 + x4 = 0        x4 = 0, 1: two candidates, 0 1 0 0 and 1 0 1 1;
    x2 + x3      = 1                       x2 + x4 = 1        no solution costs less than the cheaper one
    x3 + x4      = 0                       x3 + x4 = 0

`combine` says which rows are added up, modulo 2, and each sum has a variable of its own, its *pivot*, which is in no
other sum. So a solution is determined by the variables that are no pivots, and it is one of 2^free candidates, which
are all weighed. Some candidates may break other rows of the model: they only make the claim harder to prove.

The certificate comes from elimination (`find_certificate`), which is not trusted; `check_certificate` shares nothing
with it, nor with the engines that minimise. For a kernel of small dimension this is far less than a SAT solver's proof.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral import Kind, Model

MOST_FREE = 24  # 2^24 candidates: seconds
SIDE_BY_SIDE = 12  # free variables whose values are tried in one step

Bits = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class CosetCertificate:
    """combine: shape (sums, rows); pivots: the variable of each sum, by its column, shape (sums,)."""

    combine: Bits
    pivots: NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class CheckedCoset:
    """refusal: None where no solution costs less, else what is wrong; sums: of rows; candidates: that were weighed."""

    refusal: str | None
    sums: int = 0
    candidates: int = 0


def parity_rows(model: Model) -> tuple[Bits, Bits]:
    """The parity rows without a guard: shape (rows, variables), and the parity of each, shape (rows,)."""
    blocks = [block for block in model.blocks if block.kind is Kind.PARITY and block.when is None]
    total = sum(map(len, blocks))
    matrix, odd = np.zeros((total, model.variables), np.int64), np.zeros(total, np.int64)
    first = 0
    for block in blocks:
        row = first + np.repeat(np.arange(len(block)), block.rows.lengths)
        np.add.at(matrix, (row, np.abs(block.rows.literals) - 1), 1)
        odd[first : first + len(block)] = block.lo
        np.add.at(odd, row, block.rows.literals < 0)  # not x is 1 + x
        first += len(block)
    return matrix % 2 == 1, odd % 2 == 1


def find_certificate(model: Model) -> CosetCertificate:
    """By Gauss-Jordan elimination. What comes out is to be checked."""
    matrix, _ = parity_rows(model)
    rows, variables = matrix.shape
    work = np.concatenate([matrix, np.eye(rows, dtype=np.bool_)], axis=1)
    pivots: list[int] = []
    for column in range(variables):
        below = np.flatnonzero(work[len(pivots) :, column])
        if not below.size:
            continue
        here = len(pivots)
        work[[here, here + below[0]]] = work[[here + below[0], here]]
        others = work[:, column].copy()
        others[here] = False
        work[others] ^= work[here]
        pivots.append(column)
    return CosetCertificate(work[: len(pivots), variables:], np.array(pivots, np.intp))


def check_certificate(model: Model, certificate: CosetCertificate, cost: int) -> CheckedCoset:
    """Does no solution of the model cost less than that? For objectives that count variables, each once."""
    objective, (matrix, odd) = model.objective, parity_rows(model)
    if objective is None or (objective.coefs != 1).any() or (objective.literals < 0).any():
        return CheckedCoset("expected an objective that counts variables")
    combine, pivots = certificate.combine, certificate.pivots
    if combine.shape != (len(pivots), len(matrix)) or not ((pivots >= 0) & (pivots < model.variables)).all():
        return CheckedCoset("expected sums of the model's rows, and a variable for each")
    counted = np.zeros(model.variables, np.bool_)
    counted[objective.literals - 1] = True
    if model.integer[1:][counted].any() or model.integer[1:][matrix.any(axis=0)].any():
        return CheckedCoset("expected Booleans")
    sums, right = _added(combine, matrix), _added(combine, odd[:, None])[:, 0]
    if not np.array_equal(sums[:, pivots], np.eye(len(pivots), dtype=np.bool_)):
        return CheckedCoset("a variable of one sum is in another")
    idle = ~counted & ~sums.any(axis=0)  # in no sum and free of charge
    is_free = ~idle
    is_free[pivots] = False
    free = np.flatnonzero(is_free)
    if len(free) > MOST_FREE:
        return CheckedCoset(f"{len(free)} variables are left, more than {MOST_FREE}")
    word, change = np.zeros(model.variables, np.bool_), np.zeros((len(free), model.variables), np.bool_)
    word[pivots] = right
    change[:, pivots] = sums[:, free].T
    change[np.arange(len(free)), free] = True
    least = _least_weight(word[counted], change[:, counted])
    refusal = None if least >= cost else f"a candidate costs {least}, less than {cost}"
    return CheckedCoset(refusal, len(pivots), 1 << len(free))


def _added(combine: Bits, matrix: Bits) -> Bits:
    """The sums modulo 2; floats count exactly up to 2^53 rows."""
    odd: Bits = (combine.astype(np.float64) @ matrix.astype(np.float64)) % 2 == 1
    return odd


def _least_weight(word: Bits, change: Bits) -> int:
    """The fewest ones among word + every sum of rows of `change`."""
    start, steps = _packed(word[None])[0], _packed(change)
    beside = start[None]
    for step in steps[:SIDE_BY_SIDE]:
        beside = np.concatenate([beside, beside ^ step])
    rest = steps[SIDE_BY_SIDE:]
    least = word.size
    for number in range(1 << len(rest)):  # in the order of Gray: one step changes at a time
        if number:
            beside = beside ^ rest[(number & -number).bit_length() - 1]
        least = min(least, int(np.bitwise_count(beside).sum(axis=1, dtype=np.int64).min()))
    return least


def _packed(rows: Bits) -> NDArray[np.uint64]:
    """64 columns a word."""
    words = -(-rows.shape[1] // 64)
    padded = np.zeros((len(rows), 64 * words), np.bool_)
    padded[:, : rows.shape[1]] = rows
    return np.packbits(padded, axis=1).view(np.uint64).reshape(len(rows), words)
