"""A counting session: engines count or list solutions one after the other, within one limit, and report progress."""

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
    """seconds: what the engines that counted took so far, by which the limit of the next is shortened; limit: the note
    of the last of them if a limit ended it, else ""."""

    limits: Limits
    watch: Watch | None
    seconds: float = 0.0
    limit: str = ""

    def numbers(self, backend: Backend, options: Options, parts: Sequence[Summand]) -> list[int] | None:
        """The parts' numbers by an engine that counts; None if it cannot, or does not finish in time."""
        progress: deque[str] = deque(maxlen=1)  # the engine's latest report

        def tick(seconds: float) -> None:
            self._report(", ".join((f"{backend.name}: {self.seconds + seconds:.1f} s", *progress)))

        remaining = replace(self.limits, seconds=max(self.limits.seconds - self.seconds, 0.1))
        counts, ended = supervisor.counts(backend, _projected_models(parts), remaining, options, tick, progress.append)
        self.seconds += ended.seconds
        self.limit = ended.note if ended.status is Status.UNKNOWN else ""
        return counts if ended.complete else None

    def weighted_sum(self, backend: Backend, options: Options, parts: Sequence[Summand]) -> int | None:
        """The weighted sum of the parts' numbers, None if they cannot be had."""
        numbers = self.numbers(backend, options, parts)
        return (
            None if numbers is None else sum(part.weight * number for part, number in zip(parts, numbers, strict=True))
        )

    def count_by_listing(self, name: str, parts: Sequence[Summand]) -> list[int]:
        """The parts' numbers by an engine that lists: only of the parts before the first that it did not finish. Each
        part has the whole limit."""
        progress: deque[str] = deque(maxlen=1)

        def tick(seconds: float) -> None:
            self._report(", ".join((f"{name}: listing, {seconds:.1f} s", *progress)))

        return supervisor.counts(
            name, _projected_models(parts), self.limits, None, tick, progress.append, by_listing=True
        )[0]

    def list_solutions(
        self,
        backend: str | Backend,
        options: Options,
        part: Summand,
        each: Callable[[Values], None],
        most: int | None = None,
    ) -> supervisor.JobEnd:
        """List the part's solutions; `each` is called with every one. The limit is the whole one, whatever the counts
        took. Returns how the list ended."""
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


def _projected_models(parts: Sequence[Summand]) -> worker.ProjectedModels:
    return [(part.model, part.project) for part in parts]
