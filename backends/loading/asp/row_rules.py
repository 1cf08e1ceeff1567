"""Rows, numbers and the objective of a model as rules.

    variable             an atom, chosen freely
    integer lo..hi       atoms "at least lo + 1", .., "at least hi", each of which implies the one before; a wide one
                         has binary digits instead, whose sum does not exceed hi - lo
    clause               :- not l1, not l2, ..
    lo <= sum <= hi      :- hi + 1 <= #sum{..}.   and, of the negated literals, :- total - lo + 1 <= #sum{..}.
                         c l with c < 0 is c + |c| (not l), so that no weight is negative
    the same, guarded    broken :- hi + 1 <= #sum{..}.   :- guard, broken.
    parity               a chain of atoms, each chosen, and by four clauses the sum modulo 2 of the one before and the
                         next literal
    objective            #minimize

An atom that is no variable has one value for each assignment of the variables, so that no answer comes twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from backends.loading.asp.large_sums import MOST, split_sum, write_large_sum
from backends.loading.asp.rule_writer import Literals, PlainWriter, take_rows, truths_of
from models.neutral import Block, Kind, Model
from models.neutral.blocks import Objective
from models.neutral.rows import concatenated_ranges, segment_indices

Column: TypeAlias = NDArray[np.int64]
ORDERED = 256  # an integer with more steps than that has binary digits


class AnswerProgram:
    """The atoms of a model's variables, and what is written about them.

    starts: variable x has the atoms starts[x]..starts[x + 1] of `atoms`, shape (variables + 2,); weights: of each, by
    which its value exceeds the least one: 1 of a Boolean variable and of a step."""

    def __init__(self, model: Model, writer: PlainWriter) -> None:
        self.model, self.writer = model, writer
        spans = (model.upper - model.lower)[1:]
        is_wide = spans > ORDERED
        self._bits = np.array([int(span).bit_length() for span in spans[is_wide]], np.int64)
        counts = np.where(model.integer[1:], spans, 1)
        counts[is_wide] = self._bits
        self.starts = np.concatenate([[0, 0], np.cumsum(counts)])
        self.atoms = writer.new_atoms(int(self.starts[-1]))
        self._first = np.append(self.atoms, np.int32(0))[self.starts]  # of each variable, where it has one
        self.weights = np.ones(len(self.atoms), np.int64)
        wide = np.flatnonzero(is_wide) + 1
        self.weights[concatenated_ranges(self.starts[wide], self._bits)] = 1 << segment_indices(self._bits)
        writer.choose(self.atoms)
        self._order_steps(np.flatnonzero(model.integer[1:] & ~is_wide) + 1)
        for x in wide.tolist():
            digits = slice(self.starts[x], self.starts[x + 1])
            self._write_sides(self.atoms[digits], self.weights[digits], 0, int(spans[x - 1]))

    def literals(self, literals: Literals) -> Literals:
        """Literals of Boolean variables as those of the program; 0 stays 0."""
        signed: Literals = np.sign(literals) * self._first[np.abs(literals)]
        return signed

    def atoms_of(self, variables: NDArray[np.int32]) -> Literals:
        """All atoms of these variables."""
        first = self.starts[variables]
        return self.atoms[concatenated_ranges(first, self.starts[variables + 1] - first)]

    def values(self, found: Any) -> NDArray[np.int64]:
        """The model's values, by variable number, of one of clingo's."""
        sums = np.zeros(len(self.atoms) + 1, np.int64)
        np.cumsum(np.where(truths_of(found, self.atoms), self.weights, 0), out=sums[1:])
        at = sums[self.starts]
        least: NDArray[np.int64] = np.where(self.model.integer, self.model.lower, 0)
        values: NDArray[np.int64] = least + at[1:] - at[:-1]
        return values

    def with_writer(self, writer: PlainWriter) -> AnswerProgram:
        """The same atoms, about which another writer writes."""
        twin = copy(self)
        twin.writer = writer
        return twin

    def add_blocks(self, blocks: Sequence[Block]) -> None:
        """Rows in canonical form."""
        for block in blocks:
            guards = None if block.when is None else self.literals(block.when)
            match block.kind:
                case Kind.CLAUSE:
                    self._forbid(block.rows.starts, -self.literals(block.rows.literals), guards)
                case Kind.PARITY:
                    self._add_parities(block.rows.starts, self.literals(block.rows.literals), block.lo, guards)
                case Kind.CARDINALITY | Kind.LINEAR:
                    self._add_sums(block, guards)
                case _:
                    assert_never(block.kind)

    def add_clauses(self, starts: Column, literals: NDArray[np.int32]) -> None:
        """Clauses of the model's literals."""
        self._forbid(starts, -self.literals(literals), None)

    def add_objective(self, objective: Objective) -> None:
        """Minimise it. Its constant is left out."""
        ends = np.array([0, len(objective.literals)])
        _, literals, weights, _ = self._terms(ends, objective.literals, objective.coefs)
        literals, weights = np.where(weights < 0, -literals, literals), np.abs(weights)
        literals, weights = literals[weights > 0], weights[weights > 0]
        if int(weights.max(initial=0)) <= MOST:
            self.writer.minimise(0, literals, weights)
            return
        for priority, (digits, powers) in enumerate(split_sum(self.writer, literals, weights)):
            self.writer.minimise(priority, digits, powers)

    # ---- rows --------------------------------------------------------------------------------------------------

    def _order_steps(self, integers: Column) -> None:
        first, pairs = self.starts[integers], np.maximum(self.starts[integers + 1] - self.starts[integers] - 1, 0)
        low = concatenated_ranges(first, pairs)
        bodies = np.stack([-self.atoms[low], self.atoms[low + 1]], axis=1).ravel() if len(low) else self.atoms[:0]
        self.writer.write_rules(None, 2 * np.arange(len(low) + 1), bodies)

    def _forbid(self, starts: Column, bodies: Literals, guards: Literals | None) -> None:
        """Row by row, not all of these hold, if the guard does."""
        if guards is not None:
            bodies = np.insert(bodies, starts[:-1], guards)
            starts = starts + np.arange(len(starts))
        self.writer.write_rules(None, starts, bodies)

    def _terms(
        self, starts: Column, literals: NDArray[np.int32], coefs: Column
    ) -> tuple[Column, Literals, Column, Column]:
        """Rows of atoms: their starts, literals, weights, and what each row has on top of their sum. Integers are
        taken apart."""
        variables = np.abs(literals)
        is_integer = self.model.integer[variables]
        if not is_integer.any():
            return starts, self.literals(literals), coefs, np.zeros(len(starts) - 1, np.int64)
        counts = self.starts[variables + 1] - self.starts[variables]
        places, owners = (
            concatenated_ranges(self.starts[variables], counts),
            np.repeat(np.arange(len(literals)), counts),
        )
        least = np.concatenate([[0], np.cumsum(np.where(is_integer, coefs * self.model.lower[variables], 0))])
        ends = np.concatenate([[0], np.cumsum(counts)])[starts]
        signed = self.atoms[places] * np.sign(literals)[owners]
        return ends, signed, self.weights[places] * coefs[owners], least[starts[1:]] - least[starts[:-1]]

    def _add_sums(self, block: Block, guards: Literals | None) -> None:
        coefs = np.ones(len(block.rows.literals), np.int64) if block.coefs is None else block.coefs
        starts, literals, weights, least = self._terms(block.rows.starts, block.rows.literals, coefs)
        negative = np.concatenate([[0], np.cumsum(np.where(weights < 0, weights, 0))])[starts]
        shift = least + negative[1:] - negative[:-1]
        literals, weights = np.where(weights < 0, -literals, literals), np.abs(weights)
        running = np.concatenate([[0], np.cumsum(weights)])[starts]
        total, lo, hi = running[1:] - running[:-1], block.lo - shift, block.hi - shift
        self._forbid_sums(starts, literals, weights, hi + 1, total, guards)
        self._forbid_sums(starts, -literals, weights, total - lo + 1, total, guards)

    def _write_sides(self, literals: Literals, weights: Column, lo: int, hi: int) -> None:
        starts, total = np.array([0, len(literals)]), np.array([weights.sum()])
        self._forbid_sums(starts, literals, weights, np.array([hi + 1]), total, None)
        self._forbid_sums(starts, -literals, weights, total - lo + 1, total, None)

    def _forbid_sums(
        self,
        starts: Column,
        literals: Literals,
        weights: Column,
        bounds: Column,
        total: Column,
        guards: Literals | None,
    ) -> None:
        """Row by row, the weights of those that hold do not come to the bound, if the guard holds."""
        is_all, is_large = bounds == total, total > MOST
        for chosen in (is_all, (bounds < total) & ~is_large):
            if not chosen.any():
                continue
            ends, places = take_rows(starts, chosen)
            picked = None if guards is None else guards[chosen]
            if chosen is is_all:
                self._forbid(ends, literals[places], picked)
                continue
            heads = None if picked is None else self.writer.new_atoms(len(picked))
            self.writer.write_sums(heads, np.maximum(bounds[chosen], 0), ends, literals[places], weights[places])
            if heads is not None:
                self._forbid(np.arange(len(heads) + 1), heads, picked)
        for row in np.flatnonzero(is_large & (bounds < total)).tolist():
            terms = slice(starts[row], starts[row + 1])
            head = write_large_sum(self.writer, literals[terms], weights[terms], int(bounds[row]))
            self._forbid(np.array([0, 1]), head, None if guards is None else guards[row : row + 1])

    def _add_parities(self, starts: Column, literals: Literals, odd: Column, guards: Literals | None) -> None:
        lengths = np.diff(starts)
        single = lengths == 1
        if single.any():
            ends, places = take_rows(starts, single)
            signs = np.where(odd[single] == 1, -1, 1).astype(np.int32)
            self._forbid(ends, literals[places] * signs, None if guards is None else guards[single])
        ends, places = take_rows(starts, lengths > 1)
        if not len(places):
            return
        row, place, size = literals[places], segment_indices(np.diff(ends)), np.repeat(np.diff(ends), np.diff(ends))
        inner = (place > 0) & (place < size - 1)
        chain = row.copy()  # the sum modulo 2 of the literals up to here, except at the last
        chain[inner] = self.writer.new_atoms(int(inner.sum()))
        self.writer.choose(chain[inner])
        before = np.roll(chain, 1)
        self._equate_parities(np.stack([before[inner], row[inner], chain[inner]], axis=1))
        last = place == size - 1
        one, other, sign = before[last], row[last], np.where(odd[lengths > 1] == 1, 1, -1).astype(np.int32)
        picked = None if guards is None else guards[lengths > 1]
        for way in (1, -1):
            bodies = np.stack([way * one, way * sign * other], axis=1).astype(np.int32)
            self._forbid(2 * np.arange(len(bodies) + 1), bodies.ravel(), picked)

    def _equate_parities(self, triples: Literals) -> None:
        """Of each three literals, shape (n, 3), the last one is the sum of the others modulo 2."""
        signs = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], np.int32)
        bodies = (triples[:, None, :] * signs).reshape(-1, 3)
        self.writer.write_rules(None, 3 * np.arange(len(bodies) + 1), bodies.ravel())
