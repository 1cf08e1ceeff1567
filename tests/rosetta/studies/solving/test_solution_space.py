"""What `solve` and `compare` show of all solutions of a board of Lights Out, and of one that has none."""

from __future__ import annotations

import re

import rosetta as rs
from models.puzzles.svg import MARK
from rosetta.commands.main import run_verb
from rosetta.studies.solving.answers_text import answers_text

SOLVE = ["--backend", "modular"]
COMPARE = ["--backends", "modular,cpsat", "--formulation", "native"]


def test_one_solution_is_shown_with_the_quiet_patterns():
    """How many solutions there are, why, and by what they differ; the reduced system where everything is asked for."""
    solution = rs.solve(rs.load("lightsout", "5"), backend="modular")
    short = " ".join(str(solution).split())
    assert "This is one of 4 solutions. By elimination, 23 of the 25 presses follow from R1C1, R1C2" in short
    assert "quiet pattern 1 of 2 quiet pattern 2 of 2 x . x . x . x x x ." in short
    assert "R1C3 = " not in short
    everything = answers_text(solution._answers_found, solution.board._resolved, everything=True)
    assert "modulo 2: rank 23; free: R1C1, R1C2\nR1C3 = R1C1 + R1C2\n" in everything
    shown = solution._repr_html_()
    assert shown.count("<svg") == 3
    assert "This is one of 4 solutions" in shown


def test_of_a_large_basis_some_are_drawn_and_the_others_counted():
    """And where one solution is all that there is, that is said."""
    solution = rs.solve(rs.load("lightsout", "9"), backend="modular")
    text = answers_text(solution._answers_found, solution.board._resolved, width=80)
    assert "quiet pattern 4 of 8" in text
    assert "quiet pattern 5 of 8" not in text
    assert text.endswith("\n\n4 more quiet patterns with -v")
    only = str(rs.solve(rs.load("lightsout", "3"), backend="modular"))
    assert "This is the only solution. Elimination determines all 9 presses" in only


def test_patterns_of_a_graph_are_put_into_words(capsys):
    """A list of all neighbours, once for each, says no more."""
    assert run_verb("solve", ["lightsout", "cycle:6", "--colours", "3", *SOLVE]) == 0
    out = capsys.readouterr().out
    assert "press 0 x1, 2 x2, 3 x1, 5 x2" in out
    assert "(a number is the state of a lamp at the start, . is 0; +2 means: press it 2" in out
    assert out.count(" - ") == 6


def test_a_board_without_a_solution_shows_the_lamps_that_contradict(capsys):
    """In text and in SVG the same ones, alone, and the sentence is about them."""
    assert run_verb("solve", ["lightsout", "petersen", "--lit", "0", *SOLVE]) == 0
    out = capsys.readouterr().out
    marked = re.findall(r"^<.> (\d)", out, re.M)
    assert f"{{{', '.join(marked)}}}" in out
    assert len(marked) == 4
    solution = rs.solve(rs.load("lightsout", "petersen", lit="0"))
    (outline,) = re.findall(rf'<path d="([^"]+)" fill="{MARK}"', solution._repr_svg_())
    assert outline.count("M") == len(marked)
    assert f"{{{', '.join(marked)}}}" in solution._repr_html_()


def test_a_comparison_shows_them_in_place_of_another_answer(capsys):
    """The number of solutions stands in the sentence at its end; of a board without one, the marked board."""
    assert run_verb("compare", ["lightsout", "5", *COMPARE]) == 0
    out = capsys.readouterr().out
    assert "puzzle       answer       quiet pattern 1 of 2    quiet pattern 2 of 2" in out
    assert "it is one of 4. The fastest" in " ".join(out.split())
    assert "By elimination, 23 of the 25 presses follow" in out
    assert run_verb("compare", ["lightsout", "4", "--lit", "0:0", *COMPARE]) == 0
    out = capsys.readouterr().out
    assert "< > shows why there is none" in out
    end = out[out.index("< > shows") :]
    cells = re.search(r"\{([^}]*)\}", " ".join(end.split()))[1].split(", ")
    assert len(re.findall(r"<[.o]>", end)) == len(cells)
    assert "No solution: 2 engines found that there is none (engines of different kinds agree)" in " ".join(end.split())


def test_an_explanation_marks_them_alone(tmp_path, capsys):
    """In the picture of the page, too: not the buttons around them."""
    page = tmp_path / "page.html"
    assert run_verb("explain", ["lightsout", "petersen", "--lit", "0", "--html", str(page)]) == 0
    marked = re.findall(r"^<.> (\d)", capsys.readouterr().out, re.M)
    (outline,) = re.findall(rf'<path d="([^"]+)" fill="{MARK}"', page.read_text("utf-8"))
    assert outline.count("M") == len(marked) == 4
