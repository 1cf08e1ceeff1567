"""Tents: give every tree a tent. The rules are in `rules`."""

from __future__ import annotations

from models.puzzles.contract import Puzzle
from models.puzzles.tents import draw, source_models
from models.puzzles.tents.rules import (
    CLUES,
    TREE_RULES,
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
    size,
    verify,
)
from models.puzzles.tents.symmetry import symmetries

PUZZLE = Puzzle(
    name="tents",
    title="Tents",
    rules=(
        "a tent stands beside its tree, horizontally or vertically, never on a tree",
        "tents do not touch, not even diagonally",
        "every tree has a tent of its own, every tent a tree of its own",
        "the number beside a row or column says how many tents it holds",
    ),
    parse=parse,
    format=format,
    generate=generate,
    formulations={
        "default": model,
        "source-ilp": source_models.source_ilp,
        "source-cnf": source_models.source_cnf,
    },
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
    clues=CLUES,
    symmetries=symmetries,
    encodings=source_models.ENCODINGS,
    options={"tree_rule": TREE_RULES},
)
