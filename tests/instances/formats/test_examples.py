"""Exchange formats by example: texts of other programs are read to the letter; wrong ones are refused, and why."""

from __future__ import annotations

import json
import re
import tracemalloc
import zlib
from base64 import b64decode, b64encode
from urllib.parse import quote

import numpy as np
import pytest

from instances.formats.contract import find_format, formats
from models.puzzles.tents.instance import Tents
from rosetta.foundation.errors import InputError
from tests.support.akari_boards import board
from tests.support.tents_boards import board as tents

U = -1
HEAD = "square,3,3,38,0,1,1,152,152,37,37,0,0,0,0,Title: ,Author: ,,,OFF,false"
TITLE = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n"
SAVED = (
    f"{TITLE}VERSION :1:1\nGAME    :5:Tents\nPARAMS  :5:6x5de\nCPARAMS :5:6x5de\nSEED    :15:524286901751352\n"
    "DESC    :29:i_beccb,1,1,1,1,1,1,1,2,0,2,1\n"
    "AUXINFO :62:8073b3221d62ef8ca9b23a7cb667c656bfcb1b90ce907c4f6270c142d64e6c\nNSTATES :1:1\nSTATEPOS:1:1\n"
)  # printed by sgt-tents --generate --save
LINKS = "0 0 0 0 /" * 5 + "0 0 0 0 0 /" * 4


def read(text: str, puzzle: str | None = None):
    """The board, read by the format that the text is recognised as."""
    record = find_format(text, puzzle)
    assert record is not None
    return record.name, *record.read(text, puzzle)


def link(*lines: str) -> str:
    """A link with these lines; packed here by other means than in the format."""
    packed = zlib.compress("\n".join(lines).encode())[2:-4]
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + b64encode(packed).decode()


def question(text: str) -> list[str]:
    """What is on the first lines of a link. Abbreviations are undone one after the other, z itself last."""
    packed = text.partition("&p=")[2]
    lines = zlib.decompress(b64decode(packed), -15).decode().split("\n")
    for code, word in (("zS", '"surface"'), ("zN", '"number"'), ("zY", '"symbol"'), ("z_", '"__a"'), ("zO", "null")):
        lines[3] = lines[3].replace(code, word)
    lines[3] = re.sub("z[A-Z0-9]", r'"\g<0>"', lines[3])
    return lines


def test_files_of_pzpr() -> None:
    """Two of its own examples, with the player's lamps, tents and marks; the addresses beside them say the same."""
    p = board("______", "__4___", "____2_", "_0____", "___1__", "______")
    played = "pzprv3/lightup/6/6/. . # . . . /. # 4 # . . /. . # . 2 # /+ 0 . . # . /. + . 1 . . /. . . . . . /"
    assert read(played) == ("pzprv3", "akari", p) == ("pzprv3", *read("akari/6/6/nekcakbl")[1:])
    assert formats()["pzprv3"].write("akari", p).replace("\n", "/") == (
        "pzprv3/lightup/6/6/. . . . . . /. . 4 . . . /. . . . 2 . /. 0 . . . . /. . . 1 . . /. . . . . . /"
    )
    grid = ". 2 . 0 . . /1 . . 1 . . /. . . . . . /. . 1 . . 1 /. . . . 1 . /1 . 1 . . . /"
    name, puzzle, q = read(f"pzprv3/tents/5/5/{grid}{LINKS}")
    assert (name, puzzle) == ("pzprv3", "tents")
    assert (q.cols.tolist(), q.rows.tolist()) == ([2, U, 0, U, U], [1, U, U, U, 1])
    assert np.argwhere(q.trees).tolist() == [[0, 2], [2, 1], [2, 4], [3, 3], [4, 1]]
    assert q == read("tents/5/5/2g0h1i1j82323")[2]
    assert formats()["pzprv3"].write("tents", q).replace("\n", "/") == f"pzprv3/tents/5/5/{grid}{LINKS}"
    marked = grid.replace(". 2 .", ". c2 ?").replace("1 . . 1", "c1 A - 1", 1)
    for tail in (LINKS, "", LINKS.replace("0", "-1"), f'{LINKS}history:{{"time":1}}/', 'info:{"metadata":{"a":"x/y"}}'):
        assert read(f"pzprv3.1/tents/5/5/{marked}{tail}".replace("/", "\r\n"))[2] == q


def test_a_saved_game_of_tents() -> None:
    """As the program printed it, and with moves behind it, which do not belong to the board."""
    p = formats()["tatham"].read("6x5:i_beccb,1,1,1,1,1,1,1,2,0,2,1", "tents")[1]
    assert p.trees.shape == (5, 6)
    assert read(SAVED) == ("sav", "tents", p)
    moves = SAVED.replace("NSTATES :1:1\nSTATEPOS:1:1", "NSTATES :1:3\nSTATEPOS:1:2\nMOVE    :4:T1,0\nMOVE    :4:N0,3")
    assert read(moves) == read(moves.replace("\n", "\r\n")) == ("sav", "tents", p)
    ours = formats()["sav"].write("tents", p)
    assert [line for line in SAVED.splitlines() if not line.startswith(("CPAR", "PARAMS", "SEED", "AUX"))] == [
        line for line in ours.splitlines() if not line.startswith(("CPAR", "PARAMS"))
    ]
    lights = f"{TITLE}GAME    :8:Light Up\nPARAMS  :10:3x3b20s4d0\nDESC    :4:b0Be\n"
    assert read(lights) == ("sav", "akari", board("__0", "#__", "___"))
    assert read(f"{TITLE}GAME    :4:Flip\nPARAMS  :4:2x2c\nDESC    :6:edb7,f\n")[1] == "lightsout"


def test_pages_of_puzzle_tents_com() -> None:
    """The task is the board of a game ID; its size is elsewhere in the page."""
    tree = "tents", Tents(np.array([[0, 0, 0], [0, 1, 0]], np.bool_), [0, 1], [1, 0, 0])
    text = "<html><script>var Game = {puzzleWidth: 3, puzzleHeight: 2};\nvar task = 'da,1,0,0,0,1';</script></html>"
    for same in (text, text.replace("'", '"'), text.replace(": ", " = ").replace(",", ";", 1)):
        assert read(same) == ("tatham", *tree)
        assert read(same, "tents") == ("tatham", *tree)
    assert read(text.replace("da,1,0,0,0,1", "aBb1a"))[1:] == ("akari", board("_#_", "_1_"))
    with pytest.raises(InputError, match="expected puzzleWidth and puzzleHeight beside the task"):
        read(text.replace("puzzleHeight", "height"))
    with pytest.raises(InputError, match=r"position 11: expected the clue of row 2, 0..3, found '9'"):
        read(text.replace("0,1'", "0,9'"))


def test_pages_of_janko() -> None:
    """The block of an older page, keys without brackets, and of a newer one in another order, with a misspelt end."""
    p = board("__1", "#__")
    old = (
        "begin\npuzzle akari\nauthor Otto Janko\nsource https://www.janko.at/Raetsel/\ninfo 9037-41\nunit 30\nrows 2\n"
        "cols 3\nproblem\n- - 1\nx - -\nsolution\n- o 1\nx - o\nmoves\nZ2;ba,2;aa,4;\nend\n"
    )
    page = f'<html><head>\n<script id="data" type="application/x-janko">\n{old}</script></head><p>size 7</p></html>'
    assert read(old) == read(page) == read(old.replace("\n", "\r\n")) == ("janko", "akari", p)
    clues = "[clabels]\n2 - 0\n[rlabels]\n1\n?\n"
    grids = "[solution]\no x -\n- - -\n[problem]\n- x -\n- - -\n"
    new = f"begin\npuzzle Zeltlager\n{grids}{clues}[rows] 2\n[cols]\n3\neend\n"
    expected = tents(".T.", "...", rows=[1, U], cols=[2, U, 0])
    assert read(new) == ("janko", "tents", expected)
    assert read(new.replace("puzzle Zeltlager\n", ""), "tents")[2] == expected
    assert formats()["janko"].write("tents", expected) == (
        "begin\npuzzle zeltlager\nrows 2\ncols 3\n[clabels]\n2 - 0\n[rlabels]\n1 -\n[problem]\n- x -\n- - -\n[end]\n"
    )


def test_files_of_legup() -> None:
    """x is the column, y the row; rows A, B, .., columns 1, 2, .. in any order; the player's marks are ignored."""
    clues = ("east", "B0 A1"), ("south", "31 10 20")
    axes = "".join(
        f'<axis side="{side}">' + "".join(f'<clue index="{c[0]}" value="{c[1]}"/>' for c in values.split()) + "</axis>"
        for side, values in clues
    )
    text = (
        '<?xml version="1.0"?><Legup version="2.0.0"><puzzle name="TreeTent"><board height="2" width="3"><cells>'
        '<cell value="1" x="2" y="1"/><cell value="3" x="2" y="0"/><cell value="2" x="0" y="0"/></cells>'
        f'{axes}<lines><line x1="2" y1="0" x2="2" y2="1"/></lines></board></puzzle><solved isSolved="1"/></Legup>'
    )
    p = tents("...", "..T", rows=[1, 0], cols=[0, 0, 1])
    assert read(text) == ("legup", "tents", p)
    lights = (
        '<Legup><puzzle name="LightUp"><board size="2"><cells><cell value="-1" x="1" y="0"/>'
        '<cell value="2" x="0" y="1"/><cell value="-4" x="0" y="0"/></cells></board></puzzle></Legup>'
    )
    assert read(lights) == ("legup", "akari", board("_#", "2_"))
    long = Tents(np.zeros((30, 2), np.bool_), np.arange(30) % 3, [0, 30])
    assert 'index="Z"' in formats()["legup"].write("tents", long)
    assert 'index="AD"' in formats()["legup"].write("tents", long)


def test_links_of_penpa() -> None:
    """Drawings as the editor makes them: numbers as numbers or text, greys, a decoration, candidates, the answer."""
    cells = json.dumps([16, 1, 1, 5, 1, 1, 5, 1, 1])
    q = '{zR:{z_:[]},zS:{"16":4,"17":1,"32":8},zN:{"16":[3,7,"1"],"17":["?",1,"1"],"24":["0",1,"1"],"31":[" ",1,"1"],'
    q += '"30":["12",1,"7"]},zY:{},zL:{"16,17":3},zC:zO,"zZz":[]}'.replace('"zZz"', '"zZ"')
    answer = '{zS:{},zN:{},zY:{"18":[3,"sun_moon",1]}}'
    text = link(HEAD, "[0,0,0,0]", "{zM:zN}", q, answer, cells, "[]")
    p = board("3#_", "_0_", "__#")
    assert read(text) == ("penpa", "akari", p)
    packed = text.partition("#")[2]
    for same in (
        packed,
        packed.rstrip("="),
        text.replace("m=edit", "m=solve"),
        f"{text}&a=xyz",
        f" {text[:90]}\n{text[90:]}",
    ):
        assert formats()["penpa"].read(same, "akari") == ("akari", p)
    assert formats()["penpa"].read(f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={quote(packed[9:])}")[1] == p
    head, margins = HEAD.replace("3,3", "5,4"), "[1,1,1,1]"  # a clue of the second row stands on both sides
    numbers = '"21":["2",1,"1"],"22":["?",1,"1"],"38":[1,1,"1"],"42":[1,1,"1"]'
    q = f'{{zS:{{"0":2}},zN:{{{numbers}}},zY:{{"30":[1,"tents",1],"41":[1,"tents",2]}}}}'
    expected = tents("T..", "..T", rows=[U, 1], cols=[2, U, U])
    assert read(link(head, margins, "{}", q)) == ("penpa", "tents", expected)
    for place in ("20", "12", "30"):  # a corner, beyond the margin, on the board
        with pytest.raises(InputError, match="expected numbers in the cells beside the board, found one at"):
            read(link(head, margins, "{}", q.replace('"22"', f'"{place}"')))
    with pytest.raises(InputError, match="expected one clue of row 2, found 1 and 2"):
        read(link(head, margins, "{}", q.replace('"42":[1', '"42":[2')))


def test_a_link_of_ours_says_cells_by_their_numbers() -> None:
    """Unpacked by other means: CELL = (row + 2 + top) * (columns + 4) + column + 2 + left, columns with margins."""
    lines = question(formats()["penpa"].write("akari", board("_2_#", "____")))
    assert lines[0].startswith("square,4,2,38,0,1,1,")
    layer = json.loads(lines[3])
    assert layer["surface"] == {"19": 4, "21": 4}
    assert layer["number"] == {"19": [2, 7, "1"]}
    assert json.loads(lines[5]) == [18, 1, 1, 1, 5, 1, 1, 1]
    lines = question(formats()["penpa"].write("tents", tents("T..", "...", rows=[U, 3], cols=[0, U, 1])))
    assert lines[:2] == [lines[0], "[1,0,1,0]"]
    assert lines[0].startswith("square,4,3,38,")
    layer = json.loads(lines[3])
    assert layer["symbol"] == {"27": [1, "tents", 1]}
    assert layer["number"] == {"19": [0, 1, "1"], "21": [1, 1, "1"], "34": [3, 1, "1"]}


BOMB = "<!DOCTYPE a [<!ENTITY b 'bbbbbbbbbb'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'>]><Legup a='&c;'/>"
TOOL = '{"pu_q":{"combi":["akari",""]}}'  # the author of a link chose lamps
BOARD = '<Legup><puzzle name="LightUp"><board height="2" width="2"><cells>{}</cells></board></puzzle></Legup>'
CELL = '<cell value="1" x="0" y="0"/>'
REFUSED = [
    ("sav", f"{TITLE}GAME    :5:Tents\n", "expected the keys GAME, PARAMS, DESC, found no PARAMS"),
    ("sav", SAVED.replace("5:Tents", "5:Chess"), "expected a game of Light Up, .*Tents, found 'Chess'"),
    ("sav", SAVED.replace(":29:", ":28:"), "line 7: DESC: expected a value of 28 bytes, found 29"),
    ("sav", SAVED.replace(":29:", ":999999999:"), "line 7: DESC: expected a value of 999999999 bytes, found 29"),
    ("sav", SAVED.replace("VERSION :1:1", "VERSION 1"), "line 2: expected KEY:LENGTH:VALUE, found 'VERSION 1"),
    ("sav", SAVED.replace("i_beccb,1", "i_becca,1"),
     r"PARAMS and DESC: Tatham ID .tents., position 7: expected letters for"),
    ("sav", SAVED.replace("41:Simon Tatham", "41:Somebody els"), "expected a file of"),
    ("pzprv3", "pzprv3/lightup/2/2/. . ", "expected 2 rows of cells, found 1"),
    ("pzprv3", "pzprv3/lightup/1/2/. . . /", r"line 5: expected 2 cells, found 3"),
    ("pzprv3", "pzprv3/lightup/1/2/. 5 /", r"line 5, cell 1: expected one of . - 0 .* found '5'"),
    ("pzprv3", "pzprv3/lightup/1/2/. . /. . /", "line 6: expected the end of the board"),
    ("pzprv3", "pzprv3/snake/9/9/. /", "line 2: expected one of the puzzles lightup, akari"),
    ("pzprv3", "pzprv3/lightup/1000000000/1000000000/", "lines 3 and 4: expected a board that fits into memory"),
    ("pzprv3", "pzprv3/lightup/0/5/", "lines 3 and 4: expected 1 or more cells, found 0 rows"),
    ("pzprv3", "pzprv3/lightup/9x/5/", "lines 3 and 4: expected numbers of rows and of columns"),
    ("pzprv3", "pzprv3/tents/1/2/. 1 /1 . . /", r"line 5: expected `.` and 2 column clues"),
    ("pzprv3", "pzprv3/tents/1/2/. 1 2 /1 . . /", r"line 5: expected the clue of column 2 .* 0..1, found '2'"),
    ("pzprv3", "pzprv3/tents/1/2/. 1 1 /3 . . /", r"line 6: expected the clue of row 1 .* 0..2, found '3'"),
    ("janko", "begin\npuzzle snake\nsize 1\nproblem\n-\nend", "expected one of the puzzles akari, .* found 'snake'"),
    ("janko", "begin\npuzzle akari\nproblem\n-\nend", "expected the keys `size`, or `rows` and `cols`"),
    ("janko", "begin\npuzzle akari\nsize 2\nproblem\n- -\nend", "expected 2 rows of cells, found 1"),
    ("janko", "begin\npuzzle akari\nsize 1\nproblem\n7\nend", "line 5, cell 0: expected one of - x 0"),
    ("janko", "begin\npuzzle akari\nsize 1\nend", "expected the key `problem`, found 'begin"),
    ("janko", "begin\npuzzle akari\nsize 999999999\nproblem\n-\nend", "expected a board that fits into memory"),
    ("janko", "begin\npuzzle akari\nsize 1\nsize 2\nproblem\n-\nend", "line 4: expected the key `size` once"),
    ("janko", "begin\npuzzle zelte\nsize 1\nproblem\n-\nclabels 1\nend", "expected the key `rlabels`"),
    ("janko", "begin\npuzzle zelte\nsize 1\nproblem\n-\nclabels 2\nrlabels 1",
     "line 6: expected the clue of column 1, 0..1"),
    ("janko", "begin\npuzzle zelte\nsize 1\nproblem\n-\nclabels 1 1\nrlabels 1",
     "line 6: expected 1 clues of columns, found 2"),
    ("legup", BOMB, "line 1: entities of the file's own are not read"),
    ("legup", "<Legup>" + "<a>" * 200, "line 1: expected elements at most 100 deep"),
    ("legup", BOARD.format(CELL + CELL), "expected each cell once, found .x 0, y 0. again"),
    ("legup", BOARD.format(CELL.replace('x="0"', 'x="2"')), "expected the x of a cell, 0..1, found '2'"),
    ("legup", BOARD.format(CELL.replace('value="1"', 'value="9"')), "expected a value -4..4, found '9'"),
    ("legup", BOARD.format(CELL.replace('value="1"', "")), "<cell>: expected the attribute value"),
    ("legup", BOARD.format("").replace('"2"', '"1000000000"'),
     "expected a board that fits into memory, found 1000000000"),
    ("legup", BOARD.format("").replace('"2"', '"99999999"'),
     "expected a board that fits into memory, found 99999999 rows"),
    ("legup", BOARD.format("")[:-3], "line 1: "),
    ("legup", BOARD.format("").replace("LightUp", "Sudoku"),
     "expected a <board> of LightUp or TreeTent, found 'Sudoku'"),
    ("legup", BOARD.format("").replace("LightUp", "TreeTent"),
     "expected a clue for each row .side east. A..B, found no clue A"),
    ("puzzlekit", "2 2\n- -\n- 5\n", "line 3, cell 1: expected one of - x 0"),
    ("puzzlekit", "1 2\n1 1\n3\n- -\n", "line 3: expected the clue of row 1, 0..2, found '3'"),
    ("puzzlekit", "1 2\n1 1\n1\n- 2\n", "line 4, cell 1: expected one of - x, found '2'"),
    ("dzn", "n = 1;\na = [| 2 |];\nrow_sums = [0];\ncol_sums = [0];", "line 2, cell 0: expected one of 0 1, found '2'"),
    ("dzn", "n = 2;\na = [| 0, 0 |];\nrow_sums = [0,0];\ncol_sums = [0,0];", "expected 2 rows of cells, found 1"),
    ("dzn", "n = 1;\na = [| 0 |];\nrow_sums = [0];\ncol_sums = [2];",
     "line 4: expected the clue of column 1, 0..1, found '2'"),
    ("dzn", "n = 1;\na = [| 0 |];\nrow_sums = [0];", "found no col_sums"),
    ("dzn", "n = 1;\na = [| 0 |];\nm = 2;", "line 2: expected n, a, row_sums, col_sums, each once, found 'm'"),
    ("dzn", "n = 999999;\na = [| 0 |];\nrow_sums = [0];\ncol_sums = [0];", "expected a board that fits into memory"),
    ("dzn", "n = 1;\na = [| 0 |]", "line 1: expected NAME = VALUE;"),
    ("penpa", link(HEAD, "[0,0,0,0]", "{}"), "line 4: expected JSON, found the end"),
    ("penpa", link(HEAD.replace("square", "hex"), "[0,0,0,0]"), "line 1: expected square or sudoku or kakuro"),
    ("penpa", link(HEAD.replace("38,0", "38,1"), "[0,0,0,0]", "", "{}"),
     "expected a board that is not turned, found '1,1,1'"),
    ("penpa", link(HEAD, "[0,0,0]", "", "{}"), r"line 2: expected .top,bottom,left,right."),
    ("penpa", link(HEAD, "[2,1,0,0]", "", "{}"), "lines 1 and 2: expected 1 or more cells, found 0 rows"),
    ("penpa", link(HEAD.replace("3,3", "9999999,9999999"), "[0,0,0,0]", "", "{}"),
     "expected a board that fits into memory"),
    ("penpa", link(HEAD, "[0,0,0,0]", "", "{zS:{'16':4}}"), "line 4: expected JSON"),
    ("penpa", link(HEAD, "[0,0,0,0]", "", "[" * 100_000), "line 4: expected JSON"),
    ("penpa", link(HEAD, "[0,0,0,0]", "", "{zX:1}"), "line 4: expected an abbreviation, found 'zX'"),
    ("penpa", link(HEAD, "[0,0,0,0]", "", '{zS:{"999":4}}'),
     "line 4: surface: expected the number of a cell, found '999'"),
    ("penpa", link(HEAD, "[0,0,0,0]", "", '{zS:[4]}'), "line 4: expected a table 'surface'"),
    ("penpa", link(HEAD, "[0,0,0,0]", TOOL, '{zS:{"17":4,"16":5}}'),
     "cell .0, 0.: expected a black or grey cell .* found colour 5"),
    ("penpa", link(HEAD, "[0,0,0,0]", TOOL, '{zS:{"17":4,"15":4}}'),
     "cell .0, -1.: expected a black or grey cell of the board"),
    ("penpa", link(HEAD, "[0,0,0,0]", TOOL, '{zS:{"16":4},zN:{"16":["a",1,"1"]}}'),
     "cell .0, 0.: expected the number of a wall, 0..4, found 'a'"),
    ("penpa", link(HEAD, "[0,0,0,0]", "", '{zS:{"16":4},zY:{"17":[3,"sun_moon",1]}}'), "found the symbol 'sun_moon'"),
    ("penpa", link(HEAD, "[0,0,0,0]", "", '{zY:{"17":[2,"tents",1]}}'),
     r"expected trees on the board, found the symbol 'tents' .2."),
    ("penpa", link(HEAD, "[0,0,0,0]", "", '{zS:{"16":4}}', "{}", "[16,1,1]"),
     "expected a rectangle of cells, found none at row 2, column 1"),
    ("penpa", "m=edit&p=a:bc", "expected base64 of deflated text"),
    ("penpa", "m=edit&p=äöü", "expected base64 of deflated text"),
    ("penpa", link(HEAD, "[0,0,0,0]", "", "{}")[:-8], "expected data up to their end"),
    ("penpa", link("a" * 60_000_000), "expected at most 8,000,000 characters when inflated, found more"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "message"), REFUSED)
def test_what_is_wrong_is_refused_with_its_place(name: str, text: str, message: str) -> None:
    """The format, the place, what was expected, what was found; before room is made for what is too large."""
    record = formats()[name]
    assert record.recognises(text) or name == "puzzlekit" or "9x" in text
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match=message) as error:
            record.read(text, None)
        assert tracemalloc.get_traced_memory()[1] < 60_000_000
    finally:
        tracemalloc.stop()
    assert str(error.value).startswith(record.title)
    assert len(str(error.value)) < 500


def test_what_a_format_cannot_say_is_refused_in_words() -> None:
    """A clue that is not given, a board for which nobody has a word, a puzzle that the format does not know."""
    p = tents(".T", "..", rows=[1, U], cols=[1, 0])
    for name in ("tatham", "sav"):
        with pytest.raises(InputError, match="expected all clues, found none for row 2"):
            formats()[name].write("tents", p)
    with pytest.raises(InputError, match=r"LEGUP file .tents.: expected all clues, found none for row 2"):
        formats()["legup"].write("tents", p)
    for name in ("pzprv3", "penpa", "janko", "puzzlekit", "legup", "sav"):
        with pytest.raises(InputError, match=r"does not know chess, only akari, "):
            formats()[name].write("chess", p)
        with pytest.raises(InputError, match=r"does not know chess|expected a board of chess"):
            formats()[name].read(formats()[name].write("akari", board("_1")), "chess")
    from models.puzzles.registry import puzzle

    colours = puzzle("lightsout").extras.adapt(puzzle("lightsout").generate((2, 2), 0)[0], 0, colours=3)[0]
    with pytest.raises(InputError, match="can only say a board with two colours"):
        formats()["sav"].write("lightsout", colours)
