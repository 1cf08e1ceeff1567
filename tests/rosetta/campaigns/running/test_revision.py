"""The revision of our own source, which a campaign remembers."""

from __future__ import annotations

from rosetta.campaigns.running.revision import source_revision
from tests.support.places import ROOT


def test_a_checkout_knows_its_revision():
    revision = source_revision()
    assert (revision is None) == (not (ROOT / ".git").exists())
    assert revision is None or len(revision.removesuffix("-dirty")) >= 12
