"""`rosetta bench rerun CELL ..`: run cells again, each in the foreground, with every step."""

from __future__ import annotations

import argparse
import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError
from rosetta.foundation.exit_codes import DONE, LIMIT, WRONG
from rosetta.foundation.vocabulary import Ending, ResultClass

if TYPE_CHECKING:
    from rosetta.campaigns.planning.cells import Cell

EXAMPLES = ("3f2a91 --store tents.db", "--contended --store tents.db", "--crashed -v --store tents.db")
MORE = (
    "",
    "Each run is stored as a further attempt; earlier attempts are kept.",
    "",
    "exit code: 0 the solver answered; 1 an answer is wrong; 3 the solver reached a limit, or crashed",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Run cells again, showing each step and its result.", EXAMPLES, *MORE)
    p.add_argument(
        "cells", metavar="CELL", nargs="*", help="ids of cells, or enough of their beginnings to name one cell each"
    )
    p.add_argument(
        "--contended", action="store_true", help="all contended cells (from which other processes took processor time)"
    )
    p.add_argument("--crashed", action="store_true", help="all cells that crashed")
    flags.add_draw(p)
    add_store(p)
    return p


def run(line: CommandLine) -> int:
    from report.step_log import print_steps
    from rosetta.campaigns.running.rerun import chosen_cells, repeat_cell
    from rosetta.campaigns.store.errors import check_exists
    from rosetta.campaigns.store.store import open_store

    if not (line.values["cells"] or line.values["contended"] or line.values["crashed"]):
        raise UsageError("expected cells, --contended or --crashed; none was given")
    path = Path(line.values["store"])
    check_exists(path)
    print_steps(details=line.values["verbose"] > 0)
    codes = [DONE]
    with open_store(path) as store:
        for cell in chosen_cells(store, line.values["cells"], line.values["contended"], line.values["crashed"]):
            repeated = repeat_cell(store, cell, partial(_announce_attempt, cell))
            row = repeated.row
            print("\n".join(_lines(cell, row, repeated.earlier, path, line.values["draw"])), flush=True)
            codes.append(
                WRONG if row["result"] == ResultClass.WRONG else DONE if row["ended"] == Ending.ANSWERED else LIMIT
            )
    return next(code for code in (WRONG, LIMIT, DONE) if code in codes)


def _announce_attempt(cell: Cell, number: int) -> None:
    print(f"cell {cell.id}, attempt {number}: {cell.configuration} on {_describe_board(cell)}", flush=True)


def _describe_board(cell: Cell) -> str:
    """What names the board, and what is done to it."""
    from rosetta.campaigns.planning.cells import board_words

    done = [f"symmetry {cell.symmetry}"] * (cell.symmetry > 0) + [f"shuffled by seed {cell.seed}"] * cell.shuffled
    return ", ".join([board_words(cell), *done])


def _lines(cell: Cell, row: dict[str, Any], earlier: list[dict[str, Any]], path: Path, draw: bool) -> list[str]:
    """What came of it, for people."""
    from rosetta.campaigns.rows.columns import STEP_COLUMNS

    believed = f"{row['verdict']}, {row['evidence']}" if row["evidence"] else row["verdict"]
    steps = ", ".join(f"{name.removesuffix('_s')} {row[name]:.3g}" for name in STEP_COLUMNS if row[name])
    sizes = ", ".join(f"{row[name]:,} {name}" for name in ("variables", "rows", "literals") if row[name] is not None)
    lines = [
        f"{row['status']} ({believed}): {row['result']}",
        f"time: {_number(row['total_s'])} s in total ({steps or 'no steps'}), limit {cell.seconds:g} s; "
        f"solver start-up {_number(row['startup_s'])} s; CPU time {_number(row['cpu_s'])} s",
        f"memory: peak {_number(row['peak_mb'])} MB, limit {cell.memory} MB",
        f"model: {sizes or 'not known'}",
    ]
    lines += [f"engine: {row['engine']} {row['version'] or ''}".rstrip()] if row["engine"] else []
    lines += [f"encodings: {row['encodings_used']}"] if row["encodings_used"] else []
    lines += [f"objective: {row['objective']:g}"] if row["objective"] is not None else []
    lines += [f"note: {row['note']}"] if row["note"] else []
    lines += [
        f"previous: attempt {other['attempt']}, {other['ended']}, {_number(other['total_s'])} s" for other in earlier
    ]
    lines += _board_lines(cell, row, draw)
    return [*lines, f"repeat: rosetta bench rerun {cell.id} --store {shlex.quote(str(path))}", ""]


def _board_lines(cell: Cell, row: dict[str, Any], draw: bool) -> list[str]:
    """The board with the answer, unless it is large."""
    import json

    from report.boards import ANSWER_LINES
    from rosetta.campaigns.planning.cells import pose_cell_question

    if row["answer"] is None:
        return []
    question = pose_cell_question(cell.instance)
    answer = question.puzzle.answer_from_json(question.instance, json.loads(row["answer"]))
    lines = question.puzzle.draw_text(question.instance, answer, colour=flags.wants_colour()).splitlines()
    if len(lines) > ANSWER_LINES and not draw:
        return [f"board: {len(lines)} lines, shown with --draw"]
    return ["", *lines, ""]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"
