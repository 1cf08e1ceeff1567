"""Nurikabe in exchange formats: the sizes of islands, and question marks for those that are not told."""

from __future__ import annotations

from models.puzzles.codecs import (
    Body,
    NumberRows,
    declare_file,
    declare_lines,
    declare_sections,
    declare_text,
    numbers16,
    parts_of_record,
)
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe

CLUES = parts_of_record(Nurikabe, "clues")
WORDS = NumberRows({"-": NO_CLUE, "?": ANY_SIZE})

FORMATS: dict[str, Body] = {
    "puzzlink": declare_text(
        [numbers16(empty=NO_CLUE, question=ANY_SIZE, noun="size", least=1)],
        CLUES,
        names=("nurikabe",),
        example="nurikabe/5/5/g5k2o1k3g",
    ),
    "pzprv3": declare_file(  # the player's marks stand in the same rows: # sea, + land
        [NumberRows({".": NO_CLUE, "-": ANY_SIZE}, also={"#": NO_CLUE, "+": NO_CLUE})], CLUES, names=("nurikabe",)
    ),
    "janko": declare_sections({"problem": WORDS}, CLUES, names=("nurikabe",)),
    "puzzlekit": declare_lines([WORDS], CLUES),
}
