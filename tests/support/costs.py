"""A plugin for pytest: what each family of tests costs, and which of them grew.

A family is a file of tests. A genre is a puzzle, with all items that are about it, whatever their file. What an item
costs is CPU time, its own and that of all processes it started: a wall time would be the load's. `tests/costs.tsv`
holds what each cost when it was written (`pytest -n auto -m "not exhaustive" --update-costs`); a machine that is slower
by a factor is slower for most families, so the median of all ratios is taken out first.

Items of a sample count in the total alone: which they are changes daily, and how many does not grow with what there is
to choose from. Where a sample has items for each of something, they count for all.

A genre may cost GENRE seconds. The table cannot say more of one (`tests/test_costs.py`), and a genre that it does not
know yet may cost no more. The run tells where a family or a genre costs twice what it may and two seconds more (TOLD):
the load can make that of one, since a process that is often interrupted computes longer, and the first test of a worker
pays for what others use. It fails from four times and ten seconds more (FAILS), which no load was seen to make. So
forty genres more do not bring back a suite that nobody waits for.

What to do then: make the tests cheaper at equal power; if that cannot be, sample them (`tests/support/sampling.py`); if
they are worth their time, write the table anew, on a quiet machine, and the commit says why.
"""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median

import pytest

from models.puzzles.registry import names
from tests.support.places import ROOT

TABLE = ROOT / "tests" / "costs.tsv"
HEAD = "kind\tname\titems\tseconds"
GENRE = 6.0  # CPU seconds that a genre may cost: 3 seconds of `make test` on two cores
FAMILY = 10.0  # CPU seconds of a family that the table does not know yet
TOLD, FAILS = (2.0, 2.0), (4.0, 10.0)  # times what it may cost, and so many seconds more
PROPERTY = "cpu"
UPDATE = "--update-costs"
SELECTION = "not exhaustive"  # what `make test` runs
MOST_OF_THEM = 0.9  # of the families must have been run before anything is said of one

Costs = Mapping[tuple[str, str], tuple[int, float]]  # by kind and name: items, seconds


def read_table(text: str) -> Costs:
    """The lines of the table."""
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    return {(kind, name): (int(items), float(seconds)) for kind, name, items, seconds in rows}


def table_text(costs: Costs) -> str:
    """The table, sorted, so that a change of it can be read."""
    rows = (f"{kind}\t{name}\t{items}\t{seconds:.1f}" for (kind, name), (items, seconds) in sorted(costs.items()))
    return "\n".join([HEAD, *rows, ""])


def slowness(now: Costs, then: Costs) -> float:
    """How many times as long this machine takes: the median over the families that took more than a second."""
    ratios = [now[key][1] / then[key][1] for key in now.keys() & then.keys() if key[0] == "family" and then[key][1] > 1]
    return median(ratios) if ratios else 1.0


def at_same_speed(now: Costs, then: Costs) -> Costs:
    """The costs as they would be on the machine of the table: budgets are in its seconds, whoever writes it anew."""
    factor = slowness(now, then)
    return {key: (items, seconds / factor) for key, (items, seconds) in now.items()}


def growth(now: Costs, then: Costs, most: tuple[float, float] = TOLD) -> list[str]:
    """A sentence for each family and each genre that costs more than `most` of what it may, the dearest first."""
    factor = slowness(now, then)
    told = []
    for (kind, name), (items, measured) in now.items():
        seconds, known = measured / factor, then.get((kind, name))
        may = known[1] if known else GENRE if kind == "genre" else FAMILY
        if seconds > most[0] * may + most[1]:
            was = f"{may:.1f} s in {known[0]} items in tests/costs.tsv" if known else f"a new {kind} may cost {may:g} s"
            told.append((seconds, f"{name}: {seconds:.1f} s in {items} items; {was}"))
    return [sentence for _, sentence in sorted(told, reverse=True)]


def growth_of_run(now: Costs, then: Costs, most: tuple[float, float] = TOLD) -> list[str]:
    """What grew; nothing of a run of a part of the tests, which does not know how fast the machine is."""
    return growth(now, then, most) if len(now) >= len(then) * MOST_OF_THEM else []


def groups_of(item: pytest.Item) -> list[tuple[str, str]]:
    """What an item is counted for, as kind and name."""
    total, sample = ("total", "make test"), item.get_closest_marker("sample")
    if sample and "each" not in sample.kwargs:
        return [total]
    return [total, ("family", item.nodeid.partition("::")[0]), *(("genre", name) for name in genres_of(item))]


def genres_of(item: pytest.Item) -> list[str]:
    """The puzzles that an item is about: by the values of its parameters, or by the place of its file."""
    callspec = getattr(item, "callspec", None)
    values = set(map(str, callspec.params.values())) if callspec else set()
    file = Path(item.nodeid.partition("::")[0])
    words = {*values, *file.parent.parts, file.stem.removeprefix("test_")}
    return [name for name in names() if name in words]


# ---- in every process --------------------------------------------------------------------------------------------

START = pytest.StashKey[float]()


def used_seconds() -> float:
    """CPU seconds of this process so far, and of its children: of those that have ended, and of those that live on (a
    server that forks for many tests) with what they have waited for."""
    return sum(os.times()[:4]) + sum(map(_seconds_of_child, _living_children()))


def _living_children() -> list[str]:
    """Their process numbers; none where the system does not list them."""
    try:
        tasks = [(task / "children").read_text() for task in Path("/proc/self/task").iterdir()]
    except OSError:
        return []
    return " ".join(tasks).split()


def _seconds_of_child(pid: str) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended since
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")  # utime, stime, cutime, cstime (man 5 proc)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What the first items would pay for all others of a worker is paid before."""
    if hasattr(session.config, "workerinput") and session.config.option.markexpr == SELECTION:
        from tests.support.in_a_fork import load_solvers, warm_server

        load_solvers()
        warm_server()
        gc.collect()
        gc.freeze()  # what lives now lives as long as this process, and a collection would look at all of it each time


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[START] = used_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """The last report of an item takes its cost to the process that prints."""
    report = yield
    if call.when == "teardown":
        report.user_properties.append((PROPERTY, (used_seconds() - item.stash[START], groups_of(item))))
    return report


# ---- in the process that prints ----------------------------------------------------------------------------------


class CostMeter:
    """Adds up what the items of a run cost, of all its workers, and says in the end what grew."""

    def __init__(self, config: pytest.Config) -> None:
        self.writes: bool = config.getoption(UPDATE)
        self.compares = config.option.markexpr == SELECTION and not self.writes
        self.items: Counter[tuple[str, str]] = Counter()
        self.seconds: Counter[tuple[str, str]] = Counter()
        self.grew: list[str] = []  # known when all items have ended

    def costs(self) -> Costs:
        return {key: (self.items[key], self.seconds[key]) for key in self.items}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties if report.when == "teardown" else ():
            if name == PROPERTY:
                seconds, groups = value
                for group in map(tuple, groups):
                    self.items[group] += 1
                    self.seconds[group] += seconds

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.writes:
            then = read_table(TABLE.read_text("utf-8"))
            TABLE.write_text(table_text(at_same_speed(self.costs(), then)), "utf-8")
        elif self.compares and session.exitstatus == pytest.ExitCode.OK:
            now, then = self.costs(), read_table(TABLE.read_text("utf-8"))
            self.grew = growth_of_run(now, then)
            if growth_of_run(now, then, FAILS):
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.grew:
            terminalreporter.section("tests that cost too much (tests/support/costs.py says what to do)", red=True)
            for sentence in self.grew:
                terminalreporter.write_line(sentence)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # a worker of pytest-xdist only hands its reports on
        config.pluginmanager.register(CostMeter(config))
