"""A text that ends early, or goes on behind its end, is never read as another board without a word."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from instances.catalogue import catalogue
from instances.formats.contract import formats
from instances.resolve import resolve
from models.puzzles.registry import names, puzzle
from rosetta.commands.main import run_verb
from rosetta.foundation.errors import InputError
from tests.support.small_boards import draw_board, small_size

LISTS = (
    "edgelist",
    "adjlist",
    "multiline",
    "pajek",
)  # lines that stand by themselves: whatever is left of them is a graph of its own
CASES = [
    (form, name)
    for form, record in formats().items()
    for name in names()
    if name in record.puzzles and form not in LISTS
]
MOST_CUTS = 150  # places in a text where it is cut, besides the last twelve
SHAPES = ((1, 1), (1, 4), (7, 3), (9, 9))
GRAPHS = ("petersen", "path:2", "path:4", "path:17", "star:9", "regular:3,10", "gnp:40,0.1", "complete:5", "cycle:64")
MORE = ("0", "1", "a", "z", ".", ",", "-", "#", "x", "1 ", "\n1", "\n0 0", "\n- -", "\n. .", "\na b", "\n[x]\n1", "/0/")
ADDRESSES = {name: [entry.id for entry in catalogue(name).values() if "puzz.link" in entry.id] for name in names()}


@cache
def boards(name):
    """Boards of that puzzle, of different shapes."""
    drawn = [resolve(name, what).instance for what in GRAPHS] if name == "lightsout" else []
    drawn += [draw_board(name, small_size(name), seed)[0] for seed in range(2)]
    for size in SHAPES:
        try:
            drawn.append(draw_board(name, size)[0])
        except InputError:
            continue
    return drawn


def texts(form, name):
    """What the format makes of the boards that it can say."""
    for board in boards(name):
        try:
            yield formats()[form].write(name, board)
        except InputError:
            continue


@pytest.mark.sample(2, each="name")
@pytest.mark.parametrize(("form", "name"), CASES)
def test_a_text_cut_short_or_with_more_behind_it_is_no_other_board(form, name):
    """Cut anywhere, with more behind it, and twice: refused; or the same board still, where only blanks, an end
    that says nothing or a comment is concerned; or a whole text of its own, which the board read from it writes."""
    record = formats()[form]
    for text in texts(form, name):
        whole = record.read(text, name)[1]
        places = sorted({*range(0, len(text), 1 + len(text) // MOST_CUTS), *range(max(0, len(text) - 12), len(text))})
        for other in (*(text[:i] for i in places), *(text + more for more in (*MORE, text))):
            try:
                read = record.read(other, name)[1]
            except InputError:
                continue
            assert read == whole or record.write(name, read).split() == other.split(), (text, other)


@pytest.mark.parametrize("name", [name for name in names() if name in formats()["puzzlink"].puzzles])
def test_an_address_has_one_length(name):
    """All of the catalogue, and all that we write, are read; without their last characters, or with more, none is."""
    written = [address for address in texts("puzzlink", name) if "/1/1/" not in address] + ADDRESSES[name]
    assert len(written) > 2
    for address in written:
        whole = address.rstrip("/")
        resolve(name, whole)
        begin = len(whole) - whole[::-1].index("/")
        for other in (
            *(whole[:i] for i in range(begin, len(whole))),
            f"{whole}0",
            f"{whole}g",
            f"{whole}z",
            f"{whole}.",
        ):
            with pytest.raises(InputError, match=r"puzz\.link URL .*expected .* found"):
                resolve(name, other)


@pytest.mark.parametrize(
    ("what", "tells"),
    [
        ("https://puzz.link/p?akari/7/7/hdk.agah.g.g.g6.jbg0bk", "expected 49 cells, found 46 and then the end"),
        ("https://puzz.link/p?akari/7/7/hdk.agah.g.g.g6.jbg0bkaa", "position 23: expected 49 cells, found more: 'a'"),
        ("https://puzz.link/p?tents/5/5/2g0h1i1j8232", "expected 25 cells, found 21"),
        ("https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpm", "expected 12 characters of borders, found 11"),
        ("https://puzz.link/p?starbattle/4/4/1/2u9gn9", "expected"),
        ("3x3:aaaaa,2,0,2,2,0", "expected 3 column clues and 3 row clues"),
        ("3x3:aaaaa,2,0,2,2,0,02", "expected the clue of row 3, 0..3, found '02'"),
        (":I`ES@obG", "expected edges up to the end, found 2 bits"),
    ],
)
def test_the_command_says_what_is_missing_or_too_much(what, tells, capsys, tmp_path):
    """Exit code 2, one line: what was expected and what was found."""
    name = "lightsout" if what.startswith(":") else "tents" if what[0] == "3" else what.split("?")[1].split("/")[0]
    if name == "lightsout":
        Path(tmp_path, "g.s6").write_text(what)
        what = str(tmp_path / "g.s6")
    assert run_verb("solve", [name, what]) == 2
    message = capsys.readouterr().err
    assert tells in message
    assert message.count("\n") == 1


def test_a_border_of_star_battle_that_nobody_asked_for_is_refused():
    """The last character of each part is filled up with zeros: a one there says something that is not on the board."""
    address = "https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk"
    assert puzzle("starbattle").size(resolve("starbattle", address).instance) == (6, 6)
    assert formats()["puzzlink"].read("starbattle/4/3/1/0000", None)[0] == "starbattle"
    with pytest.raises(InputError, match="expected zeros behind 9 and behind 8 borders"):
        formats()["puzzlink"].read("starbattle/4/3/1/0001", None)


def test_marks_below_a_board_of_pzpr_are_all_there_or_none():
    """Between the cells side by side, then between those one above the other."""
    board, marks = "pzprv3/tents/2/3/. 0 1 . /. . 1 . /1 . . . /", "0 -1 /0 0 /0 0 1 /"
    read = formats()["pzprv3"].read
    assert read(board + marks, "tents") == read(board, "tents") == read(f"{board}{marks}history:{{}}", "tents")
    for wrong in ("0 -1 /", "0 -1 /0 0 /0 0 /", marks + "0 /", "0 -1 /0 0 /0 0 1 1 /", "0 -1 /0 . /0 0 1 /"):
        with pytest.raises(InputError, match="expected"):
            read(board + wrong, "tents")


def test_a_saved_game_that_was_cut_short_or_saved_twice_is_refused():
    """It says how many states the game has; a key of its head comes once."""
    ours = formats()["sav"].write("tents", draw_board("tents", (4, 5))[0])
    played = ours.replace("NSTATES :1:1", "NSTATES :1:3") + "MOVE    :4:T1,0\nMOVE    :4:N0,3\n"
    read = formats()["sav"].read
    assert read(played) == read(ours) == read(ours[: ours.index("NSTATES")])
    for wrong in (played[:-16], ours[: ours.index("STATEPOS")], ours + ours, played + "RESTART :0:\n"):
        with pytest.raises(InputError, match="Tatham save file"):
            read(wrong)


def test_nothing_stands_behind_the_end_of_a_block_of_janko():
    """In a page there is more; a block by itself ends there."""
    block = "begin\npuzzle akari\nsize 1\n[problem]\n-\n[end]\n"
    page = f'<script id="data" type="application/x-janko">\n{block}</script><p>size 7</p>'
    assert formats()["janko"].read(block) == formats()["janko"].read(page)
    for more in ("- -", "[problem]\n-", "size 2"):
        with pytest.raises(InputError, match="expected nothing behind the end"):
            formats()["janko"].read(block + more)


def test_published_boards_are_written_and_read_in_every_format_that_can_say_them():
    """Real boards stay readable: those of the catalogue, written and read again as they are."""
    for name in names():
        for entry in list(catalogue(name).values())[::7]:
            board = resolve(name, entry.id).instance
            for form in (form for form in formats().values() if name in form.puzzles and form.name not in LISTS):
                try:
                    text = form.write(name, board)
                except InputError:
                    continue
                assert form.write(name, form.read(text, name)[1]) == text
