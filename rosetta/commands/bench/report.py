"""`rosetta bench report`: the results as a table, a page, figures or LaTeX."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from rosetta.commands import flags
from rosetta.commands.bench.shared_flags import add_store
from rosetta.commands.contract import BAD_INPUT, DONE, WRONG, UsageError

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


def run(arguments: argparse.Namespace) -> int:
    unwritten = _check_files(arguments)
    from report.campaign.page import MOST_DRAWN
    from report.saving import save
    from rosetta.campaigns.reporting.campaign_results import read_file
    from rosetta.campaigns.reporting.report_documents import report_json, report_latex, report_page

    most_drawn = MOST_DRAWN if arguments.html else 0
    results, drawings = read_file(Path(arguments.store), arguments.all, arguments.where, most_drawn)
    figures = _write_figures(arguments, results)
    if arguments.html:
        save(arguments.html, report_page(results, drawings, arguments.store))
    if arguments.latex:
        save(arguments.latex, report_latex(results, figures, arguments.figures or ""))
    if arguments.csv:
        _write_scores(arguments.csv, results)
    if arguments.json:
        print(report_json(results))
    elif not (arguments.html or arguments.latex or arguments.figures or arguments.csv):
        _print_summary(results, arguments.verbose > 0)
    if results.summary.wrong:
        return WRONG
    return BAD_INPUT if unwritten else DONE


def _check_files(arguments: argparse.Namespace) -> bool:
    """What is missing, and what cannot be written, before any work. Where something else is asked for, too, pages and
    figures without their libraries are left out; returns whether they are."""
    unwritten = False
    from report.saving import check_new, check_target

    if arguments.html or arguments.figures:
        from report.campaign.figure_files import load_plots
        from report.frame import load_templates
        from rosetta.foundation.libraries import extra_advice

        try:
            load_plots()
        except ModuleNotFoundError as error:
            missing = f"pages and figures need {error.name}, which is not installed; {extra_advice('plots')}"
            if not (arguments.latex or arguments.csv or arguments.json):
                raise UsageError(missing) from None
            print(f"rosetta: not written: {missing}", file=sys.stderr)
            arguments.html, arguments.figures, unwritten = None, None, True
        if not unwritten:
            load_templates()
    for name in (arguments.html, arguments.latex):
        if name:
            check_target(name)
    if arguments.csv:
        check_new(arguments.csv)
    return unwritten


def _write_figures(arguments: argparse.Namespace, results: CampaignResults) -> list[DrawnFigure]:
    if not arguments.figures:
        return []
    from report.campaign.figure_files import write_figures

    figures = write_figures(Path(arguments.figures), results.frame, results.fits)
    print(f"{len(figures)} figures in {arguments.figures}", file=sys.stderr)
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
