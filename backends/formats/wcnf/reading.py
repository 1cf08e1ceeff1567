"""WCNF, the new format and the old, read strictly: clauses that must hold, and an objective.

    h 1 -2 0        must hold                      p wcnf 3 2 8      old: a header, weights as heavy as 8 must hold
    3 -1 0          costs 3 where 1 holds          8 1 -2 0
    2 1 2 0         costs 2 where neither holds: a new variable r, 1 or 2 or r, and r costs 2

3 -1 0 and 2 1 0 together are 3 x + 2 (1 - x): x + 2, with the constant 2 in the objective's sense.
"""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np

from backends.formats.contract import MOST_VARIABLES, FileContent
from backends.formats.dimacs.reading import MOST_CLAUSES, SENTENCE, check_literals, marked_rows
from backends.formats.text.clauses_to_model import Column, state_clauses
from backends.formats.text.linear_to_model import state_objective
from backends.formats.text.scanning import (
    Numbers,
    clause_ends,
    error_at,
    header,
    header_number,
    header_variables,
    read_numbers,
)
from models.neutral import Model, ObjectiveSense
from models.neutral.variables import NumberedNames

OLD = re.compile(rb"p[ \t]+wcnf[ \t]+([0-9]+)[ \t]+([0-9]+)(?:[ \t]+([0-9]+))?[ \t\r]*(?=\n|\Z)")
NEW = re.compile(rb"(?![pP])")
MOST_WEIGHT = 2**53 - 1  # the language's numbers are exact


def read(content: bytes) -> FileContent:
    """The model of a WCNF file, old or new. Raises FileError."""
    old = is_old(content)
    head = header(content, OLD if old else NEW, "a header, as in `p wcnf 3 2 8`, or none")
    numbers = read_numbers(content, head.end() if old else 0, b"" if old else b"h")
    ends = clause_ends(numbers)
    if not content.strip():
        raise error_at(content, 0, "a header, as in `p wcnf 3 2 8`, a clause or a comment")
    firsts = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
    hard = marked_rows(numbers, firsts)
    has_weight = ~hard
    weighed = firsts[has_weight]  # the indices of the weights
    _check_weights(numbers, weighed)
    literal = numbers.values != 0
    literal[weighed] = False
    places = np.flatnonzero(literal)
    variables = int(np.abs(numbers.values[places]).max(initial=0))
    if old:
        claimed = header_variables(content, head)
        check_literals(numbers, claimed, places)
        variables = claimed
        if len(ends) != header_number(content, head, 2, MOST_CLAUSES, "clauses"):
            raise error_at(content, head.start(2), f"{len(ends)} clauses, which is how many there are")
        if head[3] is not None:
            top = header_number(content, head, 3, 10**18, "as top weight")
            hard[~hard] = numbers.values[weighed] >= top
    elif variables > MOST_VARIABLES:
        check_literals(numbers, MOST_VARIABLES, places)
    weights = np.where(hard, 0, numbers.values[firsts])
    heavy = np.flatnonzero(weights > MOST_WEIGHT)
    if len(heavy):
        raise numbers.error(int(firsts[heavy[0]]), "a weight below 2^53")
    return FileContent(_model(variables, numbers.values, ends, np.where(has_weight, firsts, -1), weights))


def is_old(content: bytes) -> bool:
    """Has the file the header of the old format?"""
    return re.search(rb"^[ \t]*p", content, re.MULTILINE) is not None


def _check_weights(numbers: Numbers, weighed: Column) -> None:
    wrong = np.flatnonzero(numbers.values[weighed] < 1)
    if len(wrong):
        raise numbers.error(int(weighed[wrong[0]]), "a weight, which is at least 1, or `h`")


def _model(variables: int, values: Column, ends: Column, places: Column, weights: Column) -> Model:
    """places: the index of the weight in values, by clause, -1 for none; weights: 0 for a clause that must hold."""
    lengths = np.diff(ends, prepend=-1) - 1 - (places >= 0)
    alone, relaxed = (weights > 0) & (lengths == 1), np.flatnonzero((weights > 0) & (lengths != 1))
    model = Model("file")
    model.bools("x", variables)
    model.labels = NumberedNames("x", variables)
    if len(relaxed):
        model.bools("broken", len(relaxed))
    new = variables + 1 + np.arange(len(relaxed))  # says that the clause is broken, in the place of the weight
    single, costs = values[ends[alone] - 1], weights[alone]
    values = values.copy()
    values[places[places >= 0]] = 0
    values[places[relaxed]] = new
    state_clauses(model, SENTENCE, values, ends, ~alone)
    # breaking the clause (l) costs w: w (not l), which is w - w x for l = x and w x for l = not x
    columns = np.concatenate([np.abs(single), new])
    coefs = np.concatenate([np.where(single > 0, -costs, costs), weights[relaxed]])
    if (weights > 0).any():
        sense = ObjectiveSense(constant=Fraction(int(costs[single > 0].sum())))
        state_objective(model, "the weight of the clauses that do not hold", columns, coefs, sense)
    return model
