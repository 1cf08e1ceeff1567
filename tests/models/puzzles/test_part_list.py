"""The list of what a puzzle can be made of: `python -m models.puzzles parts` and `codecs`."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from models.puzzles.templates.part_list import list_names, public_names
from rosetta.foundation.errors import InputError
from tests.support.places import ROOT

PACKAGES = ["models.puzzles.parts", "models.puzzles.codecs"]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_listed_once_below_a_file_that_has_it(package):
    names = public_names(package)
    assert sorted(name.name for name in names) == sorted(import_module(package).__all__)
    for name in names:
        assert name.name in (ROOT / name.file).read_text("utf-8"), name
        assert name.title.startswith(name.name)
        assert " at 0x" not in name.title


@pytest.mark.parametrize("package", PACKAGES)
def test_every_function_and_class_says_what_it_is(package):
    assert [name.name for name in public_names(package) if " = " not in name.title[:40] and not name.sentence] == []


def test_a_name_has_its_signature_and_its_first_sentence():
    assert list_names("models.puzzles.parts", "touching_pairs").splitlines()[2:] == [
        "  touching_pairs(cells: Iterable[Cell], corners: bool = False) -> list[tuple[Cell, Cell]]",
        "      The pairs of these cells that share a side, with `corners` also those that share a corner;",
        "      each once.",
    ]
    assert list_names("models.puzzles.codecs", "a number, alone").splitlines() == [
        "models/puzzles/codecs/rows.py: Combinators for boards as lines of words: one description that reads",
        "    and writes.",
        "  NumberLine(what: str, least: int, most: int)",
        "      A number, alone on its line.",
    ]


def test_a_constant_or_an_alias_has_its_value_and_what_is_written_below_it():
    (name,) = [name for name in public_names("models.puzzles.parts") if name.name == "Literals"]
    assert (name.title, name.sentence) == ("Literals = NDArray[np.int32]", "Of a model: x holds, -x does not.")


def test_a_word_may_stand_in_a_name_a_file_or_a_sentence():
    listed = list_names("models.puzzles.parts", "CONNECTED_rest")
    assert [
        line[2:] for line in listed.splitlines() if line[2:3].strip() and line.startswith("  ") and "(" in line
    ] == [
        "connected_parts(cells: Iterable[Cell]) -> list[list[Cell]]",
        "take_scattered_cells(size: tuple[int, int], stream: Stream) -> NDArray[np.bool_]",
    ]
    assert "broken_rules.py" in list_names("models.puzzles.parts", "cut_off")
    with pytest.raises(InputError, match=r"a sentence of models\.puzzles\.parts has, found 'xyzzy'"):
        list_names("models.puzzles.parts", "xyzzy")


def test_the_command_lists_and_refuses():
    def run(*words):
        return subprocess.run(
            [sys.executable, "-m", "models.puzzles", *words], capture_output=True, text=True, cwd=ROOT
        )

    assert run("codecs", "declare_rooms").stdout.startswith("models/puzzles/codecs/rooms.py: ")
    refused = run("parts", "xyzzy")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "parts [WORD]" in run("parts", "--help").stdout
