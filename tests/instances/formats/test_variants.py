"""Texts as other programs and their users have them: older and newer versions, marks of a player, hosts.

Each is a board that is also given in another format, to compare with.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

from instances.formats.contract import find_format, formats
from instances.formats.penpa import pack_link, read_json, unpack_link
from instances.resolve import resolve
from models.puzzles.tents.instance import Tents
from rosetta.foundation.errors import InputError
from tests.support.akari_boards import board

AKARI = board("__3____", "___#0__", "_0____#", "_#_#_1_", "#____1_", "__01___", "____0__")
ADDRESS = "7/7/hdk.agah.g.g.g6.jbg0bka"
TENTS = Tents(np.array([[0, 1, 0], [0, 0, 0]], np.bool_), [-1, 1], [0, 1, -1])
FEW = board("1_#", "__4")  # 3x2:1aBb4


def read(name: str, text: str, about: str):
    """The board; the text is recognised by what is in it."""
    record = find_format(text, about)
    assert record is not None
    assert record.name == name
    return record.read(text, about)[1]


# ---- addresses of puzz.link ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "HTTPS://PUZZ.LINK/p?akari/{}",
        "https://puzz.link/p?akari_play/{}",
        "https://puzz.link/p?akari_player/{}",
        "http://pzv.jp/p.html?lightup_edit/{}",
        "https://puzz.link/p?type=editor&akari/{}",
        "https://puzz.link/p?akari//{}",
        "https://puzz.link/p?bijutsukan/{}",
        "https://puzz.link/p?Akari/{}",
        "https://puzz.link:443/p?akari/{}",
        "http://localhost:8000/p.html?lightup/{}",
        "https://someone.github.io/pzprjs/dist/p.html?akari/{}",
        "https://puzz.link/p?akari/{}#",
        "https://puzz.link/p?akari/{}//",
        "https://puzz.link/p?akari/{}%0A",
        "https%3A%2F%2Fpuzz.link%2Fp%3Fakari%2F{}",
        "/p?akari/{}",
        "p?akari/{}",
        "?lightup/{}",
        "lightup/{}",
    ],
)
def test_an_address_in_another_form_says_the_same_board(address):
    """Hosts in capitals, with a port, or of one's own; the editor and the player; options; what browsers copy."""
    assert read("puzzlink", address.format(ADDRESS), "akari") == AKARI
    assert resolve("akari", address.format(ADDRESS)).id == "7x7:b3gB0c0dBaBaBa1aBd1c01g0b"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://puzz.link/p?castle/3/3/g", "a board of 'castle', which Rosetta does not know .`list`"),
        ("https://puzz.link/p?akari/3/3/h0.k&x=1", "position 4: expected `.`"),
        ("https://example.com/x?akari/3/3/h0.k", "is not an address of a puzzle"),
        ("https://example.com/p?castle/3/3/h0.k", "is not an address of a puzzle"),
        ("https://puzz.link/p?akari/3", "expected GENRE/WIDTH/HEIGHT/BOARD"),
        ("https://puzz.link/p?akari/w/v/3/3/h0.k", "expected GENRE/WIDTH/HEIGHT/BOARD"),
    ],
)
def test_other_addresses_are_refused(address, expected):
    """In one line that says what was expected."""
    with pytest.raises(InputError, match=expected) as refusal:
        resolve("akari", address)
    assert "\n" not in str(refusal.value)


def test_a_clue_above_255_is_read():
    """Its three digits follow a plus sign, as newer versions of pzpr write it."""
    p = read("puzzlink", "https://puzz.link/p?tents/1/300/+12c" + "z" * 15 + "z" * 16 + "t", "tents")
    assert p.trees.shape == (300, 1)
    assert p.cols.tolist() == [300]
    assert set(p.rows.tolist()) == {-1}
    with pytest.raises(InputError, match=r"expected 3 hexadecimal digits after `[+]`, found '12'"):
        resolve("tents", "https://puzz.link/p?tents/1/300/+12")


# ---- files of pzpr ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", ["", "history:{}\n", "__HISTORY__\n", 'info:{\n "metadata": {"author": "a/b"}\n}\n'])
@pytest.mark.parametrize("separator", ["\n", "/", "\r\n"])
def test_numbers_that_are_ticked_off_are_the_players(separator, more):
    """As many rows again as the board has, `-` where a wall is ticked off."""
    rows = ["pzprv3", "lightup", "2", "3", "1 # - ", "+ . 4 ", "- . . ", ". . - ", more]
    assert read("pzprv3", separator.join(rows), "akari") == FEW


@pytest.mark.parametrize(
    "extra",
    ["- . . ", "- . . /. . - /. . . ", "- . /. . ", "1 . . /. . 4 ", ". . . /. . . ", "- - . /. . . ", "- . ./. ."],
)
def test_rows_that_are_too_many_are_refused(extra):
    """Not as many rows of marks as the board has, or none marked, or marks on white cells: its size may be wrong."""
    with pytest.raises(InputError, match="expected the end of the board"):
        formats()["pzprv3"].read(f"pzprv3/lightup/2/3/1 # - /+ . 4 /{extra}/", "akari")


def test_a_question_mark_is_no_clue():
    """pzpr stores it as -2, and so do its files."""
    text = "pzprv3/tents/2/3/. 0 c1 -2 /. . 1 A /c1 - . . /0 -1 /0 0 /0 0 2 /"
    assert read("pzprv3", text, "tents") == TENTS
    assert read("pzprv3", text.replace("/. .", "/-2 ."), "tents") == TENTS
    with pytest.raises(InputError, match="expected the clue of column 3"):
        formats()["pzprv3"].read(text.replace("-2", "-3"), "tents")


# ---- links of Penpa+ -------------------------------------------------------------------------------------------------

SITE = "https://swaroopg92.github.io/penpa-edit/"


def data() -> str:
    return formats()["penpa"].write("akari", FEW).partition("&p=")[2]


@pytest.mark.parametrize(
    "link",
    [
        f"{SITE}?m=solve&p={{}}",  # older ones
        f"{SITE}#m=edit&p={{}}",
        f"{SITE}?from=mail#m=solve&p={{}}&a=vVZNb&l=solvedup",
        "HTTPS://SWAROOPG92.GITHUB.IO/penpa-edit/?m=edit&p={}",
        "#m=edit&p={}",
        "?m=solve&p={}",
        "m=solve&p={}",
    ],
)
def test_links_with_a_question_mark_and_parts_of_links_are_read(link):
    """The tool opens links with either sign, whether they are for editing or for solving."""
    assert read("penpa", link.format(data()), "akari") == FEW
    assert read("penpa", link.format(data().rstrip("=")), "akari") == FEW


def test_cells_of_a_board_may_be_listed_in_any_order():
    """The editor appends cells that are added later, so that a distance may be negative."""
    lines = unpack_link(f"m=edit&p={data()}")
    steps = read_json(lines, 6)
    assert steps == [16, 1, 1, 5, 1, 1]
    lines[5] = json.dumps([25, -1, -1, -5, -1, -1])
    assert formats()["penpa"].read(pack_link(lines), "akari")[1] == FEW
    lines[5] = json.dumps([25, -1, -1, -5, -1, 1])
    with pytest.raises(InputError, match=r"expected a rectangle of cells, found none at row 1, column 1"):
        formats()["penpa"].read(pack_link(lines), "akari")


# ---- the others ------------------------------------------------------------------------------------------------------

JANKO = "begin\npuzzle akari\nrows 2\ncols 3\n[problem]\n1 - x\n- - 4\n[solution]\n1 o x\no - 4\n[end]\n"


@pytest.mark.parametrize(
    "text",
    [
        JANKO,
        JANKO.upper().replace("X", "x"),
        JANKO.removeprefix("begin\n"),
        JANKO.replace("puzzle akari", "[puzzle]\nakari").replace("rows 2", "[rows]\n2"),
        JANKO.replace("[", "").replace("]", ""),
    ],
)
def test_keys_of_janko_in_another_form(text):
    """In capitals, without `begin`, with brackets or without, a value on the next line."""
    assert read("janko", text, "akari") == FEW


@pytest.mark.parametrize(
    "address", ["HTTPS://WWW.CHIARK.GREENEND.ORG.UK/~sgtatham/puzzles/js/lightup.html#", "lightup"]
)
def test_the_host_of_tathams_games_in_capitals(address):
    """With or without an empty query."""
    if address == "lightup":
        address = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/lightup.html?#"
    assert read("tatham", f"{address}3x2:1aBb4", "akari") == FEW


def test_a_matrix_in_capitals_is_the_same_board():
    """So it has the same ID."""
    assert resolve("lightsout", "2x2:EDB7,F").id == resolve("lightsout", "2x2:edb7,f").id == "2x2:edb7,f"


# ---- nothing, and far too much ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("content", "expected"), [(b"", "found nothing$"), (b" \r\n\n", "found nothing but blanks$")])
@pytest.mark.parametrize("about", ["akari", "tents", "lightsout", "tiling"])
def test_an_empty_text_is_called_empty(about, content, expected):
    """In a few words, not by a list of all that it might have been."""
    with pytest.raises(InputError, match=f"standard input: expected a puzzle, {expected}"):
        resolve(about, "-", stdin=lambda: content)


@pytest.mark.parametrize("text", ["{0}\n", "{0} {0}\n", "{0}x{0}:a", "akari/{0}/{0}/a"])
def test_a_size_is_told_as_it_was_written(text):
    """Not cut off to fewer digits."""
    with pytest.raises(InputError, match=f"fits into memory, found {10**10}x{10**10}: "):
        resolve("akari", "-", stdin=lambda: text.format(10**10).encode())


@pytest.mark.parametrize("text", ["8 8 {} ,", "akari/{}", "https://puzz.link/p?{}", "https://{}/p?akari/3/3/h0.k"])
def test_a_long_line_without_an_end_takes_no_time(text):
    """These took time that grows with the square of the length, so that a million characters took hours."""
    with pytest.raises(InputError):
        resolve("akari", "-", stdin=lambda: text.format("a" * 1_000_000).encode())
