"""The boards of a campaign: from its groups of instances, and from boards that are there, to the question about each.

A board that is there is posed from its text, as the process does it that runs its cells: so what cannot be written and
read again is refused before anything runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import PurePath
from typing import Any

from instances.naming import InstanceText, instance_texts, name_instance, name_puzzle
from instances.puzzle_flags import OptionError
from instances.resolve import ResolvedInstance, is_generated, is_path
from models.puzzles.contract import Puzzle
from models.puzzles.registry import puzzle, usable_names
from rosetta.campaigns.planning.campaign import Campaign, InstanceGroup
from rosetta.campaigns.planning.cells import (
    CellInstance,
    Pairs,
    cell_instance,
    options_text,
    pairs,
    pose_cell_question,
)
from rosetta.foundation.errors import InputError
from rosetta.foundation.path_tails import name_folders
from rosetta.foundation.progress import Progress
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.asking.question import Question


def posed_instances(campaign: Campaign, command: str, progress: Progress) -> Iterator[tuple[CellInstance, Question]]:
    """Every board of the campaign with the question about it. command: for messages. Raises InputError."""
    for done, posed in enumerate(_posed_instances(campaign, command), 1):
        progress(f"{done} boards")
        yield posed


def _posed_instances(campaign: Campaign, command: str) -> Iterator[tuple[CellInstance, Question]]:
    groups = []
    for group in campaign.instances:
        name, whats = name_puzzle(group.puzzle, group.whats, command)
        groups.append((group, name, instance_texts(whats, name)))
    paths = [_folder(name or text.puzzle, text.what) for _, name, texts in groups for text in texts]
    folders = name_folders([*paths, *(_folder(board.puzzle, board.what) for board in campaign.boards)])
    for group, name, texts in groups:
        for chosen in product(*group.options.values()):
            words = zip(group.options, chosen, strict=True)
            options = {option: _read_option(option, word) for option, word in words}
            for text in texts:
                folder = folders[_folder(name or text.puzzle, text.what)]
                yield from _pose_text(group, text, name, options, command, folder)
    for board in campaign.boards:
        question = pose_cell_question(board)
        folder = folders[_folder(board.puzzle, board.what)]
        family = board.family or _family_name(question.puzzle, board.what, board.options, folder)
        yield replace(board, family=family), question


def board_instance(
    question: Question, resolved: ResolvedInstance, choices: Mapping[str, Any], family: str = ""
) -> CellInstance:
    """A board that is there, for `Campaign.boards`. choices: parameters and options that it was made with."""
    return cell_instance(question, resolved, _unusual_options(question.puzzle, choices), family)


def _folder(name: str, what: str) -> str:
    """The folder of the file that WHAT names, as it is written; "" where it names none, or has no folder. name: of the
    puzzle, "" where it is not known."""
    return str(PurePath(what).parent) if is_path(name, what) else ""


def _read_option(name: str, word: str) -> Any:
    """The value of an option of the puzzles that have it."""
    for record in map(puzzle, usable_names()):
        if name in record.parameters:
            return record.parameters[name].read(word)
    return word


def _pose_text(
    group: InstanceGroup,
    text: InstanceText,
    name: str | None,
    options: Mapping[str, Any],
    command: str,
    folder: str,
) -> Iterator[tuple[CellInstance, Question]]:
    """The boards of one WHAT: one for each seed, if seeds matter. A seed behind it in its file comes first. folder: the
    name of the one that it is in."""
    try:
        named = name_instance(text, name, options, command)
    except OptionError as error:
        raise InputError(f"{text.place}: {error}") from None
    record = puzzle(named.puzzle)
    stdin = None if text.content is None else partial(bytes, text.content)
    for seed in group.seeds if named.seed is None else (named.seed,):
        resolved, question = pose_question(record, text.what, seed, named.options, stdin)
        unusual = _unusual_options(record, named.options)
        family = group.family or _family_name(record, text.what, pairs(unusual), folder)
        yield cell_instance(question, resolved, unusual, family), question
        if resolved.seed is None:
            return


def _unusual_options(record: Puzzle, options: Mapping[str, Any]) -> dict[str, Any]:
    """Those that are not the default ones."""
    usual = {name: parameter.default for name, parameter in record.parameters.items()}
    usual |= {name: values[0] for name, values in record.options.items()}
    return {name: value for name, value in options.items() if value != usual[name]}


def _family_name(record: Puzzle, what: str, unusual: Pairs, folder: str) -> str:
    """`akari 10 --bare 20` for boards that are generated, `model miplib` for files in a folder, else the puzzle."""
    if not is_generated(record.name, what):
        return record.name if folder in ("", ".", record.name) else f"{record.name} {folder}"
    return " ".join([record.name, what, options_text(record, unusual)]).strip()
