"""The budget of clauses is refused beyond its last literal; names say which encodings were asked for."""

from __future__ import annotations

import re

import pytest

from backends.contract import Limits, Options
from backends.lowering.clause_form import convert_form
from backends.lowering.clauses import to_clauses
from models.neutral import Form, Model
from rosetta.foundation.limits import TooLarge


def model() -> Model:
    """One clause of six literals, so that its size is no estimate."""
    m = Model("six")
    m.any("one of six", m.bools("x", 6))
    return m


@pytest.mark.parametrize("form", ["any", "3", "exactly-3"])
def test_the_budget_is_what_may_be_written(form):
    """So many literals as the budget has are written; with one less, it says how many it would be."""
    options = Options(parameters={"clauses": form})
    literals = convert_form(to_clauses(model(), Limits(), options), Limits(), options).literals
    cnf = to_clauses(model(), Limits(literals=6), options)
    assert cnf.literals == 6 <= literals
    assert convert_form(cnf, Limits(literals=literals), options).literals == literals
    if form != "any":
        with pytest.raises(TooLarge, match=f"about {literals} literals, the budget is {literals - 1}"):
            convert_form(cnf, Limits(literals=literals - 1), options)
    with pytest.raises(TooLarge, match=re.escape("needs about 6 literals, the budget is 5")):
        to_clauses(model(), Limits(literals=5), options)


@pytest.mark.parametrize(("asked", "told"), [("auto", ""), ("order", "integer=order")])
def test_an_encoding_that_nobody_asked_for_is_not_named(asked, told):
    """The order encoding of integers is the usual one."""
    with_integers = Model("integers")
    with_integers.linear(2, None, "enough", [with_integers.ints("z", 1, 0, 3)], 1)
    for each, expected in ((with_integers, told), (model(), "")):
        encodings = to_clauses(each, Limits(), Options(encodings={Form.INTEGER: asked})).encodings
        assert [word for word in encodings.split() if word.startswith("integer=")] == expected.split()
