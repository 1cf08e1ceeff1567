"""M4RI (Albrecht, Bard; method of the four Russians, C), called by ctypes: what our elimination is compared with.

Not a dependency: where it is not installed, `load_library` raises OSError. Matrices are handed over as digits, row by
row, so that its layout of a matrix need not be known. Only its own work is timed.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import time


def load_library() -> ctypes.CDLL:
    """The library, its functions declared. Raises OSError where it is not installed."""
    name = ctypes.util.find_library("m4ri")
    if name is None:
        raise OSError("libm4ri is not installed (Debian: libm4ri-dev)")
    library = ctypes.CDLL(name)
    pointer, number = ctypes.c_void_p, ctypes.c_int
    library.mzd_from_str.restype, library.mzd_from_str.argtypes = pointer, (number, number, ctypes.c_char_p)
    library.mzd_copy.restype, library.mzd_copy.argtypes = pointer, (pointer, pointer)
    library.mzd_mul.restype, library.mzd_mul.argtypes = pointer, (pointer, pointer, pointer, number)
    library.mzd_equal.argtypes = (pointer, pointer)
    library.mzd_solve_left.argtypes = (pointer, pointer, number, number)
    library.mzd_echelonize_pluq.argtypes = (pointer, number)
    library.mzd_free.argtypes = (pointer,)
    return library


def solve_system(library: ctypes.CDLL, n: int, matrix: bytes, right: bytes) -> float:
    """Seconds of the wall for one solution of n equations in n unknowns; it is checked by multiplication afterwards."""
    held, target = library.mzd_from_str(n, n, matrix), library.mzd_from_str(n, 1, right)
    spoilt, solution = library.mzd_copy(None, held), library.mzd_copy(None, target)
    start = time.perf_counter()
    impossible = library.mzd_solve_left(spoilt, solution, 0, 0)
    seconds = time.perf_counter() - start
    back = library.mzd_mul(None, held, solution, 0)
    if impossible or not library.mzd_equal(back, target):
        raise SystemExit("M4RI: no solution, or a wrong one")
    for each in (held, target, spoilt, solution, back):
        library.mzd_free(each)
    return seconds


def eliminate(library: ctypes.CDLL, rows: int, columns: int, matrix: bytes) -> tuple[float, int]:
    """Seconds of the processor for the echelon form, and the rank."""
    held = library.mzd_from_str(rows, columns, matrix)
    start = time.process_time()
    rank = library.mzd_echelonize_pluq(held, 1)
    seconds = time.process_time() - start
    library.mzd_free(held)
    return seconds, int(rank)
