"""Small Akari boards for tests: written out, or drawn by hypothesis; and all their solutions, found by trying."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
from hypothesis import strategies as st

from models.puzzles.akari.instance import Akari, Answer, Cell
from models.puzzles.akari.record import PUZZLE

SOURCE = "4\n1__0\n#___\n2_4_\n_3__\n"  # the worked example of the Light Up solver (Ben-Gurion University), as printed
MENDED = SOURCE.replace("1__0", "#__0")  # without the clue at its (1,1)


def board(*lines: str) -> Akari:
    """A board from its rows: `_` white, `#` bare wall, 0..4."""
    return PUZZLE.parse("\n".join([f"{len(lines)} {len(lines[0])}", *lines]))


@st.composite
def boards(draw: Callable[..., object], shapes: tuple[Cell, ...] = ((1, 1), (1, 7), (2, 3), (3, 3), (4, 3))) -> Akari:
    """Boards with walls anywhere; numbers that can be met and numbers that cannot."""
    height, width = draw(st.sampled_from(shapes))
    value = st.sampled_from([-1, -1, -1, -1, 5, 0, 1, 2, 3, 4] if draw(st.booleans()) else [-1, -1, -1, 5, 1])
    cells = draw(st.lists(value, min_size=height * width, max_size=height * width))
    return Akari(np.array(cells).reshape(height, width))


def whites(p: Akari) -> list[Cell]:
    return [cell for cell in np.ndindex(p.cells.shape) if p.cells[cell] == -1]


def subsets(p: Akari) -> list[Answer]:
    """Every set of white cells, as an answer."""
    cells = whites(p)
    return [chosen for n in range(len(cells) + 1) for chosen in combinations(cells, n)]


def sees(p: Akari, a: Cell, b: Cell) -> bool:
    """Are two different cells in one line with white cells only from one to the other?"""
    if a == b or (a[0] != b[0] and a[1] != b[1]):
        return False
    (top, bottom), (left, right) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return bool((p.cells[top : bottom + 1, left : right + 1] == -1).all())


def is_solution(p: Akari, lamps: Answer) -> bool:
    """The rules, checked one by one."""
    if any(sees(p, a, b) for a, b in combinations(lamps, 2)):
        return False
    if not all(cell in lamps or any(sees(p, cell, lamp) for lamp in lamps) for cell in whites(p)):
        return False
    numbers = [(cell, int(n)) for cell, n in np.ndenumerate(p.cells) if 0 <= n <= 4]
    return all(sum(abs(r - a) + abs(c - b) == 1 for a, b in lamps) == n for (r, c), n in numbers)


def brute_force(p: Akari) -> set[Answer]:
    """All solutions: every set of white cells is tried."""
    return {lamps for lamps in subsets(p) if is_solution(p, lamps)}


def every_solution(p: Akari) -> Iterator[frozenset[Cell]]:
    """All solutions, each once, also of boards that are too large to try every set: the first cell without light is
    lit in every possible way, a way that was tried is forbidden from then on, and no number may be out of reach."""
    cells = whites(p)
    place = {cell: 1 << i for i, cell in enumerate(cells)}
    sight = [place[cell] | sum(place[other] for other in cells if sees(p, cell, other)) for cell in cells]
    walls = []
    for (r, c), number in np.ndenumerate(p.cells):
        near = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
        if 0 <= number <= 4:
            walls.append((sum(place.get(cell, 0) for cell in near), int(number)))

    def search(lamps: int, dark: int, forbidden: int) -> Iterator[int]:
        """dark: cells without light; forbidden: no lamp there, whether lit or not."""
        for near, number in walls:
            placed = (near & lamps).bit_count()
            if not placed <= number <= placed + (near & dark & ~forbidden).bit_count():
                return
        if not dark:
            yield lamps
            return
        able = sight[(dark & -dark).bit_length() - 1] & dark & ~forbidden
        while able:
            lamp = able & -able
            yield from search(lamps | lamp, dark & ~sight[lamp.bit_length() - 1], forbidden)
            forbidden |= lamp
            able ^= lamp

    for lamps in search(0, (1 << len(cells)) - 1, 0):
        yield frozenset(cell for cell in cells if lamps & place[cell])
