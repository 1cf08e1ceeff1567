"""Words for variables and rows, stated where these are stated: a text, and a column for each name in it.

    each("the wall {clue} at {cell}", clue=numbers, cell=walls)     the wall 2 at R1C1, the wall 0 at R3C4, ...

A column has an entry for each variable of an array, or for each row of a rule: a number, a text, or a cell. Cells are
places on a board, in words `R3C5`, counted from 1 (`L2R3C5` where there are layers); in columns they count from 0. They
are given as arrays of shape (entries, 2) or (entries, 3), or as a mask in the shape of the board, which means its true
cells, row by row. Nothing is worded before somebody reads it: a mask costs nothing, whatever the size of the board, nor
does a function that makes the column when it is read first.

Where no column is given for them, these names are known:

    {0}, {1}, ...    the place of a variable along each axis of its array, counted from 1
    {cell}           its place along the axes that the text does not name, two or three: `{cell} is {2}`
    {n}              the number of a row, counted from 1
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from string import Formatter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.neutral.errors import ModelError
from models.neutral.wording.word_columns import (
    CELL_COLUMNS,
    ArrayPlace,
    AxisPlace,
    Column,
    EntryNumber,
    MaskedCells,
    Place,
    read_column,
)

CELL, NUMBER = "cell", "n"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase in two parts, so that several can be told together: `lamps at R1C2, R2C3`.

    head: up to the last name: `a lamp at `.
    rest: from there on: `R2C3`.
    many: how several begin that have this head, `lamps at `; "" where each is told by itself.
    is_plural: does it name several things, so that its verb is in the plural?
    """

    head: str
    rest: str = ""
    many: str = ""
    is_plural: bool = False

    @property
    def text(self) -> str:
        return self.head + self.rest


@dataclass(frozen=True, slots=True, eq=False)
class Each:
    """What the entries of a column of variables, or of rows, are called.

    text: one of them: `a lamp at {cell}`.
    many: several of them, up to the last name of the text: `lamps at `; "" where each is told by itself.
    denies: what a variable says that does not hold: `no lamp at {cell}`.
    columns: by name; those of a text that are not given are known from the array or the row.
    is_plural: does the text name several things: `the cells from {first} to {last}`?
    """

    text: str
    many: str = ""
    denies: str = ""
    columns: Mapping[str, Column] | None = None
    is_plural: bool = False

    def phrase(self, entry: int, holds: bool = True) -> Phrase:
        """The phrase of an entry; holds: of a variable, does it?"""
        text = self.text if holds else self.denies
        pieces = _pieces(text)
        last = max((i for i, (_, name) in enumerate(pieces) if name is not None), default=len(pieces))
        head, rest = (self._write(some, entry) for some in (pieces[:last], pieces[last:]))
        many = self.many if holds else _begin_many(text, self.columns or {})
        return Phrase(head, rest, self._write(_pieces(many), entry), self.is_plural)

    def word(self, entry: int, holds: bool = True) -> str:
        """The same as one text."""
        return self._write(_pieces(self.text if holds else self.denies), entry)

    def places(self, entry: int) -> frozenset[Place]:
        """The cells that an entry is about: of all columns that were given, and those that the text names."""
        known = {name: column for name, column in (self.columns or {}).items() if not isinstance(column, ArrayPlace)}
        named = (self._column(name) for _, name in _pieces(self.text) if name is not None)
        places = (column.place(entry) for column in (*known.values(), *named))
        return frozenset(place for place in places if place is not None)

    def cell(self, entry: int) -> Place | None:
        """Where an entry stands on the board: its column `cell`, whether or not the text names it; None without one."""
        column = (self.columns or {}).get(CELL)
        return None if column is None else column.place(entry)

    @property
    def noun(self) -> str:
        """What one of them is: `lamp` of `a lamp at {cell}`; "" where the text does not begin with an article."""
        article = next((article for article in ARTICLES if self.text.startswith(article)), None)
        return "" if article is None else _noun_phrase(self.text.removeprefix(article).partition("{")[0])

    def cells(self, chosen: NDArray[np.integer[Any]]) -> list[Place]:
        """The cells of these entries. Raises ModelError where the column `cell` holds none."""
        column = (self.columns or {}).get(CELL)
        if isinstance(column, MaskedCells):  # of perhaps a million cells
            rows = np.argwhere(column.mask)[chosen].tolist()
            return [tuple(row) for row in rows]
        places = [None if column is None else column.place(int(entry)) for entry in chosen]
        if None in places:
            raise ModelError(f"words: {self.text!r} tells no {{{CELL}}}")
        return [place for place in places if place is not None]

    def tells(self, name: str) -> bool:
        """Does the text have this name?"""
        return any(name == other for _, other in _pieces(self.text))

    def _write(self, pieces: Sequence[tuple[str, str | None]], entry: int) -> str:
        return "".join(text if name is None else self._column(name).word(entry) for text, name in pieces)

    def _column(self, name: str) -> Column:
        return (self.columns or {})[name]


def tell_together(phrases: Iterable[Phrase]) -> list[str]:
    """Phrases that begin alike as one: `queens at R1C2, R2C4`."""
    of: dict[tuple[str, str], list[str]] = {}
    for phrase in phrases:
        of.setdefault((phrase.head, phrase.many) if phrase.many else (phrase.text, ""), []).append(phrase.rest)
    return [
        (many if len(rests) > 1 else head) + ", ".join(rests) if many else head for (head, many), rests in of.items()
    ]


@lru_cache(maxsize=512)  # a text is asked for once for each of its entries, perhaps a million
def _pieces(text: str) -> tuple[tuple[str, str | None], ...]:
    """A text in order: ("a lamp at ", None), ("", "cell")."""
    pieces: list[tuple[str, str | None]] = []
    for literal, name, spec, conversion in Formatter().parse(text):
        if literal:
            pieces.append((literal, None))
        if name is not None:
            pieces.append(("", name))
        if spec or conversion:
            raise ModelError(f"words: expected names in braces alone, as {{{CELL}}}, found {text!r:.80}")
    return tuple(pieces)


def each(
    text: str, *, many: str = "", denies: str = "", plural: bool = False, **columns: ArrayLike | Callable[[], ArrayLike]
) -> Each:
    """What the variables of an array, or the rows of a rule, are called: for `says=` and `of=`.

    Parameters
    ----------
    text : str
        A phrase with names in braces: ``"the wall {clue} at {cell}"``.
    many : str, optional
        How several of them begin, up to the last name: ``"lamps at "``. By default the first noun gets an s, where that
        reads well.
    denies : str, optional
        What a variable says that does not hold: ``"no lamp at {cell}"``. By default `no` takes the place of the
        article, or `not:` stands before the text.
    plural : bool, optional
        Does the text name several things, as ``"the cells from {first} to {last}"`` does?
    **columns : array
        An entry for each variable, or row: numbers, texts, cells of shape (entries, 2) or (entries, 3) from 0, or a
        mask in the shape of a board, for its true cells; or a function that returns one of these. A column `cell` says
        where a row stands on the board; one that is called `clue` is the number of a clue.

    Returns
    -------
    Each

    Raises
    ------
    ValueError
        If a column has none of these forms, or the text cannot be read.

    Examples
    --------
    >>> import rosetta as rs
    >>> walls = rs.each("the wall {clue} at {cell}", clue=[2, 0], cell=[[0, 0], [2, 3]])
    >>> walls.word(1)
    'the wall 0 at R3C4'
    """
    for words in (text, many, denies):
        check_phrase(words)
    if not text:
        raise ModelError("each: expected a text, found none")
    return Each(text, many, denies, {name: read_column(name, column) for name, column in columns.items()}, plural)


def check_phrase(words: object) -> str:
    """A text of one line. Raises ModelError."""
    if not isinstance(words, str) or len(words.splitlines()) > 1:
        raise ModelError(f"each: expected a text of one line, found {words!r:.80}")
    try:
        _pieces(words)
    except ModelError:
        raise
    except ValueError as error:
        raise ModelError(f"each: {error}: {words!r:.80}") from None
    return words


ARTICLES = ("a ", "an ")


def words_of_variables(says: str | Each, shape: tuple[int, ...]) -> Each:
    """The words of an array of that shape. Raises ModelError."""
    stated = says if isinstance(says, Each) else each(says)
    article = next((article for article in ARTICLES if stated.text.startswith(article)), None)
    denies = f"no {stated.text.removeprefix(article)}" if article else f"not: {stated.text}"
    known: dict[str, Column] = {str(axis): AxisPlace(shape, axis) for axis in range(len(shape))}
    board = tuple(axis for axis in range(len(shape)) if not stated.tells(str(axis)))
    if len(board) in (2, 3):
        known[CELL] = ArrayPlace(shape, board)
    return _with_columns(replace(stated, denies=stated.denies or denies), known, prod(shape))


def words_of_rows(of: str | Each, entries: int) -> Each:
    """The words of the rows of a rule. Raises ModelError."""
    return _with_columns(of if isinstance(of, Each) else each(of), {NUMBER: EntryNumber()}, entries)


WHERE = "at in on of from to with by across down behind between beside above below left right is has"
PLACES = frozenset(WHERE.split())


def _noun_phrase(text: str) -> str:
    """The words of a text up to the first that says where: `shaded cell` of `shaded cell at `."""
    words = text.split()
    return " ".join(words[: next((i for i, word in enumerate(words) if word in PLACES), len(words))])


def _begin_many(text: str, columns: Mapping[str, Column]) -> str:
    """How several phrases begin that differ in their last name: `the walls {clue} at `; "" where the text does not
    begin with a noun, or names another cell before, of which it then speaks."""
    pieces = _pieces(text)
    before = pieces[: max((i for i, (_, name) in enumerate(pieces) if name is not None), default=0)]
    names = [name for _, name in before if name is not None]
    if not before or any(isinstance(columns[name], CELL_COLUMNS) for name in names) or before[0][1] is not None:
        return ""
    begin, others = before[0][0], "".join(words if name is None else f"{{{name}}}" for words, name in before[1:])
    article = next((article for article in (*ARTICLES, "the ") if begin.startswith(article)), "")
    thing = begin.removeprefix(article)
    noun = _noun_phrase(thing)
    if not noun:  # the name itself is the noun: `the {number} of row {row}`
        return ""
    plural = noun if noun.endswith("s") or noun.split()[0] in ("no", "not:") else f"{noun}s"
    return f"{'the ' * (article == 'the ')}{plural}{thing.removeprefix(noun)}{others}"


def _with_columns(stated: Each, known: Mapping[str, Column], entries: int) -> Each:
    """The words with the columns that are known by themselves, checked."""
    columns = {**known, **(stated.columns or {})}
    for text in (stated.text, stated.many, stated.denies):
        for _, name in _pieces(text):
            if name is not None and name not in columns:
                raise ModelError(f"words: {{{name}}} of {text!r:.80} is none of {', '.join(columns)}")
    for name, column in (stated.columns or {}).items():
        if column.size not in (None, entries):
            raise ModelError(f"words: {name}: expected {entries} entries, found {column.size}")
    return replace(stated, columns=columns, many=stated.many or _begin_many(stated.text, columns))
