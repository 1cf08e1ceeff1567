"""`rosetta formulas PUZZLE WHAT`: each rule, one row of it, and what it becomes for every kind of solver."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.commands.request_flags import add_request
from rosetta.foundation.errors import InputError
from rosetta.foundation.exit_codes import DONE
from rosetta.requests.options import OptionGroup
from rosetta.verbs.formulas import FormulasRequest

if TYPE_CHECKING:
    from rosetta.studies.asking.asked_instance import AskedInstance
    from rosetta.verbs.caller import Caller
    from rosetta.verbs.formulas import FormulatedInstance

LONGEST_VALUE = 60  # characters of a form of rows, or of a number
EXAMPLES = (
    "tents 8",
    "tents 8 --rule 'row counts' --row 3",
    "akari 7 --rule 3 --encoding at-most-one=ladder --all",
    "lightsout 4 --html page.html",
    "tiling 3x20 --formulation source",
    "knapsack.lp --rule weight",
)
RULE = "rule"  # the parameter of a puzzle that has the same flag


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
    add_request(p, FormulasRequest, json=False, first=(OptionGroup.MODEL,))
    p.set_defaults(**{RULE: None})
    sizes = p.add_argument(
        "--sizes",
        action=SizesAction,
        nargs=argparse.REMAINDER,
        metavar="FORM N -k K",
        help="print the size of the encodings for constraints of several lengths, and exit; needs no PUZZLE",
    )
    flags.set_group(sizes, OptionGroup.MORE)
    flags.add_draw(p)
    flags.add_page(p)
    flags.add_latex(p, "a LaTeX document")
    flags.add_json(p, lines=False)
    return p


def run(line: CommandLine) -> int:
    from rosetta.commands.each_instance import ask_each
    from rosetta.commands.pages import check_latex, check_page, write_latex, write_page
    from rosetta.verbs.formulas import show_formulas

    request = line.request(FormulasRequest)
    check_page(line)
    check_latex(line)

    def ask(asked: AskedInstance, caller: Caller) -> FormulatedInstance:
        read = _read_parameter(asked, request)
        return show_formulas(*read, caller, pictures=line.values["html"] is not None)

    def write(result: FormulatedInstance, alone: CommandLine, number: int | None) -> None:
        write_page(alone, result.page)
        write_latex(alone, result.latex, "document")

    return ask_each(line, ask, write)


def _read_parameter(asked: AskedInstance, request: FormulasRequest) -> tuple[AskedInstance, FormulasRequest]:
    """Where the puzzle has a parameter called `rule`, a value of that is no rule to show, but is read as the
    parameter."""
    own = asked.record.parameters.get(RULE)
    if own is None:
        return asked, request
    choices, rules = dict(asked.choices), list[str]()
    for text in map(str, request.rules or ()):
        try:
            choices[RULE] = own.read(text)
        except InputError:
            rules.append(text)
    return replace(asked, choices=choices), request.with_values(rules=rules)
