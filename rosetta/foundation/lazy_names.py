"""Names of a package that are imported when they are first used (PEP 562): who needs one file of it pays for one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def import_on_use(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package. places: by module of the package the names that it has, with blanks between."""
    modules = {name: module for module, names in places.items() for name in names.split()}

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return get
