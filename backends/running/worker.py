"""The jobs of a child process: import the solver, say "ready", work, and send the results.

    send_outcomes          "outcome", each better than the last
    send_solutions         "found", a solution each
    send_counts            "counted", a number for each model; "progress", a phrase, now and then
    send_listing_counts    the same, by listing
    send_probe             "probed", (reason, version)
    send_loading           "loading", a phrase
    send_loops             nothing; several solvers are loaded, so that their loops are compiled

The last message of the first four, and of the last one, is "end". `supervisor` starts them, and handles what they
raise.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Backend, Limits, Options, Outcome, Tell, Unsupported
from backends.passes.solution_improving import improving_outcomes
from backends.profiles import resolve_options
from backends.registry import UnknownBackend, backend_named, split_name
from backends.running.forks import call_in_forks
from backends.running.guard import is_own_guard
from backends.running.preloading import is_shared, keeps_solvers, without_arrow
from backends.running.processes import one_thread
from backends.running.result_checks import checked_backend
from models.neutral import Form, Model, forms
from rosetta.foundation.jit import interpret_loops, load_compiler
from rosetta.foundation.progress import Progress
from rosetta.foundation.work_clock import work_seconds

Send: TypeAlias = Callable[[str, Any], None]
ProjectedModels: TypeAlias = Sequence[
    tuple[Model, NDArray[np.int32]]
]  # models, each with the variables on which its solutions must differ
SolverWish: TypeAlias = tuple[str | Backend, Options]
SolverKey: TypeAlias = tuple[str, str | None, str | None]  # of a backend: its name, solver, presolve
REPORT_SECONDS = 0.1  # seconds between two phrases
_reasons: dict[SolverKey, str | None] = {}  # what `probe` said of those that `load_solver` has loaded


def send_outcomes(send: Send, who: str | Backend, model: Model, limits: Limits, options: Options) -> None:
    backend, options = prepare_backend(send, who, options, model)

    def tell(outcome: Outcome) -> None:
        send("outcome", with_engine(outcome, backend, options))

    for outcome in final_outcomes(backend, model, limits, options, tell):
        tell(outcome)
    send("end", True)


def final_outcomes(backend: Backend, model: Model, limits: Limits, options: Options, tell: Tell) -> Iterator[Outcome]:
    """What a prepared backend makes of the model; one after the other, each better, where it takes no objective."""
    if Form.OBJECTIVE in forms(model) and Form.OBJECTIVE not in backend.takes:
        yield from improving_outcomes(backend, model, limits, options)
    else:
        yield backend.solve(model, limits, options, tell)


def with_engine(outcome: Outcome, backend: Backend, options: Options) -> Outcome:
    """The outcome with its engine and version: the backend's, unless it says which part of it decided."""
    if outcome.engine:
        return outcome
    return replace(outcome, engine=backend.engine_of(options), version=backend.version())


def send_solutions(
    send: Send,
    who: str | Backend,
    model: Model,
    project: NDArray[np.int32],
    limits: Limits,
    options: Options,
    most: int | None,
) -> None:
    backend, options = prepare_backend(send, who, options, model, lists=True)
    for count, values in enumerate(backend.solutions(model, project, limits, options)):
        if most is not None and count == most:
            send("end", False)
            return
        send("found", values)
    send("end", True)


def send_counts(send: Send, who: str | Backend, models: ProjectedModels, limits: Limits, options: Options) -> None:
    """All models within one limit."""
    backend, options = prepare_backend(send, who, options, models[0][0], lists=True)
    if backend.count is None:
        raise Unsupported(f"{backend.name} lists solutions and does not count them otherwise")
    start, tell = work_seconds(), phrase_progress(send)
    for model, project in models:
        remaining = replace(limits, seconds=max(limits.seconds - (work_seconds() - start), 0.0))
        number = backend.count(model, project, remaining, options, lambda outcome: tell(outcome.note))
        send("counted", number)
    send("end", True)


def send_listing_counts(
    send: Send, who: str | Backend, models: ProjectedModels, limits: Limits, options: Options
) -> None:
    """Count by listing, keeping only the number; all models within one limit."""
    backend, resolved = prepare_backend(send, who, options, models[0][0], lists=True)
    start = work_seconds()
    for model, project in models:
        remaining = replace(limits, seconds=max(limits.seconds - (work_seconds() - start), 0.0))
        number, last_report = 0, work_seconds()
        for _ in backend.solutions(model, project, remaining, resolved):
            number += 1
            if work_seconds() - last_report > REPORT_SECONDS:
                last_report = work_seconds()
                send("progress", f"{number} found")
        send("counted", number)
    send("end", True)


def phrase_progress(send: Send) -> Progress:
    """A progress that is sent as a phrase with the share that is done, now and then."""
    last_report = work_seconds()

    def tell(what: str, done: float = 0.0, of: float | None = None, note: str = "", /) -> None:
        nonlocal last_report
        if work_seconds() - last_report > REPORT_SECONDS:
            last_report = work_seconds()
            send("progress", f"{what}, {100 * done / of:.0f}%" if of else what)

    return tell


def send_probe(send: Send, name: str, options: Options) -> None:
    backend = checked_backend(backend_named(name))
    reason = backend.probe()
    if reason is None:
        backend.engine_of(options)  # raises Unsupported for a solver it does not know
    send("probed", (reason, "" if reason else backend.version()))


def send_loading(send: Send, name: str) -> None:
    backend = backend_named(name)
    send("loading", backend.loading() if backend.loading is not None and backend.probe() is None else "")


def load_named_solvers(names: Sequence[str]) -> None:
    """`load_solver` for these backends, by their full names; others than the registry's are loaded when they run."""
    for name in names:
        with suppress(UnknownBackend):
            load_solver(split_name(name, Options()))


def send_loops(send: Send, _: str, solvers: Sequence[SolverWish], processes: int) -> None:
    """Load each solver in one of so many processes, whichever is free: what none of them has on disk, they compile."""
    load_compiler()
    turns, writer = os.pipe()
    os.write(writer, bytes(range(len(solvers))))
    os.close(writer)

    def load_next() -> None:
        while turn := os.read(turns, 1):
            load_solver(solvers[turn[0]])

    call_in_forks([load_next] * processes)
    send("end", True)


def libraries_beside(arguments: tuple[Any, ...]) -> tuple[str, ...]:
    """The libraries that this process has loaded, and that the backend of a job must not be loaded beside."""
    who = arguments[0] if arguments else None
    if isinstance(who, str):
        try:
            who = backend_named(who)
        except UnknownBackend:
            return ()
    return who.libraries_beside if isinstance(who, Backend) else ()


def backend_of_job(arguments: tuple[Any, ...]) -> str:
    """The full name of the backend of a job, or what comes first in its place."""
    return _name_of(arguments[0]) if arguments and isinstance(arguments[0], str | Backend) else "a job"


def load_before_fork(arguments: tuple[Any, ...]) -> None:
    """In the parent: load the solver of a job here, where this process is to have it."""
    who = arguments[0] if arguments else None
    presolved = any(each.presolve is not None for each in arguments if isinstance(each, Options))
    is_early = keeps_solvers() and isinstance(who, str | Backend) and is_shared(_name_of(who), presolved)
    if is_early or is_own_guard():
        load_solver(arguments)


def load_solver(arguments: tuple[Any, ...]) -> None:
    """For a parent of many children: import in this process what a job with these arguments would import in its child,
    once for each solver. What fails, fails again in the child, and is told there."""
    who = arguments[0] if arguments else None
    options = next((each for each in arguments if isinstance(each, Options)), Options())
    if not isinstance(who, str | Backend) or _solver_key(who, options) in _reasons:
        return
    if not _may_be_loaded(who):
        return
    with suppress(Exception), without_arrow(), one_thread():
        backend = _complete_backend(who, options)
        reason = backend.probe()
        if reason is None:
            backend.version()
            backend.engine_of(options)
            resolve_options(backend, options, "")
        _reasons[_solver_key(who, options)] = reason
    gc.collect()
    gc.freeze()  # what lives now lives as long as this process: no later collection need look at it


def _may_be_loaded(who: str | Backend) -> bool:
    """May this process load it for the forks to come, whatever they will be? A library that must not be beside others
    is loaded in the child, unless it is one of ours, which clash with no other of ours."""
    with suppress(UnknownBackend):
        backend = backend_named(who) if isinstance(who, str) else who
        return not backend.apart_from or (is_shared(_name_of(who)) and not backend.libraries_beside)
    return False


def _solver_key(who: str | Backend, options: Options) -> SolverKey:
    return (_name_of(who), options.solver, options.presolve)


def _name_of(who: str | Backend) -> str:
    """The full name of a backend."""
    return who if isinstance(who, str) else who.full_name or who.name


def _complete_backend(who: str | Backend, options: Options) -> Backend:
    """The backend with what the options put around it."""
    backend = checked_backend(backend_named(who) if isinstance(who, str) else who)
    if options.presolve is not None:
        from backends.running.presolving import presolving_backend  # and all of the elimination

        backend = presolving_backend(backend, options.presolve)
    return cutting_backend(backend)


def prepare_backend(
    send: Send, who: str | Backend, options: Options, model: Model, lists: bool = False
) -> tuple[Backend, Options]:
    """The backend with its solver imported, and the options with the parameters of their profile. lists: it is to list
    or count solutions, which may take long however small the model is."""
    backend, key = _complete_backend(who, options), _solver_key(who, options)
    if model.variables <= backend.python_up_to and not lists:
        interpret_loops()
    if backend.refusal is not None and options.presolve is None:
        refusal = backend.refusal(model)
        if refusal is not None:
            raise Unsupported(refusal)
    reason = _reasons[key] if key in _reasons else backend.probe()  # imports the solver
    if reason is not None:
        raise Unsupported(reason)
    if lists and backend.prepare_listing is not None:
        backend.prepare_listing()
    resolved = resolve_options(backend, options, model.name)
    send("ready", backend.interruptible)
    return backend, resolved
