"""The record of Tilings: everything that the rest of the project asks of the puzzle."""

from __future__ import annotations

from models.puzzles.contract import Extras, Parameter, Puzzle, choice_reader
from models.puzzles.setting.setter import Setter
from models.puzzles.tiling import draw, generate, rules, svg, symmetry
from models.puzzles.tiling.counting import merging


def _load_setter() -> Setter:
    from models.puzzles.tiling.setting import SETTER

    return SETTER


PUZZLE = Puzzle(
    name="tiling",
    title="Tiling",
    rules=(
        "every cell of the board is covered exactly once",
        "every piece lies on the board as often as it is there, turned as it may be",
    ),
    parse=rules.parse,
    format=rules.format,
    generate=rules.generate,
    formulations={
        "cells": rules.model,
        "coloured": rules.coloured_model,
        "source": rules.source,
        "source-each": rules.source_each,
    },
    decode=rules.decode,
    verify=rules.verify,
    project=rules.project,
    answer_json=rules.answer_json,
    answer_from_json=rules.answer_from_json,
    draw_text=draw.draw_text,
    draw_svg=svg.draw_svg,
    size=rules.size,
    name_of=rules.name_of,
    parameters={
        "pieces": Parameter(
            "pentominoes", choice_reader(generate.PIECES), "of a size: pentominoes, or cut at random", "SET"
        ),
    },
    extras=Extras(
        setter=_load_setter,
        any_size={"pieces": "random"},  # the standard sets have too many cells for most
        named=rules.maker_by_name,
        names=generate.NAMES,
        identify=rules.identify,
        notes=rules.notes,
        advice=rules.advice,
        solvers=merging.SPECIAL_SOLVERS,
        cells_of=rules.cells_of,
        row_name=rules.row_name,
        grids=draw.grids,
        squares=svg.squares,
        legend=lambda p: "lines stand between pieces, and a letter is the name of one",
        clash=rules.clash,
        symmetries=symmetry.symmetries,
        transform=symmetry.transform,
        example=(("V", ((0, 0), (0, 1), (1, 0))),),
    ),
)
