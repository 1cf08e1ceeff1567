"""From the words of `bench run` to what they ask for."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NoReturn

from backends.name_lists import read_names
from models.puzzles.contract import SYMMETRIES
from rosetta.campaigns.planning.campaign import Campaign, InstanceGroup
from rosetta.campaigns.planning.campaign_request import CampaignRequest
from rosetta.campaigns.planning.requested_campaign import requested_campaign
from rosetta.campaigns.planning.shards import parse_shard
from rosetta.commands.contract import UsageError
from rosetta.commands.flags import puzzle_options, settings_from
from rosetta.commands.named_instances import name_puzzle
from rosetta.studies.asking.encoding_choices import ALL

FILE = ".toml"
WORDS = {"instances": "WHAT", "encodings": "--encoding", "formulations": "--formulation"}
"""What a field of a request is called on the line; any other is the flag of its name."""


def campaign_path(arguments: argparse.Namespace) -> Path | None:
    """The campaign file that the line names, None if it names boards. Raises UsageError if it names both."""
    words = [word for word in (arguments.puzzle, *arguments.whats) if word is not None]
    files = [word for word in words if word.endswith(FILE)]
    if files and len(words) > 1:
        other = next((word for word in words if word != files[0]), files[0])
        raise UsageError(f"expected a campaign file or boards, found {files[0][:60]} and {other[:60]}")
    return Path(files[0]) if files else None


def campaign_request(arguments: argparse.Namespace) -> CampaignRequest:
    """What the line asks for. Raises InputError and UsageError."""
    if arguments.keep_contended and arguments.reruns:
        raise UsageError(f"--keep-contended allows no reruns, --reruns {arguments.reruns:g} does: give one of them")
    shard = None if arguments.shard is None else parse_shard(arguments.shard)
    file = campaign_path(arguments)
    if file is None:
        name_puzzle(arguments)
    return CampaignRequest(
        instances=() if file is not None else (InstanceGroup(tuple(arguments.whats), arguments.puzzle),),
        file=file,
        options={name: str(getattr(arguments, name)) for name in puzzle_options(arguments)},
        count=arguments.count,
        seed=arguments.seed,
        backends=_names(arguments.backends, "--backends"),
        formulations=_names(arguments.formulation, "--formulation"),
        encodings=tuple(arguments.encoding),
        profile=arguments.profile,
        settings=settings_from(vars(arguments)),
        threads=_numbers(arguments.threads, "--threads", 1, 1024),
        seeds=_seeds(arguments.seeds),
        shuffle=arguments.shuffle,
        symmetries=_symmetries(arguments.symmetries),
        repeat=arguments.repeat,
        unique=arguments.unique,
        prove=arguments.prove,
        time_limit=arguments.time_limit,
        memory=arguments.memory,
        jobs=arguments.jobs,
        on=arguments.on,
        budget=arguments.budget,
        reruns=arguments.reruns,
        keep_contended=arguments.keep_contended,
        store=None if arguments.store is None else Path(arguments.store),
        shard=shard,
    )


def campaign_from(request: CampaignRequest) -> Campaign:
    """The campaign that is asked for. Raises InputError, RequestRefused and UsageError."""
    for name in request.beside_file():
        _refuse_beside_file(request, name)
    return requested_campaign(request)


def _refuse_beside_file(request: CampaignRequest, name: str) -> NoReturn:
    if name == "settings":
        raise UsageError(f"{request.file} says what is run: settings of solvers belong there, not on the command line")
    flag = flag_of(next(iter(request.options)) if name == "options" else name)
    raise UsageError(
        f"{flag}: {request.file} says what is run; change it there, or name the boards on the command line"
    )


def flag_of(field: str) -> str:
    """What the line calls a field of a request."""
    return WORDS.get(field, f"--{field.replace('_', '-')}")


def _names(text: str | None, flag: str) -> tuple[str, ...] | None:
    """The names in a list with commas, None without one."""
    if text is None:
        return None
    chosen = tuple(read_names(text))
    if not all(chosen):
        raise UsageError(f"{flag}: expected names separated by commas, found '{text[:60]}'")
    return chosen


def _numbers(text: str, flag: str, least: int, most: int) -> tuple[int, ...]:
    """The numbers in a list with commas."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and least <= int(word[:12]) <= most for word in words):
        raise UsageError(f"{flag}: expected whole numbers from {least} to {most} with commas, found '{text[:60]}'")
    return tuple(dict.fromkeys(map(int, words)))


def _seeds(text: str) -> tuple[int, ...]:
    """A number says how many; a list with a comma names them: `5`, or `3,` for the seed 3 alone."""
    if "," in text:
        return _numbers(text.strip(","), "--seeds", 0, 2**31 - 1)
    return tuple(range(_numbers(text, "--seeds", 1, 1_000_000)[0]))


def _symmetries(text: str) -> tuple[int, ...]:
    return tuple(range(SYMMETRIES)) if text == ALL else _numbers(text, "--symmetries", 0, SYMMETRIES - 1)
