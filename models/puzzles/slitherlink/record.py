"""The record of Slitherlink: everything that the rest of the project asks of the puzzle."""

from __future__ import annotations

from functools import partial

from models.neutral import CYCLES
from models.puzzles.codecs import Body
from models.puzzles.contract import Extras, Parameter, number_reader
from models.puzzles.introduction import LOOP_WAY_WORDS, Introduction
from models.puzzles.parts.composition import compose_puzzle
from models.puzzles.parts.loops import advise_loop
from models.puzzles.slitherlink import clues, rules
from models.puzzles.slitherlink.instance import TEXT
from models.puzzles.slitherlink.scene import scene
from models.puzzles.slitherlink.verify import verify


def _load_formats() -> dict[str, Body]:
    from models.puzzles.slitherlink.formats import FORMATS

    return FORMATS


INTRODUCTION = Introduction(
    background=("Nikoli, 1989", "whether a board has an answer is an NP-complete question (Yato 2000)"),
    example="easy-5",
    sizes="1x1 to 500x500",
    models={
        **LOOP_WAY_WORDS,
        "inside": "seen from the cells: what is inside of the loop is connected, and so is what is outside",
    },
)
PUZZLE = compose_puzzle(
    "slitherlink",
    "Slitherlink",
    (
        "the lines form a single loop from dot to dot, which neither crosses nor touches itself",
        "a cell with a number has as many lines around it as its number says",
    ),
    text=TEXT,
    answer=rules.LOOP,
    scene=scene,
    formulations={**{name: partial(rules.model, by=name) for name in CYCLES}, "inside": rules.inside_model},
    verify=verify,
    generate=clues.generate,
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
        advice=advise_loop,
        legend=lambda p: "+ dot, --- and | lines of the loop; a number says how many lines its cell has",
        exclude=clues.exclude,
        by_difficulty=clues.BY_DIFFICULTY,
        introduction=INTRODUCTION,
    ),
    summary="a loop with as many lines around a cell as it says",
)
