"""What a page says of boards that are broken at sight: which rule, which of its rows, and what is to blame."""

from __future__ import annotations

import re

import pytest

from models.puzzles.registry import puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from rosetta.studies.asking.question import Question
from rosetta.studies.playing.answer_steps import click_places
from rosetta.studies.playing.checks import checks_document
from tests.support.scripts import run_script

JUDGE = "data.map(([checks, steps]) => checkPlay(prepareChecks(checks), steps))"
TENTS = "4 4\n  ? ? ? ?\n? T . . T\n? . . . .\n1 . . . .\n? T . . T\n"
AKARI = "4\n__1_\n____\n____\n0___\n"
STARS = "4 4 1\n1 1 2 2\n1 1 2 2\n3 3 4 4\n3 3 4 4\n"
HITORI = "3 3\n1 1 2\n2 3 1\n3 1 2\n"
LOOP = "3 3\n. . .\n. 3 .\n. . 0\n"
POND = "2 3\n. 2 .\n. . .\n"
ISLES = "3 3\n2 . .\n. . .\n. . 2\n"
BRIDGES = "3 3 2\n2 . 2\n. . .\n1 . 1\n"
CROSSING = "3 3 2\n. 1 .\n1 . 1\n. 1 .\n"
LAMPS = "3\n111\n111\n111\n"
SQUARE = ("R1C1 right", "R1C1 down", "R1C2 down", "R2C1 right")  # around the first cell
TREE, LIT, LINES = "each tree owns one tent", "every white cell is lit", "the lines form a single loop"
WALL, AROUND = (
    "a wall touches as many lamps as its number says",
    "a cell has as many lines around it as its number says",
)
ROW, APART, CONNECTED = "row counts", "tents do not touch, even diagonally", "all islands are connected"
CASES = {
    "tents that touch": ("tents", TENTS, "R1C2 R2C1", "", [
        (APART, "the cells from R1C1 to R2C2", [], "R1C2 R2C1"), (TREE, "the tree at R1C1", [[0, 0]], "R1C2 R2C1")]),
    "a tent without a tree": ("tents", TENTS, "R2C3", "", [
        ("each tent belongs to one tree", "the cell R2C3", [[1, 2]], "R2C3")]),
    "a row with too many": ("tents", TENTS, "R3C1 R3C4", "", [(ROW, "row 3", ["left", 2], "R3C1 R3C4")]),
    "a row with too little room": ("tents", TENTS, "", "R3C1 R3C2 R3C3 R3C4", [(ROW, "row 3", ["left", 2], "")]),
    "a tree that can have no tent": ("tents", TENTS, "", "R1C2 R2C1", [(TREE, "the tree at R1C1", [[0, 0]], "")]),
    "a wall with too many": ("akari", AKARI, "R1C2 R1C4", "", [(WALL, "the wall 1 at R1C3", [[0, 2]], "R1C2 R1C4")]),
    "a wall with too few": ("akari", AKARI, "", "R1C2 R2C3 R1C4", [(WALL, "the wall 1 at R1C3", [[0, 2]], "")]),
    "lamps that see each other": ("akari", AKARI, "R2C1 R2C4", "", [
        ("lamps in a row do not see each other", "the run across from R2C1", [], "R2C1 R2C4")]),
    "a cell that stays dark": ("akari", "3\n#_#\n_#_\n#_#\n", "", "R1C2", [(LIT, "the cell R1C2", [[0, 1]], "")]),
    "a row with two stars": ("starbattle", STARS, "R1C1 R1C4", "", [
        ("every row holds its stars", "row 1", [], "R1C1 R1C4")]),
    "shaded cells that touch": ("hitori", HITORI, "R1C1 R1C2", "", [
        ("shaded cells do not touch", "R1C1 and R1C2", [], "R1C1 R1C2")]),
    "equal numbers": ("hitori", HITORI, "", "R1C1 R1C2", [
        ("of equal numbers in a row, at most one is left unshaded", "the 1s of row 1", [], "R1C1 R1C2")]),
    "a closed loop, and a number that wants more": ("slitherlink", LOOP, SQUARE, "", [(LINES, "", [], SQUARE)]),
    "a line at a 0": ("slitherlink", LOOP, ("R3C3 down",), "", [(AROUND, "the 0 at R3C3", [[2, 2]], ("R3C3 down",))]),
    "a pond cut off": ("nurikabe", POND, "R1C1 R1C3", "R2C2", [("the sea is connected", "", [], "R1C3")]),
    "a block of sea": ("nurikabe", ISLES, "R1C2 R1C3 R2C2 R2C3", "", [
        ("the sea fills no block of 2x2 cells", "the cells from R1C2 to R2C3", [], "R1C2 R1C3 R2C2 R2C3"),
        ("the sea is connected", "", [], "R1C2 R2C3")]),
    "an island that cannot grow": ("nurikabe", ISLES, "R1C2 R2C1", "", [
        ("an island has as many cells as its number says", "the island of 2 at R1C1", [[0, 0]], "R1C2 R2C1")]),
    "islands that have all their bridges": ("hashi", BRIDGES, {"R1C1 R1C3": 2}, "", [
        (CONNECTED, "", [], ("R1C1 R1C3",))]),
    "islands cut off without a bridge": ("hashi", BRIDGES, "", ("R1C1 R3C1", "R1C3 R3C3"), [
        (CONNECTED, "", [], ("R1C1 R3C1", "R1C3 R3C3"))]),
    "too many bridges": ("hashi", BRIDGES, {"R1C1 R3C1": 2}, "", [
        ("an island has as many bridges as its number says", "the island 1 at R3C1", [[2, 0]], ("R1C1 R3C1",))]),
    "a lamp that stays on": ("lightsout", LAMPS, "R1C1 R2C1", "R1C2", [
        ("a lamp changes if an odd number of presses reach it", "the lamp of R1C1", [[0, 0]], "R1C1 R2C1")]),
}  # fmt: skip


def read_place(words):
    """A cell, a line from a corner, or one from cell to cell, in the words of the cases."""
    ends = [[int(r) - 1, int(c) - 1] for r, c in re.findall(r"R(\d+)C(\d+)", words)]
    (row, column), *_ = ends
    if words.endswith("right"):
        return [[row, column], [row, column + 1]]
    if words.endswith("down"):
        return [[row, column], [row + 1, column]]
    return ends if len(ends) > 1 else ends[0]


def read_places(words):
    """Cells in one text, lines in a tuple, bridges with their number."""
    listed = words.split() if isinstance(words, str) else list(words)
    return [read_place(each) for each in listed]


@pytest.mark.parametrize("case", CASES)
def test_names_the_rule_its_row_and_what_is_to_blame(case, tmp_path):
    """And nothing else: each broken row is among those that are expected."""
    name, text, put, empty, expected = CASES[case]
    record = puzzle(name)
    board = record.parse(text)
    scene = scene_document(record.extras.scene(board, View()))
    places = click_places(scene["clicks"])
    put = {put: 1} if isinstance(put, str) and " right" in put else put
    counts = put if isinstance(put, dict) else {}
    steps = [0] * len(places)
    for place in read_places(tuple(counts) or put):
        steps[places.index(place)] = 1
    for words, count in counts.items():
        steps[places.index(read_place(words))] = count
    for place in read_places(empty):
        steps[places.index(place)] = len(scene["clicks"]["steps"]) - 1
    checks = checks_document(Question(record, board), scene)
    [judged] = run_script("rule_checks.js", [[checks, steps]], JUDGE, tmp_path)
    found = [
        (row["sentence"], row["cells"], row["margins"], sorted(places[place] for place in row["places"]))
        for row in judged["broken"]
    ]
    wanted = [
        (rule, [] if at[:1] == ["left"] else at, [at] if at[:1] == ["left"] else [], sorted(read_places(blamed)))
        for rule, _, at, blamed in expected
    ]
    assert sorted(found, key=str) == sorted(wanted, key=str)
