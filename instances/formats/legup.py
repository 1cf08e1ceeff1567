"""Puzzles of LEGUP (Rensselaer Polytechnic Institute), an XML text.

    <Legup version="2.0.0"><puzzle name="TreeTent"><board height="8" width="8">
      <cells><cell value="1" x="2" y="0"/> ...</cells>                       x: column, y: row, from 0
      <axis side="east"><clue index="A" value="2"/> ...</axis>               the clues of the rows
      <axis side="south"><clue index="1" value="2"/> ...</axis>              and of the columns
    </board></puzzle></Legup>

What the values mean, a puzzle declares by `declare_cells` (`models/puzzles/codecs/listed_cells.py`). The text is read
as a stream (`instances.xml_stream`). Refused are cells that come twice or lie outside.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from instances.formats.contract import shared_format
from instances.formats.declarations import choose_body, puzzles_by_name
from instances.xml_stream import Attributes, XmlStream
from models.puzzles.codecs.body import Body
from models.puzzles.codecs.bounds import board_size, parse_integer
from models.puzzles.codecs.listed_cells import LegupBoard
from models.puzzles.codecs.sheet import Sheet
from rosetta.foundation.errors import InputError

NAME = "LEGUP file"


@dataclass(slots=True)
class _LegupReader:
    """What has been read so far."""

    xml: XmlStream = field(default_factory=lambda: XmlStream(NAME))
    name: str | None = None
    board: LegupBoard | None = None
    side: str = ""

    def begin(self, tag: str, above: str, attributes: Attributes) -> None:
        if not above and tag != "Legup":
            raise InputError(f"{self.xml.location}: expected <Legup>, found <{tag[:40]}>")
        if (above, tag) == ("Legup", "puzzle") and self.name is None:
            self.name = self.xml.attribute(attributes, "name")
        elif (above, tag) == ("puzzle", "board"):
            self.begin_board(attributes)
        elif (above, tag) == ("cells", "cell"):
            self.add_cell(attributes)
        elif (above, tag) == ("board", "axis"):
            self.side = self.xml.attribute(attributes, "side")
        elif (above, tag) == ("axis", "clue"):
            self.add_clue(attributes)

    def begin_board(self, attributes: Attributes) -> None:
        if self.board is not None:
            raise InputError(f"{self.xml.location}: expected one <board>, found a second")
        sides = (attributes.get(side, attributes.get("size", "")) for side in ("height", "width"))
        self.board = LegupBoard(*board_size(self.xml.location, *sides))

    def add_cell(self, attributes: Attributes) -> None:
        here = self.xml.location
        if self.board is None:
            raise InputError(f"{here}: expected <cell> in a <board>")
        row, column = (
            parse_integer(here, f"the {axis} of a cell", self.xml.attribute(attributes, axis), 0, most - 1)
            for axis, most in (("y", self.board.height), ("x", self.board.width))
        )
        if (row, column) in self.board.cells:
            raise InputError(f"{here}: expected each cell once, found (x {column}, y {row}) again")
        self.board.cells[row, column] = self.xml.attribute(attributes, "value"), self.xml.line

    def add_clue(self, attributes: Attributes) -> None:
        if self.board is None:
            raise InputError(f"{self.xml.location}: expected <clue> in a <board>")
        clues, index = self.board.axes.setdefault(self.side, {}), self.xml.attribute(attributes, "index")
        if index in clues:
            raise InputError(f"{self.xml.location}: expected each clue once, found {self.side} {index[:20]} again")
        clues[index] = self.xml.attribute(attributes, "value"), self.xml.line


def recognises(text: str) -> bool:
    """An XML text with an element of that name near its beginning."""
    return bool(re.match(r"\s*<", text) and re.search(r"<Legup\b", text[:5000]))


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of a file."""
    reader = _LegupReader()
    reader.xml.read(text, reader.begin)
    names = puzzles_by_name("legup")
    if reader.board is None or reader.name not in names:
        raise InputError(f"{NAME}: expected a <board> of {' or '.join(names)}, found {str(reader.name)[:40]!r}")
    about, body = choose_body("legup", NAME, puzzle, names[reader.name])
    return about, body.read(Sheet(f"{NAME} ({about})", reader.board.height, reader.board.width), reader.board)


def write(body: Body, sheet: Sheet, board: LegupBoard) -> str:
    """The file of a board."""
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
    head = ['<Legup version="2.0.0">', f' <puzzle name="{body.names[0]}">']
    head += [f'  <board height="{board.height}" width="{board.width}">', "   <cells>"]
    return "\n".join([*head, *cells, "   </cells>", *axes, "  </board>", " </puzzle>", "</Legup>", ""])


EXAMPLE = (
    '<Legup><puzzle name="LightUp"><board height="1" width="2"><cells><cell value="-1" x="1" y="0"/></cells></board>'
    "</puzzle></Legup>"
)
FORMAT = shared_format("legup", NAME, EXAMPLE, recognises, read, write, tells_puzzle=True)
