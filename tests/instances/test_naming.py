"""What PUZZLE WHAT .. names, without a command line: texts, puzzles, options of lines."""

from __future__ import annotations

import pytest

from instances.naming import InstanceText, instance_texts, name_instance, name_puzzle
from instances.puzzle_flags import OptionError, read_line_options
from rosetta.foundation.errors import InputError


def test_the_first_word_is_a_puzzle_or_a_what():
    """An alias becomes the name; a size is a WHAT; a puzzle alone names no board."""
    assert name_puzzle("lightup", ["8"], "x") == ("akari", ["8"])
    assert name_puzzle("8", ["9"], "x") == (None, ["8", "9"])
    assert name_puzzle(None, ["8"], "x") == (None, ["8"])
    with pytest.raises(InputError, match="such as: rosetta solve tents 8"):
        name_puzzle(None, ["tents"], "rosetta solve")


def test_a_line_of_a_file_may_have_options(tmp_path):
    """They come before those that are given for all; the seed is no option of the puzzle."""
    path = tmp_path / "ids.txt"
    path.write_text("# two boards\n8x8 --bare 30 --seed 4\n\n6x6\n")
    first, second = instance_texts([str(path)], "akari")
    assert (first.what, first.place, second.place) == ("8x8", f"{path}, line 2", f"{path}, line 4")
    named = name_instance(first, "akari", {"bare": 10}, "x")
    assert (named.puzzle, named.options, named.seed) == ("akari", {"bare": 30}, 4)
    named = name_instance(second, "akari", {"bare": 10}, "x")
    assert (named.puzzle, named.options, named.seed) == ("akari", {"bare": 10}, None)


def test_a_line_of_a_file_may_begin_with_its_puzzle(tmp_path):
    """An ID, a size with options, a file, a name: of that puzzle. A list of edges between vertices called so is one."""
    board = tmp_path / "board.txt"
    board.write_text("3\n2 0 2\n2 .T.\n0 T.T\n2 .T.\n")
    path = tmp_path / "ids.txt"
    ids = ("lightsout 5x5 --lit random --seed 1", "tents 4x4:cbaea,1,1,0,2,0,2,0,2", f"tents {board}", "lightup 6")
    path.write_text("# mixed\n" + "\n".join(ids) + "\ntents/ring\n")
    named = [name_instance(text, None, {}, "x") for text in instance_texts([str(path)], None)]
    assert [each.puzzle for each in named] == ["lightsout", "tents", "tents", "akari", "tents"]
    assert [each.text.what for each in named] == ["5x5", ids[1][6:], str(board), "6", "tents/ring"]
    assert (named[0].options, named[0].seed) == ({"lit": "random"}, 1)
    assert [text.puzzle for text in instance_texts([str(path)], "tents")] == ["", "tents", "tents", "", ""]
    path.write_text("tents akari\nakari hitori\n")
    assert [text.what for text in instance_texts([str(path)], None)] == [str(path)]


def test_options_decide_which_puzzle_it_is():
    """A size may be of every puzzle; an option of one alone tells which."""
    text = InstanceText("8", "8", ("--tree-rule", "adjacent"))
    assert name_instance(text, None, {}, "x").puzzle == "tents"
    with pytest.raises(InputError, match="name the puzzle, such as: rosetta solve tents 8"):
        name_instance(InstanceText("8", "8"), None, {}, "rosetta solve")


def test_options_that_the_puzzle_lacks_are_refused():
    """Of the line and of the command alike, with a kind of error of their own."""
    with pytest.raises(OptionError, match="--bare"):
        read_line_options(["--bare", "30"], "tents")
    with pytest.raises(OptionError, match="expected a whole number from 0 on, found '-1'"):
        read_line_options(["--seed=-1"], "tents")
    with pytest.raises(OptionError, match="--bare: no option of tents, and this is a board of tents"):
        name_instance(InstanceText("8", "8"), "tents", {"bare": 30}, "x")
