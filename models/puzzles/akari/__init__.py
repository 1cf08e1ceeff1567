"""Akari, also called Light Up: place lamps so that every white cell is lit. The rules are in `rules`."""

from __future__ import annotations

import numpy as np

from models.puzzles.akari import draw
from models.puzzles.akari.rules import (
    CLUE,
    GENERATORS,
    advice,
    answer_from_json,
    answer_json,
    cells_of,
    decode,
    format,
    generate,
    model,
    name_of,
    parse,
    project,
    row_name,
    runs_model,
    size,
    verify,
)
from models.puzzles.boards import isometries
from models.puzzles.contract import Parameter, Puzzle, choice_reader, number_reader

PUZZLE = Puzzle(
    name="akari",
    title="Akari",
    rules=(
        "every white cell is lit: a lamp lights its row and column up to the next wall",
        "no two lamps light each other",
        "a wall with a number touches exactly that many lamps, horizontally or vertically",
    ),
    parse=parse,
    format=format,
    generate=generate,
    formulations={"default": model, "runs": runs_model},
    decode=decode,
    verify=verify,
    project=project,
    answer_json=answer_json,
    answer_from_json=answer_from_json,
    draw_text=draw.draw_text,
    draw_svg=draw.draw_svg,
    size=size,
    name_of=name_of,
    cells_of=cells_of,
    row_name=row_name,
    clues=(CLUE,),
    advice=advice,
    symmetries=lambda p: [image for image in isometries(size(p)) if np.array_equal(image.board(p.cells), p.cells)],
    parameters={
        "bare": Parameter(10, number_reader(0, 100), "percent of the cells that are bare walls", "P"),
        "numbered": Parameter(10, number_reader(0, 100), "percent of the cells that are walls with a number", "P"),
        "generator": Parameter(
            GENERATORS[0], choice_reader(GENERATORS), f"how boards are made: {', '.join(GENERATORS)}", "G"
        ),
    },
)
