"""What an LP file says, as columns: the output of `parsing_loops`, which grows while blocks of tokens are parsed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.lp import parsing_loops
from backends.formats.lp.parsing_loops import (
    BAD,
    COUNTS,
    GOAL_SIDES,
    GOAL_TERMS,
    LIMITS,
    ROW_COUNT,
    SIDES,
    TERMS,
    VARIABLES,
)
from backends.formats.lp.scanning_loops import MAX
from backends.formats.lp.token_blocks import TokenBlocks
from backends.formats.text.decimals import Decimals
from backends.formats.text.words import WordNumbers

Column: TypeAlias = NDArray[np.int64]
Short: TypeAlias = NDArray[Any]  # 32 bits, or 64 in files of 2 GB and more
EXPECTED = {
    parsing_loops.NO_SENSE: "Minimize or Maximize, without a colon",
    parsing_loops.NO_ROWS: "Subject To, without a colon",
    parsing_loops.OTHER_SECTION: "rows, bounds, integers and Booleans only",
    parsing_loops.FULL_SECTION: "rows, bounds, integers and Booleans only; this section must be empty",
    parsing_loops.NO_SIDE: "a side, as in `>= 1`",
    parsing_loops.NO_TERM: "a term, as in `2 x`, or a number",
    parsing_loops.NO_RIGHT_SIDE: "a number alone on the right, as in `x - y >= 1`",
    parsing_loops.NO_BOUND_SIDE: "a side, as in `<= x`",
    parsing_loops.NO_BOUNDED: "the name of a variable",
    parsing_loops.NEVER_KEPT: "a bound that some number keeps",
    parsing_loops.NO_FREE: "a side, as in `<= 7`, or `free`",
    parsing_loops.NO_NAME: "the name of a variable, or a section",
}


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """Numbers mantissas * 10^exponents, with the row of each, -1 for the objective, and the offset at which it stands,
    -1 where none does."""

    rows: Short
    mantissas: Column
    exponents: Short
    places: Short

    def up_to(self, count: int) -> Values:
        """The first ones."""
        return Values(self.rows[:count], self.mantissas[:count], self.exponents[:count], self.places[:count])

    def after(self, count: int) -> Values:
        """All but the first ones."""
        return Values(self.rows[count:], self.mantissas[count:], self.exponents[count:], self.places[count:])


@dataclass(frozen=True, slots=True, eq=False)
class ParsedFile:
    """terms, with their variables; sides, and whats: numbers without a variable, as in `parsing_loops`; of both, the
    first ones, `goal` and `goal_sides`, are the objective's. labels (names, or -1), befores, afters: by row. bounded,
    bounds, limits, limit_places: bounds of variables. declared, named (names), firsts (offsets): by variable. names: of
    the file."""

    terms: Values
    variables: Short
    sides: Values
    whats: Short
    goal: int
    goal_sides: int
    is_maximised: bool
    labels: Short
    befores: Short
    afters: Short
    bounded: Short
    bounds: Short
    limits: Decimals
    limit_places: Short
    declared: Short
    named: Short
    firsts: Short
    names: WordNumbers


def parse_file(content: bytes) -> ParsedFile:
    """What the file says. Raises FileError."""
    blocks, parse = TokenBlocks(content), parsing_loops.parse_tokens
    if not blocks.is_plain:
        from backends.formats.lp.reading_kernel import parse_tokens as parse
    output, taken, is_maximised, share = _ParserTables(len(content)), 0, False, 0.0
    while not blocks.is_last:
        blocks.advance(taken)
        output.make_room(blocks, share)
        if share == 0.0:
            is_maximised = blocks.first_kind == MAX
        error, taken = parse(blocks.columns(), output.columns(), 0)
        if output.counts[BAD] >= 0:
            raise blocks.number_error(int(output.counts[BAD]))
        if error:
            raise blocks.error(taken, EXPECTED[error])
        share = blocks.place / len(content)
    return output.parsed_file(is_maximised, blocks.names)


class _ParserTables:
    """The tables, of which so much is filled as `counts` says."""

    def __init__(self, size: int) -> None:
        short = np.int32 if size < 2**31 else np.int64
        self.counts = np.zeros(COUNTS, np.int64)
        self._terms, self._sides, self._limits, self._variables, self._rows = (
            np.empty((lines, 0), short) for lines in (4, 4, 4, 3, 3)
        )
        self._term_mantissas, self._side_mantissas, self._limit_mantissas = np.empty((3, 0), np.int64)
        self._by_name = np.empty(0, np.int32)

    def make_room(self, blocks: TokenBlocks, share: float) -> None:
        """For all that the block may hold. share: how much of the file the blocks before it were."""
        counts, more, names = self.counts, blocks.count, len(self._by_name)
        counts[BAD] = -1
        self._terms = _make_longer(self._terms, counts[TERMS], more, share)
        self._term_mantissas = _make_longer(self._term_mantissas, counts[TERMS], more, share)
        self._sides = _make_longer(self._sides, counts[SIDES], more, share)
        self._side_mantissas = _make_longer(self._side_mantissas, counts[SIDES], more, share)
        self._limits = _make_longer(self._limits, counts[LIMITS], 2 * more, share)
        self._limit_mantissas = _make_longer(self._limit_mantissas, counts[LIMITS], 2 * more, share)
        self._rows = _make_longer(self._rows, counts[ROW_COUNT], more, share)
        self._variables = _make_longer(self._variables, counts[VARIABLES], more, share)
        if blocks.names.count > names:
            self._by_name = _make_longer(self._by_name, names, blocks.names.count - names, 0.0)
            self._by_name[names:] = -1

    def columns(self) -> parsing_loops.Output:
        """As `parsing_loops` takes them."""
        return (
            self._terms, self._term_mantissas, self._sides, self._side_mantissas, self._rows,
            self._limits, self._limit_mantissas, self._by_name, self._variables, self.counts,
        )  # fmt: skip

    def parsed_file(self, is_maximised: bool, names: WordNumbers) -> ParsedFile:
        """All that was parsed."""
        counts = self.counts.tolist()
        rows, variables, exponents, places = self._terms[:, : counts[TERMS]]
        terms = Values(rows, self._term_mantissas[: counts[TERMS]], exponents, places)
        rows, whats, exponents, places = self._sides[:, : counts[SIDES]]
        sides = Values(rows, self._side_mantissas[: counts[SIDES]], exponents, places)
        bounded, bounds, exponents, limit_places = self._limits[:, : counts[LIMITS]]
        mantissas, kinds = self._limit_mantissas[: counts[LIMITS]], np.zeros(len(bounded), np.uint8)
        limits = Decimals(mantissas, exponents.astype(np.int64), kinds)
        labels, befores, afters = self._rows[:, : counts[ROW_COUNT]]
        declared, named, firsts = self._variables[:, : counts[VARIABLES]]
        goal, goal_sides = counts[GOAL_TERMS], counts[GOAL_SIDES]
        return ParsedFile(
            terms, variables, sides, whats, goal, goal_sides, is_maximised, labels, befores, afters, bounded, bounds,
            limits, limit_places, declared, named, firsts, names,
        )  # fmt: skip


def _make_longer(table: NDArray[Any], used: int, more: int, share: float) -> NDArray[Any]:
    """The table, with room for more columns after those that are used; if it must be copied, then with room for the
    rest of the file, if it goes on like that: only what is used costs memory."""
    if used + more <= table.shape[-1]:
        return table
    size = max(used + more, 2 * used, int(1.1 * used / share) if share else 0)
    longer = np.empty((*table.shape[:-1], size), table.dtype)
    longer[..., :used] = table[..., :used]
    return longer
