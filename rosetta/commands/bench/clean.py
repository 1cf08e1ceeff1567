"""`rosetta bench clean`: delete the attempts that no longer count, and shrink the store."""

from __future__ import annotations

import argparse
from pathlib import Path

from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.command_line import CommandLine
from rosetta.foundation.exit_codes import DONE

EXAMPLES = ("--store tents.db --dry-run", "--store tents.db --contended")
WORDS = {
    "attempt": "attempts that no longer count, or left no result",
    "result": "results of attempts",
    "answer": "answers that belong to no result",
    "cell": "cells that are no longer in the plan",
    "proof": "proofs about instances without a cell",
    "instance": "instances without a cell",
}


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command,
        "Delete the attempts that no longer count, and shrink the store. Attempts that make a claim no other makes "
        "are kept, and so are all attempts on boards with a wrong answer.",
        EXAMPLES,
    )
    p.add_argument(
        "--contended", action="store_true", help="also delete contended attempts; their cells will run again"
    )
    p.add_argument("--unplanned", action="store_true", help="also delete cells that are no longer in the plan")
    p.add_argument("--dry-run", action="store_true", help="only say what would be deleted")
    add_store(p)
    return p


def run(line: CommandLine) -> int:
    from report.words import quantity
    from rosetta.campaigns.results.judged_results import wrong_instances
    from rosetta.campaigns.store.cleaning import Cleaning, clean_store
    from rosetta.campaigns.store.errors import check_exists
    from rosetta.campaigns.store.store import open_store

    path = Path(line.values["store"])
    check_exists(path)
    before = path.stat().st_size
    with open_store(path) as store:
        cleaning, wrong = Cleaning(line.values["contended"], line.values["unplanned"]), wrong_instances(store)
        counts = clean_store(store, cleaning, line.values["dry_run"], wrong)
    verb = "would delete" if line.values["dry_run"] else "deleted"
    lines = [f"{count:>7} {WORDS[table]}" for table, count in counts.items() if count and table in WORDS]
    print("\n".join([f"{verb}:", *lines] if lines else ["there is nothing to delete"]))
    if not line.values["dry_run"]:
        print(f"{line.values['store']}: {quantity(before)}B before, {quantity(path.stat().st_size)}B now")
    return DONE
