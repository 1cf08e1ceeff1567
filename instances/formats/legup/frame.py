"""Puzzles of LEGUP (Rensselaer Polytechnic Institute), an XML text.

    <Legup version="2.0.0"><puzzle name="TreeTent"><board height="8" width="8">
      <cells><cell value="1" x="2" y="0"/> ...</cells>                       x: column, y: row, from 0
      <axis side="east"><clue index="A" value="2"/> ...</axis>               the clues of the rows
      <axis side="south"><clue index="1" value="2"/> ...</axis>              and of the columns
    </board></puzzle></Legup>

What the values mean depends on the puzzle: see its file in this folder, with a record BODY. The text is read as a
stream. Entities of its own are refused, as they can grow without bound; so are cells that come twice or lie outside.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from xml.parsers import expat

from instances.bounds import board_size, parse_integer
from instances.formats.contract import Format, bodies, determine_puzzle, puzzles_of
from models.puzzles.contract import InputError

NAME = "LEGUP file"
DEEPEST = 100  # elements within elements
Cell: TypeAlias = tuple[int, int]
LocatedValue: TypeAlias = tuple[str, int]
"""A value as it was written, and the number of its line."""


@dataclass(slots=True)
class LegupBoard:
    """The content of a file. cells: by (row, column); axes: by side, index -> value."""

    height: int
    width: int
    cells: dict[Cell, LocatedValue] = field(default_factory=dict)
    axes: dict[str, dict[str, LocatedValue]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LegupBody:
    """The part for one puzzle. name: LEGUP's name for it."""

    name: str
    read: Callable[[LegupBoard], Any]
    write: Callable[[Any], LegupBoard]


@dataclass(slots=True)
class _LegupReader:
    """What has been read so far."""

    parser: expat.XMLParserType
    path: list[str] = field(default_factory=list)
    name: str | None = None
    board: LegupBoard | None = None
    side: str = ""

    @property
    def location(self) -> str:
        return f"{NAME}, line {self.parser.CurrentLineNumber}"

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        above = self.path[-1] if self.path else ""
        if not self.path and tag != "Legup":
            raise InputError(f"{self.location}: expected <Legup>, found <{tag[:40]}>")
        self.path.append(tag)
        if len(self.path) > DEEPEST:
            raise InputError(f"{self.location}: expected elements at most {DEEPEST} deep, found more")
        if (above, tag) == ("Legup", "puzzle") and self.name is None:
            self.name = self.attribute(attributes, "name")
        elif (above, tag) == ("puzzle", "board"):
            self.begin_board(attributes)
        elif (above, tag) == ("cells", "cell"):
            self.add_cell(attributes)
        elif (above, tag) == ("board", "axis"):
            self.side = self.attribute(attributes, "side")
        elif (above, tag) == ("axis", "clue"):
            self.add_clue(attributes)

    def begin_board(self, attributes: dict[str, str]) -> None:
        if self.board is not None:
            raise InputError(f"{self.location}: expected one <board>, found a second")
        size = attributes.get("size", "")
        self.board = LegupBoard(
            *board_size(self.location, attributes.get("height", size), attributes.get("width", size))
        )

    def add_cell(self, attributes: dict[str, str]) -> None:
        if self.board is None:
            raise InputError(f"{self.location}: expected <cell> in a <board>")
        place = tuple(
            parse_integer(self.location, f"the {axis} of a cell", self.attribute(attributes, axis), 0, most - 1)
            for axis, most in (("y", self.board.height), ("x", self.board.width))
        )
        if place in self.board.cells:
            raise InputError(f"{self.location}: expected each cell once, found (x {place[1]}, y {place[0]}) again")
        self.board.cells[place[0], place[1]] = self.attribute(attributes, "value"), self.parser.CurrentLineNumber

    def add_clue(self, attributes: dict[str, str]) -> None:
        if self.board is None:
            raise InputError(f"{self.location}: expected <clue> in a <board>")
        clues, index = self.board.axes.setdefault(self.side, {}), self.attribute(attributes, "index")
        if index in clues:
            raise InputError(f"{self.location}: expected each clue once, found {self.side} {index[:20]} again")
        clues[index] = self.attribute(attributes, "value"), self.parser.CurrentLineNumber

    def attribute(self, attributes: dict[str, str], name: str) -> str:
        if name not in attributes:
            raise InputError(f"{self.location}: <{self.path[-1][:40]}>: expected the attribute {name}")
        return attributes[name]

    def end(self, tag: str) -> None:
        self.path.pop()

    def refuse_entity(self, *declaration: object) -> None:
        raise InputError(f"{self.location}: entities of the file's own are not read")


def recognises(text: str) -> bool:
    """An XML text with an element of that name near its beginning."""
    return bool(re.match(r"\s*<", text) and re.search(r"<Legup\b", text[:5000]))


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of a file."""
    parser = expat.ParserCreate("utf-8")  # whatever the text says it was encoded in
    reader = _LegupReader(parser)
    parser.StartElementHandler, parser.EndElementHandler = reader.begin, reader.end
    parser.EntityDeclHandler = reader.refuse_entity
    try:
        parser.Parse(text.encode(errors="replace"), True)
    except expat.ExpatError as error:
        raise InputError(f"{NAME}, line {error.lineno}: {expat.ErrorString(error.code)}") from None
    names = {body.name: about for about, body in bodies("legup").items()}
    if reader.board is None or reader.name not in names:
        raise InputError(f"{NAME}: expected a <board> of {' or '.join(names)}, found {str(reader.name)[:40]!r}")
    about = determine_puzzle(NAME, bodies("legup"), puzzle, names[reader.name])
    return about, bodies("legup")[about].read(reader.board)


def write(puzzle: str, instance: Any) -> str:
    """The file of a board."""
    table = bodies("legup")
    body: LegupBody = table[determine_puzzle(NAME, table, puzzle)]
    board = body.write(instance)
    cells = [f'    <cell value="{value}" x="{c}" y="{r}"/>' for (r, c), (value, _) in sorted(board.cells.items())]
    axes = [
        line
        for side, clues in board.axes.items()
        for line in (
            f'   <axis side="{side}">',
            *(f'    <clue index="{index}" value="{value}"/>' for index, (value, _) in clues.items()),
            "   </axis>",
        )
    ]
    head = ['<Legup version="2.0.0">', f' <puzzle name="{body.name}">']
    head += [f'  <board height="{board.height}" width="{board.width}">', "   <cells>"]
    return "\n".join([*head, *cells, "   </cells>", *axes, "  </board>", " </puzzle>", "</Legup>", ""])


FORMAT = Format(
    name="legup",
    title=NAME,
    example='<Legup><puzzle name="LightUp"><board height="1" width="2"><cells><cell value="-1" x="1" y="0"/></cells>'
    "</board></puzzle></Legup>",
    puzzles=puzzles_of("legup"),
    recognises=recognises,
    read=read,
    write=write,
)
