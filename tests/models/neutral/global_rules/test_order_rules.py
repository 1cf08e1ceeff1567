"""Rules about order: what is refused, in which words, and how large what is stated is."""

from __future__ import annotations

import numpy as np
import pytest

from models.neutral import Model, ModelError, each, evaluate
from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.circuit import elimination, positions, ranks
from models.neutral.global_rules.contract import NATIVE
from models.neutral.global_rules.count import running
from models.neutral.global_rules.lexicographic import prefix
from models.neutral.global_rules.maximum import order
from models.neutral.global_rules.registry import kind_of
from models.neutral.json import from_json, to_json

HUGE = 10**12


def model_with_numbers():
    model = Model("numbers")
    return model, model.ints("x", 4, 0, 3)


REFUSALS = [
    (lambda m, x: m.maximum("top", x[:3], [x, x]), "result: expected one number, or 2 (one per row), found 3"),
    (lambda m, x: m.maximum("top", x[0], [x, []]), "row 1: the largest of no numbers; expected at least one"),
    (lambda m, x: m.minimum("top", x[0], [[]]), "row 0: the smallest of no numbers; expected at least one"),
    (
        lambda m, x: m.maximum("top", x[0], x, plus=[1, 2]),
        "plus: expected one number, or 4 (one per row), found shape (2,)",
    ),
    (lambda m, x: m.maximum("top", x[0], x, by="sort"), "by: expected one of order, choice, native, found 'sort'"),
    (lambda m, x: m.count("top", x, 1), "count: expected the result, or lo= or hi="),
    (lambda m, x: m.count("top", x, 1, 2, lo=1), "count: expected the result, or lo= or hi=; found both"),
    (lambda m, x: m.count("top", x, 1, lo=3, hi=2), "row 0: lo is greater than hi (3..2)"),
    (lambda m, x: m.count("top", x, x[0], 2), "values: expected a number, found a variable"),
    (lambda m, x: m.count("top", [x, x], 1, [1, 2, 3]), "result: expected one number, or 2 (one per row)"),
    (
        lambda m, x: m.lexicographic("top", x[:2], x[1:]),
        "row 0: expected rows of the same length left and right, found 2 and 3 numbers",
    ),
    (lambda m, x: m.lexicographic("top", [x, x], x), "expected as many rows left as right, found 2 and 1"),
    (lambda m, x: m.lexicographic("top", x, [1, 2, 3, 4]), "right: expected numbers of the model"),
    (lambda m, x: m.circuit("top", [1, 2, 0]), "successors: expected numbers of the model"),
]


@pytest.mark.parametrize(("state", "message"), REFUSALS)
def test_what_is_refused_names_the_rule(state, message):
    """Nothing is added to the model."""
    model, x = model_with_numbers()
    with pytest.raises(ModelError) as refusal:
        state(model, x)
    assert str(refusal.value).startswith("rule 'top', ")
    assert message in str(refusal.value)
    assert (model.variables, model.stated_blocks, model.global_rules) == (4, [], [])


FAULTS = [
    (
        lambda m, x: m.maximum("top", x[0], x[1:], by="native"),
        (2, 0, 3, 1),
        "expected 3 as the largest number, found 2",
    ),
    (
        lambda m, x: m.minimum("top", x[0], x[1:], by="native"),
        (2, 1, 3, 1),
        "expected 1 as the smallest number, found 2",
    ),
    (
        lambda m, x: m.count("top", x, [1, 2], lo=2, by="native"),
        (0, 1, 3, 3),
        "expected 2 numbers among the values, found 1",
    ),
    (
        lambda m, x: m.count("top", x[1:], 3, x[0], by="native"),
        (1, 1, 3, 3),
        "expected 1 numbers among the values, found 2",
    ),
    (
        lambda m, x: m.lexicographic("top", x[:2], x[2:], by="native"),
        (1, 3, 1, 2),
        "expected 2 at most, in place 2 of the left side, found 3",
    ),
    (
        lambda m, x: m.lexicographic("top", x[:2], x[2:], True, by="native"),
        (1, 2, 1, 2),
        "expected 1 places where the sides differ, or more, found 0",
    ),
    (
        lambda m, x: m.circuit("top", x, by="native"),
        (1, 0, 3, 2),
        "expected 4 places on the tour through place 0, found 2",
    ),
    (lambda m, x: m.circuit("top", x, by="native"), (1, 2, 3, 1), "expected 4 places that come after another, found 3"),
]


@pytest.mark.parametrize(("state", "values", "message"), FAULTS)
def test_the_judge_tells_what_is_wrong(state, values, message):
    model, x = model_with_numbers()
    state(model, x)
    (broken,) = evaluate(model, np.array([0, *values]))
    assert str(broken) == f"rule 'top': {message}"


TOO_LARGE = [
    (order, "MOST_LITERALS", lambda m, x: m.maximum("top", x[0], x[1:]), "order: up to 64 literals, the most are 1"),
    (running, "MOST_LITERALS", lambda m, x: m.count("top", x, 1, lo=3, by="running"), "running: 16 literals, the most"),
    (
        prefix,
        "MOST_LITERALS",
        lambda m, x: m.lexicographic("top", x[:2], x[2:]),
        "prefix: up to 176 literals, the most",
    ),
    (ranks, "MOST_ARCS", lambda m, x: m.circuit("top", x), "ranks: a row for each of 12 arcs, the most are 1"),
    (
        elimination,
        "MOST_PLACES",
        lambda m, x: m.circuit("top", x, by="elimination"),
        "elimination takes up to 1 places, found 4",
    ),
    (
        elimination,
        "MOST_CLAUSES",
        lambda m, x: m.circuit("top", x, by="elimination"),
        "elimination: 2 clauses, the most are 1",
    ),
    (positions, "MOST_CLAUSES", lambda m, x: m.circuit("top", x, by="positions"), "positions: up to 48 clauses, the"),
]


@pytest.mark.parametrize(("formulation", "limit", "state", "message"), TOO_LARGE)
def test_too_many_rows_are_refused_before_any_is_stated(formulation, limit, state, message, monkeypatch):
    monkeypatch.setattr(formulation, limit, 1)
    model, x = model_with_numbers()
    with pytest.raises(ModelTooLarge) as refusal:
        state(model, x)
    assert str(refusal.value).startswith(f"rule 'top', {message}")
    assert (model.variables, model.stated_blocks, model.global_rules) == (4, [], [])


def test_weights_beyond_exact_numbers_are_refused():
    model = Model("long")
    x = model.ints("x", (2, 40), 0, 9)
    with pytest.raises(ModelTooLarge, match="row 0: sums: the sums may reach 2\\^53; by='prefix' or by='guards' takes"):
        model.lexicographic("top", x[0], x[1], by="sums")
    assert model.stated_blocks == []
    model.lexicographic("top", x[0], x[1], by="guards")


@pytest.mark.parametrize("kind", ["maximum", "minimum"])
def test_a_choice_takes_numbers_with_very_many_values(kind):
    model = Model("huge")
    x = model.ints("x", 5, -HUGE, HUGE)
    with pytest.raises(ModelError, match=r"order: a literal for each value .* or by='choice'"):
        getattr(model, kind)("top", x[0], x[1:])
    assert model.stated_blocks == []
    getattr(model, kind)("top", x[0], x[1:], by="choice")
    assert model.variables == 5 + 3 + 2
    assert sum(map(len, model.blocks)) == 2 + 4 + 4 + 3


def test_guards_take_numbers_with_very_many_values():
    model = Model("huge")
    x = model.ints("x", (2, 3), -HUGE, HUGE)
    with pytest.raises(ModelTooLarge, match=r"prefix: a literal for each value .* or by='guards'"):
        model.lexicographic("top", x[0], x[1])
    model.lexicographic("top", x[0], x[1], by="guards")
    assert model.variables == 6 + 2 + 1


TWO_ROWS = {  # the first row of the rule has numbers of x[0] and x[2], the second those of x[1] and x[3]
    "maximum": lambda m, x, by: m.maximum("top", x[:2, 0], x[2:], by=by, of="the rank {n}"),
    "minimum": lambda m, x, by: m.minimum("top", x[:2, 0], x[2:], by=by, of="the rank {n}"),
    "count": lambda m, x, by: m.count("top", x[2:], [1, 2], x[:2, 0], by=by, of="the rank {n}"),
    "lexicographic": lambda m, x, by: m.lexicographic("top", x[:2], x[2:], True, by=by, of="the rank {n}"),
    "circuit": lambda m, x, by: m.circuit("top", x[:2], by=by, of="the rank {n}"),
}
NAMED = [(kind, by) for kind in TWO_ROWS for by in kind_of(kind).formulations]


@pytest.mark.parametrize(("kind", "by"), NAMED)
def test_rows_are_called_as_those_of_the_rule(kind, by):
    """Each row that is stated is about the numbers of the row of the rule whose number and name it has."""
    model = Model("ranks")
    x = model.ints("x", (4, 3), 0, 2)
    TWO_ROWS[kind](model, x, by)
    about = {int(number): place // 3 % 2 for place, number in enumerate(np.asarray(x).ravel())}
    for name, meant in model.added.items():
        about.update(zip(model.arrays[name].tolist(), (about[n] for n in meant.variables.tolist()), strict=True))
    first, last = model.global_rules[0].blocks
    assert first < last
    for block in model.blocks[first:last]:
        assert {block.name_of_row(row) for row in range(len(block))} == {"the rank 1", "the rank 2"}
        for row, number in enumerate(block.number.tolist()):
            guard = [] if block.when is None else [block.when[row]]
            of_rows = {about.get(abs(int(literal)), number) for literal in (*block.rows[row], *guard)}
            assert of_rows <= {number}


@pytest.mark.parametrize("by", ["order", NATIVE])
def test_files_keep_what_the_rows_of_a_rule_are_called(by):
    """With their columns; a file without words has none."""
    model, x = model_with_numbers()
    names = each("the tower in {cell}", cell=[[0, 2], [3, 1]])
    model.maximum("top", x[0], [x[1:], x[2:]], by=by, of=names)
    model.connected("joined", model.bools("there", 3), [[0, 1], [1, 2]])
    _, rule = from_json(to_json(model, words=True)).global_rules  # first those about graphs
    assert [rule.name_of_row(row) for row in (0, 1)] == ["the tower in R1C3", "the tower in R4C2"]
    assert from_json(to_json(model)).global_rules[-1].of is None
