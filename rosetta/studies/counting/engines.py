"""Engines asked for numbers of solutions, one after the other, within one limit, telling how far they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from backends.contract import Backend, Limits, Options, Status, Values
from backends.running import supervisor, worker
from rosetta.studies.counting.listing import describe_rate
from rosetta.studies.counting.orbits import Summand

Watch: TypeAlias = Callable[[str], None]


@dataclass(slots=True)
class CountingSession:
    """seconds: what the engines that counted took so far, which the limit of the next is shortened by; limit: the words
    in which the last of them told that a limit ended it, "" where none did."""

    limits: Limits
    watch: Watch | None
    seconds: float = 0.0
    limit: str = ""

    def numbers(self, backend: Backend, options: Options, of: Sequence[Summand]) -> list[int] | None:
        """The parts' numbers by an engine that counts; None if it does not, or not all in time."""
        told: deque[str] = deque(maxlen=1)  # what the engine said last of how far it is

        def tick(seconds: float) -> None:
            self._report(", ".join((f"{backend.name}: {self.seconds + seconds:.1f} s", *told)))

        left = replace(self.limits, seconds=max(self.limits.seconds - self.seconds, 0.1))
        found, ended = supervisor.counts(backend, _projected_models(of), left, options, tick, told.append)
        self.seconds += ended.seconds
        self.limit = ended.note if ended.status is Status.UNKNOWN else ""
        return found if ended.complete else None

    def weighted_sum(self, backend: Backend, options: Options, of: Sequence[Summand]) -> int | None:
        """The weighted sum of the parts' numbers, None if one of them is not to be had."""
        found = self.numbers(backend, options, of)
        return None if found is None else sum(part.weight * number for part, number in zip(of, found, strict=True))

    def count_by_listing(self, name: str, of: Sequence[Summand]) -> list[int]:
        """The numbers of the first of the parts, by an engine that lists: of those before the one that it did not
        finish. Each has the whole limit."""
        told: deque[str] = deque(maxlen=1)

        def tick(seconds: float) -> None:
            self._report(", ".join((f"{name}: listing, {seconds:.1f} s", *told)))

        return supervisor.counts(name, _projected_models(of), self.limits, None, tick, told.append, by_listing=True)[0]

    def list_solutions(
        self,
        backend: str | Backend,
        options: Options,
        part: Summand,
        each: Callable[[Values], None],
        most: int | None = None,
    ) -> supervisor.JobEnd:
        """How a list of the part's solutions ended; each is called with every one. The limit is the whole: a list is
        no count, and takes as long as it takes."""
        name, number = backend if isinstance(backend, str) else backend.name, 0

        def take(values: Values) -> None:
            nonlocal number
            number += 1
            each(values)

        def tick(seconds: float) -> None:
            self._report(f"{name}: listing, {describe_rate(number, seconds)}, {seconds:.1f} s")

        return supervisor.solutions(backend, part.model, part.project, self.limits, options, take, most, tick)

    def _report(self, words: str) -> None:
        if self.watch is not None:
            self.watch(words)


def _projected_models(of: Sequence[Summand]) -> worker.ProjectedModels:
    return [(part.model, part.project) for part in of]
