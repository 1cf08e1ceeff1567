"""Boards are refused where the memory at hand would not hold them, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest

from instances.resolve import resolve
from models.puzzles import boards
from models.puzzles.boards import BYTES_PER_CELL, check_board_size, check_cells
from models.puzzles.lightsout.boards import board
from models.puzzles.registry import puzzle
from rosetta.foundation import free_memory
from rosetta.foundation.errors import InputError


def test_memory_decides_and_the_message_has_the_sizes(monkeypatch):
    """The last board that fits, and the first that does not."""
    monkeypatch.setattr(boards, "free_bytes", lambda: 3_000_000_000)
    check_board_size("here", 10**7 // 1000, 3_000_000_000 // BYTES_PER_CELL // 10**4)
    with pytest.raises(InputError) as refusal:
        check_board_size("here", 10_001, 1000)
    assert str(refusal.value) == (
        "here: expected a board that fits into memory, found 10001x1000: 10,001,000 cells need about 3.0 GB, "
        "3.0 GB are free"
    )
    with pytest.raises(InputError, match=r"there: .* found five: 50,000,000 vertices need about 15.0 GB, 3.0 GB are"):
        check_cells("there", 50_000_000, "five", "vertices")


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (-3, -4)])
def test_a_board_has_a_cell(size):
    with pytest.raises(InputError, match=f"here: expected 1 or more cells, found {size[0]}x{size[1]}"):
        check_board_size("here", *size)


@pytest.mark.parametrize("name", ["akari", "tents", "lightsout"])
def test_every_way_to_a_large_board_asks(name, monkeypatch):
    """By size, by generator, by text: with little memory, all of them refuse what they take with more."""
    text = "9 9\n" + ("." * 9 + "\n") * 9
    monkeypatch.setattr(boards, "free_bytes", lambda: 80 * BYTES_PER_CELL)
    ways = [lambda: resolve(name, "9x9"), lambda: puzzle(name).generate((9, 9))]
    ways += [] if name == "lightsout" else [lambda: puzzle(name).parse(text)]  # its rows may be those of a graph
    for way in ways:
        with pytest.raises(InputError, match="fits into memory, found 9x9: 81 cells need"):
            way()
    monkeypatch.setattr(boards, "free_bytes", lambda: 81 * BYTES_PER_CELL)
    assert puzzle(name).size(puzzle(name).generate((9, 9))[0]) == (9, 9)


def test_the_control_group_counts(tmp_path, monkeypatch):
    """Where it allows less than the machine has."""
    monkeypatch.setattr(free_memory, "GROUP", tmp_path)
    monkeypatch.setattr(free_memory, "MACHINE", tmp_path / "meminfo")
    (tmp_path / "meminfo").write_text("MemTotal: 9 kB\nMemAvailable: 2 kB\n")
    assert free_memory.free_bytes() == 2048
    (tmp_path / "memory.current").write_text("400\n")
    for most, free in (("max", 2048), ("1000", 600), ("300", 0), ("9000", 2048)):
        (tmp_path / "memory.max").write_text(f"{most}\n")
        assert free_memory.free_bytes() == free


def test_this_machine_has_memory():
    assert free_memory.free_bytes() > 1_000_000


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_lights_out_has_boards_of_more_than_four_million_cells():
    """Its graph is that of a grid: degrees 2, 3 and 4."""
    g = board("grid", 2100, 2100)
    assert np.bincount(np.diff(g.starts)).tolist() == [0, 0, 4, 4 * 2098, 2098**2]
