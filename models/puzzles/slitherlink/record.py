"""The record of Slitherlink: everything that the rest of the project asks of the puzzle."""

from __future__ import annotations

from functools import partial

from models.neutral import CYCLES
from models.puzzles.contract import Advice, Extras, Parameter, Puzzle, number_reader
from models.puzzles.slitherlink import draw, rules

PUZZLE = Puzzle(
    name="slitherlink",
    title="Slitherlink",
    rules=(
        "the lines form a single loop from dot to dot, which neither crosses nor touches itself",
        "a cell with a number has as many lines around it as its number says",
    ),
    parse=rules.parse,
    format=rules.format,
    generate=rules.generate,
    formulations={**{name: partial(rules.model, by=name) for name in CYCLES}, "inside": rules.inside_model},
    decode=rules.decode,
    verify=rules.verify,
    project=rules.project,
    answer_json=rules.answer_json,
    answer_from_json=rules.answer_from_json,
    draw_text=draw.draw_text,
    draw_svg=draw.draw_svg,
    size=rules.size,
    name_of=rules.name_of,
    parameters={"clues": Parameter(50, number_reader(0, 100), "percent of the cells that keep their number", "P")},
    extras=Extras(
        advice=lambda p: Advice("lazy", solvers=("cnf",), by_solver=(("cpsat", "circuit"),)),
        cells_of=rules.cells_of,
        row_name=rules.row_name,
        row_cells=rules.row_cells,
        grids=draw.grids,
        squares=draw.squares,
        piece="line",
        clues=(rules.CLUE,),
        exclude=rules.exclude,
        without_clue=rules.without_clue,
        symmetries=rules.symmetries,
        transform=rules.transform,
        example=(((0, 0), (0, 1)), ((0, 0), (1, 0))),
    ),
)
