"""`rosetta bench status`: how far a campaign has come."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.contract import DONE


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Show how far a campaign has come.", ("--store tents.db",))
    add_store(p)
    return p


def run(arguments: argparse.Namespace) -> int:
    from rosetta.studies.campaigns.store.store import open_store

    with open_store(Path(arguments.store), read_only=True) as store:
        endings = Counter(row["ended"] for row in store.rows())
        print(f"{sum(endings.values())} of {store.count_cells()} cells have ended")
        for ending, count in endings.most_common():
            print(f"  {count:>7} {ending}")
    return DONE
