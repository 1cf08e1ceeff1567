"""Boards that the page names: a text, and nothing that lies on this machine.

    a size, a name that the puzzle knows    generated
    a name in the catalogue                 its ID
    an ID, an address                       read by its format
    anything else                           the content of a file in any format, a solver's or a model's JSON included

So a text that is the path of a file is a board that cannot be read, and no more.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from backends.formats.contract import find_format as find_solver_format
from instances import catalogue
from instances.pasting import unwrap
from instances.recognition import puzzles_of_id, puzzles_of_text
from instances.resolve import ResolvedInstance, inline_format, is_generated, parse_any_size, resolve, resolve_content
from instances.solver_files import format_of
from models.neutral.json import from_json
from models.puzzles.contract import Puzzle
from models.puzzles.model.instance import ModelInstance
from models.puzzles.model.record import NAME as MODEL
from models.puzzles.registry import canonical_name, names, puzzle, usable_names
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import unknown_name
from rosetta.studies.asking.asked_instance import AskedInstance, choices_of
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.asking.posing import question_about
from rosetta.studies.asking.question import Question

MOST_NAMED = 500  # boards that a command line names
MOST_CELLS = 40_000  # of a board on the page, or vertices, or variables
LONGEST_NAME = 200  # characters of a text that may be a name
WHERE = "the text"


@dataclass(frozen=True)
class PageBoard:
    """A board as the page names it.

    text: a size, a name, an ID, an address, or the content of a file
    puzzle: its name, "" where the text tells it
    file: the name of the file that the text was in, "" without one: its ending may decide
    options: values of the puzzle's parameters and options, by name, as people type them
    seed: of what is generated
    """

    text: str
    puzzle: str = ""
    file: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0


@dataclass(frozen=True, eq=False)
class ShownBoard:
    """A board that a page shows. asked: the board; given: as the page named it, None where a program made it, or a
    command line names it."""

    asked: AskedInstance
    given: PageBoard | None = None

    @property
    def question(self) -> Question:
        return self.asked.question

    @property
    def has_id(self) -> bool:
        """Has it an ID or an address that holds all of it?"""
        return inline_format(self.asked.resolved.id) is not None

    @property
    def generated_from(self) -> PageBoard | None:
        """What it is generated from, with seed 0, where it has no ID."""
        is_usual = self.asked.resolved.seed == 0  # another one would have to stand in the address of the page, too
        return self.given if is_usual and not self.has_id else None

    def to_ask(self) -> dict[str, Any]:
        """What the page sends to ask about it again: the fields of a `PageBoard` that name it by itself."""
        record, instance, given = self.question.puzzle, self.question.instance, self.generated_from
        if given is not None:
            return {"puzzle": record.name, "text": given.text, "options": dict(given.options)}
        text = self.asked.resolved.id
        if record.extras.stated is not None:  # a model of a size, which is drawn from a seed, perhaps
            if not self.asked.resolved.seed:
                return {"puzzle": record.name, "text": self.asked.resolved.what, "options": {}}
            return {"puzzle": MODEL, "text": _model_text(instance), "options": {}}
        if record.name == MODEL:
            text = _model_text(instance)
        elif not self.has_id:
            text = record.format(instance)
        return {"puzzle": record.name, "text": text, "options": record.unusual_rules(self.question.rules)}


def read_board(board: PageBoard) -> ShownBoard:
    """The board that the page names. Raises InputError for what is none, and for one that is too large to be shown."""
    text = board.text.strip()
    if not text:
        raise InputError("expected a board: a size, an ID, an address or the text of a file")
    if board.puzzle in ("", MODEL) and text.startswith("{") and '"blocks"' in text:
        return _stated_model(text)
    record = puzzle(canonical_name(board.puzzle) if board.puzzle else _only_puzzle(text, board))
    check_size(record, text)
    choices = choices_of(record, read_choices(record, board.options))
    resolved, question = question_about(record, choices, lambda options: _resolve(record, text, board, options))
    _check_cells(resolved.size)
    return ShownBoard(AskedInstance(record, resolved.what, choices, board.seed, made=(resolved, question)), board)


def named_board(asked: AskedInstance, place: str) -> dict[str, Any]:
    """A board that the command line names, for the list of the page. place: where it is from. Raises InputError for
    one that is too large to be shown."""
    _check_cells(asked.resolved.size)
    record = asked.question.puzzle
    size = list(asked.resolved.size)
    return {
        "puzzle": record.name,
        "title": record.title,
        "size": size,
        "place": place,
        "board": ShownBoard(asked).to_ask(),
    }


def read_choices(record: Puzzle, options: Mapping[str, str]) -> dict[str, Any]:
    """The values of the puzzle's parameters and options. One that begins with @ names a file on a command line, and is
    refused here. Raises InputError."""
    chosen = {}
    for name, text in options.items():
        if name not in record.parameters and name not in record.options:
            raise InputError(unknown_name(f"option of {record.name}", name, [*record.parameters, *record.options]))
        if "@" in text:
            raise InputError(f"{name}: expected a value, found '{text[:40]}'; no file is read for a page")
        if name in record.parameters:
            chosen[name] = record.parameters[name].read(text)
        elif text in record.options[name]:
            chosen[name] = text
        else:
            raise InputError(f"{name}: expected one of {', '.join(record.options[name])}; found '{text[:40]}'")
    return chosen


def _only_puzzle(text: str, board: PageBoard) -> str:
    """The puzzle that a text tells. Raises InputError if it tells none, or several."""
    found = _puzzles_of(text, board.file)
    if len(found) != 1:
        choices = ", ".join(found)
        raise InputError(f"this may be a board of {choices}: choose the puzzle first" if found else _unknown(text))
    return found[0]


def _puzzles_of(text: str, file: str) -> tuple[str, ...]:
    if parse_any_size(text) is not None:
        return names()
    if find_solver_format(file) is not None or format_of(text.encode("utf-8", "surrogatepass")) is not None:
        return (MODEL,)
    if "\n" in text or file:
        return puzzles_of_text(text, WHERE, file)
    named = puzzles_of_id(text)
    if named or len(text) > LONGEST_NAME:
        return named or puzzles_of_text(text, WHERE)
    return tuple(name for name in usable_names() if _knows_name(name, text)) or puzzles_of_text(text, WHERE)


def _unknown(text: str) -> str:
    return f"'{text[:60]}' is not an ID, an address, or a name of a board"


def _knows_name(name: str, text: str) -> bool:
    """Does the puzzle know a board of that name?"""
    try:
        return is_generated(name, text) or catalogue.find(name, text) is not None
    except InputError:
        return True  # it can say what is wrong with it


def _resolve(record: Puzzle, text: str, board: PageBoard, options: Mapping[str, Any]) -> ResolvedInstance:
    """The instance. `resolve` gets only what it takes for no path: it tries paths last."""
    name = record.name
    if record.extras.stated is not None:
        return resolve(name, text, board.seed, _no_input, options)
    if name != MODEL and "\n" not in text:
        line = unwrap(text).text
        entry = catalogue.find(name, line)
        if is_generated(name, line) or inline_format(line) is not None:
            return resolve(name, text, board.seed, _no_input, options)
        if entry is not None:
            return resolve(name, entry.id, board.seed, _no_input, options)
    content = board.text.encode("utf-8", "surrogatepass")
    return resolve_content(name, content, WHERE, board.file, board.seed, options)


def _no_input() -> bytes:
    """In place of standard input, which no text of a page can name."""
    raise InputError("expected a board, found -")


def check_size(record: Puzzle, text: str) -> None:
    """Raises InputError for a size that is too large, before anything is generated."""
    size = parse_any_size(text)
    if size is not None and record.name != MODEL:
        _check_cells(size)


def _check_cells(size: tuple[int, ...]) -> None:
    cells = math.prod(size)
    if cells > MOST_CELLS:
        raise InputError(f"expected a board of up to {MOST_CELLS:,} cells on a page, found {cells:,}")


def _stated_model(text: str) -> ShownBoard:
    """A model in the JSON that `rosetta.Model` writes. Raises ModelError."""
    resolved, question = question_about_model(from_json(text))
    _check_cells(resolved.size)
    return ShownBoard(AskedInstance(question.puzzle, "-", {}, made=(resolved, question)))


def _model_text(instance: ModelInstance) -> str:
    """A model as a text: the file that it was read from, or its JSON."""
    from models.neutral.json import to_json

    content = instance.content
    return content.decode("utf-8", "surrogateescape") if content else to_json(instance.model, words=True)
