"""The record of Hashiwokakero: everything that the rest of the project asks of the puzzle."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from models.neutral.wording.number_parts import count_word
from models.puzzles.codecs import Body
from models.puzzles.contract import Extras, Parameter, number_reader
from models.puzzles.hashi import rules
from models.puzzles.hashi.exclude import exclude
from models.puzzles.hashi.generate import SHARE, generate
from models.puzzles.hashi.instance import MOST, UNKNOWN, USUAL, Hashi
from models.puzzles.hashi.scene import scene
from models.puzzles.hashi.verify import verify
from models.puzzles.introduction import LONG_WAY_WORDS, Introduction
from models.puzzles.parts.composition import compose_puzzle
from models.puzzles.parts.connection import advise_cuts, connected_ways


def _load_formats() -> dict[str, Body]:
    from models.puzzles.hashi.formats import FORMATS

    return FORMATS


def caption(p: Hashi) -> str:
    """How many bridges may lie side by side, where that is unusual."""
    return "" if p.most == USUAL else f"at most {count_word(p.most)} side by side"


def legend(p: Hashi) -> str:
    """What the signs of a drawn answer mean."""
    more = ", % three, # four" if p.most > 2 else ""
    return f'a number is an island; - and | one bridge, = and " two{more}'


def without_clue(p: Hashi) -> Iterable[Hashi]:
    """The board without the number of one island, for each that has one."""
    for r, c in np.argwhere(p.cells > 0).tolist():
        cells = p.cells.copy()
        cells[r, c] = UNKNOWN
        yield Hashi(cells, p.most)


INTRODUCTION = Introduction(
    background=("Nikoli, where it is called Hashi o kakero (build bridges)",),
    example="7x7i30e10m2d0-1",
    sizes="from 1x3 on, such as 7x7 or 10x14",
    models=LONG_WAY_WORDS,
)
PUZZLE = compose_puzzle(
    "hashi",
    "Hashiwokakero",
    (
        "bridges run in a row or column from an island to the next one",
        "between two islands there are at most two bridges, or as many as the board allows",
        "an island has as many bridges as its number says",
        "bridges do not cross",
        "all islands are connected by bridges",
    ),
    text=rules.TEXT,
    answer=rules.BRIDGES,
    scene=scene,
    formulations=connected_ways(rules.model),
    verify=verify,
    generate=generate,
    parameters={
        "bridges": Parameter(USUAL, number_reader(1, MOST), "bridges between two islands, at most", "K"),
        "islands": Parameter(
            SHARE, number_reader(1, 50), "percent of the cells that are islands, where there is room", "P"
        ),
    },
    extras=Extras(
        formats=_load_formats,
        advice=advise_cuts,
        legend=legend,
        exclude=exclude,
        without_clue=without_clue,
        caption=caption,
        introduction=INTRODUCTION,
    ),
    summary="bridges that join islands, as many to each as it says",
)
