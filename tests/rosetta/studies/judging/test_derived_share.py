"""The derived share of an answer: counted by hand, compared with the variables, and where there is none."""

from __future__ import annotations

import json

import numpy as np
import pytest

from backends.contract import Backend, Limits, Options, Outcome, Status
from backends.passes.propagation import propagate_bounds
from backends.passes.solution_improving import improving_outcomes
from backends.registry import backend_named
from backends.running import supervisor
from backends.running.supervisor import solve as in_a_child
from instances.resolve import ResolvedInstance, resolve
from models.neutral import Model
from models.puzzles.akari.instance import Akari
from models.puzzles.registry import puzzle
from report.comparison.json_documents import comparisons_json
from report.comparison.page import comparisons_html
from report.comparison.records import Comparison
from report.comparison.table import comparison_text
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing.compare import Plan, compare
from rosetta.studies.judging.attempts import Attempt, CheckedAnswer
from rosetta.studies.judging.judge import judge_attempts
from tests.support import fakes
from tests.support.akari_boards import board
from tests.support.report_samples import AGREE, CNF, CPSAT, changed, comparison

LIMITS = Limits(seconds=60.0)
HALF = board("__0#____")  # a lamp at the left end for sure, and one on any of the four cells at the right
TENTS = "4x4:cbaea,1,1,0,2,0,2,0,2"  # four tents


@pytest.fixture(autouse=True)
def _without_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solves run in this process, which is many times as fast; one test looks at what comes out of a child."""

    def solve(who: str | Backend, model: Model, limits: Limits, options: Options | None = None, *_: object):
        backend = backend_named(who) if isinstance(who, str) else who
        return backend.solve(model, limits, options or Options())

    monkeypatch.setattr(supervisor, "solve", solve)


def compared(resolved: ResolvedInstance, *backends: str, **rules: str) -> Comparison:
    question = Question(puzzle(resolved.puzzle), resolved.instance, rules)
    return compare(
        question, resolved, Plan(tuple(resolve_entrant(question, name, "default") for name in backends), LIMITS), ""
    )


def akari(p: Akari, planted: object = None) -> ResolvedInstance:
    return ResolvedInstance("akari", p, planted, p.cells.shape, None, "", "", "")


def shares(comparison: Comparison) -> list[float | None]:
    return [run.derived for run in comparison.runs]


def test_lamps_are_counted_not_variables() -> None:
    """One lamp of two: a half, though propagation fixes two variables of six. Engines that search alone have none."""
    comparison = compared(akari(HALF), "propagate", "hybrid:cnf", "hybrid:cpsat", "cnf", "cpsat")
    assert shares(comparison) == [0.5, 0.5, 0.5, None, None]
    assert comparison.runs[0].note == "propagation decides 2 of 6 variables"


def test_tents_are_counted_too() -> None:
    """Where `adjacent` leaves two solutions, two tents of four are in both; `matching` has one, found whole, though
    on the ring propagation leaves open which tree owns which tent."""
    both = ("propagate", "hybrid:cpsat", "cpsat")
    assert shares(compared(resolve("tents", TENTS), *both, tree_rule="adjacent")) == [0.5, 0.5, None]
    assert shares(compared(resolve("tents", TENTS), *both, tree_rule="matching")) == [1.0, 1.0, None]
    ring = compared(resolve("tents", "3x3:aaaaa,2,0,2,2,0,2"), *both)
    assert (ring.runs[0].status, shares(ring)) == ("unknown", [1.0, 1.0, None])


def test_a_run_s_own_answer_counts_before_that_of_others() -> None:
    """Of a board with solutions of two and of three lamps, one of them sure: each run is told of its own answer, one
    that has none of the first verified one; an answer that breaks a rule is nobody's."""
    question = Question(puzzle("akari"), board("__0#_#", "####__", "####_#"), {})
    two, three = ((0, 0), (1, 4)), ((0, 0), (0, 4), (1, 5))
    assert not any(question.puzzle.verify(question.instance, lamps) for lamps in (two, three))

    def attempt(*answers: CheckedAnswer) -> Attempt:
        status = Status.SATISFIED if answers else Status.UNKNOWN
        return Attempt(
            resolve_entrant(question, "hybrid:cnf", "default"),
            Outcome(status),
            {},
            answers,
            derived_pieces=frozenset({(0, 0)}),
        )

    good = [CheckedAnswer(lamps, None, ()) for lamps in (three, two)]
    wrong = CheckedAnswer(((0, 0),), None, ("a rule",))
    runs = judge_attempts(question, [attempt(), attempt(good[0]), attempt(good[1]), attempt(wrong)])
    assert [run.derived for run in runs] == [1 / 3, 1 / 3, 1 / 2, 1 / 3]
    planted = judge_attempts(question, [attempt(), attempt(good[0])], planted=two)
    assert [run.derived for run in planted] == [1 / 3, 1 / 3], "the planted one stands in only where nobody found one"


def test_the_planted_answer_stands_in_where_nobody_found_one() -> None:
    """If it keeps the rules; without it, or with one that does not, no share is told."""
    planted = ((0, 0), (0, 5))
    assert shares(compared(akari(HALF, planted), "propagate")) == [0.5]
    assert shares(compared(akari(HALF), "propagate")) == [None]
    assert shares(compared(akari(HALF, planted[:1]), "propagate")) == [None]
    resolved = resolve("akari", "9", seed=3, options={"numbered": 25})
    (share,) = shares(compared(resolved, "propagate"))
    m = puzzle("akari").formulations["default"](resolved.instance)
    assert share == int((propagate_bounds(m).fixed_literals(m) > 0).sum()) / len(resolved.planted)


def test_there_is_no_share_of_an_empty_answer_or_of_none() -> None:
    """A board that needs no lamp; one that has no solution."""
    assert shares(compared(akari(board("0#")), "propagate", "hybrid:cnf", "cnf")) == [None] * 3
    assert shares(compared(akari(board("0__0")), "propagate", "hybrid:cnf", "cnf")) == [None] * 3


@pytest.mark.parametrize("formulation", ["default", "source-cnf", "source-ilp"])
def test_pieces_are_the_variables_of_the_answer(formulation: str) -> None:
    """The share in variables: those of the answer that are true in it, and of these those that are fixed true. In
    `source-ilp`, where tents are no variables, a tent is found if one of its ties is."""
    resolved = resolve("tents", "9", seed=10)
    record = puzzle("tents")
    m = record.formulations[formulation](resolved.instance)
    outcome = supervisor.solve("hybrid:cpsat", m, LIMITS)
    fixed, values = set(outcome.fixed.tolist()), outcome.values
    if formulation == "source-ilp":
        tents = [set(ties) for ties in m.arrays["x"].reshape(-1, 4).tolist() if values[ties].any()]
        expected = sum(bool(ties & fixed) for ties in tents) / len(tents)
    else:
        tents = [x for x in record.project(resolved.instance, m).tolist() if values[x] == 1]
        expected = len(fixed & set(tents)) / len(tents)
    question = Question(record, resolved.instance)
    entrant = resolve_entrant(question, "hybrid:cpsat", formulation)
    (run,) = compare(question, resolved, Plan((entrant,), LIMITS), "").runs
    assert run.derived == pytest.approx(expected)
    assert 0 < run.derived < 1


def test_what_is_fixed_holds_in_every_solution_also_when_less_and_less_is_asked_for() -> None:
    """An engine without objectives is given rows that only better solutions keep; what they fix is not passed on."""
    m = Model("cost")
    x = m.bools("x", 3)
    m.true("the first holds", x[0])
    m.minimize("cost", x)
    outcomes = list(improving_outcomes(THREE_FIRST, m, LIMITS, Options()))
    assert [outcome.objective for outcome in outcomes] == [3, 1, 1]
    assert [outcome.fixed.tolist() for outcome in outcomes] == [[1]] * 3


def solve_dearly(*arguments):
    """As the hybrid, except that its first answer is the dearest."""
    outcome = backend_named("hybrid:cpsat").solve(*arguments)
    if len(arguments[0].blocks) == 1:
        outcome.values[1:] = 1
    return outcome


THREE_FIRST = fakes.fake_backend("threefirst", solve_dearly)


def test_a_piece_that_a_verified_answer_does_not_have_is_a_wrong_answer(fake) -> None:
    """Propagation claims that it holds in every solution; the claim of one who leaves the model open is judged too."""
    name, p = fake(fakes.FIXES_TOO_MUCH), board("_0__")
    comparison = compared(akari(board("__0")), name, "cnf")
    assert [run.verdict for run in comparison.runs] == ["none", "correct"]  # right by luck
    comparison = compared(akari(board("0__")), name, "cnf")
    assert (comparison.verdict, [run.verdict for run in comparison.runs]) == ("disagree", ["wrong", "correct"])
    assert "a verified answer does not have" in comparison_text(comparison, False, 200)
    assert shares(comparison)[0] == 0.0
    assert compared(akari(p), name).runs[0].verdict == "none"


# ---- how it is told ----------------------------------------------------------------------------------------------


def test_the_share_is_told_with_what_it_is_a_share_of() -> None:
    """Table and page say of what, in the words of the answer, and only where there is a share; JSON: number or null."""
    some = comparison("agree", changed(CPSAT, derived=0.25), CNF)
    legend = "derived: the share of the tents that propagation found"
    for text in (comparison_text(some, False, 250), comparisons_html([some], "title")):
        assert legend in text
        assert "25%" in text
    assert "derived" not in comparison_text(AGREE, False, 250)
    assert legend not in comparisons_html([AGREE], "title")
    runs = json.loads(comparisons_json([some]))["instances"][0]["runs"]
    assert [run["derived"] for run in runs] == [0.25, None]
    unanswered = comparison("incomplete", changed(CPSAT, derived=0.25, answer=None))
    assert "derived: the share of the answer that" in comparison_text(unanswered, False, 250)


def test_what_is_fixed_comes_through_the_pipe_as_it_is() -> None:
    """Literals of 32 bits, as many as there are fixed variables; none from who does not propagate."""
    m = Model("some")
    x = m.bools("x", 5)
    m.true("these", [x[0], -x[3]])
    m.any("or", x[1:3])
    for name in ("propagate", "hybrid:cnf"):
        fixed = in_a_child(name, m, LIMITS).fixed
        assert (fixed.tolist(), fixed.dtype) == ([1, -4], np.int32)
    assert in_a_child("cnf", m, LIMITS).fixed is None
