"""What is known of the places of a scene, from what is known of the variables of a model.

A place has some variables, and each of its steps is one way to set them. Where only one way is left, the place has that
step: of `no bridge`, `1 bridge`, `2 bridges` two are left once it is known that there is a bridge, and one once it is
known that there is no second one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from backends.reasons.row_table import Values

Mark: TypeAlias = tuple[int, int]
"""A place and its step."""
StepValues: TypeAlias = Sequence[Sequence[int] | None]
"""By step the values of a place's variables, None for a step that says nothing of them."""


class KnownPlaces:
    """The steps that are known.

    variables: of each place. kinds: the ways to set them, by kind of place; kind_of: the kind of each place.
    """

    def __init__(self, variables: Sequence[Sequence[int]], kind_of: Sequence[int], kinds: Sequence[StepValues]) -> None:
        self.variables, self.ways = variables, [kinds[kind] for kind in kind_of]
        self.places_of: dict[int, list[int]] = defaultdict(list)
        for place, each in enumerate(variables):
            for x in each:
                self.places_of[abs(x)].append(place)
        self.steps = [0] * len(variables)

    def learn(self, literals: Iterable[int], values: Values) -> list[Mark]:
        """The places whose step is known now and was not before, with it. literals: what was learned; values: all that
        is known, with them."""
        touched = sorted({place for x in literals for place in self.places_of.get(abs(x), ())})
        marks = []
        for place in touched:
            step = 0 if self.steps[place] else self._only_step(place, values)
            if step:
                self.steps[place] = step
                marks.append((place, step))
        return marks

    def _only_step(self, place: int, values: Values) -> int:
        """The only step that is left, 0 if there are several."""
        known = [values[x] for x in self.variables[place]]
        left = [
            step
            for step, way in enumerate(self.ways[place])
            if way is not None
            and all(not value or (value > 0) == (wanted > 0) for value, wanted in zip(known, way, strict=True))
        ]
        return left[0] if len(left) == 1 else 0
