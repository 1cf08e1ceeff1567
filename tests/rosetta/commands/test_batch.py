"""Several instances on one command line: files of IDs, folders, patterns; what cannot be read; the exit code."""

from __future__ import annotations

import json

import pytest

from instances.naming import instance_texts
from rosetta.commands.each_instance import worst_code
from tests.instances.formats.test_other_texts import TOLD
from tests.support.in_a_fork import rosetta

RING = "3x3:aaaaa,2,0,2,2,0,2"
LINES = f"# mine\n{RING}\n\nhttps://puzz.link/p?akari/3/3/h0.k\n5x5 --lit random --seed 1\nnonsense\n"


def test_a_file_of_ids_is_counted_line_by_line(tmp_path):
    """One bad line is told with its place, and the others go on; the document has all of them."""
    path = tmp_path / "ids.txt"
    path.write_text(LINES)
    completed = rosetta("count", str(path), "--json")
    assert completed.returncode == 2
    document = json.loads(completed.stdout)
    assert [instance["puzzle"] for instance in document["instances"]] == ["tents", "akari", "lightsout"]
    assert [entry["what"] for entry in document["missing"]] == [f"{path}, line 6"]
    assert f"{path}, line 6: 'nonsense' is not" in completed.stderr


def test_folders_and_patterns_are_all_their_files(tmp_path):
    """In the order of their names; standard input may hold a list, too."""
    for name in ("b.txt", "a.txt"):
        (tmp_path / name).write_text(RING)
    for words, text in ((str(tmp_path), ""), (f"{tmp_path}/*.txt", ""), ("-", f"{RING}\n{RING}\n")):
        completed = rosetta("convert", words, "--to", "puzz.link", input=text)
        assert (completed.returncode, completed.stderr) == (0, "")
        first, second = completed.stdout.split()
        assert first == second
        assert first.startswith("https://puzz.link/p?tents/3/3/")


@pytest.mark.sample(0.125)
def test_boards_that_generate_writes_as_ids_and_as_texts_are_all_read(tmp_path):
    """Of these graphs the first and the last have an ID; the one between was changed, and is a text."""
    for drawn in ((), ("--show",)):
        made = rosetta("generate", "lightsout", "gnp:12,0.3", "--nullity", "1", "--count", "3", *drawn)
        (tmp_path / "graphs.txt").write_text(made.stdout)
        completed = rosetta("count", str(tmp_path / "graphs.txt"), "--json")
        assert (completed.returncode, completed.stderr) == (0, "")
        assert [instance["count"] for instance in json.loads(completed.stdout)["instances"]] == ["2", "2", "2"]


@pytest.mark.sample(0.125)
def test_a_data_set_is_all_its_boards(tmp_path):
    """By their names; their solutions are not read. PUZZLE is needed only where the boards do not tell it."""
    trees, stars = "2 2\n1 0\n0 1\nx -\n- -", "1 1 1\n1"
    path = tmp_path / "set.json"
    for words, boards in ((("tents",), (trees, trees)), (("starbattle",), (stars,)), ((), (RING, RING))):
        path.write_text(json.dumps({f"{i}_2x2": {"problem": text, "solution": 5} for i, text in enumerate(boards)}))
        completed = rosetta("count", *words, str(path), "--json")
        assert completed.returncode == 0, completed.stderr
        document = json.loads(completed.stdout)
        assert [entry["count"] for entry in document.get("instances", [document])] == ["1"] * len(boards)


def published(puzzle, boards):
    """A data set as puzzlekit-dataset publishes them."""
    entries = {f"{i}_2x2": {"problem": text, "solution": "", "source": "", "info": ""} for i, text in enumerate(boards)}
    named = {} if puzzle is None else {"name": puzzle}
    return json.dumps({**named, "count": len(entries), "count_sol": 0, "data": entries})


TREES, NUMBERS = "2 2\n1 0\n0 1\nx -\n- -", "2 2\n1 2\n2 1"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("verb", "more"),
    [
        ("solve", ["--json"]),
        ("count", ["--json"]),
        ("convert", ["--to", "pzprv3"]),
        ("compare", ["--backends", "cnf", "--json"]),
    ],
)
def test_a_data_set_in_its_published_form_is_all_its_boards(tmp_path, verb, more):
    """Every verb takes it like a folder; it says which puzzle it is of, which its boards alone need not tell."""
    path = tmp_path / "set.json"
    for words, puzzle, board in (((), "Tent", TREES), ((), "Hitori", NUMBERS), (("hitori",), None, NUMBERS)):
        path.write_text(published(puzzle, [board, board]))
        completed = rosetta(verb, *words, str(path), *more)
        assert completed.returncode == 0, completed.stderr
        if verb == "convert":
            assert completed.stdout.count("pzprv3") == 2
        else:
            document = json.loads(completed.stdout)
            names = {entry.get("puzzle", document.get("puzzle")) for entry in document["instances"]}
            assert (len(document["instances"]), names) == (2, {"tents" if puzzle == "Tent" else "hitori"})


@pytest.mark.parametrize(
    ("puzzle", "words", "expected"),
    [
        ("SimpleLoop", (), "found a data set of 'SimpleLoop'"),  # a loop through `- x -` would be read as an Akari
        ("Akari", ("tents",), "expected boards of tents, found a data set of akari"),
        (5, (), "expected the name of a puzzle as"),
        (None, (), "may be a board of nurikabe"),
    ],
)
def test_a_data_set_of_another_puzzle_is_refused_at_once(tmp_path, puzzle, words, expected):
    """In one line for all of its boards; where it names no puzzle, each board is asked."""
    path = tmp_path / "set.json"
    path.write_text(published(puzzle, ["3 3\n1 2 9\n2 1 2\n1 1 2" if puzzle is None else "1 3\n- x -"] * 2))
    completed = rosetta("solve", *words, str(path))
    assert completed.returncode == 2
    assert expected in completed.stderr.splitlines()[0]
    assert len(completed.stderr.splitlines()) == (2 if puzzle is None else 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"data": {"a": {"problem": "1"}, "b": {"solution": "1"}}}', ', b: expected {"problem": "the board"}'),
        ('{"a": {"problem": "1"}, "b": {}}', ', b: expected {"problem": "the board"}'),
        ('{"a": {"problem": "1"}, "a": {"problem": "1"}}', "twice in one object: 'a'"),
        ('{"a": {"problem": "2 2', "expected a data set of boards in JSON: "),
    ],
)
def test_a_data_set_that_lacks_something_is_refused_with_the_board(tmp_path, text, expected):
    """One line each."""
    path = tmp_path / "set.json"
    path.write_text(text)
    completed = rosetta("solve", "tents", str(path))
    assert completed.returncode == 2
    (line,) = completed.stderr.splitlines()
    assert line.startswith(f"rosetta: {path}")
    assert expected in line


@pytest.mark.parametrize("puzzle", [None, "lightsout"])
def test_a_text_that_is_no_graph_is_refused_as_a_whole(tmp_path, puzzle):
    """Not line by line, as IDs: `0 1 0` is no board of a width and a height."""
    for i, text in enumerate([*(text for text, _ in TOLD), "1 1 1\n0 1 0\n1 1 1\n"]):  # `1 1 1` is a task of one cell
        path = tmp_path / f"{i}.txt"
        path.write_text(text)
        assert [found.what for found in instance_texts([str(path)], puzzle)] == [str(path)], text
    (tmp_path / "board.txt").write_text("0 1 0\n1 1 1\n0 1 0\n")
    completed = rosetta("solve", *([puzzle] if puzzle else []), str(tmp_path / "board.txt"))
    assert completed.returncode == 2
    (line,) = completed.stderr.splitlines()
    assert "put its size in a line above it: `3 3`" in line


def test_a_list_of_names_with_dashes_is_no_list_of_edges(tmp_path):
    """Names of the catalogue, a line each."""
    (tmp_path / "names.txt").write_text("readings-differ\nonly-adjacent\n")
    completed = rosetta("convert", "tents", str(tmp_path / "names.txt"), "--to", "puzzlink")
    assert completed.returncode == 0, completed.stderr
    assert len(completed.stdout.split()) == 2


def test_the_worst_exit_code_counts():
    """A wrong answer before bad input before a limit."""
    assert [worst_code(codes) for codes in ([0, 3], [0, 3, 2], [2, 1, 3], [0])] == [3, 2, 1, 0]


def test_what_several_puzzles_can_read_is_asked_back():
    completed = rosetta("solve", "30")
    assert completed.returncode == 2
    assert "may be a board of tents, akari, lightsout" in completed.stderr
    assert "solve tents 30" in completed.stderr
