"""A number is the smallest of others."""

from __future__ import annotations

from tests.support.rule_cases.extremes import extreme_cases, sized_extreme

CASES = extreme_cases("minimum", min)
SIZED = sized_extreme("minimum", min)
