"""Flags that several verbs share, and the types of their values; those of the puzzle that a command line mentions, and
of the settings of the backends that it names: `--noise` for `--backend walksat`.

Nothing heavy is imported before the arguments are read, so that --help answers at once.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NoReturn

from backends.name_lists import read_names
from report.words import LONGEST_MESSAGE, join_phrases, one_line
from rosetta.commands.json_lines import LINES
from rosetta.commands.verb_list import verbs_with
from rosetta.foundation.errors import InputError
from rosetta.foundation.exit_codes import BAD_INPUT
from rosetta.requests.kinds import NATURAL, OptionKind
from rosetta.requests.options import OptionGroup
from rosetta.version import __version__

if TYPE_CHECKING:
    from backends.contract import Setting
    from models.puzzles.contract import Puzzle

QUOTE = "'"
HELP = "show the usual options; with `all`, all of them; with `formats`, the board formats, with an example of each"
EVERYTHING = "all"
NAMING = ("--backend", "--backends")  # the options whose values are backends
KEYWORDS = "keywords"  # of a parser: the flags by the keyword that Python has for each
DEST = "setting_"  # before a setting's name, so that it clashes with no other option's


def arguments_parser(command: str, description: str, examples: Sequence[str], *more: str) -> argparse.ArgumentParser:
    """A parser with the description, examples of use and more lines below; errors end with exit code 2.

    command: what the user typed to reach the verb, for the usage line and the examples."""
    parser = _ArgumentsParser(
        prog=command,
        description=description,
        epilog="\n".join(["examples:", *(f"  {command} {example}" for example in examples), *more]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
    )
    parser.add_argument(
        "-h", "--help", action=_HelpAction, nargs="?", metavar="all|formats", default=argparse.SUPPRESS, help=HELP
    )
    parser.add_argument("-V", "--version", action="version", version=f"rosetta {__version__}")
    parser.add_argument(
        "-v", "--verbose", action="count", default=0, help="report each step on stderr; -vv: with more detail"
    )
    return parser


class _HelpAction(argparse.Action):
    """Prints the help, or what it says of a topic, and ends."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: object, values: object, option: object = None
    ) -> None:
        from models.puzzles.registry import is_known

        if values == "formats":
            from instances.formats.contract import describe_formats

            print(describe_formats())
        elif values in (None, EVERYTHING) or is_known(str(values)):  # its flags are there already
            print(help_of(parser, values == EVERYTHING), end="")
        else:
            parser.error(f"--help: expected all, formats or a puzzle, found '{str(values)[:60]}'")
        parser.exit()


def help_of(parser: argparse.ArgumentParser, everything: bool = False) -> str:
    """The help of a verb. everything: with all options, not the usual ones alone."""
    from rosetta.commands.help_text import grouped_help, is_grouped

    return grouped_help(parser, everything) if is_grouped(parser) else parser.format_help()


class _ArgumentsParser(argparse.ArgumentParser):
    """A parser whose messages are one line, however long the value is that they echo, and worded as all others are."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"rosetta: {one_line(_reword(message), LONGEST_MESSAGE)} (see {self.prog} --help)\n")


def _reword(message: str) -> str:
    """A message of argparse as one of ours: what it is about, what was expected, what was found."""
    message = re.sub(r"^argument ([^:]+): ", r"\1: ", message)
    message = re.sub(r"^the following arguments are required: (.*)", r"expected \1; none was given", message)
    message = re.sub(r"not allowed with argument ", "not allowed with ", message)
    message = re.sub(r"expected one argument$", "expected a value", message)
    choice = re.fullmatch(r"(.*)invalid choice: (.*) \(choose from (.*)\)", message)
    return (
        message if choice is None else f"{choice[1]}expected one of {choice[3].replace(QUOTE, '')}; found {choice[2]}"
    )


def add_puzzle(parser: argparse.ArgumentParser, more: str = "", several: bool = True) -> None:
    """PUZZLE, which may be left out, WHAT, and the seed. more: what else WHAT may be; several: may there be more than
    one WHAT?"""
    from models.puzzles.registry import describe_names

    others = "a classic, or model for a solver's file (`list` says what each is, and its other names); may be left out "
    others += "if WHAT makes it clear"
    help_text = f"one of: {describe_names()}, {others}"
    parser.add_argument("puzzle", metavar="PUZZLE", nargs="?", default=None, help=help_text)
    what = "a size (30, 20x30 = rows x columns), an ID or URL, a file (of a board, or of a solver: .cnf, .wcnf, .opb, "
    what += ".xnf, .lp, .mps), - for stdin, or a name in the catalogue" + more
    if several:
        what += "; for several boards: several WHATs, a file with one per line, a folder, a quoted pattern, or a "
        what += "data set in JSON"
    parser.add_argument("whats", metavar="WHAT", nargs="+" if several else 1, help=what)
    set_group(add_seed(parser), OptionGroup.MODEL)


def add_size(parser: argparse.ArgumentParser) -> None:
    """PUZZLE SIZE of a board to generate."""
    from models.puzzles.registry import describe_names

    parser.add_argument("puzzle", metavar="PUZZLE", help=f"one of: {describe_names()}")
    parser.add_argument(
        "what", metavar="SIZE", nargs="?", help="a size (30, 20x30 = rows x columns), or the name of a family"
    )


def add_rules(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """The flags of the puzzle that the command line names or pastes, else of all: `--tree-rule` where it says `tents`.

    Options of the rules and parameters of the generator alike. None stands for their default. A verb that takes none
    says so by `of_puzzles`, which is empty.
    """
    if parser.get_default("of_puzzles") is not None:
        return
    records = list(_mentioned_puzzles(argv))
    parser.set_defaults(
        of_puzzles=sorted({name for record in records for name in (*record.options, *record.parameters)})
    )
    if records:  # else nothing is loaded for them
        from instances.puzzle_flags import add_puzzle_flags

        add_puzzle_flags(parser, records)


def add_wishes(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """On a verb that sets boards, the flags that the setters of the puzzles know which the command line names:
    `--symmetry` where it says `akari`. If it has another flag, that may be one of another puzzle's setter, which the
    verb refuses. None stands for the default."""
    if parser.get_default("of_setters") is None:
        return
    records, names = list(_mentioned_puzzles(argv)), list[str]()
    flags = [word.partition("=")[0] for word in argv if word.startswith("--")]
    if records:  # else nothing is loaded for them
        from instances.puzzle_flags import add_setter_flags

        names += add_setter_flags(parser, records)
        if any(flag not in parser._option_string_actions for flag in flags):
            names += add_setter_flags(parser, _mentioned_puzzles(["all"]))
    parser.set_defaults(of_setters=sorted(set(names)))


def _mentioned_puzzles(argv: Sequence[str]) -> Iterator[Puzzle]:
    """The puzzles whose flags a command line may have. Only what costs little is looked at: no file is read."""
    from models.puzzles.registry import all_names, canonical_name, is_known, puzzle
    from rosetta.foundation.errors import InputError

    words = [word for word in argv if not word.startswith("-") or word == "-"]
    known = [canonical_name(word) for word in words if is_known(word)]
    if known or not words:
        yield from (puzzle(name) for name in dict.fromkeys(known))
        return
    from instances.recognition import puzzles_of_id

    for name in list(dict.fromkeys(name for word in words for name in puzzles_of_id(word))) or all_names():
        with suppress(InputError):  # a third party's that cannot be loaded: nobody has asked for it
            yield puzzle(name)


def parse_words(parser: argparse.ArgumentParser, argv: Sequence[str]) -> argparse.Namespace:
    """The arguments; PUZZLE and WHATs may stand before, between and after options."""
    arguments, rest = parser.parse_known_intermixed_args(argv)
    if rest:
        from rosetta.foundation.spelling import did_you_mean

        wrong = next((word for word in rest if word.startswith("-")), rest[0]).partition("=")[0]
        known = [flag for flag in parser._option_string_actions if flag.startswith("--")]
        if not wrong.startswith("-"):
            parser.error(f"unexpected argument '{wrong[:60]}'")
        owners = _puzzles_with(wrong)
        if owners and parser.get_default("of_puzzles") != ():
            parser.error(f"{wrong}: an option of {' and '.join(owners)} only")
        others = [verb for verb in verbs_with(wrong) if f" {verb} " not in f" {parser.prog} "]
        if others:  # then only what is nearly the same was meant: `--backend` by `--backends`, not `--help` by `--html`
            known = [flag for flag in known if flag.startswith(wrong) or wrong.startswith(flag)]
            parser.error(f"unknown option {wrong}, which belongs to {join_phrases(others)}{did_you_mean(wrong, known)}")
        owner = _backend_with(wrong) if any(option in known for option in NAMING) else ""
        if owner:
            parser.error(f"{wrong}: a setting of {owner}, which the line does not name")
        if keyword := (parser.get_default(KEYWORDS) or {}).get(wrong.lstrip("-").replace("-", "_")):
            parser.error(f"unknown option {wrong}; what is a keyword of that name in Python is {keyword} here")
        parser.error(f"unknown option {wrong[:60]}{did_you_mean(wrong, known)}")
    return arguments


def _backend_with(flag: str) -> str:
    """The first backend that has such a setting; "" if none has."""
    from backends.registry import modules

    key = flag.removeprefix("--").replace("-", "_")
    return next((name for name in modules() if key in _settings(name)), "")


def _puzzles_with(flag: str) -> list[str]:
    """The puzzles that have such an option."""
    option = flag.removeprefix("--").replace("-", "_")
    return [record.name for record in _mentioned_puzzles(["all"]) if {option} & {*record.options, *record.parameters}]


def add_settings(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """A flag for each setting of each backend named, on verbs that take backends. Backends that are not named are not
    loaded; an unknown name is left for the verb to refuse."""
    if not any(option in parser._option_string_actions for option in NAMING):
        return
    for name in _backend_names(argv):
        from instances.puzzle_flags import argument_type, set_owner

        for key, setting in _settings(name).items():
            flag = f"--{key.replace('_', '-')}"
            if flag not in parser._option_string_actions:
                action = parser.add_argument(
                    flag,
                    dest=DEST + key,
                    type=argument_type(setting.read, as_text=True),
                    default=None,
                    metavar=setting.letter,
                    help=f"{name}: {setting.help} (default {setting.default})",
                )
                set_owner(action, name)


def settings_from(values: Mapping[str, Any]) -> dict[str, str]:
    """The settings that were given, by name. values: of the parser."""
    return {
        name.removeprefix(DEST): value for name, value in values.items() if name.startswith(DEST) and value is not None
    }


def _backend_names(argv: Sequence[str]) -> list[str]:
    """The backends that the command line names."""
    lists = [word.partition("=")[2] for word in argv if word.partition("=")[0] in NAMING]
    lists += [after for word, after in pairwise(argv) if word in NAMING]
    return list(dict.fromkeys(name for name_list in lists for name in read_names(name_list) if name))


def _settings(name: str) -> Mapping[str, Setting]:
    """The settings of the backend with this full name; none if it is unknown."""
    from backends.contract import Options
    from backends.registry import UnknownBackend, backend_named, split_name

    try:
        return backend_named(split_name(name, Options())[0]).settings
    except UnknownBackend:
        return {}


def add_json(parser: argparse.ArgumentParser, lines: bool = True) -> None:
    """--json, and --jsonl where there may be several instances; then `json` is LINES, which is true as well."""
    form = parser.add_mutually_exclusive_group()
    json = form.add_argument("--json", action="store_true", help="print one JSON document, and nothing else, on stdout")
    set_group(json, OptionGroup.OUTPUT, usual=True)
    if lines:
        line = form.add_argument(
            "--jsonl",
            dest="json",
            action="store_const",
            const=LINES,
            default=False,
            help="the same with one line per instance, as soon as each is done",
        )
        set_group(line, OptionGroup.OUTPUT)


def set_group(action: argparse.Action, group: OptionGroup, usual: bool = False) -> None:
    """Say where an option stands in the help. usual: among the usual ones, whatever its group is."""
    action.group = OptionGroup.USUAL if usual else group  # type: ignore[attr-defined]


def add_page(parser: argparse.ArgumentParser, more: str = "") -> None:
    """The file of a page. more: what the page has."""
    page = parser.add_argument("--html", default=None, metavar="FILE", help=f"also write a self-contained page{more}")
    set_group(page, OptionGroup.OUTPUT)


def add_latex(parser: argparse.ArgumentParser, what: str) -> None:
    """The file of LaTeX. what: is written there."""
    latex = parser.add_argument("--latex", default=None, metavar="FILE", help=f"also write {what}")
    set_group(latex, OptionGroup.OUTPUT)


def add_draw(parser: argparse.ArgumentParser, usual: bool = True) -> None:
    """Whether large boards are drawn. usual: does it stand among the usual options?"""
    draw = parser.add_argument("--draw", action="store_true", help="draw the board even if it is large")
    set_group(draw, OptionGroup.OUTPUT, usual)


def add_seed(parser: argparse.ArgumentParser, purpose: str = "seed for generated boards") -> argparse.Action:
    """The seed of what is random."""
    help_text = f"{purpose} (default 0)"
    return parser.add_argument("--seed", type=word_type(NATURAL), default=0, metavar="N", help=help_text)


def word_type(kind: OptionKind) -> Callable[[str], Any]:
    """The type of argparse for a kind of values: its message is shown instead of argparse's `invalid value`."""

    def read(word: str) -> Any:
        try:
            return kind.read(word)
        except InputError as refusal:
            raise argparse.ArgumentTypeError(str(refusal)) from None

    return read


def wants_colour() -> bool:
    """Is stdout a terminal that shows colours, and NO_COLOR not set (https://no-color.org)?"""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
