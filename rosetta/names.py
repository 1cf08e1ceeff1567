"""Import names: `algebra`, `models`, `backends`, `instances`, `report`, in checkout and wheel.

In a checkout they stand beside `rosetta`; in a wheel they lie inside it, so that an installation puts nothing but
`rosetta` among other people's packages. Either way our code imports them by these short names, and so does a user:

    import rosetta
    from models.neutral import Model

`claim_names` puts them into `sys.modules`, where Python looks before it looks at any path: a `models.py` of the user,
or the one that python-sat installs as a script, is not taken for ours. The price: in a process that imports `rosetta`,
these five names are ours. Where one is taken already, an ImportError says by which file. `rosetta.models` and its like
are refused: they would be second copies, whose classes are not those of the first.

What packages of others import as it was called in Rosetta 0.1.0 (`MOVED`) is found under that name, too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

PACKAGES = ("algebra", "models", "backends", "instances", "report")
MOVED = {  # old name: new name
    "algebra.free_memory": "rosetta.foundation.free_memory",
    "algebra.jit": "rosetta.foundation.jit",
    "algebra.libraries": "rosetta.foundation.libraries",
    "algebra.limits": "rosetta.foundation.limits",
    "algebra.progress": "rosetta.foundation.progress",
    "algebra.spelling": "rosetta.foundation.spelling",
    "algebra.work_clock": "rosetta.foundation.work_clock",
    "backends.encoding_templates.auto": "backends.encoding_choice.auto",
    "backends.encoding_templates.catalogue": "backends.encoding_choice.catalogue",
    "backends.passes.canonical": "backends.lowering.canonical",
    "models.puzzles.errors": "models.puzzles.contract",
}
HERE = os.path.dirname(os.path.abspath(__file__))
CHECKOUT = os.path.dirname(HERE)  # of a wheel, the folder of all packages


def claim_names() -> None:
    """Give each of our packages its name. Raises ImportError where another module has one; then none is given."""
    folders = {name: package_folder(name) for name in PACKAGES}
    for name, folder in folders.items():
        present = sys.modules.get(name)
        if present is not None and not _lies_in(present, folder):
            raise ImportError(
                f"rosetta needs the import name '{name}' for {folder}, but in this process it belongs to "
                f"{_origin_of(present)}; give that another name",
                name=name,
                path=folder,
            )
    for name, folder in folders.items():
        if name not in sys.modules:
            _import_package(name, folder)
    if not any(isinstance(finder, _NameKeeper) for finder in sys.meta_path):
        sys.meta_path.insert(0, _NameKeeper())


def package_folder(name: str) -> str:
    """Where the package of that name lies: inside this one in a wheel, beside it in a checkout."""
    inside = os.path.join(HERE, name)
    return inside if os.path.isfile(os.path.join(inside, "__init__.py")) else os.path.join(os.path.dirname(HERE), name)


def is_checkout() -> bool:
    """Is this code where it is written, with its packages side by side, and not a copy that pip has made?"""
    return all(os.path.dirname(package_folder(name)) == CHECKOUT for name in PACKAGES)


def _import_package(name: str, folder: str) -> None:
    """Import the package from its folder, wherever the path would lead."""
    spec = spec_from_file_location(name, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder])
    if spec is None or spec.loader is None:
        raise ImportError(f"rosetta cannot read its package '{name}' in {folder}", name=name, path=folder)
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise


def _origin_of(module: ModuleType) -> str:
    """The file of a module, or the folder of one that has none."""
    return getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", [])), "a module without a file")


class _OldName:
    """A loader of a module that is imported by the name which it had before: the same module, not a second copy."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(MOVED[spec.name])
        self._own = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._own  # Python has put that of the old name there


class _NameKeeper:
    """A finder that refuses `rosetta.backends.contract`, which is to be imported as `backends.contract`, and that
    knows what has moved."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name in MOVED:
            return ModuleSpec(name, _OldName())  # type: ignore[arg-type]  # a loader by its methods
        outer, _, inner = name.partition(".")
        if outer == "rosetta" and inner.partition(".")[0] in PACKAGES:
            raise ModuleNotFoundError(f"no '{name}': after `import rosetta`, import it as '{inner}'", name=name)
        return None


def _lies_in(module: ModuleType, folder: str) -> bool:
    """Is the module the package of that folder?"""
    origin = getattr(module, "__file__", None)
    return origin is not None and os.path.realpath(os.path.dirname(origin)) == os.path.realpath(folder)
