"""WHAT without its puzzle: what formats write is recognised, or said to be ambiguous; what people paste is read."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from instances.formats.contract import formats
from instances.recognition import puzzles_of, puzzles_of_text
from models.puzzles.registry import names, puzzle
from rosetta.foundation.errors import InputError

SIZES = {  # a graph of one vertex has no edge, so that no list of edges can say it
    "tiling": ((6, 10),),
    "starbattle": ((5, 5), (8, 8)),
    "lightsout": ((1, 4), (3, 2), (5, 7)),
}
USUAL_SIZES = ((1, 1), (1, 4), (3, 2), (5, 7), (12, 12))
TELLING = {"puzzlink", "pzprv3", "sav", "janko", "legup", "dzn", "dot", "gml", "graphml", "sparse6", "nodelink"}


def boards(name: str):
    """Boards of a puzzle, of odd sizes too; a puzzle refuses sizes that it has no boards of."""
    for size in SIZES.get(name, USUAL_SIZES):
        for seed in range(4):
            try:
                yield puzzle(name).generate(size, seed=seed)[0]
            except InputError:
                break


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_what_a_format_writes_is_recognised(name: str) -> None:
    """By its puzzle alone, or with others that it may be of; where the format names its puzzle, always alone. An ID is
    refused where other games have such boards, too."""
    written = 0
    for board in boards(name):
        for form in (form for form in formats().values() if name in form.puzzles):
            try:
                text = form.write(name, board)
            except InputError:
                continue
            if not form.is_certain(text, name):
                with suppress(InputError):
                    assert len(puzzles_of(text)) > 1, text
                continue
            candidates = puzzles_of(text) if form.one_line and "\n" not in text else puzzles_of_text(text, "a text")
            assert name in candidates, (form.name, text)
            assert form.name not in TELLING or candidates == (name,), (form.name, text, candidates)
            written += 1
    assert written


@pytest.mark.parametrize("name", ["tents", "akari"])
def test_usual_boards_are_not_ambiguous(name: str) -> None:
    """IDs, addresses, links, and the plain text of a board that is not tiny."""
    board = puzzle(name).generate((8, 9), seed=1)[0]
    for form in ("tatham", "puzzlink", "penpa", "plain"):
        assert puzzles_of(formats()[form].write(name, board)) == (name,), form


@pytest.mark.parametrize(
    ("what", "candidates"),
    [
        ("3x3:aaaaa,2,0,2,2,0,2", ["tents"]),
        ("  3x3:aaaaa,2,0,2,2,0,2\r\n", ["tents"]),
        ("'3x3:b0Be'", ["akari"]),
        ("\u201c3x3:b0Be\u201d", ["akari"]),
        ("ID: 3x3:b0Be", ["akari"]),
        ("Game ID: 3x3:b0Be", ["akari"]),
        ("Light Up: 3x3:i", ["akari"]),
        ("Tents:3x3de:aaaaa,2,0,2,2,0,2", ["tents"]),
        ("2x2:edb7,f", ["lightsout"]),
        ("<https://puzz.link/p?akari/3/3/h0.k>", ["akari"]),
        ("https://puzz.link/p?akari_edit/3/3/h0.k", ["akari"]),
        ("http://pzv.jp/p.html?lightup/3/3/h0.k ", ["akari"]),
        ("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/tents.html#3x3:aaaaa,2,0,2,2,0,2", ["tents"]),
        ("soma", ["tiling"]),
        ("petersen", ["lightsout"]),
        ("gnp:20,0.3", ["lightsout"]),
        ("ring", ["tents"]),
        ("akari/single", ["akari"]),
        ("single", ["tents", "akari"]),
        ("30", [*names()]),
    ],
)
def test_what_people_paste(what: str, candidates: list[str]) -> None:
    assert list(puzzles_of(what)) == candidates


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("https://puzz.link/p?castle/4/4/jhhjs", "a board of 'castle', which Rosetta does not know .`list`"),
        ("https://puzz.link/p?type=editor", "a shell cuts an address at &: quote it"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit", "a shell cuts an address at &: quote it"),
        (
            "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mines.html#9x9:x",
            "a board of 'mines', which Rosetta does not know",
        ),
        ("tents/rng", "not in the catalogue of tents; did you mean 'ring'"),
        ("petersn", "is not an ID or URL, a file, or a name in the catalogue"),
        ("boards/bord.txt", "^no such file: boards/bord.txt$"),
        ("my bord.txt", "^no such file: my bord.txt$"),
        (
            "notes",
            "^'notes' is not an ID .* catalogue .see --help formats.; puzzles: akari.* tents",
        ),  # as far from `tents` as that
    ],
)
def test_what_is_of_no_puzzle_is_one_message(what: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as refusal:
        puzzles_of(what)
    assert len(str(refusal.value)) < 300


def test_files_are_recognised_by_what_is_in_them(tmp_path: Path) -> None:
    """An edge list needs no ending, prose is none; an ending of a graph file decides."""
    cases = {
        "a": ("a b\nb c\nc a {'weight': 2}\n", ("lightsout",)),
        "b.edgelist": ("0 1\n1 2\n", ("lightsout",)),
        "c": ("3\n2 0 2\n2 .T.\n0 T.T\n2 .T.\n", ("tents",)),
        "d": ("3\n__0\n#__\n___\n", ("akari",)),
    }
    for name, (text, candidates) in cases.items():
        (tmp_path / name).write_text(text)
        assert puzzles_of(str(tmp_path / name)) == puzzles_of(tmp_path / name) == candidates, name
    (tmp_path / "prose").write_text("Dear Sir, I enclose\nseveral puzzles that I have made.\n")
    with pytest.raises(InputError, match="prose: expected a board in a known format, found 'Dear Sir"):
        puzzles_of(str(tmp_path / "prose"))


def test_the_name_of_an_unknown_puzzle_is_told_the_puzzles_and_the_file_nearby(tmp_path, monkeypatch):
    """Who types the name of a puzzle that is not here means it, even where a file has that name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "minesweeper.py").touch()
    with pytest.raises(
        InputError, match=r"did you mean 'minesweeper.py'. \(see --help formats\); puzzles: akari.* tents"
    ):
        puzzles_of("minesweeper")
    with pytest.raises(InputError) as refusal:
        puzzles_of("tent")  # near a puzzle: that one is meant
    assert "did you mean 'tents'" in str(refusal.value)
    assert "puzzles:" not in str(refusal.value)
