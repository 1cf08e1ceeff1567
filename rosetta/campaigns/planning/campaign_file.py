"""Campaign files (TOML): the whole description of a campaign. The same file gives the same cells on every machine.

    seeds = 3                           # of solvers: 0, 1, 2; or a list
    repeats = 1                         # of each cell
    shuffle = true                      # the seed also shuffles variables and constraints
    symmetries = [0, 1]                 # of the boards; true: all eight
    unique = true                       # ask for a second answer, too
    prove = true                        # prove what cells claim

    [limits]
    seconds = 10
    memory = 8000                       # MB

    [[instances]]                       # as many of these as there are kinds of boards
    family = "akari, many walls"        # their name in every table; else puzzle and size
    puzzle = "akari"
    sizes = [8, "10x20", "20..60/20"]
    what = ["boards/*.txt", "ring"]     # names, IDs, addresses, files, patterns, folders: as on a command line
    count = 5                           # boards of each size, from seed 0 on; or seeds = [7, 8]
    options = { bare = [20, 30] }       # of the generator and of the rules; a list gives boards for each value

    [[boards]]                          # boards by their content, as a program has them
    puzzle = "akari"
    what = "my board"                   # what tables call it
    text = '''
    3
    0#_
    ___
    ___'''                              # its plain text: `convert --to plain`

    [solvers]                           # or several [[configurations]]
    backends = ["cnf", "walksat"]       # left out: all that can be used here
    formulations = "all"                # left out: those that a comparison shows
    encodings = ["auto", "all", "cardinality=all", "cardinality=totalizer,at-most-one=product"]
    profile = "tuned"                   # left out: each that a backend has
    threads = [1, 4]
    settings = { noise = 0.3 }          # for the backends that have them
    families = ["akari, many walls"]    # or puzzles: which these are for; left out: all

Files are looked for beside the campaign file. A message names the file, the key, what was expected and what was found.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from backends.contract import Limits
from backends.profiles import DEFAULT, TUNED
from instances import catalogue
from instances.json_text import TOO_LONG
from instances.pasting import unwrap
from instances.resolve import inline_format, parse_any_size
from instances.size_ranges import expand_sizes
from models.puzzles.contract import SYMMETRIES
from models.puzzles.registry import canonical_name, puzzle, usable_names
from rosetta.campaigns.planning.campaign import Campaign, ConfigurationGroup, InstanceGroup
from rosetta.campaigns.planning.campaign_checks import (
    check_backends_of,
    check_formulations_of,
    check_options_of,
    check_settings_of,
    puzzles_of_groups,
    read_value,
    unless_all,
)
from rosetta.campaigns.planning.cells import CellInstance, instance_of_board, question_about_text
from rosetta.foundation.errors import InputError, Refusal
from rosetta.foundation.spelling import did_you_mean, unknown_name
from rosetta.studies.asking.encoding_choices import ALL, AUTO, check_encodings

Read: TypeAlias = Callable[[Any], Any]  # raises InputError with what was expected
MOST_COUNT = 1_000_000


def read_campaign(path: Path) -> Campaign:
    """The campaign in that file. Raises InputError."""
    try:
        document = tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected UTF-8, found the byte {error.object[error.start]:#x}") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: expected TOML: {error}") from None
    except ValueError:  # of int
        raise InputError(f"{path}: expected numbers that can be meant, found {TOO_LONG}") from None
    try:
        return _campaign(document, path.parent)
    except (Refusal, RecursionError) as error:
        raise InputError(f"{path}: {error}") from None


def _campaign(document: Mapping[str, Any], folder: Path) -> Campaign:
    keys = _read_table("", document, TOP)
    if not keys.get("instances") and not keys.get("boards"):
        raise InputError("expected at least one [[instances]], found none")
    if "solvers" in keys and "configurations" in keys:
        raise InputError("expected [solvers] or [[configurations]], found both")
    instances = tuple(
        _instance_group(f"[[instances]] {number}: ", table, folder)
        for number, table in enumerate(keys.get("instances", ()), 1)
    )
    boards = tuple(_board(f"[[boards]] {number}: ", table) for number, table in enumerate(keys.get("boards", ()), 1))
    if "solvers" in keys:
        configurations = [_configuration_group("[solvers]: ", keys["solvers"], instances, boards)]
    else:
        tables = keys.get("configurations", [{}])
        configurations = [
            _configuration_group(f"[[configurations]] {number}: ", table, instances, boards)
            for number, table in enumerate(tables, 1)
        ]
    limits = _read_table("[limits]: ", keys.get("limits", {}), LIMITS)
    return Campaign(
        instances,
        tuple(configurations),
        Limits(limits.get("seconds", Limits().seconds), limits.get("memory", Limits().memory)),
        keys.get("seeds", (0,)),
        keys.get("repeats", 1),
        keys.get("shuffle", False),
        keys.get("symmetries", (0,)),
        keys.get("unique", False),
        keys.get("prove", False),
        boards,
    )


def _instance_group(where: str, table: Mapping[str, Any], folder: Path) -> InstanceGroup:
    keys = _read_table(where, table, INSTANCES)
    name = keys.get("puzzle")
    listed = (
        read_value(f"{where}what", what, lambda text: _locate(text, name, folder)) for what in keys.get("what", ())
    )
    whats = (*keys.get("sizes", ()), *listed)
    if not whats:
        raise InputError(f"{where}expected sizes, or what: sizes, names, IDs or files; found neither")
    if "count" in keys and "seeds" in keys:
        raise InputError(f"{where}expected count or seeds, found both")
    options = keys.get("options", {})
    if options and name is None:
        raise InputError(f"{where}options: expected a puzzle beside them, found none")
    if name is not None:
        check_options_of(f"{where}options: ", options, puzzle(name))
    seeds = keys.get("seeds", tuple(range(keys.get("count", 1))))
    return InstanceGroup(whats, name, keys.get("family", ""), seeds, options)


def _board(where: str, table: Mapping[str, Any]) -> CellInstance:
    keys = _read_table(where, table, BOARDS)
    for key in ("puzzle", "what", "text"):
        if key not in keys:
            raise InputError(f"{where}expected {key}, found none")
    options = tuple(sorted((name, value) for name, (value, *_) in keys.get("options", {}).items()))
    check_options_of(f"{where}options: ", {name: (value,) for name, value in options}, puzzle(keys["puzzle"]))
    question = read_value(f"{where}text", keys["text"], lambda text: question_about_text(keys["puzzle"], text, options))
    return instance_of_board(question, keys["what"], keys.get("seed"), options, keys.get("family", ""))


def _configuration_group(
    where: str, table: Mapping[str, Any], instances: Sequence[InstanceGroup], boards: Sequence[CellInstance]
) -> ConfigurationGroup:
    keys = _read_table(where, table, CONFIGURATIONS)
    records = puzzles_of_groups(instances, boards)
    check_backends_of(f"{where}backends: ", keys.get("backends", ()), records)
    check_formulations_of(f"{where}formulations: ", keys.get("formulations", ()), records)
    settings = keys.get("settings", {})
    check_settings_of(f"{where}settings: ", settings, unless_all(keys.get("backends")))
    named = [*(group.family for group in instances), *(board.family for board in boards)]
    known = [*filter(None, named), *(record.name for record in records)]
    for family in keys.get("families", ()):
        if family not in known:
            raise InputError(f"{where}families: {unknown_name('family', family, dict.fromkeys(known))}")
    return ConfigurationGroup(
        unless_all(keys.get("backends")),
        keys.get("formulations"),
        keys.get("encodings", (AUTO,)),
        keys.get("profile"),
        keys.get("threads", (1,)),
        settings,
        keys.get("families", ()),
    )


def _locate(what: str, name: str | None, folder: Path) -> str:
    """The WHAT; the path of a file from here, where the campaign file names it from its own folder."""
    text = unwrap(what).text
    if text == "-":
        raise InputError("expected no standard input, found '-'")
    if len(expand_sizes(text)) > 1 or parse_any_size(text) or "://" in text or "\n" in text or inline_format(text):
        return what
    for each in usable_names() if name is None else [name]:
        if puzzle(each).extras.named(text) is not None or catalogue.find(each, text) is not None:
            return what
    return str(folder / text)


# ---- values ----------------------------------------------------------------------------------------------------------


def _read_table(where: str, table: Mapping[str, Any], readers: Mapping[str, Read]) -> dict[str, Any]:
    """The values of a table by key. where: for messages, before the key."""
    for key in table:
        if key not in readers:
            meant = did_you_mean(key, readers) or ";"
            raise InputError(f"{where}unknown key '{key[:60]}'{meant} known: {', '.join(readers)}")
    return {key: read_value(f"{where}{key}", value, readers[key]) for key, value in table.items()}


def _refuse(expected: str, value: Any) -> NoReturn:
    raise InputError(f"expected {expected}, found {value!r:.60}")


def _list(value: Any) -> list[Any]:
    """A value that stands alone is a list of one."""
    return value if isinstance(value, list) else [value]


def _texts(value: Any) -> tuple[str, ...]:
    if not _list(value) or not all(isinstance(each, str) and each for each in _list(value)):
        _refuse("a text or a list of texts", value)
    return tuple(dict.fromkeys(_list(value)))


def _text(value: Any) -> str:
    return value if isinstance(value, str) and value else _refuse("a text", value)


def _boolean(value: Any) -> bool:
    return value if isinstance(value, bool) else _refuse("true or false", value)


def _integer(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            _refuse(f"a whole number from {least} to {most}", value)
        return value

    return read


def _integers(least: int, most: int) -> Callable[[Any], tuple[int, ...]]:
    def read(value: Any) -> tuple[int, ...]:
        return tuple(dict.fromkeys(map(_integer(least, most), _list(value) or [None])))

    return read


def _seconds(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e9
    return float(value) if is_number else _refuse("a number of seconds above 0", value)


def _seeds(value: Any) -> tuple[int, ...]:
    """A list, or how many."""
    if isinstance(value, list):
        return _integers(0, 2**31 - 1)(value)
    return tuple(range(_integer(1, MOST_COUNT)(value)))


def _symmetries(value: Any) -> tuple[int, ...]:
    if isinstance(value, bool):
        return tuple(range(SYMMETRIES)) if value else (0,)
    return _integers(0, SYMMETRIES - 1)(value)


def _sizes(value: Any) -> tuple[str, ...]:
    sizes = []
    for each in _list(value):
        if isinstance(each, bool) or not isinstance(each, int | str):
            _refuse("sizes such as 8, '10x20' or '8..30/4'", value)
        for size in expand_sizes(str(each)):
            if parse_any_size(size) is None:
                _refuse("a size such as 8, '10x20' or '8..30/4'", each)
            sizes.append(size)
    return tuple(dict.fromkeys(sizes)) or _refuse("at least one size", value)


def _encodings(value: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(check_encodings, _texts(value))))


def _profile(value: Any) -> str | None:
    return None if value == ALL else value if value in (DEFAULT, TUNED) else _refuse("default, tuned or all", value)


def _puzzle(value: Any) -> str:
    return canonical_name(_text(value))


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else _refuse("a table", value)


def _tables(value: Any) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        _refuse("tables, each headed by its name in double brackets", value)
    return value


def _choices(value: Any) -> dict[str, tuple[str, ...]]:
    """Texts by name: those of a list, or of one value."""
    return {key: tuple(map(_word, _list(each))) or _refuse("a value", each) for key, each in _table(value).items()}


def _settings(value: Any) -> dict[str, str]:
    """One text by name; truth values as solvers have them."""
    given = _table(value)
    return {key: each if isinstance(each, str) else json.dumps(each) for key, each in given.items() if _scalar(each)}


def _scalar(value: Any) -> bool:
    return isinstance(value, str | int | float) or _refuse("a text, a number or a truth value", value)


def _word(value: Any) -> str:
    """A value as on a command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str | int | float):
        _refuse("texts, numbers or truth values", value)
    return f"{value:g}" if isinstance(value, float) else str(value)


TOP: Mapping[str, Read] = {
    "instances": _tables,
    "boards": _tables,
    "solvers": _table,
    "configurations": _tables,
    "limits": _table,
    "seeds": _seeds,
    "repeats": _integer(1, MOST_COUNT),
    "shuffle": _boolean,
    "symmetries": _symmetries,
    "unique": _boolean,
    "prove": _boolean,
}
LIMITS: Mapping[str, Read] = {"seconds": _seconds, "memory": _integer(1, 2**31 - 1)}
INSTANCES: Mapping[str, Read] = {
    "family": _text,
    "puzzle": _puzzle,
    "sizes": _sizes,
    "what": _texts,
    "count": _integer(1, MOST_COUNT),
    "seeds": _seeds,
    "options": _choices,
}
BOARDS: Mapping[str, Read] = {
    "family": _text,
    "puzzle": _puzzle,
    "what": _text,
    "seed": _integer(0, 2**63 - 1),
    "options": _choices,
    "text": _text,
}
CONFIGURATIONS: Mapping[str, Read] = {
    "families": _texts,
    "backends": _texts,
    "formulations": _texts,
    "encodings": _encodings,
    "profile": _profile,
    "threads": _integers(1, 1024),
    "settings": _settings,
}
