"""A finite automaton reads the numbers of each row in order, and accepts them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import exact_integers, freeze
from models.neutral.errors import ModelError
from models.neutral.global_rules.contract import RuleFault
from models.neutral.global_rules.number_rule import NumberRule


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Regular(NumberRule):
    """transitions: state, number that is read, next state, ascending, one for each pair of the first two, shape (t, 3)
    start: the first state
    accept: the states in which a row may end, ascending
    """

    kind: ClassVar[str] = "regular"
    transitions: NDArray[np.int64]
    start: int
    accept: NDArray[np.int64]

    @property
    def known_transitions(self) -> NDArray[np.int64]:
        """The transitions, shape (t, 3), also where there are none."""
        return self.transitions.reshape(-1, 3)

    def complaints(self, values: NDArray[np.int64]) -> Iterator[RuleFault]:
        """The judge: where the automaton cannot go on, or does not accept."""
        read, lengths = self.numbers.value_of(values), np.diff(self.starts)
        states, steps = np.full(self.rows, self.start), np.zeros(self.rows, np.int64)
        known = {(state, value): after for state, value, after in self.known_transitions.tolist()}
        for place in range(int(lengths.max(initial=0))):
            rows = np.flatnonzero((lengths > place) & (steps == place))
            before = np.stack([states[rows], read[self.starts[rows] + place]], axis=1)
            pairs, which = np.unique(before, axis=0, return_inverse=True)
            after = [known.get((state, value)) for state, value in pairs.tolist()]
            goes_on = np.array([state is not None for state in after], bool)[which.ravel()]
            states[rows] = np.array([state or 0 for state in after], np.int64)[which.ravel()]
            steps[rows[goes_on]] += 1
        is_stuck = steps < lengths
        for row in np.flatnonzero(is_stuck | ~np.isin(states, self.accept)).tolist():
            if is_stuck[row]:
                yield RuleFault(row, "numbers that the automaton reads", int(lengths[row]), int(steps[row]))
            else:
                yield RuleFault(row, "accepting states at the end", 1, 0)

    def check(self) -> None:
        """Raise ModelError where a state has two transitions for a number."""
        if self.transitions.size and (self.transitions.ndim != 2 or self.transitions.shape[1] != 3):
            raise ModelError("transitions: expected a state, a number, and the next state in each")
        if self.accept.ndim != 1:
            raise ModelError(f"accept: expected a list of states, found shape {self.accept.shape}")
        if type(self.start) is not int:
            raise ModelError(f"start: expected a state, an integer, found {self.start!r}")
        if len(np.unique(self.known_transitions[:, :2], axis=0)) < len(self.known_transitions):
            raise ModelError("transitions: a state has two for the same number")


def read_transitions(transitions: Any) -> NDArray[np.int64]:
    """As a record has them. Raises ModelError."""
    expected = "transitions: expected a mapping {(state, number): next state}"
    if not isinstance(transitions, Mapping):
        raise ModelError(f"{expected}, found {type(transitions).__name__}")
    for key, after in transitions.items():
        if not isinstance(key, tuple) or len(key) != 2:
            raise ModelError(f"{expected}, found the key {key!r}")
        for part in (*key, after):
            if isinstance(part, bool) or not isinstance(part, int | np.integer):
                raise ModelError(f"transitions: states and numbers are integers, found {part!r}")
    triples = [[int(part) for part in (*key, after)] for key, after in transitions.items()]
    known = exact_integers(triples, "transitions").reshape(-1, 3)
    return freeze(known[np.lexsort((known[:, 1], known[:, 0]))])


def read_states(states: Any, what: str, single: bool = False) -> NDArray[np.int64]:
    """States, ascending, each once. Raises ModelError."""
    given: Any = list(states) if isinstance(states, set | frozenset | range) else states
    known = exact_integers(given, what)
    if single and known.ndim:
        raise ModelError(f"{what}: expected one state, found shape {known.shape}")
    return freeze(np.unique(known))


RULE = Regular
