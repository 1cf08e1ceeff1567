"""`rosetta bench tune`: which defaults a campaign would change: encodings and parameters, by puzzle and size.

`--write` merges what it says into a table of tuned choices, such as `backends/profiles.tsv`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError
from rosetta.foundation.exit_codes import DONE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from report.campaign.records import TuningChoice

EXAMPLES = (
    "--store akari.db",
    "--store akari.csv --tsv choices.tsv",
    "--store akari.db --write backends/profiles.tsv",
)
MORE = (
    "",
    "The campaign must contain both the default and other choices, as does `bench run akari 20..100/20 --count 20",
    "--backends cnf --encoding all`; of parameters, the profiles default and tuned, or settings of a campaign file.",
    "--tsv writes the verdicts, a line per size. --write changes the table FILE by them, for boards of these sizes: a",
    "line for what should change, none for what should stay. A checkout of Rosetta uses backends/profiles.tsv.",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Test the default encodings and profiles against the others.", EXAMPLES, *MORE)
    add_store(p)
    p.add_argument("--tsv", metavar="OUT", help="also write the verdicts as tab-separated values")
    p.add_argument("--write", metavar="FILE", help="merge the verdicts into this table of tuned choices, or a new one")
    return p


def run(line: CommandLine) -> int:
    from report.campaign.tuning_table import tuning_lines, tuning_text
    from report.saving import check_target, save
    from report.terminal import line_width
    from rosetta.campaigns.reporting.campaign_results import machine_names
    from rosetta.campaigns.results.frames import frame_from_file
    from rosetta.campaigns.statistics.tuning import tuning_choices

    if line.values["tsv"]:
        check_target(line.values["tsv"])
    text = None if line.values["write"] is None else _read_table(line.values["write"])
    store = Path(line.values["store"])
    lines = tuning_choices(frame_from_file(store))
    print(tuning_text(lines, flags.wants_colour(), line_width()), end="")
    if line.values["tsv"]:
        save(line.values["tsv"], "\n".join(tuning_lines(lines)) + "\n")
    if text is not None:
        _write_table(line.values["write"], text, lines, machine_names(store))
    return DONE


def _read_table(name: str) -> str:
    """The text of the table, "" if there is none yet. Raises UsageError or NotWritable before any work is done."""
    from backends.profile_table import ProfileError, read_table
    from report.saving import check_target

    path = Path(name)
    if not name or not path.is_file():
        check_target(name)
        return ""
    try:
        text = path.read_text("utf-8")
        read_table(text, name)
    except UnicodeDecodeError:
        raise UsageError(f"--write {name}: expected a table of tuned choices, found no text") from None
    except ProfileError as fault:
        raise UsageError(f"--write {fault}") from None
    return text


def _write_table(name: str, text: str, lines: Sequence[TuningChoice], machines: Mapping[str, str]) -> None:
    """Merge what the verdicts say of the table into it, and say what has changed."""
    from backends.profile_table import merge_findings
    from report.saving import save_merged
    from report.words import plural
    from rosetta.campaigns.statistics.findings import table_findings

    findings, left_out = table_findings(lines, machines)
    merged, changes = merge_findings(text, findings, name)
    if merged != text and findings:
        save_merged(name, merged)
    print(f"\n{name}: {plural(len(findings), 'finding')}; {'the lines stay' if not changes else 'the lines change'}")
    for change in changes:
        print(f"  {change}")
    for reason in left_out:
        print(f"  not used  {reason}")
