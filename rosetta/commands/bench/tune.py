"""`rosetta bench tune`: which defaults a campaign would change: encodings and profiles, by puzzle and size."""

from __future__ import annotations

import argparse
from pathlib import Path

from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.contract import DONE

EXAMPLES = ("--store akari.db", "--store akari.csv --tsv choices.tsv")
MORE = (
    "",
    "The campaign must contain both the default and other choices, as does `bench run akari 20..100/20 --count 20",
    "--backends cnf --encoding all`; of profiles, default and tuned. No default is changed: --tsv writes the findings,",
    "a line per size, as evidence for changes to the choice of encodings or to backends/profiles.tsv.",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Test the default encodings and profiles against the others.", EXAMPLES, *MORE)
    add_store(p)
    p.add_argument("--tsv", metavar="OUT", help="also write the table as tab-separated values")
    return p


def run(arguments: argparse.Namespace) -> int:
    from report.campaign.tuning_table import tuning_lines, tuning_text
    from report.saving import check_target, save
    from report.terminal import line_width
    from rosetta.studies.campaigns.frames import frame_from_file
    from rosetta.studies.campaigns.statistics.tuning import tuning_choices

    if arguments.tsv:
        check_target(arguments.tsv)
    lines = tuning_choices(frame_from_file(Path(arguments.store)))
    print(tuning_text(lines, flags.wants_colour(), line_width()), end="")
    if arguments.tsv:
        save(arguments.tsv, "\n".join(tuning_lines(lines)) + "\n")
    return DONE
