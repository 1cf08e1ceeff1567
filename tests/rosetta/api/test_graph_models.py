"""Models with graph rules that a user states: an answer is about the user's variables, whatever states the rules."""

from __future__ import annotations

import itertools

import networkx
import pytest

import rosetta as rs
from models.neutral import CONNECTIVITY, CYCLES, ModelError
from models.neutral.global_rules.registry import kind_of
from models.neutral.json import to_json
from rosetta.commands.main import run_verb
from rosetta.studies.refuting import worthwhile

SQUARE = [(0, 1), (1, 2), (2, 3), (0, 3)]
COMPLETE = list(itertools.combinations(range(4), 2))


def connected_sets() -> set[tuple[int, ...]]:
    """The sets of vertices of a square, as bits, that hold two opposite ones and are connected."""
    graph, sets = networkx.Graph(SQUARE), itertools.product((0, 1), repeat=4)
    return {
        bits
        for bits in sets
        if bits[0] and bits[2] and networkx.is_connected(graph.subgraph(v for v in range(4) if bits[v]))
    }


def square(by: str) -> rs.Model:
    model = rs.Model("square")
    there = model.bools("there", 4)
    model.true("two opposite corners are there", there[[0, 2]])
    model.connected("what is there is connected", there, SQUARE, by=by)
    return model


def apart(by: str) -> rs.Model:
    model = rs.Model("apart")
    there = model.bools("there", 3)
    model.true("both ends are there", there[[0, 2]])
    model.true("the middle is not there", -there[[1]])
    model.connected("what is there is connected", there, [(0, 1), (1, 2)], by=by)
    return model


@pytest.mark.sample(1)
@pytest.mark.parametrize("by", CONNECTIVITY)
def test_answers_are_sets_of_vertices(by):
    model = square(by)
    assert rs.count(model).count == 3
    listed = rs.solve(model, answers="all")
    assert {tuple(answer["there"]) for answer in listed.answers} == connected_sets()
    assert all(set(answer) == {"there"} for answer in listed.answers)
    assert len(listed.answers) == 3
    assert "parent" not in str(listed)


@pytest.mark.sample(1)
@pytest.mark.parametrize("by", CYCLES)
def test_cycles_of_a_complete_graph(by):
    """Four vertices have three cycles through all of them."""
    model = rs.Model("complete")
    edge = model.bools("edge", len(COMPLETE))
    model.exactly(4, "four edges", [edge])
    model.single_cycle("one cycle", edge, COMPLETE, by=by)
    assert rs.count(model).count == 3
    assert rs.solve(model)[edge].sum() == 4


@pytest.mark.parametrize("by", ["elimination", "lazy"])
def test_an_answer_is_judged_by_the_graph(by):
    model = square(by)
    assert rs.verify(model, {"there": [1, 1, 1, 0]}) == []
    (wrong,) = rs.verify(model, {"there": [1, 0, 1, 0]})
    assert "what is there is connected" in wrong


@pytest.mark.parametrize("by", ["ranks", "lazy"])
def test_a_model_without_an_answer(by):
    model = apart(by)
    solution = rs.solve(model)
    assert (solution.status, solution.evidence) == ("unsatisfiable", "cross-checked")
    assert {run["status"] for run in rs.compare(model, backends=["cpsat", "cnf"]).runs} == {"unsatisfiable"}


@pytest.mark.sample(1)
@pytest.mark.parametrize("by", kind_of("connected").formulations)
def test_a_model_in_a_file_is_the_same(by, tmp_path):
    file = tmp_path / "square.json"
    file.write_text(rs.convert(square(by), "json"))
    board = rs.load(str(file))
    assert rs.count(board).count == 3
    assert set(rs.solve(board).answer) == {"there"}


def test_a_file_has_rows_for_every_rule():
    """Those of another formulation, where the rule has none; where that one was asked for by name, it is refused."""
    assert rs.convert(square("lazy"), "dimacs") == rs.convert(square("lazy"), "dimacs", formulation="elimination")
    with pytest.raises(ValueError, match="no rows for the rule 'what is there is connected'; try stated"):
        rs.convert(square("elimination"), "dimacs", formulation="lazy")


@pytest.mark.parametrize(
    ("verb", "flags", "state"),
    [("solve", ["--all"], square), ("count", [], square), ("compare", ["--backends", "cnf,cpsat"], apart)],
)
def test_what_no_rows_state_is_not_proved_unasked(verb, flags, state, tmp_path, monkeypatch, capsys):
    """After long solving a proof is tried, which needs rows; here nobody asked for one, so nothing is said of it."""
    monkeypatch.setattr(worthwhile, "LONG", 0.0)
    file = tmp_path / "square.json"
    file.write_text(to_json(state("lazy")))
    code = run_verb(verb, ["model", str(file), *flags])
    shown = capsys.readouterr()
    assert code == 0, shown.out + shown.err
    assert "not written as rows" not in shown.out + shown.err


def test_bounds_are_not_negative():
    model = rs.Model("bounded")
    with pytest.raises(ModelError, match="within: expected at least 0 steps, found -1"):
        model.connected("connected", model.bools("x", 2), [(0, 1)], by="ranks", within=-1)
