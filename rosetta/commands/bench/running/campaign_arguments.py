"""From the words of `bench run` to the campaign that they ask for."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from backends.contract import Limits
from backends.name_lists import read_names
from models.puzzles.contract import SYMMETRIES
from rosetta.campaigns.planning.campaign import Campaign, ConfigurationGroup, InstanceGroup, expand_sizes
from rosetta.campaigns.planning.campaign_checks import check_backends_of, check_formulations_of, puzzles_of_groups
from rosetta.campaigns.planning.campaign_file import read_campaign
from rosetta.commands.contract import UsageError
from rosetta.commands.flags import puzzle_options, settings_from
from rosetta.commands.named_instances import name_puzzle
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.encoding_choices import ALL, AUTO, check_encodings

FILE = ".toml"
# flags that say what is run, which a campaign file says already: by the name of the argument
OF_FILE = {
    "count": "--count", "seed": "--seed", "backends": "--backends", "encoding": "--encoding",
    "formulation": "--formulation", "profile": "--profile", "threads": "--threads", "repeat": "--repeat",
    "seeds": "--seeds", "shuffle": "--shuffle", "symmetries": "--symmetries", "unique": "--unique",
}  # fmt: skip


def campaign_path(arguments: argparse.Namespace) -> Path | None:
    """The campaign file that the line names, None if it names boards. Raises UsageError if it names both."""
    words = [word for word in (arguments.puzzle, *arguments.whats) if word is not None]
    files = [word for word in words if word.endswith(FILE)]
    if files and len(words) > 1:
        other = next((word for word in words if word != files[0]), files[0])
        raise UsageError(f"expected a campaign file or boards, found {files[0][:60]} and {other[:60]}")
    return Path(files[0]) if files else None


def campaign_from(arguments: argparse.Namespace) -> Campaign:
    """The campaign of a file or of the line itself. Raises InputError and UsageError."""
    path = campaign_path(arguments)
    if path is None:
        return _campaign_of_line(arguments)
    for name in (*OF_FILE, *puzzle_options(arguments)):
        if getattr(arguments, name) != arguments.parser.get_default(name):
            flag = OF_FILE.get(name, f"--{name.replace('_', '-')}")
            raise UsageError(
                f"{flag}: {path} says what is run; change it there, or name the boards on the command line"
            )
    if settings_from(arguments):
        raise UsageError(f"{path} says what is run: settings of solvers belong there, not on the command line")
    campaign = read_campaign(path)
    limits = campaign.limits
    if arguments.time_limit is not None:
        limits = replace(limits, seconds=arguments.time_limit)
    if arguments.memory is not None:
        limits = replace(limits, memory=arguments.memory)
    return replace(campaign, limits=limits, prove=campaign.prove or arguments.prove)


def _campaign_of_line(arguments: argparse.Namespace) -> Campaign:
    name_puzzle(arguments)
    try:
        whats = tuple(dict.fromkeys(size for what in arguments.whats for size in expand_sizes(what)))
    except InputError as error:
        raise UsageError(f"WHAT: {error}") from None
    chosen = {name: (str(getattr(arguments, name)),) for name in puzzle_options(arguments)}
    seeds = tuple(range(arguments.seed, arguments.seed + arguments.count))
    group = InstanceGroup(whats, arguments.puzzle, "", seeds, chosen)
    backends, formulations = _names(arguments.backends, "--backends"), _names(arguments.formulation, "--formulation")
    records = puzzles_of_groups([group])
    try:
        check_backends_of("", backends or (), records)
        check_formulations_of("", formulations or (), records)
        encodings = tuple(dict.fromkeys(map(check_encodings, arguments.encoding))) or (AUTO,)
    except InputError as error:
        raise UsageError(str(error)) from None
    configuration = ConfigurationGroup(
        None if backends == (ALL,) else backends, formulations, encodings, arguments.profile,
        _numbers(arguments.threads, "--threads", 1, 1024), settings_from(arguments),
    )  # fmt: skip
    usual = Limits()
    return Campaign(
        (group,),
        (configuration,),
        Limits(
            usual.seconds if arguments.time_limit is None else arguments.time_limit,
            usual.memory if arguments.memory is None else arguments.memory,
        ),
        _seeds(arguments.seeds),
        arguments.repeat,
        arguments.shuffle,
        _symmetries(arguments.symmetries),
        arguments.unique,
        arguments.prove,
    )


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
