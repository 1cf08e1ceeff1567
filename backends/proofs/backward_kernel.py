"""The loops of the backward check (see `backward`), compiled by numba if it is installed.

A hint is the number 3 x + kind: clause x, the literal at position x of the lasting trail, or the candidate x of a RAT
check. `pool` holds those of all lemmas, those of lemma c from hint_starts[c] on.
"""

from __future__ import annotations

from typing import NamedTuple

from backends.proofs.propagation_kernel import (
    CORE,
    LENGTH,
    LIMIT,
    NONE,
    Bytes,
    Column,
    Starts,
    Store,
    assign,
    choose_watches,
    cut_trail,
    link_watches,
    propagate,
)
from rosetta.foundation.jit import jit

CLAUSE, LASTING, CANDIDATE = 0, 1, 2  # kinds of hints
POOLED = 2  # of `numbers`: hints in the pool
PROVED, REFUTED, FULL = 0, 1, 2  # FULL: no room in the pool; everything is as it was before the lemma


class HintTrace(NamedTuple):
    """What the check leaves for the LRAT proof. targets: by step, the clause that it deletes, or NONE; pivots: the
    first literal of each clause as it was written; before: by clause, how long the trail was when it came; needed: by
    position of the lasting trail; seen, chain, stack: work space.
    lasting_reasons: by position."""

    deletes: Bytes
    targets: Column
    pivots: Column
    before: Column
    needed: Bytes
    pool: Column
    hint_starts: Starts
    hint_counts: Column
    seen: Bytes
    chain: Column
    stack: Column
    lasting_reasons: Column


@jit
def encode(given: Column, starts: Starts, literals: Column, new_starts: Starts, last_clause: Column, first: int) -> int:
    """Clauses in the literals of the kernels, without repeats, from clause number `first` on; where they end.
    last_clause: by literal, -1 at the beginning."""
    end = new_starts[first]
    for c in range(len(starts) - 1):
        for i in range(starts[c], starts[c + 1]):
            x = given[i]
            literal = 2 * x if x > 0 else -2 * x + 1
            if last_clause[literal] != first + c:
                last_clause[literal] = first + c
                literals[end] = literal
                end += 1
        new_starts[first + c + 1] = end
    return int(end)


@jit
def hash_clause(literals: Column, first: int, end: int) -> int:
    """The same for all orders of a clause."""
    total, mixed = 0, 0
    for i in range(first, end):
        total = (total + literals[i] * 40503) & 0x3FFFFFFF
        mixed ^= (literals[i] * 9973) & 0x3FFFFFFF
    return total ^ mixed


@jit
def match_deletions(
    literals: Column,
    starts: Starts,
    formula: int,
    clauses: Column,
    deletes: Bytes,
    targets: Column,
    buckets: Column,
    links: Column,
    mark: Column,
) -> None:
    """For every step that deletes, the latest clause with these literals that is still there; NONE if there is none.

    literals, starts: the clauses of the formula, then of the steps; clauses: by step, the number of its lemma; buckets:
    NONE, of a size that is a power of two; links: by clause of the formula and step; mark: by literal, -1."""
    size = len(buckets) - 1
    for entry in range(len(starts) - 1):
        bucket = hash_clause(literals, starts[entry], starts[entry + 1]) & size
        step = entry - formula
        if step < 0 or not deletes[step]:
            links[entry], buckets[bucket] = buckets[bucket], entry
            continue
        for i in range(starts[entry], starts[entry + 1]):
            mark[literals[i]] = entry
        before, other = NONE, buckets[bucket]
        while other != NONE:
            same = starts[other + 1] - starts[other] == starts[entry + 1] - starts[entry]
            for i in range(starts[other], starts[other + 1]):
                same = same and mark[literals[i]] == entry
            if same:
                targets[step] = other if other < formula else clauses[other - formula]
                if before == NONE:
                    buckets[bucket] = links[other]
                else:
                    links[before] = links[other]
                break
            before, other = other, links[other]


@jit
def add_clause(s: Store, c: int) -> int:
    """Watch a clause; if it implies a literal, assign it. The clause if it is false, else NONE."""
    count = choose_watches(s, c)
    if count == 0:
        return c
    link_watches(s, c)
    first = s.literals[s.starts[c]]
    if count == 1 and s.values[first] == 0:
        assign(s, first, c)
    return NONE


@jit
def add_formula(s: Store, formula: int) -> int:
    """Watch all clauses of the formula and propagate; a clause that is false, or NONE."""
    for c in range(formula):
        found = add_clause(s, c)
        if found != NONE:
            return found
    return propagate(s, 0)


@jit
def replay_step(s: Store, t: HintTrace, step: int, clause: int) -> int:
    """One step forward; the clause that is false then, or NONE. clause: the number of the step's lemma.

    A clause that is the reason of a literal on the trail is not deleted."""
    if not t.deletes[step]:
        s.numbers[LIMIT] = clause + 1
        start = s.numbers[LENGTH]
        t.before[clause] = start
        found = add_clause(s, clause)
        return found if found != NONE else propagate(s, start)
    target = t.targets[step]
    if target != NONE:
        first = s.starts[target]
        for i in range(first, min(first + 2, s.starts[target + 1])):
            literal = s.literals[i]
            if s.values[literal] > 0 and s.reasons[literal >> 1] == target:
                t.targets[step] = NONE
                return NONE
        s.deleted[target] = 1
    return NONE


@jit
def replay_forward(s: Store, t: HintTrace, clauses: Column, step: int, until: int) -> tuple[int, int]:
    """Steps forward until a clause is false: the step behind, and that clause or NONE."""
    while step < until:
        found = replay_step(s, t, step, clauses[step])
        step += 1
        if found != NONE:
            return step, found
    return step, NONE


@jit
def relink(s: Store) -> None:
    """Make all lists anew, of the clauses that are there."""
    s.heads[:] = NONE
    for c in range(s.numbers[LIMIT]):
        if not s.deleted[c]:
            choose_watches(s, c)
            link_watches(s, c)


@jit
def need_literal(s: Store, t: HintTrace, variable: int) -> None:
    """The lasting literal of the variable is needed: its reason is in the core, and so is what that needs."""
    if t.needed[s.positions[variable]]:
        return
    t.needed[s.positions[variable]] = 1
    t.stack[0] = variable
    height = 1
    while height > 0:
        height -= 1
        reason = t.lasting_reasons[s.positions[t.stack[height]]]
        s.core[reason] = CORE
        for i in range(s.starts[reason], s.starts[reason + 1]):
            v = s.literals[i] >> 1
            if not t.needed[s.positions[v]]:
                t.needed[s.positions[v]] = 1
                t.stack[height] = v
                height += 1


@jit
def add_hint(s: Store, t: HintTrace, x: int, kind: int) -> None:
    """One more hint; the caller has looked that there is room."""
    t.pool[s.numbers[POOLED]] = 3 * x + kind
    s.numbers[POOLED] += 1


@jit
def meet_literals(s: Store, t: HintTrace, clause: int, lasting: int) -> int:
    """All variables of a clause are seen from now on; those of the lasting trail are needed, and become hints. How many
    of the others are new."""
    count = 0
    for i in range(s.starts[clause], s.starts[clause + 1]):
        v = s.literals[i] >> 1
        if t.seen[v]:
            continue
        t.seen[v] = 1
        if s.positions[v] < lasting:
            need_literal(s, t, v)
            add_hint(s, t, s.positions[v], LASTING)
        else:
            count += 1
    return count


@jit
def explain(s: Store, t: HintTrace, clause: int, lasting: int, implied: int) -> None:
    """Hints for what makes the clause false, but for the variable that it implies (0 if none): the lasting literals,
    the reasons in the order of the trail, then the clause. All of them are in the core."""
    s.core[clause] = CORE
    t.seen[implied] = 1
    count = meet_literals(s, t, clause, lasting)
    length, at = 0, s.numbers[LENGTH]
    while count > 0:
        at -= 1
        v = s.trail[at] >> 1
        if not t.seen[v] or v == implied:
            continue
        count -= 1
        reason = s.reasons[v]
        if reason != NONE:
            s.core[reason] = CORE
            t.chain[length] = reason
            length += 1
            count += meet_literals(s, t, reason, lasting)
    t.chain[length] = clause
    for i in range(length - 1, -1, -1):
        add_hint(s, t, t.chain[i], CLAUSE)
    add_hint(s, t, clause, CLAUSE)
    t.seen[implied] = 0
    for i in range(length + 1):
        for j in range(s.starts[t.chain[i]], s.starts[t.chain[i] + 1]):
            t.seen[s.literals[j] >> 1] = 0


@jit
def deny_literals(s: Store, t: HintTrace, clause: int, lasting: int, but: int) -> bool:
    """Assume that all literals of the clause are false, but one. Where one is true: the hints for it, and True."""
    for i in range(s.starts[clause], s.starts[clause + 1]):
        x = s.literals[i]
        if x == but or s.values[x] < 0:
            continue
        if s.values[x] == 0:
            assign(s, x ^ 1, NONE)
            continue
        v = x >> 1
        if s.positions[v] < lasting:
            need_literal(s, t, v)
            add_hint(s, t, s.positions[v], LASTING)
        elif s.reasons[v] != NONE:
            explain(s, t, s.reasons[v], lasting, v)
        return True  # without a hint where x and -x were both denied
    return False


@jit
def has_room(s: Store, t: HintTrace) -> bool:
    """Is there room for the hints of one more conflict? Every variable gives at most one."""
    return bool(s.numbers[POOLED] + len(s.trail) + 2 <= len(t.pool))


@jit
def check_lemma(s: Store, t: HintTrace, c: int) -> int:
    """Is the clause implied by unit propagation (RUP), or harmless on its pivot (RAT), given those before it?"""
    lasting, begin = s.numbers[LENGTH], s.numbers[POOLED]
    t.hint_starts[c] = begin
    verdict = FULL
    if has_room(s, t):
        verdict = PROVED
        if not deny_literals(s, t, c, lasting, NONE):
            found = propagate(s, lasting)
            if found != NONE:
                explain(s, t, found, lasting, 0)
            else:
                verdict = check_candidates(s, t, c, lasting)
    cut_trail(s, lasting)
    if verdict != PROVED:
        s.numbers[POOLED] = begin
    t.hint_counts[c] = s.numbers[POOLED] - begin
    return verdict


@jit
def check_candidates(s: Store, t: HintTrace, c: int, lasting: int) -> int:
    """RAT: with every clause that is there and denies the pivot, the lemma resolves to a clause that is RUP. The lemma
    is denied and propagated already. All clauses are looked at, since solvers hardly ever need this."""
    if s.starts[c] == s.starts[c + 1]:
        return REFUTED
    denied, base = t.pivots[c] ^ 1, s.numbers[LENGTH]
    for d in range(c):
        has_pivot = False
        if not s.deleted[d]:
            for i in range(s.starts[d], s.starts[d + 1]):
                has_pivot = has_pivot or s.literals[i] == denied
        if not has_pivot:
            continue
        if not has_room(s, t):
            return FULL
        add_hint(s, t, d, CANDIDATE)
        if not deny_literals(s, t, d, lasting, denied):
            found = propagate(s, base)
            if found == NONE:
                return REFUTED
            explain(s, t, found, lasting, 0)
        cut_trail(s, base)
    return PROVED


@jit
def begin_backward(s: Store, t: HintTrace, found: int, conflict: int, last: int) -> None:
    """The clause `found` is false on the lasting trail: its hints, as those of number `conflict`; then everything is as
    it was before lemma `last`. last: NONE if there is none."""
    for i in range(s.numbers[LENGTH]):
        t.lasting_reasons[i] = s.reasons[s.trail[i] >> 1]
    t.hint_starts[conflict] = s.numbers[POOLED]
    explain(s, t, found, s.numbers[LENGTH], 0)
    t.hint_counts[conflict] = s.numbers[POOLED] - t.hint_starts[conflict]
    if last != NONE:
        s.numbers[LIMIT] = last
        cut_trail(s, t.before[last])
        relink(s)


@jit
def check_backward(s: Store, t: HintTrace, clauses: Column, step: int, until: int) -> tuple[int, int]:
    """The steps before `step`, the last first, down to `until`: the steps that remain, and the verdict on the one that
    ended this. Where the verdict is not PROVED, the step of that lemma remains, too."""
    while step > until:
        if t.deletes[step - 1]:
            target = t.targets[step - 1]
            if target != NONE:
                s.deleted[target] = 0
                choose_watches(s, target)
                link_watches(s, target)
        else:
            c = clauses[step - 1]
            s.numbers[LIMIT] = c
            cut_trail(s, t.before[c])
            if s.core[c]:
                verdict = check_lemma(s, t, c)
                if verdict != PROVED:
                    return step, verdict
        step -= 1
    return step, PROVED
