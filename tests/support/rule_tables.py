"""Rules without a witness, and messages that never stand alone, with the reason. A new puzzle may need lines here."""

from __future__ import annotations

from models.neutral import LONG_WAYS

EQUALS, WALLED = "between two equal numbers a cell is unshaded", "no cell has only shaded neighbours"
BESIDE_TWO = "a cell beside the clues of two islands is sea"
GROWN = "a cell of an island, unless it is the clue, has another of the island's cells beside it"
ON_ONE = "each cell is on the path of one number"
GAP = "rectangles that a model may lay have one number, their size; where one is moved, it leaves a gap"
SETS = (
    "a cage has no other numbers than those of its set",
    "each number of its set is in the cage",
    "every cage holds one set of numbers that add up to its sum",
)
WAYS = [by for by in LONG_WAYS if by != "lazy"]  # to state that something is connected, as rows
AREAS = ("leaders", "flow")
REACHED = "each cell has one of the numbers that reach it"
SAID_TWICE = {
    "given numbers stay": "no other number is possible there",
    "a number above 1 has an equal number beside it": "its area would be too small",
    "two 1s do not touch": "their area would be too large",
}
REDUNDANT = {
    ("tents", "source-cnf", "phi1: no cell holds a tree and a tent"): "it would touch the tent beside the tree",
    ("tents", "source-cnf", "phi0: without a clue, a row has some number of tents"): "it defines that number",
    ("tents", "source-cnf", "phi0: without a clue, a column has some number of tents"): "it defines that number",
    ("tiling", "coloured", "the dark cells of a chessboard are covered, modulo 2"): "all cells are covered",
    ("tiling", "source-each", "each cell is covered"): "the pieces have as many cells as the board",
    ("tiling", "source-each", "each piece lies at least as often as it is there"): "fewer pieces leave cells empty",
    ("tiling", "source-each", "no more copies of a piece than there are"): "more pieces have no room",
    **{("hitori", by, EQUALS): "it would leave both numbers, or touch one of them" for by in WAYS},
    **{("nurikabe", by, GROWN): "every island is connected" for by in WAYS},
    **{("nurikabe", by, BESIDE_TWO): "beside an island's land there is only its own, and sea" for by in WAYS},
    **{("hitori", by, WALLED): "the cell would be cut off, and touch its neighbours" for by in WAYS},
    ("kakuro", "sets", "no digit stands twice in a run"): "a run with a sum has each digit of its set once",
    ("kakuro", "sets", "the digits of a run add up to its sum"): "it chooses a set, which is no part of the answer",
    **{("fillomino", by, REACHED, "too few"): "without a number, a cell is in no area" for by in AREAS},
    **{("fillomino", by, rule): why for by in AREAS for rule, why in SAID_TWICE.items()},
    **{
        ("numberlink", by, "a line ends at each number", "too few"): "no line would end at the other one" for by in WAYS
    },
    **{("masyu", by, "the loop visits every white pearl", "too many"): "a loop has two lines in a cell" for by in WAYS},
    **{("numberlink", by, ON_ONE, "too few"): "a cell with lines is joined with a number" for by in WAYS},
    **{("numberlink", by, "each path is that of a number"): "it is joined with a number" for by in WAYS},
    **{("killersudoku", "sets", rule): "the other two, and no number twice, leave it no choice" for rule in SETS},
}  # rules of a formulation that follow from its others, or are about variables that are no part of the answer; a fourth
# entry is the side, if it is only the one
ENCODING = {
    ("hashi", "there is no second bridge without a first"): "a second bridge alone is one bridge, too",
}  # rules that choose one of the assignments that stand for the same answer: without them, a wrong assignment may stand
# for an answer that is right, so that it is judged only where all answers are known
ACCOMPANIED = {
    ("kakuro", "# has no digit from # to #"): "its runs have other sums, too",
    ("tents", "the tent at # stand on a tree"): "the tree has a tent beside it, which touches, or it has none",
    ("tiling", "# cover # which is no cell of the board"): "as many cells of the board stay empty",
    **{
        ("skyscraper", f"{line} # {fault}"): "so is it in a line that crosses this one"
        for line in ("row", "column")
        for fault in ("lack #", "has # time")
    },
    ("shikaku", "the # from # to # has # number"): GAP,
    ("shikaku", "the # from # to # has # cell, not #"): GAP,
    **{
        (name, f"the {way} diagonal lacks #"): "of 4x4 cells, one diagonal has each number if the other one has"
        for name in ("sudoku", "killersudoku")
        for way in ("falling", "rising")
    },
}  # kinds of messages that never stand alone
UNSEEN = {
    ("tents", "# and # more"): "more than eight cells in one sentence",
    ("binairo", "region #"): "of `named_lines`, for boards with regions",
    ("sudoku", "# has # # times"): "of `missing_digits`, for boards with fewer numbers than cells",
}  # texts of `verify` that no small board calls for
