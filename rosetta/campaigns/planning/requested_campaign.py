"""From what is asked for to the campaign: names are checked, ranges become sizes, seeds and limits are filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from backends.contract import Limits
from instances.size_ranges import expand_sizes
from models.puzzles.contract import Puzzle
from rosetta.campaigns.planning.campaign import Campaign, ConfigurationGroup, InstanceGroup
from rosetta.campaigns.planning.campaign_checks import (
    check_backends_of,
    check_formulations_of,
    check_settings_of,
    puzzles_of_groups,
    unless_all,
)
from rosetta.campaigns.planning.campaign_file import read_campaign
from rosetta.campaigns.planning.campaign_request import CampaignBoards, CampaignRequest, RequestRefused
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.encoding_choices import AUTO, check_encodings


def requested_campaign(boards: CampaignBoards, request: CampaignRequest) -> Campaign:
    """The campaign that is asked for. Raises RequestRefused for boards, InputError for a name that nothing has or a
    file that cannot be read."""
    if boards.file is not None:
        campaign = read_campaign(boards.file)
        return replace(campaign, limits=_limits(request, campaign.limits), prove=campaign.prove or request.prove)
    groups = tuple(_instance_group(request, group) for group in boards.instances)
    configuration = _configuration(request, puzzles_of_groups(groups, boards.boards))
    return Campaign(
        instances=groups,
        configurations=(configuration,),
        limits=_limits(request, Limits()),
        seeds=_numbers(request.seeds),
        repeats=request.repeat,
        shuffled=request.shuffle,
        symmetries=_numbers(request.symmetries),
        unique=request.unique,
        prove=request.prove,
        boards=boards.boards,
    )


def _configuration(request: CampaignRequest, records: Sequence[Puzzle]) -> ConfigurationGroup:
    """The solvers that are asked for. records: the puzzles that they are for. Raises InputError."""
    backends = None if request.backends is None else tuple(request.backends)
    formulations = None if request.formulations is None else tuple(request.formulations)
    settings: Mapping[str, Any] = request.settings or {}
    check_backends_of("", backends or (), records)
    check_formulations_of("", formulations or (), records)
    if settings:  # else no backend is loaded for them
        check_settings_of("settings: ", settings, unless_all(backends))
    choices = cast("tuple[str, ...]", request.encodings or ())  # a request holds texts
    return ConfigurationGroup(
        backends=unless_all(backends),
        formulations=formulations,
        encodings=tuple(dict.fromkeys(map(check_encodings, choices))) or (AUTO,),
        profile=request.profile,
        threads=_numbers(request.threads),
        settings=settings,
    )


def _numbers(held: object) -> tuple[int, ...]:
    """What a request holds where a program may pass a number, or several."""
    return cast("tuple[int, ...]", held)


def _instance_group(request: CampaignRequest, group: InstanceGroup) -> InstanceGroup:
    """The group with each size of its ranges, and the seeds of the request."""
    try:
        whats = tuple(dict.fromkeys(size for what in group.whats for size in expand_sizes(what)))
    except InputError as error:
        raise RequestRefused("boards", str(error)) from None
    return replace(group, whats=whats, seeds=tuple(range(request.seed, request.seed + request.count)))


def _limits(request: CampaignRequest, usual: Limits) -> Limits:
    """The limits that are asked for; those that are not are as usual."""
    seconds = usual.seconds if request.time_limit is None else request.time_limit
    return Limits(seconds, usual.memory if request.memory is None else request.memory)
