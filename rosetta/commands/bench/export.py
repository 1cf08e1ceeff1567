"""`rosetta bench export`: the results as a file for other programs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError
from rosetta.foundation.exit_codes import DONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rosetta.campaigns.store.store import CampaignStore

FORMS = {"csv": "CSV, a line per cell", "jsonl": "JSON lines, an object per cell", "parquet": "Parquet (needs pyarrow)"}
EXAMPLES = (
    "--store tents.db --csv tents.csv",
    "--store tents.db --jsonl tents.jsonl.gz --answers",
    "--store tents.db --csv - --all",
    "--columns",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Write the results to a file for other programs.", EXAMPLES)
    for form, what in FORMS.items():
        p.add_argument(f"--{form}", metavar="OUT", help=f"write {what}; - is standard output, OUT.gz is compressed")
    p.add_argument(
        "--answers",
        action="store_true",
        help="also the answers and all other measurements, as JSON, and the log of each run",
    )
    p.add_argument("--all", action="store_true", help="also cells that are no longer in the plan")
    p.add_argument("--columns", action="store_true", help="list the columns, with what they mean")
    add_store(p)
    return p


def run(line: CommandLine) -> int:
    from rosetta.campaigns.results.exports import exported_columns
    from rosetta.campaigns.store.store import open_store

    if line.values["columns"]:
        _print_columns()
    targets = {form: name for form in FORMS if (name := line.values[form]) is not None}
    if not targets and not line.values["columns"]:
        raise UsageError("expected --csv, --jsonl or --parquet with a file name; none was given")
    _check_targets(targets)
    if not targets:
        return DONE
    with open_store(Path(line.values["store"]), read_only=True) as store:
        for form, name in targets.items():
            count = _write_file(store, form, name, exported_columns(line.values["answers"]), line.values["all"])
            missing = store.count_cells(line.values["all"]) - count
            later = f"; cells without a result: {missing}" if missing else ""
            print(f"{count} rows in {'standard output' if name == '-' else name}{later}", file=sys.stderr)
    return DONE


def _check_targets(targets: dict[str, str]) -> None:
    """Raises NotWritable or UsageError before any work is done."""
    from report.saving import check_new

    for name in targets.values():
        if name != "-":
            check_new(name)
    if len(set(targets.values())) < len(targets):
        raise UsageError("expected a different file for each format")
    if "parquet" in targets:
        try:
            import pyarrow.parquet  # noqa: F401
        except ModuleNotFoundError:
            from rosetta.foundation.libraries import extra_advice

            advice = extra_advice("tables")
            raise UsageError(f"--parquet needs pyarrow, which is not installed; {advice}") from None


def _write_file(store: CampaignStore, form: str, name: str, columns: Sequence[str], every_plan: bool) -> int:
    from report.saving import save_new
    from rosetta.campaigns.results.exports import write_rows
    from rosetta.campaigns.results.judged_results import judged_rows

    count = 0

    def write(file: BinaryIO) -> None:
        nonlocal count
        count = write_rows(form, judged_rows(store, every_plan), columns, file, name.endswith(".gz"))

    if name == "-":
        sys.stdout.flush()
        write(cast("BinaryIO", sys.stdout.buffer))
        sys.stdout.buffer.flush()
    else:
        save_new(name, write)
    return count


def _print_columns() -> None:
    from rosetta.campaigns.rows.columns import COLUMNS

    width = max(map(len, COLUMNS))
    for name, meaning in COLUMNS.items():
        print(f"{name:<{width}}  {meaning}")
