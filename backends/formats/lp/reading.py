r"""LP files (CPLEX's format) read strictly: a neutral model of integers and linear rows.

    Minimize  obj: 2 x + 3 y + 5         a number alone is a constant
    Subject To
      r1: x - y >= 1                     names of rows may be left out; a number on the right
      2 <= x + y <= 4                    two bounds
    Bounds    x <= 7    -1 <= y <= 1    z = 2
    Generals  x y                        Binaries  b        End

Continuous variables (those in neither list) and integers without bounds are refused: the language has none.
Variables are numbered in the order in which they first occur.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from backends.formats.contract import FileError
from backends.formats.lp.tokens import Word, error_at_word, tokens
from backends.formats.text.linear_to_model import OPEN, LinearFile, model_from_linear
from backends.formats.text.whole_numbers import is_infinite, parse_whole
from models.neutral import Model

REVERSED_SIDES = {"<=": ">=", ">=": "<=", "=": "="}


@dataclass(slots=True)
class _LpSum:
    """Terms and a constant."""

    columns: list[int] = field(default_factory=list)
    coefs: list[int] = field(default_factory=list)
    constant: int = 0


@dataclass(slots=True)
class _LpRow:
    terms: _LpSum
    low: int = -OPEN
    high: int = OPEN

    def bound(self, side: str, value: int) -> None:
        if side in (">=", "="):
            self.low = value - self.terms.constant
        if side in ("<=", "="):
            self.high = value - self.terms.constant


@dataclass(slots=True)
class _LpVariable:
    """None: no bound; start: where it first occurs."""

    start: int
    lower: int | None = 0
    upper: int | None = None
    integer: bool = False

    def bound(self, side: str, value: int | None) -> None:
        if side in (">=", "="):
            self.lower = value
        if side in ("<=", "="):
            self.upper = value


def read(content: bytes) -> Model:
    """The model of an LP file. Raises FileError."""
    reader = _LpReader(content)
    reader.objective()
    if not reader.at_section("rows"):
        raise reader.error("Subject To")
    sections: dict[str, Callable[[], None]] = {
        "rows": reader.row,
        "bounds": reader.bounds,
        "generals": partial(reader.integer_declaration, False),
        "binaries": partial(reader.integer_declaration, True),
    }
    while not reader.at_section("end"):
        title = reader.take("section", "a section, as in Bounds, Generals, Binaries or End")
        if title.text not in sections:
            raise reader.error("rows, bounds, integers and Booleans only", title)
        while reader.word.kind not in ("section", "end"):
            sections[title.text]()
    return model_from_linear(reader.linear(), "the rows of the file")


class _LpReader:
    """A parser with one word of look-ahead, and the content read so far."""

    def __init__(self, content: bytes) -> None:
        self.content, self.words = content, tokens(content)
        self.word = next(self.words)
        self.variables: dict[str, _LpVariable] = {}
        self.numbers: dict[str, int] = {}
        self.rows: list[_LpRow] = []
        self.cost, self.sign = _LpSum(), 1

    # ---- sections ------------------------------------------------------------------------------------------------

    def objective(self) -> None:
        """The objective, which may be empty."""
        if not (self.at_section("min") or self.at_section("max")):
            raise self.error("Minimize or Maximize")
        self.sign = 1 if self.advance().text == "min" else -1
        self.cost = self.sum(self.label())

    def row(self) -> None:
        left = self.sum(self.label())
        side = self.take("side", "a side, as in `>= 1`").text
        if left.columns:
            row = _LpRow(left)
            row.bound(side, self.signed_number())
        else:
            row = _LpRow(self.sum(None))
            row.bound(REVERSED_SIDES[side], left.constant)
            if self.word.kind == "side":
                row.bound(self.advance().text, self.signed_number())
        self.rows.append(row)

    def bounds(self) -> None:
        """`-1 <= y <= 1`, `x <= 7`, `z = 2` or `w free`."""
        before = None
        if self.word.kind != "name" or is_infinite(self.word.text):
            before = self.limit(), self.take("side", "a side, as in `<= x`").text
        variable = self.variable(self.take("name", "the name of a variable"))
        if before is not None:
            variable.bound(REVERSED_SIDES[before[1]], before[0])
        elif self.word.kind == "name" and self.word.text.lower() == "free":
            self.advance()
            variable.lower = variable.upper = None
            return
        elif self.word.kind != "side":
            raise self.error("a side, as in `<= 7`, or `free`")
        if self.word.kind == "side":
            variable.bound(self.advance().text, self.limit())

    def integer_declaration(self, binary: bool) -> None:
        variable = self.variable(self.take("name", "the name of a variable, or a section"))
        variable.integer = True
        if binary:
            variable.lower, variable.upper = 0, 1

    # ---- parts ---------------------------------------------------------------------------------------------------

    def label(self) -> Word | None:
        """Skip a name followed by a colon; a name that begins a term is returned."""
        if self.word.kind != "name":
            return None
        name = self.advance()
        if self.word.kind != "colon":
            return name
        self.advance()
        return None

    def sum(self, first: Word | None) -> _LpSum:
        """Terms with signs between them. first: a name that was read already. May be empty at the end of a section."""
        terms = _LpSum()
        if first is not None:
            self.add(terms, first, 1)
        elif self.word.kind not in ("section", "end"):
            self.term(terms, self.signs())
        while self.word.kind == "sign":
            self.term(terms, self.signs())
        return terms

    def term(self, terms: _LpSum, sign: int) -> None:
        if self.word.kind == "name":
            self.add(terms, self.advance(), sign)
            return
        value = sign * self.number()
        if self.word.kind == "name":
            self.add(terms, self.advance(), value)
        else:
            terms.constant += value

    def add(self, terms: _LpSum, name: Word, coef: int) -> None:
        self.variable(name)
        terms.columns.append(self.numbers[name.text])
        terms.coefs.append(coef)

    def variable(self, name: Word) -> _LpVariable:
        if name.text not in self.variables:
            self.numbers[name.text] = len(self.numbers)
            self.variables[name.text] = _LpVariable(name.start)
        return self.variables[name.text]

    def signs(self) -> int:
        sign = 1
        while self.word.kind == "sign":
            sign = -sign if self.advance().text == "-" else sign
        return sign

    def number(self) -> int:
        word = self.take("number", "a term, as in `2 x`, or a number")
        value = parse_whole(word.text)
        if value is None:
            raise self.error("a whole number below 2^53", word)
        return value

    def signed_number(self) -> int:
        return self.signs() * self.number()

    def limit(self) -> int | None:
        """A bound; None for an infinite one."""
        sign = self.signs()
        if is_infinite(self.word.text):
            self.advance()
            return None
        return sign * self.number()

    # ---- words ---------------------------------------------------------------------------------------------------

    def advance(self) -> Word:
        word, self.word = self.word, next(self.words, self.word)
        return word

    def take(self, kind: str, expected: str) -> Word:
        if self.word.kind != kind:
            raise self.error(expected)
        return self.advance()

    def at_section(self, name: str) -> bool:
        return self.word.kind == "section" and self.word.text == name

    def error(self, expected: str, word: Word | None = None) -> FileError:
        return error_at_word(self.content, (word or self.word).start, expected)

    # ---- all of it -----------------------------------------------------------------------------------------------

    def linear(self) -> LinearFile:
        lower, upper = [], []
        for variable in self.variables.values():
            low, high = variable.lower, variable.upper
            if not variable.integer:
                raise error_at_word(
                    self.content, variable.start, "an integer variable; continuous ones are not in the language"
                )
            if low is None or high is None:
                side = "a lower" if low is None else "an upper"
                raise error_at_word(self.content, variable.start, f"{side} bound of every variable")
            if low > high:
                raise error_at_word(self.content, variable.start, f"bounds in order, not {low}..{high}")
            lower.append(low)
            upper.append(high)
        counts = [len(row.terms.columns) for row in self.rows]
        cost = tuple(
            np.array(each, np.int64) * sign for each, sign in ((self.cost.columns, 1), (self.cost.coefs, self.sign))
        )
        has_objective = bool(self.cost.columns) or self.cost.constant != 0
        return LinearFile(
            tuple(self.variables),
            np.array(lower, np.int64),
            np.array(upper, np.int64),
            np.repeat(np.arange(len(counts)), np.array(counts, np.int64)),
            np.array([column for row in self.rows for column in row.terms.columns], np.int64),
            np.array([coef for row in self.rows for coef in row.terms.coefs], np.int64),
            np.array([row.low for row in self.rows], np.int64),
            np.array([row.high for row in self.rows], np.int64),
            (cost[0], cost[1]) if has_objective else None,
            self.sign * self.cost.constant,
        )
