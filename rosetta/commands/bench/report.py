"""`rosetta bench report`: the results as a table, a page, figures or LaTeX."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError
from rosetta.foundation.exit_codes import BAD_INPUT, DONE, WRONG

if TYPE_CHECKING:
    from report.campaign.figure_files import DrawnFigure
    from rosetta.campaigns.reporting.campaign_results import CampaignResults

EXAMPLES = (
    "--store tents.db",
    "--store tents.db --html tents.html",
    "--store tents.db --where profile=default --where backend=cpsat,cnf",
    "--store tents.db --figures plots --latex tents.tex",
)


def parser(command: str) -> argparse.ArgumentParser:
    sentence = "Show the results: how much each solver solves, how fast, and with what uncertainty."
    p = flags.arguments_parser(command, sentence, EXAMPLES)
    add_store(p, ", or a CSV file that `bench export` wrote")
    p.add_argument("--html", metavar="OUT", help="write a page with tables, figures, boards and filters")
    p.add_argument("--latex", metavar="OUT", help="write LaTeX tables; with --figures, the figures too")
    p.add_argument("--figures", metavar="FOLDER", help="write figures as SVG, PNG and PDF, each with its table as CSV")
    p.add_argument("--csv", metavar="OUT", help="write the scores as CSV")
    p.add_argument(
        "--where", action="append", default=[], metavar="COLUMN=A,B",
        help="only rows with these values, e.g. encoding=auto; may be repeated",
    )  # fmt: skip
    p.add_argument("--all", action="store_true", help="also cells that are no longer in the plan")
    p.add_argument("--json", action="store_true", help="print the statistics as one JSON document")
    return p


def run(line: CommandLine) -> int:
    unwritten = _check_libraries(line)
    line = line.with_values(html=None, figures=None) if unwritten else line
    _check_files(line)
    from report.campaign.page import MOST_DRAWN
    from report.saving import save
    from rosetta.campaigns.reporting.campaign_results import read_file
    from rosetta.campaigns.reporting.report_documents import report_json, report_latex, report_page

    most_drawn = MOST_DRAWN if line.values["html"] else 0
    results, drawings = read_file(Path(line.values["store"]), line.values["all"], line.values["where"], most_drawn)
    figures = _write_figures(line, results)
    if line.values["html"]:
        save(line.values["html"], report_page(results, drawings, line.values["store"]))
    if line.values["latex"]:
        save(line.values["latex"], report_latex(results, figures, line.values["figures"] or ""))
    if line.values["csv"]:
        _write_scores(line.values["csv"], results)
    if line.values["json"]:
        print(report_json(results))
    elif not (line.values["html"] or line.values["latex"] or line.values["figures"] or line.values["csv"]):
        _print_summary(results, line.values["verbose"] > 0)
    if results.summary.wrong:
        return WRONG
    return BAD_INPUT if unwritten else DONE


def _check_libraries(line: CommandLine) -> bool:
    """Are pages and figures asked for, and the libraries for them not there? Then they are left out where something
    else is asked for, too. Raises UsageError where nothing else is."""
    if not (line.values["html"] or line.values["figures"]):
        return False
    from report.campaign.figure_files import load_plots
    from report.frame import load_templates
    from rosetta.foundation.libraries import extra_advice

    try:
        load_plots()
    except ModuleNotFoundError as error:
        missing = f"pages and figures need {error.name}, which is not installed; {extra_advice('plots')}"
        if not (line.values["latex"] or line.values["csv"] or line.values["json"]):
            raise UsageError(missing) from None
        print(f"rosetta: not written: {missing}", file=sys.stderr)
        return True
    load_templates()
    return False


def _check_files(line: CommandLine) -> None:
    """Raises NotWritable where a file cannot be written: before any work."""
    from report.saving import check_new, check_target

    for name in (line.values["html"], line.values["latex"]):
        if name:
            check_target(name)
    if line.values["csv"]:
        check_new(line.values["csv"])


def _write_figures(line: CommandLine, results: CampaignResults) -> list[DrawnFigure]:
    if not line.values["figures"]:
        return []
    from report.campaign.figure_files import write_figures

    figures = write_figures(Path(line.values["figures"]), results.frame, results.fits)
    print(f"{len(figures)} figures in {line.values['figures']}", file=sys.stderr)
    return figures


def _write_scores(name: str, results: CampaignResults) -> None:
    from report.campaign.score_rows import scores_csv
    from report.saving import save_new

    def write(file: BinaryIO) -> None:
        file.write(scores_csv(results.summary).encode())

    save_new(name, write)


def _print_summary(results: CampaignResults, everything: bool) -> None:
    from report.campaign.summary_table import summary_text
    from report.terminal import line_width

    print(summary_text(results.summary, flags.wants_colour(), line_width(), everything))
