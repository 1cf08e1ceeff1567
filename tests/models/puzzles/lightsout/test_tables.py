"""Tables of rectangular boards against brute force and published numbers; and that faults are detected."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from algebra.modulo2.minimum.coset import Coset
from backends.contract import Limits
from models.puzzles.lightsout.record import PUZZLE
from models.puzzles.lightsout.theory import tables
from models.puzzles.lightsout.theory.polynomial import GridBoard, lamp_changes
from models.puzzles.lightsout.theory.tables import count, press_minimum
from report.reproduction.board_grid import sheet
from rosetta.reproducing.lightsout.fewest_presses import fewest_presses
from tests.support.places import ROOT

# The source's exponents, n = 1..20, and the fewest presses, n = 1..18 (published: A159257, A075464).
EXPONENTS = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0]
FEWEST = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117, 104, 147, 188]
LIMITS = Limits(seconds=60.0)


def solutions_of(m: int, n: int) -> list[tuple[int, ...]]:
    """All, as rows of bits, of all 2^(m n) sets of presses."""
    all_lights = [(1 << n) - 1] * m
    sets = (tuple(word >> i * n & (1 << n) - 1 for i in range(m)) for word in range(1 << m * n))
    return [each for each in sets if list(lamp_changes(GridBoard(m, n), each)) == all_lights]


def images(m: int, n: int, rows: tuple[int, ...]) -> list[np.ndarray]:
    """The board turned and reflected in every way but the identity; by a quarter if it is a square."""
    cells = np.array([[row >> j & 1 for j in range(n)] for row in rows])
    half = [cells[::-1], cells[:, ::-1], cells[::-1, ::-1]]
    return half + ([cells.T, cells[::-1].T, cells[:, ::-1].T, cells[::-1, ::-1].T] if m == n else [])


@pytest.mark.parametrize(("m", "n"), [(2, 2), (2, 3), (3, 3), (3, 4), (3, 5), (4, 4)])
def test_tables_by_pressing_everything(m, n):
    """Number of solutions, how many are symmetric, and the fewest presses."""
    brute = solutions_of(m, n)
    counted = count(m, n)
    assert counted.faults == ()
    assert {2**e for e in counted.exponents.values()} == {len(brute)}
    cells = [[[row >> j & 1 for j in range(n)] for row in rows] for rows in brute]
    same = [
        any(np.array_equal(each, image) for image in images(m, n, rows))
        for each, rows in zip(cells, brute, strict=True)
    ]
    assert counted.symmetric == sum(same)
    least = press_minimum(m, n)
    assert least.faults == ()
    assert least.weight == min(sum(row.bit_count() for row in rows) for rows in brute)


@pytest.mark.sample(0.125)
def test_the_table_of_the_source():
    """n = 1..20: 2^e solutions, by six methods. All four of 5 x 5 and all sixteen of 4 x 4 are symmetric; the largest
    is 19 x 19 with 65536, the next 256."""
    rows = [count(n, n) for n in range(1, 21)]
    assert [set(row.exponents.values()) for row in rows] == [{e} for e in EXPONENTS]
    assert all(len(row.exponents) == 6 and not row.faults for row in rows)
    assert [rows[n - 1].symmetric for n in (1, 4, 5)] == [None, 16, 4]


def test_fewest_presses_of_rectangles():
    """m <= n <= 20: no fault, found again on the rows of the model by elimination that knows of no board; the squares
    as published."""
    for n in range(1, 21):
        for m in range(1, n + 1):
            minimum = press_minimum(m, n)
            assert minimum.faults == ()
            assert fewest_presses(m, n, "gf2", LIMITS) == minimum.weight
            if m == n <= len(FEWEST):
                assert minimum.weight == FEWEST[n - 1]


@pytest.mark.parametrize(("m", "n"), [(3, 5), (7, 9), (9, 9)])
def test_found_again_by_search(m, n):
    """CP-SAT after elimination modulo 2 proves the same."""
    assert fewest_presses(m, n, "cpsat", LIMITS) == press_minimum(m, n).weight


def test_what_cannot_be_found_again_is_not_made_up(monkeypatch):
    """A limit gives no value; an answer that breaks the rules is an error, whoever gave it."""
    assert fewest_presses(19, 19, "cpsat", Limits(seconds=0.3)) is None
    monkeypatch.setattr("rosetta.reproducing.lightsout.fewest_presses.decode", lambda p, m, values: ())
    with pytest.raises(RuntimeError, match=r"gf2: the lamp of R1C1 ends on"):
        fewest_presses(3, 5, "gf2", LIMITS)


def test_faults_are_seen(monkeypatch):
    """Presses that are not those of the board, a wrong number, a wrong nullity, methods that disagree."""
    right = tables.fewest_presses(GridBoard(4, 4))
    for wrong, fault in (
        (replace(right, presses=~right.presses), "not all lamps change"),
        (replace(right, weight=5), "4 presses, not 5"),
        (replace(right, weight=5), "5 is not congruent to 16 - 4 modulo 2"),
        (replace(right, nullity=6), "nullity 6; by polynomials of the 4 x 4 board 4"),
    ):
        monkeypatch.setattr(tables, "fewest_presses", lambda board, wrong=wrong: wrong)
        assert fault in press_minimum(4, 4).faults
    monkeypatch.setattr(tables, "nullity", lambda m, n: 3)
    assert count(4, 4).faults == (
        "gcd says 2^4; gcd exchanged says 2^4; gcd of roots says 2^3; dense says 2^4; spanish says 2^4; "
        "polynomial says 2^4",
    )


def test_words_that_a_reflection_leaves_alone():
    """By hand: of the four words of two cells side by side, the two whose cells are alike."""
    assert tables.count_symmetric(GridBoard(1, 2), Coset(np.zeros(2, bool), np.eye(2, dtype=bool))) == 2


def test_a_sheet_holds_every_picture():
    """It is an SVG, with a smaller one and its lines for each picture; text cannot break out."""
    p, _ = PUZZLE.generate((2, 2))
    svg = PUZZLE.draw_svg(p, ((0, 0),))
    root = ElementTree.fromstring(sheet("a & b", [("<one>\nmore", svg), ("two", svg), ("three", svg)], columns=2))
    name = "{http://www.w3.org/2000/svg}"
    pictures = root.findall(f"{name}svg")
    assert [(each.get("x"), each.get("y")) for each in pictures] == [("16", "56"), ("232", "56"), ("16", "312")]
    assert {each.get("viewBox") for each in pictures} == {ElementTree.fromstring(svg).get("viewBox")}
    assert [each.text for each in root.findall(f"{name}text")] == ["a & b", "<one>", "more", "two", "three"]
    with pytest.raises(ValueError, match="expected an SVG with a viewBox"):
        sheet("", [("one", "<svg></svg>")])


@pytest.mark.sample(0.125)
def test_the_script(tmp_path):
    """What it prints of small boards, and that it leaves a picture of each."""
    command = [sys.executable, "-m", "benchmarks.lightsout.tables"]
    arguments = ["--solutions", "5", "--rectangles", "5", "--worst", "1", "to:3", "19", "--pictures"]
    process = subprocess.run([*command, *arguments, tmp_path], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = process.stdout.splitlines()
    assert any(line.split()[:4] == ["5", "4", "2", "4"] for line in lines)
    assert "found again by gf2: 15, not within the limit: 0" in process.stdout
    assert [line.split()[:3] for line in lines if "all tried" in line] == [["1x2", "1", "1"], ["2x3", "3", "2"]]
    assert "    19  not computed: 2^16 quiet patterns, more than 2^12, the most that get a row each" in lines
    assert len(list(tmp_path.glob("lightsout-*x*.svg"))) == 20
    assert (tmp_path / "lightsout-sheet.svg").exists()
