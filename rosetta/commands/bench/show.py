"""`rosetta bench show CELL`: one cell of a campaign, with its board, its verdict and what that rests on."""

from __future__ import annotations

import argparse
import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.contract import DONE, WRONG, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from report.comparison.records import DrawnBoard
    from rosetta.studies.campaigns.cells import Cell
    from rosetta.studies.comparing.testimony import Testimony

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


def run(arguments: argparse.Namespace) -> int:
    from report.boards import BOARD_LINES, DRAW_ALL
    from report.campaign.cell_text import ShownCell, cell_text
    from report.terminal import line_width
    from report.words import plural
    from rosetta.studies.campaigns.judging import judge_instance_rows, judge_rows, stored_testimony
    from rosetta.studies.campaigns.results import choose_attempts
    from rosetta.studies.campaigns.store.store import open_store

    with open_store(Path(arguments.store), read_only=True) as store:
        cell = _find_cell(store.find_cells(arguments.cell), arguments.cell)
        tried, attempts = list(store.attempted_rows(cell.instance.hash)), store.attempts(cell.id)
    rows = [each.row for each in tried]
    judged = judge_rows(rows)
    chosen = choose_attempts(judged, [each.counts for each in tried])
    place = next((i for i in chosen if rows[i]["cell"] == cell.id), None)
    if place is None:
        after = f" after {plural(len(attempts), 'attempt')}" if attempts else ""
        raise UsageError(f"cell {cell.id} has no result yet{after}")
    row, judgement = {**judged[place], "note": rows[place]["note"]}, judge_instance_rows(rows)[place]
    code = WRONG if row["result"] == "wrong" else DONE
    if arguments.json:
        document = {"schema": 1, "cell": _plain_row(row), "note": judgement.note, "attempts": attempts}
        print(json.dumps(document, allow_nan=False))
        return code
    if arguments.columns:
        print("\n".join(_column_lines(row)))
        return code
    testimonies = [stored_testimony(each) for each in rows]
    own = testimonies[place]
    shown = ShownCell(
        row=row,
        board=_board_words(cell),
        note=judgement.note,
        claims=judgement.claims,
        broken=[] if own is None else list(dict.fromkeys(rule for given in own.answers for rule in given.broken)),
        stats=json.loads(row["details"] or "{}").get("stats", {}),
        alike=[judged[i] for i in chosen],
        attempts=attempts,
        boards=_draw_boards(cell, row["result"] == "wrong", own, testimonies),
        commands=_commands(arguments, cell),
    )
    most = DRAW_ALL if arguments.draw else BOARD_LINES
    print(cell_text(shown, flags.wants_colour(), line_width(), most), end="")
    return code


def _find_cell(found: list[Cell], prefix: str) -> Cell:
    """The only cell. Raises UsageError if there is none, or more."""
    if len(found) == 1:
        return found[0]
    matches = f"that of {len(found)}, such as {found[0].id} and {found[1].id}" if found else "that of none"
    raise UsageError(f"CELL '{prefix[:40]}': expected the beginning of one cell's id, found {matches}")


def _column_lines(row: dict[str, Any]) -> Iterator[str]:
    """What is known, a line per column."""
    from report.words import one_line
    from rosetta.studies.campaigns.columns import COLUMNS

    for name, meaning in COLUMNS.items():
        if row[name] not in (None, ""):
            value = f"{row[name]:.6g}" if isinstance(row[name], float) else str(row[name])
            yield f"{name:<14} {one_line(value, LONGEST_VALUE)}  ({meaning})"


def _plain_row(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its JSON columns read."""
    return {
        name: json.loads(value) if name in ("answer", "details") and value else value for name, value in row.items()
    }


def _board_words(cell: Cell) -> str:
    """`tents 8 --seed 3`: what names the board on a command line."""
    from models.puzzles.registry import puzzle
    from report.words import LONGEST_NAME, one_line
    from rosetta.studies.campaigns.cells import options_text

    instance = cell.instance
    seed = "" if instance.seed is None else f"--seed {instance.seed}"
    what = shlex.quote(one_line(instance.what, LONGEST_NAME))
    return " ".join(
        filter(None, (instance.puzzle, what, options_text(puzzle(instance.puzzle), instance.options), seed))
    )


def _draw_boards(
    cell: Cell, wrong: bool, own: Testimony | None, testimonies: list[Testimony | None]
) -> tuple[DrawnBoard, ...]:
    """The board, the answers of the cell, and where it is wrong a verified answer, the cheapest one."""
    from dataclasses import replace

    from rosetta.studies.campaigns.cells import pose_cell_question
    from rosetta.studies.comparing.compare import boards

    question = pose_cell_question(cell.instance)
    texts = [] if own is None else list(dict.fromkeys(given.text for given in own.answers))
    everybody = [given for each in testimonies if each is not None for given in each.answers if not given.broken]
    verified = sorted(everybody, key=lambda given: given.cost or 0)
    other = next((given.text for given in verified if given.text not in texts), None) if wrong else None
    shown = [*texts[: 1 if other else 2], *([other] if other else [])]
    read = [question.puzzle.answer_from_json(question.instance, json.loads(text)) for text in shown]
    drawn = boards(question, read, pictures=False)
    return (*drawn[:-1], replace(drawn[-1], title="a verified answer")) if other else drawn


def _commands(arguments: argparse.Namespace, cell: Cell) -> dict[str, str]:
    """What runs the cell again, and what compares its solver with itself, step by step."""
    program = arguments.command.removesuffix("bench show")
    store = [] if arguments.store == "campaign.db" else ["--store", arguments.store]
    rerun = shlex.join(["rerun", cell.id, *store])
    given = {
        "--backends": cell.backend,
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
    return {
        "again": f"{program}bench {rerun}",
        "compare": f"{program}compare {_board_words(cell)} {shlex.join(words)}",
    }
