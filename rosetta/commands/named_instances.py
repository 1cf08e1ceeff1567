"""The instances that a command line names (`instances.naming`), each with the arguments as if it were the only one."""

from __future__ import annotations

import argparse

from instances import naming
from instances.naming import InstanceText, name_instance
from rosetta.commands.contract import UsageError
from rosetta.commands.flags import puzzle_options


def instance_texts(arguments: argparse.Namespace) -> list[InstanceText]:
    """All instances that PUZZLE WHAT .. names, none of them read as a board yet. Raises InputError."""
    name_puzzle(arguments)
    return naming.instance_texts(arguments.whats, arguments.puzzle)


def name_puzzle(arguments: argparse.Namespace) -> None:
    """Take the first word for PUZZLE if it is one, for a WHAT if not. Raises InputError for one that is neither."""
    arguments.puzzle, arguments.whats = naming.name_puzzle(arguments.puzzle, arguments.whats, arguments.command)


def only_instance(arguments: argparse.Namespace) -> argparse.Namespace:
    """The arguments of the one instance that is named. Raises UsageError if there are several."""
    texts = instance_texts(arguments)
    if len(texts) > 1:
        raise UsageError(f"WHAT: expected one instance, found {len(texts)}, the second at {texts[1].place[:100]}")
    return instance_arguments(arguments, texts[0])


def instance_arguments(arguments: argparse.Namespace, text: InstanceText) -> argparse.Namespace:
    """The arguments as they were if the instance were the only one: its puzzle, WHAT, and the options of its line.
    Raises InputError where the puzzle is not certain, or does not have an option."""
    given = {name: getattr(arguments, name) for name in puzzle_options(arguments)}
    named = name_instance(text, arguments.puzzle, given, arguments.command)
    own = {"puzzle": named.puzzle, "what": text.what, "whats": [text.what], "content": text.content}
    seed = {} if named.seed is None else {"seed": named.seed}
    return argparse.Namespace(**{**vars(arguments), **own, "place": text.place, **named.options, **seed})
