"""A case: some numbers, a rule about them, and what the rule means."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model

RULE = "the rule holds"


@dataclass(frozen=True, slots=True)
class CaseNumber:
    """form: "choice", "integer" or "Boolean"; values: what it may be, ascending."""

    form: str
    values: tuple[int, ...]


def choice(*values: int) -> CaseNumber:
    """A choice of `Model.choices`."""
    return CaseNumber("choice", values)


def integer(*values: int) -> CaseNumber:
    """An integer of `Model.ints`; one with holes has a list of values."""
    return CaseNumber("integer", values)


BOOLEAN = CaseNumber("Boolean", (0, 1))


@dataclass(frozen=True, slots=True)
class RuleCase:
    """name: what is special
    numbers: those of the model
    state: states one rule about them: of the model, its numbers, and the formulation
    holds: the oracle: what the rule means, of the values of the numbers; also of values that they cannot have
    complete: gives values to variables of the model that the rule is about, besides the numbers
    """

    name: str
    numbers: tuple[CaseNumber, ...]
    state: Callable[[Model, list[Any], str], None]
    holds: Callable[[tuple[int, ...]], bool]
    complete: Callable[[Model, NDArray[np.int64]], None] = lambda model, assignment: None

    def model(self, by: str) -> tuple[Model, list[Any]]:
        """The model that states it by that formulation, and its numbers."""
        model = Model(self.name)
        numbers = [_declare(model, f"n{place}", number) for place, number in enumerate(self.numbers)]
        self.state(model, numbers, by)
        return model, numbers

    def varied(self, seed: int) -> RuleCase:
        """The same rule about numbers that may be other values, also just beyond those of the case."""
        stream = random.Random(f"{self.name} {seed}")
        return replace(self, numbers=tuple(_vary(number, stream) for number in self.numbers))

    def assignments(self) -> Iterator[tuple[int, ...]]:
        """All values of the numbers."""
        return product(*(number.values for number in self.numbers))

    def kept(self) -> set[tuple[int, ...]]:
        """Those that keep the rule, says the oracle."""
        return {values for values in self.assignments() if self.holds(values)}


def _vary(number: CaseNumber, stream: random.Random) -> CaseNumber:
    """Some of its values and those between and beside them; a Boolean stays as it is."""
    if number.form == "Boolean":
        return number
    pool = range(number.values[0] - 1, number.values[-1] + 2)
    values = stream.sample(pool, min(len(pool), stream.randint(1, max(2, len(number.values)))))
    return replace(number, values=tuple(sorted(values)))


def _declare(model: Model, name: str, number: CaseNumber) -> Any:
    if number.form == "Boolean":
        return model.bools(name, ())[()]
    if number.form == "choice":
        return model.choices(name, (), number.values)[()]
    low, high = number.values[0], number.values[-1]
    if len(number.values) == high - low + 1:
        return model.ints(name, (), low, high)[()]
    return model.ints(name, (), values=number.values)[()]


def assignment_of(model: Model, numbers: Sequence[Any], values: tuple[int, ...]) -> NDArray[np.int64]:
    """The numbers have these values, by variable number; what else there is, 0."""
    assignment = np.zeros(model.variables + 1, np.int64)
    for number, value in zip(numbers, values, strict=True):
        columns = model.number_columns([int(number)])
        assignment[np.abs(columns.refs[columns.refs != 0])] = value
        assignment[columns.literals] = columns.values == value
    return assignment


def values_of(model: Model, numbers: Sequence[Any], assignment: NDArray[np.int64]) -> tuple[int, ...]:
    """What the numbers are under an assignment."""
    return tuple(int(model.number_columns([int(number)]).value_of(assignment)[0]) for number in numbers)
