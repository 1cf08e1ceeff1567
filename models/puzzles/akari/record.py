"""The record of Akari: everything that the rest of the project asks of the puzzle."""

from __future__ import annotations

from models.puzzles.akari import rules, scene
from models.puzzles.codecs import Body
from models.puzzles.contract import Extras, Parameter, choice_reader, number_reader
from models.puzzles.introduction import Introduction
from models.puzzles.parts.answers import CellPieces
from models.puzzles.parts.composition import OwnText, compose_puzzle
from models.puzzles.setting.setter import Setter


def _load_setter() -> Setter:
    from models.puzzles.akari.setting import SETTER

    return SETTER


def _load_formats() -> dict[str, Body]:
    from models.puzzles.akari.formats import FORMATS

    return FORMATS


INTRODUCTION = Introduction(
    background=("Nikoli, 2001", "whether a board has an answer is an NP-complete question (McPhail 2005)"),
    example="7x7b20s4d0-1",
    sizes="any rows x columns, such as 7x7 or 10x14",
    models={
        "default": "for each cell, a clause of the cells that light it",
        "runs": "the same with a variable for each run of cells between walls: is a lamp in it?",
    },
)
PUZZLE = compose_puzzle(
    "akari",
    "Akari",
    (
        "every white cell is lit: a lamp lights its row and column up to the next wall",
        "no two lamps light each other",
        "a wall with a number touches exactly that many lamps, horizontally or vertically",
    ),
    text=OwnText(rules.parse, rules.format, rules.size),
    answer=CellPieces("lamp"),
    scene=scene.scene,
    formulations={"default": rules.model, "runs": rules.runs_model},
    verify=rules.verify,
    generate=rules.generate,
    turn=rules.turn,
    parameters={
        "bare": Parameter(10, number_reader(0, 100), "percent of the cells that are bare walls", "P"),
        "numbered": Parameter(10, number_reader(0, 100), "percent of the cells that are walls with a number", "P"),
        "generator": Parameter(
            rules.GENERATORS[0],
            choice_reader(rules.GENERATORS),
            f"how boards are made: {', '.join(rules.GENERATORS)}",
            "G",
        ),
    },
    extras=Extras(
        setter=_load_setter,
        formats=_load_formats,
        difficulty_known=True,
        legend=lambda p: "O lamp, - | + its light, # wall; a number on a wall says how many lamps touch it",
        advice=rules.advice,
        introduction=INTRODUCTION,
    ),
    summary="lamps that light every white cell, but not each other",
)
