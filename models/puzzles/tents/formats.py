"""Tents in exchange formats: trees, and the clues of columns and rows."""

from __future__ import annotations

from models.puzzles.codecs import (
    AxisClues,
    BaseNumbers,
    Body,
    CellWalk,
    ClueLine,
    CluesAndRows,
    CommaClues,
    Ignored,
    Letters,
    ListedCells,
    MarginClues,
    MarksBetween,
    Parts,
    SideClues,
    Spaces,
    SpacesThen,
    Symbols,
    ThenSpaces,
    WordRows,
    declare_cells,
    declare_data,
    declare_drawing,
    declare_file,
    declare_game,
    declare_lines,
    declare_sections,
    declare_text,
)
from models.puzzles.tents.instance import UNKNOWN, Tents

SYMBOL, TREE = "tents", 1
FOREST = WordRows({"-": False, "x": True})

# The clues, (columns, rows), before the trees, behind them, and as parts of their own
CLUES_FIRST = Parts(lambda clues, trees: Tents(trees, clues[1], clues[0]), lambda p: ((p.cols, p.rows), p.trees))
TREES_FIRST = Parts(lambda trees, clues: Tents(trees, clues[1], clues[0]), lambda p: (p.trees, (p.cols, p.rows)))
LINES = Parts(lambda columns, rows, trees: Tents(trees, rows, columns), lambda p: (p.cols, p.rows, p.trees))

FORMATS: dict[str, Body] = {
    "puzzlink": declare_text(
        [
            SideClues(  # longer numbers are read, and not written: pzpr itself does not read them
                (
                    BaseNumbers({"-": (2, 0), "+": (3, 0)}, most=255, noun="clues"),
                    Spaces(UNKNOWN, "g", 20),
                    Letters({}, also={".": UNKNOWN}),
                ),
                none=UNKNOWN,
            ),
            CellWalk((ThenSpaces([True], False, 17), Spaces(False, "i", 18)), expected="a digit or a letter a..z"),
        ],
        CLUES_FIRST,
        names=("tents",),
        example="tents/5/5/2g0h1i1j82323",
    ),
    "tatham": declare_game(  # the walk ends with a tree just behind the board; `!` and `-` are marks of the player
        [CellWalk((SpacesThen(True, False), Ignored("!-")), ends_at=",", closing=True), CommaClues(none=UNKNOWN)],
        TREES_FIRST,
        names=("tents",),
        title="Tents",
        example="3x3:aaaaa,2,0,2,2,0,2",
        fits=lambda desc: "," in desc,
    ),
    "pzprv3": declare_file(  # A a tent, - a mark; -2 is how pzpr stores a question mark, in files too
        [
            CluesAndRows(
                {".": UNKNOWN, "?": UNKNOWN, "-2": UNKNOWN},
                WordRows({".": False, "1": True}, also={"A": False, "-": False}),
            )
        ],
        Parts(lambda part: Tents(part[1], part[0][1], part[0][0]), lambda p: (((p.cols, p.rows), p.trees),)),
        marks=MarksBetween(),
        names=("tents",),
    ),
    "penpa": declare_drawing(
        [Symbols((TREE, SYMBOL), "trees"), MarginClues(none=UNKNOWN)],
        TREES_FIRST,
        names=("tents",),
        fits=lambda drawing: any(name == SYMBOL for _, name in drawing.pieces),  # trees or tents, in the answer perhaps
    ),
    "legup": declare_cells(  # 0, 2, 3: what the player leaves open, grass, a tent
        [ListedCells(False, {"1": True}, also={"0": False, "2": False, "3": False}), AxisClues(none=UNKNOWN)],
        TREES_FIRST,
        names=("TreeTent",),
    ),
    "janko": declare_sections(
        {
            "clabels": ClueLine("column", {"-": UNKNOWN, "?": UNKNOWN}),
            "rlabels": ClueLine("row", {"-": UNKNOWN, "?": UNKNOWN}),
            "problem": FOREST,
        },
        LINES,
        names=("zeltlager", "zelte", "tents"),
    ),
    "puzzlekit": declare_lines(  # published boards have all clues
        [ClueLine("column", {"?": UNKNOWN, "-": UNKNOWN}), ClueLine("row", {"?": UNKNOWN, "-": UNKNOWN}), FOREST],
        LINES,
        title="Tent",
    ),
    "dzn": declare_data(
        "n",
        {"a": WordRows({"0": False, "1": True}), "row_sums": ClueLine("row", {}), "col_sums": ClueLine("column", {})},
        Parts(Tents, lambda p: (p.trees, p.rows, p.cols)),
    ),
}
