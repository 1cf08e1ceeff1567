"""WHAT: the things it may be, which of them comes first, and the message when it is none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from instances.formats.contract import formats
from instances.recognition import puzzles_of
from instances.resolve import resolve
from models.puzzles.tents.record import PUZZLE
from rosetta.foundation.errors import InputError

ID = "3x3:aaaaa,2,0,2,2,0,2"
URL = "https://puzz.link/p?tents/5/5/2g0h1i1j82323"


def test_a_size_is_generated_from_the_seed() -> None:
    """Rows x columns; one number is a square; the planted answer comes along."""
    resolved = resolve("tents", "4x6", seed=3)
    assert resolved.size == (4, 6)
    assert (resolved.seed, resolved.source, resolved.what) == (3, "generated, seed 3", "4x6")
    assert resolved.id.startswith("6x4:")  # IDs have the width first
    assert PUZZLE.verify(resolved.instance, resolved.planted) == []
    assert (resolved.instance, resolved.planted) == PUZZLE.generate((4, 6), seed=3)
    assert resolve("Tents", "5").size == (5, 5)


@pytest.mark.parametrize(("text", "source"), [(ID, "Tatham ID"), (URL, "puzz.link URL"), (f" {ID} ", "Tatham ID")])
def test_an_id_or_address_is_read_as_it_stands(text: str, source: str) -> None:
    """Nothing is planted and there is no seed; what and id repeat it."""
    resolved = resolve("tents", text)
    assert (resolved.source, resolved.id, resolved.what) == (source, text.strip(), text.strip())
    assert resolved.planted is None
    assert resolved.seed is None


@pytest.mark.parametrize(
    "text", [ID, URL + "\n", "3\n2 0 2\n2 .T.\n0 T.T\n2 .T.\n", "\ufeff3 3\r\n2 0 2\r\n2 .T.\r\n0 T.T\r\n2 .T.\r\n"]
)
def test_a_file_or_standard_input_may_be_in_any_format(text: str, tmp_path: Path) -> None:
    """A byte order mark and Windows line ends included. Standard input is repeated by the ID of what it held."""
    path = tmp_path / "board.txt"
    path.write_bytes(text.encode())
    resolved = resolve("tents", str(path))
    assert resolved.source.startswith(f"file {path} (")
    assert resolved.what == str(path)
    piped = resolve("tents", "-", stdin=lambda: text.encode())
    assert piped.source.startswith("standard input (")
    assert piped.instance == resolved.instance
    assert piped.what == piped.id


def test_a_name_of_the_catalogue_comes_last() -> None:
    """With or without its puzzle."""
    for name in ("ring", "tents/ring"):
        resolved = resolve("tents", name)
        assert (resolved.source, resolved.what, resolved.id) == ("catalogue tents/ring", "tents/ring", ID)


def test_the_first_meaning_that_fits_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A size before a file, a file before the catalogue; `./` in front makes it a file."""
    monkeypatch.chdir(tmp_path)
    for name in ("4", "ring"):
        (tmp_path / name).write_text("1 2\n0 1\n1 T.\n")
    assert resolve("tents", "4").source == "generated, seed 0"
    assert resolve("tents", "./4").source == "file ./4 (plain text)"
    assert resolve("tents", "ring").source == "file ring (plain text)"
    assert resolve("tents", "tents/ring").source == "catalogue tents/ring"


def test_a_board_that_no_exchange_format_can_say_is_named_by_its_hash() -> None:
    """A clue above 255 beside an unknown one."""
    width = 600
    text = f"1 {width}\n{'? ' * width}\n256 {'.' * width}\n"
    resolved = resolve("tents", "-", stdin=text.encode)
    assert resolved.id.startswith("sha256:")
    assert resolved.what == "-"


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("0", "size '0': expected 1 or more cells, found 0"),
        ("5x0", "size '5x0'"),
        ("99999999999999999999x3", "size '99999999999999999999x3'"),
        ("9999999", "size '9999999'"),
        ("-5", "'-5' is not a size .30, 20x30., an ID or URL of tents, a file, or a name in the catalogue .*ring"),
        ("", "'' is not a size"),
        ("nonsense", "'nonsense' is not a size"),
        ("rng", "'rng' is not a size .* did you mean 'ring'. .see --help formats.$"),
        ("tents/rng", "did you mean 'ring'"),
        ("bord.txt", "^no such file: bord.txt$"),
        ("boards/bord", "^no such file: boards/bord$"),
        ("x" * 5000, "is not a size"),
        ("a\0b", "is not a size"),
        ("8x8de#77", "is a seed"),
        ("3x3:aaaaa", "Tatham ID"),
        ("https://example.org/tents", "is not an address of a puzzle; known: .*puzz.link URL"),
        ("https://puzz.link/p?akari/3/3/h0.k", "expected a board of tents, found one of akari"),
    ],
)
def test_what_is_none_of_these_is_refused_in_one_line(what: str, message: str) -> None:
    """One clear message, never a traceback."""
    with pytest.raises(InputError, match=message) as refusal:
        resolve("tents", what)
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_files_with_a_byte_order_mark_are_read(encoding: str) -> None:
    """As Windows saves text: with the mark, UTF-16 is known too."""
    content = "\r\n".join(["2 2", "? ?", "? T.", "? .."]).encode(encoding)
    assert resolve("tents", "-", stdin=lambda: content).instance.trees.tolist() == [[True, False], [False, False]]


@pytest.mark.parametrize("name", ["tents", "akari", "lightsout", "starbattle", "hitori", "nurikabe"])
def test_examples_of_ids_are_of_the_puzzle_that_is_asked_for(name: str) -> None:
    """Who wants Lights Out is not shown an ID of Tents; what is shown can be typed."""
    for form in formats().values():
        if name in form.puzzles and form.name in ("tatham", "puzzlink"):
            assert form.read(form.example_of(name), name)[0] == name


def test_a_mistyped_file_is_told_the_one_that_is_there(tmp_path: Path) -> None:
    """In the folder that was named, and nothing else is said."""
    (tmp_path / "board.txt").write_text("2\n")
    with pytest.raises(InputError, match=f"^no such file: {tmp_path}/bord.txt; did you mean '{tmp_path}/board.txt'.$"):
        resolve("tents", f"{tmp_path}/bord.txt")
    with pytest.raises(InputError, match=f"^no such file: {tmp_path}/other/bord.txt$"):
        resolve("tents", f"{tmp_path}/other/bord.txt")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("problem.cfn", "problem.cnf"),  # the ending is mistyped
        ("problem", "problem.cnf"),  # or left out
        ("problm", "problem.cnf"),
        ("problem.cnf.xz", "problem.cnf.gz"),
        ("bords/hall.lp", "boards/hall.lp"),  # the folder is mistyped
        ("bords/hal.lp", "boards/hall.lp"),  # and so is the file
        ("bords/cellar.lp", None),
        ("nothing.cnf", None),
    ],
)
@pytest.mark.parametrize("puzzle", ["model", "tents", None])
def test_a_mistyped_model_file_is_told_the_one_that_is_there(tmp_path, monkeypatch, puzzle, name, meant):
    """Whether the puzzle is named or to be told from the file, and wherever the mistake is."""
    monkeypatch.chdir(tmp_path)
    Path("boards").mkdir()
    for file in ("problem.cnf", "problem.cnf.gz", "boards/hall.lp"):
        Path(file).touch()
    with pytest.raises(InputError) as refusal:
        puzzles_of(name) if puzzle is None else resolve(puzzle, name)
    told = re.findall("did you mean '(.*?)'", str(refusal.value))
    assert told == ([] if meant is None else [meant])
    with pytest.raises(InputError) as refusal:
        resolve("model", "")
    assert "did you mean" not in str(refusal.value)


def test_a_file_is_not_meant_for_its_ending(tmp_path):
    """All files of a folder may end in .txt, and a folder is no file."""
    for name in ("title.txt", "c.txt", "mixed.html", "mixed.txt"):
        (tmp_path / name).touch()
    (tmp_path / "empty").mkdir()
    for name, meant in (("emty.txt", ""), ("e.txt", ""), ("mixd.txt", f"; did you mean '{tmp_path}/mixed.txt'.")):
        with pytest.raises(InputError, match=f"^no such file: {tmp_path}/{name}{meant}$"):
            resolve("tents", str(tmp_path / name))


def test_files_that_are_no_boards_are_refused(tmp_path: Path) -> None:
    """Folders, binaries, huge files, other texts; the file is named."""
    with pytest.raises(InputError, match="expected a file, found a folder"):
        resolve("tents", str(tmp_path))
    cases = [
        (b"\xfa\xfe3\x00", "expected text in UTF-8 .*, found byte 250 at 0"),
        (b"\xff\xfe3", "expected text in UTF-16, as the byte order mark says, found byte 51 at 2"),
        (b"hello", "expected a board of tents in a known format, found 'hello' .see --help formats"),
        (b"", "found nothing"),
        (b"2 2\n0 0\n0 ..\n0 .o\n", "line 4, cell 1: expected empty"),
    ]
    for content, message in cases:
        path = tmp_path / "board"
        path.write_bytes(content)
        with pytest.raises(InputError, match=f"file {path}: .*{message}"):
            resolve("tents", str(path))
        with pytest.raises(InputError, match=f"standard input: .*{message}"):
            resolve("tents", "-", stdin=lambda content=content: content)
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(50_000_001)
    with pytest.raises(InputError, match="expected at most 50,000,000 bytes, found more"):
        resolve("tents", str(huge))
