"""Exact cover: choose options so that every item is covered once, or as often as its quota says.

    solve       the first cover; with an objective, the cheapest of all
    solutions   in batches, the first at once
    count       without listing them, where the projection determines the other variables

It takes rows that say how many of their literals hold, and rows that simplify to those (`covering.cover`): fixed
literals, clauses and parity rows of two literals, all but one. Any other row is refused, with the rule. The search is
in `covering.search`; it visits every cover, so an objective costs as much as counting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Size, Status, Tell, Values, ignore_outcome
from backends.covering.cover import Cover, cover
from backends.covering.search import count_covers, covers, prepare
from backends.lowering.canonical import contradiction
from backends.outcomes import Stopwatch, check_literals, not_asked_outcome
from models.neutral import Form, Model, objective_value
from rosetta.foundation.jit import compiler_version, probe_compilation
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.foundation.work_clock import work_seconds

REPORT_SECONDS = 0.2  # seconds between two progress reports of a count


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch = Stopwatch()
    with watch("lower"):
        lowered = _lower_model(model, limits)
    if lowered is None:
        return not_asked_outcome(contradiction(model) or "", watch)
    tell(Outcome(Status.UNKNOWN, seconds=dict(watch.seconds), size=_size(lowered)))
    between = partial(watch.seconds_left, limits)
    if model.objective is not None:
        return _cheapest_cover(model, lowered, limits, watch, tell)
    with watch("solve"):
        batch = next(covers(lowered, limits.threads, between), None)
    if batch is None:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=_size(lowered), note=_note(lowered))
    with watch("decode"):
        values = _values(lowered, batch)[0]
    return Outcome(Status.SATISFIED, values, seconds=watch.seconds, size=_size(lowered), note=_note(lowered))


def solutions(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    watch = Stopwatch()
    lowered = _lower_model(model, limits)
    if lowered is not None:
        for values in _projected_solutions(lowered, project, limits.threads, partial(watch.seconds_left, limits)):
            yield from values


def count(
    model: Model, project: NDArray[np.int32], limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> int:
    """How many assignments differ on `project`: covers, times 2 for each variable of it that is in no row. Reports
    its progress where covers are counted without listing them."""
    watch = Stopwatch()
    lowered = _lower_model(model, limits)
    if lowered is None:
        return 0
    between = partial(watch.seconds_left, limits)
    free = int(np.isin(lowered.free, project).sum())
    if _separates_covers(project, lowered):
        return count_covers(lowered, limits.threads, between, _progress_callback(tell, free)) << free
    in_rows = np.setdiff1d(project, lowered.free)
    return sum(map(len, _projected_solutions(lowered, in_rows, limits.threads, between))) << free


def _progress_callback(tell: Tell, free: int) -> Callable[[float, int], None]:
    """Reports, up to five times a second, the share of the search that is done and the assignments found."""
    last, highest_share = work_seconds(), 0.0

    def say(share: float, cover_count: int) -> None:
        nonlocal last, highest_share
        if (now := work_seconds()) - last >= REPORT_SECONDS:
            last, highest_share = now, max(highest_share, share)
            tell(Outcome(Status.UNKNOWN, note=f"{highest_share:.0%}, {cover_count << free:,} found"))

    return say


def _lower_model(model: Model, limits: Limits) -> Cover | None:
    """The model as exact cover; None where one row by itself cannot hold. Raises TooLarge or Unsupported."""
    check_literals(model, limits, "exactcover needs")
    return None if contradiction(model) is not None else cover(model, limits.memory)


def _separates_covers(project: NDArray[np.int32], lowered: Cover) -> bool:
    """Do no two covers agree on these variables?"""
    return bool(np.isin(np.abs(lowered.literals), project).all())


def _projected_solutions(
    lowered: Cover, project: NDArray[np.int32], threads: int, between: Callable[[], object]
) -> Iterator[Values]:
    """Assignments that differ on `project`, in batches of shape (assignments, variables + 1). Where covers can agree
    on it, earlier ones are remembered as bits. Variables in no row take every combination of values."""
    whole = _separates_covers(project, lowered)
    earlier_keys: set[bytes] = set()
    free = np.intersect1d(lowered.free, project)
    for batch in covers(lowered, threads, between):
        values = _values(lowered, batch)
        if not whole:
            keys = [row.tobytes() for row in np.packbits(values[:, project] > 0, axis=1)]
            fresh = [at for at, key in enumerate(keys) if key not in earlier_keys and not earlier_keys.add(key)]  # type: ignore[func-returns-value]
            values = values[fresh]
        yield values
        for number in range(1, 2 ** len(free)):
            between()
            others = values.copy()
            others[:, free] = [number >> at & 1 for at in range(len(free))]
            yield others


def _values(lowered: Cover, batch: NDArray[np.int32]) -> Values:
    """Covers as assignments, shape (covers, variables + 1); a variable in no row is 0."""
    values = np.tile(lowered.base_assignment(), (len(batch), 1))
    chosen = np.append(lowered.literals, np.int32(0))[batch]  # -1, "no option", is the last: it sets no variable
    np.put_along_axis(values, np.abs(chosen).astype(np.int64), (chosen > 0).astype(np.int64), axis=1)
    return values


def _cheapest_cover(model: Model, lowered: Cover, limits: Limits, watch: Stopwatch, tell: Tell) -> Outcome:
    """The cheapest cover, by the cost of every cover; the best so far, where a limit ends the search."""
    assert model.objective is not None
    weights, _ = model.objective.variable_costs(model.variables)
    concerned, before = np.abs(lowered.literals), lowered.base_assignment()
    costs = np.append(weights[concerned] * ((lowered.literals > 0) - before[concerned]), 0)  # beyond those before
    best: Outcome | None = None
    least, weighed, start = 0, 0, work_seconds()
    try:
        for batch in covers(lowered, limits.threads, partial(watch.seconds_left, limits)):
            sums = costs[batch].sum(axis=1)
            weighed += len(batch)
            cheapest = int(sums.argmin())
            if best is None or sums[cheapest] < least:
                least = int(sums[cheapest])
                values = _values(lowered, batch[cheapest : cheapest + 1])[0]
                values[lowered.free] = weights[lowered.free] < 0
                watch.seconds["solve"] = work_seconds() - start
                cost = objective_value(model, values)
                best = Outcome(Status.SATISFIED, values, cost, None, dict(watch.seconds), _size(lowered))
                tell(best)
    except (LimitReached, TooLarge) as reason:
        if best is None:
            raise
        return _final_outcome(best, Status.SATISFIED, f"; {reason}, {weighed:,} covers weighed", lowered, watch, start)
    if best is None:
        return _final_outcome(Outcome(Status.UNKNOWN), Status.UNSATISFIABLE, "", lowered, watch, start)
    return _final_outcome(best, Status.OPTIMAL, f"; all {weighed:,} covers weighed", lowered, watch, start)


def _final_outcome(best: Outcome, status: Status, more: str, lowered: Cover, watch: Stopwatch, start: float) -> Outcome:
    watch.seconds["solve"] = work_seconds() - start
    bound = None if status is not Status.OPTIMAL or best.objective is None else float(best.objective)
    return Outcome(status, best.values, best.objective, bound, watch.seconds, _size(lowered), f"{_note(lowered)}{more}")


def _note(lowered: Cover) -> str:
    quotas = len(lowered.least)
    optional = lowered.items - lowered.primary_items - quotas
    more = f", {quotas:,} with quotas" if quotas else ""
    return f"{len(lowered.literals):,} options, {lowered.primary_items:,} items and {optional:,} optional{more}"


def _size(lowered: Cover) -> Size:
    return Size(len(lowered.literals), lowered.items, int(np.bitwise_count(lowered.masks).sum()))


BACKEND = Backend(
    name="exactcover",
    kind="exact cover",
    takes=frozenset({Form.EXACTLY_ONE, Form.AT_MOST_ONE, Form.OBJECTIVE}),  # and CARDINALITY, but no long clauses
    probe=partial(probe_compilation, prepare),
    version=compiler_version,
    solve=solve,
    solutions=solutions,
    interruptible=True,
    count=count,
)
