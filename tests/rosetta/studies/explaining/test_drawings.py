"""Boards of an explanation: labels agree with the words, clues that are used are marked, nothing is shown too early."""

from __future__ import annotations

import re

import numpy as np
import pytest

from backends.contract import Limits
from backends.reasons.job import ExplanationRequest
from instances.resolve import resolve
from models.puzzles.labelled import Grid, Marks, draw_labelled, label_picture
from models.puzzles.registry import puzzle
from models.puzzles.stated_words import name_literal
from report.explanation.records import explanation_text
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.drawings import step_marks
from rosetta.studies.explaining.explain import trace_question
from rosetta.studies.explaining.wording import Wording
from tests.rosetta.commands.test_explain import CLASHING, TENTS, explanation_of

BOARDS = [
    ("tents", TENTS),
    ("tents", "8"),
    ("akari", "10x10b20s2d2-1"),
    ("akari", "source-4x4"),
    ("starbattle", "5"),
    ("lightsout", "3"),
    ("lightsout", "torus:4x5 0:0"),
    ("tiling", "3x20"),
]
CELL = re.compile(r"R(\d+)C(\d+)")


def labels_in(board):
    """Rows and columns that a board in text has labels for."""
    lines = board.splitlines()
    rows = {int(number) for line in lines for number in re.findall(r"^\s*<?R(\d+)>? ", line)}
    head = [line for line in lines[:2] if not re.search(r"R\d", line)]
    columns = {int(number) for line in head for number in re.findall(r"(?:C|\b)(\d+)", line)}
    return rows, columns


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "what"), BOARDS)
def test_every_cell_and_line_of_a_sentence_has_its_label_on_the_board(name, what):
    explanation = explanation_of(name, what, ExplanationRequest(steps=30, conflicts=3))
    rows, columns = labels_in(explanation.start_board)
    height, width = puzzle(name).size(resolve(name, what.partition(" ")[0]).instance)
    assert rows == set(range(1, height + 1))
    assert set(range(1, width + 1)) <= columns
    text = explanation_text(explanation).partition(explanation.start_board)[2]
    cells = {(int(r), int(c)) for r, c in CELL.findall(text)}
    assert cells
    assert all(r in rows and c <= width for r, c in cells)
    assert all(int(number) in rows for number in re.findall(r"\b[Rr]ow (\d+)", text))
    assert not re.search(r"\(\d+,\d+\)", text)


def drawn_words(board):
    """The letters of a board in text, without brackets."""
    return [re.sub(r"[\[\]()<>]", " ", line) for line in board.splitlines() if re.match(r"\s*<?R\d", line)]


@pytest.mark.parametrize(("name", "what"), [("tents", "8"), ("akari", "10x10b20s2d2-1"), ("starbattle", "8")])
def test_no_board_shows_what_a_later_step_concludes(name, what):
    """A board in the middle of the text has exactly the pieces that were concluded by then; one that supposes something
    has these in round brackets."""
    piece = {"tents": "A", "akari": "O", "starbattle": "*"}[name]
    explanation = explanation_of(name, what)
    concluded = 0
    seen = 0
    for step in explanation.steps:
        before = concluded
        concluded += sum(x.startswith("a ") for x in step.names)
        if step.plain:
            seen += 1
            letters = [line[line.index("R") :] for line in step.plain.splitlines() if re.match(r"\s*<?R\d", line)]
            supposed = sum(line.count(f"({piece})") for line in letters)
            held = sum(line.count(piece) for line in letters) - supposed
            assert held == (before if any("(" in line for line in letters) else concluded), step.number
    assert seen


def test_clues_that_a_step_uses_are_marked():
    """Of rows and columns at the margin, of walls in their cells; lines without a clue have their label marked."""
    for name, what, rule, field in (
        ("tents", TENTS, "row counts", "rows"),
        ("tents", TENTS, "column counts", "columns"),
        ("akari", "10x10b20s2d2-1", "a wall touches as many lamps as its number says", "used"),
        ("starbattle", "5", "every row holds its stars", "rows"),
    ):
        record, instance = puzzle(name), resolve(name, what).instance
        rules = {option: values[0] for option, values in record.options.items()}
        traced = trace_question(Question(record, instance, rules), "default", ExplanationRequest(), Limits())
        words, checked = Wording(traced.question, traced.model, traced.rows), 0
        for step in traced.trace.steps:
            marks = step_marks(words, step)
            for row in map(words.row, step.rows):
                if row.rule == rule:
                    checked += 1
                    if field == "used":
                        cell = tuple(int(number) - 1 for number in CELL.findall(row.name)[0])
                        assert cell in marks.used
                    else:
                        assert int(row.name.split()[-1]) - 1 in getattr(marks, field)
        assert checked


def test_marks_in_text_and_picture():
    grid = Grid([[".", "A"], ["T", "."]], beside={"left": ["1", "10"], "top": ["0", "2"]})
    marks = Marks(concluded=frozenset({(0, 1)}), used=frozenset({(1, 0)}), rows=frozenset({1}), columns=frozenset({0}))
    assert draw_labelled([grid], marks).splitlines() == [
        "           C1 C2",
        "           <0> 2",
        "         +------",
        " R1    1 |  . [A]",
        " R2  <10>| <T> .",
    ]
    wide = draw_labelled([Grid([["."] * 12])], Marks(supposed=frozenset({(0, 11)}), columns=frozenset({11})))
    assert wide.splitlines() == [
        "      C  C  C  C  C  C  C  C  C  C  C <C>",
        "      1  2  3  4  5  6  7  8  9 10 11 12",
        " R1   .  .  .  .  .  .  .  .  .  .  . (.)",
    ]
    p, extras = resolve("tents", TENTS).instance, puzzle("tents").extras
    marks = Marks(rows=frozenset({2}), supposed=frozenset({(0, 0)}))
    svg = label_picture(puzzle("tents").draw_svg(p), extras.squares(p), marks)
    assert {f"{line}{i}" for line in "RC" for i in range(1, 5)} <= set(re.findall(r">([RC]\d+)<", svg))
    assert svg.count('class="used"') == 1
    assert svg.count(">?<") == 1


def test_conflicts_frame_their_clues():
    """In the text the clue in brackets, on the page a red frame."""
    (clash,) = explanation_of("tents", CLASHING).clashes
    assert "<2>" in clash.plain.splitlines()[3]
    (drawn,) = explanation_of("tents", CLASHING, pictures=True).clashes
    assert re.search(r'class="used"[^>]*stroke="#b3261e"', drawn.svg)


def test_layers_are_labelled():
    """A board in space: a grid for each layer, and cells with three coordinates."""
    record, p = puzzle("tiling"), resolve("tiling", "soma").instance
    drawn = draw_labelled(record.extras.grids(p, None, ()), Marks(used=frozenset({(2, 1, 0)})))
    assert re.findall(r"^L\d$", drawn, re.M) == ["L1", "L2", "L3"]
    assert drawn.partition("L3")[2].count("<.>") == drawn.count("<.>") == 1
    assert re.search(r"L\dR\dC\d", name_literal(record, p, record.formulations["cells"](p), 1))
    svg = label_picture(record.draw_svg(p), record.extras.squares(p), Marks())
    assert re.findall(r">(L\d)<", svg) == ["L1", "L2", "L3"]


def test_areas_of_any_number_have_lines_around_them():
    text = draw_labelled([Grid([[".", "."]], areas=np.array([[-1, 4]]))], Marks())
    assert text.splitlines()[-1].strip() == "+---+---+"
