"""`rosetta bench status`: the progress of a campaign, which may be running meanwhile."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.command_line import CommandLine
from rosetta.foundation.exit_codes import DONE, LIMIT, WRONG
from rosetta.foundation.vocabulary import Ending, Verdict

if TYPE_CHECKING:
    from rosetta.campaigns.store.status import CampaignStatus

ENDINGS = [ending for ending in Ending if ending is not Ending.NOT_STARTED]
MORE = (
    "",
    "exit code: 0 every cell has a result; 1 an answer is wrong, or engines disagree; 3 some cells are still to be run",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command, "Show the progress of a campaign, while it runs or afterwards.", ("--store tents.db",), *MORE
    )
    add_store(p)
    return p


def run(line: CommandLine) -> int:
    from report.words import one_line
    from rosetta.campaigns.results.judged_results import judged_rows
    from rosetta.campaigns.running.prove_store import count_proofs
    from rosetta.campaigns.store.status import campaign_status
    from rosetta.campaigns.store.store import open_store

    with open_store(Path(line.values["store"]), read_only=True) as store:
        status = campaign_status(store)
        wrong = [row for row in judged_rows(store) if row["verdict"] == Verdict.WRONG]
        proofs = count_proofs(store)
    for row in wrong:
        place = f"{row['puzzle']} {row['what']}" + (f" --seed {row['board_seed']}" if row["board_seed"] else "")
        print(one_line(f"WRONG: {row['configuration']} on {place}, cell {row['cell']}: {row['note']}"))
    print("\n".join([*status_lines(status), *proof_lines(proofs)]))
    return WRONG if wrong else DONE if status.done == status.total else LIMIT


def status_lines(status: CampaignStatus) -> list[str]:
    """What is done, by configuration and ending, and how long the rest takes."""
    from report.campaign.progress import CampaignProgress, progress_text
    from report.text_columns import TextColumn, render_table
    from report.words import plural

    left = status.seconds_left if status.pending.total() or status.reruns else None
    progress = CampaignProgress(
        status.done,
        status.total,
        status.running,
        rate=status.rate,
        seconds_left=left,
        at_most=True,
        queued=status.queued,
    )
    names = sorted({*status.pending, *status.endings})
    counted: dict[str, list[int]] = {ending: [status.endings[name][ending] for name in names] for ending in ENDINGS}
    columns = {"pending": [status.pending[name] for name in names], **counted}
    columns["contended"] = [status.contended[name] for name in names]
    table = [TextColumn("configuration", names)]
    table += [
        TextColumn(title, [f"{number:,}" if number else "" for number in numbers], right=True)
        for title, numbers in columns.items()
        if any(numbers)
    ]
    notes = [f"{plural(status.reruns, 'contended cell')} will run again"] * bool(status.reruns)
    notes += [f"{plural(status.leftovers, 'cell')} stay contended: no more reruns (--reruns PERCENT)"] * bool(
        status.leftovers
    )
    return [progress_text(progress), *notes, "", *render_table(table, False)]


def proof_lines(counts: Mapping[str, int]) -> list[str]:
    """How many claims are proved, and how many are open; nothing where no proof was tried."""
    from rosetta.campaigns.rows.board_proofs import PROVED, REFUTED, UNKNOWN
    from rosetta.campaigns.running.prove_store import UNTRIED

    if not any(counts[status] for status in (PROVED, REFUTED, UNKNOWN)):
        return []
    words = {PROVED: "proved", REFUTED: "REFUTED", UNKNOWN: "not within the limits", UNTRIED: "not tried yet"}
    told = [f"{counts[status]:,} {word}" for status, word in words.items() if counts[status]]
    return ["", f"claims about boards: {', '.join(told)}"]
