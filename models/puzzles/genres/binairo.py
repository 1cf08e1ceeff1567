"""Binairo: a black or a white disc in each cell, as many of each in every row and every column.

    . o . .    o o x x    * every row and every column has as many black discs (x) as white ones (o)
    . . . x    x o o x    * no three discs of one colour follow each other in a row or in a column
    x . . .    x x o o    * no two rows are alike, and no two columns; a board may say, by a 0 behind its size, that
    . . . o    o x x o      this is not asked; discs that are given stay

Also called Takuzu. References: A. Zanellati, "Tohu wa Vohu"; L. Sprong, "Unruly" (S. Tatham's collection), 2012.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from models.neutral import Model, each, windows
from models.puzzles import codecs, parts

BLACK = parts.CellPieces("black disc", other="white disc")
DISCS = replace(parts.DISC, name=BLACK.piece, letter="x"), replace(parts.RING, name="white disc")


@parts.array_record
class Binairo:
    """A board. discs: parts.OPEN, OTHER for a white one, PIECE for a black one, shape (rows, columns); different: 1
    where no two rows and no two columns are alike, else 0."""

    discs: parts.Numbers
    different: int = 1

    def __post_init__(self) -> None:
        numbers = *self.discs.shape, self.different
        if numbers[0] % 2 or numbers[1] % 2 or numbers[2] not in (0, 1):
            found = " ".join(map(str, numbers))
            raise parts.InputError(f"binairo: expected even numbers of rows and columns, and 0 or 1, found {found}")


def model(p: Binairo) -> Model:
    """The rules. Decisions: `black_disc` per cell; without it, there is a white one."""
    m, shape = Model("binairo"), p.discs.shape
    black = m.bools("black_disc", shape, says=each("a black disc at {cell}", denies="a white disc at {cell}"))
    for line, across, discs in (("row", "column", black), ("column", "row", black.T)):
        m.exactly(discs.shape[1] // 2, f"every {line} has as many black discs as white ones", discs)
        if discs.shape[1] > 2:  # else windows are cut to the board
            m.any(f"no three white discs follow each other in a {line}", windows(discs, (1, 3)))
            m.any(f"no three black discs follow each other in a {line}", windows(-discs, (1, 3)))
        if p.different:
            parts.state_different_rows(m, discs, line, across)
    parts.state_given_colours(m, black, p.discs, "disc", "black", "white")
    return m


def verify(p: Binairo, black: parts.Cells) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    faults = parts.word_faults("the disc given at {} is of another colour", parts.changed_colours(p.discs, black))
    held, seen = set(black), dict[tuple[object, ...], str]()
    for name, cells in parts.named_lines(p.discs.shape):
        colours = [cell in held for cell in cells]
        if sum(colours) * 2 != len(colours):
            faults.append(f"{name} has {sum(colours)} black discs, not {len(colours) // 2}")
        threes = [cells[i] for i in range(len(cells) - 2) if len(set(colours[i : i + 3])) == 1]
        faults += parts.word_faults(f"three discs of one colour follow each other in {name} from {{}} on", threes)
        twin = seen.setdefault((name.split()[0], *colours), name)
        if p.different and twin != name:
            faults.append(f"{name} is like {twin}")
    return faults


def draw_blank(size: tuple[int, int], stream: parts.Stream, alike: bool = False) -> Binairo:
    """A board without discs."""
    return Binairo(np.zeros(size, np.int64), int(not alike))


def caption(p: Binairo) -> str:
    """What nothing on the board shows."""
    return "" if p.different else "rows may be alike, and columns"


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats. Small letters of Unruly are white discs; in puzzlekit, rows may be alike."""
    words = codecs.WordRows({"-": parts.OPEN, "1": parts.OTHER, "2": parts.PIECE})
    runs = codecs.CellWalk((codecs.CasedRuns(parts.OTHER, parts.PIECE, parts.OPEN),), closing=parts.OTHER)
    both = codecs.parts_of_record(Binairo, "discs", "different")
    return {
        "tatham": codecs.declare_game(
            [runs],
            both,
            codecs.SwitchLetter("u", r"(?P<switch>u?)(?:d[a-z]?)?", "a size such as 8x8 or 8x8u"),
            names=("unruly",),
            title="Unruly",
            letters=r"u(?:d[a-z]?)?",
            usual_letters=r"u?(?:d[ten])?",
            example="6x6u:bfABeACMCa",
            fits=lambda desc: re.fullmatch(r"[A-Za-z]*[AC-VX-Z][A-Za-z]*", desc) is not None,
        ),
        "puzzlekit": codecs.declare_lines([words], codecs.parts_of_record(Binairo, "discs", different=0)),
    }


PUZZLE = parts.compose_puzzle(
    "binairo",
    "Binairo",
    (
        "every row and every column has as many black discs as white ones",
        "no three discs of one colour follow each other in a row or in a column",
        "no two rows are alike, and no two columns, but on boards that allow it",
        "discs that are given stay",
    ),
    text=parts.text_of_grids(Binairo, parameters=("different",), usual_numbers=(1,), discs=parts.COLOUR_WORDS),
    answer=BLACK,
    scene=lambda p, view: parts.colour_scene("Binairo", view, BLACK, p.discs, DISCS, caption=caption(p)),
    formulations={"default": model},
    verify=verify,
    planting=parts.Planting(
        draw_blank, lambda p, black: replace(p, discs=parts.colours_of_answer(black, p.discs.shape)), share=40
    ),
    parameters={"alike": parts.switch("rows may be alike, and columns, as in Unruly")},
    extras=parts.Extras(
        formats=formats,
        advice=lambda p: parts.Advice(solvers=("cnf",)),
        legend=lambda p: "x black disc, o white disc; capitals are given",
        caption=caption,
        introduction=parts.Introduction(
            background=("A. Zanellati: Tohu wa Vohu", "L. Sprong, 2012: Unruly"),
            example="6x6:bBebHEDaaaaAaAb",
            sizes="even numbers of rows and columns; 10x10 is usual",
            models={"default": "a variable for each cell, and one for each place in which two rows may differ"},
        ),
    ),
    summary="discs of two colours, no three alike in a row",
)
