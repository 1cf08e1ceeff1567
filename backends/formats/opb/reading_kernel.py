"""The loop of `reading_loops`, compiled by numba if it is installed, else run as Python.

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

from backends.formats.opb import reading_loops as loops
from rosetta.foundation.jit import callable_from_jit, jit

for function in (
    loops.is_space, loops.skip_blanks, loops.scan_integer, loops.scan_side, loops.scan_literal,
    loops.scan_term, loops.word_of_goal
):  # fmt: skip
    callable_from_jit(function)

scan_statements = jit(loops.scan_statements)
