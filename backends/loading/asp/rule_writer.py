"""Rules into a program of clingo, many at a time.

    head :- l1, l2, ..           a rule; without a head (0) the body must not hold
    head :- b <= #sum{w: l, ..}  a rule whose body is a sum: the weights of the literals that hold come to b or more
    {a1; a2}.                    atoms that may hold without a reason

The columns go to the C functions of clingo's library, as `clingo.h` declares them, one call a rule: 0.3 us a literal of
short clauses, a third of what its Python layer takes. How the package calls them is not part of its public interface;
so a tiny program is tried first, and where anything is amiss the Python layer is used.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral.rows import concatenated_ranges

Ints: TypeAlias = NDArray[np.integer[Any]]
Literals: TypeAlias = NDArray[np.int32]
QUIET = ("--warn=none",)  # options of a `clingo.Control`
TINY = {(a, b, c, 2 * a + b + 2 * c >= 3) for a, b, c in product((False, True), repeat=3) if not (b and c)}


class PlainWriter:
    """Rules through clingo's Python layer. backend: of a `clingo.Control`, entered. rules, literals: written so far."""

    def __init__(self, backend: Any) -> None:
        self.backend = backend
        self.atoms, self.rules, self.literals = 0, 0, 0

    def new_atoms(self, count: int) -> Literals:
        """So many atoms that no rule knows yet, shape (count,)."""
        self.atoms += count
        return np.array([self.backend.add_atom() for _ in range(count)], np.int32)

    def choose(self, atoms: Literals) -> None:
        """Atoms that may hold without a reason."""
        if len(atoms):
            self.rules, self.literals = self.rules + 1, self.literals + len(atoms)
            self.backend.add_rule(atoms.tolist(), [], True)

    def write_rules(self, heads: Literals | None, starts: Ints, bodies: Literals) -> None:
        """One rule for each row of the table. heads: shape (rows,), 0 where there is none; None: nowhere."""
        self.rules, self.literals = self.rules + len(starts) - 1, self.literals + len(bodies)
        self._write_rules(_heads(heads, len(starts) - 1), starts, bodies)

    def write_sums(self, heads: Literals | None, bounds: Ints, starts: Ints, bodies: Literals, weights: Ints) -> None:
        """One rule with a sum for each row of the table. bounds: shape (rows,); weights: positive, of each literal;
        those of a row come to less than 2^31."""
        self.rules, self.literals = self.rules + len(starts) - 1, self.literals + len(bodies)
        self._write_sums(_heads(heads, len(starts) - 1), bounds, starts, bodies, weights)

    def minimise(self, priority: int, literals: Literals, weights: Ints) -> None:
        """The weights of those that hold; a larger priority comes first."""
        pairs = list(zip(literals.tolist(), weights.tolist(), strict=True))
        self.backend.add_minimize(priority, pairs)

    def project(self, atoms: Literals) -> None:
        """Answers that agree on these are one."""
        self.backend.add_project(atoms.tolist())

    def _write_rules(self, heads: list[int], starts: Ints, bodies: Literals) -> None:
        add, listed = self.backend.add_rule, bodies.tolist()
        for head, (start, end) in zip(heads, pairwise(starts.tolist()), strict=True):
            add([head] if head else [], listed[start:end])

    def _write_sums(self, heads: list[int], bounds: Ints, starts: Ints, bodies: Literals, weights: Ints) -> None:
        add, pairs = self.backend.add_weight_rule, list(zip(bodies.tolist(), weights.tolist(), strict=True))
        table = zip(heads, bounds.tolist(), pairwise(starts.tolist()), strict=True)
        for head, bound, (start, end) in table:
            add([head] if head else [], bound, pairs[start:end])


class BulkWriter(PlainWriter):
    """The same through the C functions."""

    def __init__(self, backend: Any) -> None:
        from clingo._internal import _ffi, _lib

        super().__init__(backend)
        self._ffi, self._lib, self._program = _ffi, _lib, backend._rep

    def new_atoms(self, count: int) -> Literals:
        self.atoms += count
        add, atom, program, none = self._lib.clingo_backend_add_atom, self._atom(), self._program, self._ffi.NULL
        numbers = np.empty(count, np.int32)
        for place in range(count):
            if not add(program, none, atom):
                raise MemoryError(self._message())
            numbers[place] = atom[0]
        return numbers

    def _atom(self) -> Any:
        return self._ffi.new("clingo_atom_t *")

    def _write_rules(self, heads: list[int], starts: Ints, bodies: Literals) -> None:
        add, program = self._lib.clingo_backend_rule, self._program
        content = np.ascontiguousarray(bodies, np.int32)
        first, atom = self._pointer("clingo_literal_t const *", content), self._atom()
        fine = True
        for head, (start, end) in zip(heads, pairwise(starts.tolist()), strict=True):
            atom[0] = head
            fine &= add(program, False, atom, head != 0, first + start, end - start)
        self._check(fine)

    def _write_sums(self, heads: list[int], bounds: Ints, starts: Ints, bodies: Literals, weights: Ints) -> None:
        add, program = self._lib.clingo_backend_weight_rule, self._program
        content = np.stack([bodies, weights], axis=1).astype(np.int32)
        first, atom = self._pointer("clingo_weighted_literal_t const *", content), self._atom()
        fine = True
        for head, bound, (start, end) in zip(heads, bounds.tolist(), pairwise(starts.tolist()), strict=True):
            atom[0] = head
            fine &= add(program, False, atom, head != 0, bound, first + start, end - start)
        self._check(fine)

    def _pointer(self, kind: str, content: Literals) -> Any:
        """To memory of the array, which the caller must keep."""
        return self._ffi.cast(kind, self._ffi.from_buffer(content))

    def _check(self, fine: bool) -> None:
        if not fine:
            raise RuntimeError(self._message())

    def _message(self) -> str:
        return str(self._ffi.string(self._lib.clingo_error_message()).decode(errors="replace"))


def writer_for(backend: Any) -> PlainWriter:
    """The fastest one that works here."""
    return BulkWriter(backend) if bulk_fault() is None else PlainWriter(backend)


def truths_of(found: Any, atoms: Literals) -> NDArray[np.bool_]:
    """Which atoms hold in a model (`clingo.Model`), shape (atoms,)."""
    if bulk_fault() is not None:
        return np.fromiter(map(found.is_true, atoms.tolist()), np.bool_, len(atoms))
    return _bulk_truths(found, atoms)


def _bulk_truths(found: Any, atoms: Literals) -> NDArray[np.bool_]:
    from clingo._internal import _ffi, _lib

    holds, at = _lib.clingo_model_is_true, _ffi.new("bool[]", max(len(atoms), 1))
    for place, atom in enumerate(atoms.tolist()):
        holds(found._rep, atom, at + place)
    return np.frombuffer(_ffi.buffer(at), np.bool_)[: len(atoms)].copy()


@cache
def bulk_fault() -> str | None:
    """Why rules cannot be written by the C functions here, None if they can: a tiny program must have its answers."""
    try:
        return None if _try_program() == TINY else "they write another program than they were given"
    except Exception as error:  # whatever another version of the package does
        return f"{type(error).__name__}: {error}"


def _try_program() -> set[tuple[bool, ...]]:
    """The answers, by atom, of: three atoms, not all of them; a fourth one, if 2 a + b + 2 c >= 3; and then a."""
    import clingo

    control = clingo.Control([*QUIET, "0"], message_limit=0)
    with control.backend() as backend:
        writer = BulkWriter(backend)
        a, b, c, d = atoms = writer.new_atoms(4)
        writer.choose(atoms[:3])
        writer.write_rules(None, np.array([0, 3, 5]), np.array([a, b, c, -a, d], np.int32))
        sums = np.array([3]), np.array([0, 3]), np.array([a, b, c], np.int32), np.array([2, 1, 2])
        writer.write_sums(atoms[3:], *sums)
    with control.solve(yield_=True) as handle:
        return {tuple(_bulk_truths(found, atoms).tolist()) for found in handle}


def _heads(heads: Literals | None, rows: int) -> list[int]:
    return [0] * rows if heads is None else heads.tolist()


def take_rows(starts: NDArray[np.int64], chosen: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of some rows of a table, by mask: where they start in a table of their own, and the places of their entries."""
    lengths = np.diff(starts)[chosen]
    return np.concatenate([[0], np.cumsum(lengths)]), concatenated_ranges(starts[:-1][chosen], lengths)
