"""Models drawn: the values of an answer as text, and as a picture with a grid for each array of two dimensions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral.wording.phrases import tell_together
from models.puzzles import defaults
from models.puzzles.model.grids import boolean_clicks, find_grid, grid_scene
from models.puzzles.model.instance import VALUES, ModelAnswer, ModelInstance, assignment, count_noun
from models.puzzles.model.integer_bits import IntegerBit
from models.puzzles.model.values_text import values_text
from models.puzzles.scenes.column import draw_column
from models.puzzles.scenes.scene import Clicks, Scene
from models.puzzles.scenes.view import Cells, View
from models.puzzles.stated_words import stated_literals
from rosetta.foundation.errors import InputError

MOST_TOLD = 30  # variables of an array that are told in words


@dataclass(frozen=True, slots=True, eq=False)
class KnownValues:
    """What is known of the variables, by number: the values of one answer, or of two; which are not known after all."""

    answers: tuple[NDArray[np.int64], ...]
    is_open: NDArray[np.bool_]


def draw_text(
    instance: ModelInstance,
    answer: ModelAnswer | None = None,
    *,
    second: ModelAnswer | None = None,
    empty: Iterable[Any] | None = None,
    **_: object,
) -> str:
    """The size of the model or, of an answer, all that it tells; see `values_text`."""
    if answer is None:
        model, rules = instance.model, len(instance.model.stated_blocks) + len(instance.model.open_rules)
        variables, rows = instance.variables, sum(map(len, model.stated_blocks))
        size = f"{model.name}: {variables:,} variables, {count_noun(rules, 'rule')}, {count_noun(rows, 'row')}"
        return "\n".join([size, *instance.description])
    known = _known_values(instance, View(answer, second, empty=empty))
    text = _text_of(instance, instance.answer_variables, known)
    return (
        text
        if second is not None or known.is_open.any()
        else "\n".join([text, *_phrase_lines(instance, known.answers[0])])
    )


def _phrase_lines(instance: ModelInstance, values: NDArray[np.int64]) -> Iterator[str]:
    """Which soft rules an answer breaks; what it says in the words of the model, a line for each array that has few
    things to say. Of choices, their values say it."""
    for rule in instance.model.soft_rules:
        if rows := rule.describe_broken(values, MOST_TOLD):
            yield f"breaks '{rule.sentence}': {rows}"
    left_out = {*instance.following_arrays, *(choice.name for choice in instance.model.choice_arrays)}
    for name in (name for name in instance.model.says if name not in left_out):
        array = instance.model.arrays[name].ravel()
        holds = array[(values[array] == 1) & ~instance.model.integer[array]].tolist()
        if 0 < len(holds) <= MOST_TOLD and name in instance.answer_variables:
            stated = stated_literals(instance.model, holds)
            yield "; ".join(tell_together(phrase for _, phrase in stated if phrase is not None))


def draw_svg(
    instance: ModelInstance,
    answer: ModelAnswer | None = None,
    second: ModelAnswer | None = None,
    *,
    mark: Cells = None,
    empty: Cells = None,
    fresh: Cells = None,
) -> str:
    """The same, but arrays of two dimensions are grids. mark, fresh: variables, whose cells are marked there."""
    view = View(answer, second, mark, empty, fresh)
    parts = [] if answer is None else list(_column_parts(instance, view))
    if not any(isinstance(part, Scene) for part in parts):
        return defaults.draw_svg(draw_text(instance, answer, second=second, empty=empty))
    return draw_column(instance.model.name, parts)


def scene(instance: ModelInstance, view: View) -> Scene:
    """The grid of the first array that has one; without an answer, its cells are blank. Raises InputError where none
    has two dimensions."""
    for grid in _grids(instance, view).values():
        if grid is not None:
            return grid
    raise InputError("expected a model with an array of two dimensions, found none to show as a grid")


def _column_parts(instance: ModelInstance, view: View) -> Iterator[Scene | str]:
    """The arrays in the order of declaration: grids, and between them the lines of the others."""
    known, others = _known_values(instance, view), dict[str, NDArray[np.int32]]()
    for name, grid in _grids(instance, view).items():
        if grid is None:
            others[name] = instance.answer_variables[name]
            continue
        if others:
            yield _text_of(instance, others, known)
        yield grid
        others = {}
    if others:
        yield _text_of(instance, others, known)


def _grids(instance: ModelInstance, view: View) -> dict[str, Scene | None]:
    """By array the scene of its grid, if it has one."""
    known, integer, scenes = _known_values(instance, view), instance.integer, dict[str, Scene | None]()
    for name, array in instance.answer_variables.items():
        grid = find_grid(name, array, known.answers, integer, known.is_open) if array.ndim > 1 else None
        mark, fresh = (
            _where(instance.model.arrays.get(name, array), each, array.ndim) for each in (view.mark, view.fresh)
        )
        scenes[name] = None if grid is None else grid_scene(grid, mark, fresh, _clicks(instance, name, array))
    return scenes


def _clicks(instance: ModelInstance, name: str, array: NDArray[np.int32]) -> Clicks | None:
    """What clicks mean, where the array is the whole answer, and has Booleans alone."""
    is_whole = len(instance.answer_variables) == 1 and array.ndim == 2
    return boolean_clicks(name, array.shape, VALUES) if is_whole and not instance.integer[array].any() else None


def _where(array: NDArray[np.int32], variables: Cells, dimensions: int) -> NDArray[np.bool_]:
    """Where in an array these variables are, or bits of them, in so many dimensions; of three, and of the literals of
    choices, in which row of the last one."""
    numbers = [each.variable if isinstance(each, IntegerBit) else each for each in variables or ()]
    found = np.isin(array, numbers)
    return np.asarray(found if array.ndim == dimensions == 2 else found.any(axis=-1))


def _text_of(instance: ModelInstance, shown: Mapping[str, NDArray[np.int32]], known: KnownValues) -> str:
    second = known.answers[1] if len(known.answers) > 1 else None
    is_open = np.flatnonzero(known.is_open).tolist()
    return values_text(shown, known.answers[0], second, integer=instance.integer, open_variables=is_open)


def _known_values(instance: ModelInstance, view: View) -> KnownValues:
    if view.answer is None:
        variables = len(instance.integer)
        return KnownValues((np.zeros(variables, np.int64),), np.ones(variables, np.bool_))
    answers = tuple(assignment(instance, each) for each in (view.answer, view.second) if each is not None)
    is_open = np.zeros(len(answers[0]), np.bool_)
    if view.empty is not None:
        is_open[_open_variables(instance, answers[0], frozenset(view.empty))] = True
    return KnownValues(answers, is_open)


def _open_variables(instance: ModelInstance, values: NDArray[np.int64], closed: frozenset[Any]) -> list[int]:
    """The variables of which it is not known that they have these values. closed: variables, and bits of integers, that
    are known to be 0."""
    model, own = instance.model, instance.variables + 1
    is_open = (values[:own] == 0) & ~model.integer[:own] & instance.is_told[:own]
    is_open[[0, *(x for x in closed if isinstance(x, int) and x < own)]] = False
    for x in np.flatnonzero(model.integer[:own]).tolist():
        width, count = int(model.upper[x] - model.lower[x]).bit_length(), int(values[x] - model.lower[x])
        zeros = (place for place in range(width) if not count >> place & 1)
        is_open[x] = any(IntegerBit(x, place) not in closed for place in zeros)
    choices = [values[choice.literals].sum(axis=1) != 1 for choice in model.choice_arrays]
    return np.flatnonzero(np.concatenate([is_open, *choices])).tolist()
