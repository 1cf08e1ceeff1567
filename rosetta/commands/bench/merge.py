"""`rosetta bench merge OUT IN ..`: the stores of shards or machines as one."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.foundation.exit_codes import DONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rosetta.campaigns.store.merging import MergedPart

EXAMPLES = ("all.db shard1.db shard2.db shard3.db", "rescued.db damaged.db --readable")
MORE = (
    "",
    "OUT is created, or added to; the other stores are not changed. A cell that ran twice keeps both attempts. Merging",
    "the same stores again changes nothing. The plan of OUT is the union of the plans of its parts.",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Merge the stores of shards or machines into one.", EXAMPLES, *MORE)
    p.add_argument("out", metavar="OUT", help="the merged store, which is created or added to")
    p.add_argument("parts", metavar="IN", nargs="+", help="the stores to merge")
    p.add_argument("--readable", action="store_true", help="of stores that are damaged, take the rows that can be read")
    return p


def run(line: CommandLine) -> int:
    from rosetta.campaigns.store.merging import check_parts, merge_stores
    from rosetta.campaigns.store.store import open_store

    out, paths = Path(line.values["out"]), [Path(part) for part in line.values["parts"]]
    check_parts(out, paths, line.values["readable"])
    flags = ["--readable"] * line.values["readable"]
    command = shlex.join([*line.command.split(), line.values["out"], *line.values["parts"], *flags])
    with open_store(out) as store:
        parts = merge_stores(store, paths, command, line.values["readable"])
        cells, results = store.count_cells(), store.count_results()
    for part in parts:
        known = f", {part.known} already there" if part.known else ""
        print(f"{part.name}: {part.cells} cells; {part.new} new results{known}", file=sys.stderr)
        if part.damage:
            print(f"{part.name}: {part.damage}", file=sys.stderr)
    _print_versions(parts)
    print(f"{line.values['out']}: {cells} cells, {results} with a result", file=sys.stderr)
    return DONE


def _print_versions(parts: Sequence[MergedPart]) -> None:
    from rosetta.commands.each_instance import print_note

    if len({part.versions for part in parts if part.versions}) > 1:
        versions = "; ".join(f"{part.name}: {', '.join(part.versions)}" for part in parts if part.versions)
        print_note(f"the results come from different versions of Rosetta: {versions}")
