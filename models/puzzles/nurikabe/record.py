"""The record of Nurikabe."""

from __future__ import annotations

from functools import partial

from models.neutral import LONG_WAYS
from models.puzzles.cell_puzzle import cell_puzzle
from models.puzzles.cell_scene import SHADED
from models.puzzles.contract import Advice, Extras, Parameter, number_reader
from models.puzzles.nurikabe.generate import MOST_LARGEST, exclude, generate, transform
from models.puzzles.nurikabe.instance import TEXT
from models.puzzles.nurikabe.rules import model, name_pair, name_row
from models.puzzles.nurikabe.verify import verify

RANKED = 100  # cells from which on CP-SAT is faster on ranks
MIXED = "mixed"  # the sea by cuts, which may be far from itself; islands by distances, which are short

PUZZLE = cell_puzzle(
    name="nurikabe",
    title="Nurikabe",
    rules=(
        "every white cell belongs to an island, a connected part with exactly one clue",
        "a number is the size of its island; that of an island with a ? is unknown",
        "the sea is connected by the sides of its cells",
        "the sea fills no block of 2x2 cells",
    ),
    piece="sea cell",
    absent="land",
    text=TEXT,
    style=SHADED,
    generate=generate,
    formulations={
        **{name: partial(model, by=name) for name in LONG_WAYS},
        MIXED: partial(model, by="lazy", islands="distances"),
    },
    verify=verify,
    row_words=name_row,
    other_words=name_pair,
    parameters={"largest": Parameter(None, number_reader(1, MOST_LARGEST), "cells of an island, at most", "K")},
    extras=Extras(
        advice=lambda p: Advice(MIXED, by_solver=(("cpsat", "ranks"),) if p.clues.size >= RANKED else ()),
        exclude=exclude,
        transform=transform,
        most_excluded=20,
    ),
)
