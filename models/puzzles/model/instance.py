"""A model, and what of it is an answer.

rosetta.Model     no labels               the values of each array, in its shape
a solver's file   labels "x1", "x2", ..   the value of each variable of the file: those with a label, which are the
                                          first ones; what reading the file added comes after them

A choice (`models.neutral.numbers`) is told by its value, and not by its literals: choice k of the model stands in
arrays as variable `variables + 1 + k` of a model without labels, and assignments here have values for these, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.neutral import Model
from models.neutral.arguments import integers
from models.neutral.completion import complete_values
from models.neutral.errors import FIRST_CHOICE
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.global_rules.rule_json import rule_json
from models.neutral.numbers.choices import ChoiceArray
from models.neutral.rows import literal_values
from models.puzzles.model.added_values import find_values
from rosetta.foundation.errors import InputError

ModelAnswer: TypeAlias = tuple[tuple[str, Any], ...]  # (name, value), or (name of an array, its values, nested)
VALUES = "values"  # the key of an answer in JSON
MOST_LISTED = 10  # names in a message


@dataclass(frozen=True, slots=True, eq=False)
class ModelInstance:
    """A model. projection: names of labels, or of arrays, by which answers are told apart, () for all; words: what
    variables mean, by their labels, where a file says so; description: what it says of itself; notes: how the file was
    understood; projected_by: the comment in the file that asks for the projection, "" where none does; file_format,
    content: of the solver's file that the model was read from, unpacked, "" and nothing where it was not."""

    model: Model
    projection: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    description: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    projected_by: str = ""
    file_format: str = ""
    content: bytes = field(default=b"", repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ModelInstance):
            return NotImplemented
        return (self.model is other.model or model_hash(self.model) == model_hash(other.model)) and (
            self.projection == other.projection
        )

    def __hash__(self) -> int:
        return hash((self.model.variables, self.projection))

    @property
    def answer_variables(self) -> Mapping[str, NDArray[np.int32]]:
        """What an answer tells: variables in their shape, by name."""
        labels = self.model.labels
        if not labels:
            stated = (name for rule in self.model.global_rules for name in rule.arrays)
            hidden = {*stated, *self.model.derived}
            choices = {choice.name: self._stand_in(choice) for choice in self.model.choice_arrays}
            arrays = self.model.arrays.items()
            return {name: choices.get(name, array) for name, array in arrays if name not in hidden}
        return dict(zip(labels, np.arange(1, len(labels) + 1, dtype=np.int32), strict=True))

    @property
    def variables(self) -> int:
        """How many variables there are but for those that reading a file added, which come after them."""
        return len(self.model.labels) or self.model.variables

    @property
    def is_told(self) -> NDArray[np.bool_]:
        """Which variables an answer tells, by number, shape (variables + 1,); not those that state a global rule."""
        told = np.zeros(self.model.variables + 1, np.bool_)
        if self.model.labels:  # perhaps a million
            told[1 : self.variables + 1] = True
            return told
        for name in self.answer_variables:
            told[self.model.arrays[name]] = True
        return told

    @property
    def following_arrays(self) -> frozenset[str]:
        """Those of the arrays that an answer tells, by name, that it need not tell: which soft rules it breaks."""
        places = (self.model.place_of(int(rule.broken[0])) for rule in self.model.soft_rules)
        return frozenset(place[0] for place in places if place is not None)

    @property
    def integer(self) -> NDArray[np.bool_]:
        """Which variables are no Booleans, also of those that stand for choices, by number."""
        choices = sum(map(len, self.model.choice_arrays))
        return np.concatenate([self.model.integer, np.ones(choices, np.bool_)]) if choices else self.model.integer

    def _stand_in(self, choice: ChoiceArray) -> NDArray[np.int32]:
        """What stands for choices in arrays here."""
        return choice.entries - np.int32(FIRST_CHOICE) + np.int32(self.model.variables + 1)

    def projected_variables(self, model: Model | None = None) -> NDArray[np.int32]:
        """The variables by which answers are told apart, sorted. model: one with other formulations of the rules, which
        numbers variables in its own way. Raises InputError for a name that is none."""
        own = self.model if model is None or self.model.labels else model
        if not self.projection and own is self.model:
            return np.flatnonzero(self.is_told).astype(np.int32)
        shown = self.answer_variables
        for name in self.projection:
            if name not in shown:
                raise InputError(f"no variable is called {name!r:.60}; there are {list_names(shown)}")
        named = shown if self.model.labels else own.arrays
        arrays = [np.atleast_1d(named[name]).ravel() for name in self.projection or shown]
        return np.unique(np.concatenate([np.zeros(0, np.int32), *arrays]))


def list_names(shown: Mapping[str, Any]) -> str:
    """The first names, for a message."""
    names = [name[:60] for name in shown]
    return ", ".join([*names[:MOST_LISTED], "..."] if len(names) > MOST_LISTED else names) or "none"


def count_noun(number: int, what: str) -> str:
    """`1 row`, `2,000 rows`."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def decode_answer(instance: ModelInstance, model: Model, values: NDArray[np.int64]) -> ModelAnswer:
    """The values of all that is shown. model: the instance's, or one with other formulations of its rules, which
    numbers variables in its own way."""
    if instance.model.labels:
        return tuple(zip(instance.model.labels, values[1 : instance.variables + 1].tolist(), strict=True))
    known, own = with_choices(model, values), ModelInstance(model)
    stand_ins = {choice.name: own._stand_in(choice) for choice in model.choice_arrays}
    shown = {name: stand_ins.get(name, model.arrays[name]) for name in instance.answer_variables}
    return tuple((name, as_tuples(known[array].tolist())) for name, array in shown.items())


def own_number(instance: ModelInstance, model: Model, variable: int) -> int:
    """The number in the instance of a variable of one of its models; as it is where the instance has no such one."""
    array, entry = model.place_of(variable) or ("", 0)
    own = instance.model.arrays.get(array)
    return int(own.flat[entry]) if own is not None and own.shape == model.arrays[array].shape else variable


def with_choices(model: Model, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The values of the variables of the model, and then those of its choices; of one of which nothing holds, a value
    that it cannot have."""
    parts = [values[: model.variables + 1]]
    for choice in model.choice_arrays:
        none = 0 if 0 not in choice.values else int(choice.values[0]) - 1
        holds = values[choice.literals] == 1
        parts.append(np.where(holds.any(axis=1), choice.values[holds.argmax(axis=1)], none))
    return np.concatenate(parts) if len(parts) > 1 else parts[0]


def assignment(instance: ModelInstance, answer: ModelAnswer) -> NDArray[np.int64]:
    """The values of an answer by variable number, shape (variables + choices + 1,); what it does not tell is 0. Raises
    InputError for another shape."""
    values = np.zeros(len(instance.integer), np.int64)
    given = dict(answer)
    for name, array in instance.answer_variables.items():
        if name not in given:
            if name in instance.following_arrays:
                continue
            raise InputError(f"expected values of {list_names(instance.answer_variables)}; found none of {name!r:.60}")
        if type(given[name]) is int and array.ndim == 0:
            values[array] = given[name]
            continue
        column = np.array(given[name], dtype=object)
        fits = column.shape == array.shape or column.size == array.size == 0
        other = [value for value in column.ravel().tolist() if type(value) is not int]
        if not fits or other:
            found = f"{other[0]!r:.40}" if fits else f"the shape {column.shape}"
            raise InputError(f"{name!r:.60}: expected whole numbers in the shape {array.shape}, found {found}")
        values[array.ravel()] = column.ravel().astype(np.int64)
    for choice in instance.model.choice_arrays:
        own = values[instance._stand_in(choice).ravel()]
        values[choice.literals] = own[:, None] == choice.values
    return values


def complete_assignment(instance: ModelInstance, answer: ModelAnswer) -> NDArray[np.int64]:
    """The assignment of an answer, shape (variables + 1,), with the variables that were added to those of the author (a
    product, a constant, what a violated clause costs, whether a sum is large): each follows from a row in which all
    others are known, or is found by trying, or is 0."""
    values, known = assignment(instance, answer)[: instance.model.variables + 1], instance.is_told
    for name in instance.following_arrays.difference(name for name, _ in answer):
        known[instance.model.arrays[name]] = False
    if known[1:].all():
        return values
    known = known.copy()
    literals = instance.model.literals_of_numbers(values)
    for meant, (array, holds) in zip(instance.model.added.values(), literals, strict=True):
        follows = np.ones(len(array), np.bool_) if meant is None else known[meant.variables]
        values[array[follows]], known[array[follows]] = holds[follows], True
    model = judged_model(instance)
    complete_values(model.stated_blocks, values, known)
    known[0] = True
    if not known.all():
        find_values(model.stated_blocks, model.lower, model.upper, values, known)
    return values


def judged_model(instance: ModelInstance) -> Model:
    """The model by which an answer is judged: global rules by their judges, as it tells nothing of their rows."""
    return instance.model.reopened() if instance.model.global_rules else instance.model


def values_of_literals(instance: ModelInstance, answer: ModelAnswer, literals: ArrayLike) -> NDArray[np.int64]:
    """The values of literals under an answer, in their shape. Raises InputError for one of another model."""
    at: NDArray[Any] = np.asarray(literals)
    at = integers(literals, "literals") if at.dtype.kind == "O" else at  # single numbers
    told, values = np.ones(len(instance.integer), np.bool_), assignment(instance, answer)
    told[: instance.model.variables + 1] = instance.is_told
    for array, holds in instance.model.literals_of_numbers(values):
        values[array], told[array] = holds, True
    if at.dtype.kind in "iu":
        at = np.where(at >= FIRST_CHOICE, at.astype(np.int64) - FIRST_CHOICE + instance.model.variables + 1, at)
    if at.dtype.kind not in "iu" or (np.abs(at) >= len(told)).any() or not told[np.abs(at)].all():
        raise InputError(f"expected variables of the model, numbered from 1 to {instance.variables}")
    return literal_values(values, at.astype(np.int32))


def model_hash(stated: Model) -> str:
    """A hash of all that the model says."""
    content = sha256()
    for name, array in stated.arrays.items():
        content.update(f"{name!r}{array.shape}".encode())
    if stated.labels:
        content.update("\n".join(stated.labels).encode())
    columns: list[NDArray[Any] | None] = [stated.lower, stated.upper, stated.integer]
    for kept in stated.global_rules:
        if isinstance(kept, NumberRule):
            content.update(json.dumps(rule_json(kept)).encode())
    for rule in stated.graph_rules:
        content.update(f"{rule.by}{rule.sentence!r}{rule.cycle}".encode())
        columns += [rule.on, rule.edges, rule.links, rule.roots]
    for block in stated.stated_blocks:
        content.update(f"{block.kind.value}{block.sentence!r}{len(block)}".encode())
        columns += [block.rows.starts, block.rows.literals, block.lo, block.hi, block.coefs, block.when]
    if stated.objective is not None:
        columns += [stated.objective.literals, stated.objective.coefs]
    for column in columns:
        content.update(b"none" if column is None else f"{column.dtype}{column.size}:".encode() + column.tobytes())
    return content.hexdigest()


def as_tuples(values: Any) -> Any:
    """Arrays and nested lists as nested tuples."""
    if isinstance(values, np.ndarray | np.generic):
        values = values.tolist()
    return tuple(map(as_tuples, values)) if isinstance(values, list | tuple) else values
