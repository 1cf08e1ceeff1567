"""What a model says of numbers, as JSON: choices, lists of values, literals of numbers, and the rules about numbers.

{"choices": [[name, shape, values]], "lists": [[first variable, last variable, values]],
 "added": [[name, "=", variables, values]], "ties": [numbers of blocks], "rules": [..]}

A model without numbers has none of this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import exact_integers, shape_of
from models.neutral.blocks import TIES, Block
from models.neutral.errors import ModelError
from models.neutral.numbers.choices import ChoiceArray
from models.neutral.numbers.domains import NumberLiterals


class NumberedModel(Protocol):
    """What is written of a model."""

    arrays: dict[str, NDArray[np.int32]]
    choice_arrays: list[ChoiceArray]
    value_lists: list[tuple[int, int, NDArray[np.int64]]]
    added: dict[str, NumberLiterals | None]

    @property
    def stated_blocks(self) -> list[Block]: ...

    @property
    def variables(self) -> int: ...

    @property
    def integer(self) -> NDArray[np.bool_]: ...

    def add_meaning(self, name: str, meant: NumberLiterals | None) -> None: ...


def numbers_json(model: NumberedModel) -> dict[str, Any]:
    """Choices, lists of values, and literals of numbers, as far as there are any."""
    told = {
        "choices": [[choice.name, list(choice.shape), choice.values.tolist()] for choice in model.choice_arrays],
        "lists": [[first, last, values.tolist()] for first, last, values in model.value_lists],
        "added": [[name, *_meaning_json(said)] for name, said in model.added.items()],
        "ties": [number for number, block in enumerate(model.stated_blocks) if block.graph == TIES],
    }
    return {key: part for key, part in told.items() if part}


def read_numbers_json(model: NumberedModel, document: Mapping[str, Any]) -> None:
    """Add what `numbers_json` wrote to a model that has its variables and rows. Raises ModelError."""
    for name, shape, values in document.get("choices", []):
        model.choice_arrays.append(_read_choices(model, name, shape, values))
    for first, last, values in document.get("lists", []):
        model.value_lists.append((int(first), int(last), exact_integers(values, "lists")))
    for name, *said in document.get("added", []):
        model.add_meaning(name, _read_meaning(model, name, *said))
    for number in document.get("ties", []):
        model.stated_blocks[number] = replace(model.stated_blocks[number], graph=TIES)


def _meaning_json(said: NumberLiterals | None) -> list[Any]:
    """What literals of numbers say; nothing of one that always holds."""
    return [] if said is None else [said.relation, said.variables.tolist(), said.values.tolist()]


def _read_choices(model: NumberedModel, name: Any, shape: Any, values: Any) -> ChoiceArray:
    """Choices whose literals are the array of that name."""
    allowed, sizes = exact_integers(values, "choices"), shape_of(tuple(shape), "choices")
    array = model.arrays.get(name)
    ascends = allowed.ndim == 1 and len(allowed) > 0 and (np.diff(allowed) > 0).all()
    if array is None or not ascends or array.shape != (*sizes, len(allowed)) or model.integer[array].any():
        raise ModelError(f"choices {name!r:.60}: expected Booleans of that name, one for each number and value")
    first = sum(map(len, model.choice_arrays))
    return ChoiceArray(name, first, sizes, allowed, array.reshape(-1, len(allowed)))


def _read_meaning(
    model: NumberedModel, name: Any, relation: str = "", variables: Any = (), values: Any = ()
) -> NumberLiterals | None:
    """What the literals of an array say: the relation, and a number and a value for each."""
    array = model.arrays.get(name)
    numbers, compared = exact_integers(variables, "literals"), exact_integers(values, "literals")
    fits = array is not None and (array.size == 1 if not relation else array.shape == numbers.shape == compared.shape)
    if array is None or relation not in ("", "=", ">=") or not fits or model.integer[array].any():
        raise ModelError(f"literals {name!r:.60}: expected Booleans, and a number and a value for each of them")
    if len(numbers) and not 1 <= numbers.min() <= numbers.max() <= model.variables:
        raise ModelError(f"literals {name!r:.60}: a number of another model")
    return NumberLiterals(relation, numbers, compared) if relation else None
