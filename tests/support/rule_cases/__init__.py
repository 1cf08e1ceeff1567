"""Small cases of every kind of global rule, by which each of its formulations is tested.

    case.py     what a case is, and the model that states it
    KIND.py     CASES of a kind, each with an oracle that is written from the definition; SIZED, whose rows are counted;
                LACKS, where there is something that the kind cannot have ("choice", "several rows")

A new kind needs its file here, named as its room in `models/neutral/global_rules`; a new formulation needs nothing.
"""

from __future__ import annotations

from importlib import import_module

from models.neutral.global_rules.registry import kind_names, kind_of
from tests.support.rule_cases.case import RuleCase

FORMULATIONS = [(kind, by) for kind in kind_names() for by in kind_of(kind).formulations]


def cases_of(kind: str) -> tuple[RuleCase, ...]:
    """The small ones."""
    cases: tuple[RuleCase, ...] = import_module(f"{__name__}.{kind}").CASES
    assert len({case.name for case in cases}) == len(cases)
    return cases


def sized_case(kind: str) -> RuleCase:
    """A larger one, of which every formulation states the rows."""
    case: RuleCase = import_module(f"{__name__}.{kind}").SIZED
    return case


def sorts_lacking(kind: str) -> frozenset[str]:
    """What no case of the kind can have."""
    return getattr(import_module(f"{__name__}.{kind}"), "LACKS", frozenset())
