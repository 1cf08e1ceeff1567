"""Families of instances: by what generates them, or by the folder that their files are in."""

from __future__ import annotations

import pytest

from rosetta.campaigns.planning.boards import posed_instances
from rosetta.campaigns.planning.campaign import Campaign, InstanceGroup
from rosetta.foundation.progress import ignore_progress

MODEL = "Maximize\n obj: x + y\nSubject To\n c: x + {} y <= 1\nBinaries\n x y\nEnd\n"


@pytest.fixture(autouse=True)
def _files(tmp_path, monkeypatch):
    """Models in a/, b/, p/a/ and here."""
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(["a/x.lp", "a/y.lp", "b/x.lp", "p/a/x.lp", "z.lp"], 1):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(MODEL.format(number))


def families(*groups):
    campaign = Campaign(tuple(groups))
    return [instance.family for instance, _ in posed_instances(campaign, "bench run", ignore_progress)]


def test_files_belong_to_the_family_of_their_folder():
    """With as much of its path as tells it from the other folders; also where several groups name them."""
    assert families(InstanceGroup(("a", "b/x.lp", "z.lp"))) == ["model a", "model a", "model b", "model"]
    assert families(InstanceGroup(("a/x.lp",)), InstanceGroup(("p/a",))) == ["model a", "model p/a"]
    assert families(InstanceGroup(("a/x.lp",), family="mine")) == ["mine"]


def test_what_is_generated_belongs_to_the_family_of_its_size_and_options():
    group = InstanceGroup(("4", "5"), "akari", seeds=(0, 1), options={"bare": ("20",)})
    assert families(group) == ["akari 4 --bare 20"] * 2 + ["akari 5 --bare 20"] * 2
    assert families(InstanceGroup(("tents/ring",))) == ["tents"]
