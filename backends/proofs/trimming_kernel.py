"""The loop that writes what a backward check used as an LRAT proof; compiled by numba (see `backward`).

In the order of the proof: each lemma of the core; then the literals of the lasting trail that it implied and that are
needed, as unit clauses, so that no hint has to derive them again; deletions of clauses that are there.
"""

from __future__ import annotations

from typing import NamedTuple

from backends.proofs.backward_kernel import CANDIDATE, CLAUSE, HintTrace
from backends.proofs.propagation_kernel import NONE, Bytes, Column, Starts, Store
from rosetta.foundation.jit import jit

STEPS, LITERALS, HINTS, ID = 0, 1, 2, 3  # of `sizes`: how much is written, and the last ID


class LratColumns(NamedTuple):
    """Columns of `Lrat`, of any length in a first run that only counts. clause_ids, literal_ids: the ID of a clause, of
    a literal of the lasting trail; 0 if it is not there."""

    ids: Starts
    deletes: Bytes
    literals: Column
    starts: Starts
    hints: Starts
    hint_starts: Starts
    clause_ids: Starts
    literal_ids: Starts
    sizes: Starts


@jit
def write_literal(w: LratColumns, writing: bool, literal: int) -> None:
    """One literal of the step's clause."""
    if writing:
        w.literals[w.sizes[LITERALS]] = literal >> 1 if literal & 1 == 0 else -(literal >> 1)
    w.sizes[LITERALS] += 1


@jit
def write_hint(w: LratColumns, writing: bool, hint: int) -> None:
    """One hint of the step."""
    if writing:
        w.hints[w.sizes[HINTS]] = hint
    w.sizes[HINTS] += 1


@jit
def end_step(w: LratColumns, writing: bool, deletes: bool) -> None:
    """The step has all of its literals and hints."""
    step = w.sizes[STEPS]
    if not deletes:
        w.sizes[ID] += 1
    if writing:
        w.ids[step], w.deletes[step] = w.sizes[ID], deletes
        w.starts[step + 1], w.hint_starts[step + 1] = w.sizes[LITERALS], w.sizes[HINTS]
    w.sizes[STEPS] += 1


@jit
def write_chain(s: Store, t: HintTrace, w: LratColumns, writing: bool, c: int) -> None:
    """The hints of lemma c; the candidates that are not there are left out, with what follows them."""
    is_there = True
    for i in range(t.hint_starts[c], t.hint_starts[c] + t.hint_counts[c]):
        x, kind = t.pool[i] // 3, t.pool[i] % 3
        if kind == CANDIDATE:
            is_there = w.clause_ids[x] != 0
        if not is_there:
            continue
        if kind == CANDIDATE:
            write_hint(w, writing, -w.clause_ids[x])
        elif kind == CLAUSE:
            write_hint(w, writing, w.clause_ids[x])
        else:
            write_hint(w, writing, w.literal_ids[x])


@jit
def write_units(
    s: Store, t: HintTrace, w: LratColumns, writing: bool, trail: Column, places: Column, begin: int, end: int
) -> None:
    """The literals of the lasting trail from `begin` on that are needed. places: by variable, its position there."""
    for position in range(begin, end):
        if not t.needed[position]:
            continue
        reason = t.lasting_reasons[position]
        if s.starts[reason + 1] - s.starts[reason] == 1:
            w.literal_ids[position] = w.clause_ids[reason]
            continue
        write_literal(w, writing, trail[position])
        for i in range(s.starts[reason], s.starts[reason + 1]):
            if s.literals[i] != trail[position]:
                write_hint(w, writing, w.literal_ids[places[s.literals[i] >> 1]])
        write_hint(w, writing, w.clause_ids[reason])
        end_step(w, writing, False)
        w.literal_ids[position] = w.sizes[ID]


@jit
def write_lemma(s: Store, t: HintTrace, w: LratColumns, writing: bool, c: int) -> None:
    """A lemma of the core, its pivot first."""
    if s.starts[c] < s.starts[c + 1]:
        write_literal(w, writing, t.pivots[c])
    for i in range(s.starts[c], s.starts[c + 1]):
        if s.literals[i] != t.pivots[c]:
            write_literal(w, writing, s.literals[i])
    write_chain(s, t, w, writing, c)
    end_step(w, writing, False)
    w.clause_ids[c] = w.sizes[ID]


@jit
def write_proof(
    s: Store,
    t: HintTrace,
    w: LratColumns,
    writing: bool,
    clauses: Column,
    steps: int,
    trail: Column,
    places: Column,
    formula: int,
) -> None:
    """The first steps of the proof, as far as the core goes, then the empty clause. trail: the lasting one."""
    for c in range(formula):
        w.clause_ids[c] = c + 1
    w.sizes[ID] = formula
    done = 0
    for step in range(steps):
        if not t.deletes[step]:
            c = clauses[step]
            write_units(s, t, w, writing, trail, places, done, t.before[c])
            done = t.before[c]
            if s.core[c]:
                write_lemma(s, t, w, writing, c)
        elif t.targets[step] != NONE and w.clause_ids[t.targets[step]] != 0:
            write_hint(w, writing, w.clause_ids[t.targets[step]])
            end_step(w, writing, True)
    write_units(s, t, w, writing, trail, places, done, len(trail))
    write_chain(s, t, w, writing, len(t.hint_starts) - 1)
    end_step(w, writing, False)
