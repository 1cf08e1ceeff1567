"""The number of solutions of equations modulo 2 up to symmetry, without a list of the symmetries.

The solutions are x0 + K z, z in GF(2)^d. A symmetry P permutes the unknowns, and so the solutions:

    P (x0 + K z) = x0 + K (b + M z),    K b = P x0 - x0,  K M = P K

so it permutes the 2^d vectors z, which are numbers of d bits. The orbits of these under some generators are those under
the group, however large (20! automorphisms of a complete graph). x0, K, b and M are checked by multiplying; that there
are no more solutions is what the number says that was counted.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from algebra.groups.permutations import orbit_labels
from backends.contract import Unsupported
from backends.count_certificates.parity_count import ParityRows, certify_parities, read_parities
from models.neutral import Model
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.studies.counting.answer_orbits import OrbitCount
from rosetta.studies.counting.automorphisms import Images

MOST_DIMENSION = 20  # a million solutions: a second for each ten generators
MOST_UNKNOWNS = 4000  # some seconds with Python integers

Bits = NDArray[np.uint8]


def count_affine_orbits(
    model: Model, generators: Images, number: int, progress: Progress = ignore_progress
) -> OrbitCount | None:
    """The number of orbits of the solutions of the model, of which there are `number`, under the permutations of its
    variables that these generate, each of which keeps its rows. None where its rows are no equations modulo 2, or there
    are too many solutions or unknowns."""
    if not 0 < number <= 1 << MOST_DIMENSION or model.variables > MOST_UNKNOWNS:
        return None
    try:
        stated = read_parities(model)
    except Unsupported:
        return None
    progress("solutions up to symmetry: elimination")
    certificate = certify_parities(stated)
    if certificate.number != number:
        return OrbitCount(None, broken=f"elimination finds {certificate.number} solutions, not {number}")
    solution = _unpack_bits((certificate.solution,), stated.unknowns)
    kernel = _unpack_bits(certificate.kernel, stated.unknowns)
    if fault := _describe_fault(stated, solution[0], kernel):
        return OrbitCount(None, broken=fault)
    try:
        progress("solutions up to symmetry: orbits")
        images = _images(solution[0], kernel, np.array(certificate.free, np.int64), generators)
        return OrbitCount(len(np.unique(orbit_labels(images, number))))
    except ArithmeticError as fault_found:
        return OrbitCount(None, broken=str(fault_found))


def _unpack_bits(vectors: tuple[int, ...], unknowns: int) -> Bits:
    """Python integers as rows of 0 and 1, shape (vectors, unknowns)."""
    size = (unknowns + 7) // 8
    packed = b"".join(vector.to_bytes(size, "little") for vector in vectors)
    rows = np.frombuffer(packed, np.uint8).reshape(len(vectors), size)
    return np.unpackbits(rows, axis=1, count=unknowns, bitorder="little")


def _describe_fault(stated: ParityRows, solution: Bits, kernel: Bits) -> str:
    """What is wrong with a solution and a kernel, "" if nothing is: the rows are multiplied with both."""
    rows, odd = _unpack_bits(stated.rows, stated.unknowns), np.array(stated.odd, np.uint8)
    if not np.array_equal(_multiply(rows, solution[:, None])[:, 0], odd):
        return "elimination finds no solution of the equations"
    return "elimination finds no kernel of the equations" if _multiply(rows, kernel.T).any() else ""


def _multiply(left: Bits, right: Bits) -> Bits:
    """The product modulo 2: sums of at most 2^24 ones are exact in floats."""
    return (np.rint(left.astype(np.float32) @ right.astype(np.float32)).astype(np.int64) & 1).astype(np.uint8)


def _images(solution: Bits, kernel: Bits, free: NDArray[np.int64], generators: Images) -> Iterator[NDArray[np.int64]]:
    """Where each permutation takes the solutions, by their numbers z, shape (2^d,). Those that move none, or move all
    as another one does, are left out. Raises ArithmeticError where an image is no solution."""
    known = set[bytes]()
    for generator in generators:
        moved, moved_kernel = np.empty_like(solution), np.empty_like(kernel)
        moved[generator[1:] - 1], moved_kernel[:, generator[1:] - 1] = solution, kernel
        shift, rows = (moved ^ solution)[free], moved_kernel[:, free]  # the kernel is the identity on `free`
        product = _multiply(np.concatenate([shift[None], rows]), kernel)
        if not np.array_equal(product, np.concatenate([(moved ^ solution)[None], moved_kernel])):
            raise ArithmeticError("a symmetry maps a solution to what is none")
        key = shift.tobytes() + rows.tobytes()
        if key not in known:
            known.add(key)
            yield _image_numbers(shift, rows)


def _image_numbers(shift: Bits, rows: Bits) -> NDArray[np.int64]:
    """The number of b + M z for each z, bit i for z_i. rows: of M transposed."""
    weights = np.int64(1) << np.arange(len(rows), dtype=np.int64)
    numbers = np.array([int(shift @ weights)], np.int64)
    for row in rows:
        numbers = np.concatenate([numbers, numbers ^ int(row @ weights)])
    return numbers
