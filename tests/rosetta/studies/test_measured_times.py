"""Times are measured, whatever a backend says that it took: wherever they are told, ranked, scored."""

from __future__ import annotations

import json
import math
import time

import pytest

from backends.contract import Limits, Options, Outcome, Status
from backends.cpsat import BACKEND as CPSAT
from backends.outcomes import Stopwatch
from backends.running import inside, supervisor
from backends.running.inside import solve_inside
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.campaigns.executors.run_cell import run_cell
from rosetta.campaigns.planning.boards import posed_instances
from rosetta.campaigns.planning.campaign import Campaign, ConfigurationGroup, InstanceGroup
from rosetta.campaigns.planning.plan import planned_cells
from rosetta.campaigns.rows.columns import STEP_COLUMNS
from rosetta.commands.main import run_verb
from rosetta.foundation.limits import TooLarge
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import attempt
from tests.support.clocks import let_solves_take
from tests.support.fakes import fake_backend

WHAT = "4x4:cbaea,1,1,0,2,0,2,0,2"  # tents; it has one answer
BOARD = Question(puzzle("tents"), resolve("tents", WHAT).instance)
MODEL = BOARD.model("default")
FIRST = next(CPSAT.solutions(MODEL, MODEL.boolean_variables, Limits(), Options()))
LIES = {
    "nothing": {},
    "zero": {"solve": 0.0},
    "little": {"lower": 0.5, "solve": 0.5},
    "much": {"solve": 1000.0},
    "muchsplit": {"lower": 300.0, "load": 100.0, "solve": 600.0},
}
NO_TIMES = {"nan": math.nan, "negative": -1.0, "infinite": math.inf, "words": "soon", "truth": True}


def liar(name: str, seconds, nap: float = 0.0):
    """A backend with a right answer, which sleeps and says that it took so long; it lists and counts as well."""

    def answer(*_):
        time.sleep(nap)
        return Outcome(Status.SATISFIED, FIRST, seconds=seconds)

    def solutions(*_):
        time.sleep(nap)
        yield FIRST

    return fake_backend(name, answer, solutions=solutions, count=lambda *_: (time.sleep(nap), 1)[1])


def tried(fake, backend):
    return attempt(BOARD, resolve_entrant(BOARD, fake(backend), "default"), Limits())


@pytest.mark.parametrize("name", LIES)
def test_a_solve_takes_what_was_measured(name, fake, monkeypatch, subtests):
    """By the supervisor's clock, on which every solve takes two seconds; in this process the same."""
    let_solves_take(monkeypatch, 2.0)
    ended = tried(fake, liar(name, LIES[name]))
    assert ended.outcome.total == pytest.approx(2.0)
    assert ended.total == pytest.approx(2.0 + ended.seconds["build"] + ended.seconds["verify"])
    if name == "muchsplit":
        assert ended.outcome.seconds == pytest.approx({"lower": 0.6, "load": 0.2, "solve": 1.2, "decode": 0.0})
    with subtests.test("inside"):
        monkeypatch.setattr(inside, "work_seconds", iter([0.0, 5.0, 7.0]).__next__)
        assert solve_inside(name, MODEL, Limits(), Options()).total == pytest.approx(2.0)


@pytest.mark.parametrize("name", NO_TIMES)
def test_what_is_no_time_is_an_error_that_took_its_time(name, fake, monkeypatch):
    """And is told; also where the backend is asked in this process."""
    let_solves_take(monkeypatch, 2.0)
    ended = tried(fake, liar(name, {"solve": NO_TIMES[name]}))
    assert (ended.outcome.status, ended.outcome.total) == (Status.ERROR, pytest.approx(2.0))
    assert "'solve' of its seconds" in ended.outcome.note
    assert solve_inside(name, MODEL, Limits(), Options()).status is Status.ERROR


def test_a_true_clock_counts_what_was_slept(fake, subtests):
    """One solve, a list of answers, a count: each of a backend that says it took no time."""
    name = fake(liar("sleeper", {"solve": 0.0}, 0.2))
    project = BOARD.puzzle.project(BOARD.instance, MODEL)
    with subtests.test("solve"):
        assert supervisor.solve(name, MODEL, Limits()).total >= 0.15
    with subtests.test("inside"):
        assert solve_inside(name, MODEL, Limits(), Options()).total >= 0.15
    with subtests.test("list"):
        assert supervisor.solutions(name, MODEL, project, Limits(), None, lambda _: None).seconds >= 0.15
    with subtests.test("count"):
        assert supervisor.count(name, MODEL, project, Limits())[1].seconds >= 0.15


def test_a_backend_that_hands_in_early_is_measured_to_its_end(fake):
    """What it told before it slept is no result yet."""

    def solve(model, limits, options, tell):
        outcome = Outcome(Status.SATISFIED, FIRST, seconds={"solve": 0.0})
        tell(outcome)
        time.sleep(0.2)
        return outcome

    assert supervisor.solve(fake(fake_backend("early", solve)), MODEL, Limits()).total >= 0.15


@pytest.fixture
def taking(fake, monkeypatch):
    """A backend that is slow, and says it took nothing; one that is quick, and says it took long. By name, what each
    takes on the supervisor's clock."""
    takes = {fake(liar("slow", {"solve": 0.0})): 9.0, fake(liar("quick", {"solve": 1000.0})): 2.0}
    true_solve = supervisor.solve

    def solve(backend, *arguments):
        let_solves_take(monkeypatch, takes[backend.name])
        return true_solve(backend, *arguments)

    monkeypatch.setattr(supervisor, "solve", solve)
    return takes


def test_a_comparison_ranks_by_what_was_measured(taking, capsys):
    """In the table as in the document, whatever the two say; of repeated runs too."""
    words = ["tents", WHAT, "--backends", ",".join(taking), "--repeat", "2"]
    assert run_verb("compare", [*words, "--json"], "rosetta compare") == 0
    runs = json.loads(capsys.readouterr().out)["instances"][0]["runs"]
    for run in runs:
        assert list(run["seconds"]) == ["build", "lower", "load", "solve", "decode", "verify"]
        assert run["seconds"]["solve"] == pytest.approx(taking[run["backend"]])
    assert run_verb("compare", words, "rosetta compare") == 0
    table = capsys.readouterr().out
    assert 0 < table.index("+ quick ") < table.index("+ slow ")
    assert "\nfastest  quick, " in table


def test_solve_tells_what_was_measured(taking, capsys):
    assert run_verb("solve", ["tents", WHAT, "--backend", "slow", "--json"], "rosetta solve") == 0
    assert json.loads(capsys.readouterr().out)["seconds"]["solve"] == pytest.approx(9.0)


def test_the_row_of_a_campaign_has_what_was_measured(taking, subtests):
    """Its total is the sum of its steps."""
    for name, seconds in taking.items():
        campaign = Campaign((InstanceGroup((WHAT,), "tents"),), (ConfigurationGroup((name,), profile="default"),))
        (cell,) = planned_cells(campaign, posed_instances(campaign, "", lambda *_: None), {name: "0"})
        with subtests.test(name):
            row = run_cell(cell)
            assert row["solve_s"] == pytest.approx(seconds)
            assert row["total_s"] == pytest.approx(sum(row[step] for step in STEP_COLUMNS))


def test_a_refusal_took_its_time_where_the_backend_was_at_work(fake, monkeypatch):
    """What was raised has no times of its own."""

    def refuse(*_):
        with Stopwatch()("lower"):
            raise TooLarge("too many clauses")

    let_solves_take(monkeypatch, 2.0)
    ended = tried(fake, fake_backend("short", refuse))
    assert (ended.outcome.status, ended.outcome.seconds["lower"]) == (Status.UNSUPPORTED, pytest.approx(2.0))
