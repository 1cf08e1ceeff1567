"""A test that goes through many cases: one that fails does not hide the next, and each is told by its name.

    with every_case() as case:
        for name, model in models.items():
            with case(name):
                check(model)

As thousands of parametrized items, such cases would cost more to collect and to report than to run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from inspect import signature

import pytest


@contextmanager
def every_case() -> Iterator[Callable[[object], AbstractContextManager[None]]]:
    """Gives `case(name)`. Raises what the cases raised, together, each with its name."""
    failures: list[BaseException] = []
    names: list[str] = []

    @contextmanager
    def case(name: object) -> Iterator[None]:
        try:
            yield
        except (Exception, pytest.fail.Exception) as failure:
            failure.add_note(f"case: {name}")
            failures.append(failure)
            names.append(str(name))

    yield case
    if failures:
        raise BaseExceptionGroup(f"{len(failures)} cases failed: {'; '.join(names)}", failures)


def each_seed(number: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A decorator: the test, which takes a `seed`, is run with 0, 1, .. as one item."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**fixtures: object) -> None:
            with every_case() as case:
                for seed in range(number):
                    with case(f"seed {seed}"):
                        test(seed=seed, **fixtures)

        given = signature(test)
        others = [parameter for name, parameter in given.parameters.items() if name != "seed"]
        run.__signature__ = given.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return decorate
