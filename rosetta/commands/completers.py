"""The words that complete a command line: verbs, puzzles, flags with those of the puzzle and backend named, values.

A shell in which completion is on (`rosetta completion`) runs the program with the line so far in its environment; it
prints the words and ends. Nothing of this is loaded otherwise. The words come from the parsers and registries, so
whatever is registered is completed.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeAlias, cast

from rosetta.commands.command_line import Verb
from rosetta.commands.flags import add_rules, add_settings, add_wishes

# the words of the line before the one that is completed, and its beginning -> all values, whatever they begin with; in
# a mapping, each with what it is, which some shells show
Values: TypeAlias = Callable[[Sequence[str], str], Iterable[str]]
ASKED = "_ARGCOMPLETE"  # a shell sets it: the number of the word that is the program


def complete_line(verbs: Sequence[str], verb: str | None = None) -> None:
    """If a shell asks for words: print them and end the process. verb: None where the line itself names it."""
    if ASKED not in os.environ:
        return
    from argcomplete import autocomplete
    from argcomplete.lexers import split_line

    words = split_line(os.environ["COMP_LINE"], int(os.environ["COMP_POINT"]))[3][int(os.environ[ASKED]) :]
    if verb is None and words:
        verb, *words = words
        os.environ[ASKED] = str(int(os.environ[ASKED]) + 1)
    if verb is None:
        parser = argparse.ArgumentParser()
        parser.add_argument("verb", choices=verbs)
    elif verb in verbs:
        if words and words[0] in getattr(import_module(f"rosetta.commands.{verb}"), "SUBVERBS", ()):
            verb, words = f"{verb}.{words[0]}", words[1:]
            os.environ[ASKED] = str(int(os.environ[ASKED]) + 1)
        parser = _verb_parser(verb, words)
    else:
        os._exit(1)
    autocomplete(parser, always_complete_options=False)


def _verb_parser(verb: str, words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the verb for a line with these words, with completers."""
    parser = cast(Verb, import_module(f"rosetta.commands.{verb}")).parser(verb)
    add_rules(parser, words)
    add_wishes(parser, words)
    add_settings(parser, words)
    formats = {"convert": _format_names, "generate": _board_format_names}
    values = {**COMPLETERS, "to": formats[verb]} if verb in formats else COMPLETERS
    for action in parser._actions:
        if action.dest in values and action.choices is None:
            action.completer = _completer(values[action.dest], words)  # type: ignore[attr-defined]
    return parser


def _completer(values: Values, words: Sequence[str]) -> Callable[..., list[str] | dict[str, str]]:
    """The function that argcomplete calls: the values for the last name of a list with commas."""

    def complete(prefix: str, **_: Any) -> list[str] | dict[str, str]:
        before, comma, last = prefix.rpartition(",")
        found = values(words, last)
        if isinstance(found, Mapping):
            return {before + comma + value: what for value, what in found.items()}
        return [before + comma + value for value in found]

    return complete


def _puzzle_names(words: Sequence[str], prefix: str) -> dict[str, str]:
    """Each with what it is; a third party's is not loaded for that."""
    from models.puzzles.registry import CLASSICS, names
    from models.puzzles.summary_table import read_summaries

    known = read_summaries()
    return {name: known[name].summary if name in known else "" for name in (*names(), *CLASSICS)}


def _puzzles_in(words: Sequence[str]) -> list[str]:
    """The puzzle that the line names; all of them if it names none."""
    from models.puzzles.registry import canonical_name, is_known

    return [canonical_name(word) for word in words if is_known(word)][:1] or list(_puzzle_names(words, ""))


def _whats(words: Sequence[str], prefix: str) -> list[str]:
    """Names of the catalogue, and files."""
    from argcomplete.completers import FilesCompleter

    from instances.catalogue import names

    return [name for puzzle in _puzzles_in(words) for name in names(puzzle)] + list(FilesCompleter()(prefix))


def _backend_names(words: Sequence[str], prefix: str) -> list[str]:
    """Of all backends, and of the solvers of the puzzle itself; after `cnf:` the solvers that `cnf` may have, after
    `external:` the programs, and the formats that may be named before one."""
    from backends.calling.programs import CHOICES
    from backends.registry import backend_named, modules
    from models.puzzles.registry import puzzle

    name, colon, _ = prefix.partition(":")
    if colon and name in modules():
        backend = backend_named(name)
        formats = [f"{choice}=" for choice in CHOICES] if backend.is_program else []
        return [f"{name}:{solver}" for solver in (*(backend.inner or backend.tunable.get("solver", ())), *formats)]
    own = [solver.name for each in _puzzles_in(words) for solver in puzzle(each).extras.solvers]
    return [*modules(), *own]


def _formulation_names(words: Sequence[str], prefix: str) -> list[str]:
    from models.puzzles.registry import puzzle

    return [name for each in _puzzles_in(words) for name in puzzle(each).formulations]


def _encoding_choices(words: Sequence[str], prefix: str) -> list[str]:
    from backends.encoding_choice.catalogue import encoding_names
    from models.neutral import Form

    return [f"{form.value}={name}" for form in Form for name in encoding_names(form)]


def _format_names(words: Sequence[str], prefix: str) -> list[str]:
    from backends.formats import MODULES
    from rosetta.studies.solving.output_formats import DRAWN

    return [*MODULES, *DRAWN, *_board_format_names([], prefix)]


def _board_format_names(words: Sequence[str], prefix: str) -> list[str]:
    """Of formats that have a board of one of the puzzles."""
    from instances.formats.contract import formats

    puzzles = set(_puzzles_in(words))
    return [name for name, known in formats().items() if puzzles & set(known.puzzles)]


def _item_names(words: Sequence[str], prefix: str) -> list[str]:
    from rosetta.reproducing.registry import MODULES

    return ["all", *MODULES]


COMPLETERS: dict[str, Values] = {
    "puzzle": _puzzle_names,
    "what": _whats,
    "whats": _whats,
    "backend": _backend_names,
    "backends": _backend_names,
    "formulation": _formulation_names,
    "encoding": _encoding_choices,
    "items": _item_names,
}
"""What completes an argument, by its name."""
