"""Loops compiled by numba if it is installed, else run as plain Python.

For modules named `*_kernel`, which are imported when first used: numba takes half a second to load. What is compiled
is kept on disk (`kernel_cache`). The first use of a loop takes seconds; `watch_compiler` is told about it, and no limit
counts it (`work_clock`).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, TypeVar, cast

from rosetta.foundation.libraries import describe_absence
from rosetta.foundation.work_clock import hold_clock, note_compiler_cpu, release_clock

LOADING = 0.28  # seconds, of numba with what every loop needs of it

Function = TypeVar("Function", bound=Callable[..., Any])


class CompilerWatch(Protocol):
    """Told what is being compiled, in words, "" when nothing is any more. lasting: it is not about this moment, and
    worth a line that stays."""

    def __call__(self, what: str, lasting: bool = False, /) -> None: ...


def ignore_compiler(*_: object) -> None:
    """The default, for callers that need not know."""


_watch: CompilerWatch = ignore_compiler
_loops: set[object] = set()  # those that `jit` made
_compiling: list[str] = []  # names of loops, each inlined by the one before it
_begun = 0.0  # what this thread had used of the processor when the first of them began
_finished = 0
_heard = 0  # what compilers of child processes told
_interrupt: BaseException | None = None  # of this process, which is ending
_is_registered = False
_is_one_run = False
_is_interpreting = False


def watch_compiler(watch: CompilerWatch) -> CompilerWatch:
    """Tell this one from now on, in this process and its forks; the one that was told before."""
    global _watch
    _watch, before = watch, _watch
    return before


def tell_watch(what: str, lasting: bool = False) -> None:
    """What the compiler of a child process tells."""
    global _heard
    _heard += not lasting
    _watch(what, lasting)


def compiler_messages() -> int:
    """How often child processes have told so far of loops of ours that they compile."""
    return _heard


def remember_interrupt(interrupt: BaseException) -> None:
    """To be raised again by a compiler that has dropped it. LLVM calls back into Python, which only prints what is
    raised there: numba would go on with a loop that is not compiled, and the program would not end."""
    global _interrupt
    _interrupt = interrupt


def raise_dropped_interrupt() -> None:
    """For the end of a compilation, which an interrupt that was not dropped does not reach."""
    if _interrupt is not None:
        raise _interrupt


def jit(function: Function) -> Function:
    """The function compiled when first called, and kept on disk; where nothing can be written, not kept; where numba
    is missing or does not load, the function itself (`is_compiled` tells)."""
    return _compile_lazily(function)


def jit_in_place(function: Function) -> Function:
    """As `jit`, for a loop that makes no arrays, only views of those that it is given: it does not count references to
    them. Where functions call each other with tuples of arrays, counting takes longer than all the rest."""
    return _compile_lazily(function, _nrt=False)


def jit_inlined(function: Function) -> Function:
    """As `jit_in_place`, and copied into each loop that calls it: for short functions of many arrays, where a call
    takes as long as its work."""
    return _compile_lazily(function, _nrt=False, forceinline=True)


def _compile_lazily(function: Function, **options: bool) -> Function:
    if _is_interpreting:
        return function
    try:
        njit = _load_numba().njit
    except Exception:
        return function
    from rosetta.foundation.kernel_cache import KernelCache

    _register_listener()
    try:
        loop = njit(nogil=True, **options)(function)
    except (KeyError, TypeError):  # these are inner options of numba, which other versions may lack
        loop = njit(nogil=True)(function)
    loop._cache = KernelCache(function, _tell_unkept, raise_dropped_interrupt)
    _loops.add(loop)
    return cast(Function, loop)


def _load_numba() -> Any:
    """The library, or the error of importing it. While its array functions load, it imports scipy's linear algebra to
    know whether loops may call `np.cov`, which none of ours does, and that takes longer than all the rest of them. So
    scipy is hidden meanwhile, and numba is told that it is there."""
    if {"numba.np.arraymath", "scipy.linalg"} & sys.modules.keys() or find_spec("scipy") is None:
        return import_module("numba")
    hidden = {"scipy", "scipy.linalg"} - sys.modules.keys()
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # importing what is None fails at once
    try:
        numba = import_module("numba")
        with suppress(ImportError):  # an inner module, which other versions may lack
            import_module("numba.np.arraymath")._HAVE_BLAS = True  # type: ignore[attr-defined]
    finally:
        for name in hidden:
            del sys.modules[name]
    return numba


def expect_one_run() -> None:
    """This process and its forks solve one question and end: numba is loaded where that takes less than it saves, and
    little work is done without it (`interpret_loops`)."""
    global _is_one_run
    _is_one_run = True


def interpret_loops() -> None:
    """In a process of one run: from now on loops are the Python that they are written in, as if numba was missing. For
    so little work that it takes less time than numba to load, and before any loop is imported."""
    global _is_interpreting
    _is_interpreting = _is_one_run and "numba" not in sys.modules


def is_worth_loading(saved: float) -> bool:
    """Is numba to be loaded for this work alone, where its loops save so many seconds?"""
    return "numba" in sys.modules or saved > LOADING


def load_compiler() -> None:
    """Have in this process, and so in its forks, what every loop needs of numba, where it is installed; no loop yet."""
    with suppress(Exception):
        _load_numba()
        from numba.core.registry import cpu_target

        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()


def callable_from_jit(function: Function) -> None:
    """Compiled loops may call the function; by itself it stays the Python that it is."""
    if _is_interpreting:
        return
    try:
        _load_numba()
        from numba.extending import register_jitable
    except Exception:
        return
    register_jitable(function)


@cache
def probe_compilation(prepare: Callable[[], object]) -> str | None:
    """None once the loops that `prepare` runs are compiled, or read from disk, so that no solve pays for it; else why
    they cannot be. Where numba is missing they run as Python: slower, but there is no reason against it. Once for each
    process: short solves would take less time than the question."""
    if _is_interpreting:
        return None
    try:
        prepare()
    except Exception as error:  # a compiler that breaks on this machine
        return f"numba does not compile here: {describe_absence(error) or error}"
    return None


def compiler_version() -> str:
    """The version of numba; or that it is not used."""
    if _is_interpreting:
        return "in plain Python"
    try:
        import numba
    except Exception:
        return "in plain Python"
    return f"numba {numba.__version__}"


def is_compiled(function: Callable[..., Any]) -> bool:
    """Is it more than the Python it was written as?"""
    return hasattr(function, "py_func")


def _register_listener() -> None:
    """Have numba say when it begins and ends to compile a loop of ours; other people's loops are not mentioned."""
    global _is_registered
    if _is_registered:
        return
    _is_registered = True
    from numba.core import event

    class _Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            if event.data["dispatcher"] in _loops:
                begin_compiling(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            if event.data["dispatcher"] in _loops:
                end_compiling()

    event.register("numba:compile", _Listener())
    os.register_at_fork(after_in_child=_compiling.clear)  # where another thread compiled, it does not go on here


def begin_compiling(name: str) -> None:
    """A loop of that name is about to be compiled: the clock is held until the first one of those at work has ended."""
    global _begun
    if not _compiling:
        _begun = time.thread_time()
        hold_clock()
    _compiling.append(name)
    try:
        _tell_compiling()
    except BaseException:  # an interrupt: numba compiles nothing then, and does not say that it ends
        _leave_loop()
        raise


def end_compiling() -> None:
    """The last one that began has ended."""
    global _finished
    _finished += 1
    _leave_loop()
    _tell_compiling()


def _leave_loop() -> None:
    _compiling.pop()
    if not _compiling:
        release_clock()
        note_compiler_cpu(time.thread_time() - _begun)


def _tell_compiling() -> None:
    if _compiling:
        _watch(f"compiling, once: {_compiling[-1]} [{_finished + 1}/{max(len(_loops), _finished + 1)}]")
    else:
        _watch("")


def _tell_unkept(reason: str) -> None:
    _watch(
        f"compiled loops cannot be kept, so each command compiles them anew ({reason}); "
        "set NUMBA_CACHE_DIR to a folder that can be written",
        True,
    )
