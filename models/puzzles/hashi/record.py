"""The record of Hashiwokakero: everything that the rest of the project asks of the puzzle."""

from __future__ import annotations

from functools import partial

from models.neutral import LONG_WAYS
from models.puzzles.codecs import Body
from models.puzzles.contract import Advice, Extras, Parameter, Puzzle, number_reader
from models.puzzles.hashi import draw, names, rules
from models.puzzles.hashi.exclude import exclude
from models.puzzles.hashi.generate import SHARE, generate
from models.puzzles.hashi.instance import MOST, USUAL, Hashi
from models.puzzles.hashi.verify import verify


def _load_formats() -> dict[str, Body]:
    from models.puzzles.hashi.formats import FORMATS

    return FORMATS


def size(p: Hashi) -> tuple[int, int]:
    """Rows and columns."""
    height, width = p.cells.shape
    return height, width


def caption(p: Hashi) -> str:
    """How many bridges may lie side by side, where that is unusual."""
    return "" if p.most == USUAL else f"at most {names.COUNTS[p.most]} side by side"


PUZZLE = Puzzle(
    name="hashi",
    title="Hashiwokakero",
    rules=(
        "bridges run in a row or column from an island to the next one",
        "between two islands there are at most two bridges, or as many as the board allows",
        "an island has as many bridges as its number says",
        "bridges do not cross",
        "all islands are connected by bridges",
    ),
    parse=rules.parse,
    format=rules.TEXT.format,
    size=size,
    generate=generate,
    formulations={name: partial(rules.model, by=name) for name in LONG_WAYS},
    decode=rules.decode,
    project=rules.project,
    verify=verify,
    answer_json=rules.answer_json,
    answer_from_json=rules.answer_from_json,
    draw_text=draw.draw_text,
    draw_svg=draw.draw_svg,
    name_of=names.name_of,
    parameters={
        "bridges": Parameter(USUAL, number_reader(1, MOST), "between two islands at most", "K"),
        "islands": Parameter(SHARE, number_reader(1, 50), "percent of the cells, where there is room", "P"),
    },
    extras=Extras(
        formats=_load_formats,
        advice=lambda p: Advice("lazy", solvers=("cnf",)),
        pieces=rules.bridge_units,
        row_name=names.row_name,
        name_together=names.name_together,
        cells_of=names.cells_of,
        row_cells=names.row_cells,
        grids=draw.grids,
        squares=draw.squares,
        legend=draw.legend,
        exclude=exclude,
        without_clue=names.without_clue,
        caption=caption,
        transform=rules.transform,
        example=(((0, 0), (0, 2), 1),),
    ),
)
