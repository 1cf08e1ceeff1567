"""The boards of a campaign: from its groups of instances to each board, with the question about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product
from pathlib import PurePath
from typing import Any

from instances.naming import InstanceText, instance_texts, name_instance, name_puzzle
from instances.puzzle_flags import OptionError
from instances.resolve import is_generated, is_path
from models.puzzles.contract import Puzzle
from models.puzzles.registry import puzzle, usable_names
from rosetta.campaigns.planning.campaign import Campaign, InstanceGroup
from rosetta.campaigns.planning.cells import CellInstance, cell_instance, options_text, pairs
from rosetta.foundation.errors import InputError
from rosetta.foundation.path_tails import name_folders
from rosetta.foundation.progress import Progress
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.asking.question import Question


def posed_instances(campaign: Campaign, command: str, progress: Progress) -> Iterator[tuple[CellInstance, Question]]:
    """Every board of the campaign with the question about it. command: for messages. Raises InputError."""
    done, groups = 0, []
    for group in campaign.instances:
        name, whats = name_puzzle(group.puzzle, group.whats, command)
        groups.append((group, name, instance_texts(whats, name)))
    folders = name_folders(_folder(text, name) for _, name, texts in groups for text in texts)
    for group, name, texts in groups:
        for chosen in product(*group.options.values()):
            words = zip(group.options, chosen, strict=True)
            options = {option: _read_option(option, word) for option, word in words}
            for text in texts:
                for posed in _pose_text(group, text, name, options, command, folders[_folder(text, name)]):
                    done += 1
                    progress(f"{done} boards")
                    yield posed


def _folder(text: InstanceText, name: str | None) -> str:
    """The folder of the file that WHAT names, as it is written; "" where it names none, or has no folder."""
    return str(PurePath(text.what).parent) if is_path(name or text.puzzle, text.what) else ""


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
        family = group.family or _family_name(record, text.what, unusual, folder)
        yield cell_instance(question, resolved, unusual, family), question
        if resolved.seed is None:
            return


def _unusual_options(record: Puzzle, options: Mapping[str, Any]) -> dict[str, Any]:
    """Those that are not the default ones."""
    usual = {name: parameter.default for name, parameter in record.parameters.items()}
    usual |= {name: values[0] for name, values in record.options.items()}
    return {name: value for name, value in options.items() if value != usual[name]}


def _family_name(record: Puzzle, what: str, unusual: Mapping[str, Any], folder: str) -> str:
    """`akari 10 --bare 20` for boards that are generated, `model miplib` for files in a folder, else the puzzle."""
    if not is_generated(record.name, what):
        return record.name if folder in ("", ".", record.name) else f"{record.name} {folder}"
    return " ".join([record.name, what, options_text(record, pairs(unusual))]).strip()
