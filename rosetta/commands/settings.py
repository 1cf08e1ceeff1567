"""Flags for the settings of the backends that a command line names: `--noise` for `--backend walksat`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backends.contract import Setting

NAMING = ("--backend", "--backends")  # the options whose values are backends
DEST = "setting_"  # before a setting's name, so that it clashes with no other option's


def add_settings(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """A flag for each setting of each backend named, on verbs that take backends. Backends that are not named are not
    loaded; an unknown name is left for the verb to refuse."""
    if not any(option in parser._option_string_actions for option in NAMING):
        return
    for name in _backend_names(argv):
        for key, setting in _settings(name).items():
            flag = f"--{key.replace('_', '-')}"
            if flag not in parser._option_string_actions:
                parser.add_argument(
                    flag,
                    dest=DEST + key,
                    type=_text_type(setting.read),
                    default=None,
                    metavar=setting.letter,
                    help=f"{name}: {setting.help} (default {setting.default})",
                )


def settings_from(arguments: argparse.Namespace) -> dict[str, str]:
    """The settings that were given, by name."""
    return {
        name.removeprefix(DEST): value
        for name, value in vars(arguments).items()
        if name.startswith(DEST) and value is not None
    }


def _backend_names(argv: Sequence[str]) -> list[str]:
    """The backends that the command line names."""
    lists = [word.partition("=")[2] for word in argv if word.partition("=")[0] in NAMING]
    lists += [after for word, after in pairwise(argv) if word in NAMING]
    return list(dict.fromkeys(name.strip() for name_list in lists for name in name_list.split(",") if name.strip()))


def _settings(name: str) -> Mapping[str, Setting]:
    """The settings of the backend with this full name; none if it is unknown."""
    from backends.contract import Options
    from backends.registry import UnknownBackend, backend_named, split_name

    try:
        return backend_named(split_name(name, Options())[0]).settings
    except UnknownBackend:
        return {}


def _text_type(read: Callable[[str], object]) -> Callable[[str], str]:
    """The argparse type that checks a text with `read` and keeps it as text; errors keep the message of `read`."""

    def argument(text: str) -> str:
        try:
            read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        return text

    return argument
