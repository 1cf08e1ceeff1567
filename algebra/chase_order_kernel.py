"""The loops of `chase_order`, compiled by numba if it is installed, else run as Python.

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

from algebra import chase_order_loops as loops
from rosetta.foundation.jit import callable_from_jit, jit

for function in (loops.enqueue_all, loops.next_row, loops.choose_guess, loops.is_unit):
    callable_from_jit(function)

determine = jit(loops.determine)
