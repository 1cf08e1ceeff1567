"""The symmetries of a model that are known: variables that are interchangeable, found on its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from functools import lru_cache, partial
from math import factorial, prod

from models.puzzles.contract import AnswerMap, NoSymmetries
from models.puzzles.model.instance import ModelAnswer, ModelInstance, assignment, decode_answer
from models.puzzles.model.interchangeable import interchangeable_variables

MOST_NAMED, MOST_CLASSES = 6, 4  # variables of a class, and classes, that are named


@lru_cache(maxsize=4)
def variable_classes(instance: ModelInstance) -> tuple[tuple[int, ...], ...]:
    """Classes of interchangeable variables. Raises NoSymmetries where none were found."""
    if instance.projection and len(instance.projected_variables()) < int(instance.is_told.sum()):
        raise NoSymmetries("no symmetries are known: the other variables of a projection are open")
    classes = interchangeable_variables(instance.model, instance.is_told)
    if not classes:
        unseen = " (variables of rules about graphs are not compared)" if instance.model.graph_rules else ""
        raise NoSymmetries(f"no symmetries are known: no two variables were found to be interchangeable{unseen}")
    return tuple(map(tuple, classes))


def symmetries(instance: ModelInstance) -> list[AnswerMap]:
    """Maps of answers that generate the known symmetries, the identity first: a swap for each variable of a class but
    the first. Raises NoSymmetries."""
    return [partial(_swap_values, instance, x, y) for x, y in [(0, 0), *variable_swaps(instance)]]


def variable_swaps(instance: ModelInstance) -> list[tuple[int, int]]:
    """The pairs of variables whose swaps generate the known symmetries. Raises NoSymmetries."""
    return [(each[0], x) for each in variable_classes(instance) for x in each[1:]]


def _swap_values(instance: ModelInstance, x: int, y: int, answer: ModelAnswer) -> ModelAnswer:
    values = assignment(instance, answer)
    values[[x, y]] = values[[y, x]]
    return decode_answer(instance, instance.model, values)


def orbits(instance: ModelInstance) -> Callable[[ModelAnswer], tuple[Hashable, int]]:
    """What the answers of an orbit have in common: the values of each class without their order, and all others; and
    how many these are: for each class, n! / (n1! n2! ..), where its n variables have one value n1 times, another n2
    times. Raises NoSymmetries."""
    classes = variable_classes(instance)

    def orbit(answer: ModelAnswer) -> tuple[Hashable, int]:
        values = assignment(instance, answer)
        size = 1
        for each in map(list, classes):
            repeats = Counter(values[each].tolist()).values()
            size *= factorial(len(each)) // prod(map(factorial, repeats))
            values[each] = sorted(values[each])
        return values.tobytes(), size

    return orbit


def symmetry_words(instance: ModelInstance) -> str:
    """`interchanging x, y and z; u and v (others are not looked for)`."""
    classes = variable_classes(instance)
    named = [_name_variables(instance, each) for each in classes[:MOST_CLASSES]]
    more = [f"{len(classes) - MOST_CLASSES:,} more such sets"] if len(classes) > MOST_CLASSES else []
    return f"interchanging {'; '.join([*named, *more])} (others are not looked for)"


def _name_variables(instance: ModelInstance, variables: tuple[int, ...]) -> str:
    shown = variables if len(variables) <= MOST_NAMED + 1 else variables[:MOST_NAMED]
    names = list(map(instance.model.name_of, shown))
    last = names.pop() if len(shown) == len(variables) else f"{len(variables) - len(shown):,} more"
    return f"{', '.join(names)} and {last}"
