"""The verdict never rests on one backend's word: liars are exposed, lone claims are not believed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import rosetta as rs
from backends.calling.programs import PROGRAMS
from backends.contract import Limits, Status
from backends.cpsat import BACKEND as CPSAT
from backends.outcomes import Stopwatch, not_asked_outcome
from instances.resolve import resolve
from models.neutral import Model, objective_value
from models.puzzles.registry import puzzle
from report.comparison.findings.checks import checks
from report.comparison.findings.verdict import verdict_sentence
from report.comparison.json_documents import run_note
from report.comparison.records import Claims
from report.evidence_words import CAVEATS
from rosetta.commands.main import run_verb
from rosetta.foundation.vocabulary import Caveat
from rosetta.studies.asking.budgets import Deadline
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing.compare import Plan, compare
from rosetta.studies.judging.certificates import find_infeasible_row
from rosetta.studies.solving.listing import list_answers
from rosetta.studies.solving.solve import solve
from tests.support import fakes
from tests.support.registered import ANSWERING, COMPLETE, reason, usable

UNIQUE = "4x4:cbaea,1,1,0,2,0,2,0,2"  # one solution under matching, two under adjacent
NONE = "4x4:bgd_,0,1,0,2,2,0,1,0"  # none under matching, and no single rule shows it


def compared(what: str, *backends: str, rule: str = "matching", unique: bool = False):
    """The comparison of these backends on a Tents instance."""
    resolved = resolve("tents", what)
    question = Question(puzzle("tents"), resolved.instance, {"tree_rule": rule})
    plan = Plan(tuple(resolve_entrant(question, name, "default") for name in backends), Limits(seconds=60.0), unique)
    return compare(question, resolved, plan, "")


def verdicts(comparison) -> list[tuple[str, str | None]]:
    return [(run.verdict, run.evidence) for run in comparison.runs]


def test_verified_answers_of_two_engines_agree():
    """Two engines, two verified answers: agree."""
    comparison = compared(UNIQUE, "cpsat", "cnf")
    assert comparison.verdict == "agree"
    assert verdicts(comparison) == [("correct", "verified")] * 2


def test_one_engine_alone_is_incomplete():
    """One verified answer is correct; agreement takes two."""
    comparison = compared(UNIQUE, "cpsat")
    assert (comparison.verdict, verdicts(comparison)) == ("incomplete", [("correct", "verified")])


def same_engine(name: str, engine: str):
    """A right backend that says it runs this engine: by its record, or in its outcome."""
    return fakes.fake_backend(name, CPSAT.solve, engine=lambda options: engine)


@pytest.mark.parametrize("what", [UNIQUE, NONE])
def test_one_engine_under_two_names_is_incomplete(what, fake):
    """Two verified answers of it are one opinion, and so are two claims that there is none; an engine of another name
    makes them two. Also where the outcome names the engine, as those around others do."""

    def answer(*question):
        return replace(CPSAT.solve(*question), engine="engine x")

    first, second = (fake(same_engine(name, "engine x")) for name in ("one", "another"))
    third = fake(fakes.fake_backend("third", answer))
    for names in ((first, second), (second, first, third), (first, first), (third, first)):
        comparison = compared(what, *names)
        assert comparison.verdict == "incomplete", names
        assert {run.engine for run in comparison.runs} == {"engine x"}
        sentence = verdict_sentence(comparison)
        assert "agree" not in sentence
    assert compared(what, first, second, "cpsat").verdict == "agree"


def test_a_backend_and_its_solver_by_name_are_one_engine():
    """The same CaDiCaL twice, whatever it is called."""
    comparison = compared(UNIQUE, "cnf", "cnf:cadical195")
    assert len({run.backend for run in comparison.runs}) == 2
    assert comparison.verdict == "incomplete"


def test_an_answer_that_breaks_a_rule_is_wrong(fake):
    """A backend that claims an assignment is held against the rules, alone too."""
    comparison = compared(UNIQUE, fake(fakes.SAYS_ALL_ZERO))
    assert (comparison.verdict, comparison.runs[0].verdict) == ("disagree", "wrong")
    assert any("tree" in rule for rule in comparison.runs[0].broken)


def test_a_denied_solution_is_exposed_by_a_verified_one(fake):
    """`no solution` loses against a solution, and the honest backend stays correct."""
    comparison = compared(UNIQUE, fake(fakes.SAYS_NO), "cpsat")
    assert comparison.verdict == "disagree"
    assert [run.verdict for run in comparison.runs] == ["wrong", "correct"]


def test_a_lone_claim_of_no_solution_is_not_believed(fake):
    """Nobody contradicts it, nobody supports it: unproved, and the comparison incomplete."""
    comparison = compared(NONE, fake(fakes.SAYS_NO))
    assert (comparison.verdict, verdicts(comparison)) == ("incomplete", [("unproved", "claimed")])


def test_unlike_engines_that_find_nothing_support_each_other():
    """CP and SAT agree that there is none: cross-checked."""
    assert verdicts(compared(NONE, "cpsat", "cnf")) == [("correct", "cross-checked")] * 2


def test_engines_that_rest_on_the_same_bounds_do_not_support_each_other():
    """A fault of our propagation would make both hybrids say that there is none; one beside another kind is support."""
    hybrids = ("hybrid:cnf", "hybrid:cpsat", "propagate")
    runs = compared(NONE, *hybrids).runs
    assert {run.verdict for run in runs} <= {"unproved", "none"}
    assert verdicts(compared(NONE, "hybrid:cnf", "cpsat")) == [("correct", "cross-checked")] * 2
    assert verdicts(compared(NONE, "hybrid:cnf", "cnf")) == [("unproved", "claimed")] * 2


def test_what_an_incomplete_engine_leaves_open_is_no_alarm():
    """It is told apart from a run that a limit ended."""
    comparison = compared(UNIQUE, "cnf", "cpsat", "propagate", rule="adjacent")
    assert (comparison.verdict, comparison.runs[2].status) == ("agree", "unknown")
    assert not comparison.runs[2].complete
    assert verdict_sentence(comparison).endswith("propagate left it open, being incomplete")
    assert all(check.fine or "without an answer" not in check.text for check in checks(comparison))


def test_like_engines_do_not_support_each_other():
    """Two SAT solvers share the lowering to clauses: their agreement is a claim still."""
    comparison = compared(NONE, "cnf", "cnf:glucose42")
    assert (comparison.verdict, verdicts(comparison)) == ("agree", [("unproved", "claimed")] * 2)


def test_a_rule_that_cannot_be_kept_is_its_own_proof():
    """A tree without a free cell: no engine need be believed, and none that was not asked is said to agree."""
    everybody = [name for name in ANSWERING if not reason(name)]
    comparison = compared("2x1:___,0,0,0", *everybody)
    said = [run for run in comparison.runs if run.was_asked]
    assert [(run.verdict, run.evidence) for run in said] == [("correct", "proved")] * len(said)
    assert {run.backend for run in said} <= {"propagate", "hybrid", "recombine", "oracle", "external"}
    assert {run.searcher for run in said} - set(PROGRAMS) == {"propagate", "oracle"}
    idle = [run for run in comparison.runs if not run.was_asked]
    assert {(run.status, run.verdict, run.evidence, run.claims) for run in idle} == {
        ("unknown", "none", None, Claims())
    }
    assert all("each tree owns one tent" in run.note for run in comparison.runs)


def test_a_row_proves_the_instance_where_nobody_was_asked():
    comparison = compared("2x1:___,0,0,0", "cnf", "cpsat")
    assert comparison.verdict == "proved"
    assert "each tree owns one tent" in comparison.impossible_row
    sentence = verdict_sentence(comparison)
    assert "there is no solution, as one row alone cannot hold: " in sentence
    assert sentence.endswith("2 backends not asked (cnf, cpsat)")
    assert "agree" not in sentence
    assert "say" not in sentence


def test_a_backend_that_was_not_asked_where_there_is_a_solution_is_wrong(fake):
    """Its lowering has a fault: it found a row that cannot hold, and there is none."""

    def solve(model, *rest):
        return not_asked_outcome("rule 'none'", Stopwatch())

    comparison = compared(UNIQUE, fake(fakes.fake_backend("lowersbadly", solve)), "cnf")
    assert comparison.verdict == "disagree"
    assert [(run.verdict, run.evidence) for run in comparison.runs] == [("wrong", "verified"), ("correct", "verified")]
    assert "a verified answer is a solution" in comparison.runs[0].note


def test_what_no_row_shows_is_not_proved(fake):
    """A backend that says it was not asked, on a board where each row can hold: nothing is proved by that."""

    def solve(model, *rest):
        return not_asked_outcome("rule 'none'", Stopwatch())

    comparison = compared(NONE, fake(fakes.fake_backend("lowersbadly", solve)))
    assert (comparison.verdict, comparison.impossible_row) == ("incomplete", None)
    assert comparison.runs[0].note == "not asked, but no row was found that alone cannot hold"


def test_a_false_claim_of_uniqueness_is_exposed(fake):
    """Somebody who says `the only one` is wrong as soon as two different answers are verified."""
    comparison = compared(UNIQUE, fake(fakes.SAYS_ONLY_ONE), "cnf", rule="adjacent", unique=True)
    assert comparison.verdict == "disagree"
    assert [(run.verdict, run.unique) for run in comparison.runs] == [("wrong", True), ("correct", False)]


@pytest.mark.sample(1, each="backend")
@pytest.mark.parametrize(("rule", "unique"), [("matching", True), ("adjacent", False)])
@pytest.mark.parametrize("backend", COMPLETE)
def test_every_backend_tells_uniqueness(backend, rule, unique):
    """The example that tells the readings of the tree rule apart, on every backend."""
    usable(backend)
    (run,) = compared(UNIQUE, backend, rule=rule, unique=True).runs
    assert (run.unique, run.verdict) == (unique, "unproved" if unique else "correct")


def test_several_answers_are_told():
    """Where the verified answers differ, the comparison says so and draws both."""
    comparison = compared(UNIQUE, "cnf", rule="adjacent", unique=True)
    assert comparison.answers_differ
    assert len(comparison.boards) == 3


def test_what_does_not_start_within_the_budget_is_unknown():
    """The budget is over before the first backend starts; the verdict says so, of incomplete engines too."""
    resolved = resolve("tents", UNIQUE)
    question = Question(puzzle("tents"), resolved.instance, {"tree_rule": "matching"})
    entrants = tuple(resolve_entrant(question, name, "default") for name in ("cpsat", "propagate"))
    comparison = compare(question, resolved, Plan(entrants, Limits(), deadline=Deadline(0.0)), "")
    assert [(run.status, run.note) for run in comparison.runs] == [("unknown", "budget")] * 2
    assert verdict_sentence(comparison).endswith("2 did not start within the budget (cpsat, propagate)")
    texts = [check.text for check in checks(comparison)]
    assert any(text.startswith("Did not start within the budget") and "propagate" in text for text in texts)
    assert not any(text.startswith("Ended without an answer") for text in texts)


@pytest.mark.parametrize("liar", [fakes.SAYS_NO, fakes.SAYS_ALL_ZERO, fakes.SAYS_ONLY_ONE], ids=lambda b: b.name)
def test_a_lying_backend_ends_the_command_with_exit_code_1(fake, liar, capsys):
    """The command line exposes liars, whatever the lie."""
    name = fake(liar)
    code = run_verb(
        "compare", ["tents", UNIQUE, "--tree-rule", "adjacent", "--unique", "--backends", f"{name},cpsat,cnf"]
    )
    assert code == 1
    assert "WRONG" in capsys.readouterr().out


def test_solve_asks_a_second_engine_before_it_says_no():
    """`solve` believes no lone `no solution`."""
    resolved = resolve("tents", NONE)
    question = Question(puzzle("tents"), resolved.instance, {"tree_rule": "matching"})
    solved = solve(question, resolve_entrant(question, "cpsat", "default"), Limits())
    assert (solved.run.verdict, solved.run.evidence) == ("correct", "cross-checked")
    assert solved.witness.backend == "cnf"


def test_solve_exposes_a_false_no(fake):
    """The second opinion brings a solution: the first was wrong."""
    resolved = resolve("tents", UNIQUE)
    question = Question(puzzle("tents"), resolved.instance, {"tree_rule": "matching"})
    solved = solve(question, resolve_entrant(question, fake(fakes.SAYS_NO), "default"), Limits())
    assert solved.run.verdict == "wrong"


def test_a_count_that_misses_a_solution_is_exposed(fake):
    """The end of a list is confirmed by an engine of another kind, or refuted."""
    resolved = resolve("tents", UNIQUE)
    question = Question(puzzle("tents"), resolved.instance, {"tree_rule": "adjacent"})
    honest = list_answers(question, resolve_entrant(question, "cpsat", "default"), Limits())
    assert (len(honest.answers), honest.complete, honest.witness) == (2, True, "cnf")
    forgetful = list_answers(question, resolve_entrant(question, fake(fakes.SAYS_ONLY_ONE), "default"), Limits())
    assert (len(forgetful.answers), forgetful.complete) == (1, False)
    assert forgetful.broken == ("cnf found an answer that saysonlyone missed",)


def test_an_infeasible_row_is_found_by_itself():
    """Sums out of reach, odd sums of even numbers, an empty odd row; guarded rows and satisfiable ones are not."""
    for state in (
        lambda m, x: m.exactly(4, "rule", x),
        lambda m, x: m.linear(3, 3, "rule", x, 2),
        lambda m, x: m.parity(1, "rule", [[]]),
        lambda m, x: m.any("rule", [[]]),
    ):
        model = Model("one row")
        state(model, model.bools("x", 3))
        assert "rule 'rule', row 0" in find_infeasible_row(model)
    model = Model("short")
    model.exactly(4, "rule", model.bools("x", 3))
    words = find_infeasible_row(model, lambda literal: f"cell {literal}")
    assert words == "rule 'rule', row 0: no assignment brings it to 4; it counts cell 1, cell 2, cell 3"
    model = Model("fine")
    x = model.bools("x", 3)
    model.exactly(4, "guarded", x, when=x[0])
    model.linear(2, 3, "even", x, 2)
    assert find_infeasible_row(model) is None


# ---- what each claim rests on ------------------------------------------------------------


def claims(comparison) -> list[Claims]:
    return [run.claims for run in comparison.runs]


def lights(*backends: str, name: str = "petersen"):
    """The comparison of these backends on the fewest presses of a Lights Out graph."""
    resolved = resolve("lightsout", name)
    question = Question(puzzle("lightsout"), resolved.instance, {"any": "no"})
    plan = Plan(tuple(resolve_entrant(question, each, "native") for each in backends), Limits(seconds=60.0))
    return compare(question, resolved, plan, "")


def test_a_lone_claim_of_uniqueness_is_told_apart_from_a_checked_one():
    """One engine alone claims it, two of a kind too; engines of two kinds cross-check each other."""
    assert claims(compared(UNIQUE, "cpsat")) == [Claims("verified")]
    alone = compared(UNIQUE, "cpsat", unique=True)
    assert claims(alone) == [Claims("verified", unique="claimed")]
    assert run_note(alone.runs[0]) == CAVEATS[Caveat.LONE_UNIQUE]
    assert "1 engine (cp-sat) says that there is no other (the claim of one kind of engine)" in verdict_sentence(alone)
    assert claims(compared(UNIQUE, "cnf", "cnf:glucose42", unique=True)) == [Claims("verified", unique="claimed")] * 2
    checked = compared(UNIQUE, "cpsat", "cnf", unique=True)
    assert claims(checked) == [Claims("verified", unique="cross-checked")] * 2
    assert run_note(checked.runs[0]) == ""
    assert claims(compared(UNIQUE, "cnf", rule="adjacent", unique=True)) == [Claims("verified", unique="verified")]


def test_a_refuted_claim_of_uniqueness_rests_on_nothing(fake):
    comparison = compared(UNIQUE, fake(fakes.SAYS_ONLY_ONE), "cnf", rule="adjacent", unique=True)
    assert claims(comparison) == [Claims("verified"), Claims("verified", unique="verified")]


def test_no_solution_is_claimed_cross_checked_or_proved():
    assert claims(compared(NONE, "cnf")) == [Claims("claimed")]
    assert claims(compared(NONE, "cnf", "cpsat")) == [Claims("cross-checked")] * 2
    assert claims(compared("2x1:___,0,0,0", "propagate")) == [Claims("proved")]
    assert claims(compared("2x1:___,0,0,0", "cnf")) == [Claims()]


def test_a_lone_optimum_is_told_apart_from_a_checked_one():
    """Nobody else, an engine of another kind; where nothing need be pressed, none can be better."""
    assert claims(lights("cpsat")) == [Claims("verified", optimal="claimed")]
    assert "(the claim of one kind of engine)" in verdict_sentence(lights("cpsat"))
    assert claims(lights("cpsat", "highs")) == [Claims("verified", optimal="cross-checked")] * 2
    assert claims(lights("cpsat", "walksat"))[1] == Claims("verified")
    m = Model("free")
    m.minimize("as few as possible", m.bools("x", 3))
    assert [run["claims"]["optimal"] for run in rs.compare(m, ["cpsat"]).runs] == ["proved"]


def test_a_refuted_bound_is_wrong(fake):
    """A bound above the cost of a verified answer, of a run with an answer or without; rounding refutes nobody."""
    for status, values in ((Status.SATISFIED, True), (Status.UNKNOWN, False)):
        for excess, verdict in ((1, "wrong"), (1e-7, "correct" if values else "none"), (float("inf"), "wrong")):

            def solve(model, *rest, status=status, values=values, excess=excess):
                best = fakes.CPSAT.solve(model, *rest)
                kept = best.values if values else None
                return replace(best, status=status, values=kept, bound=best.objective + excess)

            name = f"bound{status.value}{excess:g}".replace("-", "")
            runs = lights(fake(fakes.fake_backend(name, solve)), "highs").runs
            (run,) = (run for run in runs if run.backend == name)
            assert run.verdict == verdict, (name, run)
            if verdict == "wrong":
                assert re.match(r"claims the bound .*; the answer of \w+, which is verified, comes to \d", run.note)


def test_a_false_optimum_names_who_refutes_it(fake):
    def solve(model, *rest):
        worst = fakes.CPSAT.solve(replace_objective(model), *rest)
        cost = objective_value(model, worst.values)
        return replace(worst, status=Status.OPTIMAL, objective=cost, bound=cost)

    def replace_objective(model):
        turned = model.copy()
        turned.objective = replace(model.objective, coefs=-model.objective.coefs)
        return turned

    comparison = lights(fake(fakes.fake_backend("most", solve)), "cpsat", name="4x4")
    wrong = next(run for run in comparison.runs if run.backend == "most")
    assert (wrong.verdict, wrong.claims) == ("wrong", Claims("verified"))
    assert "is optimal; the answer of cpsat, which is verified, comes to" in wrong.note


@pytest.mark.parametrize(
    ("lo", "hi", "told"),
    [(7, 9, "7 or more"), (-9, -1, "-1 or less"), (7, 7, "7"), (3, 3, "3"), (-8, 9, None)],
)
def test_an_infeasible_row_is_told_with_the_ends_that_matter(lo, hi, told):
    """2 x + 2 y + 2 z reaches 0, 2, 4 and 6: an end beyond that is not spoken of."""
    model = Model("one row")
    model.linear(lo, hi, "rule", model.bools("x", 3), 2)
    words = find_infeasible_row(model)
    assert (words is None) == (told is None)
    assert told is None or f"no assignment brings it to {told};" in words


@pytest.mark.parametrize(("number", "told"), [(8, "x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]"), (9, "9 literals")])
def test_few_literals_of_an_infeasible_row_are_named_and_many_are_counted(number, told):
    model = Model("one row")
    model.at_least(number + 1, "rule", model.bools("x", number))
    words = find_infeasible_row(model, lambda literal: f"x[{literal - 1}]")
    assert words.endswith(f"; it counts {told}")
