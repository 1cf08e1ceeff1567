"""`rosetta bench export`: the results as a file for other programs."""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.contract import DONE


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command, "Write the results as a file for other programs.", ("--store tents.db --csv tents.csv",)
    )
    p.add_argument("--csv", required=True, metavar="OUT", help="write CSV, one line per cell")
    add_store(p)
    return p


def run(arguments: argparse.Namespace) -> int:
    from rosetta.studies.campaigns.columns import COLUMNS
    from rosetta.studies.campaigns.store.store import open_store

    with open_store(Path(arguments.store), read_only=True) as store, Path(arguments.csv).open("w", newline="") as out:
        writer = csv.DictWriter(out, list(COLUMNS), restval="")
        writer.writeheader()
        writer.writerows(store.rows())
    return DONE
