"""Timing: ways that take turns, so that other load on the machine hits all alike."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import TypeVar

Key = TypeVar("Key")
Result = TypeVar("Result")


def time_call(run: Callable[[], Result], clock: Callable[[], float] = time.process_time) -> tuple[float, Result]:
    """Seconds of one call, and what it returns."""
    start = clock()
    result = run()
    return clock() - start, result


def take_turns(ways: Mapping[Key, Callable[[], Result]], rounds: int) -> dict[Key, list[Result]]:
    """What each way returned, by round; in every round each of them runs once."""
    results: dict[Key, list[Result]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, run in ways.items():
            results[way].append(run())
    return results


def alternate(ways: Mapping[Key, Callable[[], Result]], rounds: int) -> dict[Key, list[Result]]:
    """As `take_turns`, every second round in the reverse order: who comes later finds the caches of who came before."""
    results: dict[Key, list[Result]] = {way: [] for way in ways}
    for turn in range(rounds):
        for way in list(ways)[:: -1 if turn % 2 else 1]:
            results[way].append(ways[way]())
    return results


def median_ratio(numerators: Sequence[float], denominators: Sequence[float]) -> float:
    """The median of the ratios within each round, which other load on the machine disturbs less than the times."""
    return median(a / b for a, b in zip(numerators, denominators, strict=True))


def peak_megabytes(who: int = resource.RUSAGE_SELF) -> float:
    """The most memory that this process (or RUSAGE_CHILDREN: one of its children that have ended) has used."""
    return resource.getrusage(who).ru_maxrss / 1024
