"""A model that somebody stated, as a question: it is its own instance, its rows are its rules, its values the answer.

    Model  --question_about_model-->  Question  -->  solving, counting, comparing, explaining, formulas, as any puzzle

The instance is a copy, so that rules stated later change nothing. An answer is a tuple (name of an array, its values as
nested tuples), in the order of declaration; as JSON {"values": {name: nested lists}}. The judge is `evaluate`. Answers
differ if any variable does: for counting, each integer is written out in bits, which its value determines.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from instances.resolve import ResolvedInstance
from models.neutral import Model, ModelError, Rows, evaluate
from models.neutral.evaluate import literal_values
from models.puzzles import defaults
from models.puzzles.contract import Extras, InputError, Puzzle
from report.comparison.records import Run
from rosetta.studies.model_text import values_text
from rosetta.studies.question import Question

NAME, VALUES = "model", "values"
BITS = "the bits of an integer"

ModelAnswer: TypeAlias = tuple[tuple[str, Any], ...]


def question_about_model(model: Model) -> tuple[ResolvedInstance, Question]:
    """The model as it is now, and the question about it."""
    stated = model.copy()
    booleans = frozenset(name for name, array in stated.arrays.items() if not stated.integer[array].any())
    record = replace(
        MODEL, title=f"Model '{model.name}'", extras=Extras(pieces=partial(true_booleans, booleans), cells_of=cells_of)
    )
    id = f"sha256:{model_hash(stated)}"
    resolved = ResolvedInstance(NAME, stated, None, model_size(stated), None, f"'{model.name}'", id, id)
    return resolved, Question(record, stated)


def model_hash(model: Model) -> str:
    """A hash of all that the model says."""
    content = sha256()
    for name, array in model.arrays.items():
        content.update(f"{name!r}{array.shape}".encode())
    columns: list[NDArray[Any] | None] = [model.lower, model.upper, model.integer]
    for block in model.blocks:
        content.update(f"{block.kind.value}{block.sentence!r}{len(block)}".encode())
        columns += [block.rows.starts, block.rows.literals, block.lo, block.hi, block.coefs, block.when]
    if model.objective is not None:
        columns += [model.objective.literals, model.objective.coefs]
    for column in columns:
        content.update(b"none" if column is None else f"{column.dtype}{column.size}:".encode() + column.tobytes())
    return content.hexdigest()


def in_own_sense(run: Run, model: Model) -> Run:
    """The run with its objective and bound in the sense in which the objective was stated, before it was minimised."""
    if model.objective is None:
        return run
    sense = model.objective.sense
    objective = None if run.objective is None else sense.own_value(int(run.objective))
    return replace(run, objective=objective, bound=None if run.bound is None else sense.own_bound(run.bound))


# ---- the record ----------------------------------------------------------------------------------------------------


def decode(stated: Model, model: Model, values: NDArray[np.int64]) -> ModelAnswer:
    """The values of the arrays that were stated."""
    return tuple((name, _as_tuples(values[array].tolist())) for name, array in stated.arrays.items())


def assignment(stated: Model, answer: ModelAnswer) -> NDArray[np.int64]:
    """The values of an answer by variable number, shape (variables + 1,). Raises InputError for another shape."""
    values = np.zeros(stated.variables + 1, np.int64)
    given = dict(answer)
    for name, array in stated.arrays.items():
        if name not in given:
            raise InputError(f"expected values of {', '.join(stated.arrays)}; found none of {name!r:.60}")
        column = np.array(given[name], dtype=object)
        fits = column.shape == array.shape or column.size == array.size == 0
        if not fits or any(type(value) is not int for value in column.ravel().tolist()):
            raise InputError(f"{name!r:.60}: expected whole numbers in the shape {array.shape}, found {column.shape}")
        values[array.ravel()] = column.ravel().astype(np.int64)
    return values


def values_of_literals(stated: Model, answer: ModelAnswer, literals: ArrayLike) -> NDArray[np.int64]:
    """The values of literals under an answer, in their shape. Raises InputError for one of another model."""
    at = np.asarray(literals)
    if at.dtype.kind not in "iu" or (np.abs(at) > stated.variables).any() or (at == 0).any():
        raise InputError(f"expected variables of the model, numbered from 1 to {stated.variables}")
    return literal_values(assignment(stated, answer), at.astype(np.int32))


def verify(stated: Model, answer: ModelAnswer) -> list[str]:
    """The rows that the answer breaks."""
    return list(map(str, evaluate(stated, assignment(stated, answer))))


def answer_json(answer: ModelAnswer) -> dict[str, Any]:
    """{"values": {name: nested lists}}."""
    return {VALUES: {name: _as_lists(values) for name, values in answer}}


def answer_from_json(stated: Model, document: Mapping[str, Any]) -> ModelAnswer:
    """The answer that `answer_json` wrote. Raises InputError."""
    given = document.get(VALUES) if isinstance(document, Mapping) else None
    if not isinstance(given, Mapping):
        raise InputError(f'expected {{"{VALUES}": {{name: values}}}}, found no mapping "{VALUES}"')
    if unknown := [name for name in given if name not in stated.arrays]:
        raise InputError(f"the model has no variables {unknown[0]!r:.60}; it has {', '.join(stated.arrays) or 'none'}")
    answer = tuple((name, _as_tuples(given[name])) for name in stated.arrays if name in given)
    assignment(stated, answer)
    return answer


def project(stated: Model, model: Model) -> NDArray[np.int32]:
    """The variables that tell answers apart: all Booleans, and for each integer bits that are added with their rule.
    Raises InputError where an integer has too many values for that."""
    booleans = np.flatnonzero(~model.integer[: stated.variables + 1])[1:].astype(np.int32)
    numbers = np.flatnonzero(model.integer[: stated.variables + 1]).astype(np.int32)
    widths = np.array([int(model.upper[x] - model.lower[x]).bit_length() for x in numbers.tolist()], np.int64)
    if not widths.any():
        return booleans
    name = next(name for name in _fresh_names() if name not in model.arrays)
    bits = model.bools(name, int(widths.sum()))
    starts = np.concatenate([[0], np.cumsum(widths + 1)])
    literals, coefs = np.empty(starts[-1], np.int32), np.ones(starts[-1], np.int64)
    is_bit = np.ones(len(literals), np.bool_)
    is_bit[starts[:-1]] = False
    literals[~is_bit], literals[is_bit] = numbers, bits
    coefs[is_bit] = -(1 << (np.arange(len(bits)) - np.repeat(np.cumsum(widths) - widths, widths)))
    try:
        model.linear(model.lower[numbers], model.lower[numbers], BITS, Rows(starts, literals), coefs)
    except ModelError:
        raise InputError("an integer of this model has too many values for answers to be told apart") from None
    return np.concatenate([booleans, bits])


def _fresh_names() -> Iterator[str]:
    """Names for an array that is added."""
    yield "bits"
    for number in range(2, 2**31):
        yield f"bits {number}"


def true_booleans(booleans: frozenset[str], answer: ModelAnswer) -> frozenset[Hashable]:
    """The Booleans that hold, by array and place."""
    return frozenset(
        (name, place)
        for name, values in answer
        if name in booleans
        for place in np.flatnonzero(np.array(values).ravel() == 1).tolist()
    )


def model_size(stated: Model) -> tuple[int, ...]:
    """How many variables there are."""
    return (stated.variables,)


def draw_text(
    stated: Model,
    answer: ModelAnswer | None = None,
    *,
    second: ModelAnswer | None = None,
    empty: Iterable[Any] | None = None,
    **_: object,
) -> str:
    """The size of the model or, of an answer, the values of every array; see `values_text`."""
    if answer is None:
        rows = sum(map(len, stated.blocks))
        return f"{stated.name}: {stated.variables} variables, {len(stated.blocks)} rules, {rows} rows"
    other = None if second is None else assignment(stated, second)
    return values_text(stated, assignment(stated, answer), other, None if empty is None else frozenset(empty))


def draw_svg(
    stated: Model,
    answer: ModelAnswer | None = None,
    second: ModelAnswer | None = None,
    *,
    empty: Iterable[Any] | None = None,
    **_: object,
) -> str:
    """The same lines as a picture."""
    return defaults.draw_svg(draw_text(stated, answer, second=second, empty=empty))


def cells_of(stated: Model, model: Model, literal: int) -> frozenset[Hashable]:
    """The variable itself, so that a drawing knows which are false and which are open."""
    return frozenset({abs(literal)})


def _refuse(*_: object, **__: object) -> Any:
    raise InputError("a model is stated in Python: see `rosetta.Model`")


def _as_tuples(values: Any) -> Any:
    if isinstance(values, np.ndarray | np.generic):
        values = values.tolist()
    return tuple(map(_as_tuples, values)) if isinstance(values, list | tuple) else values


def _as_lists(values: Any) -> Any:
    return list(map(_as_lists, values)) if isinstance(values, tuple) else values


_stated: Callable[[Model], Model] = Model.copy  # a study may add variables to what it gets

MODEL = Puzzle(
    name=NAME,
    title="Model",
    rules=(),
    parse=_refuse,
    format=str,
    size=model_size,
    generate=_refuse,
    formulations={"stated": _stated},
    decode=decode,
    project=project,
    verify=verify,
    answer_json=answer_json,
    answer_from_json=answer_from_json,
    draw_text=draw_text,
    draw_svg=draw_svg,
)
