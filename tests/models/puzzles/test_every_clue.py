"""Every clue of a board is to be seen wherever the board is shown: a drawing that leaves one out is another puzzle.

Boards that differ in one clue must differ in their plain text, the drawing in text, the one with labels, the picture,
and the booklet. Such boards are found for any puzzle: those without one of the clues (`without_clue`), and those whose
plain text differs in one letter, if that restricts the same decisions in another way: a name is no clue, and what one
may put on the board is none. What nothing on the board shows must stand in its caption.
"""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from models.neutral import Model
from models.puzzles.grid_text import GridText
from models.puzzles.labelled import Marks, draw_labelled, label_picture
from models.puzzles.parts.answers import CellPieces
from models.puzzles.parts.composition import compose_puzzle
from models.puzzles.randomness import Stream
from models.puzzles.regions import number_regions
from models.puzzles.registry import names, puzzle
from models.puzzles.scenes.glyphs import STAR, WORD
from models.puzzles.scenes.layers import covered_cells, piece_layers, sign_layers, word_layers
from models.puzzles.scenes.scene import Scene
from models.puzzles.stated_words import literal_cells, name_literal
from rosetta.foundation.errors import InputError
from rosetta.studies.setting.setters import should_be_unique
from tests.support.puzzle_boards import LETTERS, boards, written_boards

MOST_BOARDS, MOST_CHANGES, MOST_TRIED = 3, 10, 60  # boards of a puzzle, changes of a board, letters that are changed


def boards_with_another_clue(record, p):
    """Boards of the same size that differ from this one in one clue."""
    if record.extras.without_clue is not None:
        yield from islice(record.extras.without_clue(p), MOST_CHANGES)
    text, rules = record.format(p), rules_of(record, p)
    changes = [
        (at, letter)
        for at, old in enumerate(text)
        if old.strip()
        for letter in sorted({*LETTERS, *text})
        if letter.strip()
    ]
    stream = Stream(record.name, "changed clues", text, 0)
    for at, letter in (changes[i] for i in stream.order(len(changes))[:MOST_TRIED]):
        try:
            q = record.parse(text[:at] + letter + text[at + 1 :])
        except InputError:
            continue
        if q != p and record.size(q) == record.size(p) and is_other_clue(rules, rules_of(record, q)):
            yield q


def is_other_clue(rules, others):
    return rules[0] == others[0] and rules[1] != others[1]


def rules_of(record, p):
    """What is decided, by name, and the rows of the rules as numbers, whatever they are called."""
    model = next(iter(record.formulations.values()))(p)
    decisions = [name_literal(record, p, model, int(x)) for x in record.project(p, model)]
    columns = (
        (block.kind, block.rows.starts, block.rows.literals, block.lo, block.hi, block.coefs, block.when)
        for block in model.blocks
    )
    return decisions, [tuple(map(column_bytes, block)) for block in columns]


def column_bytes(column):
    return column.tobytes() if isinstance(column, np.ndarray) else column


def views(record, p):
    """All that people see of a board without an answer, by what it is called."""
    model = next(iter(record.formulations.values()))(p)
    project = record.project(p, model)
    empty = frozenset().union(*(literal_cells(record, p, model, int(x)) for x in project))
    caption, picture = record.extras.caption(p), record.draw_svg(p)
    marked = record.draw_svg(p, empty=empty)
    labelled = {
        f"text with labels, {what}": draw_labelled(record.extras.grids(p, None, cells), Marks()) + caption
        for what, cells in (("nothing known", None), ("all cells known to be empty", empty))
        if record.extras.grids(p, None, cells)
    }
    return {
        "plain text": record.format(p),
        "text": record.draw_text(p) + caption,
        "text, all cells known to be empty": record.draw_text(p, empty=empty) + caption,
        **labelled,
        "booklet": picture + caption,
        "picture, all cells known to be empty": marked + caption,
        "picture with labels": label_picture(picture, record.extras.squares(p), Marks()) + caption,
    }


def hidden_clues(record, some_boards):
    """By view, how many changes of a clue it does not show, and the first one."""
    hidden, changes = {}, 0
    for p in some_boards:
        before = views(record, p)
        for q in boards_with_another_clue(record, p):
            changes += 1
            after = views(record, q)
            for view in before:
                if before[view] == after.get(view):
                    hidden.setdefault(view, []).append(f"{record.format(p)}and\n{record.format(q)}")
    assert changes or not should_be_unique(record), "no board differs in one clue from any of these"
    return {view: (len(pairs), pairs[0]) for view, pairs in hidden.items()}


@pytest.mark.parametrize("name", names())
def test_every_clue_is_seen_in_every_drawing(name):
    """In boards of the generator, and in those that are written by hand."""
    some = [*islice((p for p, _ in boards(name)), 0, None, 3), *written_boards(name)][:MOST_BOARDS]
    assert hidden_clues(puzzle(name), some) == {}


NUMBERED = GridText(
    lambda words: tuple(map(tuple, words.tolist())),
    lambda p: (np.array(p),),
)


def numbered_areas(p):
    """Of words as `2:3`, an area and the number that is written into it."""
    return number_regions(np.array([[word.partition(":")[0] for word in row] for row in p]))


def puzzle_with_areas(words):
    """A board in areas with numbers; its rules do not matter here, but that each number is in one of them. words: of
    its cells in drawings, from those of the plain text."""

    def model(p):
        m = Model("areas")
        piece = m.bools("piece", (len(p), len(p[0])), says="a piece at {cell}")
        for (r, c), word in np.ndenumerate(np.array(p)):
            number = str(word).partition(":")[2]
            m.at_most(int(number) if number.isdigit() else 9, f"R{r}C{c}", piece)
        return m

    def scene(p, view):
        drawn = np.array([[words(word) for word in row] for row in p])
        shape, worded = drawn.shape, drawn != "."
        layers = word_layers(WORD, drawn, worded, hidden=covered_cells(view)) + piece_layers(STAR, view, shape)
        return Scene(shape, "Areas", (*layers, *sign_layers(view, shape, ~worded)), areas=numbered_areas(p))

    return compose_puzzle(
        "areas",
        "Areas",
        ("as many as the number says",),
        text=NUMBERED,
        answer=CellPieces("piece"),
        scene=scene,
        generate=lambda size, seed=0: ((("1:2", "1"), ("1", "2")), None),
        formulations={"default": model},
        verify=lambda p, answer: [],
    )


def test_the_words_of_areas_are_drawn_and_a_drawing_that_hides_them_is_found():
    """With the words of the plain text, or with others; where a number is left out, each view says so."""
    shown = puzzle_with_areas(lambda word: word.partition(":")[2] or ".")
    hidden = puzzle_with_areas(lambda word: ".")
    whole = puzzle_with_areas(lambda word: word)
    board, _ = shown.generate((2, 2))
    assert hidden_clues(shown, [board]) == hidden_clues(whole, [board]) == {}
    assert set(hidden_clues(hidden, [board])) == set(views(hidden, board)) - {"plain text"}
    assert "2" in shown.draw_text(board)


def test_a_clue_is_seen_in_a_cell_that_is_known_to_be_empty():
    """A number in a cell that may hold no piece stays, also where a deduction found that the cell is empty."""
    record = puzzle_with_areas(lambda word: word)
    board, _ = record.generate((2, 2))
    assert "1:2" in record.draw_text(board, empty={(0, 0)})
    assert "1:2" in record.draw_svg(board, empty={(0, 0)})
