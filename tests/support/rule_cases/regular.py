"""An automaton accepts the numbers of a row; the oracle is a regular expression."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from models.neutral import Model
from tests.support.rule_cases.case import BOOLEAN, RULE, RuleCase, choice, integer

BLOCKS = "0*11+0+10*"  # of at least two, then of one: a row of a nonogram
OF_BLOCKS = {(0, 0): 0, (0, 1): 1, (1, 1): 2, (2, 1): 2, (2, 0): 3, (3, 0): 3, (3, 1): 4, (4, 0): 4}
SWITCHES = "(1+2+)*3?"  # runs of 1 and 2 in turn, then perhaps a 3
OF_SWITCHES = {(5, 1): 6, (6, 1): 6, (6, 2): 7, (7, 2): 7, (7, 1): 6, (7, 3): 8, (5, 3): 8}
PARITY = "(0*10*1)*0*"
OF_PARITY = {(0, 0): 0, (0, 1): 1, (1, 0): 1, (1, 1): 0}
DEAD_ENDS = "12|33"
OF_DEAD_ENDS = {(0, 1): 1, (0, 2): 2, (1, 2): 3, (2, 1): 4, (4, 1): 4, (0, 3): 5, (5, 3): 3, (5, 2): 6}


def automaton(
    pattern: str, transitions: Mapping[tuple[int, int], int], start: int, accept: Any
) -> dict[str, Callable[..., Any]]:
    """One row of all numbers."""
    return {
        "state": lambda m, x, by: m.regular(RULE, x, transitions, start, accept, by=by),
        "holds": lambda v: matches(pattern, v),
    }


def matches(pattern: str, values: tuple[int, ...]) -> bool:
    """Digits only: no number below 0."""
    return bool(re.fullmatch(pattern, "".join(map(str, values))))


def rows_of_different_length(m: Model, x: list[Any], by: str) -> None:
    """With numbers in common; one has a constant, one is empty."""
    m.regular(RULE, [x, [x[1], x[2]], [x[0], 1], []], OF_PARITY, 0, 0, by=by)


BIT = choice(0, 1)
CASES = (
    RuleCase("blocks", (BOOLEAN,) * 6, **automaton(BLOCKS, OF_BLOCKS, 0, 4)),
    RuleCase("blocks that just fit", (BOOLEAN,) * 4, **automaton(BLOCKS, OF_BLOCKS, 0, 4)),
    RuleCase("blocks that do not fit", (BOOLEAN,) * 3, **automaton(BLOCKS, OF_BLOCKS, 0, 4)),
    RuleCase("switches", (choice(1, 2, 3),) * 4, **automaton(SWITCHES, OF_SWITCHES, 5, [5, 7, 8])),
    RuleCase(
        "switches of integers",
        (integer(1, 2, 3, 4), integer(1, 2), integer(1, 3), integer(2, 3)),
        **automaton(SWITCHES, OF_SWITCHES, 5, {5, 7, 8}),
    ),
    RuleCase("parity", (BIT, integer(0, 1), BOOLEAN, choice(0, 1, 2)), **automaton(PARITY, OF_PARITY, 0, 0)),
    RuleCase("dead ends", (choice(1, 2, 3), choice(1, 2, 3)), **automaton(DEAD_ENDS, OF_DEAD_ENDS, 0, 3)),
    RuleCase("no way", (choice(1, 2, 3),) * 3, **automaton(DEAD_ENDS, OF_DEAD_ENDS, 0, 3)),
    RuleCase("no transition", (BIT,), **automaton("(?!)", {}, 0, 0)),
    RuleCase("no accepting state", (BIT,), **automaton("(?!)", OF_PARITY, 0, [])),
    RuleCase("an unknown accepting state", (BIT, BIT), **automaton(PARITY, OF_PARITY, 0, [0, 77])),
    RuleCase("a single number", (integer(0, 1, 2),), **automaton("1", OF_PARITY, 0, [1])),
    RuleCase("other numbers", (choice(4, 5), choice(5, 6)), **automaton("(?!)", OF_PARITY, 0, [0, 1])),
    RuleCase(
        "an empty row that is accepted",
        (BIT,),
        lambda m, x, by: m.regular(RULE, [[]], OF_PARITY, 0, 0, by=by),
        lambda v: True,
    ),
    RuleCase(
        "an empty row that is not",
        (BIT,),
        lambda m, x, by: m.regular(RULE, [[]], OF_PARITY, 0, 1, by=by),
        lambda v: False,
    ),
    RuleCase(
        "negated literals and constants",
        (BOOLEAN, BIT, BOOLEAN),
        lambda m, x, by: m.regular(RULE, [-x[0], 1, x[1], 0, -x[2], x[2]], OF_BLOCKS, 0, 4, by=by),
        lambda v: matches(BLOCKS, (1 - v[0], 1, v[1], 0, 1 - v[2], v[2])),
    ),
    RuleCase(
        "a number twice",
        (choice(1, 2, 3), integer(1, 2)),
        lambda m, x, by: m.regular(RULE, [x[0], x[1], x[0], x[1]], OF_SWITCHES, 5, [5, 7, 8], by=by),
        lambda v: matches(SWITCHES, (*v, *v)),
    ),
    RuleCase(
        "several rows",
        (BIT, BOOLEAN, integer(0, 1, 2)),
        rows_of_different_length,
        lambda v: all(matches(PARITY, row) for row in (v, v[1:], (v[0], 1))),
    ),
)
SIZED = RuleCase("a row of twelve cells", (BOOLEAN,) * 12, **automaton(BLOCKS, OF_BLOCKS, 0, 4))
