"""The help of a verb: the usual options, those of what the line names, and the names of all others; `--help all` shows
each with its line. Options stand in groups (`rosetta.requests.options.OptionGroup`)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rosetta.requests.options import OptionGroup

GENERAL = "general"
SHOWN: tuple[OptionGroup, ...] = tuple(group for group in OptionGroup if group is not OptionGroup.PROGRAM)
UNGROUPED = ("help", "version", "verbose")


def is_grouped(parser: argparse.ArgumentParser) -> bool:
    """Do its options say in which group they stand?"""
    return any(_group(action) is not None for action in parser._actions)


def grouped_help(parser: argparse.ArgumentParser, everything: bool) -> str:
    """The help. everything: with the lines of all options, not of the usual ones alone."""
    formatter = parser._get_formatter()
    positional = [action for action in parser._actions if not action.option_strings]
    words = " ".join(["%(prog)s", *(_word(action) for action in positional), "[options]"])
    formatter.add_usage(words, [], [])
    formatter.add_text(parser.description)
    options = [action for action in parser._actions if action.option_strings]
    _add_section(formatter, "what", positional)
    owners = {_owner(action): None for action in options}
    sections: dict[OptionGroup, list[argparse.Action]] = {
        group: [action for action in options if _group(action) is group] for group in SHOWN
    }
    general = [action for action in options if action.dest in UNGROUPED]
    _add_section(formatter, OptionGroup.USUAL.value, sections.pop(OptionGroup.USUAL))
    for owner in filter(None, owners):
        _add_section(formatter, f"options of {owner}", [action for action in options if _owner(action) == owner])
    if everything:
        for group, actions in sections.items():
            _add_section(formatter, group.value, actions)
        _add_section(formatter, GENERAL, general)
    else:
        formatter.add_text("\n".join(_name_lines(parser.prog, sections)))
    formatter.add_text(parser.epilog)
    return formatter.format_help()


def _add_section(formatter: argparse.HelpFormatter, title: str, actions: Sequence[argparse.Action]) -> None:
    formatter.start_section(title)
    formatter.add_arguments(actions)
    formatter.end_section()


def _name_lines(prog: str, sections: dict[OptionGroup, list[argparse.Action]]) -> list[str]:
    """The names of the options that are not shown, a line per group."""
    names = {group: ", ".join(action.option_strings[-1] for action in actions) for group, actions in sections.items()}
    width = max(len(group.value) for group in sections)
    lines = [f"  {group.value:<{width}}  {text}" for group, text in names.items() if text]
    return [f"further options ({prog} --help all):", *lines]


def _word(action: argparse.Action) -> str:
    """A positional argument in the usage line."""
    name = str(action.metavar or action.dest)
    nargs = getattr(action, "save_nargs", action.nargs)  # argparse hides it while options are read before the words
    return {"?": f"[{name}]", "+": f"{name} ...", "*": f"[{name} ...]"}.get(str(nargs), name)


def _owner(action: argparse.Action) -> str:
    """The puzzle or the backend whose option it is, "" for one of the verb."""
    return str(getattr(action, "owner", ""))


def _group(action: argparse.Action) -> OptionGroup | None:
    group: OptionGroup | None = getattr(action, "group", None)
    return group
