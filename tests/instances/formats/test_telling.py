"""Texts that do not say their puzzle are of none, or asked back: that only one reader takes them is no reason."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from contextlib import suppress

import pytest

from instances.formats.contract import formats
from instances.formats.declarations import bodies
from instances.recognition import puzzles_of
from instances.resolve import resolve
from models.puzzles.registry import is_known, puzzle
from rosetta.foundation.errors import InputError
from tests.support.known_boards import OWN, published_texts
from tests.support.puzzle_boards import boards

HEAD = "square,3,3,38,0,1,1,152,152,24,24,0,0,0,0,Title: ,Author: ,,,OFF,false"
NUMBERS = {"16": [2, 1, "1"], "24": [0, 1, "1"]}
BLACK = {"16": 4, "24": 4}
LAMP, TREE = {"18": [3, "sun_moon", 1]}, {"18": [1, "tents", 1]}


def link(question: dict, answer: dict | None = None, tools: dict | None = None, genres: list | None = None) -> str:
    """A link to a drawing of 3 x 3 cells."""
    lines = [HEAD, "[0,0,0,0]", json.dumps(tools or {}), json.dumps(question), json.dumps(answer or {})]
    lines += ["[16,1,1,5,1,1,5,1,1]", *["[]"] * 11, json.dumps(genres or []).replace("z", "zZ")]
    data = b64encode(zlib.compress("\n".join(lines).encode())[2:-4]).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={data}"


DRAWN = {"surface": BLACK, "number": NUMBERS}
AKARI_TOOL = {"pu_q": {"combi": ["battleship", ""]}, "pu_a": {"combi": ["akari", ""]}}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("akari", link(DRAWN, genres=["akari"])),
        ("akari", link(DRAWN, genres=["puzzlehunt", "akari"])),
        ("akari", link(DRAWN, answer={"symbol": LAMP})),
        ("akari", link(DRAWN, tools=AKARI_TOOL)),
        ("tents", link({"symbol": TREE})),
        ("tents", link({}, genres=["tents"])),
    ],
)
def test_a_link_that_tells_its_puzzle_is_read(name, text):
    """By a genre, by pieces, or by the tool with which its author drew them."""
    assert puzzles_of(text) == (name,)
    assert formats()["penpa"].read(text, None) == formats()["penpa"].read(text, name)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (link({"number": NUMBERS}), "found numbers alone"),
        (link({"number": NUMBERS}, genres=["akari"]), "found numbers alone"),  # an akari has black cells
        (link({"number": NUMBERS}, genres=["slitherlink"]), "found the genre 'slitherlink'"),
        (link(DRAWN), "found neither"),  # may be a Shakashaka
        (link(DRAWN, genres=["shakashaka"]), "found neither"),
        (link(DRAWN, genres=["shakashaka"], tools=AKARI_TOOL), "found neither"),
        (link(DRAWN, genres=["akari", "tents"]), "found neither"),
        (link({"number": {"9": [1, 1, "1"]}}), "found neither"),  # beside the board
        (link({}), "found neither"),
    ],
)
def test_a_link_that_may_be_of_another_puzzle_is_no_puzzle(text, found):
    """Though one that is read can be read from it; whoever names that puzzle gets it."""
    for read in (lambda: puzzles_of(text), lambda: formats()["penpa"].read(text, None)):
        with pytest.raises(InputError, match=f"{found}.* Name the puzzle if it is akari or tents"):
            read()
    with pytest.raises(InputError, match=r"Penpa. link: does not know slitherlink, only akari, tents: links of other"):
        resolve("slitherlink", text)


def test_a_puzzle_that_is_named_is_read_unless_the_link_names_another():
    """Numbers on white cells are walls for whoever says that this is Akari."""
    assert resolve("akari", link({"number": NUMBERS})).id == "3x3:2c0d"
    assert resolve("akari", link(DRAWN, genres=["shakashaka"])).id == "3x3:2c0d"
    for text, other in ((link(DRAWN, genres=["slitherlink"]), "slitherlink"), (link({"symbol": TREE}), "tents")):
        with pytest.raises(InputError, match=f"expected a board of akari, found one of {other}"):
            resolve("akari", text)


def test_a_file_of_janko_that_names_no_puzzle_is_none():
    """Though only one reader takes it."""
    text = formats()["janko"].write("akari", puzzle("akari").generate((4, 4), seed=2)[0])
    assert puzzles_of(f"{text}\n") == ("akari",)
    with pytest.raises(InputError, match="does not say which puzzle it is; name one of akari"):
        puzzles_of(text.replace("puzzle akari\n", ""))
    assert resolve("akari", "-", stdin=text.replace("puzzle akari\n", "").encode).size == (4, 4)


@pytest.mark.parametrize(
    "text",
    [
        "5x5n5:b1h1d1a3e2",  # Palisade, whose digits and letters are those of Light Up
        "5x5n5:33a1b32i23a2b33",
        "8x8de:d2b1b1a1b1d3a2b3b2a1a23d2e113b4a3b2b1a123b3c4a2i0",  # Slant
        "3x3:4a6b58a4",  # Mosaic, which could be islands of Bridges
        "9x6:f4b2d5b6a7e4b4e6a2b6d8b12f",  # Range
        "3x3:0a0a1a0b",  # Mosaic, with the digits of Light Up alone
        "4x4:22c33a43a4b4a",  # Filling
        "10x10:3a32a33c2d2a1a31121a2d11a012a2b2031i1b302c2f233c33b3b23a1e2e1a3",  # Loopy, without its letters
        "6x6:bBfBaBaBcBbBBaBcB",  # Pearl, or Light Up with bare walls alone
        "7x7:i0f1a22i11a0f0i",  # Light Up, but it might be a Mosaic
    ],
)
def test_ids_of_other_games_of_the_collection_are_not_taken_for_one_of_ours(text):
    """They were made by these games; whoever names a puzzle may have them read as that one."""
    try:
        told = puzzles_of(text)
    except InputError as error:
        told = () if "Tatham ID" in str(error) else ("", str(error))
    assert len(told) != 1  # of several that could have it, one is asked for


def test_letters_of_our_games_are_known():
    """With the letters of a full ID; without them where the board can be of no other game."""
    for text in ("3x3b20s4d0:i", "3x3b5s0d2:i", "3x3r:i", "3x3:b0Be"):
        assert puzzles_of(text) == ("akari",)
    assert puzzles_of("7x7i30e10m2d1:a3c2j2e2e2a5b2h4a6c2") == ("hashi",)
    assert puzzles_of("6x6:BhBhBaBaWWfBdB") == ("masyu",)
    assert resolve("akari", "5x5n5:b1h1d1a3e2").size == (5, 5)


OTHERS = ["minesweeper", "masyu", "sudoku", "heyawake", "yajilin", "magnets"]


@pytest.mark.parametrize("name", [name for name in OTHERS if not is_known(name)])
def test_published_boards_of_other_puzzles_are_not_taken_for_one_of_ours(name):
    """No single puzzle is told of them. (Not where they do not lie beside the checkout.)"""
    texts = published_texts(name)
    if not texts:
        pytest.skip("no published boards beside the checkout")
    told = []
    for entry in texts.values():
        try:
            told.append(len(puzzles_of(f"{entry['problem']}\n")))
        except InputError:
            continue
    assert 1 not in told


def test_every_shared_format_that_names_puzzles_says_so():
    """Formats whose bodies have names tell the puzzle of a text, but for IDs, where a page or letters may."""
    for form, record in formats().items():
        named = any(body.names for body in bodies(form).values())
        assert record.tells_puzzle == ((named and form != "tatham") or form == "sav"), form


OTHER_GAMES = [line.split("\t") for line in (OWN / "tatham" / "other_games.tsv").read_text("utf-8").splitlines()]


@pytest.mark.sample(6)
@pytest.mark.parametrize(("game", "id"), OTHER_GAMES)
def test_an_id_of_a_game_that_is_not_known_is_of_no_puzzle(game, id):
    """Mosaic, Palisade and others write digits and letters as games do that are read here."""
    record = formats()["tatham"]
    if record.recognises(id):
        with pytest.raises(InputError, match="Tatham ID"):
            record.read(id, None)


@pytest.mark.parametrize("name", sorted(bodies("tatham")))
def test_an_id_without_a_name_is_of_its_own_puzzle_or_of_none(name):
    """Whoever asks is told the puzzles that have such boards, and this one is among them."""
    record = formats()["tatham"]
    for p, _ in boards(name):
        try:
            id = record.write(name, p)
        except InputError:  # Tents with clues that are not given
            continue
        with suppress(InputError):
            assert record.read(id, None) == (name, p)
            continue
        with pytest.raises(InputError, match=rf"Name the puzzle if it is .*\b{name}\b"):
            record.read(id, None)
