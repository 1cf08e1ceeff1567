"""Rows are judged as attempts are: the same verdicts after a trip through JSON, in any order; nothing wrong is hidden.

Attempts are made up here, honest ones and every sort of liar, on boards so small that all subsets of their cells are
held against the rules one by one (`solutions`): that is the truth, and no solver's.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from backends.contract import Limits, Outcome, Status
from instances.resolve import ResolvedInstance, resolve
from models.puzzles.registry import names, puzzle
from rosetta.campaigns.executors.run_cell import result_columns
from rosetta.campaigns.planning.cells import Cell, cell_instance
from rosetta.campaigns.rows.judging import judge_instance_rows, judge_rows, result_class, stored_testimony
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging import testimony
from rosetta.studies.judging.attempts import Attempt, CheckedAnswer, attempt
from rosetta.studies.judging.judge import judge_attempts
from tests.support import fakes
from tests.support.patience import PATIENCE
from tests.support.small_boards import draw_board, small_size

BOARDS = {  # each with the number of its solutions
    ("tents", "3x3:aaaaa,2,0,2,2,0,2"): 1,
    ("tents", "3x3:aaaaa,0,2,2,0,2,2"): 0,  # and no row shows it by itself
    ("tents", "2x1:___,0,0,0"): 0,  # the tree has no free cell
    ("akari", "3x3"): 4,
    ("lightsout", "2x3"): 4,  # of 2 and of 4 presses: the fewest are asked for
}
BACKENDS = ("cpsat", "cnf", "highs", "gf2", "hybrid:cnf", "propagate", "walksat")
NOTES = {Status.UNKNOWN: "time limit of 10 s", Status.ERROR: "killed by signal 9", Status.UNSUPPORTED: "too large"}


@dataclass(frozen=True)
class Case:
    """A board with all of its solutions, by brute force."""

    resolved: ResolvedInstance
    question: Question
    solutions: tuple[Any, ...]
    minimised: bool


@cache
def case(name: str, what: str) -> Case:
    resolved, record = resolve(name, what), puzzle(name)
    rows, columns = resolved.size
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    subsets = chain.from_iterable(combinations(cells, k) for k in range(len(cells) + 1))
    solutions = tuple(each for each in subsets if not record.verify(resolved.instance, each))
    return Case(resolved, Question(record, resolved.instance), solutions, name == "lightsout")


@pytest.mark.parametrize(("board", "number"), BOARDS.items())
def test_brute_force_counts_the_solutions(board, number):
    assert len(case(*board).solutions) == number


# ---- attempts that are made up ------------------------------------------------------------------------------------


def checked(case: Case, cells: tuple[Any, ...]) -> CheckedAnswer:
    broken = case.question.puzzle.verify(case.question.instance, cells)
    return CheckedAnswer(cells, len(cells) if case.minimised else None, tuple(broken))


def random_attempt(case: Case, random: Random) -> Attempt:
    """An attempt that says what it likes; its answers are held against the rules, as those of any attempt are."""
    record = case.question.puzzle
    forms = [*record.formulations, *(("reduced", "merged") if record.name == "lightsout" else ())]
    entrant = resolve_entrant(case.question, random.choice(BACKENDS), random.choice(forms[:1] * 3 + forms))
    status = random.choice([*Status, Status.SATISFIED, Status.OPTIMAL, Status.UNSATISFIABLE])
    if not case.solutions:
        status = random.choice([status, Status.UNSATISFIABLE])
    cells = [(i, j) for i in range(case.resolved.size[0]) for j in range(case.resolved.size[1])]
    pool = list(case.solutions) * 3 + [tuple(cell for cell in cells if random.random() < 0.4)]
    answers: tuple[CheckedAnswer, ...] = ()
    if status in (Status.SATISFIED, Status.OPTIMAL):
        number = random.choice([1, 1, 2]) if len(case.solutions) > 1 else 1
        chosen = list(dict.fromkeys(random.choice(pool) for _ in range(number)))
        answers = tuple(checked(case, each) for each in chosen)
    cost = answers[0].cost if answers else None
    if cost is not None and random.random() < 0.1:
        cost += random.choice([-1, 1])
    derived = None
    if status is not Status.UNSATISFIABLE and random.random() < 0.3:
        derived = frozenset(random.sample(cells, random.choice([0, 1, 1])))
    outcome = Outcome(
        status, objective=cost, note=NOTES.get(status, ""), by_rule=random.random() < 0.2, engine=entrant.name,
        bound=random.choice([None, 0.0, 1.0, 2.0, 2.5, 3.0, float("inf")]) if case.minimised else None,
        fixed=None if derived is None else np.array([1], np.int32),
    )  # fmt: skip
    return Attempt(entrant, outcome, {"solve": 1.0}, answers, random.random() < 0.3, derived)


def row_of(case: Case, tried: Attempt, unique: bool) -> dict[str, Any]:
    """The row as it comes out of a store on another machine."""
    instance = cell_instance(case.question, case.resolved, {}, "")
    entrant = tried.entrant
    cell = Cell(instance, entrant.name, "1", entrant.formulation, unique=unique)
    row = {"cell": cell.id, "instance": instance.hash, "unique": int(unique), "backend": entrant.name}
    return json.loads(json.dumps({**row, **result_columns(case.question, tried, cell)}))


def opinions(judged: Any) -> list[tuple[str, str | None]]:
    return [(each.verdict, each.evidence) for each in judged]


def lies(case: Case, tried: Attempt, everybody: list[Attempt], unique: bool) -> bool:
    """Is a claim of the attempt refuted by what everybody together has shown? Worked out from the board alone."""
    shown = {a.answer for other in everybody for a in other.answers if a.answer in case.solutions}
    alike = [other for other in everybody if other.entrant.formulation == tried.entrant.formulation]
    shown_alike = {a.answer for other in alike for a in other.answers if a.answer in case.solutions}
    own, outcome = [a.answer for a in tried.answers], tried.outcome
    fewest = min(map(len, shown)) if shown and case.minimised else None
    if outcome.status is Status.UNSATISFIABLE and shown:
        return True
    if any(answer not in case.solutions for answer in own):
        return True
    if own and fewest is not None and outcome.objective != len(own[0]):
        return True
    if own and fewest is not None and outcome.status is Status.OPTIMAL and len(own[0]) > fewest:
        return True
    denies = outcome.status is not Status.UNSATISFIABLE
    if denies and fewest is not None and outcome.bound is not None and outcome.bound > fewest:
        return True
    if unique and len(own) == 1 and tried.complete and len(shown) > 1:
        return True
    return bool(tried.derived_pieces) and any(not tried.derived_pieces <= set(answer) for answer in shown_alike)


@pytest.mark.sample(2)
@pytest.mark.parametrize("board", BOARDS, ids="_".join)
@pytest.mark.parametrize("unique", [False, True])
def test_rows_are_judged_as_attempts_are(board, unique):
    """Sets of honest attempts and liars, as rows through JSON and in another order; and lies are known by the truth."""
    this, random, counts = case(*board), Random(f"{board}{unique}"), {}
    for _ in range(150):
        attempts = [random_attempt(this, random) for _ in range(random.choice([1, 2, 3, 5, 8]))]
        runs = judge_attempts(this.question, attempts, unique)
        rows = [row_of(this, tried, unique) for tried in attempts]
        order = random.sample(range(len(rows)), len(rows))
        shuffled = judge_rows([rows[i] for i in order])
        judged = [shuffled[order.index(i)] for i in range(len(rows))]
        assert [(row["verdict"], row["evidence"]) for row in judged] == opinions(runs)
        for tried, run, row, judgement in zip(attempts, runs, judged, judge_instance_rows(rows), strict=True):
            assert (judgement.claims, judgement.unique) == (run.claims, run.unique)
            assert (run.verdict == "wrong") == lies(this, tried, attempts, unique), (tried, run)
            assert (row["result"] == "wrong") == (run.verdict == "wrong")
            if run.verdict == "correct" and run.status != "unsatisfiable":
                assert all(answer.answer in this.solutions for answer in tried.answers)
            if run.evidence == "proved":
                assert not this.solutions
            counts[run.verdict] = counts.get(run.verdict, 0) + 1
    expected = {"correct", "wrong", "none", "unproved"} - ({"unproved"} if board[1].startswith("2x1") else set())
    assert set(counts) == expected or not this.solutions
    assert counts["wrong"] > 20


def test_the_note_of_a_wrong_row_says_what_is_wrong():
    """Every list of wrong answers shows it."""
    given = {"testimony": {"backend": "a", "kind": "cp", "formulation": "default", "status": "satisfied"}}
    broken = {"testimony": {**given["testimony"], "answers": [{"broken": ["row 1 has 0 tents"]}]}}
    row = {"cell": "c", "instance": "i", "unique": 0, "status": "satisfied", "ended": "answer", "objective": None}
    rows = [{**row, "is_unique": None, "answer": "[]", "note": "tried hard", "details": json.dumps(broken)}]
    assert judge_rows(rows)[0]["note"] == "the answer breaks a rule: row 1 has 0 tents; tried hard"


def test_rows_of_other_instances_have_no_say():
    """The rows of all boards together, in any order, are judged as each board's by themselves."""
    random, plain, alone = Random(1), [], []
    for board in BOARDS:
        rows = [row_of(case(*board), random_attempt(case(*board), random), True) for _ in range(6)]
        plain += (rows := [{**row, "id": (board, i)} for i, row in enumerate(rows)])
        alone += judge_rows(rows)
    for rows in (plain, alone):  # also where they were judged before
        together = {row["id"]: row for row in judge_rows(random.sample(rows, len(rows)))}
        assert [together[row["id"]] for row in alone] == alone
    assert len({row["instance"] for row in alone}) == len(BOARDS)


@pytest.mark.sample(0.125)
def test_attempts_of_real_solvers_and_liars_are_judged_alike(fake):
    """From solvers that ran: an optimum, a certificate of no solution, propagation, and backends that lie."""
    lies = fake(fakes.SAYS_NO), fake(fakes.SAYS_ALL_ZERO), fake(fakes.SAYS_ONLY_ONE)
    for name, what, backends in (
        ("lightsout", "2x3", ("cpsat", "gf2", *lies)),
        ("tents", "3x3:aaaaa,0,2,2,0,2,2", ("cnf", "propagate", lies[0])),
    ):
        this = case(name, what)
        formulation = next(iter(this.question.puzzle.formulations))
        entrants = [resolve_entrant(this.question, each, formulation) for each in backends]
        attempts = [attempt(this.question, entrant, Limits(seconds=5.0), True) for entrant in entrants]
        runs = judge_attempts(this.question, attempts, True)
        rows = [row_of(this, tried, True) for tried in attempts]
        assert [(row["verdict"], row["evidence"]) for row in judge_rows(rows)] == opinions(runs)
        assert [run.verdict for run in runs] == (
            ["correct", "correct", "wrong", "wrong", "wrong"] if this.solutions else [run.verdict for run in runs]
        )
        if not this.solutions:
            assert {run.verdict for run in runs} <= {"correct", "unproved", "none"}


def test_a_certificate_goes_with_the_row():
    """Rows that add up to 0 = 1 are added up where the attempt ran; the words that say so are in the row."""
    unsolvable = resolve("lightsout", "2x3", options={"lit": "0:0"})
    question = Question(puzzle("lightsout"), unsolvable.instance)
    tried = attempt(question, resolve_entrant(question, "gf2", "native"), Limits(seconds=5.0))
    this = Case(unsolvable, question, (), True)
    (judged,) = judge_rows([row_of(this, tried, False)])
    (run,) = judge_attempts(question, [tried])
    assert (run.status, run.evidence) == ("unsatisfiable", "proved")
    assert (judged["verdict"], judged["evidence"], judged["result"]) == ("correct", "proved", "solved")
    assert judge_instance_rows([row_of(this, tried, False)])[0].note == run.note


# ---- what a row says by itself ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_a_testimony_comes_back_from_json_as_it_was(name):
    """Of every puzzle; its pieces are those that the JSON of an answer lists."""
    instance, answer = draw_board(name, small_size(name))
    question = Question(puzzle(name), instance)
    pieces = question.puzzle.extras.pieces(answer)
    entrant = resolve_entrant(question, "cpsat", next(iter(question.puzzle.formulations)))
    outcome = Outcome(Status.OPTIMAL, objective=0, bound=-np.inf, fixed=np.array([1], np.int32))
    answers = CheckedAnswer(answer, 0, ()), CheckedAnswer((), None, ("a rule",))
    tried = Attempt(entrant, outcome, {}, answers, True, frozenset(list(pieces)[:2]))
    stated = testimony.testimony_of(question, tried)
    document = json.loads(json.dumps(testimony.testimony_json(stated)))
    assert testimony.testimony_from_json(document, None) == stated
    assert len(testimony.pieces_of(stated.answers[0])) == len(pieces) > 0
    assert stated.derived <= testimony.pieces_of(stated.answers[0])
    assert len(stated.derived) == min(2, len(pieces))
    assert json.loads(stated.answers[0].text) == question.puzzle.answer_json(answer)


def test_a_row_without_a_testimony_claims_nothing():
    """Its process was killed, or the row is of a frame, where nothing is NaN; an answer that nobody checked is none."""
    this = case("akari", "3x3")
    row = row_of(this, random_attempt(this, Random(0)), False)
    for details in (None, "", float("nan"), "{}"):
        bare = {**row, "details": details, "status": "satisfied", "ended": "answer"}
        (judged,) = judge_rows([bare])
        assert (judged["verdict"], judged["evidence"], judged["result"]) == ("none", None, "unknown")
    for details in ("[]", "{", '{"testimony": {}}', '{"testimony": {"status": "maybe"}}', '{"testimony": []}'):
        with pytest.raises(InputError, match=f"cell {row['cell']}: its testimony cannot be read"):
            stored_testimony({**row, "details": details})


@pytest.mark.parametrize(
    ("result", "verdict", "changes"),
    [
        ("wrong", "wrong", {"status": "error", "ended": "crash"}),
        ("crash", "none", {"status": "error", "ended": "crash"}),
        ("memout", "none", {"status": "unknown", "ended": "memout"}),
        ("timeout", "none", {"status": "unknown", "ended": "timeout"}),
        ("unknown", "none", {"status": "unknown", "ended": "unknown"}),
        ("unsupported", "none", {"status": "unsupported", "ended": "unsupported"}),
        ("claimed", "unproved", {"status": "unsatisfiable"}),
        ("solved", "correct", {"status": "unsatisfiable"}),
        ("solved", "correct", {"status": "satisfied"}),
        ("feasible", "correct", {"status": "satisfied", "objective": 0}),
        ("solved", "correct", {"status": "optimal", "objective": 0}),
        ("solved", "correct", {"status": "satisfied", "objective": float("nan")}),
        ("feasible", "correct", {"status": "satisfied", "unique": 1}),
        ("solved", "correct", {"status": "satisfied", "unique": 1, "is_unique": 0}),
        ("solved", "correct", {"status": "satisfied", "total_s": 5.0, "limit_s": 5.0}),
        ("timeout", "correct", {"status": "satisfied", "total_s": 5.01, "limit_s": 5.0}),
        ("timeout", "unproved", {"status": "unsatisfiable", "total_s": 5.01, "limit_s": 5.0}),
        ("wrong", "wrong", {"status": "satisfied", "total_s": 5.01, "limit_s": 5.0}),
    ],
)
def test_the_class_of_a_row(result, verdict, changes):
    row = {"ended": "answer", "objective": None, "unique": 0, "is_unique": None, **changes}
    assert result_class(row, verdict) == result


@pytest.mark.exhaustive
def test_judging_takes_time_in_proportion():
    """A hundred thousand rows of one instance: if each were compared with every other, that would take minutes."""
    this, random = case("lightsout", "2x3"), Random(5)
    rows = [row_of(this, random_attempt(this, random), True) for _ in range(500)]
    began = time.process_time()
    judge_rows(rows * 200)
    assert time.process_time() - began < PATIENCE


def test_the_words_of_a_judgement_are_those_of_a_comparison():
    """What contradicts a row is told from the row alone."""
    this = case("lightsout", "2x3")
    fewest, most = this.solutions[0], this.solutions[-1]
    entrants = [resolve_entrant(this.question, name, "native") for name in ("cpsat", "cnf")]
    good = Attempt(entrants[0], Outcome(Status.OPTIMAL, objective=2), {}, (checked(this, fewest),))
    dear = Attempt(entrants[1], Outcome(Status.OPTIMAL, objective=4), {}, (checked(this, most),))
    none = replace(dear, outcome=Outcome(Status.UNSATISFIABLE), answers=())
    judged = judge_instance_rows([row_of(this, tried, False) for tried in (good, dear, none)])
    assert [each.note for each in judged[1:]] == [
        "claims 4 is optimal; the answer of cpsat, which is verified, comes to 2",
        "a verified answer is a solution",
    ]
