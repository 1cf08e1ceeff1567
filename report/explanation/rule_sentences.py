"""Sentences for the terminal: a rule is named where it is first needed, and lines are folded to the width.

the wall 2 at R2C1 (a wall touches as many lamps as its number says) needs 2 lamps
the wall 1 at R4C5 still needs 1 lamp
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Set

NARROW = 30  # columns, below which nothing is folded
LEADING = re.compile(r"\s*(?:\d+\.|-|clue|rule)?\s*")  # of a line: its number or bullet


def unambiguous_rules(openings: Mapping[str, Set[str]]) -> frozenset[str]:
    """The rules that the names of their rows identify: no other rule has rows whose names begin so. openings: by
    rule."""
    return frozenset(
        rule
        for rule, own in openings.items()
        if all(own.isdisjoint(others) for other, others in openings.items() if other != rule)
    )


def omit_known_rules(lines: Iterable[str], rules: frozenset[str], known_rules: set[str]) -> Iterator[str]:
    """The lines without ` (rule)` where that rule was named before. known_rules: those named so far, updated here."""
    for line in lines:
        text = line
        for rule in rules:
            before, behind, after = text.partition(f" ({rule})")
            if rule in known_rules:
                text = text.replace(f" ({rule})", "")
            elif behind:
                known_rules.add(rule)
                text = before + behind + after.replace(behind, "")
        yield join_remarks(text)


def join_remarks(text: str) -> str:
    """Remarks that follow each other in one pair of parentheses: `(in a row; in a column)`."""
    return text.replace(") (", "; ")


def fold_lines(lines: Iterable[str], width: int | None) -> Iterator[str]:
    """Lines of at most so many columns; continuation lines are indented to the text, past its number or bullet."""
    for line in lines:
        begin = LEADING.match(line)
        if width is None or len(line) <= width or begin is None:
            yield line
        else:
            indent = " " * len(begin[0])
            yield from textwrap.wrap(line, max(width, NARROW), subsequent_indent=indent, break_on_hyphens=False)
