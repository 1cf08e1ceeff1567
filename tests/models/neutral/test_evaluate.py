"""The judge, the forms of a model, and a model as text."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from hypothesis import given, settings

from models.neutral import BrokenRow, Form, Kind, Model, ModelError, evaluate, forms, objective_value
from models.neutral.forms import row_forms
from models.neutral.json import from_json, to_json
from tests.support import strategies


def tents():
    m = Model("tents")
    tent, rank = m.bools("tent", (2, 2)), m.ints("rank", (), 0, 3)
    m.exactly([1, 0], "row counts", tent)
    m.at_most(1, "tents do not touch", [tent.ravel()], when=-tent[1, 1])
    m.parity(1, "an odd number", [tent.ravel()])
    m.any("a tent in the corner, or not", [tent[0, 0], -tent[0, 1]])
    m.linear(None, 2, "the rank is small", [rank, tent[0, 0]], [1, 2])
    m.minimize("early", [rank, -tent[0, 0]], [1, 5])
    return m


# ---- the judge ------------------------------------------------------------------------------------------------------


def test_the_judge_names_rule_row_and_what_it_came_to():
    """Every broken row, in the order stated."""
    broken = evaluate(tents(), np.array([0, 0, 1, 1, 0, 3]))
    assert broken == [
        BrokenRow("row counts", 1, 1, 0, 0),
        BrokenRow("tents do not touch", 0, 2, 0, 1),
        BrokenRow("an odd number", 0, 0, 1, 1),
        BrokenRow("a tent in the corner, or not", 0, 0, 1, 2),
        BrokenRow("the rank is small", 0, 3, 0, 2),
    ]
    assert str(broken[0]) == "rule 'row counts', row 1: expected 0, found 1"
    assert str(broken[1]) == "rule 'tents do not touch': expected at most 1, found 2"


def test_values_outside_their_bounds_are_broken_rules():
    """A Boolean that is 2, an integer beyond its bounds; entry 0 is not looked at."""
    m = Model("m")
    m.bools("x", 2)
    m.ints("y", 1, -1, 1)
    assert list(map(str, evaluate(m, [77, 2, 1, -2]))) == [
        "rule 'bounds of x[0]': expected 0..1, found 2",
        "rule 'bounds of y[0]': expected -1..1, found -2",
    ]


def test_sums_of_integers_below_zero_do_not_overflow():
    """None above 1, and some far below what a byte holds."""
    m = Model("m")
    m.linear(-200, 0, "no less than -200", m.ints("y", 2, -300, 0), 1)
    assert list(map(str, evaluate(m, [0, -300, 0]))) == ["rule 'no less than -200': expected at least -200, found -300"]
    assert evaluate(m, [0, -100, -100]) == []


def test_the_objective_is_a_number_or_nothing():
    """-x counts when x is false; without an objective there is no cost."""
    assert objective_value(tents(), [0, 0, 0, 0, 0, 2]) == 7
    assert objective_value(tents(), [0, 1, 0, 0, 0, 2]) == 2
    assert objective_value(Model("m"), [0]) is None


@pytest.mark.parametrize("judge", [evaluate, objective_value])
@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([0, 1.999, 0, 0, 0, 0], "expected integers, found float 0.0"),
        (np.full(6, np.nan), "expected integers, found float nan"),
        (["0"] * 6, "expected integers, found str '0'"),
        ([True] * 6, "expected integers, found bool True"),
        ([0] * 5, "expected 6 values (entry 0 unused), found shape (5,)"),
        (np.zeros((6, 1), int), "expected 6 values (entry 0 unused), found shape (6, 1)"),
        (np.full(6, 2**63, np.uint64), "expected less than 2^53 in absolute value, found 9223372036854775808"),
    ],
    ids=["floats", "nan", "text", "truth values", "too few", "a matrix", "too large"],
)
def test_what_is_no_assignment_is_refused(judge, values, message):
    """Nothing is rounded or cut: an assignment is one integer per variable."""
    with pytest.raises(ModelError, match=f"^{judge.__name__}: {re.escape(message)}$"):
        judge(tents(), values)


# ---- forms -----------------------------------------------------------------------------------------------------------


def test_cardinalities_are_sorted_into_forms_row_by_row():
    """at most one and exactly one are forms of their own; the masks are disjoint and complete."""
    m = Model("m")
    x = m.bools("x", (5, 3))
    m.between([0, 1, -1, 0, 1], [1, 1, 1, 2, 2], "counts", x)
    masks = {form: mask.tolist() for form, mask in row_forms(m.blocks[0]).items()}
    assert masks == {
        Form.AT_MOST_ONE: [True, False, True, False, False],
        Form.EXACTLY_ONE: [False, True, False, False, False],
        Form.CARDINALITY: [False, False, False, True, True],
    }


def test_a_model_has_the_forms_of_its_rows_and_properties():
    """Guards, integers and an objective are forms too; a rule without rows has none."""
    assert forms(Model("m")) == frozenset()
    m = tents()
    assert forms(m) == {
        Form.EXACTLY_ONE, Form.CARDINALITY, Form.AT_MOST_ONE, Form.GUARDED, Form.PARITY, Form.CLAUSE, Form.LINEAR,
        Form.INTEGER, Form.OBJECTIVE,
    }  # fmt: skip
    empty = Model("m")
    empty.exactly(1, "nothing", np.zeros((0, 3)))
    assert forms(empty) == frozenset()


# ---- text ------------------------------------------------------------------------------------------------------------


def test_a_model_in_words():
    """Every rule with its kind, every row with its number, names instead of numbers."""
    assert str(tents()) == "\n".join(
        [
            "tents: 5 variables: tent[2, 2], rank[]",
            "  0 <= rank <= 3",
            "rule 'row counts' (cardinality)",
            "  row 0: tent[0,0] + tent[0,1] = 1",
            "  row 1: tent[1,0] + tent[1,1] = 0",
            "rule 'tents do not touch' (cardinality)",
            "  row 0: tent[0,0] + tent[0,1] + tent[1,0] + tent[1,1] <= 1  when not tent[1,1]",
            "rule 'an odd number' (parity)",
            "  row 0: tent[0,0] xor tent[0,1] xor tent[1,0] xor tent[1,1] = 1",
            "rule 'a tent in the corner, or not' (clause)",
            "  row 0: tent[0,0] or not tent[0,1]",
            "rule 'the rank is small' (linear)",
            "  row 0: rank + 2 tent[0,0] <= 2",
            "minimise 'early': rank + 5 (not tent[0,0])",
        ]
    )


@settings(max_examples=100)
@given(strategies.models())
def test_a_model_comes_back_from_its_json(model):
    """Words and JSON of the copy are those of the model; so are the forms."""
    copy = from_json(to_json(model))
    assert (str(copy), to_json(copy), forms(copy)) == (str(model), to_json(model), forms(model))


def changed(key, value, rule=0):
    document = json.loads(to_json(tents()))
    document["blocks"][rule][key] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1, 2]", "from_json: not a model as to_json writes it: TypeError("),
        ("{}", "from_json: not a model as to_json writes it: no field 'name'"),
        ("tents", "from_json: not a model as to_json writes it: not JSON: Expecting value: line 1 column 1"),
        ("\0", "from_json: not a model as to_json writes it: not JSON: Expecting value: line 1 column 1"),
        ("9" * 5000, "from_json: not a model as to_json writes it: a number of more than 4,300 digits"),
        ("[" * 100_000, "from_json: not a model as to_json writes it: nested too deeply"),
        ('{"a":' * 100_000, "from_json: not a model as to_json writes it: nested too deeply"),
        (
            '{"name": "large", "arrays": [["x", [1000000, 1000], [0], [1], false]], "blocks": [], "objective": null}',
            "variables 'x': expected a bound for each, found 1 for [1000000, 1000]",
        ),
        (changed("kind", "riddle"), """from_json: not a model as to_json writes it: ValueError("'riddle'"""),
        (changed("literals", [1, 2, 3, 99]), "rule 'row counts', row 1: literal 99: unknown variable, the model has 5"),
        (changed("literals", [1, 1, 3, 4]), "rule 'row counts', row 0: literal 1: tent[0,0] stands twice"),
        (changed("literals", [1, 2, 3, 5]), "rule 'row counts', row 1: literal 5: rank is an integer"),
        (changed("literals", [1, 2, 3]), "rule 'row counts', rows: starts must go from 0 to the number of literals, 3"),
        (changed("lengths", [5, -1]), "rule 'row counts', rows: starts and literals must be vectors"),
        (changed("lo", [1, 2]), "rule 'row counts', row 1: lo is greater than hi (2..0)"),
        (changed("lo", [1.5, 0]), "rule 'row counts', lo: expected integers, found float 1.5"),
        (changed("hi", [1, 2, 3]), "rule 'row counts', hi: expected one number, or 2 (one per row), found shape (3,)"),
        (
            changed("coefs", [1, 1, 1, 1]),
            "rule 'row counts', coefs: linear rows have coefficients, the others have none",
        ),
        (changed("when", [9, 9]), "rule 'row counts', row 0: guard 9: unknown variable"),
        (changed("lo", [2], 2), "rule 'an odd number', row 0: odd: expected 0 (even) or 1 (odd)"),
        (changed("lo", [0], 3), "rule 'a tent in the corner, or not', row 0: a clause says 'at least 1', found 0..2"),
        (changed("coefs", None, 4), "rule 'the rank is small', coefs: linear rows have coefficients"),
    ],
)
def test_what_a_verb_would_refuse_is_refused_from_json_too(text, message):
    """A file is no way round validation."""
    with pytest.raises(ModelError, match=f"^{re.escape(message)}"):
        from_json(text)


def test_every_kind_is_described():
    """The docstring of Kind says what each of its values means."""
    assert all(re.search(rf"^ *{kind.name} ", Kind.__doc__, re.MULTILINE) for kind in Kind)
