"""Explanations of boards with many solutions or very many decisions: what is said when time is short; refutations on
bitsets against those on lists, CP-SAT and known numbers."""

from __future__ import annotations

import json
from itertools import islice
from math import inf

import numpy as np
import pytest

from backends.contract import Limits
from backends.reasons import job
from backends.reasons.backbone import backbone_by_solver
from backends.reasons.bitset_propagation import BitsetPropagator, has_only_long_counts
from backends.reasons.chains import find_conflict
from backends.reasons.job import ExplanationRequest
from backends.reasons.row_table import row_table
from backends.reasons.selector_solver import SelectorSolver, SolverTimeout
from backends.reasons.trace import Backbone, Example, Step, collect_trace
from benchmarks.explaining.entailment import is_sound_step
from benchmarks.explaining.times import tiling_boards
from benchmarks.explaining.traces import find_reasons
from instances.resolve import resolve
from models.neutral import Model
from models.puzzles.registry import puzzle
from models.puzzles.setting.targets import Targets
from models.puzzles.tiling.counting.merging import count
from rosetta.commands.main import run_verb
from tests.support.set_boards import set_up

TILING = puzzle("tiling")


def of(kind, findings):
    return [finding for finding in findings if isinstance(finding, kind)]


@pytest.fixture(scope="module")
def cut():
    """A board of one solution, cut at random."""
    targets = Targets(True, parameters={"pieces": "random"})
    return next(instance for n in range(9) if (instance := set_up("tiling", "6x6", 0, n, targets)) is not None)


def test_bits_refute_what_lists_refute(cut):
    """The same literals are refuted, without facts and with them; the rows that are named suffice."""
    model = TILING.formulations["cells"](cut.instance)
    rows = row_table(model, model.boolean_variables)
    assert has_only_long_counts(rows)
    crowd, values, masks = BitsetPropagator(rows), rows.open_values(), [0] * len(rows.answer)
    assert crowd.literals(crowd.bits([3, -5, 7])) == [3, 7, -5]
    assert crowd.literals(crowd.negate(crowd.bits([3, -5]))) == [5, -3]
    for fact in (0, -2, -9, -30):
        if fact:
            values[fact], values[-fact] = 1, -1
            masks[abs(fact)] = 1 << (len(rows) + abs(fact))
        for x in (x for x in range(1, model.variables + 1, 7) if not values[x]):
            mask = crowd.find_conflict(crowd.true_literals(values), x, len(rows) + 1)
            assert (mask is None) == (find_conflict(rows, values, masks, x, len(rows) + 1) is None)
            if mask is not None:
                only = [r for r in range(len(rows)) if mask >> r & 1]
                facts = [-y for y in range(1, model.variables + 1) if mask >> (len(rows) + y) & 1]
                assert crowd.refutes(crowd.bits(facts), x, only)
                assert all(values[y] > 0 for y in facts)


def test_a_tiling_with_one_solution_is_explained_to_the_end(cut):
    """The steps end in the solution that it was cut from; every fifth step is checked by itself."""
    p, answer = cut.instance, cut.answer
    model, findings = find_reasons("tiling", p)
    steps, values = of(Step, findings), np.zeros(model.variables + 1, np.int64)
    values[[x for step in steps for x in step.conclusion if x > 0]] = 1
    assert sum(len(step.conclusion) for step in steps) == model.variables
    assert set(TILING.decode(p, model, values)) == set(answer)
    for step in steps[::5]:
        assert is_sound_step(model, step), step


def test_tilings_that_the_benchmark_draws_have_one_solution():
    """`benchmarks.explaining.times --drawn`: instances, counted by the puzzle's own counter, which shares nothing with
    the code that set them."""
    for what, p in islice(tiling_boards(1), 2):
        assert what == "x".join(map(str, p.board.shape))
        assert count(p) == 1


@pytest.mark.sample(0.125)
def test_the_pentominoes_on_six_by_ten():
    """9356 solutions, as published; what is common to all is that some placements are in none of them."""
    model, findings = find_reasons(
        "tiling", resolve("tiling", "6x10").instance, ExplanationRequest(steps=3, per_step=inf)
    )
    (shared,) = of(Backbone, findings)
    assert shared.solutions == 9356
    assert shared.exact
    assert 0 < len(shared.literals) < model.variables
    assert all(x < 0 for x in shared.literals)
    first, second = (np.array(example.values) for example in of(Example, findings))
    assert (first != second).any()
    for step in of(Step, findings):
        assert is_sound_step(model, step)


def test_time_ends_the_list_but_not_the_explanation(monkeypatch):
    """With no time for a list, two solutions are shown; what steps say still follows."""
    monkeypatch.setattr(job, "SHARE", 0.0)
    p = resolve("tiling", "3x20").instance
    model, findings = find_reasons("tiling", p, ExplanationRequest(steps=12, per_step=0.2))
    (shared,) = of(Backbone, findings)
    assert not shared.exact
    assert not shared.unique
    assert len(of(Example, findings)) == 2
    steps = of(Step, findings)
    assert steps
    assert all(is_sound_step(model, step) for step in steps[::8])
    assert not collect_trace(findings, False, "", 0.0).unique


def test_steps_show_that_a_solution_is_the_only_one(monkeypatch):
    """No second solution is searched for: the steps decide everything, so there is none."""
    answered = SelectorSolver.solve_until
    in_time = lambda self, chosen, literals, until: None if until < inf else answered(self, chosen, literals, until)  # noqa: E731
    monkeypatch.setattr(SelectorSolver, "solve_until", in_time)
    _, findings = find_reasons("akari", resolve("akari", "7x7:cBg3cBa4c1a3a2aBcBa1c1gBc").instance)
    (shared,) = of(Backbone, findings)
    trace = collect_trace(findings, True, "", 0.0)
    assert len(of(Example, findings)) == 1
    assert not shared.exact
    assert not shared.unique
    assert trace.unique
    assert trace.reach is not None


def pigeons(n):
    """n + 1 pigeons in n holes: easy to state, long to refute by clauses."""
    model = Model("pigeons")
    x = model.bools("x", (n + 1, n))
    model.any("each has a hole", x)
    model.any(
        "no two share one", [[-int(x[i, h]), -int(x[j, h])] for h in range(n) for i in range(n + 1) for j in range(i)]
    )
    return model


def test_a_question_that_takes_too_long_is_not_answered():
    """None at once, or SolverTimeout; the same question is answered where there is time, and never wrongly."""
    model = pigeons(9)
    rows = row_table(model, model.boolean_variables)
    solver = SelectorSolver(model, rows, Limits())
    assert solver.solve_until(range(len(rows)), [], 0.0) is None
    solver.until = 0.0
    with pytest.raises(SolverTimeout):
        solver.satisfiable(range(len(rows)))
    assert solver.satisfiable(range(3))
    solver.delete()
    few = SelectorSolver(pigeons(3), row_table(pigeons(3), pigeons(3).boolean_variables), Limits())
    assert few.solve_until(range(len(few.rows)), [], inf) is False
    few.delete()


def test_what_one_solver_finds_in_common():
    """Of a model with two solutions: both are shown, and the literal in common is found."""
    model = Model("two")
    x = model.bools("x", 3)
    model.exactly(1, "one of two", x[:2])
    model.true("the third", x[2])
    rows, findings = row_table(model, x), []
    solver = SelectorSolver(model, rows, Limits())
    shared = backbone_by_solver(rows, solver, lambda kind, finding: findings.append(finding), inf)
    assert shared == Backbone((3,), False)
    assert len(of(Example, findings)) == 2
    solver.delete()


def run(capsys, *words):
    code = run_verb("explain", list(words))
    captured = capsys.readouterr()
    return code, captured.out


def test_several_solutions_are_said_first_and_shown(capsys):
    code, out = run(capsys, "tents", "5x5:bfafbaa,2,1,1,1,1,1,1,1,1,2")
    assert code == 0
    order = [
        "There are several solutions.",
        "A solution:",
        "Another solution differs",
        "Common to all of them are 21 of 25",
    ]
    places = [out.index(each) for each in order]
    assert places == sorted(places)
    code, out = run(capsys, "tents", "5x5:bfafbaa,2,1,1,1,1,1,1,1,1,2", "--json")
    document = json.loads(out)
    record = puzzle("tents")
    p = resolve("tents", "5x5:bfafbaa,2,1,1,1,1,1,1,1,1,2").instance
    answers = [record.answer_from_json(p, solution) for solution in document["solutions"]]
    assert len(set(answers)) == 2
    assert all(record.verify(p, answer) == [] for answer in answers)
    assert document["answer"] is None


def test_where_steps_stop_is_said(capsys):
    """Placements that no tiling of the Soma cube has: only trying everything shows it."""
    code, out = run(capsys, "tiling", "soma", "--step-limit", "0.1", "--time-limit", "20")
    assert "A solution:" in out
    assert "Here the steps stop: " in out
    assert code == 3


def test_a_page_shows_both_solutions(capsys, tmp_path):
    page = tmp_path / "page.html"
    assert run_verb("explain", ["tents", "5x5:bfafbaa,2,1,1,1,1,1,1,1,1,2", "--html", str(page)]) == 0
    capsys.readouterr()
    text = page.read_text("utf-8")
    assert "A solution. Another solution differs from it in 2 of its 6 tents (dashed)." in text
    assert "21 of 25 decisions" in text
