"""The model that is explained, of a model with numbers: every number has a literal for each value that it may have.

    an integer               stands beside Booleans, one for each value, as a choice does; rows name these
    a sum of integers        is written over "at least" literals, so that its bounds follow from what is known of them
    a global rule            is stated by the default formulation of its kind, which reads best

It has the same solutions. The literals of values are the answer, so that steps conclude what a number is, or is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.neutral.errors import FIRST_CHOICE
from models.neutral.global_rules.contract import GlobalRule
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.global_rules.registry import kind_of
from models.neutral.numbers.choices import ChoiceArray
from models.neutral.numbers.columns import NumberColumns
from models.neutral.numbers.domains import ALWAYS
from models.neutral.wording.phrases import Each, each
from models.neutral.wording.word_columns import describe_cell
from models.puzzles.model.instance import ModelInstance
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.numbers.value_sums import write_sums

PLACED, CELL_WORDS = "{place} is {value}", "{cell} is {value}"
MOST_VALUES = 200  # of an integer, for each of which there is a literal
MOST_LITERALS = 20_000  # of all integers


@dataclass(frozen=True, slots=True, eq=False)
class NumberPlace:
    """A number as people know it.

    name: `R1C2`, `queen[3]`
    array: in which it stands; shape: of that; index: its place there
    variable: of an integer; 0 for a choice
    """

    name: str
    array: str
    shape: tuple[int, ...]
    index: tuple[int, ...]
    variable: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class ExplainedNumbers:
    """model: what is explained; answer: its variables that are to be known, sorted; places: of its choices, by
    number."""

    model: Model
    answer: NDArray[np.int32]
    places: tuple[NumberPlace, ...]


def number_model(question: Question, model: Model) -> ExplainedNumbers | None:
    """The model that is explained; None where it has neither choices nor literals of numbers, or too many values."""
    instance = question.instance
    if not isinstance(instance, ModelInstance) or not has_numbers(model):
        return None
    chosen = instance.projected_variables(model)
    integers = chosen[model.integer[chosen]]
    sizes = model.upper[integers] - model.lower[integers] + 1
    if len(sizes) and (sizes.max() > MOST_VALUES or sizes.sum() > MOST_LITERALS):
        return None
    explained = model.copy()
    _tell_boards_apart(explained, integers)
    _state_by_default(explained)
    known = len(explained.choice_arrays)
    new = _add_values(explained, integers)
    blocks = list(write_sums(explained, integers))
    new = np.append(new, np.arange(len(new), explained.variables + 1, dtype=np.int32))  # what sums have declared
    added = explained.choice_arrays[known:]
    variables = [x for x in integers.tolist() if model.lower[x] < model.upper[x]]
    stand_ins = dict(zip(variables, added, strict=True))
    rules = [_over_choices(rule.renumbered(new), stand_ins) for rule in explained.global_rules]
    explained.blocks = [block.renumbered(new) for block in blocks]
    explained.global_rules, explained.objective = rules, None
    literals = [choice.literals.ravel() for choice in added]
    answer = np.concatenate([chosen[~model.integer[chosen]], *literals])
    places = (*_places_of_choices(explained, known), *(_place_of_integer(explained, x) for x in variables))
    return ExplainedNumbers(explained, np.sort(answer).astype(np.int32), places)


def has_numbers(model: Model) -> bool:
    """Has the model choices, literals of numbers, or rules about numbers?"""
    return bool(model.choice_arrays or model.added or any(isinstance(rule, NumberRule) for rule in model.global_rules))


def _state_by_default(model: Model) -> None:
    """State each rule about numbers by the default formulation of its kind. Side effect: changes the model."""
    rules = list(model.global_rules)
    restated = {
        i: kind_of(rule.kind).default
        for i, rule in enumerate(rules)
        if isinstance(rule, NumberRule) and rule.by != kind_of(rule.kind).default
    }
    blocks = [block for block in model.stated_blocks if block.graph not in restated]
    model.blocks = blocks
    model.global_rules = rules
    for i, by in restated.items():
        first = len(model.stated_blocks)
        model.state_rule(rules[i].placed(by, (0, 0), ()))
        number = len(model.global_rules) - 1
        model.global_rules[i] = model.global_rules.pop()
        for place in range(first, len(model.stated_blocks)):
            block = model.stated_blocks[place]
            if block.graph == number:
                model.stated_blocks[place] = replace(block, graph=i)


def _add_values(model: Model, integers: NDArray[np.int32]) -> NDArray[np.int32]:
    """Booleans for the values of these integers, as choices; returns for each variable, by number, the literal that
    takes its place in rows. Side effect: changes the model."""
    domains = model.domain_of(model.number_columns(integers), order=True)
    meant: dict[int, int] = {}
    for i, x in enumerate(integers.tolist()):
        values, literals = domains.values_of(i), domains.is_of(i)
        if len(values) < 2:
            continue
        place = _place_of_integer(model, x)
        row = np.asarray(model.bools(model.fresh_name(place.name), len(values), says=_value_words(place, values)))
        choices = sum(map(len, model.choice_arrays))
        model.choice_arrays.append(ChoiceArray(place.name, choices, (), values, row[None, :]))
        model.exactly(1, f"each {place.array} has one value", [row])
        for literal, value in zip(literals.tolist(), row.tolist(), strict=True):
            if abs(literal) != ALWAYS:
                meant.setdefault(abs(literal), value if literal > 0 else -value)
    assert sum(map(len, model.choice_arrays)) < FIRST_CHOICE
    new = np.arange(model.variables + 1, dtype=np.int32)
    for old, literal in meant.items():
        new[old] = literal
    return new


def _value_words(place: NumberPlace, values: NDArray[np.int64]) -> Each:
    """What the literals of the values of an integer say: `R1C2 is 5`, `queen[3] is 5`."""
    if place.name.startswith("R") and len(place.shape) == 2:
        cell = np.repeat([place.index], len(values), axis=0)
        return each("{cell} is {value}", denies="{cell} is not {value}", cell=cell, value=values)
    subject = [place.name] * len(values)
    return each("{place} is {value}", denies="{place} is not {value}", place=subject, value=values)


def _place_of_integer(model: Model, x: int) -> NumberPlace:
    array, entry = model.place_of(x) or (model.name_of(x), 0)
    shape = model.arrays[array].shape if array in model.arrays else ()
    index = tuple(int(i) for i in np.unravel_index(entry, shape)) if shape else ()
    says = model.says.get(array)
    name = says.word(entry, True) if says is not None else _name_place(array, index)
    return NumberPlace(name, array, shape, index, x)


def _places_of_choices(model: Model, known: int) -> Iterator[NumberPlace]:
    """The places of the first choice arrays, which are the author's."""
    for choice in model.choice_arrays[:known]:
        says = model.says.get(choice.name)
        is_told_apart = len(choice.shape) == 2 and says is not None and says.text == PLACED
        for index in np.ndindex(choice.shape):
            name = _name_on_board(choice.name, index) if is_told_apart else _name_place(choice.name, index)
            yield NumberPlace(name, choice.name, choice.shape, index)


def _tell_boards_apart(model: Model, integers: NDArray[np.int32]) -> None:
    """Where several arrays of numbers are boards, the cells of each are told with its name, unless the model has words
    for them. Side effect: changes the words of the model."""
    of_integers = {(model.place_of(x) or ("", 0))[0] for x in integers.tolist()}
    boards = [choice.name for choice in model.choice_arrays if len(choice.shape) == 2]
    boards += [name for name in sorted(of_integers) if name in model.arrays and model.arrays[name].ndim == 2]
    if len(boards) < 2:
        return
    for choice in model.choice_arrays:
        says = model.says.get(choice.name)
        if len(choice.shape) == 2 and (says is None or says.text == CELL_WORDS):
            place = [_name_on_board(choice.name, index) for index in np.ndindex(choice.shape) for _ in choice.values]
            value = np.tile(choice.values, len(choice))
            model.says[choice.name] = each(PLACED, denies="{place} is not {value}", place=place, value=value)
    for name in of_integers.intersection(boards).difference(model.says):
        place = [_name_on_board(name, index) for index in np.ndindex(model.arrays[name].shape)]
        model.says[name] = each("{place}", place=place)


def _name_on_board(array: str, index: tuple[int, ...]) -> str:
    """`latin R1C2`."""
    return f"{array} {_name_place(array, index)}"


def _name_place(array: str, index: tuple[int, ...]) -> str:
    """`R1C2` on a board, `queen[3]` in a vector."""
    if len(index) == 2:
        return describe_cell(index)
    return f"{array}[{','.join(map(str, index))}]" if index else array


def _over_choices(rule: GlobalRule, stand_ins: Mapping[int, ChoiceArray]) -> GlobalRule:
    """The rule with choices in place of these integers."""
    if not isinstance(rule, NumberRule):
        return rule
    numbers, refs = rule.numbers, rule.numbers.refs.copy()
    literals = np.split(numbers.literals, numbers.starts[1:-1])
    values = np.split(numbers.values, numbers.starts[1:-1])
    for i, x in enumerate(refs.tolist()):
        if x in stand_ins:
            refs[i], literals[i], values[i] = 0, stand_ins[x].literals[0], stand_ins[x].values
    starts = np.concatenate([[0], np.cumsum([len(each) for each in literals[: len(refs)]])]).astype(np.int64)
    columns = NumberColumns(refs, numbers.constants, starts, np.concatenate(literals), np.concatenate(values))
    return replace(rule, numbers=columns)
