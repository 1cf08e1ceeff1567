"""Tests with a gap: see `test_mutation`."""

from __future__ import annotations

import os

import pytest

from tests.mutation.toy import is_within


@pytest.mark.parametrize(("x", "within"), [(0, False), (1, True), (2, True), (4, False)])
def test_is_within(x, within):
    assert is_within(x, 3) is within


def test_is_broken_after_it_was_mapped():
    assert is_within(1, 3) is not bool(os.environ.get("ROSETTA_BROKEN_TOY"))
