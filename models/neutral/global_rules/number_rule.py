"""What rules about numbers share: rows of numbers, as columns, and how they are stated, kept and renumbered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.contract import NATIVE, RuleFault
from models.neutral.numbers.columns import NumberColumns
from models.neutral.wording.phrases import Each


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NumberRule:
    """Rows of numbers, each of which keeps the rule.

    Further fields of a kind are arrays of integers, integers, truth values, or None: so every kind is written to files,
    and compared, by the same code.

    sentence: what it says
    numbers: those of all rows, one after the other
    starts: row r has the numbers from starts[r] to starts[r + 1], shape (rows + 1,)
    by, blocks, arrays, of: as of every global rule
    """

    kind: ClassVar[str] = ""
    sentence: str
    numbers: NumberColumns
    starts: NDArray[np.int64]
    by: str
    blocks: tuple[int, int] = (0, 0)
    arrays: tuple[str, ...] = ()
    of: Each | None = None

    @property
    def is_open(self) -> bool:
        """Whether no rows of the model state it."""
        return self.by == NATIVE

    @property
    def blocks_before(self) -> int:
        """No block says a part of it before its formulation."""
        return 0

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return len(self.starts) - 1

    @property
    def owners(self) -> NDArray[np.int64]:
        """The row of each number, shape (numbers,)."""
        return np.repeat(np.arange(self.rows), np.diff(self.starts))

    @property
    def named(self) -> NDArray[np.int32]:
        """All literals and integers that stand in it."""
        return self.numbers.named

    def row_values(self, values: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """The values of the numbers of each row, under an assignment."""
        return np.split(self.numbers.value_of(values), self.starts[1:-1]) if self.rows else []

    def complaints(self, values: NDArray[np.int64]) -> Iterator[RuleFault]:
        """The judge: what an assignment, by variable number, breaks."""
        for row, own in enumerate(self.row_values(values)):
            if (fault := self.judge_row(row, own)) is not None:
                yield RuleFault(row, *fault)

    def judge_row(self, row: int, own: NDArray[np.int64]) -> tuple[str, int, int] | None:
        """What is counted, the number expected, and the number found, where the values of a row break the rule."""
        raise NotImplementedError

    def renumbered(self, new: NDArray[np.int32]) -> Self:
        """The same rule where variable x is called new[x], a literal."""
        return replace(self, numbers=self.numbers.renumbered(new))

    def placed(self, by: str, blocks: tuple[int, int], arrays: tuple[str, ...]) -> Self:
        """The same rule, stated by that formulation, in these blocks, with these variables."""
        return replace(self, by=by, blocks=blocks, arrays=arrays)

    def opened(self) -> Self:
        """The same rule without rows that state it."""
        return replace(self, by=NATIVE, blocks=(0, 0), arrays=())

    @property
    def extent(self) -> str:
        """How large it is, in words."""
        rows, numbers = self.rows, len(self.numbers)
        return f"{rows} row{'' if rows == 1 else 's'} with {numbers} number{'' if numbers == 1 else 's'}"

    @property
    def own_fields(self) -> dict[str, Any]:
        """What its kind says beside the numbers, by name."""
        shared = {each.name for each in fields(NumberRule)}
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name not in shared}

    def check(self) -> None:
        """Raise ModelError where its own fields do not fit its rows."""

    @property
    def remedy(self) -> str:
        """The argument by which rows state it."""
        return "another `by`"

    def name_of_row(self, row: int) -> str:
        """`rank 8`, where its words say so; else `row 7`, counted from 0."""
        return f"row {row}" if self.of is None else self.of.word(row)
