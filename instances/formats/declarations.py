"""What puzzles declare of the formats that several of them share: a `Body` for each puzzle and format.

A puzzle's record declares its own (`Extras.formats`), third parties' records too. Which puzzle a text is of is told by
signatures, names above all. Those of the project's own puzzles stand in a table as well, so that an address loads one
puzzle and not fifty; puzzles that are not in the table are asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from instances.formats.signature_table import read_table
from models.puzzles.codecs.body import Body, Signature
from models.puzzles.registry import PUZZLES, puzzle, usable_names
from rosetta.foundation.errors import InputError


@cache
def declarations(name: str) -> Mapping[str, Body]:
    """What the puzzle of that name declares, by format. Raises InputError for a third party's that cannot be loaded."""
    record = puzzle(name)
    if name in PUZZLES:
        return record.extras.formats()
    where = f"puzzle '{name}': its exchange formats"
    try:
        declared = dict(record.extras.formats())
    except (Exception, SystemExit) as error:  # whatever somebody else's code throws
        raise InputError(f"{where} cannot be loaded: {' '.join(str(error).split()) or type(error).__name__}") from error
    wrong = next((body for body in declared.values() if not isinstance(body, Body)), None)
    if wrong is not None:
        raise InputError(f"{where}: expected a Body for each format, found {type(wrong).__name__}")
    return declared


@cache
def signatures(form: str) -> dict[str, Signature]:
    """By what texts of that format are told from each other: by puzzle, the project's own first, in the order of their
    names; none for a format that no puzzle declares."""
    table, found = read_table(), dict[str, Signature]()
    for name in sorted(usable_names(), key=lambda name: (name not in PUZZLES, name)):
        try:
            declared = table[name] if name in table else declarations(name)
        except InputError:
            continue  # whoever names the puzzle is told
        if form in declared:
            found[name] = declared[form]
    return found


def puzzles_of(form: str) -> tuple[str, ...]:
    """The puzzles that a shared format knows; none for a format in one file."""
    return tuple(signatures(form))


@cache
def puzzles_by_name(form: str) -> dict[str, str]:
    """What a shared format calls its puzzles -> their names here."""
    found: dict[str, str] = {}
    for name, signature in signatures(form).items():
        for word in signature.names:
            found.setdefault(word, name)
    return found


def body_of(form: str, name: str) -> Body:
    """The puzzle in that format, which it declares."""
    return declarations(name)[form]


def bodies(form: str) -> dict[str, Body]:
    """All puzzles in that format; each is loaded."""
    return {name: body_of(form, name) for name in signatures(form)}


def choose_body(form: str, title: str, expected: str | None, declared: str | None = None) -> tuple[str, Body]:
    """The puzzle of a text of a shared format (see `determine_puzzle`), and its part of the format."""
    name = determine_puzzle(title, puzzles_of(form), expected, declared)
    return name, body_of(form, name)


SEE_LIST = "`list` shows all puzzles"  # they may be too many for a message


def determine_puzzle(
    title: str, puzzles: tuple[str, ...], expected: str | None = None, declared: str | None = None
) -> str:
    """The puzzle of a text: the declared one, else the expected one, else the only one that the format knows."""
    if declared is not None and expected is not None and declared != expected:
        raise InputError(f"{title}: expected a board of {expected}, found one of {declared}")
    name = declared or expected or (puzzles[0] if len(puzzles) == 1 else None)
    if name is None:
        raise InputError(f"{title}: the text does not say which puzzle it is; name one of {', '.join(puzzles)}")
    if name not in puzzles:
        raise InputError(f"{title}: does not know {name}, only {', '.join(puzzles)}")
    return name
