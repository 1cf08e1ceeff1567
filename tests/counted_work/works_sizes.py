"""Sizes of what solvers get: clauses and linear rows of every formulation of puzzles and global rules, and of every
encoding of a row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

from backends.contract import Limits, Options, Size
from backends.encoding_choice.sizes import sizes
from backends.lowering.clauses import to_clauses
from backends.lowering.linear import to_linear
from models.neutral import Form, Model
from models.puzzles.registry import names, puzzle
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import TooLarge
from tests.support.rule_cases import FORMULATIONS, sized_case

SIZES = ((7, 7), (6, 10), (20, 20))  # of each puzzle, those of which it has boards
LIMITS = Limits(literals=600_000)  # flows as clauses are millions
EVERY_FORMULATION = 60  # cells; of larger boards the first formulation is counted
PARAMETERS = {"tiling": {(7, 7): {"pieces": "random"}}}
Count = tuple[str, str, int]  # instance, measure, value


@cache
def counted_models() -> tuple[tuple[str, str, Model], ...]:
    """(instance, formulation, model) of every puzzle; without those that have graph rules as no rows."""
    models = []
    for name in names():
        record = puzzle(name)
        for size in SIZES:
            try:
                board, _ = record.generate(size, seed=1, **PARAMETERS.get(name, {}).get(size, {}))
            except InputError:
                continue
            formulations = list(record.formulations)
            for formulation in formulations if size[0] * size[1] <= EVERY_FORMULATION else formulations[:1]:
                model = record.formulations[formulation](board)
                if not model.open_rules:
                    models.append((f"{name} {size[0]}x{size[1]} {formulation}", formulation, model))
    return tuple(models)


def count_clauses() -> Iterator[Count]:
    """Variables, clauses and literals, with the encodings that are chosen where the user names none."""
    for instance, formulation, model in counted_models():
        chosen = puzzle(instance.partition(" ")[0]).extras.encodings.get(formulation, {})
        options = Options(encodings={Form(form): name for form, name in chosen.items()})
        with suppress(TooLarge):  # one that was in the table is missed there
            yield from _measures(instance, to_clauses(model, LIMITS, options).size, "clauses", "literals")


def count_linear_rows() -> Iterator[Count]:
    """Columns, rows and entries of the integer program."""
    for instance, _, model in counted_models():
        with suppress(TooLarge):
            yield from _measures(instance, to_linear(model, LIMITS).size, "rows", "entries")


def count_global_rules() -> Iterator[Count]:
    """Variables, rows and literals of every formulation of every global rule, for one case of each kind."""
    for kind, by in FORMULATIONS:
        case = sized_case(kind)
        model, _ = case.model(by)
        rows, literals = sum(map(len, model.blocks)), sum(len(block.rows.literals) for block in model.blocks)
        yield from _measures(f"{kind} {by}: {case.name}", Size(model.variables, rows, literals), "rows", "literals")


def count_encodings() -> Iterator[Count]:
    """Of one row of each form: 20 literals, and 5 of them."""
    for form in (Form.AT_MOST_ONE, Form.EXACTLY_ONE, Form.CARDINALITY, Form.LINEAR, Form.PARITY, Form.INTEGER):
        for row in sizes(form, [20], [5]):
            instance = f"{form.value} {row.encoding}"
            if row.variables is not None and row.clauses is not None:
                yield from _measures(instance, Size(row.variables, row.clauses, row.literals), "clauses", "literals")


def _measures(instance: str, size: Size, rows: str, entries: str) -> Iterator[Count]:
    yield instance, "variables", size.variables
    yield instance, rows, size.rows
    yield instance, entries, size.literals
