"""A model as a puzzle of its own: its rows are its rules, the values of its variables the answer.

It is stated with `rosetta.Model`, or read from a solver's file (`instances/solver_files.py`). An answer is a tuple of
pairs (name, value; of an array: its values as nested tuples), in the order of declaration; as JSON {"values": {name:
value or nested lists}}. `verify` is `evaluate`, which also judges every other answer by its rows: there are no rules
but the rows. Answers differ if any variable does: for counting, each integer is written out in bits, which its value
determines.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Model, ModelError, evaluate
from models.neutral.global_rules.registry import formulation_names
from models.neutral.json import from_json, to_json
from models.neutral.restating import restate_rules
from models.neutral.wording.phrases import Phrase
from models.neutral.words import describe_row
from models.puzzles import defaults
from models.puzzles.contract import Extras, InputError, Parameter, Puzzle, find_no_squares, list_no_grids
from models.puzzles.introduction import Introduction
from models.puzzles.model import draw
from models.puzzles.model.instance import (
    VALUES,
    ModelAnswer,
    ModelInstance,
    as_tuples,
    assignment,
    complete_assignment,
    count_noun,
    decode_answer,
    judged_model,
    list_names,
    model_hash,
    own_number,
)
from models.puzzles.model.integer_bits import Bits, add_bits
from models.puzzles.model.symmetry import orbits, symmetries, symmetry_words
from models.puzzles.stated_words import words_of

NAME = "model"
LONGEST_ROW, MOST_WORDED = 60, 12  # characters and literals of a row that stands for itself
PROJECTION = "\nprojected on "


def verify(instance: ModelInstance, answer: ModelAnswer) -> list[str]:
    """The rows that the answer breaks."""
    return list(map(str, evaluate(judged_model(instance), complete_assignment(instance, answer))))


def answer_json(answer: ModelAnswer) -> dict[str, Any]:
    """{"values": {name: nested lists}}."""
    return {VALUES: {name: _as_lists(values) for name, values in answer}}


def answer_from_json(instance: ModelInstance, document: Mapping[str, Any]) -> ModelAnswer:
    """The answer that `answer_json` wrote. Raises InputError."""
    given = document.get(VALUES) if isinstance(document, Mapping) else None
    if not isinstance(given, Mapping):
        raise InputError(f'expected {{"{VALUES}": {{name: values}}}}, found no mapping "{VALUES}"')
    shown = instance.answer_variables
    if unknown := [name for name in given if name not in shown]:
        raise InputError(f"the model has no variables {unknown[0]!r:.60}; it has {list_names(shown)}")
    answer = tuple((name, as_tuples(given[name])) for name in shown if name in given)
    assignment(instance, answer)
    return (
        answer
        if len(answer) == len(shown)
        else decode_answer(instance, instance.model, complete_assignment(instance, answer))
    )


def project(instance: ModelInstance, model: Model) -> NDArray[np.int32]:
    """The variables that tell answers apart: Booleans, and for each integer bits that are added with their rule.
    Raises InputError where an integer has too many values for that."""
    chosen = instance.projected_variables(model)
    numbers = chosen[model.integer[chosen]]
    booleans = chosen[~model.integer[chosen]]
    if (model.lower[numbers] == model.upper[numbers]).all():
        return booleans
    name = next(name for name in _fresh_names() if name not in model.arrays)
    try:
        names = [name_of(instance, model, x) for x in numbers.tolist()]
        return np.concatenate([booleans, add_bits(model, name, numbers, names)])
    except ModelError:
        raise InputError("an integer of this model has too many values for answers to be told apart") from None


def encode(instance: ModelInstance, model: Model, answer: ModelAnswer) -> NDArray[np.int64]:
    """The values of the variables of `project`: of the Booleans, then of the bits of each integer."""
    values, chosen, own = assignment(instance, answer), instance.projected_variables(), instance.model
    numbers = chosen[own.integer[chosen]]
    bits = [
        (int(values[x]) - int(own.lower[x])) >> place & 1
        for x in numbers.tolist()
        for place in range(int(own.upper[x] - own.lower[x]).bit_length())
    ]
    return np.concatenate([values[chosen[~own.integer[chosen]]], np.array(bits, np.int64)])


def _fresh_names() -> Iterator[str]:
    """Names for an array that is added."""
    yield "bits"
    for number in range(2, 2**31):
        yield f"bits {number}"


def true_values(answer: ModelAnswer) -> frozenset[Hashable]:
    """The parts of an answer: what is not 0, by name, place and value."""
    return frozenset(
        (name, place, value)
        for name, values in answer
        for place, value in enumerate([values] if type(values) is int else np.array(values).ravel().tolist())
        if value
    )


def model_size(instance: ModelInstance) -> tuple[int, ...]:
    """How many variables there are."""
    return (instance.variables,)


def cells_of(instance: ModelInstance, model: Model, literal: int) -> frozenset[Hashable]:
    """The variable itself, or the bit of an integer, so that a drawing knows which are false and which are open."""
    found = words_of(model, literal)
    if found and isinstance(found[0].parts, Bits):
        return frozenset({found[0].parts.bit(found[1])})
    return frozenset({own_number(instance, model, abs(literal))})


def name_of(instance: ModelInstance, model: Model, literal: int) -> str:
    """The literal as the file explains it, or by the name of its variable."""
    name = model.name_of(abs(literal))
    words = instance.words.get(name, name)
    return words if literal > 0 else f"not {words}"


def name_row(instance: ModelInstance, model: Model, block: Block, row: int) -> Phrase:
    """The name of the row; else the row itself, where it is short: `x1 or not x3`; else its number."""
    if len(block.names) > 1 or block.rows.lengths[row] > MOST_WORDED:
        return Phrase(block.name_of_row(row))
    words = describe_row(model, block, row)
    return Phrase(words) if len(words) <= LONGEST_ROW else defaults.name_row(instance, model, block, row)


def identify(instance: ModelInstance, source: str) -> str:
    """The name of the file and its hash; of a model that was stated, the model's hash."""
    return source or f"sha256:{model_hash(instance.model)}"


def choose_projection(
    instance: ModelInstance, seed: int, project: tuple[str, ...] = ()
) -> tuple[ModelInstance, ModelAnswer | None]:
    """The instance whose answers differ only if one of these variables does. Raises InputError for a name of none."""
    if not project:
        return instance, None
    notes = instance.notes
    if instance.projected_by:
        notes = (*notes, f"the projection asked for takes the place of `{instance.projected_by}`")
    chosen = replace(instance, projection=project, notes=notes, projected_by="")
    chosen.projected_variables()
    return chosen, None


def list_notes(instance: ModelInstance) -> tuple[str, ...]:
    """How the file was understood, and what its projection changes."""
    if not instance.projected_by or len(instance.projection) == instance.variables:
        return instance.notes
    number = count_noun(len(instance.projection), "variable")
    projected = (
        f"`{instance.projected_by}`: solutions that agree on {number} of {instance.variables:,} are counted and listed "
        "as one; a single solution is the same with or without it"
    )
    return (*instance.notes, projected)


def _read_names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise InputError(f"expected names of variables separated by commas, found '{text[:60]}'")
    return names


def parse(text: str) -> ModelInstance:
    """The instance that `format_model` wrote. Raises InputError."""
    document, mark, names = text.partition(PROJECTION)
    try:
        return ModelInstance(from_json(document), tuple(json.loads(names)) if mark else ())
    except (ModelError, ValueError, TypeError) as error:
        raise InputError(str(error)) from None


def format_model(instance: ModelInstance) -> str:
    """The model as JSON, and the names of its projection; for the store of a campaign."""
    text = to_json(instance.model, words=True)
    return text + PROJECTION + json.dumps(instance.projection) if instance.projection else text


def _refuse_size(*_: object, **__: object) -> Any:
    raise InputError("models are read from files, not generated: name one, such as model.cnf, model.opb or model.mps")


def _as_lists(values: Any) -> Any:
    return list(map(_as_lists, values)) if isinstance(values, tuple) else values


def own_formulations(instance: ModelInstance) -> dict[str, Callable[[ModelInstance], Model]]:
    """The formulations of its global rules, by name: in each, the rules of all kinds that have one of that name are
    stated by it, and the others as they are."""
    kinds = dict.fromkeys(rule.kind for rule in instance.model.global_rules)
    names = dict.fromkeys(name for kind in kinds for name in formulation_names(kind))
    chosen = {name: {kind: name for kind in kinds if name in formulation_names(kind)} for name in names}
    return {name: partial(_restate, by=by) for name, by in chosen.items()}


def _restate(instance: ModelInstance, by: Mapping[str, str]) -> Model:
    return restate_rules(instance.model, by)


def state_model(instance: ModelInstance) -> Model:
    """A copy: a study may add variables to what it gets."""
    return instance.model.copy()


PUZZLE = Puzzle(
    name=NAME,
    title="Model",
    rules=(),
    parse=parse,
    format=format_model,
    size=model_size,
    generate=_refuse_size,
    formulations={"stated": state_model},
    decode=decode_answer,
    project=project,
    encode=encode,
    verify=verify,
    answer_json=answer_json,
    answer_from_json=answer_from_json,
    draw_text=draw.draw_text,
    draw_svg=draw.draw_svg,
    name_of=name_of,
    parameters={
        "project": Parameter((), _read_names, "solutions differ only if one of these variables does", "NAME,..."),
    },
    extras=Extras(
        scene=draw.scene,
        grids=list_no_grids,  # a deduction speaks of variables, not of cells
        squares=find_no_squares,
        pieces=true_values,
        cells_of=cells_of,
        name_row=name_row,
        identify=identify,
        own_formulations=own_formulations,
        notes=list_notes,
        adapt=choose_projection,
        symmetries=symmetries,
        orbits=orbits,
        symmetry_words=symmetry_words,
        introduction=Introduction(models={"stated": "the rows as they stand in the file"}),
    ),
    summary="a solver's file, whose rows are the rules",
)
