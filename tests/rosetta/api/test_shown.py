"""What a notebook shows: pictures and pages that need nothing from outside, change nothing around them, and escape what
comes from anywhere."""

from __future__ import annotations

import copy
import dataclasses
import html
import pickle
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import rosetta as rs
from models.puzzles.registry import names
from tests.rosetta.api.test_command_line import board

EVIL = "<script>alert(1)</script>"
VOID = {"br", "meta", "link", "img", "input", "hr"}


class Checker(HTMLParser):
    """Keeps count of open elements, and what a fragment would load or run."""

    def __init__(self, text):
        super().__init__()
        self.open, self.outside = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        loads = (
            ("src", "id") if tag == "a" and given["href"].startswith("https://puzz.link/p?") else ("src", "href", "id")
        )
        self.outside += [value for name, value in attributes if name in loads or name.startswith("on")]
        self.outside += [tag] if tag in ("script", "style", "link", "body", "html") else []
        if tag == "iframe":
            assert given["sandbox"] == "allow-scripts"
            Checker.check_page(given["srcdoc"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    @staticmethod
    def check_page(page):
        assert page.startswith("<!DOCTYPE html>")
        assert "default-src 'none'" in page
        assert f"{EVIL[:13]}(1)" not in page


def check_fragment(fragment):
    """A piece of HTML that is closed, loads nothing, and has no ids, styles or scripts of its own."""
    checker = Checker(fragment)
    assert (checker.open, checker.outside) == ([], [])


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_pictures_of_every_puzzle(name):
    """Board and solution as SVG and as a fragment; the solution's picture is another one."""
    loaded, _ = board(name)
    solution = rs.solve(loaded, answers=2)
    for shown in (loaded, solution):
        ElementTree.fromstring(shown._repr_svg_())
        assert shown._repr_svg_() in shown._repr_html_()
        check_fragment(shown._repr_html_())
    assert loaded._repr_svg_() != solution._repr_svg_()
    assert solution._repr_html_().count("<svg") == len(solution.answers)
    assert str(loaded) in str(solution) or str(solution).splitlines()[1] == loaded.id


def test_pages_in_frames():
    """Comparison, explanation, formulas and count."""
    loaded, _ = board("tents")
    for shown in (rs.compare(loaded, ["cpsat", "cnf"]), rs.explain(loaded), rs.formulas(loaded), rs.count(loaded)):
        check_fragment(shown._repr_html_())
        assert "repeat" not in str(shown)
    assert "<svg" in html.unescape(rs.explain(loaded)._repr_html_())


def test_the_list_of_puzzles():
    """A table; of one puzzle two pictures above the text."""
    check_fragment(rs.puzzles()._repr_html_())
    assert rs.puzzles()._repr_html_().count("<tr>") == len(rs.puzzles().puzzles + rs.puzzles().classics)
    for name, pictures in (("akari", 2), ("tiling", 2), ("model", 0)):
        fragment = rs.puzzles(name)._repr_html_()
        check_fragment(fragment)
        assert fragment.count("<svg") == pictures
    assert repr(rs.puzzles()) == f"<PuzzleList: {len(rs.puzzles().puzzles)} puzzles>"
    assert repr(rs.puzzles("singles")).startswith("<PuzzlePage: hitori, shaded cells")


def test_pages_and_tables_in_files(tmp_path):
    """The page that a notebook frames, and a table: as a text, and in a file, which replaces only what we wrote."""
    loaded, _ = board("tents")
    compared, explained, formulas = rs.compare(loaded, ["cpsat", "cnf"]), rs.explain(loaded), rs.formulas(loaded)
    pages = (compared.to_html, explained.to_html, formulas.to_html)
    for number, written in enumerate((*pages, compared.to_latex, formulas.to_latex)):
        file, mine = tmp_path / str(number), tmp_path / "mine"
        text = written(file)
        assert text == file.read_text("utf-8") == written() == written(str(file))
        mine.write_text("mine")
        with pytest.raises(ValueError, match="exists and is not a page that Rosetta wrote"):
            written(mine)
        assert mine.read_text() == "mine"
    for shown in (compared, explained, formulas):
        Checker.check_page(shown.to_html())
        assert html.escape(shown.to_html()) in shown._repr_html_()
    table = compared.to_latex()
    assert all(word in table for word in ("\\begin{tabular}", "cpsat", "cnf"))


def test_hostile_text_is_escaped():
    """Names of models, rules and variables, and notes, come from anywhere."""
    model = rs.Model(EVIL)
    model.at_least(1, f"rule {EVIL}", model.bools(f"x{EVIL}", 2))
    results = [rs.solve(model), rs.solve(model).board, rs.compare(model, ["cpsat"]), rs.explain(model)]
    for shown in (*results, rs.formulas(model), rs.count(model)):
        fragment = shown._repr_html_()
        check_fragment(fragment)
        assert EVIL not in fragment
        assert EVIL not in re.sub(r"<iframe.*", "", html.unescape(fragment)) or "srcdoc" not in fragment


def test_large_boards_are_not_drawn_as_pictures():
    """A page of a million elements helps nobody; the text is there."""
    large = rs.load("lightsout", 300)
    assert large._repr_svg_() is None
    assert len(large._repr_html_()) < 1000
    assert len(str(large).splitlines()) >= 300


def test_results_are_records():
    """Frozen, with short names; boards can be copied and sent elsewhere."""
    loaded, _ = board("tents")
    solution = rs.solve(loaded)
    with pytest.raises(dataclasses.FrozenInstanceError):
        solution.status = "optimal"
    assert repr(loaded) == "<Board: tents 3x4, generated, seed 0>"
    assert re.fullmatch(r"<Solution: satisfied, correct, by \w+ in \d+\.\d\d s>", repr(solution))
    total = rs.count(loaded)
    assert repr(total) == f"<Count: {total.count}>"
    many = dataclasses.replace(total._result, total=dataclasses.replace(total._result.total, number=10**5000))
    huge = dataclasses.replace(total, count=10**5000, exact=False, _result=many)
    assert repr(huge) == "<Count: not settled, 10000000000000000000... (5001 digits)>"
    assert f"1{'0' * 5000}\n" in str(huge)
    assert copy.deepcopy(loaded) == loaded
    assert pickle.loads(pickle.dumps(loaded.to_json())) == loaded.to_json()
