"""Cells: what a campaign runs, each once. A cell is plain values, so that it travels to any process or machine as JSON.

Its id is a hash of all that its result may depend on: the board, the backend and the version of its engine,
formulation, encodings, profile, threads, seed, limits. A cell of the same id is the same measurement, whichever
campaign it is from: so stores can be merged, and nothing that is done runs twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from instances.resolve import ResolvedInstance, inline_format
from rosetta.studies.question import Question

ID_DIGITS = 32
AUTO = "auto"  # the encodings where none is named


@dataclass(frozen=True, slots=True)
class CellInstance:
    """An instance as a cell names it. hash: of the puzzle, the board and the reading of its rules; text: what
    the board is read from, an ID or the content of its file, or `what` where it is generated; what, seed, options: what
    repeats it on a command line, options by name in pairs; family: a name that the campaign gives; height, width: of
    the board, if it has any."""

    hash: str
    puzzle: str
    text: str
    what: str
    seed: int | None
    options: tuple[tuple[str, str], ...]
    family: str
    height: int | None
    width: int | None
    size: int


@dataclass(frozen=True, slots=True)
class Cell:
    """What is run once. backend: its name in full; version: of its engine; encoding: AUTO or `FORM=NAME,...`; profile:
    default or tuned; seed: of the solver, and of the shuffling if `shuffled`; symmetry: of the board, 0 for none;
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

    @property
    def id(self) -> str:
        """The same for the same measurement, on every machine and in every campaign."""
        return _digest({**self.spec(), "instance": self.instance.hash})

    def spec(self) -> dict[str, Any]:
        """All but the instance. (`asdict` copies deeply, which takes ten times as long.)"""
        return {name: getattr(self, name) for name in _CELL_FIELDS}

    @property
    def configuration(self) -> str:
        """The solver under test, as one name: `cnf, matching, cardinality=totalizer, tuned`, less what is usual."""
        threads = f"{self.threads} threads" if self.threads > 1 else ""
        parts = (self.formulation, self.encoding, self.profile, threads)
        return ", ".join([self.backend, *(part for part in parts if part not in ("", "default", AUTO))])

    def to_json(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)


_CELL_FIELDS = tuple(each.name for each in fields(Cell) if each.name != "instance")


def cell_from_json(text: str) -> Cell:
    """The cell that `to_json` wrote."""
    spec = json.loads(text)
    return Cell(instance_from_spec(spec.pop("instance")), **spec)


def instance_from_spec(spec: Mapping[str, Any]) -> CellInstance:
    """The instance of which these are the fields, as JSON has them."""
    return CellInstance(**{**spec, "options": tuple((name, value) for name, value in spec["options"])})


def cell_instance(
    question: Question, resolved: ResolvedInstance, choices: Mapping[str, Any], family: str
) -> CellInstance:
    """The instance of a question. choices: the options that it was made with, those that are not the default ones."""
    rules = {name: value for name, value in choices.items() if name in question.puzzle.options}
    by_id = inline_format(resolved.id) is not None  # then the board needs neither generator nor file
    text = resolved.id if by_id else resolved.what
    height, width = resolved.size if len(resolved.size) == 2 else (None, None)
    size = 1
    for length in resolved.size:
        size *= length
    return CellInstance(
        hash=_digest([question.puzzle.name, resolved.id, [] if by_id else _pairs(choices), _pairs(rules)]),
        puzzle=question.puzzle.name, text=text, what=resolved.what, seed=resolved.seed,
        options=_pairs(choices), family=family, height=height, width=width, size=size,
    )  # fmt: skip


def cell_columns(cell: Cell) -> dict[str, Any]:
    """The cell's part of a row (`columns.CELL_COLUMNS`)."""
    instance = cell.instance
    return {
        "cell": cell.id,
        "puzzle": instance.puzzle,
        "instance": instance.hash,
        "what": instance.what,
        "board_seed": instance.seed,
        "board_options": " ".join(f"--{name.replace('_', '-')} {value}" for name, value in instance.options),
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
    }


def _pairs(choices: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, str(value)) for name, value in choices.items()))


def _digest(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:ID_DIGITS]
