"""Z3 through the C functions of its library: a call per row, which gets its literals as pointers in an array.

The array is numpy's: literal x of a row becomes the address of its term by one look-up for all rows of a rule. Z3's
Python layer makes an object of each term, and its reader of SMT-LIB text takes several times as long.

A context of the old kind (`Z3_mk_context`) keeps every term until it is deleted as a whole, so no term is counted.
Nothing is checked after each call: an error stays in the context, and `Z3Solver.check_errors` asks for it.
"""

from __future__ import annotations

import ctypes
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

POINTER, INT, UINT = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint
SIGNATURES = {  # result, then arguments; `P` a pointer, `i` an int, `u` an unsigned one, `s` bytes, `-` nothing
    "Z3_get_full_version": "s", "Z3_get_error_code": "iP", "Z3_get_error_msg": "sPi",
    "Z3_mk_config": "P", "Z3_del_config": "-P", "Z3_mk_context": "PP", "Z3_del_context": "-P", "Z3_interrupt": "-P",
    "Z3_mk_string_symbol": "PPs", "Z3_mk_int_symbol": "PPi",
    "Z3_mk_bool_sort": "PP", "Z3_mk_bv_sort": "PPu", "Z3_mk_const": "PPPP", "Z3_mk_numeral": "PPsP",
    "Z3_mk_not": "PPP", "Z3_mk_or": "PPuP", "Z3_mk_and": "PPuP", "Z3_mk_xor": "PPPP", "Z3_mk_implies": "PPPP",
    "Z3_mk_ite": "PPPPP", "Z3_mk_bvadd": "PPPP", "Z3_mk_bvule": "PPPP", "Z3_mk_bvuge": "PPPP",
    "Z3_mk_atmost": "PPuPu", "Z3_mk_atleast": "PPuPu",
    "Z3_mk_pble": "PPuPPi", "Z3_mk_pbge": "PPuPPi", "Z3_mk_pbeq": "PPuPPi",
    "Z3_mk_solver_for_logic": "PPP", "Z3_solver_inc_ref": "-PP", "Z3_solver_dec_ref": "-PP",
    "Z3_solver_assert": "-PPP", "Z3_solver_check_assumptions": "iPPuP", "Z3_solver_get_reason_unknown": "sPP",
    "Z3_solver_set_params": "-PPP", "Z3_mk_params": "PP", "Z3_params_inc_ref": "-PP", "Z3_params_dec_ref": "-PP",
    "Z3_params_set_uint": "-PPPu",
    "Z3_solver_get_model": "PPP", "Z3_model_inc_ref": "-PP", "Z3_model_dec_ref": "-PP",
    "Z3_get_app_decl": "PPP", "Z3_model_get_const_interp": "PPPP", "Z3_get_bool_value": "iPP",
    "Z3_solver_get_statistics": "PPP", "Z3_stats_inc_ref": "-PP", "Z3_stats_dec_ref": "-PP", "Z3_stats_size": "uPP",
    "Z3_stats_get_key": "sPPu", "Z3_stats_is_uint": "iPPu", "Z3_stats_get_uint_value": "uPPu",
}  # fmt: skip
_prepared: list[int] = []  # contexts that nobody has taken yet
TYPES = {"P": POINTER, "i": INT, "u": UINT, "s": ctypes.c_char_p, "-": None}


class Library(Protocol):
    """The functions of SIGNATURES."""

    def __getattr__(self, name: str) -> Any: ...


@cache
def library(releases: bool = False) -> Library:
    """Z3's functions. releases: other Python threads run during a call, which takes longer to begin then. Raises
    ImportError or OSError."""
    functions = (ctypes.CDLL if releases else ctypes.PyDLL)(str(_path_of_library()))
    for name, signature in SIGNATURES.items():
        function = getattr(functions, name)
        function.restype, *function.argtypes = [TYPES[each] for each in signature]
    return functions


def prepare_context() -> None:
    """Make a context beforehand, which takes 5 to 10 ms; children inherit it. Raises as `library`."""
    if not _prepared:
        _prepared.append(_new_context())


def take_context() -> int:
    """A context that nobody else has, to be deleted."""
    return _prepared.pop() if _prepared else _new_context()


def _new_context() -> int:
    functions = library()
    config = functions.Z3_mk_config()
    context = functions.Z3_mk_context(config)
    functions.Z3_del_config(config)
    return int(context)


def _path_of_library() -> Path:
    spec = find_spec("z3")
    if spec is None:
        raise ModuleNotFoundError("No module named 'z3'", name="z3")
    folders = [Path(place) / "lib" for place in spec.submodule_search_locations or ()]
    found = sorted(path for folder in folders for path in folder.glob("libz3.*"))
    if not found:
        raise OSError(f"z3 has no library in {', '.join(map(str, folders)) or 'its package'}")
    return found[0]
