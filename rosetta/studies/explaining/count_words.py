"""Rows that count, in words: what such a row still needs, or that it is full, or that it cannot be kept.

exactly 2 of 5, one holds, one is open    still needs 1 tent and has 1 free cell
at most 1, one holds                      already has a tent at R1C2
at least 1, none is open                  needs 1 lamp, but none is possible
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from report.explanation.records import RowName

MAX_NAMED = 8  # literals or rows that are named in one sentence
VERBS = {"needs": "need", "has": "have", "allows": "allow", "its": "their"}  # and their plurals


class RowWords(Protocol):
    """The words for a model that such sentences are put together from (`wording.Wording`)."""

    singular: str
    plural: str

    @property
    def name(self) -> Callable[[int], str]:
        """The name of a literal."""

    def describe_literals(self, literals: Iterable[int], most: int) -> str:
        """Literals by name."""

    def is_thing(self, literal: int) -> bool:
        """Does the literal speak of a thing, and not of what holds?"""

    def quantity(self, n: int) -> str:
        """`1 tent`, `2 tents`."""


@dataclass(frozen=True, slots=True)
class CountedRow:
    """A row that counts, and what is known of it.

    name: of the row
    is_plural: the name is a plural
    is_clause: at least one of its literals has to hold, by its kind
    is_given: it decides by itself: a given, or a single literal that must not hold
    counts_pieces: it counts pieces of the answer, and not what else holds
    nouns: of one of its places, and of several
    size: how many literals it has
    least, most: its bounds
    held, free: its literals that hold, and those that are open"""

    name: RowName
    is_plural: bool
    is_clause: bool
    is_given: bool
    counts_pieces: bool
    nouns: tuple[str, str]
    size: int
    least: int
    most: int
    held: tuple[int, ...]
    free: tuple[int, ...]

    @property
    def need(self) -> int:
        """How many more literals have to hold."""
        return self.least - len(self.held)

    @property
    def is_full(self) -> bool:
        """Do as many hold as may, where not all do?"""
        return len(self.held) == self.most < self.size

    def verb(self, singular: str) -> str:
        """The verb in the number of its name."""
        return VERBS[singular] if self.is_plural else singular

    def amount(self, n: int, words: RowWords) -> str:
        """`2 tents`, or the number alone where it counts no pieces."""
        return words.quantity(n) if self.counts_pieces else str(n)

    def hold(self, placed: Sequence[int]) -> CountedRow:
        """The same where these of its free literals hold, too."""
        return replace(self, held=(*self.held, *placed), free=tuple(x for x in self.free if x not in placed))


def describe_count(row: CountedRow, broken: bool, placed: Sequence[int], words: RowWords) -> str:
    """What the row says, after its name. broken: it cannot be kept; placed: which of its free literals stand on the
    board already: the reason can do without them, but a reader sees them."""
    if broken:
        return _describe_excess(row, words) if len(row.held) > row.most else _describe_lack(row, words)
    if row.is_given:
        return " leaves no choice"
    if row.is_full or len(row.held) > row.most:
        return _describe_full(row, words)
    if row.need == len(row.free) == 1:
        only = _describe_only_way(row, words)
        if only:
            return only
    return _describe_need(row.hold(placed) if len(placed) < len(row.free) else row, words)


def _describe_lack(row: CountedRow, words: RowWords) -> str:
    """A row with too few literals that may hold."""
    possible = len(row.held) + len(row.free)
    if not row.counts_pieces and not possible:
        return f" {row.verb('has')} no way left"
    found = {0: "none is", 1: "only 1 is"}.get(possible, f"only {possible} are")
    return f" {row.verb('needs')} {row.amount(row.least, words)}, but {found} possible"


def _describe_excess(row: CountedRow, words: RowWords) -> str:
    """A row with more true literals than it may have."""
    allowed = f"{row.verb('allows')} {'none' if row.most == 0 else f'no more than {row.amount(row.most, words)}'}"
    if not row.counts_pieces:
        found = [re.sub(f"^{re.escape(row.name.name)} ", "it ", words.name(x)) for x in row.held[:MAX_NAMED]]
        return f" {allowed}, but here {' and '.join(found)}"
    then = "there would be" if words.is_thing(row.held[0]) else "here it would follow:"
    return f" {allowed}, but {then} {words.describe_literals(row.held, MAX_NAMED)}"


def _describe_full(row: CountedRow, words: RowWords) -> str:
    """A row with as many true literals as it may have."""
    if row.most == 0:
        return f" {row.verb('allows')} no {words.singular if row.counts_pieces else 'such thing'}"
    has, its = row.verb("has"), row.verb("its")
    if row.most > 1:
        every = "both" if row.most == 2 and row.counts_pieces else "all"
        number = "" if every == "both" else f" {row.most}"
        return f" already {has} {every} {its}{number}{f' {words.plural}' if row.counts_pieces else ''}"
    name = words.describe_literals(row.held, 1)
    if name.startswith(f"{row.name.name} "):
        return name.removeprefix(row.name.name)
    if not words.is_thing(row.held[0]):
        return f" already {has} {its} {words.singular}: {name}"
    return f" already {has} {name}" if row.counts_pieces else f" already {has} {its} one: {name}"


def _describe_only_way(row: CountedRow, words: RowWords) -> str:
    """A row that needs the only literal that is open; "" where the numbers say it better."""
    if row.counts_pieces and row.is_clause:
        return f" {row.verb('needs')} a {words.singular}, and only one {row.nouns[0]} is left for it"
    if row.counts_pieces and words.is_thing(row.free[0]):
        return ""
    return f" {row.verb('has')} only one way left"


def _describe_need(row: CountedRow, words: RowWords) -> str:
    """How many more it needs, and how many are open."""
    still, free = "still " if row.held else "", len(row.free)
    if not row.counts_pieces and row.need == free:
        return f" {still}{row.verb('needs')} {free}, and only {free} {'is' if free == 1 else 'are'} left"
    places = f"{free} free {row.nouns[free != 1]}"
    return f" {still}{row.verb('needs')} {row.amount(row.need, words)} and {row.verb('has')} {places}"
