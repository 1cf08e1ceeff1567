"""Golden files: what a test expects to be printed, as text in tests/golden, rewritten by `pytest --update-golden`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the files in tests/golden")


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
