"""Encodings as a user names them: `auto`, `all`, or `FORM=NAME,FORM=NAME`, where NAME may be `all`.

auto                     what the formulation and the size of each row choose
all                      each encoding of each form that the model has, one at a time, the others left to `auto`
cardinality=all          each encoding of that form, if the model has it
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product

from backends.encoding_choice.catalogue import encoding_names, encodings_by_form
from backends.lowering.canonical import canonical_rules
from models.neutral import Form, ModelError, forms
from models.neutral.forms import row_forms
from models.neutral.restating import state_native_rules
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.question import Question

ALL = "all"
AUTO = "auto"  # what is taken where none is named


def check_encodings(text: str) -> str:
    """The text with its forms in one order, so that the same choice has the same name. Raises UnknownEncoding."""
    if text in (AUTO, ALL):
        return text
    named = [choice.partition("=") for choice in text.split(",")]
    every = [form for form, _, name in named if name == ALL]
    encodings_by_form([f"{form}={AUTO}" for form in every], text)  # raises for an unknown form
    single = encodings_by_form(["".join(choice) for choice in named if choice[2] != ALL], text)
    chosen = {**{form.value: name for form, name in single.items()}, **dict.fromkeys(every, ALL)}
    return ",".join(f"{form.value}={chosen[form.value]}" for form in Form if form.value in chosen)


def needs_forms(text: str) -> bool:
    """Does it depend on the forms of rows that a model has?"""
    return text == ALL or text.endswith(f"={ALL}") or f"={ALL}," in text


def expand_encodings(text: str, present: frozenset[Form]) -> Iterator[str]:
    """Each choice without `all`. present: the forms of the model, of which others would give the same clauses."""
    if text == ALL:
        choices = [f"{form.value}={name}" for form in Form if form in present for name in encoding_names(form)]
        yield from choices or [AUTO]
    elif not needs_forms(text):
        yield text
    else:
        columns = []
        for choice in text.split(","):
            form, _, name = choice.partition("=")
            if name != ALL:
                columns.append([choice])
            elif Form(form) in present:
                columns.append([f"{form}={each}" for each in encoding_names(Form(form))])
        yield from (",".join(chosen) or AUTO for chosen in product(*columns))


def present_forms(question: Question, formulation: str) -> frozenset[Form]:
    """The forms of the rows that the formulation's model has in canonical form, since others would give the same
    clauses, with those of rules that get rows when it is lowered; none if it does not support the reading of the rules,
    or these rows are too many, as the attempt will say."""
    with suppress(InputError, ModelError):
        model = state_native_rules(question.model(formulation))
        of_rows = (row_forms(block) for block in canonical_rules(model.relaxed()).blocks)
        return frozenset((forms(model) & {Form.INTEGER}).union(*of_rows))
    return frozenset()
