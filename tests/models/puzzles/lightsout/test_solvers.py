"""The special-purpose solvers of Lights Out, run and judged like all others; and what a comparison leaves out."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

from backends.contract import Limits, Options, Outcome, Status
from backends.running import presolving
from instances.resolve import resolve
from models.puzzles.lightsout.generate import plain_board
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.record import PUZZLE
from models.puzzles.lightsout.rules import maker_by_name
from models.puzzles.randomness import Stream
from rosetta.foundation.errors import InputError
from rosetta.studies.asking import budgets
from rosetta.studies.asking.budgets import Deadline
from rosetta.studies.asking.entrants import resolve_entrant, resolve_entrants
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing import compare
from rosetta.studies.comparing.compare import Plan, all_backends
from rosetta.studies.judging.attempts import Attempt, attempt
from rosetta.studies.judging.judge import judge_attempts
from rosetta.studies.solving.solve import default_backends, solve

LIMITS = Limits(seconds=60.0)
OWN = [solver.name for solver in PUZZLE.extras.solvers]


def board(rows: int, columns: int, seed: int, rule: str = "closed") -> LightsOut:
    """A board with random lamps to put out: solvable or not."""
    p, _ = plain_board((rows, columns), rule=rule)
    lit = (Stream("own", rows, columns, seed).words(len(p)) & np.uint64(1)).astype(np.int64)
    return LightsOut(p.graph, rule, 2, lit, np.zeros(len(p), np.int64), p.origin)


def runs(p: LightsOut, names: list[str], **rules: str):
    question = Question(PUZZLE, p, rules)
    return judge_attempts(
        question, [attempt(question, resolve_entrant(question, name, "native"), LIMITS) for name in names]
    )


@pytest.mark.sample(3, each="rule")
@pytest.mark.parametrize("rule", ["closed", "open"])
@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (4, 4), (5, 5), (3, 6), (6, 3), (7, 4)])
def test_they_say_what_linear_algebra_says(shape, rule):
    """No solution, shown by rows that add up to 0 = 1; or one that keeps all rules, and is minimal if so claimed."""
    statuses = set()
    for seed in range(4):
        reference, *own = runs(board(*shape, seed, rule), ["gf2", *OWN])
        for run in own:
            if run.status == "unsupported":  # modular is for any graph, the others for these boards
                pytest.fail(f"{run.backend}: {run.note}")
            assert run.verdict == "correct"
            assert (run.status == "unsatisfiable") == (reference.status == "unsatisfiable")
            if run.status == "unsatisfiable":
                assert run.evidence == "proved"
                lonely = (
                    "has to change, and no press changes it" in run.note
                )  # a lamp that no press reaches is a reason by itself
                assert lonely or "pressing can never change the parity of the lights on {" in run.note
            else:
                assert run.objective >= reference.objective
                assert run.status == "satisfied" or run.objective == reference.objective
                assert "special-purpose" in run.note
        statuses.add(reference.status)
    assert statuses <= {"optimal", "unsatisfiable"}


@pytest.mark.sample(1)
@pytest.mark.parametrize("colours", [2, 3, 4, 6])
def test_any_graph_and_number_of_colours(colours):
    """Elimination modulo k and CP-SAT agree on who can be put out, and on the fewest presses where both claim them."""
    for what, lit in (("petersen", None), ("cycle:9", "0"), ("torus:3x4", None), ("path:6", "0,2")):
        p, _ = maker_by_name(what)(colours=colours, lit=lit)
        reference, own = runs(p, ["cpsat", "modular"])
        assert (own.status == "unsatisfiable") == (reference.status == "unsatisfiable"), what
        assert own.verdict == "correct"
        if own.status == "optimal":
            assert own.objective == reference.objective


@pytest.mark.sample(0.125)
def test_the_polynomials_find_the_fewest_presses():
    """Published numbers of boards with quiet patterns: 4, 5, 9, 11, 14, 16, 17."""
    for n, presses in {4: 4, 5: 15, 9: 25, 11: 55, 14: 56, 16: 104, 17: 147}.items():
        (run,) = runs(PUZZLE.generate((n, n))[0], ["polynomial"])
        assert (run.status, run.objective, run.verdict) == ("optimal", presses, "unproved")
    (run,) = runs(PUZZLE.generate((19, 19))[0], ["polynomial"], any="yes")
    assert (run.status, run.verdict, run.objective) == ("satisfied", "correct", None)


def test_they_refuse_what_they_are_not_for():
    """Other graphs and colours, and boards that would take too long."""
    petersen, _ = maker_by_name("petersen")()
    for name in ("polynomial", "spanish", "dense"):
        (run,) = runs(petersen, [name])
        assert (run.status, run.note) == ("unsupported", "rectangular boards only, found a graph")
    (run,) = runs(PUZZLE.generate((60, 60))[0], ["dense"])
    assert (run.status, run.note) == ("unsupported", "up to 2,500 cells, found 3,600")
    (run,) = runs(PUZZLE.generate((4, 4), colours=3)[0], ["polynomial"])
    assert run.note == "two colours only, found 3"


def test_a_wrong_answer_of_theirs_is_wrong():
    """They are judged like everybody else: a solver that presses the wrong buttons, or claims too much."""
    from dataclasses import replace

    from models.puzzles.special_solver import SpecialResult, SpecialSolver

    def nothing(p, m, any="no"):
        yield SpecialResult("optimal", np.zeros(m.variables + 1, np.int64))

    def no(p, m, any="no"):
        yield SpecialResult("unsatisfiable", rows=np.array([0, 1]))

    lies = tuple(
        SpecialSolver(name, "lies", lambda p, any="no": None, solve) for name, solve in (("a", nothing), ("b", no))
    )
    question = Question(replace(PUZZLE, extras=replace(PUZZLE.extras, solvers=lies)), PUZZLE.generate((3, 3))[0])
    tried = [attempt(question, resolve_entrant(question, name, "native"), LIMITS) for name in ("a", "b", "gf2")]
    assert [run.verdict for run in judge_attempts(question, tried)] == ["wrong", "wrong", "unproved"]
    (alone,) = judge_attempts(question, [tried[1]])
    assert (alone.verdict, alone.evidence) == ("unproved", "claimed")
    assert tried[1].outcome.status is Status.UNSATISFIABLE


def test_who_runs_on_which_formulation():
    """Everybody on the rules as stated; those that search, on other forms of the rows; the advised one first."""
    question = Question(PUZZLE, PUZZLE.generate((4, 4))[0])
    everybody = all_backends(PUZZLE)
    plan = resolve_entrants(question, everybody, ["merged", "native"], Options(), "default", sparing=True)
    merged = {entrant.name for entrant in plan if entrant.formulation == "merged"}
    assert {entrant.name for entrant in plan if entrant.formulation == "native"} == set(everybody)
    assert merged.isdisjoint({"gf2", "oracle", "propagate", "hybrid", "windows", *OWN})
    assert {"cpsat", "cnf", "maxsat", "highs", "cbc"} <= merged
    assert plan[0].name == "gf2"
    named = resolve_entrants(question, ["gf2", "polynomial"], ["merged"], Options(), "default")
    assert [entrant.name for entrant in named] == ["gf2"]


@pytest.mark.sample(0.125)
def test_a_minimum_is_asked_for_twice():
    """By a solver of the puzzle's own, of the rows as stated; what shares the elimination is no second opinion."""
    board, petersen = PUZZLE.generate((9, 9))[0], maker_by_name("petersen")()[0]
    for p, backend, formulation, witness in (
        (board, "gf2", "native", "polynomial"),
        (board, "cpsat", "merged", "polynomial"),
        (petersen, "gf2", "native", "modular"),
    ):
        question = Question(PUZZLE, p)
        solved = solve(question, resolve_entrant(question, backend, formulation), LIMITS)
        assert (solved.run.status, solved.run.evidence) == ("optimal", "cross-checked")
        assert (solved.witness.backend, solved.witness.objective) == (witness, solved.run.objective)
    tried = [
        attempt(question, resolve_entrant(question, "gf2", "native"), LIMITS),
        attempt(question, resolve_entrant(question, "cpsat", "merged"), LIMITS),
    ]
    assert [run.evidence for run in judge_attempts(question, tried)] == ["verified", "verified"]


def test_a_board_with_many_quiet_patterns_goes_to_polynomials():
    """39x39 has 2^32 of them: weighed by the classes of its cells, not one by one. Fewest presses 561 (published)."""
    p, _ = PUZZLE.generate((39, 39))
    assert default_backends(Question(PUZZLE, p))[:2] == ("polynomial", "gf2")
    assert default_backends(Question(PUZZLE, PUZZLE.generate((38, 38))[0]))[0] == "gf2"
    (run,) = runs(p, ["polynomial"])
    assert (run.status, run.objective, run.verdict) == ("optimal", 561, "unproved")


@pytest.mark.sample(0.125)
def test_asked_for_uniqueness_they_say_that_they_find_one_answer():
    """They read the instance, so no answer can be forbidden them: a second round would show the first answer again, as
    if it broke a rule. On 3x3 there is one solution, on 4x4 there are sixteen."""
    for size in ((3, 3), (4, 4)):
        question = Question(PUZZLE, plain_board(size)[0])
        tried = [
            attempt(question, resolve_entrant(question, name, "native"), LIMITS, unique=True) for name in [*OWN, "gf2"]
        ]
        *own, reference = judge_attempts(question, tried, unique=True)
        assert reference.unique is (size == (3, 3))
        for run in own:
            assert (run.verdict, run.unique) == ("correct", None)
            assert "was not asked for others" in run.note


def test_they_take_the_rules_as_stated_only():
    """A comparison of another formulation alone has nothing to run them on, and says so."""
    question = Question(PUZZLE, plain_board((4, 4))[0])
    with pytest.raises(
        InputError, match="polynomial: for the rules as they are written, not for the formulation merged"
    ):
        resolve_entrants(question, ["polynomial"], ["merged"], Options())


def test_compiling_is_not_counted_against_the_budget(monkeypatch):
    """First use may take half a minute of compiling: the deadline moves with it, and only where it is needed."""
    monkeypatch.setattr(presolving, "prepare", lambda: time.sleep(0.2))
    question = Question(PUZZLE, plain_board((4, 4))[0])
    for formulation, late in (("merged", True), ("native", False)):
        plan = Plan(resolve_entrants(question, ["cnf"], [formulation], Options()), LIMITS, deadline=Deadline(100.0))
        compare.warm_up(question, plan)
        assert (plan.deadline.at >= 100.2) == late


@pytest.mark.parametrize("race", [False, True])
def test_what_an_engine_compiles_is_not_counted_either(monkeypatch, race):
    """An engine that is not ready after a second, twice: all that follows has the time that was planned for it."""
    given = []

    def slow(question, entrant, limits, *rest):
        given.append(limits.seconds)
        outcome = Outcome(Status.UNKNOWN, loading=6.0 if entrant.name == "cnf" else 0.5)
        return Attempt(entrant, outcome, {})

    monkeypatch.setattr(compare, "attempt", slow)
    until = []
    monkeypatch.setattr(compare, "race", lambda *rest: until.append(rest[4]))
    question, now = Question(PUZZLE, plain_board((4, 4))[0]), 1000.0
    for module in (compare, budgets):
        monkeypatch.setattr(module, "work_seconds", lambda: now)
    deadline, names = Deadline(now + 8.0), ["cnf", "cpsat", "cnf", "cpsat"]
    plan = Plan(tuple(resolve_entrant(question, name, "native") for name in names), LIMITS, deadline=deadline)
    plan = replace(plan, limits=Limits(seconds=100.0), race_until=now + 8.0 if race else None)
    compare.compare(question, resolve("lightsout", "4"), plan, "")
    assert deadline.at - now == pytest.approx(18.0)
    if race:
        assert until[0] - now == pytest.approx(18.0)
    else:
        assert given == pytest.approx([8, 13, 13, 18])
