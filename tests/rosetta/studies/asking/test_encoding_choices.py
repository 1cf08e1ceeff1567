"""Which encodings there are to choose for a model."""

from __future__ import annotations

import pytest

from models.neutral import Form, Model
from rosetta.studies.asking.encoding_choices import expand_encodings, present_forms
from rosetta.studies.asking.model_question import question_about_model


@pytest.mark.parametrize("by", ["values", "native"])
def test_rules_that_get_rows_when_they_are_lowered_have_their_forms(by):
    """Four numbers of five values differ: each value at most once, whether the model says so in rows or not."""
    model = Model("differ")
    model.all_different("differ", model.choices("d", 4, range(5)), by=by)
    _, question = question_about_model(model)
    forms = present_forms(question, "stated")
    assert forms == {Form.AT_MOST_ONE, Form.EXACTLY_ONE}
    assert "at-most-one=ladder" in expand_encodings("all", forms)


def test_rows_that_are_too_many_are_left_out():
    model = Model("wide")
    model.all_different("differ", model.ints("n", 3, 0, 10**8), by="native")
    _, question = question_about_model(model)
    assert present_forms(question, "stated") == frozenset()
