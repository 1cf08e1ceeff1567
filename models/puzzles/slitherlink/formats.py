"""Slitherlink in exchange formats: the numbers in its cells."""

from __future__ import annotations

from models.puzzles.codecs import (
    LONGEST_RUN,
    Body,
    CellWalk,
    Letters,
    MarksAround,
    NumberedLetter,
    Parts,
    Spaces,
    WordRows,
    declare_file,
    declare_game,
    declare_lines,
    declare_sections,
    declare_text,
    small_numbers,
)
from models.puzzles.slitherlink.instance import BLANK, MOST_CLUE, board

NUMBERS = {str(clue): clue for clue in range(MOST_CLUE + 1)}
CLUES = Parts(board, lambda p: (p.numbers,))
WORDS = WordRows({"-": BLANK, **NUMBERS})
FLAGS = {"f": "that the loop visits every point"}
NAMES = ("slither", "slitherlink")
LETTERS = r"t\d+(?:d[a-z])?"  # how the plane is tiled, and how difficult the board is
TILING = r"t(?P<number>\d{1,3}).*"
SQUARES = 0
TILINGS = (  # by number: loopy.c, in its order
    *("squares", "triangular", "honeycomb", "snub-square", "Cairo", "great-hexagonal", "octagonal", "kites", "floret"),
    *("dodecagonal", "great-dodecagonal", "Penrose (kite/dart)", "Penrose (rhombs)", "great-great-dodecagonal"),
    *("kagome", "compass-dodecagonal", "hats", "spectres"),
)

FORMATS: dict[str, Body] = {
    "puzzlink": declare_text(
        [small_numbers(empty=BLANK, question=BLANK)], CLUES, names=NAMES, example="slither/3/3/a3i3c", flags=FLAGS
    ),
    "tatham": declare_game(  # without the letters, it would be a board of Light Up, which has the same digits
        [CellWalk((Spaces(BLANK, "a", LONGEST_RUN), Letters(NUMBERS)))],
        Parts(lambda numbers, tiling: board(numbers), lambda p: (p.numbers, SQUARES)),
        size_letters=NumberedLetter(
            *("t", TILING, range(SQUARES, SQUARES + 1), "t0 (squares) after the size"), names=TILINGS
        ),
        names=("loopy",),
        title="Loopy",
        example="3x3t0:a1a2210b",
        letters=LETTERS,
    ),
    "pzprv3": declare_file(
        [WordRows({".": BLANK, **NUMBERS}, also={"-": BLANK})], CLUES, marks=MarksAround(), names=NAMES, flags=FLAGS
    ),
    "janko": declare_sections({"problem": WORDS}, CLUES, names=("slitherlink",)),
    "puzzlekit": declare_lines([WORDS], CLUES),
}
