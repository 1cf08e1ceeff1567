"""Exchange formats, put together from combinators: one description of a puzzle's boards that reads and writes.

A puzzle declares its boards in each format, by the name of the format, in its own file or in a file `formats` of its
package (`Extras.formats`): `declare_..` makes a `Body` of codecs, each of which says one part of a board.

    body                          a puzzle in a format; a board and its parts; by what texts are told from others
    sheet                         where a board is written: its size, and how messages begin
    walks, steps                  texts without blanks (puzz.link: `declare_text`): cells, clues; what a character says
    pzpr_cells, borders           what pzpr says alike in many puzzles: numbers in cells; regions, with numbers
    numbered_cells                a number, a question mark or nothing in each cell, in all formats (`declare_numbers`)
    rooms                         regions with a number each, in all formats (`declare_rooms`), or without
                                  (`declare_regions`)
    game_ids                      IDs of Tatham's collection (`declare_game`)
    rows                          lines of words (puzzlekit: `declare_lines`; janko, below keys: `declare_sections`;
                                  both: `declare_rows`)
    file_rows, player_marks       files of pzpr (`declare_file`), with what the player left below the board
    beside                        clues on four sides, lists of numbers, in texts and in lines
    sums                          black cells with two sums, in texts, files and rows
    drawing, listed_cells         Penpa+ (`declare_drawing`), LEGUP (`declare_cells`)
    assignments                   data of MiniZinc (`declare_data`)
    bounds, grids                 numbers in a text, sizes; rows of words

What is common to all puzzles of a format is in `instances/formats/`, which reads and writes whole texts. A file of a
puzzle takes all that it needs from here.
"""

from typing import TYPE_CHECKING

from rosetta.foundation.lazy_names import import_on_use

if TYPE_CHECKING:
    from models.puzzles.codecs.assignments import declare_data
    from models.puzzles.codecs.beside.side_lines import (
        FramedRows,
        ListLines,
        SizeWords,
        declare_lists,
        declare_sides,
        usual_sides,
    )
    from models.puzzles.codecs.beside.side_texts import (
        AroundClues,
        Clues,
        OutwardLists,
        PerhapsCells,
        SlashClues,
        SlashLists,
        is_slash_clues,
        is_slash_lists,
    )
    from models.puzzles.codecs.body import Body, Parts, Signature, parts_of_record
    from models.puzzles.codecs.borders import BorderedRegions, Borders, CountedBorders, RegionNumbers
    from models.puzzles.codecs.drawing import MarginClues, NumberedWalls, Symbols, declare_drawing
    from models.puzzles.codecs.file_rows import ArrowRows, CluesAndRows, CompassRows, NumberedRegions, declare_file
    from models.puzzles.codecs.game_ids import (
        LONGEST_RUN,
        CasedRuns,
        NumberedLetter,
        SwitchLetter,
        declare_digit_game,
        declare_game,
        digit_line,
    )
    from models.puzzles.codecs.listed_cells import AxisClues, ListedCells, declare_cells
    from models.puzzles.codecs.numbered_cells import declare_numbers
    from models.puzzles.codecs.player_marks import CellMarks, MarksAround, MarksBetween, MarksInTurn, NumberMarks, Ticks
    from models.puzzles.codecs.pzpr_cells import numbers16, small_numbers
    from models.puzzles.codecs.rooms import NamedRegions, declare_regions, declare_rooms
    from models.puzzles.codecs.rows import (
        ClueLine,
        NumberLine,
        NumberRows,
        WordLine,
        WordRows,
        declare_lines,
        declare_rows,
        declare_sections,
    )
    from models.puzzles.codecs.sheet import Sheet
    from models.puzzles.codecs.steps import (
        DIGITS,
        ArrowNumbers,
        BaseNumbers,
        DecimalNumbers,
        Ignored,
        Letters,
        SideNumbers,
        Spaces,
        SpacesThen,
        ThenSpaces,
        Triples,
    )
    from models.puzzles.codecs.sums.rows import TwoSumFile, TwoSumRows
    from models.puzzles.codecs.sums.texts import TwoSumText
    from models.puzzles.codecs.walks import CellWalk, CommaClues, Decimal, SideClues, declare_text

__all__ = [
    "DIGITS", "LONGEST_RUN", "AroundClues", "ArrowNumbers", "ArrowRows", "AxisClues", "BaseNumbers", "Body",
    "BorderedRegions", "Borders", "CasedRuns", "CellMarks", "CellWalk", "ClueLine", "Clues", "CluesAndRows",
    "CommaClues", "CompassRows", "CountedBorders", "Decimal", "DecimalNumbers", "FramedRows", "Ignored", "Letters",
    "ListLines", "ListedCells", "MarginClues", "MarksAround", "MarksBetween", "MarksInTurn", "NamedRegions",
    "NumberLine", "NumberMarks", "NumberRows", "NumberedLetter", "NumberedRegions", "NumberedWalls", "OutwardLists",
    "Parts", "PerhapsCells", "RegionNumbers", "Sheet", "SideClues", "SideNumbers", "Signature", "SizeWords",
    "SlashClues", "SlashLists", "Spaces", "SpacesThen", "SwitchLetter", "Symbols", "ThenSpaces", "Ticks", "Triples",
    "TwoSumFile", "TwoSumRows", "TwoSumText", "WordLine", "WordRows", "declare_cells", "declare_data",
    "declare_digit_game", "declare_drawing", "declare_file", "declare_game", "declare_lines", "declare_lists",
    "declare_numbers", "declare_regions", "declare_rooms", "declare_rows", "declare_sections", "declare_sides",
    "declare_text", "digit_line", "is_slash_clues", "is_slash_lists", "numbers16", "parts_of_record", "small_numbers",
    "usual_sides",
]  # fmt: skip

if not TYPE_CHECKING:  # else a type checker would believe in any name
    __getattr__ = import_on_use(
        __name__,
        {
            "assignments": "declare_data",
            "beside.side_lines": "FramedRows ListLines SizeWords declare_lists declare_sides usual_sides",
            "beside.side_texts": "AroundClues Clues OutwardLists PerhapsCells SlashClues SlashLists is_slash_clues "
            "is_slash_lists",
            "body": "Body Parts Signature parts_of_record",
            "borders": "BorderedRegions Borders CountedBorders RegionNumbers",
            "drawing": "MarginClues NumberedWalls Symbols declare_drawing",
            "file_rows": "ArrowRows CluesAndRows CompassRows NumberedRegions declare_file",
            "game_ids": "CasedRuns LONGEST_RUN NumberedLetter SwitchLetter declare_digit_game declare_game digit_line",
            "listed_cells": "AxisClues ListedCells declare_cells",
            "numbered_cells": "declare_numbers",
            "player_marks": "CellMarks MarksAround MarksBetween MarksInTurn NumberMarks Ticks",
            "pzpr_cells": "numbers16 small_numbers",
            "rooms": "NamedRegions declare_regions declare_rooms",
            "rows": "ClueLine NumberLine NumberRows WordLine WordRows declare_lines declare_rows declare_sections",
            "sheet": "Sheet",
            "steps": "DIGITS ArrowNumbers BaseNumbers DecimalNumbers Ignored Letters SideNumbers Spaces SpacesThen "
            "ThenSpaces Triples",
            "sums.rows": "TwoSumFile TwoSumRows",
            "sums.texts": "TwoSumText",
            "walks": "CellWalk CommaClues Decimal SideClues declare_text",
        },
    )
