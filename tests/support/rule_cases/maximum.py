"""A number is the largest of others."""

from __future__ import annotations

from tests.support.rule_cases.extremes import extreme_cases, sized_extreme

CASES = extreme_cases("maximum", max)
SIZED = sized_extreme("maximum", max)
