"""Links of the editor Penpa+: `https://swaroopg92.github.io/penpa-edit/#m=edit&p=DATA`, a drawing of cells.

DATA is base64 of raw deflate of lines, some of them JSON. Its most frequent words, quotation marks included, are
abbreviated as z and a character: "surface" is zS, null is zO, and a z of its own is zZ. So every z begins a pair, and
one pass over the text undoes them all. A link is not trusted: 32 bytes of deflate can expand to a megabyte, and
brackets can be nested without end. The lines:

    1   square,NX,NY,38,THETA,1,1,...     columns and rows, the margins included; THETA 0 and the ones: not turned
    2   [top,bottom,left,right]           margins: cells that do not belong to the board but may hold numbers
    3   how the tools are set, JSON: {"pu_q": {"combi": ["akari", ..], ..}, ..}
    4   the question, JSON: {"surface": {CELL: COLOUR}, "number": {CELL: [TEXT, STYLE, SIZE]}, "symbol": ...}
    5   the answer, in the same form
    6   the cells there are: the first, and the distance from each to the next, which may stand before it
    7.. more settings; line 18: the genres that the author gave, JSON: ["akari"]

CELL = (row + 2 + top) * (NX + 4) + column + 2 + left. What a drawing means, a puzzle declares by
`declare_drawing` (`models/puzzles/codecs/drawing.py`). Lines and frames are taken for decoration.

Many puzzles look alike: numbers may be a slitherlink, black cells with numbers a Shakashaka. So a link is taken for a
puzzle that nobody named only if its genres name it, or its pieces (lamps, trees) or the author's tool belong to it.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from typing import Any
from urllib.parse import unquote

from instances.formats.contract import shared_format
from instances.formats.declarations import bodies, choose_body, puzzles_of
from instances.json_text import parse_json
from models.puzzles.codecs.body import Body
from models.puzzles.codecs.bounds import board_size
from models.puzzles.codecs.drawing import Cell, Drawing
from models.puzzles.codecs.sheet import Sheet
from models.puzzles.registry import canonical_name, is_known
from rosetta.foundation.errors import InputError

NAME = "Penpa+ link"
HOME = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
LINK = re.compile(r"(?:[^#?]*[#?](?:[^#]{0,200}#)?)?m=(?:edit|solve)&p=(?P<data>[^&]*)(?:&.*)?", re.S)
LARGEST = 8_000_000  # characters when inflated
WORDS = {
    "surface": "S", "number": "N", "symbol": "Y", "line": "L", "lineE": "E", "wall": "W", "cage": "C", "grid": "G",
    "qa": "9", "pu_q": "Q", "pu_a": "A", "edit_mode": "M", "special": "P", "board": "B", "command_redo": "R",
    "command_undo": "U", "command_replay": "8", "numberS": "1", "freeline": "F", "freelineE": "2", "thermo": "T",
    "arrows": "3", "direction": "D", "squareframe": "0", "polygon": "5", "deletelineE": "4", "killercages": "6",
    "nobulbthermo": "7", "__a": "_",
}  # fmt: skip
LONG = {"Z": "z", "O": "null", **{code: f'"{word}"' for word, code in WORDS.items()}}
SHORT = re.compile("|".join(["null", *(f'"{word}"' for word in WORDS)]))
SHAPES = tuple(re.findall(r"\w+", "square, sudoku, kakuro"))  # three names for a grid of squares
CANDIDATES = "7"  # the size of the player's numbers
MOST_MARGIN = 1000
GENRES = 18  # the line with the genres of a link
TOOLS = {
    "edit_mode": "surface", "surface": ["", 1], "line": ["1", 3], "lineE": ["1", 3], "wall": ["", 3],
    "cage": ["1", 10], "number": ["1", 1], "symbol": ["circle_L", 1], "special": ["thermo", ""], "board": ["", ""],
    "move": ["1", ""], "combi": ["battleship", ""], SHAPES[1]: ["1", 1],
}  # fmt: skip
HISTORY = ("command_redo", "command_undo", "command_replay")
TABLES = (
    "surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall", "cage", "deletelineE",
)  # fmt: skip
LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the cells are. rows, cols: with margins; top_margin, left_margin: of these, before the board."""

    rows: int
    cols: int
    top_margin: int
    left_margin: int

    def index(self, cell: Cell) -> int:
        return (cell[0] + 2 + self.top_margin) * (self.cols + 4) + cell[1] + 2 + self.left_margin

    def cell(self, what: str, index: str) -> Cell:
        number = int(index) if index.isascii() and index.isdigit() and len(index) < 12 else -1
        if not 0 <= number < (self.rows + 4) * (self.cols + 4):  # beyond: corners and edges
            raise InputError(f"{NAME}, line 4: {what}: expected the number of a cell, found {index[:40]!r}")
        row, col = divmod(number, self.cols + 4)
        return row - 2 - self.top_margin, col - 2 - self.left_margin


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of a link."""
    known = puzzles_of("penpa")
    if puzzle is not None and puzzle not in known:
        raise InputError(
            f"{NAME}: does not know {puzzle}, only {', '.join(known)}: links of other puzzles are not read"
        )
    lines = unpack_link(text)
    drawing = _drawing(lines)
    about, body = choose_body("penpa", NAME, puzzle, _puzzle_of(lines, drawing, puzzle))
    return about, body.read(Sheet(f"{NAME} ({about})", drawing.height, drawing.width), drawing)


def _puzzle_of(lines: list[str], drawing: Drawing, expected: str | None) -> str | None:
    """The puzzle that a link says it is of, None if another is not said and one is expected. Raises InputError."""
    genres = _genres(lines)
    named = [canonical_name(genre) for genre in genres if is_known(genre)]
    drawn = [name for name, body in bodies("penpa").items() if body.fits and body.fits(drawing)]
    if expected is not None:
        return None if expected in named + drawn else next(iter(named + drawn), None)
    told = {*(named or drawn or ([] if genres else _tools(lines)))}
    if len(told) == 1 and told <= {*puzzles_of("penpa")} and not _is_of_numbers_alone(drawing):
        return told.pop()
    known = " or ".join(puzzles_of("penpa"))
    found = "numbers alone, which may be of many puzzles" if _is_of_numbers_alone(drawing) else "neither"
    if genres and told - {*puzzles_of("penpa")}:
        found = f"the genre {', '.join(genres)[:60]!r}"
    raise InputError(
        f"{NAME}: expected {known} as the genre that the author gave, or pieces or a tool of these puzzles; found "
        f"{found}. Name the puzzle if it is {known}; links of others are not read"
    )


def _genres(lines: list[str]) -> list[str]:
    """The genres that the author gave."""
    genres = _read_setting(lines, GENRES)
    return [genre for genre in genres if isinstance(genre, str)] if isinstance(genres, list) else []


def _tools(lines: list[str]) -> list[str]:
    """The puzzles whose own tool was chosen when the link was made."""
    settings = _read_setting(lines, 3)
    layers = settings.values() if isinstance(settings, dict) else []
    tools = [layer.get("combi") for layer in layers if isinstance(layer, dict)]
    return [tool[0] for tool in tools if isinstance(tool, list) and tool and tool[0] in puzzles_of("penpa")]


def _read_setting(lines: list[str], number: int) -> Any:
    """The JSON on a line that a drawing can do without, None if there is none."""
    with suppress(InputError):
        return read_json(lines, number)
    return None


def _is_of_numbers_alone(drawing: Drawing) -> bool:
    """Are there numbers on the board, and nothing else? No puzzle that is read is drawn so."""
    return any(map(drawing.inside, drawing.numbers)) and not drawing.surface and not drawing.symbols


def _drawing(lines: list[str]) -> Drawing:
    """The question, on the board that the first two lines define."""
    frame, (height, width) = _read_frame(lines)
    question = read_json(lines, 4)
    drawing = Drawing(
        height,
        width,
        surface=_read_surface(question, frame),
        numbers=_read_numbers(question, frame),
        symbols=_read_symbols(question, frame),
        pieces=frozenset(_pieces(question)) | frozenset(_pieces(_read_setting(lines, 5))),
    )
    if len(lines) > 5:
        _check_cells(read_json(lines, 6), drawing, frame)
    return drawing


def _read_frame(lines: list[str]) -> tuple[_Frame, tuple[int, int]]:
    """Where the cells are, and how many rows and columns the board has without its margins."""
    head = lines[0].split(",")
    if head[0] not in SHAPES or len(head) < 3:
        raise InputError(f"{NAME}, line 1: expected {' or '.join(SHAPES)},COLUMNS,ROWS,.., found {lines[0][:60]!r}")
    if len(head) > 6 and head[4:7] != ["0", "1", "1"]:
        raise InputError(f"{NAME}, line 1: expected a board that is not turned, found {','.join(head[4:7])[:40]!r}")
    top, bottom, left, right = _read_margins(lines)
    rows, cols = board_size(f"{NAME}, line 1", head[2], head[1])
    size = board_size(f"{NAME}, lines 1 and 2", str(rows - top - bottom), str(cols - left - right))
    return _Frame(rows, cols, top, left), size


def _read_margins(lines: list[str]) -> list[int]:
    margins = read_json(lines, 2)
    if not (
        isinstance(margins, list)
        and len(margins) == 4
        and all(type(m) is int and 0 <= m <= MOST_MARGIN for m in margins)
    ):
        raise InputError(f"{NAME}, line 2: expected [top,bottom,left,right], found {lines[1][:60]!r}")
    return margins


def _read_surface(question: Any, frame: _Frame) -> dict[Cell, int]:
    """The colours of cells, -1 for one that is no number."""
    table = _table(question, "surface")
    return {frame.cell("surface", index): colour if type(colour) is int else -1 for index, colour in table}


def _read_numbers(question: Any, frame: _Frame) -> dict[Cell, str]:
    """The texts in cells, without those that the player notes."""
    numbers: dict[Cell, str] = {}
    for index, entry in _table(question, "number"):
        if not (isinstance(entry, list) and entry and isinstance(entry[0], int | str)):
            raise InputError(
                f"{NAME}, line 4: number {index[:20]}: expected [TEXT,STYLE,SIZE], found {describe_value(entry)}"
            )
        if entry[2:3] != [CANDIDATES] and str(entry[0]).strip():
            numbers[frame.cell("number", index)] = str(entry[0]).strip()
    return numbers


def _read_symbols(question: Any, frame: _Frame) -> dict[Cell, tuple[int, str]]:
    """Style and name of the symbols in cells, the style -1 where several are drawn at once."""
    symbols: dict[Cell, tuple[int, str]] = {}
    for index, entry in _table(question, "symbol"):
        if not (isinstance(entry, list) and len(entry) > 1 and isinstance(entry[1], str)):
            raise InputError(
                f"{NAME}, line 4: symbol {index[:20]}: expected [STYLE,NAME,LAYER], found {describe_value(entry)}"
            )
        symbols[frame.cell("symbol", index)] = entry[0] if type(entry[0]) is int else -1, entry[1]
    return symbols


def _pieces(layer: Any) -> Iterator[tuple[int, str]]:
    """Style and name of the symbols of a layer."""
    symbols = layer.get("symbol") if isinstance(layer, dict) else None
    for entry in symbols.values() if isinstance(symbols, dict) else ():
        if isinstance(entry, list) and len(entry) > 1 and type(entry[0]) is int and isinstance(entry[1], str):
            yield entry[0], entry[1]


def _table(question: Any, key: str) -> Iterator[tuple[str, Any]]:
    table = question.get(key, {}) if isinstance(question, dict) else None
    if not isinstance(table, dict):
        raise InputError(f"{NAME}, line 4: expected a table {key!r}, found {describe_value(question)}")
    return iter(table.items())


def _check_cells(steps: Any, drawing: Drawing, frame: _Frame) -> None:
    """Refuses a board with holes, which would be read as the full rectangle."""
    if not (isinstance(steps, list) and all(type(step) is int and abs(step) < 10**9 for step in steps)):
        raise InputError(f"{NAME}, line 6: expected a list of distances, found {describe_value(steps)}")
    there = set(accumulate(steps))
    for r in range(drawing.height):
        first = frame.index((r, 0))
        for c in range(drawing.width):
            if first + c not in there:
                where = f"row {r + 1}, column {c + 1}"
                raise InputError(f"{NAME}, line 6: expected a rectangle of cells, found none at {where}")


def write(body: Body, sheet: Sheet, drawing: Drawing) -> str:
    """The link of a board."""
    top, bottom, left, right = drawing.margins
    frame = _Frame(drawing.height + top + bottom, drawing.width + left + right, top, left)
    middle = (frame.rows // 2 + 2) * (frame.cols + 4) + frame.cols // 2 + 2
    canvas = f"{38 * (frame.cols + 1)},{38 * (frame.rows + 1)},{middle},{middle}"
    head = f"square,{frame.cols},{frame.rows},38,0,1,1,{canvas},0,0,0,0,Title: ,Author: ,,,OFF,false"
    tools = format_json({"qa": "pu_q", "grid": ["1", "2", "1"], "pu_q": TOOLS, "pu_a": TOOLS})
    empty = format_json(_layer(Drawing(0, 0), frame))
    question = format_json(_layer(drawing, frame))
    steps = [frame.index((0, 0)), *[1] * (drawing.width - 1)]
    steps += [frame.cols + 5 - drawing.width, *[1] * (drawing.width - 1)] * (drawing.height - 1)
    lines = [head, format_json(drawing.margins), tools, question, empty, format_json(steps), "[]", "{}", '"x"', '"x"']
    return pack_link([*lines, "[3,1,4]", tools, '"x"', "0", empty, empty, "{}", format_json(body.names)])


def _layer(drawing: Drawing, frame: _Frame) -> dict[str, Any]:
    """A drawing as Penpa+ keeps it."""
    layer: dict[str, Any] = {key: {"__a": []} for key in HISTORY}
    layer |= {key: {} for key in TABLES} | {key: [] for key in LISTS}
    layer["surface"] = {str(frame.index(cell)): colour for cell, colour in drawing.surface.items()}
    layer["number"] = {
        str(frame.index(cell)): [int(text) if text.isdigit() else text, 7 if cell in drawing.surface else 1, "1"]
        for cell, text in drawing.numbers.items()
    }
    layer["symbol"] = {str(frame.index(cell)): [*symbol, 1] for cell, symbol in drawing.symbols.items()}
    return layer


# ---- the data of a link ----------------------------------------------------------------------------------------------


def recognises(text: str) -> bool:
    """An address with such data behind its # (or ?, in older ones), or that part of one."""
    return bool(re.match(r"\s*((?i:https?)://[^\s#?]{0,200}[#?]([^\s#]{0,200}#)?|[#?])?m=(edit|solve)&p=", text))


def unpack_link(text: str) -> list[str]:
    """The lines in a link. Raises InputError."""
    link = LINK.fullmatch(unquote("".join(text.split())))
    if link is None:
        raise InputError(f"{NAME}: expected an address with #m=edit&p=DATA, found {text[:60]!r}")
    data = link["data"].rstrip("=")
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        content = inflate.decompress(b64decode(data + "=" * (-len(data) % 4), validate=True), LARGEST + 1)
        lines = content[:LARGEST].decode(errors="strict" if inflate.eof else "replace").split("\n")
    except (ValueError, zlib.error) as error:
        raise InputError(f"{NAME}: expected base64 of deflated text, found {data[:20]!r} ({error})") from None
    if len(content) > LARGEST:
        raise InputError(f"{NAME}: expected at most {LARGEST:,} characters when inflated, found more")
    if not inflate.eof:
        raise InputError(f"{NAME}: expected data up to their end, found {len(data)} characters without it")
    if inflate.unused_data:
        raise InputError(f"{NAME}: expected nothing behind the data, found {len(inflate.unused_data)} bytes more")
    return lines


def pack_link(lines: list[str]) -> str:
    """The link with these lines. Raises InputError if they are longer than we would read back."""
    content = "\n".join(lines).encode()
    if len(content) > LARGEST:
        raise InputError(f"{NAME}: can say at most {LARGEST:,} characters, found {len(content):,}")
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return HOME + b64encode(deflate.compress(content) + deflate.flush()).decode()


def read_json(lines: list[str], number: int) -> Any:
    """The JSON on a line; lines count from 1. Raises InputError."""
    here = f"{NAME}, line {number}"
    if len(lines) < number:
        raise InputError(f"{here}: expected JSON, found the end")
    text = lines[number - 1]
    try:
        return parse_json(re.sub("z(.?)", lambda pair: LONG[pair[1]], text, flags=re.S))
    except KeyError as error:
        raise InputError(f"{here}: expected an abbreviation, found 'z{error.args[0]}'") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{here}: expected JSON, found {text[:40]!r} ({error})") from None


def describe_value(value: Any) -> str:
    """A value in a few words, for messages."""
    return f"a {type(value).__name__}" if isinstance(value, list | dict) else repr(value)[:40]


def format_json(value: Any) -> str:
    """The JSON of a value, abbreviated."""
    text = json.dumps(value, separators=(",", ":")).replace("z", "zZ")
    return SHORT.sub(lambda word: "z" + ("O" if word[0] == "null" else WORDS[word[0].strip('"')]), text)


EXAMPLE = "m=edit&p=Ky4sTSxK1THWMeKKNtABw1iu6qpAq2ql5PzcpEwlq2ilxOzEokyl2NpaoEQwUMLQTMnKpLYWAA"
FORMAT = shared_format("penpa", NAME, EXAMPLE, recognises, read, write, tells_puzzle=True, one_line=True)
