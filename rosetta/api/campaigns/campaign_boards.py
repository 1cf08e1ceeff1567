"""What may stand for the boards of a campaign: words as on the command line, files, boards, models; by family or not.

Words stay words: sizes become boards when the campaign is planned. Whatever else is a board already goes into the
campaign by its content, whether or not anything finds it again by a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from instances.networks import is_network
from instances.reading import exists
from instances.resolve import ResolvedInstance
from models.neutral import Model
from models.puzzles.registry import canonical_name, is_known, puzzle, usable_names
from report.number_text import quote_value
from rosetta.api.board import Board, as_board, is_model
from rosetta.api.calling.arguments import check_name, option_text, read_choices, read_what
from rosetta.api.loading import load
from rosetta.campaigns.planning.boards import board_instance
from rosetta.campaigns.planning.campaign import InstanceGroup
from rosetta.campaigns.planning.campaign_request import CampaignBoards
from rosetta.campaigns.planning.cells import CellInstance, pose_cell_question
from rosetta.foundation.errors import InputError

FILE = ".toml"
DIGITS = re.compile(r"(sha256:[0-9a-f]{12})[0-9a-f]+")
EXPECTED = (
    "boards: expected words such as 'tents 8..20/4' or ('tents', 8, 10), a path, a board, a rosetta.Model, a list of "
    "these, or lists by the name of their family"
)


def read_boards(boards: Any, options: Mapping[str, Sequence[Any]]) -> CampaignBoards:
    """The boards. options: parameters of the puzzles and readings of their rules, for boards that words name, each with
    its values. Raises InputError."""
    items = list(_items(boards, "", {name: values[0] for name, values in options.items()}))
    files = [item for item in items if isinstance(item, Path)]
    if files and len(items) > 1:
        raise InputError(f"boards: expected a campaign file or boards, found {files[0]} and others")
    groups = tuple(item for item in items if isinstance(item, InstanceGroup))
    instances = tuple(item for item in items if isinstance(item, CellInstance))
    if not items:
        raise InputError(f"{EXPECTED}; found none")
    if files:
        return CampaignBoards(file=files[0])
    texts = _option_texts(groups, options)
    return CampaignBoards(tuple(replace(group, options=texts) for group in groups), instances)


def _items(boards: Any, family: str, options: Mapping[str, Any]) -> Iterator[InstanceGroup | CellInstance | Path]:
    """What each part stands for."""
    if isinstance(boards, Board | Model):
        yield _kept_board(as_board(boards), family)
    elif isinstance(boards, str):
        yield from _of_text(boards, family, options)
    elif isinstance(boards, PathLike):
        path = Path(boards)
        is_campaign = path.suffix == FILE
        yield path if is_campaign else InstanceGroup((_named_file(path),), None, family)
    elif isinstance(boards, tuple) and boards and isinstance(boards[0], str) and is_known(boards[0]):
        yield from _of_puzzle(boards[0], boards[1:], family, options)
    elif isinstance(boards, Mapping) and not is_network(boards):
        for name, each in boards.items():
            if not isinstance(name, str) or not name:
                raise InputError(f"boards: expected the name of a family, found {quote_value(name)}")
            yield from _items(each, name, options)
    elif is_network(boards):
        raise InputError("boards: found a graph; rosetta.lights_out makes a board of it")
    elif isinstance(boards, Iterable) and not isinstance(boards, bytes):
        for each in boards:
            yield from _items(each, family, options)
    else:
        raise InputError(f"{EXPECTED}; found {quote_value(boards)}")


def _of_text(text: str, family: str, options: Mapping[str, Any]) -> Iterator[InstanceGroup | CellInstance | Path]:
    """What a text stands for: the lines of a board; a campaign file; a file; words."""
    if "\n" in text.strip():
        yield _kept_board(load(text, **options), family)
        return
    words = [text.strip()] if exists(text.strip()) else text.split()
    if words in ([], ["-"]):
        raise InputError(f"{EXPECTED}; found {quote_value(text)}")
    if len(words) == 1 and is_known(words[0]) and not exists(words[0]):
        raise InputError(f"boards: expected a board of {words[0]}, such as '{words[0]} 8'")
    if flag := next((word for word in words if word.startswith("-")), ""):
        raise InputError(f"boards: {flag}: options have arguments of their own, such as seed=3, options={{'bare': 20}}")
    if len(words) == 1 and words[0].endswith(FILE):
        yield Path(words[0])
    elif len(words) > 1 and is_known(words[0]):
        yield InstanceGroup(tuple(words[1:]), canonical_name(words[0]), family)
    else:
        yield InstanceGroup(tuple(words), None, family)


def _of_puzzle(
    name: str, whats: Iterable[Any], family: str, options: Mapping[str, Any]
) -> Iterator[InstanceGroup | CellInstance]:
    """Boards of a puzzle: sizes as numbers or pairs, paths, texts."""
    named, found = canonical_name(name), False
    for what in whats:
        found = True
        if isinstance(what, Board | Model):
            raise InputError("boards: a board tells its puzzle itself: leave out the name before it")
        if is_network(what) or (isinstance(what, str) and "\n" in what.strip()):
            yield _kept_board(load(named, what, **options), family)
            continue
        given = read_what(what)
        yield InstanceGroup((_named_file(given) if isinstance(given, Path) else given,), named, family)
    if not found:
        raise InputError(f"boards: expected a board of {named}, such as ('{named}', 8)")


def _named_file(path: Path) -> str:
    """The path as a WHAT that nothing else is taken for."""
    return str(path) if path.is_absolute() else f"./{path}"


def _kept_board(board: Board, family: str) -> CellInstance:
    """The board by its content. Raises InputError where it cannot be written and read again."""
    named = replace(board._resolved, what=_board_name(board, board._resolved))
    kept = board_instance(board._question, named, board._choices, family)
    try:
        pose_cell_question(kept)
    except InputError as error:
        raise InputError(f"boards: {board!r} cannot be kept in the store of a campaign: {error}") from None
    return kept


def _board_name(board: Board, resolved: ResolvedInstance) -> str:
    """What tables call it: what finds it again, where anything does; else the name of a model, or a hash."""
    if is_model(board) and resolved.what == resolved.id:  # it was stated here
        return " ".join(board._question.instance.model.name.split()) or _shorten(resolved.id)
    return _shorten(resolved.id) if resolved.what == "-" else resolved.what


def _shorten(id: str) -> str:
    return DIGITS.sub(r"\1", id)


def _option_texts(groups: Iterable[InstanceGroup], options: Mapping[str, Sequence[Any]]) -> dict[str, tuple[str, ...]]:
    """The values of options as texts, each checked by the puzzles that have it. Raises InputError for one of none of
    them."""
    if not options:
        return {}
    names = [group.puzzle for group in groups]
    records = [puzzle(name) for name in dict.fromkeys(usable_names() if None in names else names) if name is not None]
    known = [name for record in records for name in (*record.parameters, *record.options)]
    for name in options:
        check_name(name, dict.fromkeys(known), "option of these boards")
    for record in records:
        own = {*record.parameters, *record.options}
        for name, values in options.items():
            for value in values if name in own else ():
                read_choices(record, {name: value})
    return {name: tuple(map(option_text, values)) for name, values in options.items()}
