"""The number of solutions of equations modulo 2, with a certificate that is checked by multiplying.

For A x = b with n unknowns:

    solution            A x = b, so there is one
    kernel, free        A k = 0 for each of the d vectors; on the d unknowns `free` they are the unit vectors, so they
                        are independent: there are at least 2^d solutions
    combinations,       of rows of A; on the r unknowns `pivots` they are the unit vectors, so the rank is at least r:
    pivots              there are at most 2^(n - r) solutions, and n - r = d
    contradiction       instead: rows that add up to 0 = 1, so there is none

A vector is a Python integer, bit i for unknown (or row) i from 0, so that all checks are `&`, `^` and counting bits.
`read_parities` and `check_parity_count` are part of what a count rests on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from backends.contract import Unsupported
from backends.count_certificates.fixed_solutions import Names, keep_names
from models.neutral import Kind, Model
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import TimeReached
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_seconds

FIELDS = ("solution", "kernel", "free", "combinations", "pivots", "contradiction")


@dataclass(frozen=True, slots=True)
class ParityRows:
    """rows: the unknowns of each equation, bit i for the one of number i; odd: its right side."""

    unknowns: int
    rows: tuple[int, ...]
    odd: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ParityCertificate:
    """The parts as above; contradiction: 0 where there is a solution."""

    solution: int = 0
    kernel: tuple[int, ...] = ()
    free: tuple[int, ...] = ()
    combinations: tuple[int, ...] = ()
    pivots: tuple[int, ...] = ()
    contradiction: int = 0

    @property
    def number(self) -> int:
        """Of solutions, if it is right."""
        return 0 if self.contradiction else 1 << len(self.kernel)


def read_parities(model: Model, names: Names | None = None) -> ParityRows:
    """The rows of the model, its variables by these names (`fixed_solutions`). Raises Unsupported, naming the first
    rule that is no equation modulo 2."""
    if model.integer.any():
        raise Unsupported("the model has integers")
    names = keep_names(model.variables) if names is None else names
    is_own = names == np.arange(len(names))
    place = (np.cumsum(is_own) - 2)[names].tolist()  # among the unknowns; 0 is its own name, and none of them
    rows, odd = [], []
    for block in model.blocks:
        is_single = block.kind is Kind.CLAUSE and bool((block.rows.lengths == 1).all())
        if block.when is not None or not (block.kind is Kind.PARITY or is_single):
            raise Unsupported(f"rule '{block.sentence}' is no equation modulo 2")
        for at in range(len(block)):
            literals = block.rows[at].tolist()
            row = 0
            for literal in literals:
                row ^= 1 << place[abs(literal)]
            rows.append(row)
            odd.append((int(block.lo[at]) + sum(literal < 0 for literal in literals)) % 2)
    return ParityRows(int(is_own.sum()) - 1, tuple(rows), tuple(odd))


def check_parity_count(
    stated: ParityRows, certificate: ParityCertificate, deadline: float, progress: Progress = ignore_progress
) -> str | None:
    """None if `certificate.number` is the number of solutions; else what is wrong. Raises LimitReached."""
    c = certificate
    if min(c.solution, c.contradiction, 0, *c.kernel, *c.free, *c.combinations, *c.pivots) < 0:
        return "a number is negative"
    if c.contradiction:
        return _check_contradiction(stated, c.contradiction)
    return (
        _check_shape(stated, c)
        or _check_solution(stated, c.solution)
        or _check_kernel(stated, c, deadline, progress)
        or _check_combinations(stated, c, deadline, progress)
    )


def _check_contradiction(stated: ParityRows, chosen: int) -> str | None:
    holds = chosen >> len(stated.rows) == 0 and _sum_rows(stated, chosen) == (0, 1)
    return None if holds else "the rows of the contradiction do not add up to 0 = 1"


def _check_shape(stated: ParityRows, c: ParityCertificate) -> str | None:
    """Are there as many vectors as there have to be, and only unknowns and rows that exist?"""
    n, m = stated.unknowns, len(stated.rows)
    if len(c.kernel) != len(c.free) or len(c.combinations) != len(c.pivots) or len(c.kernel) + len(c.pivots) != n:
        return f"expected a kernel and combinations for {n} unknowns together"
    if max((-1, *c.free, *c.pivots)) >= n or max((c.solution, *c.kernel)) >> n or max((0, *c.combinations)) >> m:
        return "it names an unknown or a row that is not there"
    if len(set(c.free)) < len(c.free) or len(set(c.pivots)) < len(c.pivots):
        return "it names an unknown twice"
    return None


def _check_solution(stated: ParityRows, solution: int) -> str | None:
    """Is it one, so that there are as many as in the kernel?"""
    for row, odd in zip(stated.rows, stated.odd, strict=True):
        if (row & solution).bit_count() % 2 != odd:
            return "the solution breaks an equation"
    return None


def _check_kernel(stated: ParityRows, c: ParityCertificate, deadline: float, progress: Progress) -> str | None:
    """Are there 2^d vectors in the kernel at least?"""
    free = sum(1 << at for at in c.free)
    for at, vector in enumerate(c.kernel):
        _look_at_clock("multiplying the kernel", at, len(c.kernel), deadline, progress)
        if any((row & vector).bit_count() % 2 for row in stated.rows):
            return f"vector {at} is not in the kernel"
        if vector & free != 1 << c.free[at]:
            return f"vector {at} of the kernel is no unit vector on the free unknowns"
    return None


def _check_combinations(stated: ParityRows, c: ParityCertificate, deadline: float, progress: Progress) -> str | None:
    """Is the rank r at least, so that there are no more?"""
    pivots = sum(1 << at for at in c.pivots)
    for at, combination in enumerate(c.combinations):
        _look_at_clock("multiplying rows", at, len(c.combinations), deadline, progress)
        if _sum_rows(stated, combination)[0] & pivots != 1 << c.pivots[at]:
            return f"combination {at} of rows is no unit vector on the pivots"
    return None


def _sum_rows(stated: ParityRows, chosen: int) -> tuple[int, int]:
    left = right = 0
    for at in _bits_of(chosen):
        if at < len(stated.rows):
            left ^= stated.rows[at]
            right ^= stated.odd[at]
    return left, right


def _bits_of(number: int) -> Iterable[int]:
    """Which bits are 1, ascending."""
    size = (number.bit_length() + 7) // 8
    bits = np.unpackbits(np.frombuffer(number.to_bytes(size, "little"), np.uint8), bitorder="little")
    found: list[int] = np.flatnonzero(bits).tolist()
    return found


def _look_at_clock(what: str, at: int, of: int, deadline: float, progress: Progress) -> None:
    progress(what, float(at), float(of))
    if work_seconds() > deadline:
        raise TimeReached()


# ---- made, and written; not trusted -----------------------------------------------------------------------------


def certify_parities(
    stated: ParityRows, deadline: float = float("inf"), progress: Progress = ignore_progress
) -> ParityCertificate:
    """By elimination (Gauss, Jordan). Raises LimitReached."""
    n = stated.unknowns
    mask, reduced, pivot_bits = (1 << n) - 1, dict[int, int](), 0
    for at, (row, odd) in enumerate(zip(stated.rows, stated.odd, strict=True)):
        _look_at_clock("elimination", at, len(stated.rows), deadline, progress)
        number = row | odd << n | 1 << (n + 1 + at)  # unknowns, right side, which rows it is the sum of
        for pivot in _bits_of(number & pivot_bits):
            number ^= reduced[pivot]
        left = number & mask
        if not left:
            if number >> n & 1:
                return ParityCertificate(contradiction=number >> (n + 1))
            continue
        new = left.bit_length() - 1
        for pivot, other in reduced.items():
            if other >> new & 1:
                reduced[pivot] = other ^ number
        reduced[new] = number
        pivot_bits |= 1 << new
    free = [at for at in range(n) if not pivot_bits >> at & 1]
    kernel = {at: 1 << at for at in free}
    for pivot, number in reduced.items():
        for at in _bits_of(number & mask & ~pivot_bits):
            kernel[at] |= 1 << pivot
    return ParityCertificate(
        solution=sum(1 << pivot for pivot, number in reduced.items() if number >> n & 1),
        kernel=tuple(kernel.values()),
        free=tuple(free),
        combinations=tuple(number >> (n + 1) for number in reduced.values()),
        pivots=tuple(reduced),
    )


def encode_parities(certificate: ParityCertificate) -> bytes:
    """As JSON: vectors in hexadecimal digits."""
    document = asdict(certificate)
    for name in ("solution", "contradiction"):
        document[name] = f"{document[name]:x}"
    for name in ("kernel", "combinations"):
        document[name] = [f"{vector:x}" for vector in document[name]]
    return json.dumps(document, indent=0).encode()


def decode_parities(content: bytes) -> ParityCertificate:
    """The certificate. Raises InputError for what is none."""
    try:
        document = json.loads(content)
        if not isinstance(document, dict) or set(document) != set(FIELDS):
            raise InputError(f"expected an object with {', '.join(FIELDS)}")
        certificate = ParityCertificate(
            solution=_read_vector(document["solution"]),
            kernel=tuple(map(_read_vector, document["kernel"])),
            free=tuple(map(_read_place, document["free"])),
            combinations=tuple(map(_read_vector, document["combinations"])),
            pivots=tuple(map(_read_place, document["pivots"])),
            contradiction=_read_vector(document["contradiction"]),
        )
    except (TypeError, ValueError, RecursionError) as error:  # Python's own, of texts that are no JSON or no number
        raise InputError(str(error)) from None
    if encode_parities(certificate) != content:
        raise InputError("expected a certificate as it is written: nothing twice, no other blanks or digits")
    return certificate


def _read_vector(digits: Any) -> int:
    if not isinstance(digits, str):
        raise InputError(f"expected hexadecimal digits, found {digits!r:.40}")
    return int(digits, 16)


def _read_place(number: Any) -> int:
    if type(number) is not int:
        raise InputError(f"expected the number of an unknown, found {number!r:.40}")
    return number
