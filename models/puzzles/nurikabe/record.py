"""The record of Nurikabe, and what its board looks like."""

from __future__ import annotations

from functools import partial

from models.puzzles.codecs import Body
from models.puzzles.nurikabe.generate import LARGEST, MOST_LARGEST, exclude, generate
from models.puzzles.nurikabe.instance import NO_CLUE, TEXT, WORDS, Nurikabe
from models.puzzles.nurikabe.rules import model
from models.puzzles.nurikabe.verify import verify
from models.puzzles.parts import (
    LONG_WAY_WORDS,
    Advice,
    CellPieces,
    Extras,
    Introduction,
    Parameter,
    Scene,
    View,
    compose_puzzle,
    connected_ways,
    number_reader,
    shaded_scene,
)

RANKED = 100  # cells from which on CP-SAT is faster on ranks
MIXED = "mixed"  # left to solvers: without a constraint for it they get cuts of the sea, and distances in islands
SEA = CellPieces("sea cell")


def _load_formats() -> dict[str, Body]:
    from models.puzzles.nurikabe.formats import FORMATS

    return FORMATS


def scene(p: Nurikabe, view: View) -> Scene:
    """A clue is on land: its word needs no ring where that is known."""
    return shaded_scene("Nurikabe", view, SEA, WORDS.write(p.clues), p.clues != NO_CLUE, ringed=False)


INTRODUCTION = Introduction(
    background=(
        "Nikoli, 1991",
        "whether a board has an answer is an NP-complete question (Holzer, Klein and Kutrib 2004)",
    ),
    example="unique-6",
    sizes="1x1 to 100x100",
    models={
        **LONG_WAY_WORDS,
        MIXED: "by the solver's own constraint; without one, the sea by cuts, islands by steps from their clues",
    },
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
    answer=SEA,
    scene=scene,
    formulations={
        **connected_ways(model),
        MIXED: partial(model, by="native"),
    },
    verify=verify,
    generate=generate,
    parameters={
        "largest": Parameter(
            None,
            number_reader(1, MOST_LARGEST),
            f"cells of an island, at most; {LARGEST[0]}, or more where that gives no board",
            "K",
        )
    },
    extras=Extras(
        formats=_load_formats,
        advice=lambda p: Advice(MIXED, by_solver=(("cpsat", "ranks"),) if p.clues.size >= RANKED else ()),
        legend=lambda p: "# sea cell",
        exclude=exclude,
        most_excluded=20,
        introduction=INTRODUCTION,
    ),
    summary="islands of given sizes in a connected sea",
)
