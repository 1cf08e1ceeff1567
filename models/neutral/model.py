"""The model: named arrays of variables, rules, at most one objective.

Variables are numbered 1, 2, 3, ... in the order of declaration; a Boolean is an integer with bounds 0..1 that may
also be used as a literal. The model is the one mutable object of the project, and only while it is built.
"""

from __future__ import annotations

from typing import Any, TypeAlias, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.neutral.blocks import Block, Kind, Objective
from models.neutral.door import EXACT, ModelError, check
from models.neutral.rows import Ints, Rows, RowsLike, from_lengths, prepend, rows_of

Bound: TypeAlias = "int | ArrayLike"
Shape: TypeAlias = "int | tuple[int, ...]"
MOST_VARIABLES = 2**31 - 1


class Scope(TypedDict, total=False):
    """Where a rule applies. when: guard literal(s), the row counts only if its guard holds; where: mask of rows."""

    when: Bound | None
    where: ArrayLike | None


class Model:
    """Rules over Boolean variables (and small integers), stated verb by verb. See `models.neutral`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.arrays: dict[str, NDArray[np.int32]] = {}
        self.blocks: list[Block] = []
        self.objective: Objective | None = None
        # Column 0 stands for "no variable", so that arrays by variable number need no shift.
        self._lower, self._upper, self._integer = (
            np.zeros(1, np.int64),
            np.zeros(1, np.int64),
            np.zeros(1, np.bool_),
        )

    # ---- variables ------------------------------------------------------------------------------------------

    def bools(self, name: str, shape: Shape) -> NDArray[np.int32]:
        """Declare Boolean variables; returns their numbers in that shape."""
        return self._declare(name, shape, 0, 1, integer=False)

    def ints(self, name: str, shape: Shape, lo: Bound, hi: Bound) -> NDArray[np.int32]:
        """Declare integers with lo <= value <= hi (one bound, or one each). For `linear` and `minimize` only."""
        return self._declare(name, shape, lo, hi, integer=True)

    @property
    def variables(self) -> int:
        """How many variables are declared; their numbers are 1..variables."""
        return len(self._lower) - 1

    @property
    def lower(self) -> NDArray[np.int64]:
        """Least value by variable number, shape (variables + 1,); entry 0 is not a variable."""
        return self._lower

    @property
    def upper(self) -> NDArray[np.int64]:
        """Largest value by variable number, shape (variables + 1,)."""
        return self._upper

    @property
    def integer(self) -> NDArray[np.bool_]:
        """True for integers, False for Booleans, by variable number, shape (variables + 1,)."""
        return self._integer

    @property
    def decisions(self) -> NDArray[np.int32]:
        """The numbers of all Boolean variables, ascending."""
        return np.flatnonzero(~self._integer[1:]).astype(np.int32) + 1

    def name_of(self, literal: int) -> str:
        """A literal in words: `tent[2,3]`, or `not tent[2,3]`."""
        for name, array in self.arrays.items():
            if array.size and array.flat[0] <= abs(literal) <= array.flat[-1]:
                place = np.unravel_index(abs(literal) - int(array.flat[0]), array.shape)
                label = f"{name}[{','.join(map(str, place))}]" if array.ndim else name
                return label if literal > 0 else f"not {label}"
        raise ModelError(f"literal {literal}: unknown variable, the model has {self.variables}")

    # ---- verbs ----------------------------------------------------------------------------------------------

    def any(self, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: at least one of its literals holds."""
        table = rows_of(rows)
        self._state(Kind.CLAUSE, sentence, table, 1, np.maximum(table.lengths, 1), **scope)

    def true(self, sentence: str, literals: Ints | int, **scope: Unpack[Scope]) -> None:
        """Each of the literals (any shape, one row each) holds."""
        self.any(sentence, np.asarray(literals).reshape(-1, 1), **scope)

    def at_most(self, k: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: at most k of its literals hold."""
        self._state(Kind.CARDINALITY, sentence, rows_of(rows), np.minimum(0, k), k, **scope)

    def at_least(self, k: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: at least k of its literals hold."""
        table = rows_of(rows)
        self._state(Kind.CARDINALITY, sentence, table, k, np.maximum(table.lengths, k), **scope)

    def exactly(self, k: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: exactly k of its literals hold."""
        self._state(Kind.CARDINALITY, sentence, rows_of(rows), k, k, **scope)

    def between(self, lo: Bound, hi: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: at least lo and at most hi of its literals hold."""
        self._state(Kind.CARDINALITY, sentence, rows_of(rows), lo, hi, **scope)

    def parity(self, odd: Bound, sentence: str, rows: RowsLike, **scope: Unpack[Scope]) -> None:
        """Each row: the number of its literals that hold is odd (odd = 1) or even (odd = 0)."""
        if not np.isin(odd, (0, 1)).all():
            raise ModelError(f"rule '{sentence}': parity must be 0 (even) or 1 (odd), found {odd!r}")
        self._state(Kind.PARITY, sentence, rows_of(rows), odd, odd, **scope)

    def linear(
        self,
        lo: Bound | None,
        hi: Bound | None,
        sentence: str,
        rows: RowsLike,
        coefs: Bound,
        **scope: Unpack[Scope],
    ) -> None:
        """Each row: lo <= sum of coefficient * value <= hi. A Boolean literal has the value 1 if it holds, else 0.

        `coefs` is one number, one per column of a matrix of rows, or one per literal in the table's order.
        None leaves a side open.
        """
        if isinstance(rows, np.ndarray) and rows.ndim == 2 and np.ndim(coefs) > 0:
            coefs = np.broadcast_to(np.asarray(coefs), rows.shape).ravel()
        self._state(Kind.LINEAR, sentence, rows_of(rows), lo, hi, coefs=coefs, **scope)

    def iff(self, sentence: str, literals: Ints | int, rows: RowsLike) -> None:
        """Literal i holds if and only if at least one literal of row i holds. (For "all": negate both.)"""
        heads, table = np.asarray(literals).ravel(), rows_of(rows)
        forward = prepend(-heads, table)
        backward = np.stack([np.repeat(heads, table.lengths), -table.literals], axis=1)
        lengths = np.concatenate([forward.lengths, np.full(len(backward), 2)])
        self.any(sentence, from_lengths(lengths, np.concatenate([forward.literals, backward.ravel()])))

    def minimize(self, sentence: str, literals: Ints, coefs: Bound = 1) -> None:
        """The objective: the least sum of coefficient * value over the literals (any shape). At most once."""
        if self.objective is not None:
            raise ModelError(f"minimize '{sentence}': the model already minimises '{self.objective.sentence}'")
        block = self._checked(
            Kind.LINEAR, sentence, rows_of(np.asarray(literals).reshape(1, -1)), None, None, coefs=coefs
        )
        assert block.coefs is not None
        self.objective = Objective(sentence, block.rows.literals, block.coefs)

    # ---- what the rules can reach -----------------------------------------------------------------------------

    def reach(self, block: Block) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The least and the largest sum each row can take, within the bounds of its variables, shape (rows,)."""
        at = np.minimum(np.abs(block.rows.literals), self.variables)  # unknown variables are refused later
        coefs = np.ones(len(at), np.int64) if block.coefs is None else block.coefs
        low, high = coefs * self._lower[at], coefs * self._upper[at]  # for -x the bounds 0..1 are the same
        return block.rows.sums(np.minimum(low, high)), block.rows.sums(np.maximum(low, high))

    def copy(self) -> Model:
        """A model that can be extended without changing this one; columns are shared, being read-only."""
        twin = Model(self.name)
        twin.arrays, twin.blocks, twin.objective = dict(self.arrays), list(self.blocks), self.objective
        twin._lower, twin._upper, twin._integer = self._lower, self._upper, self._integer
        return twin

    def __str__(self) -> str:
        from models.neutral.text import in_words

        return in_words(self)

    # ---- the door ---------------------------------------------------------------------------------------------

    def _declare(self, name: str, shape: Shape, lo: Bound, hi: Bound, *, integer: bool) -> NDArray[np.int32]:
        if name in self.arrays:
            raise ModelError(f"variables '{name}' are declared already")
        shape = tuple(map(int, shape)) if isinstance(shape, tuple) else (int(shape),)
        if min(shape, default=0) < 0:
            raise ModelError(f"variables '{name}': negative shape {shape}")
        size, first = int(np.prod(shape, dtype=object)), self.variables + 1
        if first + size > MOST_VARIABLES:
            raise ModelError(f"variables '{name}': {size} more would exceed {MOST_VARIABLES} variables")
        lower = np.broadcast_to(np.asarray(lo, np.int64), shape).ravel()
        upper = np.broadcast_to(np.asarray(hi, np.int64), shape).ravel()
        if (lower > upper).any() or max(np.abs(lower).max(initial=0), np.abs(upper).max(initial=0)) >= EXACT:
            raise ModelError(f"variables '{name}': bounds must satisfy lo <= hi and stay within 2^53")
        self._lower = np.concatenate([self._lower, lower])
        self._upper = np.concatenate([self._upper, upper])
        self._integer = np.concatenate([self._integer, np.full(size, integer)])
        numbers = np.arange(first, first + size, dtype=np.int32).reshape(shape)
        numbers.setflags(write=False)
        self.arrays[name] = numbers
        return numbers

    def _state(self, kind: Kind, sentence: str, rows: Rows, lo: Any, hi: Any, **more: Any) -> None:
        """Check a rule and keep it."""
        self.blocks.append(self._checked(kind, sentence, rows, lo, hi, **more))

    def _checked(
        self,
        kind: Kind,
        sentence: str,
        rows: Rows,
        lo: Bound | None,
        hi: Bound | None,
        coefs: Bound | None = None,
        when: Bound | None = None,
        where: ArrayLike | None = None,
    ) -> Block:
        """The rule as a block, if the language accepts it."""
        if not isinstance(sentence, str) or not sentence.strip():
            raise ModelError(f"{kind.value}: every rule needs a sentence, found {sentence!r}")
        label = f"rule '{sentence}'"
        weights = None if coefs is None else _column(coefs, len(rows.literals), f"{label}: coefs")
        zeros = np.zeros(len(rows), np.int64)
        least, most = self.reach(Block(kind, sentence, rows, zeros, zeros, zeros, weights))
        low = least if lo is None else _column(lo, len(rows), f"{label}: lo")
        high = most if hi is None else _column(hi, len(rows), f"{label}: hi")
        block = Block(
            kind,
            sentence,
            rows,
            np.minimum(low, high) if lo is None else low,  # an open side never contradicts the other
            np.maximum(low, high) if hi is None else high,
            np.arange(len(rows)),
            weights,
            None if when is None else _column(when, len(rows), f"{label}: when").astype(np.int32),
        )
        largest = np.maximum(np.abs(least), np.abs(most))
        if where is not None:
            mask = np.asarray(where)
            if mask.dtype != np.bool_ or mask.shape != (len(rows),):
                raise ModelError(f"{label}: where must be {len(rows)} truth values, one per row")
            block, largest = block.take(mask), largest[mask]
        check(block, self._integer, largest)
        return block


def _column(values: Any, length: int, what: str) -> NDArray[np.int64]:
    """One integer per row (or per literal): a number is repeated, anything that is not an integer refused."""
    array = np.asarray(values)
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise ModelError(f"{what}: expected integers, found {array.dtype} values such as {array.flat[0]}")
    if array.ndim and array.shape != (length,):
        raise ModelError(f"{what}: expected one number or {length} of them, found shape {array.shape}")
    return np.broadcast_to(array.astype(np.int64), (length,)).copy()
