"""From what is asked for to the campaign: names are checked, ranges become sizes, seeds and limits are filled in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from backends.contract import Limits
from instances.size_ranges import expand_sizes
from rosetta.campaigns.planning.campaign import Campaign, ConfigurationGroup, InstanceGroup
from rosetta.campaigns.planning.campaign_checks import (
    check_backends_of,
    check_formulations_of,
    check_settings_of,
    puzzles_of_groups,
    unless_all,
)
from rosetta.campaigns.planning.campaign_file import read_campaign
from rosetta.campaigns.planning.campaign_request import CampaignRequest, RequestRefused
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.encoding_choices import AUTO, check_encodings


def requested_campaign(request: CampaignRequest) -> Campaign:
    """The campaign that is asked for. Raises RequestRefused for a field, InputError for a name that nothing has or a
    file that cannot be read."""
    if request.file is not None:
        return _campaign_of_file(request, request.file)
    groups = tuple(_instance_group(request, group) for group in request.instances)
    records = puzzles_of_groups(groups, request.boards)
    check_backends_of("", request.backends or (), records)
    check_formulations_of("", request.formulations or (), records)
    if request.settings:  # else no backend is loaded for them
        check_settings_of("settings: ", request.settings, unless_all(request.backends))
    encodings = tuple(dict.fromkeys(map(check_encodings, request.encodings))) or (AUTO,)
    configuration = ConfigurationGroup(
        backends=unless_all(request.backends),
        formulations=request.formulations,
        encodings=encodings,
        profile=request.profile,
        threads=request.threads,
        settings=request.settings,
    )
    return Campaign(
        instances=groups,
        configurations=(configuration,),
        limits=_limits(request, Limits()),
        seeds=request.seeds,
        repeats=request.repeat,
        shuffled=request.shuffle,
        symmetries=request.symmetries,
        unique=request.unique,
        prove=request.prove,
        boards=request.boards,
    )


def _campaign_of_file(request: CampaignRequest, path: Path) -> Campaign:
    """The campaign of a file, with the limits and the proofs that are asked for beside it."""
    for name in request.beside_file():
        raise RequestRefused(name, f"{path} says what is run; change it there")
    campaign = read_campaign(path)
    return replace(campaign, limits=_limits(request, campaign.limits), prove=campaign.prove or request.prove)


def _instance_group(request: CampaignRequest, group: InstanceGroup) -> InstanceGroup:
    """The group with each size of its ranges, the seeds and the options of the request."""
    try:
        whats = tuple(dict.fromkeys(size for what in group.whats for size in expand_sizes(what)))
    except InputError as error:
        raise RequestRefused("instances", str(error)) from None
    seeds = tuple(range(request.seed, request.seed + request.count))
    options = {name: (value,) for name, value in request.options.items()}
    return replace(group, whats=whats, seeds=seeds, options={**options, **group.options})


def _limits(request: CampaignRequest, usual: Limits) -> Limits:
    """The limits that are asked for; those that are not are as usual."""
    seconds = usual.seconds if request.time_limit is None else request.time_limit
    return Limits(seconds, usual.memory if request.memory is None else request.memory)
