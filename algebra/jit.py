"""Loops compiled by numba if it is installed, else run as plain Python.

For modules named `*_kernel`, which are imported when first used: numba takes half a second to load.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


def jit(function: Function) -> Function:
    """The function compiled when first called, and kept on disk; where nothing can be written, not kept; where numba
    is missing or does not load, the function itself (`is_compiled` tells)."""
    try:
        from numba import njit
    except Exception:
        return function
    try:
        return cast(Function, njit(cache=True, nogil=True)(function))
    except RuntimeError:  # numba: "cannot cache function: no locator available"
        return cast(Function, njit(nogil=True)(function))


def callable_from_jit(function: Function) -> None:
    """Compiled loops may call the function; by itself it stays the Python that it is."""
    try:
        from numba.extending import register_jitable
    except Exception:
        return
    register_jitable(function)


def probe_compilation(prepare: Callable[[], object]) -> str | None:
    """None once the loops that `prepare` runs are compiled, or read from numba's cache, so that no solve pays for it;
    else why they cannot be. Where numba is missing they run as Python: slower, but there is no reason against it."""
    try:
        prepare()
    except Exception as error:  # a compiler that breaks on this machine
        return f"numba does not compile here: {error}"
    return None


def compiler_version() -> str:
    """The version of numba; or that it is not used."""
    try:
        import numba
    except Exception:
        return "without numba"
    return f"numba {numba.__version__}"


def is_compiled(function: Callable[..., Any]) -> bool:
    """Is it more than the Python it was written as?"""
    return hasattr(function, "py_func")
