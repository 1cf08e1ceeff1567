"""`generate --booklet`: a page to print, with every puzzle, and its own solution at the back under the same number."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from instances.links import play_link
from instances.resolve import resolve
from models.puzzles.registry import names, puzzle
from report.booklet.page import LEGIBLE, board_layout, booklet_html, solution_layout
from report.booklet.records import Booklet, BookletPuzzle
from rosetta.studies.setting.booklet import ONE_SOLUTION, SEVERAL
from rosetta.studies.setting.setters import should_be_unique
from tests.support.in_a_fork import rosetta
from tests.support.small_boards import board_words

REQUESTS = {"lightsout": ("5", "--presses", "4"), "tiling": ("5x6", "--pieces", "random", "--unique")}
FIGURE = re.compile(r'<figure id="(puzzle|solution)-(\d+)">(.*?)</figure>', re.S)
DRAWING = re.compile(r"<svg.*?</svg>", re.S)


def booklet(tmp_path, name: str, *words: str) -> tuple[str, dict]:
    """The page, and the document of the same instances."""
    run = rosetta("generate", name, *words, "--booklet", str(tmp_path / f"{name}.html"), "--json")
    assert run.returncode == 0, run.stderr
    assert "booklet of" in run.stderr
    return (tmp_path / f"{name}.html").read_text("utf-8"), json.loads(run.stdout)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_a_booklet_of_every_puzzle(name, tmp_path):
    """Each instance is drawn once as a board, and once with an answer that keeps the rules; the page says the rules."""
    words, record = REQUESTS.get(name, board_words(name)[1:]), puzzle(name)
    page, document = booklet(tmp_path, name, *words, "--count", "3")
    assert all(unescape(rule[0].upper() + rule[1:]) in unescape(page) for rule in record.rules)
    figures = {(kind, int(number)): content for kind, number, content in FIGURE.findall(page)}
    assert set(figures) == {(kind, number) for kind in ("puzzle", "solution") for number in (1, 2, 3)}
    for number, made in enumerate(document["instances"], 1):
        what, *options = [made["text"]] if "text" in made else made["id"].split(" --")
        choices = dict(option.split() for option in options)
        seed = int(choices.pop("seed", 0))
        board = resolve(
            name, what, seed, options={key: record.parameters[key].read(value) for key, value in choices.items()}
        )
        assert record.draw_svg(board.instance) == DRAWING.search(figures["puzzle", number])[0]
        answer = record.answer_from_json(board.instance, made["answer"])
        assert record.verify(board.instance, answer) == []
        solution = DRAWING.search(figures["solution", number])[0]
        if made["unique"]:
            assert solution == record.draw_svg(board.instance, answer)
        else:  # solved again: as good, not always the same
            title = re.search("<title>.*</title>", record.draw_svg(board.instance, answer))[0]
            assert title in solution
        assert (f'href="{play_link(name, board.instance)}"' in page) == bool(play_link(name, board.instance))
        assert (made["id"] in unescape(figures["puzzle", number])) == ("text" not in made)  # a hash finds no board
    claim = ONE_SOLUTION if all(made["unique"] for made in document["instances"]) else SEVERAL
    assert claim[1:] in page
    assert (claim == ONE_SOLUTION) == ("--unique" in words or should_be_unique(record))


def test_the_same_seed_gives_the_same_booklet(tmp_path):
    pages = []
    for _ in range(2):
        pages.append(booklet(tmp_path, "akari", "5", "--count", "2", "--seed", "7", "--title", "A & B")[0])
    assert pages[0] == pages[1]
    assert "<h1>A &amp; B</h1>" in pages[0]
    assert "--seed 7" in pages[0]


def test_a_reader_is_told_what_the_board_does_not_show(tmp_path):
    """Nothing on a board of Star Battle says how many stars a row takes."""
    page, _ = booklet(tmp_path, "starbattle", "9", "--stars", "2", "--count", "1")
    assert "2 stars each</figcaption>" in page


def test_boards_that_are_the_same_stand_there_once(tmp_path):
    """A size names one board of Lights Out, unless its lamps are drawn."""
    run = rosetta("generate", "lightsout", "4", "--count", "3", "--booklet", str(tmp_path / "b.html"))
    assert run.returncode == 0
    assert "2 of 3 boards are the same as others" in run.stderr
    assert "with --presses N" in run.stderr
    assert "booklet of 1 puzzle written" in run.stderr


@pytest.mark.sample(0.125)
def test_twelve_puzzles_unless_asked_otherwise_and_ids_as_usual(tmp_path):
    run = rosetta("generate", "akari", "4", "--booklet", str(tmp_path / "b.html"))
    assert run.returncode == 0
    assert len(run.stdout.splitlines()) == 12
    assert (tmp_path / "b.html").read_text("utf-8").count('id="puzzle-') in range(8, 13)  # a 4x4 board may come twice


def test_a_limit_that_leaves_a_board_unsolved_leaves_no_booklet(tmp_path, monkeypatch, capfd):
    """One sentence, the IDs that were made, and exit code 3."""
    from rosetta.commands.main import run_verb
    from rosetta.foundation.limits import LimitReached

    def give_up(*_: object) -> None:
        raise LimitReached("time")

    monkeypatch.setattr("rosetta.studies.setting.booklet.answer_to_draw", give_up)
    target = tmp_path / "b.html"
    assert run_verb("generate", ["lightsout", "3", "--count", "1", "--booklet", str(target)]) == 3
    captured = capfd.readouterr()
    assert captured.out.startswith("3x3")
    assert captured.err == "note: no booklet: seed 0: time; a longer --time-limit may help\n"
    assert not target.exists()


def test_a_title_needs_a_booklet_and_a_booklet_a_file_of_its_own(tmp_path):
    assert "--booklet FILE" in rosetta("generate", "akari", "4", "--title", "x").stderr
    (tmp_path / "mine.html").write_text("mine", "utf-8")
    run = rosetta("generate", "akari", "4", "--booklet", str(tmp_path / "mine.html"))
    assert (run.returncode, run.stdout) == (2, "")
    assert (tmp_path / "mine.html").read_text("utf-8") == "mine"


@pytest.mark.parametrize("cells", [3, 8, 10, 15, 30, 100])
@pytest.mark.parametrize("count", [1, 12, 50])
def test_whole_boards_fit_on_sheets(cells, count):
    """As large as a person can write in; and every drawing inside of its place on a sheet of 180 x 244 mm."""
    side = 24.0 * (cells + 1)
    boards, solutions = board_layout([(side, side)] * count), solution_layout([(side, side)] * count)
    for layout, above, between in ((boards, 16, 8), (solutions, 8, 0)):
        assert layout.columns * (layout.width + 8) - 8 <= 180
        assert layout.rows * (layout.height + above + between) - between <= 236
    if cells <= 20:
        assert min(boards.width, boards.height) / (cells + 1) >= LEGIBLE
    assert (boards.columns * boards.rows > 1) == (cells <= 12)
    drawing = f'<svg viewBox="0 0 {side} {side}"></svg>'
    puzzles = tuple(BookletPuzzle(n, drawing, drawing, "id", "javascript:" if n == 0 else "") for n in range(count))
    page = booklet_html(Booklet("t", "n", ("r",), puzzles, "n", "c"))
    for kind, layout in (("puzzle", boards), ("solution", solutions)):
        sizes = re.findall(rf'id="{kind}-\d+".*?width:([\d.]+)mm;height:([\d.]+)mm', page, re.S)
        assert len(sizes) == count
        assert all(float(w) <= layout.width + 0.1 and float(h) <= layout.height + 0.1 for w, h in sizes)


def test_links_open_the_same_board():
    """For puzzles that the site knows; nothing for others, and for what it cannot say."""
    for name in ("akari", "tents", "starbattle"):
        board = resolve(name, "8").instance
        assert resolve(name, play_link(name, board)).instance == board
        assert play_link(name, resolve(name, "8").instance).startswith("https://puzz.link/p?")
    assert play_link("lightsout", resolve("lightsout", "5").instance) == ""
    assert play_link("akari", resolve("akari", "200").instance) == ""


@pytest.mark.sample(0.125)
def test_links_stand_in_pages_notebooks_and_answers(tmp_path):
    """Where the site can show the board, and nowhere else."""
    import rosetta as rs

    for name, what, shown in (("tents", "5", True), ("lightsout", "3", False)):
        board = resolve(name, what).instance
        link = play_link(name, board)
        page = tmp_path / f"{name}.html"
        assert rosetta("compare", name, what, "--backends", "cpsat,cnf", "--html", str(page)).returncode == 0
        written = page.read_text("utf-8")
        assert rosetta("explain", name, what, "--html", str(page)).returncode == 0
        explained = page.read_text("utf-8")
        solved = rosetta("solve", name, what).stdout
        for text in (written, explained, rs.load(name, what)._repr_html_()):
            assert text.count("open in puzz.link") == text.count(f'<a href="{link}"') == shown
        assert solved.splitlines().count(f"open {link}") == shown
        assert "puzz.link" in solved or not shown
