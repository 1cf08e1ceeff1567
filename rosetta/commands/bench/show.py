"""`rosetta bench show CELL`: one cell of a campaign, with its board, its verdict and what that rests on."""

from __future__ import annotations

import argparse
import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from backends.name_lists import write_names
from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import STORE, add_store
from rosetta.commands.command_line import CommandLine
from rosetta.foundation.exit_codes import DONE, WRONG
from rosetta.foundation.vocabulary import ResultClass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rosetta.campaigns.planning.cells import Cell

LONGEST_VALUE = 60
EXAMPLES = ("3f2a91 --store tents.db", "3f2a91 --store tents.db --draw", "3f2a91 --json")
MORE = (
    "",
    "exit code: 1 if its answer is wrong",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Show one cell of a campaign, and what its verdict rests on.", EXAMPLES, *MORE)
    p.add_argument("cell", metavar="CELL", help="the id of a cell, or enough of its beginning to name one cell")
    flags.add_draw(p)
    flags.add_json(p, lines=False)
    p.add_argument("--columns", action="store_true", help="list the columns of its row, with what they mean")
    add_store(p)
    return p


def run(line: CommandLine) -> int:
    from report.boards import BOARD_LINES, DRAW_ALL
    from report.campaign.cell_text import cell_text
    from report.terminal import line_width
    from rosetta.campaigns.reporting.judged_cell import cell_document, judge_cell, shown_cell
    from rosetta.campaigns.rows.judging import stored_statistics
    from rosetta.campaigns.store.named_cells import find_cell
    from rosetta.campaigns.store.store import open_store

    with open_store(Path(line.values["store"]), read_only=True) as store:
        cell = find_cell(store, line.values["cell"])
        judged = judge_cell(store, cell)
        with store.translate_faults():
            statistics = stored_statistics(judged.row)
    row = judged.row
    if line.values["json"]:
        print(json.dumps(cell_document(judged), allow_nan=False))
    elif line.values["columns"]:
        print("\n".join(_column_lines(row)))
    else:
        most = DRAW_ALL if line.values["draw"] else BOARD_LINES
        shown = shown_cell(judged, statistics, _commands(line, cell))
        print(cell_text(shown, flags.wants_colour(), line_width(), most), end="")
    return WRONG if row["result"] == ResultClass.WRONG else DONE


def _column_lines(row: dict[str, Any]) -> Iterator[str]:
    """What is known, a line per column."""
    from report.words import one_line
    from rosetta.campaigns.rows.columns import COLUMNS

    for name, meaning in COLUMNS.items():
        if row.get(name) not in (None, ""):  # the name of an instance is known among all rows only
            value = f"{row[name]:.6g}" if isinstance(row[name], float) else str(row[name])
            yield f"{name:<14} {one_line(value, LONGEST_VALUE)}  ({meaning})"


def _commands(line: CommandLine, cell: Cell) -> dict[str, str]:
    """What runs the cell again, and what compares its solver with itself, step by step."""
    from rosetta.campaigns.planning.cells import board_words, names_board

    program = line.command.removesuffix("bench show")
    store = [] if line.values["store"] == STORE else ["--store", line.values["store"]]
    rerun = shlex.join(["rerun", cell.id, *store])
    given = {
        "--backends": write_names([cell.backend]),
        "--formulation": cell.formulation,
        "--profile": cell.profile,
        "--threads": cell.threads if cell.threads > 1 else None,
        "--time-limit": f"{cell.seconds:g}",
        "--memory": cell.memory,
    }
    words = [str(word) for flag, value in given.items() if value is not None for word in (flag, value)]
    for choice in [] if cell.encoding == "auto" else cell.encoding.split(","):
        words += ["--encoding", choice]
    words += [word for name, value in cell.settings for word in (f"--{name.replace('_', '-')}", value)]
    words += ["--unique"] * cell.unique
    commands = {"again": f"{program}bench {rerun}"}
    if names_board(cell.instance):
        commands["compare"] = f"{program}compare {board_words(cell)} {shlex.join(words)}"
    return commands
