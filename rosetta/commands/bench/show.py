"""`rosetta bench show CELL`: one cell of a campaign, with its board, its verdict and what that rests on."""

from __future__ import annotations

import argparse
import json
import shlex
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from backends.name_lists import write_names
from rosetta.commands import flags
from rosetta.commands.bench.named_cells import board_words, find_cell
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.contract import DONE, WRONG, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from report.campaign.cell_text import ShownCell
    from report.comparison.records import DrawnBoard
    from rosetta.campaigns.planning.cells import Cell
    from rosetta.campaigns.rows.board_proofs import BoardProof
    from rosetta.campaigns.store.store import CampaignStore
    from rosetta.studies.judging.judge import Judgement
    from rosetta.studies.judging.testimony import Testimony

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


@dataclass(frozen=True, slots=True)
class _JudgedCell:
    """A cell with the rows of all attempts on its instance. row: the one that stands for it, judged; place: its number
    among the rows; alike: the judged rows that stand for all cells of the instance; proofs: about the instance."""

    cell: Cell
    rows: list[dict[str, Any]]
    place: int
    row: dict[str, Any]
    judgement: Judgement
    alike: list[dict[str, Any]]
    attempts: list[dict[str, Any]]
    proofs: list[BoardProof]


def run(arguments: argparse.Namespace) -> int:
    from report.boards import BOARD_LINES, DRAW_ALL
    from report.campaign.cell_text import cell_text
    from report.terminal import line_width
    from rosetta.campaigns.rows.judging import stored_statistics
    from rosetta.campaigns.store.store import open_store

    with open_store(Path(arguments.store), read_only=True) as store:
        cell = find_cell(store, arguments.cell)
        with store.translate_faults():
            judged = _judge_cell(store, cell)
            statistics = stored_statistics(judged.row)
    row = judged.row
    if arguments.json:
        note = judged.judgement.note
        document = {"schema": 1, "cell": _plain_row(row), "note": note, "attempts": judged.attempts}
        document |= {"proofs": [_plain_row(asdict(proof)) for proof in judged.proofs]}
        print(json.dumps(document, allow_nan=False))
    elif arguments.columns:
        print("\n".join(_column_lines(row)))
    else:
        most = DRAW_ALL if arguments.draw else BOARD_LINES
        print(cell_text(_shown_cell(arguments, judged, statistics), flags.wants_colour(), line_width(), most), end="")
    return WRONG if row["result"] == "wrong" else DONE


def _judge_cell(store: CampaignStore, cell: Cell) -> _JudgedCell:
    """Raises UsageError if it has no result."""
    from report.words import plural
    from rosetta.campaigns.results.judged_results import choose_attempts
    from rosetta.campaigns.rows.judging import judge_instance_rows, judge_rows

    tried, attempts = list(store.attempted_rows(cell.instance.hash)), store.attempts(cell.id)
    rows = [each.row for each in tried]
    proofs = store.proofs(cell.instance.hash)
    known = proofs[cell.instance.hash]
    judged = judge_rows(rows, proofs)
    chosen = choose_attempts(judged, [each.counts for each in tried])
    place = next((i for i in chosen if rows[i]["cell"] == cell.id), None)
    if place is None:
        after = f" after {plural(len(attempts), 'attempt')}" if attempts else ""
        raise UsageError(f"cell {cell.id} has no result yet{after}")
    row = {**judged[place], "note": rows[place]["note"]}
    judgement = judge_instance_rows(rows, known)[place]
    return _JudgedCell(cell, rows, place, row, judgement, [judged[i] for i in chosen], attempts, known)


def _shown_cell(arguments: argparse.Namespace, judged: _JudgedCell, statistics: Mapping[str, float]) -> ShownCell:
    """What is shown of it."""
    from report.campaign.cell_text import ShownCell
    from rosetta.campaigns.rows.judging import stored_testimony
    from rosetta.campaigns.rows.proved_rows import refuting_testimonies

    testimonies = [stored_testimony(each) for each in judged.rows]
    own, row, refuting = testimonies[judged.place], judged.row, refuting_testimonies(judged.proofs)
    return ShownCell(
        row=row,
        board=board_words(judged.cell),
        note=judged.judgement.note,
        claims=judged.judgement.claims,
        broken=[] if own is None else list(dict.fromkeys(rule for given in own.answers for rule in given.broken)),
        stats=statistics,
        alike=judged.alike,
        attempts=judged.attempts,
        boards=_draw_boards(judged.cell, row["result"] == "wrong", own, [*testimonies, *refuting]),
        commands=_commands(arguments, judged.cell),
        proofs=[proof.words for proof in judged.proofs],
    )


def _column_lines(row: dict[str, Any]) -> Iterator[str]:
    """What is known, a line per column."""
    from report.words import one_line
    from rosetta.campaigns.rows.columns import COLUMNS

    for name, meaning in COLUMNS.items():
        if row[name] not in (None, ""):
            value = f"{row[name]:.6g}" if isinstance(row[name], float) else str(row[name])
            yield f"{name:<14} {one_line(value, LONGEST_VALUE)}  ({meaning})"


def _plain_row(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its JSON columns read."""
    documents = ("answer", "details", "testimony")
    return {name: json.loads(value) if name in documents and value else value for name, value in row.items()}


def _draw_boards(
    cell: Cell, wrong: bool, own: Testimony | None, testimonies: list[Testimony | None]
) -> tuple[DrawnBoard, ...]:
    """The board, the answers of the cell, and where it is wrong a verified answer, the cheapest one."""
    from dataclasses import replace

    from rosetta.campaigns.planning.cells import pose_cell_question
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
    return {
        "again": f"{program}bench {rerun}",
        "compare": f"{program}compare {board_words(cell)} {shlex.join(words)}",
    }
