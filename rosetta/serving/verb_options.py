"""What the page may ask of a verb: some of its flags, read as on a command line.

{"backend": "cpsat", "time_limit": 5, "unique": true}  -->  the request, and --backend cpsat --time-limit 5 --unique

A flag that is not named here cannot be asked for: none that reads or writes a file is, and no program is started but
the solvers that `external` knows and finds installed.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from backends.calling.programs import installed_programs
from backends.registry import backend_named, modules
from models.puzzles.contract import Puzzle
from models.puzzles.parameters import SWITCH
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import unknown_name
from rosetta.requests.flag_values import default_values, request_from
from rosetta.requests.kinds import Switch
from rosetta.requests.options import Flag, Request, options_of
from rosetta.serving.page_boards import ShownBoard

SOLVER = ("backend", "time_limit", "threads", "memory", "formulation", "encoding", "profile")
MOST = {"time_limit": 3600.0, "threads": float(os.cpu_count() or 1), "memory": 8000.0, "limit": 100.0, "count": 1.0}
MOST_TEXTS = 20  # values of a flag that may be repeated


@dataclass(frozen=True)
class AskedVerb:
    """A question of the page.

    verb: of the command line
    request: what it can be asked for
    flags: those that the page may set, by key
    always: those that the question sets itself, by key
    """

    verb: str
    request: type[Request]
    flags: tuple[str, ...]
    always: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class VerbQuestion:
    """A verb with what it is asked for. words: the flags, as people type them."""

    request: Any
    words: tuple[str, ...]


def read_question(asked: AskedVerb, options: Mapping[str, Any]) -> VerbQuestion:
    """The request of these options, by key. Raises InputError."""
    known = {flag.key: flag for each in options_of(asked.request) for flag in each.flags}
    values, words = default_values(asked.request), list[str]()
    for key, given in {**options, **asked.always}.items():
        if key not in asked.always and key not in asked.flags:
            raise InputError(unknown_name(f"option of {asked.verb}", key, asked.flags))
        flag = known[key]
        values[key], more = _read_flag(flag, given)
        words += more
    if values.get("backend") is not None:
        check_backend(values["backend"])
    return VerbQuestion(request_from(asked.request, values), tuple(words))


def _read_flag(flag: Flag, given: Any) -> tuple[Any, list[str]]:
    """The value of a flag, and the words that set it. Raises InputError."""
    if isinstance(flag.kind, Switch):
        if not isinstance(given, bool):
            raise InputError(f"{flag.name}: expected true or false")
        return (flag.value, [flag.name]) if given else (flag.default, [])
    texts = given if flag.repeated and isinstance(given, list) else [given]
    if len(texts) > MOST_TEXTS:
        raise InputError(f"{flag.name}: expected at most {MOST_TEXTS} values")
    read = [_read_text(flag, each) for each in texts]
    words = [word for each in texts for word in (flag.name, str(each))]
    return (read if flag.repeated else read[0]), words


def _read_text(flag: Flag, given: Any) -> Any:
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        raise InputError(f"{flag.name}: expected a text or a number")
    try:
        value = flag.kind.read(str(given))
        if flag.key in MOST and value > MOST[flag.key]:
            raise InputError(f"expected at most {MOST[flag.key]:g} for a page, found {value:g}")
    except InputError as refusal:
        raise InputError(f"{flag.name}: {refusal}") from None
    return value


def check_backend(name: str) -> None:
    """Raises InputError for a program that nobody has installed as a solver: a page starts no program by its path."""
    base, _, program = name.partition(":")
    if base in modules() and backend_named(base).any_inner and program and program not in installed_programs():
        known = ", ".join(installed_programs()) or "none"
        raise InputError(f"--backend: a page asks only programs that are known and installed ({known})")


def command_line(board: ShownBoard, verb: str, words: Sequence[str]) -> str:
    """The line that repeats a question in a terminal. A board without an ID that was not generated is read from a
    file."""
    record, given = board.question.puzzle, board.generated_from
    options = record.unusual_rules(board.question.rules)
    what, behind = ("-", " < board.txt") if not board.has_id else (board.asked.resolved.id, "")
    if given is not None:
        what, behind, options = given.text.strip(), "", dict(given.options)
    line = ["rosetta", verb, record.name, what, *_option_words(record, options), *words]
    return shlex.join(line) + behind


def _option_words(record: Puzzle, options: Mapping[str, str]) -> list[str]:
    """The flags of a puzzle's options and parameters."""
    words = list[str]()
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        is_switch = record.parameters[name].letter == "" if name in record.parameters else value in SWITCH
        words += ([flag] if value == SWITCH[1] else []) if is_switch else [flag, value]
    return words
