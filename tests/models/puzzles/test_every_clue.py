"""Every clue of a board is to be seen wherever the board is shown: a drawing that leaves one out is another puzzle.

Boards that differ in one clue must differ in their plain text, the drawing in text, the one with labels, the picture,
the booklet, and what the script of a page gets. Such boards are found for any puzzle: those without one of the clues
(`without_clue`), and those whose plain text differs in a letter or two, if that restricts the same decisions in another
way: a name is no clue, and what one may put on the board is none. Every field of a board is changed in some of them:
clues on each side, numbers, regions, parameters. What nothing on the board shows must stand in its caption.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import fields, is_dataclass
from itertools import chain, islice

import numpy as np
import pytest

from models.neutral import Model
from models.neutral.global_rules.connected.rule import LAZY
from models.puzzles.grid_text import GridText
from models.puzzles.labelled import Marks, draw_labelled, label_picture
from models.puzzles.parts.answers import CellPieces
from models.puzzles.parts.composition import compose_puzzle
from models.puzzles.randomness import Stream
from models.puzzles.regions import number_regions
from models.puzzles.registry import names, puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.glyphs import STAR, WORD
from models.puzzles.scenes.layers import covered_cells, piece_layers, sign_layers, word_layers
from models.puzzles.scenes.scene import Scene
from models.puzzles.scenes.view import View
from models.puzzles.stated_words import literal_cells, name_literal
from rosetta.foundation.errors import InputError
from rosetta.studies.setting.setters import should_be_unique
from tests.support.puzzle_boards import LETTERS, boards, larger_boards, written_boards

MOST_BOARDS, MOST_CHANGES, MOST_TRIED = 3, 3, 200  # boards of a puzzle, changes of each kind, texts that are tried
MOST_SEARCHED = 600  # texts of each board that are tried for a kind of clue that is seldom changed alone


def boards_with_another_clue(record, p, most=MOST_TRIED, wanted=None):
    """Boards of the same size that differ from this one in one clue, each with what was changed: a field of the board,
    or several; None for a board on which other things are decided, since that is no clue. wanted: fields of which one,
    at least, is changed; by default any."""
    seen = Counter()
    for q in record.extras.without_clue(p) if record.extras.without_clue is not None else ():
        changed = changed_fields(p, q)
        if min(seen[each] for each in changed) < MOST_CHANGES:
            seen.update(changed)
            yield q, changed
    rules = rules_of(record, p)
    for text in islice(changed_texts(record.name, record.format(p)), most):
        try:
            q = record.parse(text)
        except InputError:
            continue
        if q == p:
            continue
        changed = changed_fields(p, q)
        if record.size(q) != record.size(p) or min(seen[each] for each in changed) >= 2 * MOST_CHANGES:
            continue
        if wanted is not None and wanted.isdisjoint(changed):
            continue
        decisions, others = rules_of(record, q)
        if decisions != rules[0] or others != rules[1]:
            seen.update(changed)
            yield (q if decisions == rules[0] else None), changed


def changed_texts(name, text):
    """The text with a letter changed, with two letters exchanged, and with a word more in its first line, by turns."""
    written = [at for at, letter in enumerate(text) if letter.strip()]
    letters = sorted({*LETTERS, *text} - {" ", "\n"})
    stream = Stream(name, "changed clues", text, 0)
    while True:
        at, other = (written[stream.number_below(len(written))] for _ in range(2))
        letter = letters[stream.number_below(len(letters))]
        yield text[:at] + letter + text[at + 1 :]
        changed = list(text)
        changed[at], changed[other] = text[other], text[at]
        yield "".join(changed)
        first, line, rest = text.partition("\n")
        yield f"{first} {letter}{line}{rest}"


def changed_fields(p, q):
    """The fields of a record in which two boards differ; one without a name where a board is no record."""
    if not is_dataclass(p):
        return ("",)
    return tuple(each.name for each in fields(p) if not is_equal(getattr(p, each.name), getattr(q, each.name)))


def is_equal(one, other):
    return np.array_equal(one, other) if isinstance(one, np.ndarray) else one == other


def rules_of(record, p):
    """What is decided, by name, and the rows of the rules as numbers, whatever they are called."""
    model = record.formulations.get(LAZY, next(iter(record.formulations.values())))(p)  # few rows where it is known
    decisions = [name_literal(record, p, model, int(x)) for x in record.project(p, model)]
    columns = [
        (block.kind, block.rows.starts, block.rows.literals, block.lo, block.hi, block.coefs, block.when)
        for block in model.stated_blocks
    ]
    columns += [(rule.on, rule.edges, rule.links, rule.roots) for rule in model.open_graph_rules]
    if "place" in model.arrays and should_be_unique(record):  # clues say which pieces there are
        cells = model.says["place"].columns["cells"].rows
        return [], [tuple(map(column_bytes, block)) for block in [*columns, (cells.starts, cells.literals)]]
    return decisions, [tuple(map(column_bytes, block)) for block in columns]


def scene_page(scene):
    """What the script of a page gets of a board, but what it says of clicks."""
    return json.dumps({key: part for key, part in scene_document(scene).items() if key not in ("clicks", "follows")})


def column_bytes(column):
    return column.tobytes() if isinstance(column, np.ndarray) else column


def decided_cells(record, p):
    """The cells of which something is decided."""
    model = next(iter(record.formulations.values()))(p)
    return frozenset().union(*(literal_cells(record, p, model, int(x)) for x in record.project(p, model)))


def views(record, p, empty):
    """All that people see of a board without an answer, by what it is called. empty: the cells of which something is
    decided."""
    caption, picture = record.extras.caption(p), record.draw_svg(p)
    marked = record.draw_svg(p, empty=empty)
    labelled = {
        f"text with labels, {what}": draw_labelled(record.extras.grids(p, None, cells), Marks()) + caption
        for what, cells in (("nothing known", None), ("all cells known to be empty", empty))
        if record.extras.grids(p, None, cells)
    }
    page = [] if record.extras.scene is None else [("page", scene_page(record.extras.scene(p, View())))]
    return {
        "plain text": record.format(p),
        **dict(page),
        "text": record.draw_text(p) + caption,
        "text, all cells known to be empty": record.draw_text(p, empty=empty) + caption,
        **labelled,
        "booklet": picture + caption,
        "picture, all cells known to be empty": marked + caption,
        "picture with labels": label_picture(picture, record.extras.squares(p), Marks()) + caption,
    }


def changed_clues(record, some_boards, more_boards=()):
    """Pairs of boards that differ in one clue. Every field of a board is changed in one of them, at least; where it is
    not in the first boards, in more of them."""
    pairs, unchanged = [], {each.name for p in some_boards[:1] if is_dataclass(p) for each in fields(p)}
    for p in some_boards:
        for q, changed in boards_with_another_clue(record, p):
            pairs += [] if q is None else [(p, q)]
            unchanged -= set(changed)
    for p in more_boards if unchanged and should_be_unique(record) else ():
        for q, changed in boards_with_another_clue(record, p, MOST_SEARCHED, unchanged):
            pairs += [] if q is None else [(p, q)]
            unchanged -= set(changed)
        if not unchanged:
            break
    assert not should_be_unique(record) or pairs, "no board differs in one clue from any of these"
    assert not should_be_unique(record) or not unchanged, f"no board differs in its {', '.join(sorted(unchanged))}"
    return pairs


def hidden_clues(record, some_boards, more_boards=()):
    """By view, how many changes of a clue it does not show, and the first one."""
    hidden, seen = {}, {}
    for p, q in changed_clues(record, some_boards, more_boards):
        if id(p) not in seen:
            cells = decided_cells(record, p)
            seen[id(p)] = (p, cells, views(record, p, cells))
        _, cells, before = seen[id(p)]
        after = views(record, q, cells)
        for view in before:
            if before[view] == after.get(view):
                hidden.setdefault(view, []).append(f"{record.format(p)}and\n{record.format(q)}")
    return {view: (len(pairs), pairs[0]) for view, pairs in hidden.items()}


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", names())
def test_every_clue_is_seen_in_every_drawing(name):
    """In boards of the generator, and in those that are written by hand."""
    drawn = [p for p, _ in boards(name)]
    some = [*drawn[::3], *written_boards(name)][:MOST_BOARDS]
    assert hidden_clues(puzzle(name), some, chain(drawn, written_boards(name), islice(larger_boards(name), 6))) == {}


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
    assert set(hidden_clues(hidden, [board])) == set(views(hidden, board, None)) - {"plain text"}
    assert "2" in shown.draw_text(board)


def test_a_clue_is_seen_in_a_cell_that_is_known_to_be_empty():
    """A number in a cell that may hold no piece stays, also where a deduction found that the cell is empty."""
    record = puzzle_with_areas(lambda word: word)
    board, _ = record.generate((2, 2))
    assert "1:2" in record.draw_text(board, empty={(0, 0)})
    assert "1:2" in record.draw_svg(board, empty={(0, 0)})
