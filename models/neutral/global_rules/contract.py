"""What a global rule is, and what a formulation of one is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from models.neutral.blocks import Block
from models.neutral.wording.phrases import Each

NATIVE = "native"  # the formulation that states no rows


@dataclass(frozen=True, slots=True)
class RuleFault:
    """Why an assignment breaks a rule.

    row: which row of the rule, from 0
    unit: what is counted
    expected, found: how many
    """

    row: int
    unit: str
    expected: int
    found: int


class GlobalRule(Protocol):
    """A rule that a model holds as a record.

    kind: its name in `registry`
    sentence: what it says
    by: the formulation
    blocks: the first block of the model that states it, and the one after the last
    arrays: the names of the variables that were declared for it
    of: what its rows are called; None where nothing is said
    """

    @property
    def kind(self) -> str: ...

    @property
    def sentence(self) -> str: ...

    @property
    def by(self) -> str: ...

    @property
    def blocks(self) -> tuple[int, int]: ...

    @property
    def arrays(self) -> tuple[str, ...]: ...

    @property
    def of(self) -> Each | None: ...

    @property
    def is_open(self) -> bool:
        """Whether no rows of the model state it."""
        ...

    @property
    def blocks_before(self) -> int:
        """How many blocks say a part of the rule before its formulation."""
        ...

    @property
    def rows(self) -> int:
        """How many rows it has."""
        ...

    @property
    def named(self) -> NDArray[np.int32]:
        """All literals and integers that stand in it."""
        ...

    def complaints(self, values: NDArray[np.int64]) -> Iterator[RuleFault]:
        """The judge: what an assignment, by variable number, breaks."""
        ...

    def renumbered(self, new: NDArray[np.int32]) -> Self:
        """The same rule where variable x is called new[x], a literal."""
        ...

    def placed(self, by: str, blocks: tuple[int, int], arrays: tuple[str, ...]) -> Self:
        """The same rule, stated by that formulation, in these blocks, with these variables."""
        ...

    def opened(self) -> Self:
        """The same rule without rows that state it."""
        ...

    @property
    def extent(self) -> str:
        """How large it is, in words: `a graph with 4 vertices and 6 edges`."""
        ...

    @property
    def remedy(self) -> str:
        """The argument by which rows state it."""
        ...


class Strength(Enum):
    """What unit propagation on the rows, in clauses, finds of what follows from the rule.

    DOMAIN    every value that no solution has is removed, whatever is known of the others
    BOUNDS    every least and greatest value that no solution has is removed, where solutions may use all values between
    WEAKER    less
    """

    DOMAIN = "domain consistent"
    BOUNDS = "bounds consistent"
    WEAKER = "weaker"


@dataclass(frozen=True, slots=True)
class Formulation:
    """A way to state a kind of rules as rows.

    name: for `by=`
    state: declares variables and states rows
    says: how, in one line
    source: author and year
    strength: what unit propagation finds
    unique: are the variables that it declares determined by the numbers of the rule?
    default: is it the one that is used where none is named?
    """

    name: str
    state: Callable[[StatingModel, Any], None]
    says: str
    source: str = ""
    strength: Strength = Strength.WEAKER
    unique: bool = True
    default: bool = False


class StatingModel(Protocol):
    """Variables, and those verbs of `models.neutral.model.Model` that formulations use."""

    @property
    def bools(self) -> Callable[..., NDArray[np.int32]]: ...

    @property
    def ints(self) -> Callable[..., NDArray[np.int32]]: ...

    @property
    def fresh_name(self) -> Callable[[str], str]: ...

    @property
    def any(self) -> Callable[..., None]: ...

    @property
    def true(self) -> Callable[..., None]: ...

    @property
    def at_most(self) -> Callable[..., None]: ...

    @property
    def between(self) -> Callable[..., None]: ...

    @property
    def exactly(self) -> Callable[..., None]: ...

    @property
    def linear(self) -> Callable[..., None]: ...

    @property
    def iff(self) -> Callable[..., None]: ...

    @property
    def stated_blocks(self) -> list[Block]: ...

    @property
    def domain_of(self) -> Callable[..., Any]: ...

    @property
    def equality_literals(self) -> Callable[..., NDArray[np.int32]]: ...

    @property
    def domain_values(self) -> Callable[..., tuple[NDArray[np.int64], NDArray[np.int64]]]: ...

    @property
    def number_bounds(self) -> Callable[..., tuple[NDArray[np.int64], NDArray[np.int64]]]: ...
