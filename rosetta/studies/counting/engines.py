"""A counting session: engines count or list solutions one after the other, within one limit, and report it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from backends.contract import Backend, Limits, Status, Values
from backends.running import supervisor, worker
from rosetta.foundation.progress import Progress
from rosetta.foundation.vocabulary import Ending
from rosetta.studies.asking.entrants import Entrant
from rosetta.studies.counting.orbits import Summand
from rosetta.studies.solving.listing import describe_rate


@dataclass(slots=True)
class CountingSession:
    """seconds: what the engines took so far, by which the limit of the next is shortened; limit: the note of the last
    that counted if a limit ended it, or a fault, else ""; refusal: why it did not take the model, else ""."""

    limits: Limits
    progress: Progress
    seconds: float = 0.0
    limit: str = ""
    refusal: str = ""

    @property
    def seconds_left(self) -> float:
        return max(self.limits.seconds - self.seconds, 0.1)

    @property
    def has_no_time(self) -> bool:
        """Is nothing left of the limit?"""
        return self.seconds >= self.limits.seconds

    def numbers(self, entrant: Entrant, parts: Sequence[Summand], seconds: float | None = None) -> list[int] | None:
        """The parts' numbers by an engine that counts; None if it cannot, or does not finish in time. seconds: that it
        has, where it is not all that is left."""

        def report(phrase: str, seconds: float = 0.0, *amount: object) -> None:
            words = f"{entrant.backend.name}: {self.seconds + seconds:.1f} s", phrase
            self.progress(", ".join(filter(None, words)), self.seconds + seconds)

        most = self.limits if seconds is None else replace(self.limits, seconds=seconds)
        remaining = replace(self.limits, seconds=min(self.seconds_left, most.seconds))
        counts, ended = supervisor.counts(entrant.backend, _projected_models(parts), remaining, entrant.options, report)
        self.seconds += ended.seconds
        self.limit = ended.note if ended.status in (Status.UNKNOWN, Status.ERROR) else ""
        if ended.ended is Ending.TIME:  # of what was left
            self.limit = most.time_limit_note
        self.refusal = ended.note if ended.status is Status.UNSUPPORTED else ""
        return counts if ended.complete else None

    def weighted_sum(self, entrant: Entrant, parts: Sequence[Summand], seconds: float | None = None) -> int | None:
        """The weighted sum of the parts' numbers, None if they cannot be had; seconds as of `numbers`."""
        numbers = self.numbers(entrant, parts, seconds)
        return (
            None if numbers is None else sum(part.weight * number for part, number in zip(parts, numbers, strict=True))
        )

    def count_by_listing(self, backend: Backend, parts: Sequence[Summand]) -> list[int]:
        """The parts' numbers by an engine that lists: only of the parts before the first that it did not finish."""

        def report(phrase: str, seconds: float = 0.0, *amount: object) -> None:
            self.progress(", ".join(filter(None, (f"{backend.name}: listing, {seconds:.1f} s", phrase))), seconds)

        remaining = replace(self.limits, seconds=self.seconds_left)
        numbers, ended = supervisor.counts(backend, _projected_models(parts), remaining, None, report, by_listing=True)
        self.seconds += ended.seconds
        return numbers

    def list_solutions(
        self, entrant: Entrant, part: Summand, each: Callable[[Values], None], most: int | None = None
    ) -> supervisor.JobEnd:
        """List the part's solutions; `each` is called with every one. Returns how the list ended."""
        number = 0

        def take(values: Values) -> None:
            nonlocal number
            number += 1
            each(values)

        def report(_: str, seconds: float = 0.0, *amount: object) -> None:
            self.progress(
                f"{entrant.backend.name}: listing, {describe_rate(number, seconds)}, {seconds:.1f} s", seconds
            )

        remaining = replace(self.limits, seconds=self.seconds_left)
        ended = supervisor.solutions(
            entrant.backend, part.model, part.project, remaining, entrant.options, take, most, report
        )
        self.seconds += ended.seconds
        return ended


def _projected_models(parts: Sequence[Summand]) -> worker.ProjectedModels:
    return [(part.model, part.project) for part in parts]
