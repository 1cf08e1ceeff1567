"""Solver files: a written model, read back, has the same solutions, of the same cost."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings

from backends.contract import Limits, Options
from backends.formats import MODULES
from backends.formats.contract import WriteOptions, file_format
from backends.formats.text import row_text, variable_names
from backends.loading.cp_proto import proto_bytes
from backends.lowering.canonical import canonical_rules
from backends.lowering.clauses import to_clauses
from models.neutral import Form, Model
from models.puzzles.registry import puzzle
from rosetta.foundation.limits import TooLarge
from tests.support.file_answers import as_read, costs_of, interpreted, written
from tests.support.strategies import models

READERS = [name for name in MODULES if file_format(name).read]
SMALL = {
    "tents": "3x3:aaaaa,2,0,2,2,0,2",
    "akari": "3x3:b0Be",
    "lightsout": "2x3",
    "tiling": "slothouber-graatsma",
}


def everything() -> Model:
    """All kinds of rows, guards, an integer, an objective with a negated literal."""
    model = Model("all")
    x, z = model.bools("x", 3), model.ints("z", 1, -2, 3)
    model.between(1, 2, "between", x)
    model.any("clause", [[x[0], -x[2]]])
    model.parity(1, "odd", x)
    model.parity(0, "guarded", [[x[0], -x[1]]], when=-x[2])
    model.linear(1, None, "sum", [[x[1], z[0]]], [2, -1])
    model.minimize("cost", [z[0], -x[0]], [2, 3])
    return model


def same(model: Model, costs, objective: bool) -> None:
    """Are these the model's solutions, with their costs?"""
    truth = costs_of(model)
    assert set(costs) == set(truth)
    if objective:
        assert costs == truth


# ---- round trips -------------------------------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", READERS)
def test_what_is_read_has_the_solutions_of_what_was_written(name):
    """Random models of all kinds; those whose lowering is too large for brute force are passed over, most are not."""
    tried = [0, 0]

    @settings(max_examples=25, deadline=None)
    @given(models())
    def trial(model):
        costs = as_read(model, name, _mentioned(model, name))
        tried[costs is None] += 1
        if costs is not None:
            same(model, costs, file_format(name).objective)

    trial()
    assert tried[0] > tried[1]


def _mentioned(model: Model, name: str) -> bytes:
    """The file; the new WCNF does not tell how many variables there are, so the last one is mentioned."""
    last = to_clauses(model, Limits(), Options()).variables if name == "wcnf" else 0
    return written(model, name) + (b"h %d -%d 0\n" % (last, last) if last else b"")


@pytest.mark.parametrize("name", ["fzn", "xcsp3"])
def test_an_interpreter_of_the_format_finds_the_solutions(name):
    """Formats without a reader, against a small interpreter of what stands in them."""

    @settings(max_examples=40, deadline=None)
    @given(models())
    def trial(model):
        same(model, interpreted(model, name, written(model, name)), True)

    trial()


@settings(max_examples=40, deadline=None)
@given(models())
def test_the_text_of_cpsat_is_the_message_it_is_handed(model):
    """Parsed by the library of protocol buffers, it is the same message, but for the names."""
    from google.protobuf import text_format
    from ortools.sat import cp_model_pb2

    read = text_format.Parse(written(model, "cpsat").decode(), cp_model_pb2.CpModelProto())
    for variable in read.variables:
        assert variable.name
        variable.name = ""
    read.objective.offset = read.objective.offset  # an offset of 0 is one that is not there
    handed = cp_model_pb2.CpModelProto.FromString(bytes(proto_bytes(model, canonical_rules(model).blocks)))
    handed.objective.offset = handed.objective.offset
    assert read == handed


@pytest.mark.sample(11)
@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("kind", SMALL)
def test_small_boards_of_every_puzzle_survive(kind, name):
    """Written, read, and enumerated: the same answers."""
    from backends.cpsat import BACKEND as CPSAT
    from instances.resolve import resolve

    record = puzzle(kind)
    instance = resolve(kind, SMALL[kind]).instance
    model = next(iter(record.formulations.values()))(instance)
    content = written(model, name, WriteOptions(heading=(kind,), name_of=lambda x: record.name_of(instance, model, x)))
    for block in model.blocks:
        assert block.sentence.encode("ascii", "backslashreplace") in content
    if name not in READERS:
        return
    read = file_format(name).read(content)
    read.objective = None
    mine = record.project(instance, model)
    if name in ("lp", "mps"):
        labels = [bytes(line[line != 0]).decode() for line in variable_names.names(model)]
        theirs = np.array([int(read.arrays[labels[x]]) for x in mine], np.int32)
    else:
        theirs = mine
    free = model.copy()
    free.objective = None
    ours, others = (
        {tuple(values[where].tolist()) for values in CPSAT.solutions(source, where, Limits(30), Options())}
        for source, where in ((free, mine), (read, theirs))
    )
    assert ours == others != set()


# ---- what is written ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODULES)
def test_a_file_is_byte_for_byte_this(name, golden, monkeypatch):
    """A model with everything in it; the same in the smallest pieces."""
    heading = WriteOptions(heading=("a model: größte Vielfalt",))
    content = written(everything(), name, heading)
    golden(f"everything.{name}", content.decode())
    from backends.formats import cpsat_text, xcsp3
    from backends.formats.flatzinc import writing as flatzinc
    from backends.formats.lp import writing as lp
    from backends.formats.mps import writing as mps
    from backends.formats.wcnf import writing as wcnf
    from backends.lowering import clauses

    for module in (clauses, cpsat_text, flatzinc, lp, mps, wcnf, row_text, xcsp3):
        monkeypatch.setattr(module, "PIECE", 1)
    in_pieces = written(everything(), name, heading)
    assert in_pieces.split() == content.split()


@pytest.mark.parametrize("name", MODULES)
def test_models_at_the_edge_are_written(name):
    """Nothing at all, variables without a rule, a rule that cannot be kept, an objective of nothing but a constant."""
    free, impossible, paid, broken = Model("free"), Model("impossible"), Model("paid"), Model("broken")
    free.bools("x", 2)
    impossible.any("nothing", [[]])
    x = paid.bools("x", 1)
    paid.minimize("any", [[-x[0]]], 0)
    y = broken.bools("y", 2)
    broken.any("one", y)
    broken.at_least(3, "three of two", y)
    for model in (Model("empty"), free, impossible, paid, broken):
        content = written(model, name)
        if name in ("fzn", "xcsp3"):
            same(model, interpreted(model, name, content), True)
        elif name in READERS and name != "wcnf":  # which does not say which variables there are
            costs = as_read(model, name, content)
            assert costs is not None
            same(model, costs, file_format(name).objective)


@pytest.mark.parametrize("name", MODULES)
def test_what_is_too_large_is_refused_before_it_is_written(name):
    """With the size."""
    model = Model("large")
    model.exactly(500, "half", model.bools("x", 1000))
    model.linear(3, 5, "sum", [model.arrays["x"]], np.arange(1000) + 1)
    with pytest.raises(TooLarge, match="budget"):
        written(model, name, WriteOptions(Limits(literals=1000)))


def test_an_objective_without_a_place_is_told_of():
    """Clauses alone have none; the file says what is missing."""
    for name in MODULES:
        assert (b"NOT IN THIS FILE" in written(everything(), name)) == (not file_format(name).objective)


def test_encodings_are_those_asked_for():
    """A CNF file depends on them, and its first variables are the model's own whatever they are."""
    model = Model("count")
    model.exactly(3, "three", model.bools("x", 8))
    files = {
        encoding: written(model, "dimacs", WriteOptions(options=Options(encodings={Form.CARDINALITY: encoding})))
        for encoding in ("totalizer", "sequential-counter")
    }
    assert len(set(files.values())) == 2
    assert all(b"c var 8 = x[7]\n" in content for content in files.values())


# ---- names -------------------------------------------------------------------------------------------------------


def names_of(*arrays) -> list[str]:
    model = Model("names")
    for name, shape in arrays:
        model.bools(name, shape)
    return [bytes(line[line != 0]).decode() for line in variable_names.names(model)[1:]]


def test_names_are_safe():
    """Letters, digits and underscores; no exponent, no title, no keyword of a format."""
    assert names_of(("tent", (1, 2)), ("place", 11))[1:3] == ["tent_0_1", "place_0"]
    assert names_of(("größe", 1)) == ["v_gru00f6u00dfe_0"]
    assert names_of(("e", 1), ("end", ()), ("9", 1), ("array", ())) == ["v_e_0", "v_end", "v_9_0", "v_array"]
    assert names_of(("größe ]x", 1), ("日", 1)) == ["v_gru00f6u00dfeu0020u005dx_0", "v_u65e5_0"]


@pytest.mark.parametrize(
    "arrays",
    [
        [("x", (2, 3)), ("x_1", 3)],
        [("ö", 1), ("u00f6", 1)],
        [("a b", 1), ("au0020b", 1)],
        [("extra", 1), ("constant", ())],
        [("x" * 300, 2)],
        [("v_x", 2), ("é", 1)],
        [("v_end", 1), ("end", 1), ("end_", ())],
    ],
)
def test_names_are_never_confused(arrays):
    """No two are the same, whatever the arrays are called."""
    labels = names_of(*arrays)
    assert len(set(labels)) == len(labels)
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,99}", name) for name in labels)
    assert not {"extra_1", "constant", "objective"} & set(labels)


def test_many_variables_are_told_by_their_names(monkeypatch):
    """A call for each would take too long; the table is the same."""
    model = Model("many")
    model.bools("tent", (3, 4))
    model.any("one", [[1]])
    monkeypatch.setattr(variable_names, "MOST_WORDS", 3)
    assert b"c var 12 = tent_2_3\n" in written(model, "dimacs")
    assert b"tent_2_3 =" not in written(model, "lp")


def test_a_sentence_cannot_become_a_row():
    """Whatever ends a line or a comment somewhere."""
    model = Model("hostile")
    model.bools("x", 1)
    model.any("x --> 1 0\t; */ \\ \x00 -- ü", [[1]])
    for name in MODULES:
        content = written(model, name, WriteOptions(heading=("one\n1 0\r2",)))
        assert b"\x00" not in content
        if name in READERS:
            assert set(as_read(model, name, content)) == {(1,)}
        if name == "xcsp3":
            same(model, interpreted(model, name, content), True)


@pytest.mark.parametrize("name", MODULES)
def test_a_row_that_binds_nothing_says_nothing(name):
    """A guard that is in its own row may leave a linear row that always holds."""
    model = Model("guard inside")
    x = np.asarray(model.bools("x", 3))
    for guard in (*x.tolist(), *(-x).tolist()):
        for signs in ([1, 1], [1, -1], [-1, -1]):
            model.at_most(1, "one of three", [[x[0] * signs[0], x[1] * signs[1], x[2]]], when=guard)
            model.linear(None, 2, "a sum", [[x[0], x[1] * signs[0]]], [2, signs[1]], when=guard)
    if name in ("fzn", "xcsp3"):
        same(model, interpreted(model, name, written(model, name)), True)
    elif name in READERS:
        costs = as_read(model, name, _mentioned(model, name))
        assert costs is None or set(costs) == set(costs_of(model))
