"""What a comparison shows: typed facts, each decided here, once, from the runs. `fact_words` words them.

    ComparisonFault  what is wrong with the comparison as a whole
    SharedClaim      what runs say alike, and what that rests on
    OtherSolutions   what is known of other solutions than the one that is shown
    Fate             how a run ended: each run has one

A run that is wrong supports nothing, so that it is among no claims; how it ended is told of it as of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from report.comparison.records import Comparison, Racer, Run
from report.comparison.run_labels import run_label
from report.comparison.run_order import answer_groups, fastest_run, wrong_runs
from report.evidence_words import strongest_support
from rosetta.foundation.vocabulary import DEFINITE, Agreement, Ending, Evidence, Status, Verdict


class Fate(Enum):
    """How a run ended. LATE: the budget did; STOPPED: without an answer; LEFT_OPEN: so does an incomplete engine by its
    nature; NOT_ASKED: one row alone cannot hold."""

    ANSWERED = auto()
    NOT_ASKED = auto()
    STOPPED = auto()
    LEFT_OPEN = auto()
    LATE = auto()
    FAILED = auto()
    REFUSED = auto()


class FaultKind(Enum):
    """What is wrong: an answer; how our reader, or another program, reads the file; a list of all solutions; or only
    that answers contradict each other, and nobody knows whose is wrong."""

    ANSWER = auto()
    READING = auto()
    LIST = auto()
    CONTRADICTION = auto()


class OthersKnown(Enum):
    """What is known of other solutions, the best source first: the puzzle knows how many there are; racers agree on
    it; several were found; another was; a row forbids all others; engines deny them; nothing, though that was asked;
    nothing, as nobody asked."""

    COUNTED = auto()
    LISTED = auto()
    SEVERAL_FOUND = auto()
    ANOTHER_FOUND = auto()
    FORBIDDEN = auto()
    DENIED = auto()
    OPEN = auto()
    NOT_ASKED = auto()


@dataclass(frozen=True, slots=True)
class ComparisonFault:
    """What is wrong.

    kind: an answer, a reading, a list, or only a contradiction
    who: runs, programs or racers, by name; nobody where answers only contradict each other"""

    kind: FaultKind
    who: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SharedClaim:
    """What runs say alike.

    runs: those that say it and are not wrong, at least one
    support: the best that it rests on in any of them, beyond their answers being checked; None where nothing is claimed
        beyond them"""

    runs: tuple[Run, ...]
    support: Evidence | None = None

    @property
    def engines(self) -> tuple[str, ...]:
        """The engines that searched, each once."""
        return searchers(self.runs)

    @property
    def costs(self) -> tuple[float, ...]:
        """What the answers cost, or bring in, each number once, the least first; none where nothing has a cost."""
        return tuple(sorted({run.objective for run in self.runs if run.objective is not None}))

    @property
    def is_confirmed(self) -> bool:
        """Does it rest on more than the word of one kind of engine?"""
        return self.support in (Evidence.PROVED, Evidence.CROSS_CHECKED)


@dataclass(frozen=True, slots=True)
class OtherSolutions:
    """What is known of other solutions.

    known: what, and by whom
    number: of all solutions (COUNTED, LISTED), or of those that were found (SEVERAL_FOUND), in words
    claim: by whom others are denied (DENIED)
    row: that forbids all others (FORBIDDEN), in words"""

    known: OthersKnown
    number: str = ""
    claim: SharedClaim | None = None
    row: str = ""

    @property
    def support(self) -> Evidence | None:
        """What it rests on that there are none; None where that is not so, or follows from how many there are."""
        if self.known is OthersKnown.FORBIDDEN:
            return Evidence.PROVED
        return None if self.claim is None else self.claim.support


@dataclass(frozen=True, slots=True)
class ComparisonFacts:
    """What a comparison shows.

    fault: what is wrong, None where nothing is
    claims: by status, what runs with a definite answer say
    others: what is known of other solutions, by the best source
    others_by_runs: what the runs alone show or say of them, None if nothing
    fates: the runs by how they ended, each in their order
    fastest: the fastest correct run"""

    fault: ComparisonFault | None
    claims: Mapping[Status, SharedClaim]
    others: OtherSolutions
    others_by_runs: OtherSolutions | None
    fates: Mapping[Fate, tuple[Run, ...]]
    fastest: Run | None

    @property
    def engines(self) -> tuple[str, ...]:
        """Those with a definite answer that is not wrong."""
        return searchers(run for claim in self.claims.values() for run in claim.runs)

    @property
    def asked_for_others(self) -> bool:
        """Does some run with a definite answer say whether there is another solution, or show one?"""
        return any(run.unique is not None for claim in self.claims.values() for run in claim.runs)

    @property
    def none(self) -> SharedClaim | None:
        """That there is no solution."""
        return self.claims.get(Status.UNSATISFIABLE)

    @property
    def best(self) -> SharedClaim | None:
        """That no solution is better, where one can be."""
        claim = self.claims.get(Status.OPTIMAL)
        return claim if claim is not None and claim.costs else None


def facts_of(comparison: Comparison) -> ComparisonFacts:
    """All facts."""
    runs = comparison.runs
    return ComparisonFacts(
        fault=fault_of(comparison),
        claims=shared_claims(runs),
        others=other_solutions(comparison),
        others_by_runs=others_by_runs(comparison),
        fates=runs_by_fate(runs),
        fastest=fastest_run(runs),
    )


def fate_of(run: Run) -> Fate:
    """How it ended."""
    by_status = {Status.ERROR: Fate.FAILED, Status.UNSUPPORTED: Fate.REFUSED, **dict.fromkeys(DEFINITE, Fate.ANSWERED)}
    by_ending = {Ending.NOT_STARTED: Fate.LATE, Ending.NOT_ASKED: Fate.NOT_ASKED}
    without = Fate.STOPPED if run.complete else Fate.LEFT_OPEN
    return by_status.get(run.status) or by_ending.get(run.ended, without)


def runs_by_fate(runs: Sequence[Run]) -> dict[Fate, tuple[Run, ...]]:
    """The runs with each fate that there is, in their order."""
    fates = [fate_of(run) for run in runs]
    return {fate: tuple(run for run, own in zip(runs, fates, strict=True) if own is fate) for fate in Fate}


def sound_runs(runs: Iterable[Run]) -> list[Run]:
    """Those with a definite answer that is not wrong."""
    return [run for run in runs if run.status in DEFINITE and run.verdict != Verdict.WRONG]


def searchers(runs: Iterable[Run]) -> tuple[str, ...]:
    """The engines that searched, each once."""
    return tuple(dict.fromkeys(run.searcher for run in runs))


def shared_claims(runs: Iterable[Run]) -> dict[Status, SharedClaim]:
    """What the runs with a definite answer say, by status."""
    sound = sound_runs(runs)
    groups = {status: tuple(run for run in sound if run.status == status) for status in DEFINITE}
    return {status: SharedClaim(group, _support_of(status, group)) for status, group in groups.items() if group}


def _support_of(status: Status, runs: Sequence[Run]) -> Evidence | None:
    """What it rests on that there is no solution, or none that is better."""
    if status is Status.UNSATISFIABLE:
        return strongest_support(run.evidence or Evidence.CLAIMED for run in runs)
    return strongest_support(run.claims.optimal for run in runs) if status is Status.OPTIMAL else None


def fault_of(comparison: Comparison) -> ComparisonFault | None:
    """What is wrong, the worst first: an answer, a reading of the file, a list of all solutions."""
    runs, race = comparison.runs, comparison.race
    if wrong := wrong_runs(runs):
        return ComparisonFault(FaultKind.ANSWER, tuple(run_label(run, runs) for run in wrong))
    if comparison.other_readings:
        return ComparisonFault(FaultKind.READING, tuple(reading.reader for reading in comparison.other_readings))
    if comparison.verdict != Agreement.DISAGREE:
        return None
    faulty = () if race is None else faulty_racers(race.racers)
    if faulty:
        return ComparisonFault(FaultKind.LIST, tuple(racer.backend for racer in faulty))
    return ComparisonFault(FaultKind.CONTRADICTION)


def faulty_racers(racers: Iterable[Racer]) -> tuple[Racer, ...]:
    """Those whose list or number of solutions is wrong."""
    return tuple(racer for racer in racers if racer.faults)


def other_solutions(comparison: Comparison) -> OtherSolutions:
    """What is known of other solutions, from the best source that there is."""
    race = comparison.race
    if comparison.solutions:
        return OtherSolutions(OthersKnown.COUNTED, comparison.solutions)
    if race is not None and race.total and race.verdict == Agreement.AGREE:
        return OtherSolutions(OthersKnown.LISTED, f"{race.total:,}")
    unknown = OthersKnown.OPEN if comparison.asked_unique else OthersKnown.NOT_ASKED
    return others_by_runs(comparison) or OtherSolutions(unknown)


def others_by_runs(comparison: Comparison) -> OtherSolutions | None:
    """What the runs show or say of other solutions, None if nothing."""
    answered = [run for run in sound_runs(comparison.runs) if run.status != Status.UNSATISFIABLE]
    different = len(answer_groups(answered))
    if different > 1:
        return OtherSolutions(OthersKnown.SEVERAL_FOUND, str(different))
    if comparison.answers_differ or any(run.unique is False for run in answered):
        return OtherSolutions(OthersKnown.ANOTHER_FOUND)
    only = tuple(run for run in answered if run.unique)
    row = next((run.sole_row for run in only if run.sole_row), None)
    if row is not None:
        return OtherSolutions(OthersKnown.FORBIDDEN, row=row)
    support = strongest_support(run.claims.unique for run in only)
    return OtherSolutions(OthersKnown.DENIED, claim=SharedClaim(only, support)) if only else None
