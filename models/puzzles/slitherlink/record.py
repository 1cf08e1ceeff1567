"""The record of Slitherlink: everything that the rest of the project asks of the puzzle."""

from __future__ import annotations

from functools import partial

from models.neutral import CYCLES
from models.puzzles.codecs import Body
from models.puzzles.contract import Advice, Extras, Parameter, Puzzle, number_reader
from models.puzzles.slitherlink import clues, draw, names, rules, symmetry, text
from models.puzzles.slitherlink.verify import verify


def _load_formats() -> dict[str, Body]:
    from models.puzzles.slitherlink.formats import FORMATS

    return FORMATS


PUZZLE = Puzzle(
    name="slitherlink",
    title="Slitherlink",
    rules=(
        "the lines form a single loop from dot to dot, which neither crosses nor touches itself",
        "a cell with a number has as many lines around it as its number says",
    ),
    parse=text.parse,
    format=text.format,
    generate=clues.generate,
    formulations={**{name: partial(rules.model, by=name) for name in CYCLES}, "inside": rules.inside_model},
    decode=rules.decode,
    verify=verify,
    project=rules.project,
    answer_json=text.answer_json,
    answer_from_json=text.answer_from_json,
    draw_text=draw.draw_text,
    draw_svg=draw.draw_svg,
    size=lambda p: p.shape,
    name_of=names.name_of,
    parameters={
        "clues": Parameter(
            None,
            number_reader(0, 100),
            f"percent of the cells that keep their number; {clues.USUAL_CLUES} unless --difficulty suits others",
            "P",
        )
    },
    extras=Extras(
        formats=_load_formats,
        advice=lambda p: Advice("lazy", solvers=("cnf",), by_solver=(("cpsat", "circuit"),)),
        cells_of=names.cells_of,
        row_name=names.row_name,
        row_cells=names.row_cells,
        grids=draw.grids,
        squares=draw.squares,
        legend=lambda p: "+ dot, --- and | lines of the loop; a number says how many lines its cell has",
        piece="line",
        exclude=clues.exclude,
        without_clue=clues.without_clue,
        by_difficulty=clues.BY_DIFFICULTY,
        transform=symmetry.transform,
        example=(((0, 0), (0, 1)), ((0, 0), (1, 0))),
    ),
)
