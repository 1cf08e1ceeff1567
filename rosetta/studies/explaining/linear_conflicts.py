"""Why linear rows contradict each other: taken some number of times each and added up, they leave what cannot be.

    weight   2 apples + 3 pears <= 7        weight minus 2 times demand leaves pears <= -1, but pears is at least 0
    demand   apples + pears >= 4

    even     2 x + 4 y = 7                  2 x + 4 y is a multiple of 2, and 7 is not

Without whole numbers there always are such numbers (Farkas 1902); small ones are looked for, one after the other, and
held against the bounds exactly. Where whole numbers matter, only the second form is known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd, prod

from backends.reasons.row_table import Place
from models.neutral import Kind, Model
from models.neutral.blocks import row_reach
from rosetta.studies.explaining.wording import Wording

MOST_TRIES = 5_000  # of numbers by which rows are multiplied
MOST_TERMS = 1_000_000  # that are added up in all
MOST_ROWS = 12
MOST_TIMES = 6  # that a row is taken
FEW_VARIABLES = 4  # whose bounds are named
MOST_SHOWN = 12  # terms of a sum
COMPARISONS = ("<=", ">=", "=")


@dataclass(frozen=True, slots=True)
class _LinearRow:
    """low <= sum of coefs (by variable) <= high; None where a side says nothing. label: of the row, in a sentence."""

    label: str
    coefs: Mapping[int, int]
    low: int | None
    high: int | None

    def sides(self, most: int) -> list[int]:
        """How often it may be taken: a positive number of times from below, negative from above."""
        ups = range(1, most + 1) if self.low is not None else ()
        downs = range(-1, -most - 1, -1) if self.high is not None else ()
        return [*ups, *downs]


def describe_linear_conflict(words: Wording, places: Sequence[Place]) -> tuple[str, ...]:
    """Sentences that show why the rows cannot be kept together; none where some row is not linear, or where small
    numbers do not show it."""
    blocks = words.model.blocks
    if len(places) > MOST_ROWS or any(
        blocks[b].kind is not Kind.LINEAR or blocks[b].when is not None for b, _ in places
    ):
        return ()
    rows = [_linear_row(words, place) for place in places]
    if len(rows) == 1 and (sentence := _describe_multiple(words, rows[0])):
        return (sentence,)
    for times in _times(rows):
        total, side = _add_rows(rows, times)
        if sum(c * _end(words.model, x, c > 0) for x, c in total.items()) < side:
            return (_describe_sum(words, rows, times, total, side),)
    return ()


def _linear_row(words: Wording, place: Place) -> _LinearRow:
    block, r = words.model.blocks[place[0]], place[1]
    low, high = int(block.lo[r]), int(block.hi[r])
    least, most = row_reach(block, r, words.model.lower, words.model.upper)
    coefs, shift = dict[int, int](), 0
    first, end = block.rows.starts[r : r + 2]
    weights = [1] * int(end - first) if block.coefs is None else block.coefs[first:end].tolist()
    for x, c in zip(block.rows.literals[first:end].tolist(), weights, strict=True):
        coefs[abs(x)] = coefs.get(abs(x), 0) + (c if x > 0 else -c)  # not x is 1 - x
        shift += 0 if x > 0 else c
    name = words.row(place)
    label = name.rule if len(block) == 1 else name.name
    return _LinearRow(
        f"({label})" if any(sign in label for sign in COMPARISONS) else label,
        {x: c for x, c in coefs.items() if c},
        low - shift if low > least else None,
        high - shift if high < most else None,
    )


def _describe_multiple(words: Wording, row: _LinearRow) -> str:
    """`2 x + 4 y is a multiple of 2, and 7 is not`, "" if the row is no equation of that kind."""
    divisor = gcd(*row.coefs.values())
    if row.low is None or row.low != row.high or not divisor or row.low % divisor == 0:
        return ""
    return f"{_sum_text(words, row.coefs)} is a multiple of {divisor}, and {row.low} is not"


def _times(rows: Sequence[_LinearRow]) -> Iterator[tuple[int, ...]]:
    """How often the rows may be taken, the fewest in all first. One that is left out would not be in the conflict."""
    tries = min(MOST_TRIES, MOST_TERMS // (1 + sum(len(row.coefs) for row in rows)))
    for most in range(MOST_TIMES, 0, -1):
        sides = [row.sides(most) for row in rows]
        if prod(map(len, sides)) <= tries:
            yield from sorted(product(*sides), key=lambda times: (sum(map(abs, times)), times))
            return


def _add_rows(rows: Sequence[_LinearRow], times: Sequence[int]) -> tuple[dict[int, int], int]:
    """The sum of the rows as coefficients by variable, and what it must be at least."""
    total, side = dict[int, int](), 0
    for row, often in zip(rows, times, strict=True):
        side += often * ((row.low if often > 0 else row.high) or 0)
        for x, c in row.coefs.items():
            total[x] = total.get(x, 0) + often * c
    return {x: c for x, c in total.items() if c}, side


def _end(model: Model, x: int, is_upper: bool) -> int:
    return int((model.upper if is_upper else model.lower)[x])


def _describe_sum(
    words: Wording, rows: Sequence[_LinearRow], times: Sequence[int], total: Mapping[int, int], side: int
) -> str:
    """The sentence for a sum that must be at least `side` and is less; turned round if the first row is subtracted."""
    sign = 1 if times[0] > 0 else -1
    text, relation = _sum_text(words, {x: sign * c for x, c in total.items()}), ">=" if sign > 0 else "<="
    combined = f"{_combination(rows, [sign * often for often in times])} leaves" if len(rows) > 1 else "It asks for"
    left = f"{combined} {text} {relation} {sign * side}"
    if not total:
        return f"{left}, which is never so"
    if len(total) == 1:
        ((x, c),) = total.items()
        return f"{left}, but {words.name(x)} is at {'most' if c > 0 else 'least'} {_end(words.model, x, c > 0)}"
    limit = sign * sum(c * _end(words.model, x, c > 0) for x, c in total.items())
    bounds = [
        f"{words.name(x)} {'<=' if c > 0 else '>='} {_end(words.model, x, c > 0)}" for x, c in sorted(total.items())
    ]
    given = f"with {' and '.join(bounds)}" if len(bounds) <= FEW_VARIABLES else "within the bounds of its variables"
    return f"{left}, but {given} that is at {'most' if sign > 0 else 'least'} {limit}"


def _combination(rows: Sequence[_LinearRow], times: Sequence[int]) -> str:
    """`weight minus 2 times demand`."""
    text = ""
    for row, often in zip(rows, times, strict=True):
        joint = (" plus " if often > 0 else " minus ") if text else ""
        text += joint + ("" if abs(often) == 1 else f"{abs(often)} times ") + row.label
    return text


def _sum_text(words: Wording, coefs: Mapping[int, int]) -> str:
    """`2 x - y`; a long sum is cut."""
    text = ""
    for x, c in sorted(coefs.items())[:MOST_SHOWN]:
        sign = (" - " if text else "-") if c < 0 else " + " if text else ""
        text += f"{sign}{'' if abs(c) == 1 else f'{abs(c)} '}{words.name(x)}"
    return f"{text} + ... ({len(coefs):,} terms)" if len(coefs) > MOST_SHOWN else text or "0"
