"""The loops of the LP reader, compiled by numba if it is installed, else run as Python.

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

from backends.formats.lp import parsing_loops, scanning_loops
from rosetta.foundation.jit import callable_from_jit, jit, jit_in_place

for function in (
    scanning_loops.match_sign,
    scanning_loops.end_of_number,
    scanning_loops.colon_follows,
    scanning_loops.match_title,
    parsing_loops.skip_label,
    parsing_loops.skip_signs,
    parsing_loops.bound_of,
    parsing_loops.is_never_kept,
    parsing_loops.number_variable,
    parsing_loops.add_limit,
    parsing_loops.parse_limit,
    parsing_loops.parse_integer,
    parsing_loops.parse_bounds,
    parsing_loops.parse_sum,
    parsing_loops.parse_row,
    parsing_loops.parse_objective,
    parsing_loops.add_number,
    parsing_loops.add_side,
):
    callable_from_jit(function)

scan_tokens = jit(scanning_loops.scan_tokens)
parse_tokens = jit_in_place(parsing_loops.parse_tokens)
