"""How a puzzle introduces itself: what `rosetta list NAME` says of it and nothing else in its record does.

INTRODUCTION = Introduction(
    background=("Nikoli, Japan, 1990",), example="5x5dk-1234", sizes="up to 100x100", models=LONG_WAY_WORDS
)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LONG_WAY_WORDS = {
    "elimination": "connection by clauses: each vertex has a parent, and no cycle of parents is possible",
    "ranks": "connection by numbers: each vertex has a parent with a smaller number",
    "flow": "connection by a flow: one vertex sends a unit to each of the others",
    "lazy": "connection by cuts: the solver is told of the rule where its answers break it",
}
"""What the formulations `models.neutral.LONG_WAYS` are."""
LOOP_WAY_WORDS = {**LONG_WAY_WORDS, "circuit": "the constraint that CP-SAT has for cycles"}
"""What the formulations `models.neutral.CYCLES` are."""


@dataclass(frozen=True, slots=True)
class Introduction:
    """Plain words: phrases that begin small and have no full stop. All of it may be missing.

    background: who invented the puzzle, what is known of it; each in a phrase.
    example: the board that stands for the puzzle, in `list` and in the gallery (docs/puzzles/README.md), where it is a
        picture: a name in its catalogue, which has an answer of it, or an ID or address of a small board. Without one,
        a board is generated.
    sizes: of which sizes boards are generated. Sizes such as `4x4` in it are some that there are; `up to 30x30` and
        `from 4x4 on` say that others are refused, which a test tries.
    models: by formulation what it is, also of the presolved ones that suit the puzzle.
    options: by option of the rules what it decides.
    """

    background: tuple[str, ...] = ()
    example: str = ""
    sizes: str = ""
    models: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
