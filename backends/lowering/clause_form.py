"""The form of clauses: as they were lowered, or as 3-SAT (`lowering.three_sat`).

    any        as they are             3    at most three literals each             exactly-3    three literals each

A parameter of backends that take clauses, so that both forms of one model can be compared.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from backends.contract import Limits, Options, Setting
from backends.lowering.clauses import Cnf
from backends.lowering.three_sat import size, three_sat
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import TooLarge

FORMS = ("any", "3", "exactly-3")


def parse_form(text: str) -> str:
    """One of `FORMS`. Raises InputError."""
    if text not in FORMS:
        raise InputError(f"expected one of {', '.join(FORMS)}; found '{text}'")
    return text


CLAUSES = Setting(
    FORMS[0], parse_form, "clauses as they are (any), of up to 3 literals, or of exactly-3, with new variables", "FORM"
)


def convert_form(cnf: Cnf, limits: Limits, options: Options) -> Cnf:
    """The clauses in the form that the options name, which joins the encodings. Raises TooLarge before writing."""
    form = options.parameters.get("clauses", FORMS[0])
    if form == FORMS[0]:
        return cnf
    exactly = form == "exactly-3"
    lengths = np.diff(np.flatnonzero(cnf.clauses == 0), prepend=-1) - 1
    literals = size(lengths, exactly)
    if literals > limits.literals:
        raise TooLarge(f"clauses of three need about {literals:,} literals, the budget is {limits.literals:,}")
    converted = three_sat(cnf.clauses, cnf.variables, exactly)
    encodings = " ".join(filter(None, (cnf.encodings, f"clauses={form}")))
    return replace(
        cnf, clauses=converted.clauses, rows=converted.rows, variables=converted.variables, encodings=encodings
    )
