"""A campaign as it is asked for: groups of instances, groups of configurations, and what holds for all of them.

    every instance of every group x every configuration for its family x symmetries x seeds x repeats = the cells
    every board by its content    x ...

A campaign file (`campaign_file`) and a command line both become this record, and this record can be written as such a
file: so a command line can be kept as one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from backends.contract import Limits
from rosetta.campaigns.planning.cells import CellInstance
from rosetta.studies.asking.encoding_choices import AUTO


@dataclass(frozen=True, slots=True)
class InstanceGroup:
    """Instances of one kind. whats: as on a command line; puzzle: None where each WHAT tells it; family: their name in
    every table, "" to name each by its puzzle and WHAT; seeds: of boards that are generated; options: of the generator
    and of the rules, by name the values, each of which gives boards of its own."""

    whats: tuple[str, ...]
    puzzle: str | None = None
    family: str = ""
    seeds: tuple[int, ...] = (0,)
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConfigurationGroup:
    """Solvers: each backend with each formulation, encoding, profile and number of threads. backends: None for all that
    can be used here; formulations: None for those that a comparison shows, ("all",) for all; encodings: AUTO, ALL, or
    `FORM=NAME,...` where NAME may be `all`; profile: None for each that a backend has; settings: parameters for the
    backends that have them; families: of instances, or puzzles, that these are for; () for all."""

    backends: tuple[str, ...] | None = None
    formulations: tuple[str, ...] | None = None
    encodings: tuple[str, ...] = (AUTO,)
    profile: str | None = None
    threads: tuple[int, ...] = (1,)
    settings: Mapping[str, str] = field(default_factory=dict)
    families: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Campaign:
    """The whole. boards: that are there already, beside those that words name; their family may be "", as that of a
    group; seeds: of solvers and, if `shuffled`, of the order of variables and constraints; symmetries: of boards, by
    number, 0 for none; unique: ask for a second answer, too; prove: what cells claim."""

    instances: tuple[InstanceGroup, ...]
    configurations: tuple[ConfigurationGroup, ...] = (ConfigurationGroup(),)
    limits: Limits = field(default_factory=Limits)
    seeds: tuple[int, ...] = (0,)
    repeats: int = 1
    shuffled: bool = False
    symmetries: tuple[int, ...] = (0,)
    unique: bool = False
    prove: bool = False
    boards: tuple[CellInstance, ...] = ()


def campaign_toml(campaign: Campaign) -> str:
    """The campaign file that says the same; what is usual is left out."""
    usual = Campaign(())
    head = {
        "seeds": list(campaign.seeds) if campaign.seeds != usual.seeds else None,
        "repeats": campaign.repeats if campaign.repeats != usual.repeats else None,
        "shuffle": campaign.shuffled or None,
        "symmetries": list(campaign.symmetries) if campaign.symmetries != usual.symmetries else None,
        "unique": campaign.unique or None,
        "prove": campaign.prove or None,
    }
    limits = {"seconds": campaign.limits.seconds, "memory": campaign.limits.memory}
    lines = [*_assignments(head), "", "[limits]", *_assignments(limits)]
    for group in campaign.instances:
        lines += ["", "[[instances]]", *_assignments(_instance_keys(group))]
    for board in campaign.boards:
        lines += ["", "[[boards]]", *_assignments(_board_keys(board))]
    alone = len(campaign.configurations) == 1
    for configuration in campaign.configurations:
        keys = list(_assignments(_configuration_keys(configuration)))
        if keys:
            lines += ["", "[solvers]" if alone else "[[configurations]]", *keys]
    return "\n".join(lines).strip() + "\n"


def _instance_keys(group: InstanceGroup) -> Mapping[str, Any]:
    return {
        "family": group.family or None,
        "puzzle": group.puzzle,
        "what": list(group.whats),
        "seeds": list(group.seeds) if group.seeds != (0,) else None,
        "options": {name: list(values) if len(values) > 1 else values[0] for name, values in group.options.items()}
        or None,
    }


def _board_keys(board: CellInstance) -> Mapping[str, Any]:
    return {
        "family": board.family or None,
        "puzzle": board.puzzle,
        "what": board.what,
        "seed": board.seed,
        "options": dict(board.options) or None,
        "text": board.text,
    }


def _configuration_keys(group: ConfigurationGroup) -> Mapping[str, Any]:
    usual = ConfigurationGroup()
    return {
        "families": list(group.families) or None,
        "backends": None if group.backends is None else list(group.backends),
        "formulations": None if group.formulations is None else list(group.formulations),
        "encodings": list(group.encodings) if group.encodings != usual.encodings else None,
        "profile": group.profile,
        "threads": list(group.threads) if group.threads != usual.threads else None,
        "settings": dict(group.settings) or None,
    }


def _assignments(values: Mapping[str, Any]) -> Iterator[str]:
    return (f"{key} = {_toml_value(value)}" for key, value in values.items() if value is not None)


def _toml_value(value: str | float | Sequence[Any] | Mapping[str, Any]) -> str:
    """A value in TOML. Texts are written as in JSON, which TOML reads alike."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
