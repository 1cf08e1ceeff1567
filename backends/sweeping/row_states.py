"""What a row has come to, after some of its variables have their values: a small number.

    0                 it holds, whatever else comes (or its guard fails, so that it need not)
    1                 it cannot hold, so that its guard must fail
    2 + 2n, 3 + 2n    the sum so far is n; the guard holds, or is still open

Sums start from what each variable adds at the least, so that none is negative.

A row whose sum can no longer leave its bounds is 0 at once, and one that can no longer enter them ends the state. So
"at most one" has two numbers, and a clause as well. Rows are read as they were stated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

import numpy as np

from models.neutral import Block, Kind, Model

HOLDS, BROKEN, FIRST = 0, 1, 2
DEAD = -1


@dataclass(frozen=True, slots=True, eq=False)
class RowStates:
    """A row in an order of its variables.

    variables: in that order, the guard's among them
    amounts: of each variable, what each of its values adds to the sum, from its least value on; 0 is the least of them
    guard: the place of the guard's variable among them, -1 for none; guard_value: the value with which the guard holds
    most_rest: what the variables from that place on add at the most; one more than there are places
    lo, hi: of the sum; is_parity: of the sum modulo 2, where both are 0 or 1
    """

    variables: tuple[int, ...]
    amounts: tuple[tuple[int, ...], ...]
    guard: int
    guard_value: int
    most_rest: tuple[int, ...]
    lo: int
    hi: int
    is_parity: bool

    @property
    def width(self) -> int:
        """Bits of its largest number."""
        reach = 1 if self.is_parity else self.most_rest[0]
        return (FIRST + 2 * reach + 1).bit_length()

    @property
    def kinds(self) -> int:
        """How many numbers it may have at a time, about."""
        if self.is_parity:
            return 2
        most = self.most_rest[0]
        return max(2, min(most, max(self.hi, 0) + 1, max(most - self.lo, 0) + 1) + 1)

    @property
    def is_dead(self) -> bool:
        """Can it not hold by itself, without a guard?"""
        return self.guard < 0 and self.settle(0, 0, False) == DEAD

    def after(self, place: int, value: int, number: int) -> int:
        """The number after the variable at that place, which gets its value-th value, where it was `number` before (at
        the first place: anything); DEAD if the row is broken."""
        if place == 0:
            total, is_open = 0, self.guard >= 0
        elif number == HOLDS:
            return HOLDS
        elif number == BROKEN:
            total, is_open = 0, True
        else:
            total, is_open = number - FIRST >> 1, bool(number & 1)
        if place == self.guard:
            if value != self.guard_value:
                return HOLDS
            is_open = False
        if place and number == BROKEN:
            return BROKEN if is_open else DEAD
        return self.settle(place + 1, total + self.amounts[place][value], is_open)

    def settle(self, place: int, total: int, is_open: bool) -> int:
        """The number of a row with that sum before that place. is_open: it has a guard without a value."""
        most = total + self.most_rest[place]
        if self.is_parity:
            total %= 2
            is_known = not self.most_rest[place]
            holds, fails = is_known and total == self.lo, is_known and total != self.lo
        else:
            holds, fails = self.lo <= total and most <= self.hi, most < self.lo or total > self.hi
        if holds:
            return HOLDS
        if fails:
            return BROKEN if is_open else DEAD
        return FIRST + 2 * total + is_open


def rows_in_order(model: Model, rank: dict[int, int]) -> Iterator[RowStates]:
    """Every row of the model, its variables by their rank."""
    lower, upper = model.lower.tolist(), model.upper.tolist()
    for block in model.blocks:
        for row in range(len(block)):
            yield _read_row(block, row, rank, lower, upper)


def variables_of_rows(model: Model) -> list[tuple[int, ...]]:
    """The variables of each row, guards included, each once, ascending."""
    found: list[tuple[int, ...]] = []
    for block in model.blocks:
        for row in range(len(block)):
            guard = [] if block.when is None else [abs(int(block.when[row]))]
            found.append(tuple(sorted({*np.abs(block.rows[row]).tolist(), *guard})))
    return found


def _read_row(block: Block, row: int, rank: dict[int, int], lower: list[int], upper: list[int]) -> RowStates:
    literals = block.rows[row].tolist()
    begin, end = block.rows.starts[row : row + 2]
    coefs = [1] * len(literals) if block.coefs is None else block.coefs[begin:end].tolist()
    times: dict[int, tuple[int, int]] = {}  # of each variable: its coefficient, and a constant
    for literal, coef in zip(literals, coefs, strict=True):
        factor, constant = times.get(abs(literal), (0, 0))
        times[abs(literal)] = (factor + coef, constant) if literal > 0 else (factor - coef, constant + coef)
    guard = 0 if block.when is None else int(block.when[row])
    named = sorted({*times, *([abs(guard)] if guard else [])}, key=rank.__getitem__)
    is_parity, amounts, least = _counts_modulo_2(block.kind), list[tuple[int, ...]](), 0
    for variable in named:
        factor, constant = times.get(variable, (0, 0))
        each = [factor * value + constant for value in range(lower[variable], upper[variable] + 1)]
        if is_parity:
            each = [amount % 2 for amount in each]
        least += min(each)
        amounts.append(tuple(amount - min(each) for amount in each))
    most_rest = [0]
    for added in reversed(amounts):
        most_rest.append(most_rest[-1] + max(added))
    lo, hi = int(block.lo[row]) - least, int(block.hi[row]) - least
    return RowStates(
        tuple(named),
        tuple(amounts),
        named.index(abs(guard)) if guard else -1,
        int(guard > 0),
        tuple(reversed(most_rest)),
        lo % 2 if is_parity else lo,
        hi % 2 if is_parity else hi,
        is_parity,
    )


def _counts_modulo_2(kind: Kind) -> bool:
    match kind:
        case Kind.PARITY:
            return True
        case Kind.CLAUSE | Kind.CARDINALITY | Kind.LINEAR:
            return False
        case _:
            assert_never(kind)
