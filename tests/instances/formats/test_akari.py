"""Exchange formats of Akari: what is written is read back, what others wrote is read, what is wrong is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instances.formats.contract import find_format, formats
from instances.resolve import resolve
from models.puzzles.akari.instance import Akari
from models.puzzles.akari.record import PUZZLE
from rosetta.foundation.errors import InputError
from tests.support.akari_boards import MENDED, SOURCE, board, boards

TATHAM, PUZZLINK, PLAIN = (formats()[name] for name in ("tatham", "puzzlink", "plain"))
ID = "7x7:b3gB0c0dBaBaBa1aBd1c01g0b"  # printed by Simon Tatham's program
LINES = ("__3____", "___#0__", "_0____#", "_#_#_1_", "#____1_", "__01___", "____0__")
LONG = ((1, 1), (1, 70), (70, 1), (2, 3), (4, 30), (9, 7))


@st.composite
def sparse(draw) -> Akari:
    """Boards with few walls, and so with long runs, or many."""
    height, width = draw(st.sampled_from(LONG))
    cells = np.full(height * width, -1)
    for wall in draw(st.lists(st.integers(0, cells.size - 1), max_size=draw(st.sampled_from([0, 2, 6, cells.size])))):
        cells[wall] = draw(st.integers(0, 5))
    return Akari(cells.reshape(height, width))


@settings(max_examples=80)
@given(sparse())
def test_tatham_ids_are_read_back(p: Akari) -> None:
    """With the parameters of the generator or without, as pages and as tasks; pages and parameters name the puzzle."""
    text = TATHAM.write("akari", p)
    head, desc = text.split(":")
    width, height = head.split("x")
    page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/lightup.html#"
    for same in (text, f"{head}b20s4d0:{desc}", f" {text}\n", page + text, f"{width} {height} {desc}"):
        assert find_format(same) is TATHAM
        assert TATHAM.read(same, "akari") == ("akari", p)
    for same in (f"{head}b20s4d0:{desc}", page + text):
        assert TATHAM.read(same, None) == ("akari", p)
    if width == height:
        assert TATHAM.read(f"{width}:{desc}", "akari") == ("akari", p)


@settings(max_examples=80)
@given(sparse())
def test_puzzlink_addresses_are_read_back(p: Akari) -> None:
    """Under every name of the genre, from every host; an address never ends in a full stop."""
    text = PUZZLINK.write("akari", p)
    assert text.startswith("https://puzz.link/p?akari/")
    assert not text.endswith(".")
    query = text.partition("?")[2]
    rest = query.removeprefix("akari/")
    for same in (
        text,
        query,
        f"lightup/{rest}",
        f"http://pzv.jp/p.html?bijutsukan/{rest}",
        f"https://pzprxs.vercel.app/p_edit?akari_edit/{rest}/",
    ):
        assert find_format(same) is PUZZLINK
        assert PUZZLINK.read(same, None) == ("akari", p)
    assert PUZZLINK.read(text.rstrip("/"), "akari") == ("akari", p)


@given(boards())
def test_plain_text_is_recognised_and_read_back(p: Akari) -> None:
    """With Windows line ends, other letters for white cells, blanks between the cells, and comments before."""
    text = PLAIN.write("akari", p)
    head, grid = text.split("\n", 1)
    for same in (
        text,
        f"# a board\n\n{text}",
        text.replace("\n", "\r\n"),
        f"{head}\n{grid.replace('_', '.')}",
        f"{head}  \n{grid.replace('_', ' ')}",
        f"{head}\n" + "".join(line + "   \n" for line in grid.splitlines()) + "\n \n",
    ):
        assert find_format(same) is PLAIN
        assert PLAIN.read(same, "akari") == ("akari", p)
    data_set = f"{head}\n" + "\n".join(map(" ".join, grid.replace("_", "-").replace("#", "x").splitlines()))
    assert find_format(data_set) in (PLAIN, formats()["puzzlekit"])  # the latter where the size is two numbers
    assert PLAIN.read(data_set, "akari") == ("akari", p)
    assert PLAIN.read(text, None)[0] == "akari"


def test_an_id_and_an_address_say_which_walls() -> None:
    """The same board as other programs write it."""
    assert TATHAM.read(ID, None)[1] == board(*LINES)
    assert PUZZLINK.write("akari", board(*LINES)) == "https://puzz.link/p?akari/7/7/hdk.agah.g.g.g6.jbg0bka"


@pytest.mark.parametrize(
    ("lines", "tatham", "puzzlink"),
    [
        (("______", "__4___", "____2_", "_0____", "___1__", "______"), "6x6:h4g2b0g1h", "akari/6/6/nekcakbl"),
        (("___#", "#2__", "__10"), "4x3:cBB2d10", "akari/4/3/i..ch1a"),
        (("__0", "#__", "___"), "3x3:b0Be", "akari/3/3/h0.k"),
        (("_",), "1x1:a", "akari/1/1/g"),
        (("4",), "1x1:4", "akari/1/1/e"),
        (("#",), "1x1:B", "akari/1/1/./"),
        (("__#",), "3x1:bB", "akari/3/1/h./"),
        (("0_1", "__#"), "3x2:0a1bB", "akari/3/2/5b./"),
        (("_" * 20,), "20x1:t", "akari/20/1/z"),
        (("_" * 21,), "21x1:u", "akari/21/1/zg"),
        (("_" * 26 + "#",), "27x1:zB", "akari/27/1/zl./"),
        (("_" * 27 + "0",), "28x1:za0", "akari/28/1/zma"),
        (("_" * 53,), "53x1:zza", "akari/53/1/zzs"),
    ],
)
def test_runs_are_written_as_the_programs_write_them(lines: tuple[str, ...], tatham: str, puzzlink: str) -> None:
    """Up to 26 white cells a letter in IDs, 20 in addresses; white cells after a number may run past the end."""
    p = board(*lines)
    assert TATHAM.write("akari", p) == tatham
    assert PUZZLINK.write("akari", p) == f"https://puzz.link/p?{puzzlink}"
    assert TATHAM.read(tatham, "akari")[1] == PUZZLINK.read(puzzlink, None)[1] == p


def test_an_address_that_ends_early_is_refused() -> None:
    """pzpr would take the missing cells for white, and so for another puzzle."""
    assert PUZZLINK.read("akari/3/3/h0.k", None)[1] == board("__0", "#__", "___")
    for body, cells in (("h0.", 4), ("h0.j", 8), ("", 0)):
        with pytest.raises(InputError, match=f"expected 9 cells, found {cells} and then the end"):
            PUZZLINK.read(f"akari/3/3/{body}", None)


def test_ids_are_told_apart_by_what_they_say() -> None:
    """Tents have clues behind commas; if a puzzle is expected, the errors are those of its reader."""
    assert TATHAM.read("3x3:aaaaa,2,0,2,2,0,2", None)[0] == "tents"
    assert TATHAM.read("5x2:aaaaa0bBa", None)[0] == "akari"
    with pytest.raises(InputError, match=r"found '_!'\. No puzzle here has such boards"):
        TATHAM.read("3x3:_!", None)
    with pytest.raises(InputError, match=r"Tatham ID \(akari\), position 5: expected .* found ','"):
        TATHAM.read("3x3:aaaaa,2,0,2,2,0,2", "akari")
    with pytest.raises(InputError, match="expected a board of akari, found one of tents"):
        TATHAM.read("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/tents.html#3x3:aa", "akari")
    for name in ("akari", "lightup", "LightUp"):
        resolved = resolve(name, ID)
        assert (resolved.puzzle, resolved.source, resolved.id) == ("akari", "Tatham ID", ID)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7x7b20s4d0#12345", "is a seed"),
        ("3x3:", "position 0: expected 9 cells, found 0"),
        ("3x3:b0Bd", "position 4: expected 9 cells, found 8"),
        ("3x3:b0Bf", "position 3: expected 9 cells, found more: 'f'"),
        ("3x3:i0", "position 1: expected 9 cells, found more: '0'"),
        ("3x3:b5Be", "position 1: expected `a`..`z`, `B` or `0`..`4`, found '5'"),
        ("3x3:b0b,e", "found ','"),
        ("3x3:b0Ae", "found 'A'"),
        ("3x3:b0B²", "found '²'"),
        ("0x3:a", "expected 1 or more cells, found 0x3"),
        ("9999999x9999999:a", "expected a board that fits into memory, found 9999999x9999999"),
        ("akari/3/3/h0f", "position 2: expected `.`, a digit, `a`..`e` or `g`..`z`, found 'f'"),
        ("akari/3/3/h0.z", "position 3: expected 9 cells, found more: 'z'"),
        ("akari/3/3/o0", "position 1: expected 9 cells, found more: '0'"),
        ("akari/1/1/..", "position 1: expected 9 cells"),
        ("akari/3/3/h-.", "found '-'"),
        ("akari/3/3/hA", "found 'A'"),
        ("akari/0/3/h", "expected 1 or more cells, found 0x3"),
        ("akari/3/h0.k", "expected GENRE/WIDTH/HEIGHT/BOARD such as akari/3/3/h0.k"),
    ],
)
def test_ids_and_addresses_that_are_wrong_are_refused_with_their_place(text: str, message: str) -> None:
    """Never a traceback, never a smaller board."""
    expected = message.replace("(", r"\(").replace("9 cells", "[19] cells")
    with pytest.raises(InputError, match=expected) as error:
        (PUZZLINK if "/" in text else TATHAM).read(text, "akari")
    assert str(error.value).startswith(("Tatham ID", "puzz.link URL"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a line `S` or `H W`"),
        ("# only a comment\n", "expected a line `S` or `H W`"),
        ("2 x\n", "line 1: expected `S` or `H W`"),
        ("1 2 3\n", "line 1: expected `S` or `H W`"),
        ("0 3\n", "line 1: expected 1 or more cells, found 0x3"),
        ("9999999\n", "line 1: expected a board that fits into memory, found 9999999x9999999"),
        ("2\n__\n", "expected 2 rows after the size, found 1"),
        ("2\n__\n__\n__\n", "line 4: expected the end after 2 rows, found '__'"),
        ("2\n__\n_\n", "line 3: expected 2 cells, found 1"),
        ("2\n__\n___\n", "line 3: expected 2 cells, found 3"),
        ("2\n__\n\n", "line 3: expected 2 cells, found 0"),
        ("2\n_5\n__\n", "line 2, cell 1: expected a number 0..4, found '5'"),
        ("2\n_o\n__\n", "line 2, cell 1: expected `_` .white., `#` .bare wall. or 0..4, found 'o'"),
    ],
)
def test_plain_text_that_is_wrong_is_refused_with_its_place(text: str, message: str) -> None:
    """Line and cell."""
    with pytest.raises(InputError, match=message):
        PUZZLE.parse(text)


def test_the_sources_layouts_are_read() -> None:
    """The report's `S` and S lines; a data set's `H W` with `-` and `x`."""
    assert PUZZLE.parse("3\n__0\n#__\n___") == board("__0", "#__", "___")
    assert PUZZLE.format(PUZZLE.parse(SOURCE)) == SOURCE
    assert PUZZLE.parse("2 3\n- - 1\nx - -\n") == board("__1", "#__")
    assert PUZZLE.parse("3\n# #\n  1\n# #\n") == board("#_#", "__1", "#_#")
    assert TATHAM.write("akari", PUZZLE.parse(MENDED)) == "4x4:Bb0Bc2a4b3b"
