"""Kinds of rows: what does not know a kind refuses it by name, and never takes it for a count."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial
from io import BytesIO

import numpy as np
import pytest

from backends.contract import Certificate, Limits, Options
from backends.covering.cover import cover
from backends.formats import MODULES
from backends.formats.contract import WriteOptions, file_format
from backends.loading.cp_proto import proto_bytes
from backends.lowering.canonical import canonical_rules
from backends.lowering.clauses import to_clauses
from backends.lowering.equations import equations
from backends.lowering.linear import to_linear
from backends.lowering.native_rows import native_rows
from backends.passes.equivalent_literals import rename_block
from backends.passes.propagation import propagate_bounds
from backends.passes.restriction import restrict_model
from backends.reasons.row_table import row_table
from backends.registry import backend_named
from docs.floors import ROOT, files
from models.neutral import Model, evaluate, forms
from models.neutral.checking import check_block
from models.neutral.errors import ModelError
from models.neutral.json import from_json, to_json
from rosetta.studies.formulas.row_formulas import formulas_of
from rosetta.studies.judging.certificates import contradiction, find_infeasible_row
from tests.support.every_case import every_case
from tests.support.registered import SOLVERS, by_day, usable


class StrangeKind(Enum):
    """A kind that was added to the language, and of which nothing else knows."""

    NEW = "strange"


def strange_model(guarded: bool = False) -> Model:
    """Exactly one of three, said to be of the new kind."""
    model = Model("strange")
    x = model.bools("x", 4)
    model.exactly(1, "rule", x[:3], when=x[3] if guarded else None)
    model.blocks = [replace(model.blocks[0], kind=StrangeKind.NEW)]
    return model


def certify(literal: int, model: Model) -> str | None:
    """A certificate of the one row, taken for a parity, or for a row that forces the literal."""
    places = np.zeros(1, np.int64)
    return contradiction(model, Certificate(places, places, np.array([literal], np.int32)))


def write_file(name: str, model: Model) -> None:
    file_format(name).write(model, BytesIO(), WriteOptions())


NUMBERS = np.arange(5, dtype=np.int32)
READERS: dict[str, Callable[[Model], object]] = {
    "evaluate": lambda model: evaluate(model, np.ones(5, np.int64)),
    "check_block": lambda model: check_block(model.blocks[0], model),
    "words": str,
    "JSON": lambda model: from_json(to_json(model)),
    "forms": forms,
    "canonical form": canonical_rules,
    "propagation": propagate_bounds,
    "restriction": lambda model: restrict_model(model, NUMBERS[1:3], model.lower, model.upper),
    "equal literals": lambda model: rename_block(model.blocks[0], np.minimum(NUMBERS, 2)),
    "clauses": lambda model: to_clauses(model, Limits(), Options()),
    "native rows": lambda model: native_rows(model.blocks[0]),
    "linear rows": lambda model: to_linear(model, Limits()),
    "equations": equations,
    "exact cover": lambda model: cover(model, 100),
    "message of CP-SAT": lambda model: proto_bytes(model, model.blocks),
    "table of reasons": lambda model: row_table(model, NUMBERS[1:]),
    "formulas": lambda model: formulas_of(model, model.blocks),
    "rows that cannot hold": find_infeasible_row,
    **{f"format {name}": partial(write_file, name) for name in MODULES},
}


def refusal(read: Callable[[Model], object], model: Model) -> str:
    """The words of the error."""
    with pytest.raises((AssertionError, ModelError)) as error:
        read(model)
    return str(error.value)


@pytest.mark.parametrize("guarded", [False, True], ids=["free", "guarded"])
def test_a_new_kind_is_refused_by_name(guarded):
    with every_case() as case:
        for reader, read in READERS.items():
            with case(reader):
                assert "strange" in refusal(read, strange_model(guarded))


@pytest.mark.parametrize("backend", by_day(["oracle", *SOLVERS]))
def test_every_backend_refuses_a_new_kind_by_name(backend):
    usable(backend)
    solve = backend_named(backend).solve
    assert "strange" in refusal(lambda model: solve(model, Limits(seconds=30), Options()), strange_model())


def test_a_row_of_a_new_kind_certifies_nothing():
    assert certify(0, strange_model()) is None
    assert "strange" in refusal(partial(certify, 1), strange_model())


# Code that singles out a kind, rightly whatever other kinds there are; everything else names all of them.
SINGLED_OUT = {
    "models/neutral/checking.py": "linear rows have coefficients, all others have none",
    "models/neutral/conditions/conditioned_rules.py": "guards are literals of a clause; another row has one for all",
    "backends/connectivity/local_cuts.py": "counts and clauses of which all literals hold, or none",
    "backends/formats/xnf.py": "parity rows, which `to_clauses` was told to leave",
    "backends/lowering/equations.py": "parity rows need no canonical form, and may be all that is asked for",
    "backends/passes/blocking.py": "a reason is a row `exactly k`; other rows take no solution away from it",
    "backends/passes/gf2_presolve.py": "parity rows are solved, all other rows stay",
    "backends/count_certificates/parity_count.py": "parity rows and single literals; others are refused",
    "backends/count_certificates/stated_cover.py": "rows that count, without a guard; others are refused",
    "backends/covering/cover.py": "a guard is one more literal of a clause, and refused elsewhere",
    "backends/reasons/row_table.py": "the upper bound of a clause is its length",
    "backends/reasons/residues.py": "rows of one integer; what is neither them nor a count is refused",
    "models/puzzles/parts/faults.py": "rows that count pieces; others say nothing of single cells",
    "models/puzzles/parts/planting.py": "rows are sums, and parities apart",
    "models/puzzles/model/added_values.py": "parity rows are equations modulo 2; all others have two bounds",
    "models/puzzles/model/interchangeable.py": "the bounds of a clause say nothing, and are not compared",
    "rosetta/studies/judging/certificates.py": "parity rows may be added up, no others",
    "rosetta/studies/counting/dancing_links.py": "rows of exactly one, and of one negated literal; others are refused",
    "rosetta/studies/counting/orbits.py": "rows of exactly one, and of weighted counts, are made use of; others stay",
    "rosetta/studies/counting/recount.py": "parity rows and single literals; others are refused",
    "rosetta/studies/fuzzing/truth.py": "parity rows are sums modulo 2; all others are sums with two bounds",
    "rosetta/studies/explaining/linear_conflicts.py": "linear rows are added up; nothing is said of others",
    "rosetta/studies/explaining/numbers/value_sums.py": "sums of numbers are linear rows",
    "rosetta/studies/grading/graph_words.py": "clauses of a graph rule have words of their own, other rows do not",
    "rosetta/studies/explaining/wording.py": "a clause among rows that count",
    "rosetta/studies/formulas/formulas.py": "a clause is called a clause, any other kind by its value",
    "rosetta/studies/refuting/coset_certificate.py": "parity rows are added up; other rows only take solutions away",
    "rosetta/reproducing/tents/source_cnf.py": "the counts of its own model",
}


def names_a_kind(node: ast.AST) -> bool:
    """Does `Kind.X` occur in it?"""
    return any(
        isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "Kind"
        for part in ast.walk(node)
    )


def test_branches_on_kinds_name_all_kinds():
    """A `match` on kinds ends in `assert_never`; a comparison with a kind, or a table by kind, is in the list."""
    singled_out, unclosed = set(), []
    for path in files().values():
        name, text = str(path.relative_to(ROOT)), path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "Kind." in text else ():
            if isinstance(node, ast.Compare | ast.Dict) and names_a_kind(node):
                singled_out.add(name)
            if isinstance(node, ast.Match) and any(names_a_kind(case.pattern) for case in node.cases):
                words = ast.unparse(node.cases[-1]).split()
                if words != ["case", "_:", f"assert_never({ast.unparse(node.subject)})"]:
                    unclosed.append(f"{name}:{node.lineno}")
    assert unclosed == []
    assert singled_out == set(SINGLED_OUT)
