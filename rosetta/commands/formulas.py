"""`rosetta formulas PUZZLE WHAT`: each rule, one row of it, and what it becomes for every kind of solver."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from report.words import LONGEST_NAME, one_line
from rosetta.commands import flags
from rosetta.commands.contract import DONE

if TYPE_CHECKING:
    from rosetta.commands.batch import VerbReport

LONGEST_VALUE = 60  # characters of a form of rows, or of a number
EXAMPLES = (
    "tents 8",
    "tents 8 --rule 'row counts' --row 3",
    "akari 7 --rule 3 --encoding at-most-one=ladder --all",
    "lightsout 4 --html page.html",
    "tiling 3x20 --formulation source",
    "knapsack.lp --rule weight",
)
MAX_FORMULAS = 100  # formulas of each lowering, unless all are asked for


class SizesAction(argparse.Action):
    """Prints the table of sizes and ends, as --help does, so that nothing else need be on the command line."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        from backends.encoding_choice.sizes import main as print_sizes

        for value in (value for value in values or () if len(value) > LONGEST_VALUE):
            parser.error(f"argument {option}: expected a form of rows and numbers, found '{value[:LONGEST_VALUE]}...'")
        print_sizes(values, f"{parser.prog} {option}")
        parser.exit(DONE)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command,
        "Show each rule as a sentence, one of its constraints, and what that becomes for each kind of solver.",
        EXAMPLES,
    )
    flags.add_puzzle(p)
    flags.add_formulation(p, "which model of the puzzle to show")
    p.add_argument(
        "--rule",
        action="append",
        default=[],
        dest="rules",
        metavar="N|TEXT",
        help="only the rule with this number or with these words; may be repeated (lightsout: also closed, open)",
    )
    p.set_defaults(rule=None)
    p.add_argument(
        "--row",
        type=flags.natural_number,
        default=None,
        metavar="N",
        help="which constraint of the rule, counted from 0 (default: a typical one)",
    )
    flags.add_encoding(
        p,
        "only this encoding for a form of constraint, e.g. cardinality=totalizer, cardinality=auto; may be repeated",
    )
    p.add_argument(
        "--sizes",
        action=SizesAction,
        nargs=argparse.REMAINDER,
        metavar="FORM N -k K",
        help="print the size of the encodings for constraints of several lengths, and exit; needs no PUZZLE",
    )
    flags.add_draw(p)
    p.add_argument("--all", action="store_true", help="print every clause, however many there are")
    flags.add_page(p)
    p.add_argument("--latex", default=None, metavar="FILE", help="also write a LaTeX document")
    flags.add_json(p, lines=False)
    return p


def run(arguments: argparse.Namespace) -> int:
    from rosetta.commands import options
    from rosetta.commands.batch import run_each

    options.check_page(arguments)
    return run_each(arguments, _formulas_report)


def _formulas_report(arguments: argparse.Namespace) -> VerbReport:
    """The formulas of one instance."""
    from backends.encoding_choice.catalogue import encodings_by_form
    from report.boards import BOARD_LINES, DRAW_ALL
    from report.formulas.json_document import formulas_json
    from report.formulas.latex import formulas_latex
    from report.formulas.page import formulas_html
    from report.formulas.text import formulas_text
    from report.saving import check_target, save
    from report.terminal import line_width
    from rosetta.commands import options
    from rosetta.commands.batch import VerbReport
    from rosetta.studies.formulas.formulas import rule_formulas

    if arguments.latex is not None:
        check_target(arguments.latex)
    rules = _rules(arguments)
    resolved, question = options.question_from(arguments)
    formulas = rule_formulas(
        question,
        resolved,
        question.readable_formulation(arguments.formulation),
        rules=rules,
        row=arguments.row,
        encodings=encodings_by_form([choice for choice in arguments.encoding if choice != "all"]),
        most=sys.maxsize if arguments.all else MAX_FORMULAS,
        pictures=arguments.html is not None,
        command=options.repeat_command(arguments, what=resolved.what, html=None, latex=None),
    )
    if arguments.json:
        text = formulas_json(formulas, options.provenance_from(arguments, (), {}, what=resolved.what))
    else:
        most = DRAW_ALL if arguments.draw else BOARD_LINES
        text = formulas_text(formulas, flags.wants_colour(), line_width(), arguments.all, most)
    options.write_page(arguments, lambda: formulas_html(formulas))
    if arguments.latex is not None:
        save(arguments.latex, formulas_latex(formulas, arguments.all))
        print(f"document written to {one_line(arguments.latex, LONGEST_NAME)}", file=sys.stderr)
    return VerbReport(DONE, text)


def _rules(arguments: argparse.Namespace) -> list[str]:
    """Which rules to show. Where the puzzle has a parameter called `rule`, a value of that is read as the parameter."""
    from models.puzzles.registry import puzzle
    from rosetta.foundation.errors import InputError

    own, chosen = puzzle(arguments.puzzle).parameters.get("rule"), []
    for text in arguments.rules:
        try:
            if own is None:
                raise InputError
            arguments.rule = own.read(text)
        except InputError:
            chosen.append(text)
    return chosen
