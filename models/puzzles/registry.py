"""The registry of puzzles: names to records, loaded on first use.

Adding a puzzle takes one file in `genres`, or a package and one line here; a model with a size, one file in
`models/classics`. In a package of your own a puzzle takes an entry point:

    [project.entry-points."rosetta.puzzles"]
    starbattle = "my_package.starbattle:PUZZLE"

No puzzle is imported before it is looked up, so that `--help` stays fast.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from rosetta.foundation.entry_points import describe_source, entry_points_of
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import unknown_name

if TYPE_CHECKING:
    from models.puzzles.contract import Puzzle

GENRES = Path(__file__).parent / "genres"
PUZZLES = {
    "tents": "models.puzzles.tents.record:PUZZLE",
    "akari": "models.puzzles.akari.record:PUZZLE",
    "lightsout": "models.puzzles.lightsout.record:PUZZLE",
    "tiling": "models.puzzles.tiling.record:PUZZLE",
    "nurikabe": "models.puzzles.nurikabe.record:PUZZLE",
    "slitherlink": "models.puzzles.slitherlink.record:PUZZLE",
    "hashi": "models.puzzles.hashi.record:PUZZLE",
    **{name: f"models.puzzles.genres.{name}:PUZZLE" for name in sorted(file.stem for file in GENRES.glob("[a-z]*.py"))},
}
RESERVED = ("new", "parts", "codecs")  # of `python -m models.puzzles`: no name of a puzzle
CLASSICS = {  # no boards to draw and to set: `names` leaves them out
    name: f"models.classics.{name}:CLASSIC"
    for name in sorted(file.stem for file in (Path(__file__).parents[1] / "classics").glob("[a-z]*.py"))
}
READ_ONLY = {"model": "models.puzzles.model.record:PUZZLE"}  # no boards of a size: `names` leaves it out
ON_GRAPHS = ("lightsout",)  # those whose record has `graphs`: a file of a graph is recognised without loading any
ENTRY_POINTS = "rosetta.puzzles"
ALIASES = {
    "lightup": "akari",
    "flip": "lightsout",
    "pentomino": "tiling",
    "loopy": "slitherlink",
    "bridges": "hashi",
    "hashiwokakero": "hashi",
    "singles": "hitori",
    "mashu": "masyu",
    "pearl": "masyu",
    "unruly": "binairo",
    "takuzu": "binairo",
    "heyawacky": "heyawake",
}  # other names people know a puzzle by -> its name


@cache
def locations() -> dict[str, str]:
    """Every puzzle's name and where its record is, `module:attribute`; third parties' last, by name."""
    others = {point.name.lower(): point.value for point in entry_points_of(ENTRY_POINTS)}
    theirs = sorted(others.keys() - {*PUZZLES, *CLASSICS, *READ_ONLY, *ALIASES, *RESERVED})
    return {**PUZZLES, **{name: others[name] for name in theirs}}


def names() -> tuple[str, ...]:
    """The names of all puzzles that have boards, aliases not included."""
    return tuple(locations())


@cache
def foreign_puzzles() -> dict[str, str]:
    """Other packages' puzzles by name, each with the reason why it does not load, "" for those that do."""
    reasons = dict.fromkeys(names()[len(PUZZLES) :], "")
    for name in reasons:
        try:
            puzzle(name)
        except InputError as error:
            reasons[name] = str(error)
    return reasons


def usable_names() -> tuple[str, ...]:
    """The names of all puzzles that have boards and load: for whoever asks each of them."""
    return tuple(name for name in names() if not foreign_puzzles().get(name))


def all_names() -> tuple[str, ...]:
    """The names of all puzzles, also of `model`, which has no boards; but not those of the classics."""
    return (*names(), *READ_ONLY)


def is_known(name: str) -> bool:
    """Is this a puzzle's name or alias?"""
    own = ALIASES.get(name.lower(), name.lower())
    return own in PUZZLES or own in CLASSICS or own in READ_ONLY or own in locations()


def describe_names() -> str:
    """All names, for people, by alphabet: `akari, hashi`. What else they are called says `list`."""
    return ", ".join(sorted(locations()))


def canonical_name(name: str) -> str:
    """The puzzle's own name for a name or an alias, in any case."""
    own = ALIASES.get(name.lower(), name.lower())
    if not is_known(own):
        known = [*locations(), *CLASSICS, *READ_ONLY, *ALIASES]
        raise InputError(unknown_name("puzzle", name, known, describe_names()))
    return own


def puzzle(name: str) -> Puzzle:
    """The record of a puzzle, by name or alias. Raises InputError for an unknown one, and for a third party's that
    does not load."""
    own = canonical_name(name)
    if own in CLASSICS:
        return _classic_puzzle(own)
    module, _, attribute = (PUZZLES.get(own) or READ_ONLY.get(own) or locations()[own]).partition(":")
    if own in PUZZLES or own in READ_ONLY:
        record: Puzzle = getattr(import_module(module), attribute)
        return record
    return _foreign_puzzle(own, module, attribute or "PUZZLE")


@cache
def _classic_puzzle(name: str) -> Puzzle:
    """The puzzle that is made of a classic."""
    from models.puzzles.model.classic import classic_puzzle

    module, _, attribute = CLASSICS[name].partition(":")
    return classic_puzzle(name, getattr(import_module(module), attribute))


def _foreign_puzzle(name: str, module: str, attribute: str) -> Puzzle:
    """A third party's puzzle; what is wrong with it is one sentence."""
    from models.puzzles.contract import Puzzle
    from models.puzzles.former import describe_former

    where = f"puzzle '{name}' of the entry point {ENTRY_POINTS}"
    try:
        record = getattr(import_module(module), attribute)
    except (Exception, SystemExit) as error:  # whatever somebody else's module throws
        reason = describe_former(error) or " ".join(str(error).split()) or type(error).__name__
        source = describe_source(ENTRY_POINTS, name)
        raise InputError(f"{where} cannot be loaded from {module}:{attribute}: {reason}{source}") from error
    if not isinstance(record, Puzzle) or record.name != name:
        found = f"a puzzle named '{record.name}'" if isinstance(record, Puzzle) else type(record).__name__
        raise InputError(f"{where}: expected {module}:{attribute} to be a Puzzle of that name, found {found}")
    return record
