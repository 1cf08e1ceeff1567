"""The record of Tents: everything that the rest of the project asks of the puzzle."""

from __future__ import annotations

from dataclasses import replace

from models.puzzles.codecs import Body
from models.puzzles.contract import Extras
from models.puzzles.introduction import Introduction
from models.puzzles.parts.answers import CellPieces
from models.puzzles.parts.composition import compose_puzzle
from models.puzzles.setting.setter import Setter
from models.puzzles.tents import rules, scene, source_models
from models.puzzles.tents.text import TEXT


def _load_setter() -> Setter:
    from models.puzzles.tents.setting import SETTER

    return SETTER


def _load_formats() -> dict[str, Body]:
    from models.puzzles.tents.formats import FORMATS

    return FORMATS


INTRODUCTION = Introduction(
    background=("also known as Tents and Trees",),
    example="8x8de-1",
    sizes="any rows x columns, such as 8x8 or 6x10",
    models={
        "default": "which tree owns which tent, a variable for each pair",
        "borders": "the same, with clues counted across the borders between rows and columns, for large boards",
        "source-ilp": "the integer program of Sapir and Ivenin: a direction from each tent to its tree",
        "source-cnf": "the clauses of Sapir and Ivenin, which count by a binary encoding",
    },
    options={
        "tree_rule": "trees and tents make pairs in some way (matching), in one way only (unique-matching), or need "
        "not, as long as each has one beside it (adjacent)"
    },
)
COMPOSED = compose_puzzle(
    "tents",
    "Tents",
    (
        "a tent stands beside its tree, horizontally or vertically, never on a tree",
        "tents do not touch, not even diagonally",
        "every tree has a tent of its own, every tent a tree of its own",
        "the number beside a row or column says how many tents it holds",
    ),
    text=TEXT,
    answer=CellPieces("tent"),
    scene=scene.scene,
    generate=rules.generate,
    formulations={
        "default": rules.model,
        "borders": rules.border_model,
        "source-ilp": source_models.source_ilp,
        "source-cnf": source_models.source_cnf,
    },
    verify=rules.verify,
    options={"tree_rule": rules.TREE_RULES},
    extras=Extras(
        setter=_load_setter,
        formats=_load_formats,
        difficulty_known=True,
        advice=rules.advice,
        legend=lambda p: "T tree, A tent, . neither; numbers: how many tents are in a row or column",
        encodings=source_models.ENCODINGS,
        introduction=INTRODUCTION,
    ),
    summary="a tent beside every tree, counted by row and column",
)
PUZZLE = replace(  # the source's formulations have other arrays
    COMPOSED, decode=rules.decode, project=rules.project, encode=rules.encode
)
