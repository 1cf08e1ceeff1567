"""Lights Out boards by Gaussian elimination in the source's two ways, to compare with the polynomials (k = 2).

    dense     a_ij = does press j change light i; n^2 equations in n^2 unknowns, all of them stored
    Spanish   the presses of the top row are the unknowns; every light then determines the press below it, as a sum of
              unknowns; the row below the board must not be pressed: n equations in n unknowns (Losada, SUMA)

Both end in the same elimination. Cell (i, j) of m x n is bit i n + j of a set of presses; equations are integers, the
unknowns their low bits and the right side the bit above those.

Sutner's theorem (1989): on every graph the lights can go from all off to all on; more generally, if some vertices do
not toggle their own light, the lights of exactly the others can be changed. Proof: let A be the symmetric matrix over
GF(2), a its diagonal. If A z = 0 then 0 = z.A z = a.z, since the terms a_ij z_i z_j and a_ji z_j z_i cancel and
z_i z_i = z_i. So a is orthogonal to the kernel of A, which for a symmetric A makes it a combination of A's columns:
A x = a. QED
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from models.puzzles.lightsout.theory.polynomial import GridBoard, chase, quiet_rows, solve


@dataclass(frozen=True, slots=True)
class BoardSolutions:
    """All of them: `solution`, None if there is none, plus any sum of `quiet`, a basis of the quiet patterns."""

    solution: int | None
    quiet: tuple[int, ...]

    @property
    def nullity(self) -> int:
        return len(self.quiet)

    @property
    def solvable(self) -> bool:
        return self.solution is not None


Method = Callable[[GridBoard, Sequence[int]], BoardSolutions]


def eliminate(equations: Sequence[int], unknowns: int) -> BoardSolutions:
    """Gaussian elimination over GF(2): an equation is a sum of unknowns (bits 0 .. unknowns - 1), then its value."""
    value = 1 << unknowns
    leads: dict[int, int] = {}  # the pivot, as a bit -> its equation, whose first unknown it is
    solvable = True
    for equation in equations:
        while (lead := equation & -equation) in leads:
            equation ^= leads[lead]
        if lead == value:
            solvable = False  # 0 = 1
        elif lead:
            leads[lead] = equation
    backwards = sorted(leads.items(), reverse=True)

    def back_substitute(assignment: int) -> int:
        """The pivot unknowns from those above them, the last one first."""
        for lead, equation in backwards:
            if (equation & assignment).bit_count() & 1:
                assignment |= lead
        return assignment

    quiet = tuple(back_substitute(free) for k in range(unknowns) if (free := 1 << k) not in leads)
    return BoardSolutions(back_substitute(value) ^ value if solvable else None, quiet)


def solve_dense(board: GridBoard, change: Sequence[int]) -> BoardSolutions:
    """One unknown for every button, one equation for every light."""
    m, n = board.rows, board.columns
    equations = []
    for i in range(m):
        for j in range(n):
            buttons = [(i, j)] * board.closed + [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
            equation = sum(1 << row * n + column for row, column in buttons if 0 <= row < m and 0 <= column < n)
            equations.append(equation | (change[i] >> j & 1) << m * n)
    return eliminate(equations, m * n)


def solve_spanish(board: GridBoard, change: Sequence[int]) -> BoardSolutions:
    """One unknown for every button of the top row."""
    n = board.columns
    above, here = [0] * n, [1 << j for j in range(n)]  # presses of a row as sums of unknowns; bit n: plus one
    for row in change:
        padded = [0, *here, 0]
        below = [
            padded[j] ^ padded[j + 2] ^ above[j] ^ (row >> j & 1) << n ^ (here[j] if board.closed else 0)
            for j in range(n)
        ]
        above, here = here, below
    top = eliminate(here, n)
    solution = None if top.solution is None else _pack_rows(board, chase(board, top.solution, change))
    return BoardSolutions(solution, tuple(_pack_rows(board, quiet_rows(board, row)) for row in top.quiet))


def solve_polynomial(board: GridBoard, change: Sequence[int]) -> BoardSolutions:
    """No elimination at all: `polynomial`, with the result in the same form."""
    solved = solve(board, change)
    solution = None if solved.top is None else _pack_rows(board, chase(board, solved.top, change))
    return BoardSolutions(solution, tuple(_pack_rows(board, quiet_rows(board, row)) for row in solved.quiet))


METHODS: dict[str, Method] = {"dense": solve_dense, "spanish": solve_spanish, "polynomial": solve_polynomial}


def _pack_rows(board: GridBoard, rows: Iterable[int]) -> int:
    """Rows of presses as one set of presses, the first row in the lowest bits."""
    presses = 0
    for i, row in enumerate(rows):
        presses |= row << i * board.columns
    return presses
