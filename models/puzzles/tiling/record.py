"""The record of Tilings: everything that the rest of the project asks of the puzzle."""

from __future__ import annotations

from models.puzzles.contract import Extras, Parameter, choice_reader
from models.puzzles.introduction import Introduction
from models.puzzles.parts.composition import OwnText, compose_puzzle
from models.puzzles.setting.setter import Setter
from models.puzzles.tiling import generate, rules, scene, symmetry
from models.puzzles.tiling.counting import merging


def _load_setter() -> Setter:
    from models.puzzles.tiling.setting import SETTER

    return SETTER


INTRODUCTION = Introduction(
    background=("S. W. Golomb named pentominoes and other polyominoes (1954)",),
    example="rectangle-6x10",
    sizes="3x20, 4x15, 5x12, 6x10 and 8x8 with pentominoes, and boxes such as 3x4x5; any with --pieces random",
    models={
        "cells": "an exact cover: each cell once, each piece as often as it is there",
        "coloured": "the same and an equation from the colours of a chessboard",
        "source": "clauses alone: each cell at least once, and all pairs of placements that exclude each other",
        "source-each": "the same, and each piece at least once",
    },
)
PUZZLE = compose_puzzle(
    "tiling",
    "Tiling",
    (
        "every cell of the board is covered exactly once",
        "every piece lies on the board as often as it is there, turned as it may be",
    ),
    text=OwnText(rules.parse, rules.format, rules.size),
    answer=rules.PLACED,
    scene=scene.scene,
    generate=rules.generate,
    formulations={
        "cells": rules.model,
        "coloured": rules.coloured_model,
        "source": rules.source,
        "source-each": rules.source_each,
    },
    verify=rules.verify,
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
        legend=lambda p: "lines stand between pieces, and a letter is the name of one",
        symmetries=symmetry.symmetries,
        transform=symmetry.transform,
        introduction=INTRODUCTION,
    ),
    summary="pieces that cover a board or a box exactly",
)
