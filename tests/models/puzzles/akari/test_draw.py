"""Input and output of Akari: drawings, names of literals, JSON, the command line, and boards that are refused."""

from __future__ import annotations

import json
import pickle
import re
from xml.etree import ElementTree

import numpy as np
import pytest

from models.neutral import Kind, Model
from models.puzzles.akari import rules
from models.puzzles.akari.instance import Akari
from models.puzzles.akari.record import PUZZLE
from models.puzzles.akari.rules import model, verify
from models.puzzles.akari.scene import wrong_cells
from models.puzzles.stated_words import name_literal
from rosetta.commands.main import run_verb
from rosetta.foundation.errors import InputError
from tests.support.akari_boards import MENDED, SOURCE, board

LAMPS = ((1, 2), (2, 1), (2, 3), (3, 0), (3, 2))  # of the mended example


def test_the_picture_at_the_top_of_the_file_is_a_solution() -> None:
    """As it is drawn."""
    lines = [line[4:13] for line in (rules.__doc__ or "").splitlines()[2:7]]
    p = board(*(re.sub(r"[O|+-]", "_", line.replace(" ", "")) for line in lines))
    lamps = tuple((r, c) for r, line in enumerate(lines) for c, letter in enumerate(line.split()) if letter == "O")
    assert verify(p, lamps) == []
    assert PUZZLE.draw_text(p, lamps).splitlines() == lines


def test_the_drawing_tells_walls_numbers_lamps_and_light_apart_without_colour() -> None:
    """In letters; what differs in a second answer is A and B, and an exclamation mark is behind what is wrong."""
    p = PUZZLE.parse(MENDED)
    assert PUZZLE.draw_text(p) == "# . . 0\n# . . .\n2 . 4 .\n. 3 . ."
    assert PUZZLE.draw_text(p, LAMPS) == "# - | 0\n# + O +\n2 O 4 O\nO 3 O +".replace("# - |", "# | |")
    assert PUZZLE.draw_text(p, LAMPS[:1]) == "# . | 0\n# - O -\n2!. 4!.\n. 3!. ."
    assert PUZZLE.draw_text(p, LAMPS[:1], empty=()) == "# . | 0\n# - O -\n2 . 4 .\n. 3 . ."
    second = ((0, 1), *LAMPS[1:])
    assert PUZZLE.draw_text(p, LAMPS, second=second).splitlines() == [
        "# B . 0",
        "# . A .",
        "2 O 4 O",
        "O 3 O .",
        "(A: lamp in this answer only, B: in the other only)",
    ]
    wide = board("_" * 61)
    assert PUZZLE.draw_text(wide, ((0, 3),)) == "---O" + "-" * 57
    assert PUZZLE.draw_text(wide, ((0, 3), (0, 5))) == "---O-O" + "-" * 55 + "\n(wrong: R1C4, R1C6)"


def test_colour_shows_what_is_wrong() -> None:
    """Numbers that are not met, lamps that see each other, lamps on walls: white on red."""
    p, red = board("1__", "#__"), "\x1b[1;97;41m"
    assert PUZZLE.draw_text(p, ((0, 1), (1, 2)), colour=True).count(red) == 0
    assert f"{red}1" in PUZZLE.draw_text(p, ((1, 1),), colour=True)
    assert PUZZLE.draw_text(p, ((0, 1), (0, 2)), colour=True).count(f"{red}O") == 2
    assert f"{red}O" in PUZZLE.draw_text(p, ((0, 1), (1, 0)), colour=True)


def seen_from(p: Akari, cell: tuple[int, int]) -> set[tuple[int, int]]:
    """The cells that one sees from a cell, walking in each direction to the next wall."""
    seen = set()
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        r, c = cell[0] + dr, cell[1] + dc
        while 0 <= r < p.cells.shape[0] and 0 <= c < p.cells.shape[1] and p.cells[r, c] < 0:
            seen.add((r, c))
            r, c = r + dr, c + dc
    return seen


def test_what_is_wrong_is_what_walking_from_every_lamp_finds() -> None:
    """On random boards with random lamps, also on walls."""
    rng = np.random.default_rng(5)
    for _ in range(60):
        shape = tuple(rng.integers(1, 7, 2))
        p = Akari(rng.choice([-1, -1, -1, 0, 1, 2, 5], shape))
        lamps = {(int(r), int(c)) for r, c in np.argwhere(rng.random(shape) < 0.3)}
        wrong = {cell for cell in lamps if p.cells[cell] >= 0 or seen_from(p, cell) & lamps}
        for (r, c), number in np.ndenumerate(p.cells):
            if 0 <= number < 5:
                beside = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
                wrong |= {(r, c)} if sum(cell in lamps for cell in beside) != number else set()
        assert {tuple(cell) for cell in np.argwhere(wrong_cells(p, lamps)).tolist()} == wrong


def test_the_picture_is_one_svg_that_needs_nothing_else() -> None:
    """It parses, names itself, and marks what differs."""
    p = PUZZLE.parse(MENDED)
    picture = PUZZLE.draw_svg(p, LAMPS, second=((0, 1), *LAMPS[1:]))
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == "Akari, 4 rows and 4 columns, 6 walls, 5 lamps; another answer moves 1 of them"
    assert "href" not in picture
    assert "stroke-dasharray" in picture
    assert "stroke-dasharray" not in PUZZLE.draw_svg(p, LAMPS)


def test_literals_and_answers_have_names() -> None:
    """Cells from 0; JSON as the command line has it."""
    p = PUZZLE.parse(MENDED)
    m = model(p)
    assert (name_literal(PUZZLE, p, m, 1), name_literal(PUZZLE, p, m, -10)) == ("a lamp at R1C2", "no lamp at R4C4")
    assert PUZZLE.answer_json(LAMPS[:2]) == {"lamps": [[1, 2], [2, 1]]}
    assert PUZZLE.answer_from_json(p, json.loads('{"lamps": [[2, 1], [1, 2]]}')) == LAMPS[:2]
    for wrong in ({}, {"lamps": 3}, {"lamps": [[1]]}, {"lamps": [[1, "2"]]}, {"lamps": [[1, True]]}):
        with pytest.raises(InputError, match="lamps"):
            PUZZLE.answer_from_json(p, wrong)


def test_boards_are_checked_when_they_are_made_and_cannot_be_changed() -> None:
    """Shape, values, size; equal boards are equal wherever they come from."""
    for wrong in (np.zeros((0, 3), int), np.zeros((2, 3)), np.zeros(6, int), np.zeros((2, 2), np.bool_)):
        with pytest.raises(InputError, match="expected a board of integers"):
            Akari(wrong)
    with pytest.raises(InputError, match=r"cell R1C2: expected -1 .white., 0..4 or 5 .bare., found 6"):
        Akari([[0, 6]])
    p = board("_1")
    with pytest.raises(ValueError, match="read-only"):
        p.cells[0, 0] = 5
    assert pickle.loads(pickle.dumps(p)) == p == Akari(p.cells.astype(np.int64))
    assert hash(p) == hash(Akari([[-1, 1]]))
    assert p != board("_", "1")


def test_symmetries_are_those_of_walls_and_numbers() -> None:
    """All eight around a 4; two answers, one up to symmetry."""
    assert len(PUZZLE.extras.symmetries(board("___", "_4_", "___"))) == 8
    assert len(PUZZLE.extras.symmetries(board("____", "_44_"))) == 2
    assert len(PUZZLE.extras.symmetries(board("_1", "23"))) == 1
    assert [image(((0, 2),)) for image in PUZZLE.extras.symmetries(board("___"))] == [((0, 2),), ((0, 0),)] * 2


def in_the_source_s_words(p: Akari, m: Model) -> str:
    """The constraints as the Light Up solver lists them: atLeast(1, {b1,2, ...}), rows and columns from 1."""
    lines = []
    names = ["", *(f"b{r + 1},{c + 1}" for r, c in np.argwhere(p.white))]
    for block in m.blocks:
        lines.append(block.sentence)
        for i in range(len(block)):
            cells = "{" + ", ".join(names[x] for x in block.rows[i]) + "}"
            if block.lo[i] > 0 or block.lo[i] == block.hi[i]:
                lines.append(f"  atLeast({block.lo[i]}, {cells})")
            if block.kind is not Kind.CLAUSE:
                lines.append(f"  atMost({block.hi[i]}, {cells})")
    return "\n".join(lines) + "\n"


def test_the_source_s_reduction_of_its_example(golden) -> None:
    """Its list of constraints, but for an erratum (1.6) and blocks of one cell, which say nothing.

    The source prints {b1,2, b1,3, b2,2} for its cell R4C3; the blocks through it are {b1,2, b2,2, b3,2} and {b3,2}.
    """
    p = PUZZLE.parse(SOURCE)
    golden("akari_source_4x4.txt", in_the_source_s_words(p, model(p)))
    printed = {
        "every white cell is lit": "12 13 22 32, 12 13 23, 22 23 24 12 32, 22 23 24 13, 22 23 24 34 44, 12 13 22, "
        "24 34 44, 41, 43 44, 43 44 24 34",
        "lamps in a row do not see each other": "12 13, 22 23 24, 32, 34, 41, 43 44",
        "lamps in a column do not see each other": "41, 12 22 32, 13 23, 43, 24 34 44",
        "a wall touches as many lamps as its number says": "12, 13 24, 32 41, 23 32 34 43, 41 32 43",
    }
    ours = {}
    cells = [f"{r + 1}{c + 1}" for r, c in np.argwhere(p.white)]
    for block in model(p).blocks:
        ours[block.sentence] = [{cells[x - 1] for x in block.rows[i]} for i in range(len(block))]
    theirs = {rule: [set(row.split()) for row in rows.split(", ")] for rule, rows in printed.items()}
    lit = "every white cell is lit"
    assert [i for i, (a, b) in enumerate(zip(ours[lit], theirs[lit], strict=True)) if a != b] == [5]
    assert (ours[lit][5], theirs[lit][5]) == ({"12", "22", "32"}, {"12", "13", "22"})
    for rule in list(printed)[1:3]:
        assert ours[rule] == [row for row in theirs[rule] if len(row) > 1]
    number = "a wall touches as many lamps as its number says"
    assert ours[number] == theirs[number]
    assert model(p).blocks[-1].lo.tolist() == model(p).blocks[-1].hi.tolist() == [1, 0, 2, 4, 3]


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["akari", "lightup"])
def test_the_verbs_take_akari(name: str, tmp_path, capsys) -> None:
    """solve, count and verify, by both names; parameters of the generator are told and repeated."""
    assert run_verb("count", [name, "cross", "--distinct"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["2", "1 up to symmetry"]
    assert run_verb("solve", [name, "akari/source-4x4-mended", "--json", "--unique"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["puzzle"], document["unique"]) == ("akari", True)
    assert document["answer"] == {"lamps": [list(cell) for cell in LAMPS]}
    assert run_verb("verify", [name, "source-4x4", json.dumps({"lamps": [[0, 1], *document["answer"]["lamps"]]})]) == 1
    assert "the lamps at R1C2 and R3C2 see each other" in capsys.readouterr().out
    arguments = [name, "6", "--bare", "20", "--numbered", "30", "--generator", "planted", "--backends", "cpsat,cnf"]
    page = tmp_path / "page.html"
    assert run_verb("compare", [*arguments, "--html", str(page)]) == 0
    out = capsys.readouterr().out
    assert "akari 6x6, generated, seed 0, bare 20, numbered 30" in out
    assert "python -m models.compare akari 6 --backends cpsat,cnf --bare 20 --numbered 30 --generator planted" in out
    assert "<title>Akari, 6 rows and 6 columns, 18 walls" in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "tells"),
    [
        (["akari", "8", "--bare", "60", "--numbered", "50"], "expected at most 100 % walls, found 60 % bare and 50 %"),
        (["akari", "cross", "--bare", "20"], "--bare: says how a board is generated, but WHAT is 'cross'"),
        (["akari", "8", "--bare", "x"], "--bare: expected a whole number from 0 to 100, found 'x'"),
        (["akari", "8", "--generator", "%s"], "expected one of planted, random, density, found '%s'"),
        (["tents", "8", "--bare", "20"], "--bare: an option of akari"),
        (["akari", "3x3:aaaaa,2,0,2,2,0,2"], "Tatham ID (akari), position 5"),
    ],
)
def test_bad_parameters_are_told(arguments: list[str], tells: str, capsys) -> None:
    """Exit code 2 and one message."""
    try:
        code = run_verb("solve", arguments)
    except SystemExit as end:
        code = int(str(end.code))
    assert code == 2
    assert tells in capsys.readouterr().err
