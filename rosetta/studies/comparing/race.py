"""The race to all solutions: every backend that lists solutions gets the same time, and the lists are compared.

    time     an equal share for all; a quarter of it for those that did not come to one solution in their run
    found    solutions that differ on the answer, as they arrive; one that is given twice makes the racer wrong
    checked  against the rows as stated and the puzzle's rules: all of them, or as many (drawn at random) as a small
             part of the time allows; each solution is checked once for all racers
    ended    whoever says "these are all" must have every solution that any other found

An engine that also counts without listing takes part a second time, with its number; a puzzle's own solver only counts.
Nobody is believed alone: the end of a list is cross-checked by an engine of another kind that finished with the same
set, or counted the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Status, Values
from backends.running import supervisor
from models.neutral import Model
from report.comparison.records import BUDGET, Race, Racer, Run
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.vocabulary import Agreement, Ending, Evidence, Verdict
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.entrants import Entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.solving.listing import describe_rate

LISTED, COUNTED = "listed", "counted"
START = 0.4  # seconds that a racer takes to start: a process, its imports
CHECKING = 0.1  # part of the time of the race that checking may take
MIN_SECONDS = 0.2  # every racer that starts has so many seconds; with less before the deadline none starts
CompactValues: TypeAlias = NDArray[np.int8] | Values  # as few bytes as its values need
MAX_STORED = 20_000  # solutions of a racer that are kept whole, to be checked
SLOW_SHARE = 0.25  # the share of those that found nothing before
SUSPECTS = 20  # of the solutions that another racer misses, so many are checked


@dataclass(slots=True)
class _RacerState:
    """What a racer found: its solutions on the answer, in bits; the first MAX_STORED also whole, to be checked."""

    entrant: Entrant
    engine: str
    way: str
    project: NDArray[np.int32]
    whole: dict[bytes, CompactValues | None] = field(default_factory=dict)
    number: int = 0
    repeated: int = 0
    ended: supervisor.JobEnd = field(default_factory=lambda: supervisor.JobEnd(False, 0.0))
    limit: float = 0.0
    checked: set[bytes] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def take(self, values: Values) -> None:
        key = np.packbits(values[self.project] == 1).tobytes()
        self.repeated += key in self.whole
        small: CompactValues = values.astype(np.int8) if values.min() >= -128 and values.max() < 128 else values
        self.whole.setdefault(key, small if len(self.whole) < MAX_STORED else None)
        self.number = len(self.whole)

    @property
    def finished(self) -> bool:
        return self.ended.complete


def race(
    question: Question,
    entrants: Sequence[Entrant],
    runs: Sequence[Run],
    limits: Limits,
    deadline: float,
    progress: Progress = ignore_progress,
) -> Race | None:
    """The race of all entrants of the first formulation until the deadline (on the clock of `work_clock`). runs: their
    runs for one solution, which show who cannot take the model and who is slow. None if nobody lists solutions."""
    formulation = entrants[0].formulation
    model = question.model(formulation)
    project = question.puzzle.project(question.instance, model)
    starters = _starters([entrant for entrant in entrants if entrant.formulation == formulation], runs, project)
    if not starters:
        return None
    remaining = max(deadline - work_seconds(), 0.0)
    weights = [_weight(state, runs) for state in starters]
    share = max(remaining * (1 - CHECKING) - START * len(starters), 0.0) / sum(weights)
    checks = _Checks(question, model, np.random.default_rng(limits.seed))
    for at, (state, weight) in enumerate(zip(starters, weights, strict=True)):
        # where starting takes longer than START (a busy machine), the racers still to come share the remaining time
        rest = (deadline - work_seconds()) * (1 - CHECKING) - START * (len(starters) - at)
        fair = min(share * weight, rest * weight / sum(weights[at:]))
        state.limit = min(max(fair, MIN_SECONDS), limits.seconds, deadline - work_seconds() - START)
        _run_racer(state, model, limits, progress, f"[{at + 1}/{len(starters)}]")
        spare = max(state.limit - state.ended.seconds, 0.0)
        checks.sample(state, CHECKING * remaining / len(starters) + spare)
    racers = [state for state in starters if state.ended.status is not Status.UNSUPPORTED]
    return _judge_race(formulation, racers, checks) if racers else None


def _starters(entrants: Iterable[Entrant], runs: Sequence[Run], project: NDArray[np.int32]) -> list[_RacerState]:
    """Each backend once, in its first profile; once more if it counts."""
    engines = {
        run.backend: run.searcher for run in reversed(runs)
    }  # of the first profile; taken from the runs, as the parent loads no solver
    refused = {run.backend for run in runs if run.status == Status.UNSUPPORTED}
    starters: dict[tuple[str, str], _RacerState] = {}
    for entrant in entrants:
        if entrant.name in refused or not entrant.complete:
            continue
        ways = [LISTED] * (not entrant.special) + [COUNTED] * entrant.counts
        for way in ways:
            key = (f"{entrant.name} {entrant.options.encodings}", way)
            starters.setdefault(key, _RacerState(entrant, engines.get(entrant.name, ""), way, project))
    return list(starters.values())


def _weight(state: _RacerState, runs: Sequence[Run]) -> float:
    """1; less for a backend none of whose runs came to a result."""
    own = [run for run in runs if run.backend == state.entrant.name]
    return (
        1.0
        if any(run.status in (Status.SATISFIED, Status.OPTIMAL, Status.UNSATISFIABLE) for run in own)
        else SLOW_SHARE
    )


def _run_racer(state: _RacerState, model: Model, limits: Limits, progress: Progress, turn: str) -> None:
    """Let the racer list, or count, within its limit."""
    if state.limit < min(MIN_SECONDS, limits.seconds):
        state.ended = supervisor.JobEnd(False, 0.0, Status.UNKNOWN, BUDGET, Ending.NOT_STARTED)
        return
    own = replace(limits, seconds=state.limit)

    def report(_: str, seconds: float = 0.0, *amount: object) -> None:
        rate = describe_rate(state.number, seconds)
        progress(f"all solutions, {state.entrant.name}: {rate}", seconds, state.limit, turn)

    backend, options = state.entrant.backend, state.entrant.options
    if state.way == LISTED:
        state.ended = supervisor.solutions(backend, model, state.project, own, options, state.take, None, report)
    else:
        number, state.ended = supervisor.count(backend, model, state.project, own, options, report)
        state.number = number or 0


@dataclass(slots=True)
class _Checks:
    """Solutions checked against the rules, each once for all racers. sound: keys of those that keep the rules."""

    question: Question
    model: Model
    rng: np.random.Generator
    results: dict[bytes, tuple[str, ...]] = field(default_factory=dict)
    sound: set[bytes] = field(default_factory=set)

    def sample(self, state: _RacerState, seconds: float) -> None:
        """Check the racer's solutions in random order until the time is over."""
        end, keys = work_seconds() + seconds, list(state.whole)
        for at in self.rng.permutation(len(keys)):
            if work_seconds() > end or len(state.wrong) >= SUSPECTS:
                return
            state.wrong += self.broken_rules(keys[at], state)

    def broken_rules(self, key: bytes, state: _RacerState) -> tuple[str, ...]:
        """The rules that this solution of the racer breaks."""
        small = state.whole[key]
        if small is None:
            return ()
        sign = small.tobytes()
        if sign not in self.results:
            self.results[sign] = self.question.broken_rules(self.model, small.astype(np.int64))
        state.checked.add(key)
        if not self.results[sign]:
            self.sound.add(key)
        return self.results[sign]


def _judge_race(formulation: str, racers: Sequence[_RacerState], checks: _Checks) -> Race:
    """The verdict: who is wrong, how many solutions there are, who supports whom."""
    _find_faults(racers, checks)
    ended = [state for state in racers if state.finished and not state.wrong]
    records = tuple(sorted((_racer(state, ended) for state in racers), key=lambda racer: -racer.rate))
    totals = {state.number for state in ended}
    total = next(iter(totals)) if len(totals) == 1 else None
    return Race(formulation, records, total, _agreement_of(records, totals))


def _agreement_of(records: Iterable[Racer], totals: set[int]) -> Agreement:
    """Over all racers. totals: the different numbers of those that finished and are not wrong."""
    if len(totals) > 1 or any(racer.faults for racer in records):
        return Agreement.DISAGREE
    engines = {racer.engine for racer in records if racer.finished}
    return Agreement.AGREE if len(engines) > 1 else Agreement.INCOMPLETE


def _find_faults(racers: Sequence[_RacerState], checks: _Checks) -> None:
    """Note what is wrong with each: solutions given twice, or missed, or counted too few."""
    listers = [state for state in racers if state.way == LISTED]
    for state in listers:
        if state.repeated:
            state.wrong.append(f"gives {state.repeated} solutions twice")
    for state in [state for state in listers if state.finished]:
        _check_missing(state, listers, checks)
    for state in [state for state in racers if state.finished]:
        if state.way == COUNTED and state.number < len(checks.sound):
            state.wrong.append(f"counts {state.number}, but {len(checks.sound)} solutions were verified")


def _check_missing(state: _RacerState, listers: Sequence[_RacerState], checks: _Checks) -> None:
    """A list that ended must have every solution of the others. What it lacks is checked: either the solution is none,
    or this list is wrong."""
    for other in listers:
        missing = [key for key in other.whole if key not in state.whole]
        for key in missing[:SUSPECTS]:
            other.wrong += checks.broken_rules(key, other)
        lost = sum(key in checks.sound for key in missing)
        if lost:
            state.wrong.append(f"says these are all, but misses {lost} verified solutions of {other.entrant.name}")


def _racer(state: _RacerState, ended: Sequence[_RacerState]) -> Racer:
    """The record of one racer."""
    same = [other for other in ended if other.number == state.number and other.entrant.kind != state.entrant.kind]
    alone = state.way == COUNTED or not state.number  # its only claim is that there are no others
    verdict, evidence = Verdict.NONE, None
    if state.wrong:
        verdict = Verdict.WRONG
    elif state.finished and same:
        verdict, evidence = Verdict.CORRECT, Evidence.CROSS_CHECKED
    elif state.finished and alone:
        verdict, evidence = Verdict.UNPROVED, Evidence.CLAIMED
    elif state.checked:
        verdict, evidence = Verdict.CORRECT, Evidence.VERIFIED
    return Racer(
        backend=state.entrant.name,
        engine=state.engine,
        way=state.way,
        count=state.number,
        finished=state.finished,
        seconds=state.ended.seconds,
        limit=max(state.limit, 0.0),
        checked=len(state.checked),
        verdict=verdict,
        evidence=evidence,
        faults=tuple(dict.fromkeys(state.wrong))[:5],
        note=state.ended.note,
        ended=state.ended.ending,
    )
