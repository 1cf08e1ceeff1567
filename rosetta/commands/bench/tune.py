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
    "The campaign needs the default beside other choices: bench run akari 20..100/20 --count 20 --backends cnf",
    "--encoding all, say; profiles are default and tuned. Nothing is changed: with --tsv, what was found is written",
    "for benchmarks/solvers/tuning.py and backends/profiles.tsv to be judged by, a line per size.",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Hold the defaults against other encodings and profiles.", EXAMPLES, *MORE)
    add_store(p)
    p.add_argument("--tsv", metavar="OUT", help="also write the lines with tabs")
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
