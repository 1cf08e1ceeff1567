"""Facts of a comparison are decided once, and every text words them alike."""

from __future__ import annotations

import random

import pytest

from report.comparison.findings.checks import checks
from report.comparison.findings.closing import closing_sentence
from report.comparison.findings.facts import (
    ComparisonFault,
    Fate,
    FaultKind,
    OthersKnown,
    facts_of,
    fate_of,
    other_solutions,
    runs_by_fate,
)
from report.comparison.findings.verdict import headline, verdict_sentence
from report.comparison.legends import claims_note
from report.comparison.records import Claims, Comparison, FileReading, Race, Racer
from report.comparison.several import instance_line
from report.evidence_words import CAVEATS, SUPPORT
from rosetta.foundation.vocabulary import Agreement, Ending, Evidence, Reading, Status, Verdict
from rosetta.studies.solving.answers_text import describe_run
from tests.support.report_samples import (
    AGREE,
    CBC,
    CNF,
    CPSAT,
    DISAGREE,
    EVERY,
    FAILED,
    LONE,
    MINIMA,
    OTHER,
    REFUSED,
    UNKNOWN,
    WRONG,
    changed,
    comparison,
    no_solution,
)

LATE = changed(UNKNOWN, ended=Ending.NOT_STARTED)
IDLE = changed(UNKNOWN, ended=Ending.NOT_ASKED)
GAVE_UP = changed(UNKNOWN, complete=False, ended=Ending.LEFT_OPEN)
SCIP = FileReading("scip", "SCIP 9", Status.OPTIMAL, 3.0, Reading.DIFFERS, "optimal 4")


def racer(faults: tuple[str, ...] = ()) -> Racer:
    """One that lists 8 solutions."""
    return Racer("cpsat", "cp-sat", "listed", 8, True, 1.0, 2.0, faults=faults)


def race(total: int | None, verdict: Agreement, *racers: Racer) -> Race:
    return Race("default", racers, total, verdict)


@pytest.mark.parametrize(
    ("run", "fate"),
    [
        (CPSAT, Fate.ANSWERED),
        (WRONG, Fate.ANSWERED),
        (no_solution(CNF, "proved"), Fate.ANSWERED),
        (UNKNOWN, Fate.STOPPED),
        (changed(UNKNOWN, verdict=Verdict.WRONG), Fate.STOPPED),
        (GAVE_UP, Fate.LEFT_OPEN),
        (changed(LATE, complete=False), Fate.LATE),
        (changed(IDLE, complete=False), Fate.NOT_ASKED),
        (FAILED, Fate.FAILED),
        (REFUSED, Fate.REFUSED),
    ],
)
def test_each_run_has_one_fate(run, fate):
    """By its status, and where that is unknown by why it ended; an engine need not be complete to be late."""
    assert fate_of(run) is fate


def test_the_fates_divide_the_runs():
    """Each run is in one group, and groups keep their order."""
    runs = random.Random(1).choices([CPSAT, WRONG, UNKNOWN, GAVE_UP, LATE, IDLE, FAILED, REFUSED], k=40)
    groups = runs_by_fate(runs)
    assert sum(map(len, groups.values())) == len(runs)
    assert list(groups[Fate.STOPPED]) == [run for run in runs if run is UNKNOWN]


@pytest.mark.parametrize(
    ("sample", "fault", "words"),
    [
        (AGREE, None, ""),
        (DISAGREE, ComparisonFault(FaultKind.ANSWER, ("walksat",)), "rong answer from walksat"),
        (
            comparison("disagree", CPSAT, readings=(SCIP,)),
            ComparisonFault(FaultKind.READING, ("scip",)),
            "he file is read otherwise by scip",
        ),
        (
            comparison("disagree", CPSAT, race=race(None, Agreement.DISAGREE, racer(("misses 1",)), racer())),
            ComparisonFault(FaultKind.LIST, ("cpsat",)),
            "rong list of solutions from cpsat",
        ),
        (
            comparison("disagree", CPSAT, race=race(None, Agreement.DISAGREE, racer())),
            ComparisonFault(FaultKind.CONTRADICTION),
            "he answers contradict each other",
        ),
    ],
    ids=["nothing", "answer", "reading", "list", "contradiction"],
)
def test_what_is_wrong_is_told_alike(sample: Comparison, fault: ComparisonFault | None, words: str):
    """Headline, closing sentence and checks say it, in the same words; the line of a list is alarmed."""
    assert facts_of(sample).fault == fault
    line = instance_line(sample, "x", (1, 1), 1, False, 200)
    if fault is None:
        assert "Caution" not in closing_sentence(sample)
        assert not line.endswith(("WRONG", "CONTRADICTION"))
        return
    assert words in headline(sample)
    assert closing_sentence(sample).startswith("Caution: ")
    assert words in closing_sentence(sample).partition(".")[0]
    assert any(words in check.text and not check.fine for check in checks(sample))
    assert all(name in line for name in fault.who)


def test_what_a_claim_rests_on_is_told_alike():
    """Verdict, closing sentence, checks, the legend of the mark, `solve` and the caveats of documents."""
    words = SUPPORT[Evidence.CLAIMED]
    assert verdict_sentence(LONE).count(f"({words})") == 2
    assert closing_sentence(LONE).count(f"({words})") == 2
    assert [check.fine for check in checks(LONE) if words in check.text] == [False, False]
    assert claims_note(LONE.runs) == [f"?: {words}"]
    assert f"none is better ({words})" in describe_run(LONE.runs[0])
    assert [words in CAVEATS[caveat] for caveat in LONE.runs[0].caveats] == [True, True]
    agreed = f"({SUPPORT[Evidence.CROSS_CHECKED]})"
    assert all(agreed in text for text in (verdict_sentence(MINIMA), closing_sentence(MINIMA)))


@pytest.mark.parametrize("strongest", [Evidence.PROVED, Evidence.CROSS_CHECKED, Evidence.CLAIMED])
def test_a_claim_rests_on_the_best_that_any_of_its_runs_has(strongest):
    """A run that is wrong supports nothing."""
    order = [Evidence.PROVED, Evidence.CROSS_CHECKED, Evidence.CLAIMED]
    runs = [no_solution(CPSAT, label) for label in order[order.index(strongest) :]]
    claim = facts_of(comparison("agree", *runs, no_solution(CNF, Evidence.PROVED, "wrong"))).none
    assert claim is not None
    assert (claim.support, claim.engines) == (strongest, ("cp-sat",))


ONLY = changed(CPSAT, unique=True, claims=Claims("verified", unique="cross-checked"))


@pytest.mark.parametrize(
    ("sample", "known"),
    [
        (comparison("agree", ONLY, solutions="4"), OthersKnown.COUNTED),
        (comparison("agree", ONLY, race=race(8, Agreement.AGREE, racer())), OthersKnown.LISTED),
        (comparison("agree", ONLY, race=race(8, Agreement.INCOMPLETE, racer())), OthersKnown.DENIED),
        (comparison("agree", CPSAT, changed(CBC, answer=OTHER)), OthersKnown.SEVERAL_FOUND),
        (comparison("agree", CPSAT, changed(CBC, unique=False)), OthersKnown.ANOTHER_FOUND),
        (comparison("agree", ONLY, changed(CBC, unique=True, sole_row="row 3")), OthersKnown.FORBIDDEN),
        (comparison("disagree", CPSAT, changed(ONLY, verdict=Verdict.WRONG)), OthersKnown.NOT_ASKED),
        (comparison("agree", CPSAT, asked_unique=True), OthersKnown.OPEN),
    ],
)
def test_of_other_solutions_the_best_source_is_heard(sample, known):
    """What the puzzle knows before what engines say, and what was found before what is denied."""
    assert other_solutions(sample).known is known


def test_only_engines_that_are_right_count():
    """The headline, the checks and the verdict speak of the same engines."""
    for sample in EVERY:
        facts = facts_of(sample)
        assert not {run.searcher for run in sample.runs if run.verdict == Verdict.WRONG} & set(facts.engines)
        told = next(check for check in checks(sample) if "different engine" in check.text)
        assert told.text.startswith(f"{len(facts.engines)} ")
        assert all(engine in verdict_sentence(sample) for engine in facts.engines)
