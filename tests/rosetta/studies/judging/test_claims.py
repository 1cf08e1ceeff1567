"""Claims about the best answer, claims without an answer, claims that change: judged over all rounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from backends.contract import Limits, Options, Outcome, Status, Unsupported
from backends.registry import backend_named
from backends.running import supervisor
from models.neutral import Model
from models.puzzles.contract import Extras
from report.comparison.json_documents import run_note
from report.comparison.records import Claims
from report.evidence_words import CAVEATS
from rosetta.foundation.vocabulary import Caveat, Ending
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing.compare import _median_attempt
from rosetta.studies.judging import attempts as studied
from rosetta.studies.judging import testimony  # its functions by themselves would be taken for tests
from rosetta.studies.judging.attempts import Attempt, CheckedAnswer, attempt
from rosetta.studies.judging.claims import are_independent, is_bound_refuted, shared_evidence
from rosetta.studies.judging.judge import judge_attempts, judge_testimony, verdict, verified_answers
from tests.support.fakes import fake_backend

KINDS = {"a": "cp", "b": "sat", "c": "ilp"}


@pytest.fixture(autouse=True)
def registered(fake):
    """The engines that claim things here are registered, so that their kinds are known."""
    for who, kind in KINDS.items():
        fake(replace(fake_backend(who), kind=kind))


def question() -> Question:
    """A puzzle of three literals, at least one of which holds; its answer is the set of those that hold."""

    def model(instance, **rules):
        m = Model("three")
        x = m.bools("x", 3)
        m.at_least(1, "one of three", x)
        m.minimize("few", x)
        return m

    record = SimpleNamespace(
        name="three",
        size=lambda instance: (3,),
        formulations={"default": model},
        decode=lambda instance, m, values: tuple(np.flatnonzero(values == 1).tolist()),
        verify=lambda instance, answer, **rules: [] if answer else ["nothing holds"],
        project=lambda instance, m: m.arrays["x"],
        name_of=lambda instance, m, literal: m.name_of(literal),
        extras=Extras(name_row=lambda *_: ""),
        answer_json=lambda answer: {"holds": list(answer)},
    )
    return Question(record, None)


def claim(who: str, status: Status, cost: int | None = None, answer: Iterable[int] | None = None, **more) -> Attempt:
    """An attempt that claims `cost` and shows an answer that comes to its length."""
    answers = () if answer is None else (CheckedAnswer(tuple(answer), len(tuple(answer)), ()),)
    outcome = Outcome(status, objective=cost, engine=who, **more)
    return Attempt(resolve_entrant(question(), who, "default"), outcome, {"solve": 1.0}, answers)


def opinions(*claims: Attempt, others: Iterable[Attempt] = ()) -> list[tuple[str, str | None]]:
    return [(run.verdict, run.evidence) for run in judge_attempts(question(), claims, others=tuple(others))]


def test_the_optimum_of_unlike_engines_is_cross_checked():
    """Two kinds claim the same optimum and show it."""
    both = claim("a", Status.OPTIMAL, 1, (1,)), claim("b", Status.OPTIMAL, 1, (2,))
    assert opinions(*both) == [("correct", "cross-checked")] * 2


def test_a_lone_optimum_is_verified_as_an_answer_and_unproved_as_an_optimum():
    """The evidence is the answer's; the note of a document says whose claim the optimum is."""
    (run,) = judge_attempts(question(), [claim("a", Status.OPTIMAL, 1, (1,))])
    assert (run.verdict, run.evidence, run.note) == ("unproved", "verified", "")
    assert run_note(run) == CAVEATS[Caveat.LONE_OPTIMUM]


def test_an_objective_that_the_answer_does_not_come_to_is_wrong():
    """Who understates the cost of a good answer is the liar, not the honest one."""
    honest, liar = claim("a", Status.OPTIMAL, 2, (1, 2)), claim("b", Status.OPTIMAL, 1, (1, 2))
    assert opinions(honest, liar) == [("unproved", "verified"), ("wrong", "verified")]


def test_a_better_verified_answer_refutes_an_optimum():
    """`optimal` at two loses against a verified answer at one."""
    assert opinions(claim("a", Status.OPTIMAL, 2, (1, 2)), claim("b", Status.SATISFIED, 1, (1,))) == [
        ("wrong", "verified"),
        ("correct", "verified"),
    ]


def test_an_answer_that_is_not_called_the_best_may_cost_more():
    """Both are right; neither says that none is better."""
    both = claim("a", Status.SATISFIED, 2, (1, 2)), claim("b", Status.SATISFIED, 1, (1,))
    assert opinions(*both) == [("correct", "verified")] * 2


@pytest.mark.parametrize("status", [Status.SATISFIED, Status.OPTIMAL])
def test_a_claim_that_shows_nothing_is_no_answer(status):
    assert opinions(claim("a", status, 1), claim("b", Status.OPTIMAL, 1, (1,)))[0] == ("none", None)


def test_a_claim_without_an_assignment_is_an_error(monkeypatch):
    """`satisfied` and nothing to show is no answer."""
    monkeypatch.setattr(studied.supervisor, "solve", lambda *_, **__: Outcome(Status.SATISFIED, engine="a"))
    tried = attempt(question(), resolve_entrant(question(), "cpsat", "default"), Limits())
    assert tried.outcome.status is Status.ERROR
    assert [run.verdict for run in judge_attempts(question(), [tried])] == ["none"]


def test_what_one_rule_decided_is_no_engines_vote():
    """Three engines that never ran because the common lowering saw a contradiction do not support each other."""
    decided = [claim(who, Status.UNSATISFIABLE, by_rule=True) for who in KINDS]
    assert opinions(*decided) == [("unproved", "claimed")] * 3
    searched = [claim(who, Status.UNSATISFIABLE) for who in KINDS]
    assert opinions(*searched) == [("correct", "cross-checked")] * 3


def test_an_answer_of_another_round_refutes_no_solution():
    """Who found a solution in one round and none in the next is wrong, though only one round is shown."""
    denial = claim("a", Status.UNSATISFIABLE)
    assert opinions(denial, others=[claim("a", Status.SATISFIED, 1, (1,))]) == [("wrong", "verified")]
    assert verdict(judge_attempts(question(), [denial], others=[claim("a", Status.SATISFIED, 1, (1,))])) == "disagree"


def test_repeats_hide_neither_wrong_nor_missing_answers():
    """Among rounds the worst kind is shown; what the budget cut off is not counted."""
    fine = claim("a", Status.SATISFIED, 1, (1,))
    unknown = claim("a", Status.UNKNOWN, note="time limit")
    bad = Attempt(fine.entrant, fine.outcome, {"solve": 2.0}, (CheckedAnswer((), 0, ("nothing holds",)),))
    cut = claim("a", Status.UNKNOWN, note="budget", ended=Ending.NOT_STARTED)
    assert _median_attempt([fine, unknown, fine]) is unknown
    assert _median_attempt([unknown, bad, fine]) is bad
    assert _median_attempt([fine, cut, cut]) is fine


@pytest.mark.parametrize("status", [s for s in Status if s is not Status.UNSATISFIABLE])
def test_only_a_no_supports_a_no(status):
    """An engine of another kind that a limit ended, that failed or refused, or that has a wrong answer, is no second
    one."""
    other = claim("b", status, note="time limit")
    if status.is_definite:
        other = replace(other, answers=(CheckedAnswer((), 0, ("nothing holds",)),))
    assert opinions(claim("a", Status.UNSATISFIABLE), other)[0] == ("unproved", "claimed")
    (run, _) = judge_attempts(question(), [claim("a", Status.UNSATISFIABLE), other])
    assert run.claims == Claims("claimed")


@pytest.mark.parametrize(
    ("attempts", "optimal"),
    [
        ([("a", Status.OPTIMAL, 1, (1,))], "claimed"),
        ([("a", Status.OPTIMAL, 1, (1,)), ("b", Status.SATISFIED, 1, (2,))], "claimed"),
        ([("a", Status.OPTIMAL, 1, (1,)), ("b", Status.UNKNOWN)], "claimed"),
        ([("a", Status.OPTIMAL, 1, (1,)), ("b", Status.OPTIMAL, 2, (1, 2))], "claimed"),
        ([("a", Status.OPTIMAL, 1, (1,)), ("a", Status.OPTIMAL, 1, (2,))], "claimed"),
        ([("a", Status.OPTIMAL, 1, (1,)), ("b", Status.OPTIMAL, 1, (2,))], "cross-checked"),
        ([("a", Status.SATISFIED, 1, (1,)), ("b", Status.OPTIMAL, 1, (2,))], None),
        ([("a", Status.OPTIMAL, 2, (1, 2)), ("b", Status.SATISFIED, 1, (2,))], None),
        ([("a", Status.OPTIMAL, 2, (1,)), ("b", Status.OPTIMAL, 2, (2, 3))], None),
    ],
)
def test_what_an_optimum_rests_on(attempts, optimal):
    """Two kinds that claim the same one; not an answer that costs as much, nor another optimum, nor the same kind."""
    claims = [claim(*words) for words in attempts]
    assert judge_attempts(question(), claims)[0].claims.optimal == optimal


@pytest.mark.parametrize(("least", "rests"), [(3, "proved"), (4, "proved"), (2, "claimed"), (None, "claimed")])
def test_an_optimum_below_which_no_sum_can_be_needs_no_second_engine(least, rests):
    """Each variable costs as little as its bounds allow."""
    answers = (testimony.AnswerGiven("three", 3),)
    told = testimony.Testimony(
        "a", "cp", "default", Status.OPTIMAL, answers=answers, objective=3, least_conceivable=least
    )
    assert judge_testimony(told, shared_evidence([told]), False).claims.optimal == rests


def test_a_bound_is_no_fault_where_nobody_has_an_answer():
    assert not is_bound_refuted(testimony.Testimony("a", "cp", "default", Status.UNKNOWN, bound=1.0), None)
    assert opinions(claim("a", Status.UNKNOWN, bound=1.0), claim("b", Status.UNKNOWN)) == [("none", None)] * 2


def test_an_answer_that_breaks_a_rule_is_not_among_the_verified_ones():
    broken = replace(claim("b", Status.SATISFIED), answers=(CheckedAnswer((2,), 1, ("nothing holds",)),))
    assert verified_answers([broken, claim("a", Status.SATISFIED, 1, (1,)), broken]) == [(1,)]


def test_an_optimum_of_nothing_is_an_answer():
    """A model without an objective has no best answer, whatever an engine calls it."""
    plain = claim("a", Status.OPTIMAL, None, (1,))
    plain = replace(plain, answers=(CheckedAnswer((1,), None, ()),))
    (run,) = judge_attempts(question(), [plain])
    assert (run.verdict, run.claims) == ("correct", Claims("verified"))


@pytest.mark.parametrize(("bound", "verdict"), [(0.0, "unproved"), (1.0, "unproved"), (1.5, "wrong"), (2.0, "wrong")])
def test_a_bound_refutes_only_what_costs_less(bound, verdict):
    """The cheapest answer costs 1: a bound up to that is no fault."""
    assert opinions(claim("a", Status.OPTIMAL, 1, (1,), bound=bound))[0][0] == verdict


@pytest.mark.parametrize(
    ("bound", "cost", "refuted"),
    [(1e7 + 5, 10**7, False), (1e7 + 20, 10**7, True), (-1e7 + 5, -(10**7), False), (1.0 + 1e-7, 1, False)],
)
def test_a_bound_is_rounded_by_a_millionth_of_its_size(bound, cost, refuted):
    """Solvers of linear programs know it no better: of ten millions that is ten."""
    assert is_bound_refuted(SimpleNamespace(bound=bound), SimpleNamespace(cost=cost)) is refuted


@pytest.mark.parametrize(
    ("attempt", "unique"),
    [
        (("a", Status.SATISFIED, 1, (1,)), None),
        (("a", Status.UNSATISFIABLE), None),
        (("a", Status.UNKNOWN), None),
    ],
)
def test_only_an_answer_and_a_search_to_its_end_are_unique(attempt, unique):
    """Where there is no answer it is not the only one, however complete the search was."""
    for complete in (False, True):
        tried = replace(claim(*attempt), complete=complete)
        (run,) = judge_attempts(question(), [tried], unique=True)
        expected = True if complete and tried.answers else unique
        assert (run.unique, run.claims.unique) == (expected, "claimed" if expected else None)
        (run,) = judge_attempts(question(), [tried])
        assert run.unique is None


def test_a_claim_to_be_the_only_one_is_refuted_by_two_answers():
    """Whoever found them; by one answer, or by the same answer twice, it is not."""
    only = replace(claim("a", Status.SATISFIED, 1, (1,)), complete=True)
    for others, opinion, rests in (
        ([(1,)], "unproved", "claimed"),
        ([(1,), (1,)], "unproved", "claimed"),
        ([(2,)], "wrong", None),
        ([(1,), (2,)], "wrong", None),
    ):
        found = [claim("b", Status.SATISFIED, 1, answer) for answer in others]
        run, *_ = judge_attempts(question(), [only, *found], unique=True)
        assert (run.verdict, run.unique, run.claims.unique) == (opinion, True, rests)
        run, *_ = judge_attempts(question(), [replace(only, complete=False), *found], unique=True)
        assert (run.verdict, run.unique, run.claims.unique) == ("correct", None, None)


@pytest.mark.parametrize(("broken", "rests"), [((), "verified"), (("nothing holds",), None)])
def test_two_answers_show_that_there_is_another_one(broken, rests):
    """If both are answers."""
    two = (CheckedAnswer((1,), 1, ()), CheckedAnswer((2,), 1, broken))
    tried = replace(claim("a", Status.SATISFIED, 1, (1,)), answers=two)
    (run,) = judge_attempts(question(), [tried], unique=True)
    assert (run.unique, run.claims.unique) == (False, rests)


def test_the_note_on_a_lone_claim_of_uniqueness_is_of_a_right_answer_that_claims_it():
    """Not where it does not, where two kinds do, or where something worse is to be said."""
    lone = f"{CAVEATS[Caveat.BETTER_OPEN]}; {CAVEATS[Caveat.LONE_UNIQUE]}"
    only = replace(claim("a", Status.SATISFIED, 1, (1,)), complete=True)
    second = replace(claim("b", Status.SATISFIED, 1, (1,)), complete=True)
    wrong = replace(only, outcome=replace(only.outcome, objective=7))
    for attempts, note in (
        ([only], lone),
        ([replace(only, complete=False)], CAVEATS[Caveat.BETTER_OPEN]),
        ([only, second], CAVEATS[Caveat.BETTER_OPEN]),
        ([wrong], "claims the objective 7; its answer comes to 1"),
    ):
        assert run_note(judge_attempts(question(), attempts, unique=True)[0]) == note


@pytest.mark.parametrize(
    ("who", "complete", "broken", "rests"),
    [
        ("b", True, (), "cross-checked"),
        ("b", False, (), "claimed"),  # it shows the same answer, and does not say that there is no other
        ("b", True, ("nothing holds",), "claimed"),
        ("a", True, (), "claimed"),
    ],
)
def test_what_the_only_answer_rests_on(who, complete, broken, rests):
    """Two kinds that searched to the end."""
    first = replace(claim("a", Status.SATISFIED, 1, (1,)), complete=True)
    other = replace(first, entrant=claim(who, Status.UNKNOWN).entrant, complete=complete)
    other = replace(other, answers=(CheckedAnswer((1,), 1, broken),))
    assert judge_attempts(question(), [first, other], unique=True)[0].claims.unique == rests


@pytest.mark.parametrize(
    ("first", "second", "independent"),
    [
        (("cp", "default", False), ("sat", "default", False), True),
        (("cp", "default", False), ("cp", "default", False), False),
        (("cp", "default", True), ("sat", "default", True), False),  # our propagation
        (("cp", "default", True), ("sat", "default", False), True),
        (("algebra", "default", False), ("sat", "default", False), True),
        (("algebra", "default", False), ("sat", "merged", False), False),  # our elimination
        (("algebra", "default", False), ("sat", "reduced", False), False),
        (("cp", "merged", False), ("sat", "reduced", False), False),
        (("cp", "default", False), ("sat", "merged", False), True),
        (("cp", "default", True), ("sat", "merged", False), True),
    ],
)
def test_engines_support_each_other_only_on_work_of_their_own(first, second, independent):
    """Of two kinds, and not both behind our propagation, or both behind our elimination modulo 2."""

    def tried(kind: str, formulation: str, propagated: bool) -> Attempt:
        each = claim("a", Status.UNSATISFIABLE, fixed=np.array([1], np.int32) if propagated else None)
        backend = replace(each.entrant.backend, kind=kind)
        return replace(each, entrant=replace(each.entrant, backend=backend, formulation=formulation))

    two = testimony.testimonies_of(question(), [tried(*first), tried(*second)])
    assert are_independent(two) is independent
    assert are_independent(two[:1]) is False


# ---- claims that a solver's precision does not carry --------------------------------------------------------------


def large(c: int) -> Model:
    """One of three, with weights near c: feasible, and beyond what floating-point solvers keep exactly."""
    m = Model("large")
    m.linear(c, c + 1, "rule", m.bools("x", 3), [c, c + 1, c + 2])
    return m


@pytest.mark.parametrize("name", ["highs", "cbc"])
@pytest.mark.parametrize("c", [2**45, 2**50])
def test_numbers_beyond_a_solvers_precision_are_refused(name, c):
    """scipy calls HiGHS' model error infeasible, CBC breaks rows: they are not asked."""
    with pytest.raises(Unsupported, match="is exact up to about"):
        backend_named(name).solve(large(c), Limits(), Options())


def test_exact_solvers_take_large_numbers():
    """CP-SAT computes in integers."""
    outcome = backend_named("cpsat").solve(large(2**45), Limits(), Options())
    assert outcome.status is Status.SATISFIED


def test_minimising_keeps_what_it_found_when_the_next_question_is_too_large():
    """A cost row that does not fit ends the descent, not the answer."""
    from backends.passes.solution_improving import improving_outcomes

    m = Model("weights")
    x = m.bools("x", 40)
    m.at_least(20, "half of them", x)
    m.minimize("cost", x, np.arange(1, 41) * 1013)
    *_, last = improving_outcomes(backend_named("cnf"), m, Limits(literals=20_000), Options())
    assert last.status is Status.SATISFIED
    assert last.values is not None
    assert "literals" in last.note


@pytest.mark.parametrize("seconds", [0.2, 0.4])
def test_cbc_at_the_limit_never_says_there_is_no_solution(seconds):
    """CBC prints `infeasible` when time runs out on a feasible board; that is not believed."""
    from instances.resolve import resolve
    from models.puzzles.registry import puzzle

    model = puzzle("tents").formulations["default"](resolve("tents", "40", 1).instance)
    outcome = supervisor.solve("cbc", model, Limits(seconds=seconds))
    assert outcome.status in (Status.UNKNOWN, Status.SATISFIED)
