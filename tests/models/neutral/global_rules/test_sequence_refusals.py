"""Wrong arguments of `element`, `table` and `regular`: each is refused by a sentence that names the rule."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from models.neutral import Model, ModelError
from models.neutral.errors import ModelTooLarge
from models.neutral.json import from_json, to_json

MOVES = {(0, 1): 0, (0, 2): 1}


def refusal(verb: str, *arguments: Any, **more: Any) -> str:
    """What the verb says of arguments, some of which are functions of three choices."""
    model = Model("wrong")
    x = model.choices("x", 3, range(1, 4))
    given = [argument(x) if callable(argument) else argument for argument in arguments]
    with pytest.raises(ModelError) as refused:
        getattr(model, verb)("the rule", *given, **more)
    assert model.global_rules == []
    return str(refused.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((lambda x: x[0], [1, 2], lambda x: x[:2]), "result: expected one number, or 1 (one per index), found 2"),
        ((lambda x: x, [1, 2], lambda x: x[:2]), "result: expected one number, or 3 (one per index), found 2"),
        ((lambda x: x[0], np.zeros((2, 2), int), lambda x: x[1]), "array: expected a vector, found shape (2, 2)"),
        ((lambda x: x[0], lambda x: x[1], lambda x: x[1]), "array: expected a vector, found shape ()"),
        ((lambda x: x[0], [[1, 2], [3]], lambda x: x[1]), "array: expected numbers in a list, found lists in it"),
        ((lambda x: x[0], [1, 2.5], lambda x: x[1]), "array: expected integers, found float 1.0"),
        ((lambda x: np.asarray(x), [1, 2], lambda x: x), "index: expected numbers of the model, found only plain ones"),
        ((lambda x: x[0], {1: 2}, lambda x: x[1]), "array: expected a vector, found shape ()"),
    ],
)
def test_an_element_with_wrong_arguments_is_refused(arguments, message):
    """As many results as indices, or one; the array is a vector of whole numbers."""
    assert refusal("element", *arguments).startswith(f"rule 'the rule', {message}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((lambda x: x, [(1, 2)]), "tuples: they have 2 numbers, but row 0 has 3"),
        ((lambda x: [x, x[:2]], [(1, 2, 3)]), "tuples: they have 3 numbers, but row 1 has 2"),
        ((lambda x: [x, x[:2]], []), "tuples: they have 3 numbers, but row 1 has 2"),
        ((lambda x: x, [(1, 2), (1, 2, 3)]), "tuples: expected integers, found lists of different length"),
        ((lambda x: x, [1, 2, 3]), "tuples: expected a matrix, one tuple per line, found shape (3,)"),
        ((lambda x: x, [(1, 2, "3")]), "tuples: expected integers, found str '1'"),
        ((lambda x: x, [(1, 2, 3)], "no"), "allowed: expected True or False, found 'no'"),
        ((lambda x: np.asarray(x), [(1, 2, 3)]), "rows: expected numbers of the model, found only plain ones"),
    ],
)
def test_a_table_with_wrong_arguments_is_refused(arguments, message):
    """Tuples are a matrix of whole numbers, as wide as every row."""
    assert refusal("table", *arguments).startswith(f"rule 'the rule', {message}")


MAPPING = "transitions: expected a mapping {(state, number): next state}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([(0, 1, 2)], 0, 0), f"{MAPPING}, found list"),
        (({0: 1}, 0, 0), f"{MAPPING}, found the key 0"),
        (({(0, 1, 2): 1}, 0, 0), f"{MAPPING}, found the key (0, 1, 2)"),
        (({("a", 1): "b"}, 0, 0), "transitions: states and numbers are integers, found 'a'"),
        (({(0, 1): None}, 0, 0), "transitions: states and numbers are integers, found None"),
        (({(0, True): 1}, 0, 0), "transitions: states and numbers are integers, found True"),
        ((MOVES, "a", 0), "start: expected integers, found str 'a'"),
        ((MOVES, [0, 1], 0), "start: expected one state, found shape (2,)"),
        ((MOVES, 0, "b"), "accept: expected integers, found str 'b'"),
        ((MOVES, 0, None), "accept: expected integers, found NoneType None"),
    ],
)
def test_an_automaton_with_wrong_arguments_is_refused(arguments, message):
    """States and numbers are integers; there is one next state for a state and a number."""
    assert refusal("regular", lambda x: x, *arguments).startswith(f"rule 'the rule', {message}")


@pytest.mark.parametrize(
    ("verb", "arguments", "names"),
    [
        ("element", (lambda x: x[0], [1, 2], lambda x: x[1]), "supports, implications, linear, native"),
        ("table", (lambda x: x, [(1, 2, 3)]), "tuples, conflicts, diagram, native"),
        ("regular", (lambda x: x, MOVES, 0, 0), "transitions, flow, layers, native"),
    ],
)
def test_an_unknown_formulation_is_refused_with_the_known_ones(verb, arguments, names):
    assert f"by: expected one of {names}, found 'other'" in refusal(verb, *arguments, by="other")


DAMAGE = [
    ("regular", "transitions", [[0, 1, 0], [0, 1, 1]], "a state has two for the same number"),
    ("regular", "transitions", [0, 1, 0], "expected a state, a number, and the next state in each"),
    ("regular", "transitions", None, "not a model as to_json writes it"),
    ("regular", "start", [0], "start: expected a state, an integer"),
    ("regular", "accept", None, "not a model as to_json writes it"),
    ("regular", "accept", [[0]], "accept: expected a list of states"),
    ("table", "tuples", [[1, 2, 3]], "tuples: they have 3 numbers, but row 0 has 2"),
    ("table", "tuples", [1, 2], "tuples: expected a matrix"),
    ("table", "allowed", 1, "allowed: expected True or False, found 1"),
    ("element", "starts", [0, 1, 4], "element: expected an index and a result in each row, and the array"),
    ("element", "starts", [0, 2, 3], "from_json: expected starts that ascend from 0 to 4"),
]


@pytest.mark.parametrize(("verb", "field", "value", "message"), DAMAGE)
def test_a_damaged_file_is_refused(verb, field, value, message):
    """Where a rule's own columns do not fit."""
    model = Model("damaged")
    x = model.choices("x", 2, [1, 2])
    arguments = {"regular": (x, MOVES, 0, 1), "table": (x, [(1, 2)]), "element": (x[0], [1, 2], x[1])}[verb]
    getattr(model, verb)("the rule", *arguments)
    document = json.loads(to_json(model))
    (rule,) = document["rules"]
    (rule if field == "starts" else rule["own"])[field] = value
    from_json(to_json(model))
    with pytest.raises(ModelError, match=message):
        from_json(json.dumps(document))


def test_what_would_be_too_large_is_counted_before_anything_is_declared():
    """Not even literals of numbers are."""
    model = Model("large")
    x = model.choices("x", (200, 8), range(8))
    index, entries = model.ints("index", 5_100, 0, 999), model.ints("entry", 1_000, 0, 2_999)
    before = model.variables
    wide = np.stack(np.meshgrid(*[range(8)] * 5, indexing="ij"), axis=-1).reshape(-1, 5)
    with pytest.raises(ModelTooLarge, match="tuples: 32,768,000 literals of tuples, the most are 20,000,000"):
        model.table("the rule", x[:, :5], wide)
    with pytest.raises(ModelTooLarge, match="conflicts: 32,768,000 literals of tuples, the most are 20,000,000"):
        model.table("the rule", x[:, :5], wide, allowed=False)
    with pytest.raises(ModelTooLarge, match="tuples: 16,777,216 tuples, the most are 2,000,000; by='conflicts'"):
        model.table("the rule", x, [range(8)], allowed=False, by="tuples")
    states = {(state, value): (state + value) % 9_000 for state in range(9_000) for value in range(8)}
    with pytest.raises(ModelTooLarge, match="an automaton with 131,400,000 transitions in all rows, the most are 50,"):
        model.regular("the rule", x, states, 0, 0)
    with pytest.raises(ModelTooLarge, match="supports: 30,000,000 literals, the most are 20,000,000; by='linear'"):
        model.element("the rule", index[:10], entries, entries[0])
    with pytest.raises(ModelTooLarge, match="linear: 5,100,000 rows, the most are 5,000,000"):
        model.element("the rule", index, entries, entries[0], by="linear")
    assert model.variables == before
    assert model.global_rules == []
