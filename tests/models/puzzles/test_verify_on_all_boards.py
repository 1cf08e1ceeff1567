"""The whole search for boards on which `verify` and the rules need each other: `test_verify_keeps_every_rule.py`."""

from __future__ import annotations

import pytest

from models.puzzles.registry import names
from tests.models.puzzles.test_verify_keeps_every_rule import check_evidence
from tests.support.rule_evidence import search_evidence


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize("name", names())
def test_verify_and_rules_need_each_other_on_all_boards(name, subtests):
    """On small, written, changed and larger boards."""
    check_evidence(name, search_evidence(name), subtests)
