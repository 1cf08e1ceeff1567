"""The race to all solutions: every backend that lists solutions gets the same time, and the lists are compared.

    share    of the time for the race, equal for all; a quarter for those that did not come to one solution in their run
    found    solutions that differ on the answer, as they arrive; one that is given twice makes the racer wrong
    checked  against the rows as stated and the puzzle's rules: all of them, or as many (drawn at random) as a small
             part of the time allows; what was checked once, for whomever, is known
    ended    whoever says "these are all" must have every solution that any other found

An engine that counts without listing takes part a second time, with its number; so does a puzzle's own. Nobody is
believed alone: the end of a list is cross-checked by an engine of another kind that finished with the same set, or
counted the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Status, Values
from backends.running import supervisor
from models.neutral import Model
from report.comparison.records import Race, Racer, Run
from rosetta.studies.counting.listing import describe_rate
from rosetta.studies.question import Entrant, Question, entrant_options
from rosetta.studies.special_solvers import KIND, resolve_backend

Watch: TypeAlias = Callable[[str, float, float, tuple[int, int]], None]
LISTED, COUNTED = "listed", "counted"
START = 0.4  # seconds that a racer takes besides: a process, its imports
CHECKING = 0.1  # part of the time of the race that checking may take
MIN_SECONDS = 0.2  # seconds that everybody has who starts; with less until the deadline nobody does
GRACE = 0.05  # a racer that is stopped has already told what it found
CompactValues: TypeAlias = NDArray[np.int8] | Values  # as few bytes as its values need
MAX_STORED = 20_000  # solutions of a racer that are kept whole, to be checked
SLOW_SHARE = 0.25  # the share of those that found nothing before
SUSPECTS = 20  # solutions that somebody else misses are checked, up to so many


@dataclass(slots=True)
class _RacerState:
    """What a racer found: its solutions on the answer, in bits; the first KEPT also whole, to be checked."""

    entrant: Entrant
    backend: Backend
    options: Options
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
    watch: Watch | None = None,
) -> Race | None:
    """All entrants of the first formulation, within the time until the deadline (of time.monotonic); runs: what came of
    one solution, which tells who cannot take the model and who is slow. None if nobody lists solutions."""
    formulation = entrants[0].formulation
    model = question.model(formulation)
    project = question.puzzle.project(question.instance, model)
    starters = _starters(question, [one for one in entrants if one.formulation == formulation], runs, project)
    if not starters:
        return None
    left = max(deadline - time.monotonic(), 0.0)
    weights = [_weight(finds, runs) for finds in starters]
    share = max(left * (1 - CHECKING) - START * len(starters), 0.0) / sum(weights)
    checks = _Checks(question, model, np.random.default_rng(limits.seed))
    for at, (finds, weight) in enumerate(zip(starters, weights, strict=True)):
        # where starting takes longer than it should (a busy machine), those that are left share what is left
        rest = (deadline - time.monotonic()) * (1 - CHECKING) - START * (len(starters) - at)
        fair = min(share * weight, rest * weight / sum(weights[at:]))
        finds.limit = min(max(fair, MIN_SECONDS), limits.seconds, deadline - time.monotonic() - START)
        _run_racer(finds, model, limits, watch, (at + 1, len(starters)))
        spare = max(finds.limit - finds.ended.seconds, 0.0)
        checks.sample(finds, CHECKING * left / len(starters) + spare)
    taken = [finds for finds in starters if finds.ended.status is not Status.UNSUPPORTED]
    return _judge_race(formulation, taken, checks) if taken else None


def _starters(
    question: Question, entrants: Iterable[Entrant], runs: Sequence[Run], project: NDArray[np.int32]
) -> list[_RacerState]:
    """Each backend once, in its first profile; those that count once more."""
    engines = {
        run.backend: run.searcher for run in reversed(runs)
    }  # of the first profile; the parent loads no solver to ask
    refused = {run.backend for run in runs if run.status == "unsupported"}
    found: dict[tuple[str, str], _RacerState] = {}
    for entrant in entrants:
        backend, options = resolve_backend(question, entrant.backend, entrant_options(question.puzzle, entrant))
        if entrant.backend in refused or not backend.complete:
            continue
        ways = [LISTED] * (backend.kind != KIND) + [COUNTED] * hasattr(backend, "count")  # own solvers do not list
        for way in ways:
            key = (f"{entrant.backend} {entrant.options.encodings}", way)
            found.setdefault(
                key, _RacerState(entrant, backend, options, engines.get(entrant.backend, ""), way, project)
            )
    return list(found.values())


def _weight(finds: _RacerState, runs: Sequence[Run]) -> float:
    """One; less for a backend of which no run came to a solution."""
    own = [run for run in runs if run.backend == finds.entrant.backend]
    return 1.0 if any(run.status in ("satisfied", "optimal", "unsatisfiable") for run in own) else SLOW_SHARE


def _run_racer(finds: _RacerState, model: Model, limits: Limits, watch: Watch | None, step: tuple[int, int]) -> None:
    """Let it list, or count, within its limit."""
    if finds.limit < min(MIN_SECONDS, limits.seconds):
        finds.ended = supervisor.JobEnd(False, 0.0, Status.UNKNOWN, "budget")
        return
    own = replace(limits, seconds=finds.limit)

    def tick(seconds: float) -> None:
        if watch is not None:
            told = describe_rate(finds.number, seconds)
            watch(f"all solutions, {finds.entrant.backend}: {told}", seconds, finds.limit, step)

    if finds.way == LISTED:
        finds.ended = supervisor.solutions(
            finds.backend, model, finds.project, own, finds.options, finds.take, None, tick, GRACE
        )
    else:
        number, finds.ended = supervisor.count(finds.backend, model, finds.project, own, finds.options, tick)
        finds.number = number or 0


@dataclass(slots=True)
class _Checks:
    """Solutions held against the rules, each once for all racers. sound: on the answer, those that keep the rules."""

    question: Question
    model: Model
    rng: np.random.Generator
    results: dict[bytes, tuple[str, ...]] = field(default_factory=dict)
    sound: set[bytes] = field(default_factory=set)

    def sample(self, finds: _RacerState, seconds: float) -> None:
        """Check all that the racer found, in random order, until the time is over."""
        end, keys = time.monotonic() + seconds, list(finds.whole)
        for at in self.rng.permutation(len(keys)):
            if time.monotonic() > end or len(finds.wrong) >= SUSPECTS:
                return
            finds.wrong += self.broken_rules(keys[at], finds)

    def broken_rules(self, key: bytes, finds: _RacerState) -> tuple[str, ...]:
        """The rules that one of its solutions breaks."""
        small = finds.whole[key]
        if small is None:
            return ()
        sign = small.tobytes()
        if sign not in self.results:
            self.results[sign] = self.question.broken_rules(self.model, small.astype(np.int64))
        finds.checked.add(key)
        if not self.results[sign]:
            self.sound.add(key)
        return self.results[sign]


def _judge_race(formulation: str, racers: Sequence[_RacerState], checks: _Checks) -> Race:
    """Who is wrong, how many solutions there are, and who supports whom."""
    listed = [finds for finds in racers if finds.way == LISTED]
    for finds in listed:
        if finds.repeated:
            finds.wrong.append(f"gives {finds.repeated} solutions twice")
    for finds in listed:
        if finds.finished:
            _check_missing(finds, listed, checks)
    for finds in racers:
        if finds.way == COUNTED and finds.finished and finds.number < len(checks.sound):
            finds.wrong.append(f"counts {finds.number}, but {len(checks.sound)} solutions were verified")
    ended = [finds for finds in racers if finds.finished and not finds.wrong]
    totals = {finds.number for finds in ended}
    told = tuple(sorted((_racer(finds, ended) for finds in racers), key=lambda racer: -racer.rate))
    engines = {racer.engine for racer in told if racer.finished and not racer.faults}
    contradict = len(totals) > 1 or any(finds.wrong for finds in racers)
    verdict = "disagree" if contradict else "agree" if len(engines) > 1 else "incomplete"
    return Race(formulation, told, totals.pop() if len(totals) == 1 else None, verdict)


def _check_missing(finds: _RacerState, listed: Sequence[_RacerState], checks: _Checks) -> None:
    """A list that ended lacks nothing that another has. What it lacks is checked, if it was not: somebody is wrong
    then, whoever it is."""
    for other in listed:
        missing = [key for key in other.whole if key not in finds.whole]
        for key in missing[:SUSPECTS]:
            other.wrong += checks.broken_rules(key, other)
        lost = sum(key in checks.sound for key in missing)
        if lost:
            finds.wrong.append(f"says these are all, but misses {lost} verified solutions of {other.entrant.backend}")


def _racer(finds: _RacerState, ended: Sequence[_RacerState]) -> Racer:
    """The record of one."""
    same = [other for other in ended if other.number == finds.number and other.backend.kind != finds.backend.kind]
    alone = finds.way == COUNTED or not finds.number  # what it says is that there are no others, and no more
    verdict, evidence = "none", None
    if finds.wrong:
        verdict = "wrong"
    elif finds.finished and same:
        verdict, evidence = "correct", "cross-checked"
    elif finds.finished and alone:
        verdict, evidence = "unproved", "claimed"
    elif finds.checked:
        verdict, evidence = "correct", "verified"
    return Racer(
        backend=finds.entrant.backend,
        engine=finds.engine,
        way=finds.way,
        count=finds.number,
        finished=finds.finished,
        seconds=finds.ended.seconds,
        limit=max(finds.limit, 0.0),
        checked=len(finds.checked),
        verdict=verdict,
        evidence=evidence,
        faults=tuple(dict.fromkeys(finds.wrong))[:5],
        note=finds.ended.note,
    )
