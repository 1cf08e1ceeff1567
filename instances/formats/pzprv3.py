"""Files of pzpr (puzz.link: File > Save), `pzprv3`: the board and the player's progress on it; height first.

    pzprv3            the same on one line:     pzprv3/tents/1/3/. 1 . 1 /1 . 1 . /0 0 /
    tents
    1                 rows
    3                 columns
    ...               lines of the puzzle's own: words with a blank behind each

What the lines mean, a puzzle declares by `declare_file` (`models/puzzles/codecs/file_rows.py`). Marks of the player are
read, all or none, and ignored; so is what newer versions write after the board (`history:`, `info:`). A flag, a line of
letters above the board or `v:` among the first lines, changes the rules and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from instances.formats.contract import shared_format
from instances.formats.declarations import choose_body, puzzles_by_name
from instances.formats.pzpr_flags import VARIANT, refuse_flag
from models.puzzles.codecs.body import Body
from models.puzzles.codecs.bounds import board_size
from models.puzzles.codecs.grids import Line
from models.puzzles.codecs.sheet import Sheet
from rosetta.foundation.errors import InputError

NAME = "pzprv3 file"
VERSION = re.compile(r"pzprv3(\.\d{1,3})?")
FLAG = re.compile(r"[A-Za-z]{1,20}")  # alone on a line
VARIANT_RULES = re.compile(r'"variant(?:id)?"\s*:\s*(?!false|null|"")')  # in what follows `info:`
MORE = re.compile(r"\s*([A-Za-z]+:|__HISTORY__)")  # history:{...}, info:{...}, and whatever follows


def recognises(text: str) -> bool:
    """It begins with the name of the format, a genre and a number, so it is not the name of a file."""
    return bool(re.match(r"\s*pzprv3[\d.]*\s*[/\n]\s*\w+\s*[/\n]\s*(v:[^\s/]*\s*[/\n]\s*)?\d", text))


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of a file."""
    # line breaks may be replaced by slashes, all or some of them
    lines = [(i, line.rstrip("\r")) for i, line in enumerate(re.split(r"[\n/]", text.strip()), 1)]
    head = [line.strip() for _, line in lines[:4]]
    if len(head) < 4 or not VERSION.fullmatch(head[0]):
        raise InputError(f"{NAME}: expected the lines pzprv3, GENRE, ROWS, COLUMNS, found {' / '.join(head)[:60]!r}")
    genres = puzzles_by_name("pzprv3")
    if head[1] not in genres:
        raise InputError(f"{NAME}, line 2: expected one of the puzzles {', '.join(genres)}, found {head[1][:40]!r}")
    about, body = choose_body("pzprv3", NAME, puzzle, genres[head[1]])
    body = body.other_rules.get(head[1], body)
    _refuse_flags(about, body, lines)
    height, width = board_size(f"{NAME}, lines 3 and 4", head[2], head[3])
    instance, used = body.read(Sheet(f"{NAME} ({about})", height, width), lines[4:])
    for number, line in lines[4 + used :]:
        if MORE.match(line):
            break
        if line.strip():
            raise InputError(f"{NAME}, line {number}: expected the end of the board, found {line[:40]!r}")
    return about, instance


def _refuse_flags(puzzle: str, body: Body, lines: Sequence[Line]) -> None:
    """Raises InputError for a file with rules of its own. A row of a board has no letters alone."""
    variant = [(number, line.strip()) for number, line in lines[2:5] if line.strip().startswith(VARIANT)]
    variant += [(number, VARIANT) for number, line in lines[4:] if VARIANT_RULES.search(line)]
    flags = [(number, line.strip()) for number, line in lines[4:5] if FLAG.fullmatch(line.strip())]
    flags = [(number, flag) for number, flag in flags if body.flags.get(flag.lower()) != ""]
    for number, flag in variant + flags:
        refuse_flag(f"{NAME}, line {number}", puzzle, body, flag, "the file without this line")


def write(body: Body, sheet: Sheet, lines: list[str]) -> str:
    """The file of a board without any marks."""
    return "\n".join(["pzprv3", body.names[0], str(sheet.height), str(sheet.width), *lines, ""])


EXAMPLE = "pzprv3/lightup/2/3/. . 1 /- . . /"
FORMAT = shared_format("pzprv3", NAME, EXAMPLE, recognises, read, write, behind=" ", tells_puzzle=True, one_line=True)
