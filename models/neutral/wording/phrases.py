"""Words for variables and rows, stated where these are stated: a text, and a column for each name in it.

    each("the wall {clue} at {cell}", clue=numbers, cell=walls)     the wall 2 at R1C1, the wall 0 at R3C4, ...

A column has an entry for each variable of an array, or for each row of a rule: a number, a text, a cell, a line, or a
vertex. Cells are places on a board, in words `R3C5`, counted from 1 (`L2R3C5` where there are layers); in columns they
count from 0. They are given as arrays of shape (entries, 2) or (entries, 3), or as a mask in the shape of the board,
which means its true cells, row by row. Lines from point to point have shape (entries, 2, 2), in words `R1C1 to R1C4`.
Vertices of a graph are given by their names, `vertices(["a", "b"])`; what is the same along an axis of an array, as
`along(0, ...)`. Nothing is worded before somebody reads it: a mask costs nothing, whatever the size of the board, nor
does a function that makes the column when it is read first.

Where no column is given for them, these names are known:

    {0}, {1}, ...    the place of a variable along each axis of its array, counted from 1
    {cell}           its place along the axes that the text does not name, two or three: `{cell} is {2}`
    {n}              the number of a row, counted from 1
    {row}, {column}  the same, of rows of a rule that are the rows, or the columns, of the board: `row {row}`
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from string import Formatter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelError
from models.neutral.wording.number_parts import Levels, NumberParts, with_article
from models.neutral.wording.word_columns import (
    AlongAxis,
    ArrayPlace,
    AxisPlace,
    Cell,
    CellGroupColumn,
    Column,
    EntryNumber,
    GivenColumn,
    LineNumber,
    MaskedCells,
    Place,
    VertexColumn,
    has_places,
    read_column,
)

CELL, FIRST, LINE, NUMBER, SIDE = "cell", "first", "line", "n", "side"
ROW, COLUMN = BOARD_LINES = ("row", "column")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase in two parts, so that several can be told together: `lamps at R1C2, R2C3`.

    head: up to the last name, or to the first one in which several differ: `a lamp at `.
    rest: from there on: `R2C3`.
    many: how several begin that have this head, `lamps at `; "" where each is told by itself.
    is_plural: does it name several things, so that its verb is in the plural?
    opening: how it begins, up to its first name: phrases that begin so are of one kind.
    name: with what the rest begins, the name in which several differ: `R2C3` of `R2C3 2 times`.
    cell: the cell of that name; None where it is another name.
    """

    head: str
    rest: str = ""
    many: str = ""
    is_plural: bool = False
    opening: str = ""
    name: str = ""
    cell: Cell | None = None

    @property
    def text(self) -> str:
        return self.head + self.rest

    @property
    def tail(self) -> str:
        """What stands behind the name."""
        return self.rest[len(self.name) :]


@dataclass(frozen=True, slots=True, eq=False)
class Each:
    """What the entries of a column of variables, or of rows, are called.

    text: one of them: `a lamp at {cell}`.
    many: several of them, up to the first name of the text that it does not have, in which they differ: `lamps at `; ""
        where each is told by itself.
    denies: what a variable says that does not hold: `no lamp at {cell}`.
    columns: by name; those of a text that are not given are known from the array or the row.
    is_plural: does the text name several things: `the cells from {first} to {last}`?
    own_noun: what one of them is, where the text does not begin with it: `piece` of `{piece} on {cells}`.
    parts: of what numbers variables are parts; columns then have an entry for each number. None where they stand for
        themselves.
    """

    text: str
    many: str = ""
    denies: str = ""
    columns: Mapping[str, Column] | None = None
    is_plural: bool = False
    own_noun: str = ""
    parts: NumberParts | None = None

    def phrase(self, entry: int, holds: bool = True) -> Phrase:
        """The phrase of an entry; holds: of a variable, does it?"""
        if self.parts is not None:
            number, part = self.parts.of(entry)
            return self.say(number, {part: holds})
        text = self.text if holds else self.denies
        before, differing = _split_pieces(text, self.many)
        many = self.many if holds else _begin_many(text, self.columns or {}, self.many, text.startswith(ARTICLES))
        head, rest, several = (self._write(pieces, entry) for pieces in (before, differing, _pieces(many)))
        first = next(iter((*before, *differing)), ("", None))
        opening = first[0] if first[1] is None else ""
        return Phrase(head, rest, several, self.is_plural, opening, *self._differing_name(differing, entry))

    def _differing_name(self, differing: Sequence[Piece], entry: int) -> tuple[str, Cell | None]:
        """The name in which several phrases differ, and its cell."""
        if not differing or differing[0][1] is None:
            return "", None
        column = self._column(differing[0][1])
        place = None if has_places(column, (VertexColumn,)) else column.place(entry)
        is_cell = isinstance(place, tuple) and not isinstance(place[0], tuple)
        return column.word(entry), place if isinstance(place, tuple) and is_cell else None

    def say(self, number: int, known: Mapping[int, bool]) -> Phrase:
        """What known parts of a number say together."""
        assert self.parts is not None
        thing = self.noun
        amount = self.parts.say(thing or self._write(_pieces(self.text), number), number, known)
        if not thing:
            return Phrase(amount)
        pieces = _pieces(_without_article(self.text).removeprefix(thing))
        last = max((i for i, (_, name) in enumerate(pieces) if name is not None), default=len(pieces))
        where, rest = (self._write(some, number) for some in (pieces[:last], pieces[last:]))
        several = f"{thing}s" if amount in (f"a {thing}", f"an {thing}") else amount
        return Phrase(amount + where, rest, several + where)

    def word(self, entry: int, holds: bool = True) -> str:
        """The same as one text."""
        if self.parts is not None:
            return self.phrase(entry, holds).text
        return self._write(_pieces(self.text if holds else self.denies), entry)

    def places(self, entry: int) -> frozenset[Place]:
        """The cells, or vertices, that an entry is about: of all columns that were given, and those that the text
        names."""
        entry = entry if self.parts is None else self.parts.of(entry)[0]
        known = {name: column for name, column in (self.columns or {}).items() if not isinstance(column, ArrayPlace)}
        named = (self._column(name) for _, name in _pieces(self.text) if name is not None)
        places: list[Place | None] = []
        for column in (*known.values(), *named):
            places += column.group(entry) if isinstance(column, CellGroupColumn) else (column.place(entry),)
        return frozenset(place for place in places if place is not None)

    def cell(self, entry: int) -> Place | None:
        """Where an entry stands on the board, or in the graph: its column `cell`, whether or not the text names it;
        None without one."""
        column = (self.columns or {}).get(CELL)
        return None if column is None else column.place(entry)

    def naming_cell(self, entry: int) -> Place | None:
        """The cell that a reader looks for: where an entry stands, else its column `first`, the cell by which something
        larger is named (`the region of {first}`); None without either."""
        column = (self.columns or {}).get(FIRST)
        return self.cell(entry) if column is None or CELL in (self.columns or {}) else column.place(entry)

    def board_line(self, entry: int) -> tuple[str, int] | None:
        """Which row or column of the board an entry is, from 0, `("row", 2)`: its column `row`, or `column`; None
        without one, or where both are told, as of a cell."""
        told = [(name, column) for name, column in (self.columns or {}).items() if name in BOARD_LINES]
        if len(told) != 1:
            return None
        ((name, column),) = told
        word = column.word(entry)
        return (name, int(word) - 1) if word.isdecimal() and int(word) > 0 else None

    def side(self, entry: int) -> str | None:
        """The side of the board on which the word of that row or column stands: its column `side`; None without one."""
        column = (self.columns or {}).get(SIDE)
        return None if column is None else column.word(entry)

    def word_of(self, name: str, entry: int) -> str:
        """What stands for one name of the text."""
        return self._column(name).word(entry)

    @property
    def noun(self) -> str:
        """What one of them is: `lamp` of `a lamp at {cell}`; "" where the text does not begin with an article, and no
        other is given."""
        thing = _without_article(self.text)
        return self.own_noun or ("" if thing == self.text else _noun_phrase(thing.partition("{")[0]))

    def line(self, entry: int) -> tuple[Any, Any]:
        """The line of an entry, or of a number. Raises ModelError where the column `line` holds none."""
        column = (self.columns or {}).get(LINE)
        place = None if column is None else column.place(entry)
        if not isinstance(place, tuple) or not isinstance(place[0], tuple):
            raise ModelError(f"words: {self.text!r} tells no {{{LINE}}}")
        return place[0], place[1]

    @property
    def is_of_graph(self) -> bool:
        """Do the columns speak of vertices, not of cells?"""
        return any(has_places(column, (VertexColumn,)) for column in (self.columns or {}).values())

    def cells(self, chosen: NDArray[np.integer[Any]]) -> list[Cell]:
        """The cells of these entries. Raises ModelError where the column `cell` holds none."""
        column = (self.columns or {}).get(CELL)
        if isinstance(column, MaskedCells):  # of perhaps a million cells
            rows = np.argwhere(column.mask)[chosen].tolist()
            return [tuple(row) for row in rows]
        places = [None if column is None else column.place(int(entry)) for entry in chosen]
        if None in places or self.is_of_graph:
            raise ModelError(f"words: {self.text!r} tells no {{{CELL}}}")
        return [place for place in places if isinstance(place, tuple)]

    def tells(self, name: str) -> bool:
        """Does the text have this name?"""
        return any(name == other for _, other in _pieces(self.text))

    def _write(self, pieces: Sequence[Piece], entry: int) -> str:
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


Piece: TypeAlias = tuple[str, str | None]
"""Words, or the name that stands for others."""


@lru_cache(maxsize=512)  # a text is asked for once for each of its entries, perhaps a million
def _pieces(text: str) -> tuple[Piece, ...]:
    """A text in order: ("a lamp at ", None), ("", "cell")."""
    pieces: list[Piece] = []
    for literal, name, spec, conversion in Formatter().parse(text):
        if literal:
            pieces.append((literal, None))
        if name is not None:
            pieces.append(("", name))
        if spec or conversion:
            raise ModelError(f"words: expected names in braces alone, as {{{CELL}}}, found {text!r:.80}")
    return tuple(pieces)


def each(
    text: str,
    *,
    many: str = "",
    denies: str = "",
    plural: bool = False,
    noun: str = "",
    levels: int = 0,
    **columns: GivenColumn,
) -> Each:
    """What the variables of an array, or the rows of a rule, are called: for `says=` and `of=`.

    Parameters
    ----------
    text : str
        A phrase with names in braces: ``"the wall {clue} at {cell}"``.
    many : str, optional
        How several of them begin, up to the first name in which they differ: ``"lamps at "``. By default they differ in
        the last name, and the first noun gets an s, where that reads well.
    denies : str, optional
        What a variable says that does not hold: ``"no lamp at {cell}"``. By default `no` takes the place of the
        article, or `not:` stands before the text. Without an article, the noun is the same in the plural:
        ``"land at {cell}"``.
    plural : bool, optional
        Does the text name several things, as ``"the cells from {first} to {last}"`` does?
    noun : str, optional
        What one of them is, where the text does not begin with `a` and a noun: ``"piece"`` of ``"{piece} on {cells}"``.
    levels : int, optional
        Of an array that counts up along its first axis, how long that is: variable k there says that there are more
        than k. Of ``"a bridge from {line}"`` two levels say `a bridge from ..`, `two bridges from ..`, and together
        `one bridge from ..`. Columns have an entry for each number.
    **columns : array
        An entry for each variable, or row: numbers, texts, cells of shape (entries, 2) or (entries, 3) from 0, lines of
        shape (entries, 2, 2), or a mask in the shape of a board, for its true cells; or a function that returns one of
        these; or what `vertices` or `along` returns (`models.neutral`). A column `cell` says where a row stands on the
        board: the one cell that it is about, or in which its clue is written, which drawings of an answer mark where
        the row is broken. What only names a region, a run or a line by its first cell is a column `first`, ``"the
        region of {first}"``: nothing is wrong with that cell. A column `row` or `column` says which row or column of
        the board a row is, counted from 1, with a column `side` (`left`, `top`, `right`, `bottom`) where clues stand on
        several sides; one that is called `clue` is the number of a clue.

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
    for words in (text, many, denies, noun):
        check_phrase(words)
    if not text:
        raise ModelError("each: expected a text, found none")
    read = {name: read_column(name, column) for name, column in columns.items()}
    return Each(text, many, denies, read, plural, noun, Levels(levels, 0) if levels else None)


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
    if isinstance(stated.parts, Levels):
        if not stated.noun or shape[:1] != (stated.parts.levels,):
            raise ModelError(
                f"words: expected `a` and a noun, and an array of {stated.parts.levels} levels, found "
                f"{stated.text!r:.80} for shape {shape}"
            )
        shape = shape[1:]
        stated = replace(stated, parts=Levels(stated.parts.levels, prod(shape)))
    thing = _without_article(stated.text)
    denies = f"not: {stated.text}" if thing == stated.text else f"no {thing}"
    known: dict[str, Column] = {str(axis): AxisPlace(shape, axis) for axis in range(len(shape))}
    board = tuple(axis for axis in range(len(shape)) if not stated.tells(str(axis)))
    if len(board) in (2, 3):
        known[CELL] = ArrayPlace(shape, board)
    given = {
        name: replace(column, shape=shape) if isinstance(column, AlongAxis) else column
        for name, column in (stated.columns or {}).items()
    }
    return _with_columns(replace(stated, denies=stated.denies or denies, columns=given), known, prod(shape))


def words_of_rows(of: str | Each, entries: int) -> Each:
    """The words of the rows of a rule. Raises ModelError."""
    words = of if isinstance(of, Each) else each(of)
    lines = {name: LineNumber() for name in BOARD_LINES if words.tells(name)}
    return _with_columns(words, {NUMBER: EntryNumber(), **lines}, entries)


def _without_article(text: str) -> str:
    return next((text.removeprefix(article) for article in ARTICLES if text.startswith(article)), text)


def visit_words(edge: Each | None, vertex: Each | None) -> str | Each:
    """What it says that a cycle of such edges visits a vertex: `a line at the dot ..`; "" where one has no words."""
    if edge is None or vertex is None:
        return ""
    return replace(vertex, text=f"{with_article(edge.noun or 'edge')} at {vertex.text}", many="", denies="")


WHERE = "at in on of from to with by across down behind between beside above below left right is has"
PLACES = frozenset(WHERE.split())


def _noun_phrase(text: str) -> str:
    """The words of a text up to the first that says where: `shaded cell` of `shaded cell at `."""
    words = text.split()
    return " ".join(words[: next((i for i, word in enumerate(words) if word in PLACES), len(words))])


def _split_pieces(text: str, many: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """A text before the first name in which several phrases differ, and from there on: the first that stands for none
    in `many`, by default the last."""
    pieces = _pieces(text)
    named = [i for i, (_, name) in enumerate(pieces) if name is not None]
    shared = sum(name is not None for _, name in _pieces(many)) if many else len(named) - 1
    at = named[min(shared, len(named) - 1)] if named else len(pieces)
    return pieces[:at], pieces[at:]


def _begin_many(text: str, columns: Mapping[str, Column], many: str = "", counted: bool = True) -> str:
    """How several phrases begin that differ from their last name on: `the walls {clue} at `; "" where the text does not
    begin with a noun, or names another place before, of which it then speaks. many: of the same names, where that is
    stated of what they deny; counted: has the noun a plural of its own, unlike `land`?"""
    before, differing = _split_pieces(text, many)
    names = [name for _, name in before if name is not None]
    if not differing or not before or before[0][1] is not None or any(has_places(columns[name]) for name in names):
        return ""
    begin, others = before[0][0], "".join(words if name is None else f"{{{name}}}" for words, name in before[1:])
    article = next((article for article in (*ARTICLES, "the ") if begin.startswith(article)), "")
    thing = begin.removeprefix(article)
    noun = _noun_phrase(thing)
    if not noun:  # the name itself is the noun: `the {number} of row {row}`
        return ""
    plural = f"{noun}s" if counted and not noun.endswith("s") else noun
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
