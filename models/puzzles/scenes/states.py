"""How each state is drawn, whatever it is said of.

state      in a picture                                   in text
wrong      red, on a red wave                             O!
only here  in a red frame                                 A
only there a dashed outline                               B
marked     a tinted square                                T<
deduced    an exclamation mark in the corner              A]
supposed   a question mark in the corner                  A?
empty      a cross                                        the scene's letter, where there is nothing else
unknown    soft

Lines have no square: what is said of them is drawn along them, and signs at their middle.

state      in a picture                                   in text, at the middle
wrong      red, on a broad red stroke, with a wave        -!-
only here  on a broad red stroke                          -A-
only there dashed                                         -B-
marked     on a broad tinted stroke                       -<-
deduced    an exclamation mark                            -]-
supposed   a question mark                                -?-
empty      a cross                                        the scene's letter, where there is nothing else
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.puzzles.scenes.scene import Lettering, Outline, Part, SceneState
from models.puzzles.svg import DASHED, INK, MARK, MARKED, PAPER, SOFT, WRONG, Style


@dataclass(frozen=True, slots=True)
class StateSigns:
    """How a state is drawn. style, word_style: replace what an outline and a word have; is_bare: of the glyph, only its
    outline is drawn; parts: signs over the cell; letter: in text, behind the cell; colour: the code of a terminal."""

    style: Style = field(default_factory=dict)
    word_style: Style = field(default_factory=dict)
    is_bare: bool = False
    parts: tuple[Part, ...] = ()
    letter: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class LineSigns:
    """How a state of lines is drawn; in text, as of cells (`StateSigns`).

    style: replaces what the stroke has.
    is_bare: is this all that is left of the stroke?
    below: a stroke below it, also where no lines are drawn; {} for none.
    parts: signs in the square of a cell around the middle.
    """

    style: Style = field(default_factory=dict)
    is_bare: bool = False
    below: Style = field(default_factory=dict)
    parts: tuple[Part, ...] = ()


FRAME = "m2 2h20v20h-20z"
WAVE = "m3 22.2l2.25-1.8 2.25 1.8 2.25-1.8 2.25 1.8 2.25-1.8 2.25 1.8 2.25-1.8 2.25 1.8"
RIPPLE = "m7.5 13.2l2.25-2.4 2.25 2.4 2.25-2.4 2.25 2.4"
CROSS = "m8.5 8.5l7 7m0 -7l-7 7"
RING = "m7.5 2.5h9a5 5 0 0 1 5 5v9a5 5 0 0 1-5 5h-9a5 5 0 0 1-5-5v-9a5 5 0 0 1 5-5z"  # around two digits
BOLD: Style = {"font_weight": "bold", "text_decoration": "underline"}


def _patched_sign(sign: str, x: float, y: float, colour: str, patch: str) -> tuple[Part, Part]:
    """A sign on a patch with this upper left corner, seen whatever lies there: in a corner of a cell above the digits
    of its word, or on a line beside its middle."""
    style: Style = {"font_size": 10, "font_weight": 900, "fill": colour}
    return Outline(f"m{x} {y}h6v7.4h-6z", {"fill": patch}), Lettering(style, x + 3, y + 7.2, sign)


STATES: Mapping[SceneState, StateSigns] = {
    SceneState.PLAIN: StateSigns(),
    SceneState.WRONG: StateSigns(
        {"fill": "#ff8787", "stroke": WRONG, "stroke_width": 1.6},
        BOLD,
        parts=(
            Outline(WAVE, {"fill": "none", "stroke": PAPER, "stroke_width": 3.4}, detail=True),  # seen on dark walls
            Outline(WAVE, {"fill": "none", "stroke": WRONG, "stroke_width": 1.4}),
        ),
        letter="!",
        colour="\x1b[1;97;41m",
    ),
    SceneState.ONE: StateSigns(
        parts=(Outline(FRAME, {"fill": "none", "stroke": WRONG, "stroke_width": 1.8}),), colour="\x1b[1;95m"
    ),
    SceneState.OTHER: StateSigns(DASHED, is_bare=True, colour="\x1b[1;96m"),
    SceneState.MARKED: StateSigns(parts=(Outline(FRAME, MARKED),), letter="<", colour="\x1b[7m"),
    SceneState.DEDUCED: StateSigns(parts=_patched_sign("!", 18, 0, INK, PAPER), letter="]"),
    SceneState.SUPPOSED: StateSigns(parts=_patched_sign("?", 0, 0, MARK, PAPER), letter="?"),
    SceneState.EMPTY: StateSigns(
        parts=(Outline(CROSS, {"fill": "none", "stroke": SOFT, "stroke_width": 1.6}),), colour="\x1b[2m"
    ),
    SceneState.KEPT: StateSigns(
        parts=(Outline(RING, {"fill": "none", "stroke": SOFT, "stroke_width": 1.2}),), letter="+"
    ),
    SceneState.UNKNOWN: StateSigns(word_style={"fill": "#7b8474"}),
}


def _below(colour: str, width: float, opacity: float) -> Style:
    return {
        "fill": "none",
        "stroke": colour,
        "stroke_width": width,
        "stroke_opacity": opacity,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }


LINE_STATES: Mapping[SceneState, LineSigns] = {
    SceneState.WRONG: LineSigns(
        {"stroke": WRONG},
        below=_below(WRONG, 8, 0.3),
        parts=(
            Outline(RIPPLE, {"fill": "none", "stroke": PAPER, "stroke_width": 4}),
            Outline(RIPPLE, {"fill": "none", "stroke": WRONG, "stroke_width": 1.6}),
        ),
    ),
    SceneState.ONE: LineSigns(below=_below(WRONG, 5.6, 1)),
    SceneState.OTHER: LineSigns(DASHED, is_bare=True),
    SceneState.MARKED: LineSigns(below=_below(MARK, 9, 0.3)),
    SceneState.DEDUCED: LineSigns(parts=_patched_sign("!", 13.6, 8.3, INK, PAPER)),
    SceneState.SUPPOSED: LineSigns(parts=_patched_sign("?", 4.4, 8.3, MARK, PAPER)),
    SceneState.EMPTY: LineSigns(parts=STATES[SceneState.EMPTY].parts),
}
NO_SIGNS = LineSigns()  # of the other states
PAIR = (SceneState.ONE, SceneState.OTHER)  # where two answers are compared
