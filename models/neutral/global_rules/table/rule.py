"""The numbers of each row are one of the tuples, or none of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import exact_integers, freeze
from models.neutral.errors import ModelError
from models.neutral.global_rules.contract import RuleFault
from models.neutral.global_rules.number_rule import NumberRule


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TableRule(NumberRule):
    """tuples: in ascending order, each once, shape (k, numbers of a row)
    allowed: are they allowed, or forbidden?
    """

    kind: ClassVar[str] = "table"
    tuples: NDArray[np.int64]
    allowed: bool

    @property
    def width(self) -> int:
        """How many numbers each row has."""
        return len(self.numbers) // self.rows if self.rows else self.tuples.shape[-1]

    @property
    def known_tuples(self) -> NDArray[np.int64]:
        """The tuples, shape (k, width), also where there are none of them."""
        return self.tuples.reshape(len(self.tuples), self.width)

    def complaints(self, values: NDArray[np.int64]) -> Iterator[RuleFault]:
        """The judge: is each row among the tuples?"""
        rows, k = self.numbers.value_of(values).reshape(self.rows, self.width), len(self.tuples)
        names = np.zeros(k + len(rows), np.int64)
        if self.width:
            both = np.concatenate([self.known_tuples, rows])
            names = np.unique(both, axis=0, return_inverse=True)[1].ravel()
        unit = "allowed tuples" if self.allowed else "forbidden tuples"
        for row in np.flatnonzero(np.isin(names[k:], names[:k]) != self.allowed).tolist():
            yield RuleFault(row, unit, int(self.allowed), int(not self.allowed))

    def check(self) -> None:
        """Raise ModelError where tuples and rows do not have the same length."""
        if type(self.allowed) is not bool:
            raise ModelError(f"allowed: expected True or False, found {self.allowed!r}")
        check_widths(self.tuples, np.diff(self.starts))


def read_tuples(tuples: Any, lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Tuples in ascending order, each once. lengths: of the rows. Raises ModelError."""
    given: Any = sorted(tuples) if isinstance(tuples, set | frozenset) else tuples
    known = exact_integers(given, "tuples")
    if known.size == 0 and known.ndim < 2:  # no tuples, of any width
        known = known.reshape(0, int(lengths[0]) if len(lengths) else 0)
    check_widths(known, lengths)
    return freeze(np.unique(known, axis=0) if known.shape[1] else known[:1])


def check_widths(tuples: NDArray[np.int64], lengths: NDArray[np.int64]) -> None:
    """Raise ModelError where tuples are no matrix, or rows do not have their length."""
    if tuples.size == 0 and tuples.ndim == 1:
        width = int(lengths[0]) if len(lengths) else 0
    elif tuples.ndim == 2:
        width = tuples.shape[1]
    else:
        raise ModelError(f"tuples: expected a matrix, one tuple per line, found shape {tuples.shape}")
    if (wrong := np.flatnonzero(lengths != width)).size:
        raise ModelError(f"tuples: they have {width} numbers, but row {wrong[0]} has {lengths[wrong[0]]}")


RULE = TableRule
