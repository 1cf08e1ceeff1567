"""The campaigns that ship can be planned: every puzzle, every backend, every encoding."""

from __future__ import annotations

import pytest

from backends.encoding_choice.catalogue import encoding_names
from models.neutral import Form
from models.puzzles.registry import PUZZLES
from rosetta.campaigns.planning.boards import posed_instances
from rosetta.campaigns.planning.campaign_checks import puzzles_of_groups, special_names
from rosetta.campaigns.planning.campaign_file import read_campaign
from rosetta.campaigns.planning.plan import backend_names, planned_cells
from tests.support.places import ROOT
from tests.support.registered import ASKED_BY_DEFAULT


def cells_of(name):
    campaign = read_campaign(ROOT / "benchmarks" / name)
    versions = dict.fromkeys(backend_names(campaign, puzzles_of_groups(campaign.instances)), "1")
    return planned_cells(campaign, posed_instances(campaign, "", lambda *_: None), versions)


@pytest.mark.parametrize(
    ("name", "fewest", "most", "profiles"),
    [
        ("standard.toml", 1_000, 4_000, {"default"}),
        pytest.param(
            "standard-full.toml", 20_000, 80_000, {"default", "tuned"}, marks=[pytest.mark.slow, pytest.mark.exhaustive]
        ),
    ],
)
def test_a_standard_campaign(name, fewest, most, profiles):
    """It is neither too small nor too large, and leaves no backend out; puzzles join where it is run anew, since its
    results are of those that it names. On small boards nothing is tuned."""
    cells = cells_of(name)
    assert fewest < len(cells) < most
    assert {cell.instance.puzzle for cell in cells} <= set(PUZZLES)
    assert len({cell.instance.puzzle for cell in cells}) >= 9
    assert {cell.backend for cell in cells} == {*ASKED_BY_DEFAULT, *special_names()}
    assert {cell.profile for cell in cells} == profiles
    named = {choice for cell in cells for choice in cell.encoding.split(",")}
    for form in (Form.CARDINALITY, Form.AT_MOST_ONE, Form.EXACTLY_ONE, Form.PARITY):
        assert {f"{form.value}={encoding}" for encoding in encoding_names(form)} <= named
