"""The registry: backends by name. To add one, write its file and add a line here. Nothing is imported until used.

A name may have a solver after a colon: `cnf:glucose42` is the backend `cnf` with that solver. A backend that wraps
others has the inner one there, and is a backend of its own with each: `hybrid:cpsat`, `hybrid:cnf:glucose42`. It has
the kind, forms and encodings of the inner one, so that nothing in the contract depends on options. `external` wraps
programs, and any program may be named: `external:cadical`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from importlib import import_module

from backends.contract import Backend, Options
from rosetta.foundation.entry_points import describe_source, entry_points_of
from rosetta.foundation.errors import Refusal
from rosetta.foundation.spelling import unknown_name

# In the order in which they are run and shown: complete engines first, cheap ones before slow ones.
MODULES = {
    "cpsat": "backends.cpsat",
    "cnf": "backends.cnf",
    "minicard": "backends.minicard",
    "cryptominisat": "backends.cryptominisat",
    "maxsat": "backends.maxsat",
    "clingo": "backends.clingo",
    "z3": "backends.z3",
    "gf2": "backends.gf2",
    "exactcover": "backends.exactcover",
    "ganak": "backends.ganak",
    "states": "backends.states",
    "hybrid": "backends.hybrid",
    "windows": "backends.windows",
    "external": "backends.external",
    "highs": "backends.highs",
    "scip": "backends.scip",
    "cbc": "backends.cbc",
    "exact": "backends.exact",
    "choco": "backends.choco",
    "pumpkin": "backends.pumpkin",
    "gurobi": "backends.gurobi",
    "hermax": "backends.hermax",
    "propagate": "backends.propagate",
    "walksat": "backends.walksat",
    "recombine": "backends.recombine",
    "oracle": "backends.oracle",
}
ENTRY_POINTS = "rosetta.backends"  # third parties: [project.entry-points."rosetta.backends"] name = "module:BACKEND"


class UnknownBackend(Refusal):
    """No backend of that name, or its module does not load; the message lists the known ones."""


@cache
def modules() -> dict[str, str]:
    """Every backend's name and module: ours in their order, then third parties', by name."""
    usable = [point for point in entry_points_of(ENTRY_POINTS) if _name_fault(point.name) is None]
    return {**MODULES, **{point.name: point.value for point in sorted(usable, key=lambda point: point.name)}}


def _name_fault(name: str) -> str | None:
    """Why no backend of another package may have this name, None if one may."""
    if name in MODULES:
        return "that name is taken by a backend of ours"
    return None if re.fullmatch(r"[\w.-]+", name) else "expected letters, digits, '_', '-' and '.' as a name"


def backend_named(name: str) -> Backend:
    """The backend of that name: without a solver, with an inner one (`hybrid:cpsat`). Raises UnknownBackend."""
    name, _, inner = name.partition(":")
    module = modules().get(name)
    if module is None:
        raise UnknownBackend(unknown_name("backend", name, modules()))
    backend = _keep_record_apart(_load_record(name, module))
    if not inner:
        return backend
    if backend.with_inner is None or not (inner in backend.inner or backend.any_inner):
        names = ", ".join(f"{name}:{inner_name}" for inner_name in backend.inner) or f"{name} alone"
        full = [f"{name}:{inner_name}" for inner_name in backend.inner]
        raise UnknownBackend(unknown_name("backend", f"{name}:{inner}", full, names))
    wrapping = backend.with_inner(inner)
    apart = frozenset() if backend.is_program else backend_named(inner).apart_from  # else it is no backend of ours
    return _keep_apart(wrapping, apart) if apart else wrapping


def _keep_apart(backend: Backend, apart: frozenset[str]) -> Backend:
    """The backend with a `probe` that does not load it beside those libraries."""
    guarded = replace(backend, apart_from=apart)

    def probe() -> str | None:
        if guarded.libraries_beside:
            return f"must not be loaded beside {', '.join(guarded.libraries_beside)}, which this process has loaded"
        return backend.probe()

    return replace(guarded, probe=probe)


@cache
def _keep_record_apart(backend: Backend) -> Backend:
    """The record as it is in each call."""
    return _keep_apart(backend, backend.apart_from) if backend.apart_from else backend


def _load_record(name: str, place: str) -> Backend:
    """The record at `module:attribute`, perhaps a third party's. Raises UnknownBackend, whatever is wrong there."""
    module, _, attribute = place.partition(":")
    attribute = attribute or "BACKEND"
    try:
        backend = getattr(import_module(module), attribute)
    except (Exception, SystemExit) as error:  # a shared library that is missing, a licence, whatever a package throws
        reason = f"{' '.join(str(error).split()) or type(error).__name__}{describe_source(ENTRY_POINTS, name)}"
        raise UnknownBackend(f"backend '{name}' cannot be loaded from {module}:{attribute}: {reason}") from error
    if not isinstance(backend, Backend):
        found = type(backend).__name__
        raise UnknownBackend(f"backend '{name}': expected {module}:{attribute} to be a Backend, found {found}")
    if backend.name != name:
        own = f"{backend.name!r:.60}"
        raise UnknownBackend(f"backend '{name}': expected {module}:{attribute} to have that name, found {own}")
    return backend


def refused_modules() -> dict[str, str]:
    """Other packages' backends that are left out, and why: by name where they do not load, by their entry point
    (`name = module:BACKEND`) where the name cannot be theirs."""
    refused = {}
    for point in entry_points_of(ENTRY_POINTS):
        fault = _name_fault(point.name)
        if fault is not None:
            refused[f"{point.name} = {point.value}"] = f"backend '{point.name}' of {point.value}: {fault}"
    for name in modules():
        if name in MODULES:
            continue
        try:
            backend_named(name)
        except UnknownBackend as error:
            refused[name] = str(error)
    return refused


def split_name(full: str, options: Options) -> tuple[str, Options]:
    """`cnf:glucose42` -> `cnf` and options with that solver. Raises UnknownBackend."""
    name, colon, solver = full.partition(":")
    if solver and backend_named(name).any_inner:
        name, colon, solver = full, "", ""  # a program's path, which may have colons of its own
    elif solver and backend_named(name).inner:
        inner, colon, solver = solver.partition(":")
        name = f"{name}:{inner}"
    if colon and not (solver and backend_named(name).families):
        raise UnknownBackend(
            f"unknown backend '{full[:60]}'; {name[:60]} is one solver and takes no name after a colon"
        )
    backend_named(name)
    return name, replace(options, solver=solver or options.solver)
