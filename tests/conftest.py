"""Golden files: what a test expects to be printed, as text in tests/golden, rewritten by `pytest --update-golden`.

And for all random examples: no deadline, since how long one takes is the machine's business. And for all tests: what
`-v` has printed in one is not printed in the next, a line is as wide as in a pipe, whatever starts the tests
(pytest-xdist sets COLUMNS), and Ctrl-C interrupts what they start (a shell lets commands behind `&` ignore it).
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import types
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, settings

from report.step_log import LOGGER
from tests.support import costs, installed, sampling
from tests.support.places import GOLDEN

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
for _variable in ("COLUMNS", "LINES", "NO_COLOR"):
    os.environ.pop(_variable, None)
signal.signal(signal.SIGINT, signal.default_int_handler)
_NO_PARAMETERS = types.SimpleNamespace(params={})


def pytest_configure(config: pytest.Config) -> None:
    for plugin in (sampling, installed, costs):
        config.pluginmanager.register(plugin)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the files in tests/golden")
    parser.addoption(costs.UPDATE, action="store_true", help="write tests/costs.tsv: what each family costs here")


STANDS = "test_a_program_is_missing["  # in tests/test_missing_programs.py
LEFT_OUT = pytest.StashKey[dict[str, int]]()
CHARTS = "tests/report/campaign/"
"""Run last: the JavaScript engine that draws charts stays in the process, 240 MB that every later fork would copy."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the tests of programs that are not installed, where one test says so for all of them."""
    from tests.support.missing_programs import program_needed

    parameters = [getattr(item, "callspec", _NO_PARAMETERS).params for item in items]
    lines = {id(item): p["program"] for item, p in zip(items, parameters, strict=True) if item.name.startswith(STANDS)}
    needed = [None if id(item) in lines else program_needed(p) for item, p in zip(items, parameters, strict=True)]
    counts = {program: needed.count(program) for program in lines.values()}
    kept = [
        item
        for item, program in zip(items, needed, strict=True)
        if program not in counts and counts.get(lines.get(id(item), ""), 1)
    ]
    among = set(kept)
    config.hook.pytest_deselected(items=[item for item in items if item not in among])
    items[:] = sorted(kept, key=lambda item: item.nodeid.startswith(CHARTS))
    config.stash[LEFT_OUT] = counts


@pytest.fixture(autouse=True)
def _no_steps_afterwards() -> Iterator[None]:
    """A verb that runs in this process with -v has each step printed from then on."""
    logger = logging.getLogger(LOGGER)
    before = logger.handlers, logger.level, logger.propagate
    yield
    logger.handlers, logger.level, logger.propagate = before


@pytest.fixture
def tests_left_out(request: pytest.FixtureRequest) -> dict[str, int]:
    """How many tests were left out for each missing program."""
    return request.config.stash[LEFT_OUT]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden(name, text)` fails if the text is not that of tests/golden/name."""

    def same(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        assert path.exists(), f"{path} is missing: run pytest --update-golden and review it"
        assert text == path.read_text("utf-8")

    return same


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """`fake(backend)` registers a misbehaving backend for the test and returns its name."""
    from backends import registry
    from backends.contract import Backend

    def register(backend: Backend) -> str:
        module = types.ModuleType(f"fake_{backend.name}")
        module.BACKEND = backend  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        # the one table that everybody reads: a module that is first imported now must not keep another function
        monkeypatch.setitem(registry.modules(), backend.name, module.__name__)
        return backend.name

    return register
