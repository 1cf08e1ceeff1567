"""How many moves to look ahead: assume a piece of the answer, propagate that many moves, and find a rule broken.

    moves   0   nothing to suppose: one rule or one clue at a time gives it all (`local_deductions`)
            1   a piece, and what each rule by itself says of it, leave some rule or clue that cannot be kept
            2   ... what each rule by itself says of that, too
            None  nothing is refuted any more, however far it is followed: two suppositions at once, or a guess

      . b 1      1 move: a lamp at a sees b and c, the only cells beside the clue of 1. So a is empty. For 2 moves the
      . a c      supposition must force another lamp first, and only what that one takes away breaks a rule.

After each refutation `local_deductions` goes on with what is learnt. More looking never concludes less, so the least
number of moves that suffices depends on neither the order of the suppositions nor on how the board lies. (A supposition
followed to the end is a failed literal of SAT solvers: Freeman 1995.) With one move, only pieces are supposed, not that
there is none: what is empty shows little by itself. From two on, both are.

The solvers that grade Simon Tatham's Light Up and Tents draw their lines in the same places: sets of cells one of which
must be a lamp, each ruled out by a lamp elsewhere; the places of a tree, or of a row's tents, that all exclude a cell.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from backends.reasons.knowledge import Knowledge
from backends.reasons.local_deductions import cannot_be_met, deduce_locally
from backends.reasons.row_table import RowTable, Values, propagate_row
from backends.reasons.trace import Reach


def measure_reach(rows: RowTable, clues: Iterable[int], both: bool = False, most: float = inf) -> Reach:
    """How far one gets. The rows must have exactly one solution. clues: rows, as numbers of the table; both: suppose
    for one move, too, that a piece is not there; most: look no further, and where that is not enough, `moves` is one
    more than it."""
    clues, knowledge = frozenset(clues), Knowledge(rows)
    deduce_locally(rows, knowledge, clues)
    open_count, moves, needed = len(knowledge.open_variables()), 1, 0
    while knowledge.open_variables():
        if moves > most:
            return Reach(open_count, moves)
        refuted, further = _round(rows, knowledge, clues, moves, both or moves > 1)
        if refuted:
            needed, moves = max(needed, moves), 1
        elif further:
            moves += 1
        else:
            return Reach(open_count, None)
    return Reach(open_count, needed)


def _round(rows: RowTable, knowledge: Knowledge, clues: frozenset[int], moves: int, both: bool) -> tuple[bool, bool]:
    """Suppose each open piece once, and learn what is refuted. Was any? Would looking further show more?"""
    refuted = further = False
    for x in knowledge.open_variables():
        for literal in (x, -x) if both else (x,):
            if knowledge.values[x]:
                break
            broken, more = probe_literal(rows, knowledge.values, clues, literal, moves)
            further |= more or not both
            if broken:
                refuted = True
                knowledge.learn((-literal,))
                deduce_locally(rows, knowledge, clues)
    return refuted, further


def probe_literal(rows: RowTable, values: Values, clues: frozenset[int], x: int, moves: int) -> tuple[bool, bool]:
    """Is a rule broken if x holds, so many moves ahead? Was something still to be followed? values are left as they
    were."""
    trail: list[int] = []
    try:
        return _probe(rows, values, clues, x, moves, trail)
    finally:
        for y in trail:
            values[y] = values[-y] = 0


def _probe(
    rows: RowTable, values: Values, clues: frozenset[int], x: int, moves: int, trail: list[int]
) -> tuple[bool, bool]:
    touched_rows: set[int] = set()
    front, fresh = 0, [x]
    for _ in range(moves + 1):
        if _propagate_translations(rows, values, fresh, trail):
            return True, False
        near = dict.fromkeys(r for y in trail[front:] for r in rows.occurrences[abs(y)] if rows.counted >> r & 1)
        front, fresh = len(trail), []
        touched_rows.update(near)
        for r in near:
            broken, forced, _because = propagate_row(rows, r, values)
            if broken:
                return True, False
            fresh += forced
        if not fresh:
            break
    return any(cannot_be_met(rows, values, clues, r) for r in touched_rows & clues), bool(fresh)


def _propagate_translations(rows: RowTable, values: Values, fresh: Iterable[int], trail: list[int]) -> bool:
    """Make these literals true, and what rows that only translate between answer and inner variables say of them;
    is one broken?"""
    first = len(trail)
    for y in fresh:
        if values[y] < 0:
            return True
        if not values[y]:
            _assign(values, y, trail)
    while first < len(trail):
        near = [r for r in rows.occurrences[abs(trail[first])] if not rows.counted >> r & 1]
        first += 1
        for r in near:
            broken, forced, _because = propagate_row(rows, r, values)
            if broken:
                return True
            for y in forced:
                _assign(values, y, trail)
    return False


def _assign(values: Values, y: int, trail: list[int]) -> None:
    values[y], values[-y] = 1, -1
    trail.append(y)
