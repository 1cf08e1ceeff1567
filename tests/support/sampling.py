"""A plugin for pytest: which items of a large family `make test` runs; `make exhaustive` runs the others.

    @pytest.mark.exhaustive                 none of them
    @pytest.mark.sample(4)                  four items of this test
    @pytest.mark.sample(0.125)              each item on one day of eight
    @pytest.mark.sample(1, each="name")     one item for each value of the parameter `name`

The sample changes with the date, so that in time everything is run between two looks at the gate, which runs it all.
`ROSETTA_SAMPLE=2026-11-27` repeats that day's; the last lines of a run say which one it was.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from datetime import UTC, datetime

import pytest

VARIABLE = "ROSETTA_SAMPLE"


def sample_seed() -> str:
    """The date in UTC, or what the environment names instead."""
    return os.environ.get(VARIABLE) or datetime.now(UTC).date().isoformat()


def pytest_configure(config: pytest.Config) -> None:
    """All processes of a run take the same sample, also one that begins before midnight."""
    os.environ[VARIABLE] = sample_seed()


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks as exhaustive what is not in the sample."""
    families: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sample") and not item.get_closest_marker("exhaustive"):
            families[item.nodeid.partition("[")[0]].append(item)
    for family, members in families.items():
        for item in left_out(family, members):
            item.add_marker(pytest.mark.exhaustive)


def left_out(family: str, items: list[pytest.Item]) -> list[pytest.Item]:
    """The items of a test that are not in the sample. Which these are depends on nothing but the seed and the names of
    the items, not on what else is collected."""
    groups: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        groups[group_of(item)].append(item)
    rest: list[pytest.Item] = []
    for group, members in groups.items():
        (number,) = members[0].get_closest_marker("sample").args
        if number < 1:
            rest += [item for item in members if random.Random(f"{sample_seed()} {item.nodeid}").random() > number]
            continue
        shuffled = sorted(members, key=lambda item: item.nodeid)
        random.Random(f"{sample_seed()} {family} {group}").shuffle(shuffled)
        rest += shuffled[number:]
    return rest


def group_of(item: pytest.Item) -> str:
    """The value of the parameter of which each value is to be in the sample; "" where there is none."""
    parameter = item.get_closest_marker("sample").kwargs.get("each")
    return str(item.callspec.params[parameter]) if parameter else ""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"sample of {sample_seed()}: {VARIABLE}={sample_seed()} repeats it")
