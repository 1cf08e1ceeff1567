"""The race to all solutions: equal time, every list checked, and a false "these are all" exposed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from backends.cnf import BACKEND as CNF
from backends.contract import Backend, Limits
from backends.running.supervisor import JobEnd
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from report.comparison.json_documents import comparisons_json
from report.comparison.page import comparisons_html
from report.comparison.race import race_lines, race_sentence
from report.comparison.records import Race, Racer, Run
from rosetta.commands.main import run_verb
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing import race as racing
from rosetta.studies.comparing.race import race
from tests.backends.passes.test_blocking import answers_of
from tests.support.clocks import WatchfulClock
from tests.support.fakes import STAYS, sleep_for_ever
from tests.support.registered import usable
from tests.support.report_samples import AGREE, comparison

TOTAL = len(answers_of(0))  # of the board below, by a search that knows no model


def lister(name: str, change: Callable[[list], Iterable], **facts) -> Backend:
    """Lists what a SAT solver finds, changed in some way."""
    return replace(
        CNF, name=name, engine=None, solutions=lambda *arguments: iter(change(list(CNF.solutions(*arguments)))), **facts
    )


def five_and_nothing(solutions: list) -> Iterator:
    yield from solutions[:5]
    sleep_for_ever()


def two_and_a_limit(solutions: list) -> Iterator:
    yield from solutions[:2]
    raise LimitReached("time limit of its own")


HONEST = lister("honest", iter, kind="cp")
ALSO_HONEST = lister("alsohonest", iter)
FORGETS = lister("forgets", lambda solutions: solutions[1:], kind="cp")  # and says that these are all
REPEATS = lister("repeats", lambda solutions: [*solutions, solutions[3]], kind="cp")
INVENTS = lister("invents", lambda solutions: [*solutions, np.zeros_like(solutions[0])], kind="cp")  # it is no tiling
SLOW = lister("slow", five_and_nothing, kind="cp")
STOPS = lister("stops", two_and_a_limit, kind="cp")
MISCOUNTS = lister("miscounts", iter, kind="cp", count=lambda *_: TOTAL - 1)


def raced(fake, *backends: Backend, now: float | None = None) -> Race:
    """The race of these on a board with 16 tilings. Ten minutes, of which those that end take no more than they
    need. now: on the clock of the race."""
    usable("cnf")
    record = puzzle("tiling")
    question = Question(record, resolve("tiling", "4x4", 1, options={"pieces": "random"}).instance)
    names = [fake(backend) for backend in backends]
    runs = [Run(name, name, "", "cells", "satisfied") for name in names]
    outcome = race(
        question,
        [resolve_entrant(question, n, "cells") for n in names],
        runs,
        Limits(seconds=600),
        (work_seconds() if now is None else now) + 600,
    )
    assert outcome is not None
    return outcome


def by_name(outcome: Race) -> dict[str, Racer]:
    return {racer.backend: racer for racer in outcome.racers if racer.way == "listed"}


def test_equal_sets_of_unlike_engines_are_cross_checked(fake):
    """Both list all, every solution is checked, and the total is known."""
    outcome = raced(fake, HONEST, ALSO_HONEST)
    assert (outcome.verdict, outcome.total) == ("agree", TOTAL)
    assert {(racer.count, racer.checked, racer.verdict, racer.evidence) for racer in outcome.racers} == {
        (TOTAL, TOTAL, "correct", "cross-checked")
    }
    sentence = race_sentence(outcome)
    assert sentence.startswith("race: 2 racers (")
    assert sentence.endswith(") ended with all 16 solutions, the same set")


def test_one_engine_alone_is_believed_in_its_solutions_only(fake):
    """Nobody agrees that there are no others."""
    outcome = raced(fake, HONEST)
    (racer,) = outcome.racers
    assert (outcome.verdict, racer.verdict, racer.evidence) == ("incomplete", "correct", "verified")
    assert "on its word alone" in race_sentence(outcome)


@pytest.mark.parametrize(
    ("liar", "why"),
    [(FORGETS, "misses 1 verified"), (REPEATS, "gives 1 solutions twice"), (INVENTS, "covered once")],
    ids=lambda case: getattr(case, "name", None),
)
def test_a_wrong_list_is_found_out(fake, liar, why):
    """A missing solution, one given twice, one that breaks a rule: the liar is wrong, the honest one is not."""
    outcome = raced(fake, liar, HONEST)
    racers = by_name(outcome)
    assert outcome.verdict == "disagree"
    assert racers[liar.name].verdict == "wrong"
    assert why in " ".join(racers[liar.name].faults)
    assert racers["honest"].verdict == "correct"


def test_a_wrong_count_is_found_out(fake):
    """Fewer than were verified."""
    outcome = raced(fake, MISCOUNTS, ALSO_HONEST)
    counted = next(racer for racer in outcome.racers if racer.way == "counted")
    assert (outcome.verdict, counted.verdict, counted.count) == ("disagree", "wrong", TOTAL - 1)


def test_who_is_stopped_keeps_what_it_found(fake, monkeypatch, tmp_path):
    """At the limit, killed or by its own account; nobody is called wrong for it."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    WatchfulClock(lambda: any(tmp_path.glob(STAYS))).take_place(monkeypatch)
    outcome = raced(fake, SLOW, STOPS, HONEST)
    racers = by_name(outcome)
    assert {name: (racer.count, racer.finished, racer.verdict) for name, racer in racers.items()} == {
        "slow": (5, False, "correct"),
        "stops": (2, False, "correct"),
        "honest": (TOTAL, True, "correct"),
    }
    assert "2 stopped before, the most 5 (slow)" in race_sentence(outcome)


def test_racers_have_equal_limits_that_add_up(fake, monkeypatch):
    """On a clock that stands still, so that nothing is left over."""
    monkeypatch.setattr(racing, "work_seconds", lambda: 100.0)
    monkeypatch.setattr(racing.supervisor, "solutions", lambda *_: JobEnd(False, 0.0))
    limits = [racer.limit for racer in raced(fake, SLOW, STOPS, HONEST, now=100.0).racers]
    assert min(limits) == max(limits)
    assert 0.7 * 600 < sum(limits) < 600


def sample() -> Race:
    """A race made by hand."""
    best = Racer("exactcover", "exactcover", "listed", 9356, True, 0.93, 1.9, 400, "correct", "cross-checked")
    rest = Racer(
        "cpsat", "cp-sat", "listed", 58, False, 1.9, 1.9, 58, "correct", "verified", note="time limit of 1.9 s"
    )
    liar = Racer("liar", "liar", "listed", 3, True, 0.1, 1.9, 3, "wrong", None, ("says <b>all</b>",))
    return Race("cells", (best, liar, rest, Racer("cbc", "cbc", "listed", 0, False, 1.9, 0.5)), 9356, "disagree")


def test_the_table_tells_rate_ratio_and_share_in_80_columns():
    """Rates of 10060 and 30.5 per second are a factor of 330."""
    lines = race_lines(sample(), False, 80)
    assert max(map(len, lines)) <= 80
    assert lines[3].split() == ["+", "exactcover", "9356", "100%", "listed", "0.93", "10060", "1x", "400", "correct"]
    assert lines[5].split() == ["+", "cpsat", "58", "0.62%", "stopped", "1.90", "30.5", "330x", "58", "correct"]


def test_json_has_the_race_where_there_was_one_and_the_page_escapes():
    """Without a race the document has no such key."""
    document = json.loads(comparisons_json([changed_race(sample())]))
    (first, *_) = document["instances"][0]["race"]
    assert (first["backend"], first["found"], first["total"], first["finished"]) == ("exactcover", "9356", "9356", True)
    assert "race" not in json.loads(comparisons_json([AGREE]))["instances"][0]
    page = comparisons_html([changed_race(sample())], "title")
    assert "says &lt;b&gt;all" in page
    assert "<b>all" not in page


def changed_race(race: Race):
    return comparison("disagree", *AGREE.runs, race=race)


def test_compare_races_with_all_and_not_without(capsys):
    """A board of Akari with eight answers: a race only where it is asked for."""
    usable("cnf")
    command = [
        "akari",
        "3x3",
        "--bare",
        "10",
        "--numbered",
        "0",
        "--backends",
        "cnf,oracle",
        "--budget",
        "12",
        "--json",
    ]
    assert run_verb("compare", [*command, "--all"]) == 0
    (instance,) = json.loads(capsys.readouterr().out)["instances"]
    assert {(racer["backend"], racer["found"], racer["verdict"]) for racer in instance["race"]} == {
        ("cnf", "8", "correct"),
        ("oracle", "8", "correct"),
    }
    assert run_verb("compare", command) == 0
    assert "race" not in json.loads(capsys.readouterr().out)["instances"][0]
