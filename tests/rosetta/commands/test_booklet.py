"""`generate --booklet`, `convert --booklet`, `rs.booklet`: a page to print, with every puzzle, and its own solution at
the back under the same number."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from instances.links import play_link
from instances.resolve import resolve
from models.puzzles.registry import names, puzzle
from report.booklet.page import LEGIBLE, board_layouts, booklet_html, rule_sheets, solution_layout
from report.booklet.records import PER_PAGE, Booklet, BookletPuzzle, PuzzleRules
from rosetta.studies.setting.booklet import ONE_SOLUTION, SEVERAL
from rosetta.studies.setting.setters import should_be_unique
from rosetta.verbs.pages.booklets import PAGE_NUMBERS
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
    (boards, _), *others = board_layouts([(side, side)] * count)
    solutions = solution_layout([(side, side)] * count)
    assert {layout for layout, _ in others} <= {boards}
    for layout, above, between in ((boards, 16, 8), (solutions, 8, 0)):
        assert layout.columns * (layout.width + 8) - 8 <= 180
        assert layout.rows * (layout.height + above + between) - between <= 236
    if cells <= 20:
        assert min(boards.width, boards.height) / (cells + 1) >= LEGIBLE
    assert (boards.columns * boards.rows > 1) == (cells <= 12)
    drawing = f'<svg viewBox="0 0 {side} {side}"></svg>'
    puzzles = tuple(BookletPuzzle(n, drawing, drawing, "id", "javascript:" if n == 0 else "") for n in range(count))
    page = booklet_html(Booklet("t", (PuzzleRules("n", ("r",)),), puzzles, "n", "c"))
    for kind, layout in (("puzzle", boards), ("solution", solutions)):
        sizes = re.findall(rf'id="{kind}-\d+".*?width:([\d.]+)mm;height:([\d.]+)mm', page, re.S)
        assert len(sizes) == count
        assert all(float(w) <= layout.width + 0.1 and float(h) <= layout.height + 0.1 for w, h in sizes)


IDS = """# for beginners
tents/ring
tents 4x4:cbaea,1,1,0,2,0,2,0,2

https://puzz.link/p?starbattle/6/6/1/1ta3p0k9hp4h
"""


def mixed_booklet(tmp_path, *words, text=IDS, name="mixed.html"):
    """What `convert` says of these lines and of a graph in a file, and the page."""
    (tmp_path / "ids.txt").write_text(text, "utf-8")
    (tmp_path / "g.dot").write_text("graph { a -- b -- c }", "utf-8")
    whats = [str(tmp_path / "ids.txt"), str(tmp_path / "g.dot")]
    run = rosetta("convert", *whats, "--booklet", str(tmp_path / name), *words)
    target = tmp_path / name
    return run, target.read_text("utf-8") if target.exists() else ""


def sheets_of(page, kind):
    """The numbers of the puzzles on each sheet."""
    parts = page.split('<section class="sheet-of-paper')[1:]
    return [found for part in parts if (found := [int(n) for n in re.findall(rf'id="{kind}-(\d+)"', part)])]


def test_boards_of_several_puzzles_make_a_booklet(tmp_path):
    """In their order, each with its kind, size and grade, and an answer that keeps the rules; the rules once."""
    run, page = mixed_booklet(tmp_path)
    assert (run.returncode, run.stdout) == (0, "")
    assert "booklet of 4 puzzles written" in run.stderr
    assert re.findall(r"<h2>The rules of (.*?)</h2>", page) == ["Tents", "Star Battle", "Lights Out"]
    assert "<h1>Tents, Star Battle, Lights Out</h1>" in page
    figures = {(kind, int(number)): content for kind, number, content in FIGURE.findall(page)}
    captions = [re.sub(r"<.*?>", "", re.search("</b>(.*?)</figcaption>", figures["puzzle", n])[1]) for n in range(1, 5)]
    assert captions[0] == " Tents, 3x3, easy"
    assert captions[1] == " Tents, 4x4, easy"
    assert re.fullmatch(" Star Battle, 6x6, (easy|tricky|hard), 1 star each", captions[2])
    assert captions[3] == " Lights Out, 3 vertices"
    whats = [("tents", "ring"), ("tents", "4x4:cbaea,1,1,0,2,0,2,0,2"), ("starbattle", IDS.split()[-1])]
    for number, (name, what) in enumerate(whats, 1):
        record, board = puzzle(name), resolve(name, what)
        assert record.draw_svg(board.instance) in figures["puzzle", number]
        assert board.id in unescape(figures["puzzle", number])
        answer = rs_answer(name, what)
        assert record.draw_svg(board.instance, answer) in figures["solution", number]


def rs_answer(name, what):
    """The answer, by `solve`."""
    import rosetta as rs

    board = rs.load(name, what)
    return puzzle(name).answer_from_json(board._question.instance, rs.solve(board).answer)


@pytest.mark.parametrize(
    ("per_page", "sheets"), [("1", [[1], [2], [3], [4]]), ("2", [[1, 2], [3, 4]]), ("4", [[1, 2, 3, 4]])]
)
def test_so_many_on_a_page_as_are_asked_for(tmp_path, per_page, sheets):
    page = mixed_booklet(tmp_path, "--per-page", per_page)[1]
    assert sheets_of(page, "puzzle") == sheets
    assert sheets_of(page, "solution") == [[1, 2, 3, 4]]


def test_what_a_booklet_cannot_hold_is_told_and_nothing_written(tmp_path):
    """All lines that cannot be read; a board without a solution; a file of somebody else's; flags of other files."""
    run, page = mixed_booklet(tmp_path, text=f"{IDS}tents/nothing\n9x9:zz\n")
    assert (run.returncode, page) == (2, "")
    assert "ids.txt, line 6: 'tents/nothing' is not in the catalogue" in run.stderr
    assert "ids.txt, line 7" in run.stderr
    assert "note: no booklet: 2 of 6 boards cannot be read" in run.stderr
    run, page = mixed_booklet(tmp_path, text=f"{IDS}tents 3x3:aaaaa,2,0,2,0,2,2\n")
    assert (run.returncode, page) == (2, "")
    assert "line 6: this board has no solution to draw" in run.stderr
    (tmp_path / "mine.html").write_text("mine", "utf-8")
    run, page = mixed_booklet(tmp_path, name="mine.html")
    assert (run.returncode, page) == (2, "mine")
    for words in (("--to", "svg"), ("-o", "x.svg"), ("--solution",)):
        assert "not with --booklet" in mixed_booklet(tmp_path, *words)[0].stderr
    assert "--per-page: of a booklet" in rosetta("convert", "tents/ring", "--to", "svg", "--per-page", "4").stderr


def test_a_board_with_several_solutions_is_told_of(tmp_path):
    run, page = mixed_booklet(tmp_path, text="# c\nakari 3x3:i\n")
    assert run.returncode == 0
    assert "ids.txt, line 2: has several solutions, of which one is shown" in run.stderr
    assert SEVERAL[1:] in page


def test_boards_of_python_make_the_same_booklet(tmp_path):
    """With a title, and without a command; a generated board keeps its grade; no model, no number of its own."""
    import rosetta as rs

    page = mixed_booklet(tmp_path, "--title", "T", "--per-page", "2")[1]
    boards = [rs.load("tents", "ring"), rs.load("4x4:cbaea,1,1,0,2,0,2,0,2"), rs.load(IDS.split()[-1])]
    made = rs.booklet([*boards, rs.load("lightsout", str(tmp_path / "g.dot"))], title="T", per_page=2)
    assert FIGURE.findall(made) == FIGURE.findall(page)
    assert "Made by" in page
    assert "Made by" not in made
    board = rs.generate("tents", 6, unique=True, difficulty="easy")
    assert "6x6, easy" in rs.booklet([board])
    for wrong in ([], [rs.Model("m")]):
        with pytest.raises(ValueError, match="expected boards of puzzles"):
            rs.booklet(wrong)
    with pytest.raises(ValueError, match="per_page: expected one of 1, 2, 4, 6, found 3"):
        rs.booklet([board], per_page=3)


@given(sizes=st.lists(st.integers(2, 40), min_size=1, max_size=30), per_page=st.sampled_from([None, *PER_PAGE]))
def test_every_board_stands_on_a_sheet(sizes, per_page):
    """Once, in order; with cells to write in wherever it does not stand alone, unless so many are asked for."""
    drawings = [(24.0 * (n + 1), 24.0 * (n + 1)) for n in sizes]
    at = 0
    for layout, count in board_layouts(drawings, per_page):
        for side, _ in drawings[at : at + count]:
            assert per_page or layout.places == 1 or min(layout.width, layout.height) / side * 24 >= LEGIBLE
        assert 0 < count <= layout.places
        at += count
    assert at >= len(sizes)
    assert PAGE_NUMBERS.numbers == PER_PAGE


@given(st.lists(st.lists(st.integers(10, 400), min_size=1, max_size=8), min_size=1, max_size=12))
def test_rules_fit_on_their_sheets(lengths):
    """All kinds of puzzles, in order; no sheet has more lines than it holds, unless one kind alone needs them."""
    rules = [PuzzleRules(f"p{i}", tuple("x" * n for n in each)) for i, each in enumerate(lengths)]
    sheets = rule_sheets(rules)
    assert [each for sheet in sheets for each in sheet] == rules
    for sheet in sheets[1:]:
        lines = sum(3 + sum(-(-len(sentence) // 82) for sentence in each.sentences) for each in sheet)
        assert lines <= 32 or len(sheet) == 1


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
