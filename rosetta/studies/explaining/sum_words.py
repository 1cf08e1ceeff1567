"""Sums of rows modulo k in words: which rows are added up, and how often; what is known of the sum; what remains.

Added up modulo 3, the lamps of R1C2, R2C1 once and the lamp of R3C1 2 times (presses move ...) ask for 1
The presses known so far make 2 of it
All else that is open cancels out; what is left, press R1C1 1 time (counts 1), press R1C1 2 times (counts 2), must
make 2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backends.reasons.row_table import Place, Values
from backends.reasons.trace import Conflict, Step
from report.explanation.records import merge_rows
from report.words import join_names
from rosetta.studies.explaining.count_words import MAX_NAMED
from rosetta.studies.explaining.wording import Wording


def describe_sum(words: Wording, step: Step, values: Values) -> Iterator[str]:
    """A sum that determines the number of what remains. values: what is known before the step."""
    k, weights = step.modulus, step.weights or (1,) * len(step.rows)
    counts, target = _added_rows(words, step.rows, weights, k)
    known_part = sum(c for x, c in counts.items() if values[x] > 0)
    still_open = [(x, c) for x, c in sorted(counts.items()) if not values[x]]
    remaining = [(x, c) for x, c in still_open if c]
    yield f"{_describe_added_rows(words, step.rows, weights, k)} {target % k}"
    if any(counts.get(abs(x)) for x in step.facts):
        yield f"The {words.plural} known so far make {known_part % k} of it"
    what = "What" if remaining == still_open else "All else that is open cancels out; what"
    yield f"{what} is left, {_describe_remainder(words, remaining)}, must make {(target - known_part) % k}"
    for place, weight in zip(step.rows, weights, strict=True):
        if not weight:  # the row by which the literals of the conclusion exclude each other
            rule = words.row(place).rule
            yield f"{rule[0].upper()}{rule[1:]}"


def _added_rows(words: Wording, places: Sequence[Place], weights: Sequence[int], k: int) -> tuple[dict[int, int], int]:
    """The rows added up, each as often as its weight: how often each variable is counted, modulo k; and what they ask
    for."""
    rows, counts, target = words.rows, dict[int, int](), 0
    for place, weight in zip(places, weights, strict=True):
        r = words.index[place]
        target += weight * rows.lo[r]
        literals = rows.literals[r] if weight else []
        for x, c in zip(literals, rows.coefs[r] or [1] * len(literals), strict=True):
            if c % k:  # whole cycles count nothing
                counts[abs(x)] = (counts.get(abs(x), 0) + weight * c) % k
                target += weight * c * (x < 0)  # not x is 1 - x, and modulo 2 that is 1 + x
    return counts, target


def describe_contradiction(words: Wording, conflict: Conflict) -> str:
    """Why rows contradict each other: all variables cancel out, but the right sides do not."""
    k, weights = conflict.modulus, conflict.weights
    lows = [words.rows.lo[words.index[place]] for place in conflict.rules]
    target = sum(weight * lo for weight, lo in zip(weights, lows, strict=True)) % k
    added = _describe_added_rows(words, conflict.rules, weights, k)
    return f"{added} {target}, but whatever is done makes 0: all {words.plural} cancel out"


def _describe_remainder(words: Wording, remaining: Sequence[tuple[int, int]]) -> str:
    """The open literals that do not cancel out, with how much each counts."""
    if [c for _, c in remaining] == [1]:
        return words.name(remaining[0][0])
    each = ", ".join(f"{words.name(x)} (counts {c})" for x, c in remaining[:MAX_NAMED])
    return f"{each}{f' and {len(remaining) - MAX_NAMED} more' if len(remaining) > MAX_NAMED else ''}"


def _describe_added_rows(words: Wording, rows: Sequence[Place], weights: Sequence[int], k: int) -> str:
    """`Added up modulo 3, the lamps of 1, 2 once and the lamp of 3 2 times (rule) ask for`."""
    terms = [(words.row(place), weight) for place, weight in zip(rows, weights, strict=True) if weight]
    if len(terms) == 1:
        row, weight = terms[0]
        often = f" {_times(weight)}" if weight > 1 else ""
        return f"{row.name[0].upper()}{row.name[1:]} ({row.rule}){often} asks for"
    of = {weight: merge_rows([row for row, w in terms if w == weight]) for weight in sorted({w for _, w in terms})}
    names = [f"{name}{f' {_times(weight)}' if len(of) > 1 else ''}" for weight, name in of.items()]
    return f"Added up modulo {k}, {' and '.join(names)} ({join_names(row.rule for row, _ in terms)}) ask for"


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"
