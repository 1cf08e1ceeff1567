"""`holds=`, several guards and `soft=` against a judge in plain Python, over all assignments."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import rosetta as rs
from models.neutral import Model, ModelError, ObjectiveSense, each, evaluate, objective_value
from models.neutral.checking import check_block
from models.neutral.json import from_json, to_json
from tests.models.neutral.conditions.random_rules import assignments, blank_model, completions, rules

MOST_ADDED = 11


@settings(max_examples=120, deadline=None)
@given(st.lists(rules(), min_size=1, max_size=2), st.data())
def test_rules_under_conditions_say_what_they_say(stated, data):
    """For each assignment of the author's variables: one completion if all rules allow it, else none; it costs what the
    broken rows weigh, beside the author's objective, whenever and however that is stated."""
    m = blank_model()
    sense, first = data.draw(st.sampled_from((None, "minimize", "maximize"))), data.draw(st.booleans())
    coefs = data.draw(st.lists(st.integers(-4, 4), min_size=3, max_size=3))
    objective = [1, -2, 6]
    if sense and first:
        getattr(m, sense)("goal", objective, coefs)
    for rule in stated:
        rule.state(m)
    if sense and not first:
        getattr(m, sense)("goal", objective, coefs)
    assume(m.variables - 7 <= MOST_ADDED)
    for block in m.blocks:
        check_block(block, m)
    found = completions(m)
    for values in assignments():
        costs = [rule.judge(values) for rule in stated]
        solutions = found.get(values, [])
        if None in costs:
            assert solutions == [], values
            continue
        assert len(solutions) == 1, values
        assert evaluate(m, solutions[0]) == []
        own = sum(c * v for c, v in zip(coefs, (values[1], 1 - values[2], values[6]), strict=True)) if sense else 0
        paid = sum(costs)
        if m.objective is None:
            assert sense is None
            assert not m.soft_rules
        else:
            expected = own - paid if sense == "maximize" else own + paid
            assert m.objective.sense.own_value(objective_value(m, solutions[0])) == expected


def test_a_clause_whose_guards_cannot_all_hold_is_left_out_with_its_weight():
    m = Model("guards")
    x = m.bools("x", 4)
    m.any("some", [x[:2], x[1:3], x[2:]], when=([x[3], x[3], x[0]], [-x[3], x[0], x[1]]), soft=[5, 6, 7], of="row {n}")
    (rule,) = m.soft_rules
    assert rule.number.tolist() == [1, 2]
    assert rule.weights.tolist() == [6, 7]
    assert rule.broken.tolist() == m.arrays["broken"].tolist() == m.objective.literals.tolist()
    assert sorted({block.name_of_row(r) for block in m.blocks for r in range(len(block))}) == ["row 2", "row 3"]


def test_rows_that_are_added_have_the_sentence_the_number_and_the_words_of_their_row():
    m = Model("words")
    x, z = m.bools("x", (4, 3)), m.bools("z", 2)
    rows = each("the shelf {name}", name=["A", "B", "C", "D"])
    where = [False, True, False, True]
    m.exactly(1, "one book", x, holds=[z[0], z[0], z[1], z[1]], where=where, of=rows)
    m.at_most(1, "few books", x, when=(z[0], [x[0, 0], z[1], x[0, 1], z[1]]), where=where, of=rows)
    for block in m.blocks:
        assert [block.name_of_row(r) for r in range(len(block))] in (
            ["the shelf B", "the shelf D"],
            ["the shelf B"] * 3,
        )
        assert block.sentence in ("one book", "few books")
    values = [0] * (m.variables + 1)
    assert {str(row) for row in evaluate(m, values)} == {
        "rule 'one book', the shelf B: expected 1, found 0",
        "rule 'one book', the shelf D: expected 1, found 0",
    }


def test_broken_rows_are_named_by_their_words_with_their_price():
    m = Model("wishes")
    x = m.bools("x", 4)
    m.true("wishes are kept", x, soft=[1, 2, 3, 4], where=[True, True, False, True], of="wish {n}")
    m.true("none of them", -x, soft=5)
    values = [0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0]
    assert evaluate(m, values) == []
    for twin in (m, from_json(to_json(m, words=True))):
        assert [rule.describe_broken(np.array(values), 9) for rule in twin.soft_rules] == [
            "wish 1 (costs 1), wish 4 (costs 4)",
            "row 1 (costs 5)",
        ]
    assert m.soft_rules[0].describe_broken(np.array(values), 1) == "wish 1 (costs 1), and 1 more (cost 4)"
    assert "\nbreaks 'wishes are kept': wish 1 (costs 1), wish 4 (costs 4)\n" in str(rs.solve(fixed(m, values)))


def fixed(m: Model, values: list[int]) -> Model:
    """A copy of the model in which the first four variables have these values."""
    twin = m.copy()
    twin.true("as it is", [x if values[x] else -x for x in range(1, 5)])
    return twin


def test_a_soft_rule_without_rows_is_no_objective():
    m = Model("nothing")
    x = m.bools("x", 2)
    m.any("some", [x], soft=3, where=[False])
    m.any("some", [x], soft=3, when=(x[0], -x[0]))
    m.exactly(1, "one", [x[:1]], soft=2, when=(x[0], -x[0]))
    m.iff("as it is", [x[0]], [[x[1]]], 1, 1, when=x[1], where=[False])
    assert (m.objective, m.soft_rules, sum(map(len, m.blocks)), m.variables) == (None, [], 0, 2)


def test_rows_with_the_same_guards_share_their_boolean():
    m = Model("shared")
    x, y = m.bools("x", (50, 3)), m.bools("y", 2)
    m.at_most(1, "few", x, when=(y[0], y[1]))
    assert {name: array.size for name, array in m.arrays.items()} == {"x": 150, "y": 2, "both": 1}


def test_what_says_that_guards_hold_has_the_number_of_the_first_row_that_asks():
    m = Model("guards")
    x, y = m.bools("x", (4, 3)), m.bools("y", 3)
    m.at_most(1, "few", x, when=([y[0], y[2], y[1], y[1]], [y[1], y[2], y[0], y[2]]))
    stating, rule = m.blocks
    assert {
        int(n): sorted(stating.rows[r].tolist()) for r, n in enumerate(stating.number) if len(stating.rows[r]) > 2
    } == {
        0: [-14, -13, 16],
        3: [-15, -14, 17],
    }
    assert rule.when.tolist() == [16, 15, 16, 17]


def test_one_or_more_without_conditions_is_stated_as_before():
    """`iff` with numbers that say "at least one" is the same model, to the letter."""
    models = []
    for more in ({}, {"at_least": 1}, {"at_least": [1, 1]}):
        m = Model("iff")
        x = m.bools("x", 5)
        m.iff("either", [x[0], -x[1]], [x[2:], x[3:]], when=[x[1], x[0]], where=[True, False], **more)
        models.append(to_json(m))
    assert models[0] == models[1] == models[2]
    assert [row.tolist() for row in map(m.blocks[0].rows.__getitem__, range(4))] == [
        [-1, 3, 4, 5],
        [1, -3],
        [1, -4],
        [1, -5],
    ]
    assert m.blocks[0].number.tolist() == [0, 0, 0, 0]
    assert m.blocks[0].when.tolist() == [2, 2, 2, 2]


def test_a_list_of_guards_is_one_for_each_row_and_a_tuple_several_for_all():
    m = Model("guards")
    x, y = m.bools("x", (2, 3)), m.bools("y", 2)
    m.any("each", x, when=[y[0], y[1]])
    m.any("both", x, when=(y[0], y[1]))
    assert m.blocks[0].when.tolist() == [7, 8]
    assert m.blocks[1].when is None
    assert [m.blocks[1].rows[r].tolist() for r in range(2)] == [[1, 2, 3, -7, -8], [4, 5, 6, -7, -8]]


def test_a_model_with_conditions_is_the_same_as_json_and_as_a_copy():
    m = Model("kept")
    x, z = m.bools("x", 4), m.bools("z", 1)
    m.between(1, 2, "some", x, holds=z)
    m.any("one of these", [x[:2], x[2:]], soft=[3, 4])
    for twin in (from_json(to_json(m)), m.copy()):
        assert to_json(twin) == to_json(m)
        twin.maximize("many", x)
        twin.true("the first", x[0], soft=9)
        assert twin.objective.coefs.tolist() == [-1, -1, -1, -1, 3, 4, 9]
        again = from_json(to_json(twin))
        assert to_json(again) == to_json(twin)
        with pytest.raises(ModelError, match="the model already maximises 'many'"):
            again.minimize("more", x)
    assert m.objective.coefs.tolist() == [3, 4]
    assert len(m.soft_rules) == 1


REFUSED = {
    "holds and when": ({"holds": 5, "when": 6}, "expected holds= or when=, found both; if z holds exactly if"),
    "holds and soft": ({"holds": 5, "soft": 1}, "expected holds= or soft=, found both; a row whose truth is z"),
    "holds of a number": ({"holds": 7}, "row 0: holds= 7: n is an integer; holds= is a Boolean literal"),
    "unknown": ({"holds": 9}, "row 0: holds= 9: unknown variable, the model has 7"),
    "in the row": (
        {"holds": -2},
        "row 0: holds= -2: x[1] stands in the row itself; expected a literal that is in none",
    ),
    "too many": ({"holds": [5, 6]}, "holds: expected one number, or 1 (one per row), found shape (2,)"),
    "no guard": ({"when": ()}, "when: expected at least one guard, found none"),
    "guard of a number": ({"when": (5, 7)}, "row 0: guard 7: n is an integer; a guard is a Boolean literal"),
    "weight 0": ({"soft": 0}, "soft: expected weights from 1 on, found 0; rows that must hold"),
    "weight of 1.5": ({"soft": 1.5}, "soft: expected integers, found float 1.5"),
    "heavy": ({"soft": 2**53}, "soft: expected less than 2^53 in absolute value"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_told(name):
    keywords, message = REFUSED[name]
    m = Model("refused")
    m.bools("x", 6)
    m.ints("n", (), 0, 5)
    with pytest.raises(ModelError) as refusal:
        m.at_most(1, "few", [1, 2, 3], **keywords)
    assert str(refusal.value).startswith(f"rule 'few', {message}")
    assert m.blocks == []
    assert m.variables == 7
    assert m.objective is None


def test_weights_are_multiplied_by_what_fractions_were_multiplied_by():
    """An objective in thirds: the weights are thirds, too, in whole numbers; beyond 2^53 they are refused."""
    m = Model("thirds")
    x = m.bools("x", 3)
    m.maximize("thirds", x)
    m.objective = replace(m.objective, sense=ObjectiveSense(-1, 3, Fraction(1)))
    m.true("not the first", -x[0], soft=2)
    assert m.objective.coefs.tolist() == [-1, -1, -1, 6]
    assert m.objective.sense.own_value(objective_value(m, [0, 1, 1, 0, 1])) == pytest.approx(2 / 3 + 1 - 2)
    m.objective = replace(m.objective, sense=ObjectiveSense(-1, 2**40, Fraction(1)))
    with pytest.raises(
        ModelError, match="soft: the weight 16384 times the divisor of the objective, 1099511627776, reaches"
    ):
        m.true("not the second", -x[1], soft=2**14)


DAMAGED = {
    "another weight": (["soft", "rules", 0, 3, 0], 5, "expected the weight 5 of a soft rule in the objective"),
    "no weight": (["soft", "rules", 0, 3, 0], 0, "expected soft rules with a sentence, and a literal and a weight"),
    "two weights": (["soft", "rules", 0, 3], [3, 3], "expected soft rules with a sentence, and a literal and a weight"),
    "no sentence": (["soft", "rules", 0, 0], 1, "expected soft rules with a sentence, and a literal and a weight"),
    "no objective": (["objective"], None, "expected an objective that has the weights of the soft rules"),
    "no array": (["derived", 0], "y", "expected derived arrays as a list of names of arrays"),
    "no list": (["derived"], {}, "expected derived arrays as a list of names of arrays"),
    "a number": (["soft"], 3, "not a model as to_json writes it"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_json_is_refused(name):
    m = Model("damaged")
    x, z = m.bools("x", 4), m.bools("z", 1)
    m.between(1, 2, "some", x, holds=z)
    m.any("all", [x], soft=3)
    path, value, message = DAMAGED[name]
    document = json.loads(to_json(m))
    part = document
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(ModelError, match=f"from_json: {message}"):
        from_json(json.dumps(document))


def test_weights_that_reach_2_to_53_together_are_refused():
    m = Model("heavy")
    x = m.bools("x", 2)
    with pytest.raises(ModelError, match="the sum may reach"):
        m.true("all", x, soft=2**52)
    with pytest.raises(ModelError, match="rule 'iff', row 0: lo is greater than hi"):
        m.iff("iff", x[0], [[x[1]]], 2, 1)
