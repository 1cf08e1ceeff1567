"""Exchange formats of Tents: what is written is read back, what others wrote is read, what is wrong is refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instances.formats.contract import find_format, format_named, formats
from models.puzzles.tents.instance import Tents
from rosetta.foundation.errors import InputError

U = -1
TATHAM, PUZZLINK, PLAIN = (formats()[name] for name in ("tatham", "puzzlink", "plain"))
ID = "8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1"


@st.composite
def boards(draw: Callable[..., object], unknown: bool = True) -> Tents:
    """Boards of any shape, long and thin ones too, with few trees (long runs) or many, clues up to the width."""
    height, width = draw(st.sampled_from([(1, 1), (1, 60), (60, 1), (2, 3), (4, 30), (9, 7), (3, 53)]))
    cells = height * width
    trees = np.zeros(cells, np.bool_)
    trees[draw(st.lists(st.integers(0, cells - 1), max_size=draw(st.sampled_from([0, 2, 6, cells]))))] = True
    least = U if unknown else 0
    rows = draw(st.lists(st.integers(least, width), min_size=height, max_size=height))
    cols = draw(st.lists(st.integers(least, height), min_size=width, max_size=width))
    return Tents(trees.reshape(height, width), rows, cols)


@settings(max_examples=80)
@given(boards(unknown=False))
def test_tatham_ids_are_read_back(p: Tents) -> None:
    """And recognised, with the parameters of the generator or without, as pages and as tasks."""
    text = TATHAM.write("tents", p)
    head, desc = text.split(":")
    width, height = head.split("x")
    page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/tents.html#"
    for same in (
        text,
        f"{head}dt:{desc}",
        f" {text}\n",
        page + text,
        page + text.replace(":", "%3A"),
        f"{width} {height} {desc}",
    ):
        assert find_format(same) is TATHAM
        assert TATHAM.read(same, None) == ("tents", p)
    if width == height:
        assert TATHAM.read(f"{width}:{desc}", "tents") == ("tents", p)


@settings(max_examples=80)
@given(boards())
def test_puzzlink_addresses_are_read_back(p: Tents) -> None:
    """From every host, with a flag or from the editor."""
    text = PUZZLINK.write("tents", p)
    body = text.partition("?")[2]
    edited = body.replace("tents/", "tents_edit//", 1)
    for same in (
        text,
        body,
        f"http://pzv.jp/p.html?{body}",
        f"https://pzprxs.vercel.app/p_edit?{edited}",
        f"pzplus.tck.mn/p?{body}/",
    ):
        assert find_format(same) is PUZZLINK
        assert PUZZLINK.read(same, "tents") == ("tents", p)


@given(boards())
def test_plain_text_is_recognised_and_read_back(p: Tents) -> None:
    """Its first line is a size."""
    text = PLAIN.write("tents", p)
    assert find_format(text) is PLAIN
    assert find_format(f"# a board\n\n{text}") is PLAIN
    assert PLAIN.read(text, None) == ("tents", p)


def one_tree(height: int, width: int, row: int, col: int) -> Tents:
    trees = np.zeros((height, width), np.bool_)
    trees[row, col] = True
    return Tents(trees, [0] * height, [0] * width)


@pytest.mark.parametrize(
    ("p", "walk"),
    [
        (one_tree(10, 10, 5, 1), "zzazw"),  # as Simon Tatham's program writes them
        (one_tree(5, 6, 4, 2), "zac"),
        (one_tree(5, 6, 4, 1), "yd"),
        (Tents(np.zeros((4, 4), np.bool_), [0] * 4, [0] * 4), "p"),
        (Tents(np.zeros((5, 5), np.bool_), [0] * 5, [0] * 5), "y"),
        (Tents(np.zeros((2, 13), np.bool_), [0] * 2, [0] * 13), "za"),
        (Tents(np.ones((1, 2), np.bool_), [0], [0, 0]), "___"),
    ],
)
def test_runs_are_written_as_the_program_writes_them(p: Tents, walk: str) -> None:
    """`z` only where more than 25 cells are empty; the walk ends behind the board."""
    assert TATHAM.write("tents", p).partition(":")[2].split(",")[0] == walk
    assert TATHAM.read(TATHAM.write("tents", p), "tents")[1] == p


def test_an_id_says_which_trees_and_clues() -> None:
    """Width first, columns before rows; marks of a game that was begun are skipped."""
    _, p = TATHAM.read(ID, "tents")
    trees = [(0, 5), (0, 7), (1, 0), (1, 5), (2, 2), (3, 4), (4, 1), (5, 0), (5, 2), (5, 4), (5, 7), (7, 3)]
    assert [tuple(cell) for cell in np.argwhere(p.trees).tolist()] == trees
    assert p.cols.tolist() == [3, 0, 2, 1, 2, 2, 1, 1]
    assert p.rows.tolist() == [3, 1, 1, 1, 1, 1, 3, 1]
    assert TATHAM.write("tents", p) == ID
    assert TATHAM.read(ID.replace("ea_", "!ea-_"), "tents")[1] == p


def test_an_address_says_which_trees_and_clues() -> None:
    """Column clues 2 ? 0 ? ?, row clues 1 ? ? ? 1; a board without clues; a clue of 16 and more."""
    _, p = PUZZLINK.read("tents/5/5/2g0h1i1j82323", "tents")
    assert [tuple(cell) for cell in np.argwhere(p.trees).tolist()] == [(0, 2), (2, 1), (2, 4), (3, 3), (4, 1)]
    assert (p.cols.tolist(), p.rows.tolist()) == ([2, U, 0, U, U], [1, U, U, U, 1])
    assert PUZZLINK.write("tents", p) == "https://puzz.link/p?tents/5/5/2g0h1i1j82323"
    _, p = PUZZLINK.read("https://puzz.link/p?tents/10/10/zj1861a2163d2181182112", "tents")
    assert set(p.cols.tolist() + p.rows.tolist()) == {U}
    wide = Tents(np.zeros((1, 40), np.bool_), [18], [U] * 40)
    assert PUZZLINK.write("tents", wide).endswith("tents/40/1/zz-12zzl")
    assert PUZZLINK.read("tents/3/1/.0.1k", "tents")[1] == Tents(np.zeros((1, 3), np.bool_), [1], [U, 0, U])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8x8de#12345", "'8x8de#12345' is a seed"),
        ("8x8:", "position 0: expected letters for 65 cells .* found 0"),
        ("3x3:aaaaa,2,0,2,2,0", "position 5: expected 3 column clues and 3 row clues, each after a comma, found 5"),
        ("3x3:aaaaa,2,0,2,2,0,2,0", "expected 3 column clues and 3 row clues, each after a comma, found 7"),
        ("3x3:aaaaa,2,0,2,2,0,4", "position 16: expected the clue of row 3, 0..3, found '4'"),
        ("3x3:aaaaa,2,,2,2,0,2", "position 8: expected the clue of column 2, 0..3, found ''"),
        ("3x3:aaaaa,2,0,2,2,0,-1", "position 16: expected the clue of row 3, 0..3, found '-1'"),
        ("3x3:aaaaa,2,0,2,2,0,2 and more", "expected the clue of row 3, 0..3, found '2 and more'"),
        ("3x3:aaaa,2,0,2,2,0,2", "position 4: expected letters for 10 cells .* found 8"),
        ("3x3:aaaaaa,2,0,2,2,0,2", "position 5: expected 9 cells, found more: 'a'"),
        ("3x3:aaAaa,2,0,2,2,0,2", "position 2: expected `_`, `a`..`z`, `!` or `-`, found 'A'"),
        ("0x3:a,0", "expected 1 or more cells, found 0x3"),
        ("9999999x9999999:a,0", "expected a board that fits into memory, found 9999999x9999999"),
        (
            "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/net.html#7x7:ab",
            "a board of 'net', which Rosetta does not know",
        ),
        ("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/tents.html#8x8de%23123", "is a seed"),
    ],
)
def test_ids_that_are_wrong_are_refused_with_their_place(text: str, message: str) -> None:
    """Never a traceback, never a smaller board; and they are still recognised as meant."""
    assert TATHAM.recognises(text)
    with pytest.raises(InputError, match=message.replace("(", r"\(")) as error:
        TATHAM.read(text, "tents")
    assert str(error.value).startswith("Tatham ID")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://puzz.link/rules.html?tents/5/5/2g0h1i1j82323", "expected an address HOST/p[?]"),
        (
            "https://puzz.link/p?snake/9/9/zz",
            "a board of 'snake', which Rosetta does not know .`list`",
        ),
        ("https://puzz.link/p?tents/5/2g0h", "expected GENRE/WIDTH/HEIGHT/BOARD"),
        ("https://puzz.link/p?tents/0/5/2g0h", "expected 1 or more cells, found 0x5"),
        ("tents/5/5/2g0h", "position 4: expected 10 clues, found 5 and then the end"),
        ("tents/5/5/2g0h1z", "position 5: expected 10 clues, found a run up to 26"),
        ("tents/5/5/2g0h1i-1", "position 6: expected 2 hexadecimal digits after `-`, found '1'"),
        ("tents/5/5/2g0h1i!", "position 6: expected 10 clues, found 9 and then '!'"),
        ("tents/5/5/2g0h1i6j82323", "expected the clue of row 5, 0..5, found 6"),
        ("tents/5/5/2g0h1i1j8232", "position 12: expected 25 cells, found 21"),
        ("tents/5/5/2g0h1i1j82323g", "position 13: expected 25 cells, found more: 'g'"),
        ("tents/5/5/2g0h1i1j8#2323", "position 9: expected a digit or a letter a..z, found '#'"),
    ],
)
def test_addresses_that_are_wrong_are_refused_with_their_place(text: str, message: str) -> None:
    """As for IDs."""
    assert PUZZLINK.recognises(text)
    with pytest.raises(InputError, match=message) as error:
        PUZZLINK.read(text, "tents")
    assert str(error.value).startswith("puzz.link URL")


def test_what_a_format_cannot_say_is_refused() -> None:
    """Tatham IDs have all clues; puzz.link has none above 255; no format knows every puzzle."""
    _, p = PUZZLINK.read("tents/5/5/2g0h1i1j82323", "tents")
    with pytest.raises(InputError, match="expected all clues, found none for column 2"):
        TATHAM.write("tents", p)
    long = Tents(np.zeros((1, 600), np.bool_), [256], [0] * 600)
    with pytest.raises(InputError, match="expected clues up to 255, found 256"):
        PUZZLINK.write("tents", long)
    assert TATHAM.read(TATHAM.write("tents", long), None)[1] == long
    with pytest.raises(InputError, match=r"does not know chess, only akari, .*, tents"):
        TATHAM.write("chess", p)
    with pytest.raises(InputError, match=r"does not know chess, only akari, .*, tents"):
        TATHAM.read(ID, "chess")
    with pytest.raises(InputError, match=f"unknown format 'word'; known: {', '.join(formats())}"):
        format_named("word")


def test_every_format_can_read_its_own_example() -> None:
    """Formats are found in their folder; each shows what it looks like."""
    assert set(formats()) >= {"tatham", "puzzlink", "plain"}
    for name, record in formats().items():
        example = record.example.replace("\\n", "\n")
        assert find_format(example) is record, name
        assert record.read(example, None)[0] in record.puzzles
