"""Boards with a number, a question mark, or nothing in each cell, in all formats that are known for such boards.

    formats=lambda: declare_numbers(Shikaku, "numbers", 0, -1, names=("shikaku",), example="shikaku/3/3/6m3", ...)

puzz.link       numbers in base 16                                      6m3
tatham          decimal numbers and runs of empty cells                 3x3:6g3
pzprv3          rows of words: `.` nothing, `-` a question mark         . 6 -
janko           rows below the key `problem`: `-` nothing, `?`          - 6 ?
puzzlekit       the same rows

What one puzzle has otherwise is a body of its own: `{**declare_numbers(...), "tatham": declare_game(...)}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.puzzles.codecs.body import Body, parts_of_record
from models.puzzles.codecs.file_rows import declare_file
from models.puzzles.codecs.game_ids import LONGEST_RUN, declare_game
from models.puzzles.codecs.player_marks import NO_MARKS, PlayerMarks
from models.puzzles.codecs.pzpr_cells import numbers16
from models.puzzles.codecs.rows import NumberRows, declare_rows
from models.puzzles.codecs.steps import DecimalNumbers, Spaces
from models.puzzles.codecs.walks import CellWalk, declare_text

MOST = 9999  # the largest number in a game ID


def declare_numbers(
    board: type[Any],
    field: str,
    none: int,
    question: int | None = None,
    *,
    names: tuple[str, ...],
    noun: str = "number",
    marks: PlayerMarks | None = None,
    game: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Body]:
    """A puzzle on such boards in all these formats. Numbers are from 1 on.

    board: the record.
    field: its numbers, shape (rows, columns).
    none, question: what an empty cell holds, and one with a question mark; None where such a mark says nothing, and is
        not written.
    names: of the puzzle in all formats but `tatham`; more: of it in puzz.link, such as its example.
    noun: what a number is, in messages (`size`).
    marks: what players leave in files of pzpr, below the board; None where it stands in the same rows, `#` a shaded
        cell, `+` another one.
    game: of the puzzle in game IDs, fields of `Body`: names, title, example; None where the collection does not have
        it.
    """
    numbers, are_asked = parts_of_record(board, field), question is not None
    mark, beside = question if question is not None else none, {"#": none, "+": none} if marks is None else {}
    file = NumberRows({".": none} | ({"-": mark} if are_asked else {}), beside | ({} if are_asked else {"-": none}))
    rows = NumberRows({"-": none} | ({"?": mark} if are_asked else {}))
    walk = CellWalk((Spaces(none, "a", LONGEST_RUN), DecimalNumbers(MOST)))
    return {
        "puzzlink": declare_text([numbers16(none, mark, noun, least=1)], numbers, names=names, **more),
        **({} if game is None else {"tatham": declare_game([walk], numbers, **game)}),
        "pzprv3": declare_file([file], numbers, marks=NO_MARKS if marks is None else marks, names=names),
        **declare_rows(rows, numbers, names=names),
    }
