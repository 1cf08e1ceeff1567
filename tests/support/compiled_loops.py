"""Which backends run loops that numba compiles, read from what they import."""

from __future__ import annotations

from functools import cache

import pytest

from backends.registry import modules
from docs.floors import files, imported_modules


def named_backends(item: pytest.Item) -> list[str]:
    """The backends that an item is parametrized with."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return [value for value in values if isinstance(value, str) and value.partition(":")[0] in modules()]


def is_without_loops(backend: str) -> bool:
    """Whether nothing that the backend imports is compiled, itself and the one that it works around."""
    return not any(kernels_of(name) for name in backend.split(":") if name in modules())


@cache
def kernels_of(backend: str) -> frozenset[str]:
    """The modules of compiled loops that the backend imports, by way of others too. Not by way of the registry, which
    imports all backends, nor of the processes that solves run in."""
    seen, left = set[str](), [modules()[backend]]
    while left:
        module = left.pop()
        if module in seen or module == "backends.registry" or module.startswith("backends.running."):
            continue
        seen.add(module)
        left += imported_modules(module)
    return frozenset(module for module in seen if module in files() and module.endswith("_kernel"))
