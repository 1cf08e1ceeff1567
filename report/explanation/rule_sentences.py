"""Sentences on a terminal: a rule is said where it is first needed, and lines fit.

the wall 2 at (1,0) (a wall touches as many lamps as its number says) needs 2 lamps
the wall 1 at (3,4) still needs 1 lamp
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping

from report.words import name_parts

NARROW = 30  # columns, below which nothing is folded
LEADING = re.compile(r"\s*(?:\d+\.|-|clue|rule)?\s*")  # of a line: its number or bullet


def unambiguous_rules(names: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """The rules that the names of their rows tell apart: no other rule's rows are called alike. names: by rule."""
    heads = {rule: {name_parts(name)[0] for name in of} for rule, of in names.items()}
    return frozenset(
        rule for rule, own in heads.items() if all(own.isdisjoint(heads[other]) for other in heads if other != rule)
    )


def omit_known_rules(lines: Iterable[str], rules: frozenset[str], said: set[str]) -> Iterator[str]:
    """The lines without ` (rule)` where that rule has been said before. said: those that have been, changed here."""
    for line in lines:
        told = line
        for rule in rules:
            before, behind, after = told.partition(f" ({rule})")
            if rule in said:
                told = told.replace(f" ({rule})", "")
            elif behind:
                said.add(rule)
                told = before + behind + after.replace(behind, "")
        yield told


def fold_lines(lines: Iterable[str], width: int | None) -> Iterator[str]:
    """Lines of at most so many columns; what follows stands below the text, not below its number or bullet."""
    for line in lines:
        begin = LEADING.match(line)
        if width is None or len(line) <= width or begin is None:
            yield line
        else:
            indent = " " * len(begin[0])
            yield from textwrap.wrap(line, max(width, NARROW), subsequent_indent=indent, break_on_hyphens=False)
