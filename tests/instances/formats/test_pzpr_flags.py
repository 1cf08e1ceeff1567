"""Flags of pzpr change the rules, so no board is read without them; an address may hold a file, of Star Battle too."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from instances.formats.contract import formats
from instances.recognition import puzzles_of
from instances.resolve import resolve
from models.puzzles.registry import names
from rosetta.foundation.errors import InputError
from tests.support.small_boards import draw_board, small_size

PZPR = sorted({*formats()["pzprv3"].puzzles} & {*formats()["puzzlink"].puzzles})
SITES = ("https://puzz.link/p?{}", "http://pzv.jp/p.html?{}", "https://puzz.link/p?type=editor&{}", "?{}", "p?{}")


def refusals(what: str, name: str) -> list[str]:
    """What is said of a text, with its puzzle named and without."""
    told = []
    for read in (lambda: resolve(name, what), lambda: puzzles_of(what)):
        with pytest.raises(InputError) as refusal:
            read()
        told.append(str(refusal.value))
    return told


# ---- flags -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PZPR)
@pytest.mark.parametrize("flag", ["v:", "v:killer", "f", "x", "v:/f"])
def test_a_flag_in_an_address_is_refused(name, flag):
    """At every host, in the editor and without an address; and the message has the address without the flag."""
    board = draw_board(name, small_size(name), 0)[0]
    plain = formats()["puzzlink"].write(name, board).partition("?")[2]
    genre, _, rest = plain.partition("/")
    for site in (*SITES, "{}"):
        for form in (f"{genre}/{flag}/{rest}", f"{genre}_edit/{flag}/{rest}"):
            for told in refusals(site.format(form), name):
                assert f"found the flag '{flag.partition('/')[0]}'" in told
                assert f"{genre}/{rest[:30]}" in told
                assert len(told) < 350
        assert resolve(name, site.format(f"{genre}//{rest}")).instance == board  # an empty one says nothing


@pytest.mark.parametrize("name", PZPR)
@pytest.mark.parametrize("flag", ["v:", "v:killer", "f", "info"])
def test_a_flag_in_a_file_is_refused(name, flag):
    """Above the board, behind the genre, or in what is told of the file."""
    board = draw_board(name, small_size(name), 0)[0]
    lines = formats()["pzprv3"].write(name, board).splitlines()
    if flag == "info":
        lines.append('info:{"metadata": {}, "variant": true}')
    else:
        lines.insert(4 if flag == "f" else 2, flag)
    for text in ("\n".join(lines), "/".join(lines)):
        with pytest.raises(InputError, match=r"found the flag '(v:(killer)?|f)'.* has the usual rules"):
            resolve(name, "-", stdin=text.encode)


def test_the_rule_of_a_known_flag_is_told():
    """All points of 3 x 4 can be visited in two ways; without that rule there are 40 loops."""
    told = refusals("https://puzz.link/p?slither/f/3/2/l", "slitherlink")
    assert all("the loop visits every point; slither/3/2/l has the usual rules" in text for text in told)


# ---- files in addresses ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PZPR)
@pytest.mark.parametrize("site", SITES)
def test_an_address_that_holds_a_file_is_read_as_the_file(name, site):
    """As pzpr duplicates a board: lines joined by slashes, each of them encoded or not."""
    board = draw_board(name, small_size(name), 1)[0]
    lines = formats()["pzprv3"].write(name, board).rstrip("\n").split("\n")
    for encoded in ("/".join(lines), "/".join(map(quote, lines)) + "/"):
        address = site.format(encoded)
        assert puzzles_of(address) == (name,)
        assert resolve(name, address).instance == board
    other = next(other for other in names() if other != name)
    assert f"expected a board of {other}, found one of {name}" in refusals_of_other(other, address)


def refusals_of_other(other: str, address: str) -> str:
    with pytest.raises(InputError) as refusal:
        resolve(other, address)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("address", "tells"),
    [
        ("https://puzz.link/p?pzprv3/castle/2/2/1 2 /2 1 /", "expected one of the puzzles lightup"),
        ("https://puzz.link/p?pzprv3/hitori/2/2/1 2 /", "expected 2"),
        ("https://puzz.link/p?pzprv3/", "expected the lines pzprv3, GENRE, ROWS, COLUMNS"),
    ],
)
def test_a_bad_file_in_an_address_is_refused_as_a_file(address, tells):
    assert all(tells in told for told in refusals(address, "hitori"))


REGIONS = "0 0 0 1 1 1 /0 1 1 1 2 2 /0 3 3 4 4 2 /5 5 3 3 4 2 /5 4 4 4 4 2 /5 2 2 2 2 2 /"
MARKS = "+ # + + + + /+ + + # + + /+ + + + + # /. + # + + + /. + + + # + /# + + + + + /"


def test_files_of_star_battle_are_those_of_pzpr():
    """The board of pzprjs' own test script, as a file with and without marks, and as the address it gives for it."""
    address = resolve("starbattle", "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou")
    for marks in (MARKS, MARKS.replace("#", ".").replace("+", "."), ""):
        resolved = resolve("starbattle", f"pzprv3/starbattle/6/6/1/6/{REGIONS}{marks}")
        assert resolved.instance == address.instance
        assert resolved.id == address.id
    assert formats()["pzprv3"].write("starbattle", address.instance).replace("\n", "/") == (
        f"pzprv3/starbattle/6/6/1/6/{REGIONS}{'. . . . . . /' * 6}"
    )


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("pzprv3/starbattle/2/2/1/3/0 1 /2 0 /", "line 7: expected connected regions"),
        ("pzprv3/starbattle/2/2/1/3/0 1 /0 1 /", "line 6: expected 2 regions, found 3"),
        ("pzprv3/starbattle/2/2/1/2/0 1 /0 2 /", "line 8, cell 1: expected the number of a region, 0..1, found '2'"),
        ("pzprv3/starbattle/2/2/0/2/0 1 /0 1 /", "line 5: expected the number of stars"),
        ("pzprv3/starbattle/2/2/1/2/0 1 /", "expected"),
        ("pzprv3/starbattle/2/2/1/2/0 1 /0 1 /. * /. . /", "marks, line 9, cell 1: expected one of . # +, found '.'"),
    ],
)
def test_a_bad_file_of_star_battle_is_refused(text, tells):
    with pytest.raises(InputError, match=r"pzprv3 file \(starbattle\)") as refusal:
        resolve("starbattle", text)
    assert tells in str(refusal.value).replace("'*'", "'.'")
