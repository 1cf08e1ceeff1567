"""Parts of which a puzzle is composed, each with a default, so that one unusual part costs one part.

    composition.py       compose_puzzle: from the parts to the record that the rest of the project asks
    array_record.py      boards as records of arrays
    answers.py           what an answer is: pieces in cells, or a number in each cell
    lines.py             the same of lines between dots or cells, such as loops
    pairs.py             the same of pairs with a number, such as islands with bridges between them
    arrow_clues.py       clues with a number and an arrow: words, which cells they see, pictures
    arrow_boards.py      random boards of a loop beside which cells are shaded, or have such clues
    laid_pieces.py       the same of pieces that are laid on cells, such as tilings
    two_kinds.py         the same of two kinds together, such as shaded cells and a loop
    laid_scenes.py       what clicks mean for these, and boards that they divide
    rectangles.py        rectangles with one number each, to be laid; random ones that cover a board
    grid_words.py        the plain text of such records: numbers, letters, names of regions, words beside the board
    beside/              rules about numbers beside the board: lists of blocks, heights that are seen
    whole_scenes.py      what usual boards look like: numbers in cells, shaded cells or pieces, lines
    clues.py             the generator for everybody: plant an answer, read all clues off it, take clues away; cells
                         that go from region to region
    loops.py             random loops
    two_colours.py       boards whose cells have one of two colours: given ones, their scene, rows that differ
    paths.py             random paths that cover a board, and numbers at their ends
    planting.py          random answers of a model: boards are made from their answers
    number_exchanges.py  symmetries of boards whose rules treat all numbers alike
    repeated_numbers.py  random numbers, of which shaded cells repeat one that is shown in their row or column
    digit_boards.py      digits once in rows, columns and regions: rules, checks, full boards drawn at random
    areas.py             areas of cells with equal numbers, as large as these: what is possible, random ones, scenes
    cages.py             cages of cells with sums: rules, checks, cages drawn at random
    runs.py              runs of white cells between black ones, with sums; `run_boards.py`: random ones
    faults.py            which cells break a rule, for drawings
    broken_rules.py      what `verify` looks for, such as cells that touch or are cut off, and its sentences
    scattered_cells.py   shaded cells that do not touch and leave the others connected: rules, checks
    connection.py        puzzles in which something is connected: formulations, and which is the best

What a board says is written as text (`models.puzzles.grid_text`), what it looks like as a scene
(`models.puzzles.scenes`), and what its variables and rows are called where the rules are stated (`models.neutral`).
A file of a puzzle takes all that it needs from here: `from models.puzzles import codecs, parts`. All names, with their
signatures: `python -m models.puzzles parts`.
"""

from models.neutral import Each
from models.puzzles.boards import (
    SIDES,
    Cell,
    Cells,
    Literals,
    Mask,
    Numbers,
    cells_around,
    cells_beside,
    cells_where,
    check_sides,
    describe_cell,
    grid_edges,
    lines_from,
    list_neighbours,
    mask_of_cells,
    name_lines,
    neighbours_of,
)
from models.puzzles.connected_rest import connected_parts, take_scattered_cells
from models.puzzles.contract import (
    Advice,
    AnswerMap,
    Excluded,
    Extras,
    InputError,
    Parameter,
    choice_reader,
    number_reader,
)
from models.puzzles.grid_text import GridText
from models.puzzles.introduction import LONG_WAY_WORDS, LOOP_WAY_WORDS, Introduction
from models.puzzles.parameters import switch
from models.puzzles.parts.answers import CellNumbers, CellPieces, Grid, as_grid
from models.puzzles.parts.areas import divided_scene, draw_areas, equal_neighbours, possible_numbers, wrong_areas
from models.puzzles.parts.array_record import array_record
from models.puzzles.parts.arrow_boards import ShadedAndLoop, change_arrow_board, draw_arrow_board
from models.puzzles.parts.arrow_clues import (
    NO_ARROW,
    NOWHERE,
    STEPS,
    UNTOLD,
    ArrowWords,
    arrow_layers,
    arrow_words,
    seen_cells,
)
from models.puzzles.parts.beside.line_blocks import Lists, block_faults, check_blocks, list_blocks, state_blocks
from models.puzzles.parts.beside.margin_text import MarginText
from models.puzzles.parts.beside.seen_heights import count_seen, read_seen, seen_faults, state_seen
from models.puzzles.parts.broken_rules import (
    count_in_lines,
    cut_off_parts,
    filled_blocks,
    find_line_ends,
    goes_straight,
    joined_parts,
    loop_faults,
    named_lines,
    named_regions,
    other_cells,
    path_faults,
    touching_pairs,
    word_faults,
)
from models.puzzles.parts.cages import (
    Sums,
    broken_cages,
    cage_layers,
    check_cages,
    cut_cage,
    draw_cages,
    move_sums,
    read_cages,
    read_sums,
    say_caged_board,
    say_cages,
    state_cage_sets,
    state_cage_sums,
    state_distinct_cages,
)
from models.puzzles.parts.clues import Planting, give_number
from models.puzzles.parts.composition import OwnText, compose_puzzle
from models.puzzles.parts.connection import advise_cuts, connected_ways
from models.puzzles.parts.digit_boards import (
    DIGIT_PARAMETERS,
    Digits,
    changed_givens,
    check_digit_board,
    check_region_digits,
    describe_diagonals,
    draw_diagonal_digits,
    draw_digit_board,
    excessive_digits,
    has_usual_boxes,
    missing_digits,
    missing_in_regions,
    require_side,
    say_digits,
    say_digits_and_regions,
    state_diagonals,
    state_givens,
    state_latin_square,
    state_regions,
    text_of_digits,
    tinted_diagonals,
    usual_boxes,
)
from models.puzzles.parts.grid_words import LetterWords, ListWords, NumberWords, RegionWords, text_of_grids
from models.puzzles.parts.laid_pieces import Laid, LaidPieces
from models.puzzles.parts.laid_scenes import divided_by_pieces, laid_clicks, laid_scene
from models.puzzles.parts.lines import GridLines, Line, Lines, around_cells, dot_words, lines_ahead, lines_through
from models.puzzles.parts.loops import advise_loop, change_loop, draw_loop, draw_loop_over, loosen_loop
from models.puzzles.parts.pairs import PairNumbers
from models.puzzles.parts.paths import (
    PathChanges,
    check_pairs,
    declare_paths,
    draw_paths,
    join_on_paths,
    name_joins,
    name_numbers,
    number_ends,
    same_ends,
    state_walks,
)
from models.puzzles.parts.planting import draw_latin_square
from models.puzzles.parts.rectangles import (
    clued_rectangles,
    declare_rectangles,
    draw_rectangles,
    is_rectangle,
)
from models.puzzles.parts.repeated_numbers import change_repeated_number, draw_repeated_numbers
from models.puzzles.parts.run_boards import change_run_digits, draw_run_digits, draw_white_cells
from models.puzzles.parts.runs import (
    ACROSS,
    DOWN,
    WHITE,
    Runs,
    SumWords,
    check_sums,
    drop_idle_sums,
    find_digit_sets,
    find_runs,
    list_run_faults,
    list_sums,
    name_run_digits,
    name_runs,
    state_run_sums,
    state_sum_sets,
    sum_layers,
    turn_within_frame,
)
from models.puzzles.parts.scattered_cells import scattered_cell_faults, state_scattered_cells
from models.puzzles.parts.two_colours import (
    COLOUR_WORDS,
    OPEN,
    OTHER,
    PIECE,
    changed_colours,
    colour_scene,
    colours_of_answer,
    state_different_rows,
    state_given_colours,
)
from models.puzzles.parts.two_kinds import TwoKinds, split_view
from models.puzzles.parts.whole_scenes import (
    end_scene,
    line_scene,
    number_scene,
    piece_scene,
    shaded_line_scene,
    shaded_scene,
    side_words,
)
from models.puzzles.randomness import Stream
from models.puzzles.regions import (
    Regions,
    cells_across_regions,
    check_connected_regions,
    count_in_regions,
    draw_regions,
    draw_rooms,
    find_parted_regions,
    first_cells,
    hand_over,
    in_first_cells,
    number_regions,
    regions_between,
)
from models.puzzles.scenes.glyphs import CHALK, DISC, END, FOUND, GIVEN, RING, SHADE, STAR, TINT, WALL, WORD
from models.puzzles.scenes.layers import (
    board_title,
    covered_cells,
    mask_layer,
    number_clicks,
    number_layers,
    piece_clicks,
    piece_layers,
    shaded_layers,
    sign_layers,
    word_layers,
)
from models.puzzles.scenes.line_layers import line_clicks, line_layers, neighbour_lines
from models.puzzles.scenes.scene import NOTHING, Clicks, ClickStep, Glyph, Lettering, Outline, Scene, SceneLayer
from models.puzzles.scenes.view import View
from models.puzzles.svg import Style

__all__ = [
    "ACROSS", "CHALK", "COLOUR_WORDS", "DIGIT_PARAMETERS", "DISC", "DOWN", "END", "FOUND", "GIVEN", "LONG_WAY_WORDS",
    "LOOP_WAY_WORDS", "NOTHING", "NOWHERE", "NO_ARROW", "OPEN", "OTHER", "PIECE", "RING", "SHADE", "SIDES", "STAR",
    "STEPS", "TINT", "UNTOLD", "WALL", "WHITE", "WORD", "Advice", "AnswerMap", "ArrowWords", "Cell", "CellNumbers",
    "CellPieces", "Cells", "ClickStep", "Clicks", "Digits", "Each", "Excluded", "Extras", "Glyph", "Grid", "GridLines",
    "GridText", "InputError", "Introduction", "Laid", "LaidPieces", "LetterWords", "Lettering", "Line", "Lines",
    "ListWords", "Lists", "Literals", "MarginText", "Mask", "NumberWords", "Numbers", "Outline", "OwnText",
    "PairNumbers", "Parameter", "PathChanges", "Planting", "RegionWords", "Regions", "Runs", "Scene", "SceneLayer",
    "ShadedAndLoop", "Stream", "Style", "SumWords", "Sums", "TwoKinds", "View", "advise_cuts", "advise_loop",
    "around_cells", "array_record", "arrow_layers", "arrow_words", "as_grid", "block_faults", "board_title",
    "broken_cages", "cage_layers", "cells_across_regions", "cells_around", "cells_beside", "cells_where",
    "change_arrow_board", "change_loop", "change_repeated_number", "change_run_digits", "changed_colours",
    "changed_givens", "check_blocks", "check_cages", "check_connected_regions", "check_digit_board", "check_pairs",
    "check_region_digits", "check_sides", "check_sums", "choice_reader", "clued_rectangles", "colour_scene",
    "colours_of_answer", "compose_puzzle", "connected_parts", "connected_ways", "count_in_lines", "count_in_regions",
    "count_seen", "covered_cells", "cut_cage", "cut_off_parts", "declare_paths", "declare_rectangles", "describe_cell",
    "describe_diagonals", "divided_by_pieces", "divided_scene", "dot_words", "draw_areas", "draw_arrow_board",
    "draw_cages", "draw_diagonal_digits", "draw_digit_board", "draw_latin_square", "draw_loop", "draw_loop_over",
    "draw_paths", "draw_rectangles", "draw_regions", "draw_repeated_numbers", "draw_rooms", "draw_run_digits",
    "draw_white_cells", "drop_idle_sums", "end_scene", "equal_neighbours", "excessive_digits", "filled_blocks",
    "find_digit_sets", "find_line_ends", "find_parted_regions", "find_runs", "first_cells", "give_number",
    "goes_straight", "grid_edges", "hand_over", "has_usual_boxes", "in_first_cells", "is_rectangle", "join_on_paths",
    "joined_parts", "laid_clicks", "laid_scene", "line_clicks", "line_layers", "line_scene", "lines_ahead",
    "lines_from", "lines_through", "list_blocks", "list_neighbours", "list_run_faults", "list_sums", "loop_faults",
    "loosen_loop", "mask_layer", "mask_of_cells", "missing_digits", "missing_in_regions", "move_sums", "name_joins",
    "name_lines", "name_numbers", "name_run_digits", "name_runs", "named_lines", "named_regions", "neighbour_lines",
    "neighbours_of", "number_clicks", "number_ends", "number_layers", "number_reader", "number_regions",
    "number_scene", "other_cells", "path_faults", "piece_clicks", "piece_layers", "piece_scene", "possible_numbers",
    "read_cages", "read_seen", "read_sums", "regions_between", "require_side", "same_ends", "say_caged_board",
    "say_cages", "say_digits", "say_digits_and_regions", "scattered_cell_faults", "seen_cells", "seen_faults",
    "shaded_layers", "shaded_line_scene", "shaded_scene", "side_words", "sign_layers", "split_view", "state_blocks",
    "state_cage_sets", "state_cage_sums", "state_diagonals", "state_different_rows", "state_distinct_cages",
    "state_given_colours", "state_givens", "state_latin_square", "state_regions", "state_run_sums",
    "state_scattered_cells", "state_seen", "state_sum_sets", "state_walks", "sum_layers", "switch",
    "take_scattered_cells", "text_of_digits", "text_of_grids", "tinted_diagonals", "touching_pairs",
    "turn_within_frame", "usual_boxes", "word_faults", "word_layers", "wrong_areas",
]  # fmt: skip
