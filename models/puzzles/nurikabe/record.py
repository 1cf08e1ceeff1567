"""The record of Nurikabe, and what its board looks like."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from models.neutral import LONG_WAYS
from models.puzzles.contract import Advice, Extras, Parameter, number_reader
from models.puzzles.nurikabe.generate import MOST_LARGEST, exclude, generate
from models.puzzles.nurikabe.instance import NO_CLUE, TEXT, Nurikabe
from models.puzzles.nurikabe.rules import model
from models.puzzles.nurikabe.verify import verify
from models.puzzles.parts.answers import CellPieces
from models.puzzles.parts.composition import compose_puzzle
from models.puzzles.scenes.glyphs import SHADE
from models.puzzles.scenes.layers import board_title, piece_clicks, shaded_layers, sign_layers
from models.puzzles.scenes.scene import Scene
from models.puzzles.scenes.view import View

RANKED = 100  # cells from which on CP-SAT is faster on ranks
MIXED = "mixed"  # the sea by cuts, which may be far from itself; islands by distances, which are short
SEA = replace(SHADE, name="sea cell")


def scene(p: Nurikabe, view: View) -> Scene:
    """A clue is on land: where that is known, its word needs no sign."""
    shape, clued = p.clues.shape, p.clues != NO_CLUE
    return Scene(
        shape,
        board_title("Nurikabe", shape, view, "sea cells"),
        (*shaded_layers(SEA, view, TEXT.words(p), clued, ringed=False), *sign_layers(view, shape, ~clued)),
        clicks=piece_clicks(SEA, "sea_cells", np.ones(shape, np.bool_)),
    )


PUZZLE = compose_puzzle(
    "nurikabe",
    "Nurikabe",
    (
        "every white cell belongs to an island, a connected part with exactly one clue",
        "a number is the size of its island; that of an island with a ? is unknown",
        "the sea is connected by the sides of its cells",
        "the sea fills no block of 2x2 cells",
    ),
    text=TEXT,
    answer=CellPieces("sea cell"),
    scene=scene,
    formulations={
        **{name: partial(model, by=name) for name in LONG_WAYS},
        MIXED: partial(model, by="lazy", islands="distances"),
    },
    verify=verify,
    generate=generate,
    parameters={"largest": Parameter(None, number_reader(1, MOST_LARGEST), "cells of an island, at most", "K")},
    extras=Extras(
        advice=lambda p: Advice(MIXED, by_solver=(("cpsat", "ranks"),) if p.clues.size >= RANKED else ()),
        legend=lambda p: "# sea cell",
        exclude=exclude,
        most_excluded=20,
    ),
)
