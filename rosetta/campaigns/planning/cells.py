"""Cells: what a campaign runs, each once. A cell is plain values, so that it travels to any process or machine as JSON.

Its id is a hash of all that its result may depend on: the board, the backend and the version of its engine,
formulation, encodings, parameters, threads, seed, shuffling, symmetry, limits. A cell of the same id is the same
measurement, whichever campaign it is from: so stores can be merged, and nothing that is done runs twice.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import prod
from typing import Any

from instances import catalogue
from instances.reading import exists
from instances.resolve import PATH, ResolvedInstance, inline_format, is_generated
from models.puzzles.contract import SWITCH, Instance, Puzzle
from models.puzzles.registry import puzzle
from report.words import LONGEST_NAME, one_line
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.encoding_choices import AUTO
from rosetta.studies.asking.question import Question, question_about_instance

ID_DIGITS = 32

Pairs = tuple[tuple[str, str], ...]
"""Values by name, in alphabetical order."""


@dataclass(frozen=True, slots=True)
class CellInstance:
    """An instance as a cell names it. hash: of the puzzle, the board and the reading of its rules; text: the board as
    the puzzle's plain text, which says all, so that no file and no generator is needed to run the cell; what, seed,
    options: what repeats it on a command line, the options that are not the default ones; family: a name that the
    campaign gives; height, width: of the board, if it has any; size: its cells or vertices."""

    hash: str
    puzzle: str
    text: str
    what: str
    seed: int | None
    options: Pairs
    family: str
    height: int | None
    width: int | None
    size: int

    def spec(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _INSTANCE_FIELDS}


@dataclass(frozen=True, slots=True)
class Cell:
    """What is run once. backend: its name in full; version: of its engine; encoding: AUTO or `FORM=NAME,...`; profile:
    default or tuned; parameters: what the profile means for the backend and the puzzle; settings: further parameters,
    which were asked for; seed: of the solver, and of the shuffling if `shuffled`; symmetry: of the board, 0 for none;
    unique: ask for a second answer, too; seconds, memory: the limits (MB)."""

    instance: CellInstance
    backend: str
    version: str
    formulation: str
    encoding: str = AUTO
    profile: str = "default"
    threads: int = 1
    seed: int = 0
    shuffled: bool = False
    symmetry: int = 0
    unique: bool = False
    seconds: float = 10.0
    memory: int = 8000
    repeat: int = 0
    parameters: Pairs = ()
    settings: Pairs = ()

    @property
    def block(self) -> tuple[str, int, int, int]:
        """What it shares with the cells that it is compared with: instance, seed, symmetry, repetition."""
        return self.instance.hash, self.seed, self.symmetry, self.repeat

    @property
    def id(self) -> str:
        """The same for the same measurement, on every machine and in every campaign."""
        return _digest({**self.spec(), "instance": self.instance.hash, "seconds": float(self.seconds)})

    def spec(self) -> dict[str, Any]:
        """All but the instance. (`asdict` copies deeply, which takes ten times as long.)"""
        return {name: getattr(self, name) for name in _CELL_FIELDS}

    @property
    def configuration(self) -> str:
        """The solver under test, as one name: `cnf, matching, cardinality=totalizer, tuned`, less what is usual."""
        threads = f"{self.threads} threads" if self.threads > 1 else ""
        parts = (self.formulation, self.encoding, self.profile, *map("=".join, self.settings), threads)
        return ", ".join([self.backend, *(part for part in parts if part not in ("", "default", AUTO))])

    def to_json(self) -> str:
        return json.dumps({**self.spec(), "instance": self.instance.spec()}, sort_keys=True)


_KINDS = {"str": (str,), "int": (int,), "int | None": (int, type(None)), "bool": (bool,), "float": (float, int)}
_KINDS |= {"Pairs": (list,)}  # of a field, by its annotation, as JSON has it
_INSTANCE_KINDS = {each.name: _KINDS[str(each.type)] for each in fields(CellInstance)}
_CELL_KINDS = {each.name: _KINDS[str(each.type)] for each in fields(Cell) if each.name != "instance"}
_INSTANCE_FIELDS = tuple(_INSTANCE_KINDS)
_CELL_FIELDS = tuple(_CELL_KINDS)


def cell_from_json(text: str) -> Cell:
    """The cell that `to_json` wrote."""
    spec = json.loads(text)
    return cell_from_spec(instance_from_spec(spec.pop("instance")), spec)


def cell_from_spec(instance: CellInstance, spec: Mapping[str, Any]) -> Cell:
    """The cell of which these are the other fields, as JSON has them. Raises KeyError, TypeError or ValueError for
    anything else."""
    return Cell(instance, **_read_fields(spec, _CELL_KINDS))


def instance_from_spec(spec: Mapping[str, Any]) -> CellInstance:
    """The instance of which these are the fields, as JSON has them. Raises as `cell_from_spec`."""
    return CellInstance(**_read_fields(spec, _INSTANCE_KINDS))


def _read_fields(spec: Mapping[str, Any], kinds: Mapping[str, tuple[type, ...]]) -> dict[str, Any]:
    """The fields, each of one of its kinds, pairs as tuples."""
    if unknown := spec.keys() - kinds.keys():
        raise ValueError(f"unknown fields {', '.join(sorted(unknown))}")
    read: dict[str, Any] = {}
    for name, known in kinds.items():
        value = spec[name]
        if type(value) not in known:
            found = f"found {value!r:.40}"
            raise TypeError(f"{name}: expected {' or '.join(kind.__name__ for kind in known)}, {found}")
        read[name] = _read_pairs(name, value) if list in known else value
    return read


def _read_pairs(name: str, value: list[Any]) -> Pairs:
    if not all(isinstance(each, list) and len(each) == 2 and set(map(type, each)) == {str} for each in value):
        raise TypeError(f"{name}: expected pairs of texts, found {value!r:.40}")
    return tuple((key, text) for key, text in value)


def cell_instance(
    question: Question, resolved: ResolvedInstance, choices: Mapping[str, Any], family: str
) -> CellInstance:
    """The instance of a question. choices: the options that it was made with, those that are not the default ones."""
    return instance_of_board(question, resolved.what, resolved.seed, pairs(choices), family)


def instance_of_board(question: Question, what: str, seed: int | None, options: Pairs, family: str) -> CellInstance:
    """The instance of a question. what, seed, options: as of a `CellInstance`."""
    record, board = question.puzzle, question.instance
    text, lengths = record.format(board), record.size(board)
    height, width = lengths if len(lengths) == 2 else (None, None)
    return CellInstance(
        hash=instance_hash(record, text, question.rules), puzzle=record.name, text=text, what=what,
        seed=seed, options=options, family=family, height=height, width=width, size=prod(lengths),
    )  # fmt: skip


def instance_hash(record: Puzzle, text: str, rules: Mapping[str, str]) -> str:
    """The hash of the board with this plain text and of the reading of its rules."""
    return _digest([record.name, text, pairs(record.unusual_rules(rules))])


def pose_cell_question(instance: CellInstance) -> Question:
    """The question about the cell's instance. Raises InputError if what is read is not the board that was meant."""
    question = question_about_text(instance.puzzle, instance.text, instance.options)
    record, board = question.puzzle, question.instance
    if instance_hash(record, record.format(board), question.rules) != instance.hash:
        raise InputError(
            f"{record.name} {instance.what[:60]}: expected the board with the hash {instance.hash}, found another one "
            "in its text: was the cell planned by another version of the program?"
        )
    return question


def question_about_text(name: str, text: str, options: Pairs) -> Question:
    """The question about the board with this plain text of the puzzle. Raises InputError."""
    record, chosen = puzzle(name), dict(options)
    board: Instance = record.parse(text)
    rules = {option: chosen.get(option, values[0]) for option, values in record.options.items()}
    return question_about_instance(record, board, rules)


def cell_columns(cell: Cell) -> dict[str, Any]:
    """The cell's part of a row (`columns.CELL_COLUMNS`)."""
    instance = cell.instance
    return {
        "cell": cell.id,
        "puzzle": instance.puzzle,
        "instance": instance.hash,
        "what": instance.what,
        "board_seed": instance.seed,
        "board_options": options_text(puzzle(instance.puzzle), instance.options),
        "family": instance.family,
        "height": instance.height,
        "width": instance.width,
        "size": instance.size,
        "backend": cell.backend,
        "formulation": cell.formulation,
        "encoding": cell.encoding,
        "profile": cell.profile,
        "configuration": cell.configuration,
        "threads": cell.threads,
        "seed": cell.seed,
        "shuffled": int(cell.shuffled),
        "symmetry": cell.symmetry,
        "unique": int(cell.unique),
        "repeat": cell.repeat,
        "limit_s": cell.seconds,
        "limit_mb": cell.memory,
        "settings": " ".join(map("=".join, {**dict(cell.parameters), **dict(cell.settings)}.items())),
    }


def board_words(cell: Cell) -> str:
    """`tents 8 --seed 3`: what names the board on a command line."""
    instance = cell.instance
    what = shlex.quote(one_line(instance.what, LONGEST_NAME))
    options = options_text(puzzle(instance.puzzle), instance.options)
    seed = "" if instance.seed is None else f"--seed {instance.seed}"
    return " ".join(filter(None, (instance.puzzle, what, options, seed)))


def names_board(instance: CellInstance) -> bool:
    """Does WHAT lead to the board on a command line? Not that of a board which a program made: its name is for tables.
    Whether a file is still there is not asked."""
    what, name = instance.what, instance.puzzle
    if what == "-" or is_generated(name, what) or inline_format(what) is not None or catalogue.find(name, what):
        return True
    return PATH.fullmatch(what) is not None or exists(what)


def options_text(record: Puzzle, chosen: Pairs) -> str:
    """Options of a puzzle as on a command line: `--bare 20 --any`."""
    words = []
    for name, value in chosen:
        is_switch = record.options.get(name) == SWITCH
        words += [f"--{name.replace('_', '-')}"] + [value] * (not is_switch)
    return shlex.join(words)


def pairs(choices: Mapping[str, Any]) -> Pairs:
    """The values by name, as texts."""
    return tuple(sorted((name, str(value)) for name, value in choices.items()))


def _digest(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:ID_DIGITS]
