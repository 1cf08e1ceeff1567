"""The rows of a model as lists, and what each row implies by itself.

    exactly 2 of a b c d      a is known, c is known not to be   ->   says nothing
                              a and b are known                  ->   neither c nor d, because of a and b
                              a and c are known not to be        ->   b and d, because of a and c
                              a, b and c are known               ->   cannot be kept, because of all three

Values are a list indexed by literal: 1 true, -1 false, 0 open. It has 2v + 1 entries, so that -x counts from its end.
Explanations are for people, so boards are small, and Python lists beat arrays on rows of a dozen literals.

    exactly 2 of a b c d      when e: with e known to hold, the same, and because of e
    when e                    a, b and c are known, e is not           ->   not e, because of all three

Rows with integers say nothing here (they are opaque): `selector_solver` knows them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral import Kind, Model
from models.neutral.blocks import NO_GRAPH, TIES, Block

COUNT, ODD, WEIGHED, OPAQUE, GUARDED = range(5)
Values: TypeAlias = list[int]
Place: TypeAlias = tuple[int, int]
"""Block and row within it, both from 0."""
RowPropagation: TypeAlias = tuple[bool, list[int], list[int]]
"""Can the row not be kept any more? The literals that it makes true. The true literals that this rests on."""


@dataclass(frozen=True, slots=True, eq=False)
class RowTable:
    """All rows in one numbering. holding: the rows of each variable that are not opaque; answer: by variable, is it
    part of the answer; counted: bit mask of the rows that count as steps of thought. The others only say what one
    literal of the answer means in terms of inner variables (a tent and the trees that may own it), or of a number.
    guards: of guarded rows that are not opaque, the guard, and the kind of the row if it holds."""

    kinds: list[int]
    literals: list[list[int]]
    lo: list[int]
    hi: list[int]
    coefs: list[list[int] | None]
    places: list[Place]
    occurrences: list[list[int]]
    answer: list[bool]
    counted: int
    guards: dict[int, tuple[int, int]]

    def __len__(self) -> int:
        return len(self.kinds)

    def open_values(self) -> Values:
        """Every variable open."""
        return [0] * (2 * len(self.answer) - 1)

    def weight(self, mask: int) -> int:
        """How many of these rows count."""
        return (mask & self.counted).bit_count()


def row_table(model: Model, answer: NDArray[np.int32]) -> RowTable:
    """The rows of the model; answer: the variables that are the answer."""
    is_answer = [False] * (model.variables + 1)
    for x in answer.ravel().tolist():
        is_answer[x] = True
    table = RowTable([], [], [], [], [], [], [[] for _ in is_answer], is_answer, 0, {})
    counted = 0
    for i, block in enumerate(model.blocks):
        kind, guards = _kind(block.kind), [] if block.when is None else block.when.tolist()
        lists: Any = np.split(block.rows.literals, block.rows.starts[1:-1])
        coefs: Any = None if block.coefs is None else np.split(block.coefs, block.rows.starts[1:-1])
        for r in range(len(block)):
            literals = lists[r].tolist()
            opaque = bool(model.integer[np.abs(lists[r])].any())
            named = [*literals, *guards[r : r + 1]]
            if _is_counted(model, block, [is_answer[abs(x)] for x in named]):
                counted |= 1 << len(table)
            if not opaque:
                for x in named:
                    table.occurrences[abs(x)].append(len(table))
            if guards and not opaque:
                table.guards[len(table)] = guards[r], kind
            table.kinds.append(OPAQUE if opaque else GUARDED if guards else kind)
            table.literals.append(literals)
            table.lo.append(int(block.lo[r]))
            table.hi.append(len(literals) if block.kind is Kind.CLAUSE else int(block.hi[r]))
            table.coefs.append(None if coefs is None else coefs[r].tolist())
            table.places.append((i, r))
    return RowTable(**{**{name: getattr(table, name) for name in RowTable.__slots__}, "counted": counted})


def _is_counted(model: Model, block: Block, is_answer: list[bool]) -> bool:
    """Is a row a rule to a person, and not what ties one variable of the answer to others? is_answer: of each variable
    in it."""
    of_author = bool(model.choice_arrays) and block.graph == NO_GRAPH
    is_translation = sum(is_answer) == 1 and len(is_answer) > 1 and not of_author
    return not is_translation and block.graph != TIES


def _kind(kind: Kind) -> int:
    match kind:
        case Kind.CLAUSE | Kind.CARDINALITY:
            return COUNT
        case Kind.PARITY:
            return ODD
        case Kind.LINEAR:
            return WEIGHED
        case _:
            assert_never(kind)


def propagate_row(rows: RowTable, r: int, values: Values) -> RowPropagation:
    """What row r says by itself: all of it, but of a weighted row only what its bounds say."""
    kind = rows.kinds[r]
    if kind == OPAQUE:
        return False, [], []
    if kind != GUARDED:
        return _propagate_literals(rows, r, kind, values)
    guard, kind = rows.guards[r]
    if values[guard] < 0:
        return False, [], []
    broken, forced, because = _propagate_literals(rows, r, kind, values)
    if values[guard] > 0:
        return broken, forced, [*because, guard] if broken or forced else []
    return False, [-guard] if broken else [], because if broken else []


def _propagate_literals(rows: RowTable, r: int, kind: int, values: Values) -> RowPropagation:
    """What the row says whose guard, if any, holds."""
    true: list[int] = []
    false: list[int] = []
    free: list[int] = []
    for x in rows.literals[r]:
        value = values[x]
        (true if value > 0 else false if value < 0 else free).append(x)
    if kind == COUNT:
        return _propagate_count(rows.lo[r], rows.hi[r], true, false, free)
    if kind == ODD:
        fixed = [*true, *(-x for x in false)]
        missing = (rows.lo[r] - len(true)) % 2
        if not free:
            return bool(missing), [], fixed if missing else []
        return False, [free[0] if missing else -free[0]] if len(free) == 1 else [], fixed
    return _propagate_weighted(rows, r, values, [*true, *(-x for x in false)])


def _propagate_count(lo: int, hi: int, true: list[int], false: list[int], free: list[int]) -> RowPropagation:
    if len(true) > hi:
        return True, [], true
    if len(true) + len(free) < lo:
        return True, [], [-x for x in false]
    if free and len(true) == hi:
        return False, [-x for x in free], true
    if free and len(true) + len(free) == lo:
        return False, free, [-x for x in false]
    return False, [], []


def _propagate_weighted(rows: RowTable, r: int, values: Values, fixed: list[int]) -> RowPropagation:
    coefs = rows.coefs[r] or []
    least = most = 0
    for x, c in zip(rows.literals[r], coefs, strict=True):
        if values[x] > 0:
            least, most = least + c, most + c
        elif values[x] == 0:
            least, most = least + min(c, 0), most + max(c, 0)
    lo, hi = rows.lo[r], rows.hi[r]
    if least > hi or most < lo:
        return True, [], fixed
    forced = []
    for x, c in zip(rows.literals[r], coefs, strict=True):
        if values[x] == 0 and c and (least + abs(c) > hi or most - abs(c) < lo):
            # the end of the reach from which the literal cannot leave decides its value
            holds = (c < 0) if least + abs(c) > hi else (c > 0)
            forced.append(x if holds else -x)
    return False, forced, fixed
