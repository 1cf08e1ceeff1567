"""Parts of which a puzzle is composed, each with a default, so that one unusual part costs one part.

    composition.py       compose_puzzle: from the parts to the record that the rest of the project asks
    array_record.py      boards as records of arrays
    answers.py           what an answer is: pieces in cells, or a number in each cell
    lines.py             the same of lines between dots or cells, such as loops
    pairs.py             the same of pairs with a number, such as islands with bridges between them
    laid_pieces.py       the same of pieces that are laid on cells, such as tilings
    laid_scenes.py       what clicks mean for these
    grid_words.py        the plain text of such records: numbers, letters, names of regions
    margin_text.py       the plain text of boards with clues beside them
    whole_scenes.py      what usual boards look like: numbers in cells, shaded cells or pieces, lines
    clues.py             the generator for everybody: plant an answer, read all clues off it, take clues away; cells
                         that go from region to region
    loops.py             random loops
    planting.py          random answers of a model: boards are made from their answers
    number_exchanges.py  symmetries of boards whose rules treat all numbers alike
    faults.py            which cells break a rule, for drawings

What a board says is written as text (`models.puzzles.grid_text`), what it looks like as a scene
(`models.puzzles.scenes`), and what its variables and rows are called where the rules are stated (`models.neutral`).
A file of a puzzle takes all that it needs from here.
"""

from models.puzzles.boards import cells_around, cells_beside, cells_where, describe_cell, grid_edges
from models.puzzles.contract import Advice, Extras, InputError, Parameter, choice_reader, number_reader
from models.puzzles.grid_text import GridText
from models.puzzles.introduction import LONG_WAY_WORDS, Introduction
from models.puzzles.parts.answers import CellNumbers, CellPieces
from models.puzzles.parts.array_record import array_record
from models.puzzles.parts.clues import Planting
from models.puzzles.parts.composition import OwnText, compose_puzzle
from models.puzzles.parts.grid_words import LetterWords, NumberWords, RegionWords, text_of_grids
from models.puzzles.parts.laid_pieces import LaidPieces
from models.puzzles.parts.laid_scenes import laid_clicks
from models.puzzles.parts.lines import GridLines, around_cells, dot_words, lines_through
from models.puzzles.parts.loops import draw_loop
from models.puzzles.parts.margin_text import MarginText
from models.puzzles.parts.pairs import PairNumbers
from models.puzzles.parts.whole_scenes import line_scene, number_scene, piece_scene, shaded_scene
from models.puzzles.randomness import Stream
from models.puzzles.scenes.layers import mask_layer
from models.puzzles.scenes.scene import Glyph, Outline, Scene
from models.puzzles.scenes.view import View
from models.puzzles.svg import Style

__all__ = [
    "LONG_WAY_WORDS",
    "Advice",
    "CellNumbers",
    "CellPieces",
    "Extras",
    "Glyph",
    "GridLines",
    "GridText",
    "InputError",
    "Introduction",
    "LaidPieces",
    "LetterWords",
    "MarginText",
    "NumberWords",
    "Outline",
    "OwnText",
    "PairNumbers",
    "Parameter",
    "Planting",
    "RegionWords",
    "Scene",
    "Stream",
    "Style",
    "View",
    "around_cells",
    "array_record",
    "cells_around",
    "cells_beside",
    "cells_where",
    "choice_reader",
    "compose_puzzle",
    "describe_cell",
    "dot_words",
    "draw_loop",
    "grid_edges",
    "laid_clicks",
    "line_scene",
    "lines_through",
    "mask_layer",
    "number_reader",
    "number_scene",
    "piece_scene",
    "shaded_scene",
    "text_of_grids",
]  # fmt: skip
