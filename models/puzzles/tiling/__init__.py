"""Tilings: cover a board with pieces. The rules are in `rules`; `counting` counts without a solver."""

from __future__ import annotations

from models.puzzles.contract import Parameter, Puzzle, choice_reader
from models.puzzles.tiling import draw, svg
from models.puzzles.tiling import generate as tiling_generate
from models.puzzles.tiling.counting.merging import SPECIAL_SOLVERS
from models.puzzles.tiling.rules import (
    advice,
    answer_from_json,
    answer_json,
    cells_of,
    clash,
    coloured_model,
    decode,
    format,
    generate,
    identify,
    maker_by_name,
    model,
    name_of,
    notes,
    parse,
    pieces,
    project,
    row_name,
    size,
    source,
    source_each,
    verify,
)
from models.puzzles.tiling.symmetry import symmetries

PUZZLE = Puzzle(
    name="tiling",
    title="Tiling",
    rules=(
        "every cell of the board is covered exactly once",
        "every piece lies on the board as often as it is there, turned as it may be",
    ),
    parse=parse,
    format=format,
    generate=generate,
    named=maker_by_name,
    names=tiling_generate.NAMES,
    identify=identify,
    formulations={"cells": model, "coloured": coloured_model, "source": source, "source-each": source_each},
    notes=notes,
    advice=advice,
    solvers=SPECIAL_SOLVERS,
    decode=decode,
    verify=verify,
    project=project,
    answer_json=answer_json,
    answer_from_json=answer_from_json,
    draw_text=draw.draw_text,
    draw_svg=svg.draw_svg,
    size=size,
    name_of=name_of,
    cells_of=cells_of,
    row_name=row_name,
    clash=clash,
    symmetries=symmetries,
    pieces=pieces,
    parameters={
        "pieces": Parameter(
            "pentominoes", choice_reader(tiling_generate.PIECES), "of a size: pentominoes, or cut at random", "SET"
        ),
    },
)
