"""The flags of a request: its options as arguments of a parser.

parser of argparse  <--add_request--  options of the request  --`rosetta.requests.flag_values`-->  the request of a line
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from rosetta.commands.flags import KEYWORDS, add_json, set_group, word_type
from rosetta.requests.kinds import NumberChoice, Switch, WordChoice
from rosetta.requests.options import Flag, OptionGroup, Request, RequestOption, options_of

FIRST = (OptionGroup.LIMITS, OptionGroup.MODEL)


def add_request(
    parser: argparse.ArgumentParser,
    request_type: type[Request],
    json: bool = True,
    lines: bool = True,
    first: Sequence[OptionGroup] = FIRST,
) -> None:
    """The flags of a request, group by group. json, lines: those of documents, too, of one and of several instances;
    first: the groups that come first in a command line that repeats the request."""
    options = list(options_of(request_type))
    parser.set_defaults(**{KEYWORDS: {each.name: each.flags[0].name for each in options if each.flags}})
    for group in (*first, *(group for group in OptionGroup if group not in first)):
        if json and group is OptionGroup.USUAL:
            add_json(parser, lines)
        for each in options:
            if each.group is group:
                _add_option(parser, each)


def _add_option(parser: argparse.ArgumentParser, described: RequestOption) -> None:
    """The flags of one option; of several, one may be given, unless they go together."""
    is_exclusive = len(described.flags) > 1 and not described.go_together
    target = parser.add_mutually_exclusive_group() if is_exclusive else parser
    for flag in described.flags:
        add_flag(target, flag, described.group)


def add_flag(parser: argparse._ActionsContainer, flag: Flag, group: OptionGroup) -> None:
    """One flag."""
    names = [flag.short, flag.name] if flag.short else [flag.name]
    common: dict[str, Any] = {"dest": flag.key, "help": flag.help}
    if isinstance(flag.kind, Switch):
        switch = {"action": "store_const", "const": flag.value, "default": flag.default}
        action = parser.add_argument(*names, **common, **switch)
    else:
        more: dict[str, Any] = {"action": "append", "default": []} if flag.repeated else {"default": flag.default}
        if isinstance(flag.kind, WordChoice):
            more["choices"] = flag.kind.words
        elif isinstance(flag.kind, NumberChoice):
            more |= {"type": int, "choices": flag.kind.numbers}
        else:
            more |= {"type": word_type(flag.kind)}
        letter = flag.letter or flag.kind.letter or None
        action = parser.add_argument(*names, **common, **more, metavar=letter)
    set_group(action, group, flag.usual)
