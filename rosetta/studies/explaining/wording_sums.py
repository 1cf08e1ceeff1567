"""Sums of rows modulo k in words: what is added up how often, what is known of it, what is left; or that nothing is.

    Added up modulo 3, the lamps of (0,1), (1,0) once and the lamp of (2,0) 2 times (presses move ...) ask for 1
    The presses known so far make 2 of it
    All else that is open cancels out; what is left, press (0,0) 1 time (counts 1), press (0,0) 2 times (counts 2), must
    make 2

Nothing here knows a puzzle, nor that what is added up are lamps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backends.reasons.row_table import Place, Values
from backends.reasons.trace import Conflict, Step
from report.words import join_names, merge_names
from rosetta.studies.explaining.wording import MAX_NAMED, Wording


def describe_sum(words: Wording, step: Step, values: Values) -> Iterator[str]:
    """A sum that leaves one number. values: what is known before the step."""
    k, wanted, counts, rows = step.modulus, 0, dict[int, int](), words.rows
    weights = step.weights or (1,) * len(step.rows)
    for place, weight in zip(step.rows, weights, strict=True):
        r = words.index[place]
        literals = rows.literals[r] if weight else []
        wanted += weight * rows.lo[r]
        for x, c in zip(literals, rows.coefs[r] or [1] * len(literals), strict=True):
            if c % k == 0:  # full turns
                continue
            counts[abs(x)] = (counts.get(abs(x), 0) + weight * c) % k
            wanted += weight * c * (x < 0)  # not x is 1 - x, and modulo 2 that is 1 + x
    known = sum(c for x, c in counts.items() if values[x] > 0)
    still_open = [(x, c) for x, c in sorted(counts.items()) if not values[x]]
    left = [(x, c) for x, c in still_open if c]
    yield f"{_describe_added_rows(words, step.rows, weights, k)} {wanted % k}"
    if any(counts.get(abs(x)) for x in step.facts):
        yield f"The {words.plural} known so far make {known % k} of it"
    what = "What" if left == still_open else "All else that is open cancels out; what"
    yield f"{what} is left, {_describe_remainder(words, left)}, must make {(wanted - known) % k}"
    for place, weight in zip(step.rows, weights, strict=True):
        if not weight:  # the row that says that the literals concluded exclude each other
            rule = words.row(place).rule
            yield f"{rule[0].upper()}{rule[1:]}"


def describe_contradiction(words: Wording, conflict: Conflict) -> str:
    """Why rows contradict each other: all presses cancel out, but what is asked for does not."""
    k, weights = conflict.modulus, conflict.weights
    lows = [words.rows.lo[words.index[place]] for place in conflict.rules]
    wanted = sum(weight * lo for weight, lo in zip(weights, lows, strict=True)) % k
    added = _describe_added_rows(words, conflict.rules, weights, k)
    return f"{added} {wanted}, but whatever is done makes 0: all {words.plural} cancel out"


def _describe_remainder(words: Wording, left: Sequence[tuple[int, int]]) -> str:
    """What is open and does not cancel out, with how much each counts."""
    if [c for _, c in left] == [1]:
        return words.name(left[0][0])
    each = ", ".join(f"{words.name(x)} (counts {c})" for x, c in left[:MAX_NAMED])
    return f"{each}{f' and {len(left) - MAX_NAMED} more' if len(left) > MAX_NAMED else ''}"


def _describe_added_rows(words: Wording, rows: Sequence[Place], weights: Sequence[int], k: int) -> str:
    """`Added up modulo 3, the lamps of 1, 2 once and the lamp of 3 2 times (rule) ask for`."""
    taken = [(words.row(place), weight) for place, weight in zip(rows, weights, strict=True) if weight]
    if len(taken) == 1:
        row, weight = taken[0]
        often = f" {_times(weight)}" if weight > 1 else ""
        return f"{row.name[0].upper()}{row.name[1:]} ({row.rule}){often} asks for"
    of = {weight: merge_names(row.name for row, w in taken if w == weight) for weight in sorted({w for _, w in taken})}
    names = [f"{name}{f' {_times(weight)}' if len(of) > 1 else ''}" for weight, name in of.items()]
    return f"Added up modulo {k}, {' and '.join(names)} ({join_names(row.rule for row, _ in taken)}) ask for"


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"
