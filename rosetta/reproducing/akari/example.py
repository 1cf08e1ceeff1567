"""Light Up solver (Ben-Gurion University, in Hebrew): its worked 4x4 reduction, its cell numbering, its two theorems.

1 _ _ 0      As printed: the 1 forces a lamp at (1,2), the 2 one at (3,2), and column 2 is one block: no solution.
# _ _ _      Without the clue at (1,1) there is exactly one. Rows and columns are counted from 1, as in the source.
2 _ 4 _
_ 3 _ _      Its clauses of the first kind stand below as printed; the right ones follow from the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from backends.contract import Limits
from models.neutral import evaluate
from models.puzzles.akari import rules
from models.puzzles.akari.instance import BARE, WHITE, Akari
from models.puzzles.akari.record import PUZZLE
from models.puzzles.parts.answers import CellPieces
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REFUTED, REPRODUCED, Entry, Figure, Line
from rosetta.foundation.progress import Progress
from rosetta.foundation.vocabulary import Verdict
from rosetta.reproducing.records import Item
from rosetta.reproducing.refuting import prove_line
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.count import count_answers
from rosetta.studies.refuting.prove import state_claims
from rosetta.studies.solving.listing import list_answers
from rosetta.studies.solving.solve import solve

BOARD = ((1, -1, -1, 0), (5, -1, -1, -1), (2, -1, 4, -1), (-1, 3, -1, -1))
LIT = {  # cell: the cells of its clause of the first kind, as printed in 1.1 to 1.10
    12: (12, 13, 22, 32), 13: (12, 13, 23), 22: (22, 23, 24, 12, 32), 23: (22, 23, 24, 13), 24: (22, 23, 24, 34, 44),
    32: (12, 13, 22), 34: (24, 34, 44), 41: (41,), 43: (43, 44), 44: (43, 44, 24, 34),
}  # fmt: skip
AROUND = {11: (12,), 14: (13, 24), 31: (32, 41), 33: (23, 32, 34, 43), 42: (41, 32, 43)}  # 2.1 to 2.5
BLOCKS = ((12, 13), (22, 23, 24), (43, 44), (12, 22, 32), (13, 23), (24, 34, 44))  # 3.1 to 3.8, of two cells and more
IDS = {(2, 3): 7, (3, 2): 10, (3, 4): 12, (4, 3): 15}  # its example clause {7, 10, 12, 15}, cells (row, column)
LIMITS = Limits(seconds=10.0)
BOARDS, FULL_BOARDS = 60, 600  # of 3x3; all sets of lamps are tried
HYBRIDS = (2, 30)  # boards on which the hybrid lists all solutions, quick and full


LAMPS = CellPieces("lamp")


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    p = Akari(BOARD)
    yield Figure("The worked example, as printed", PUZZLE.draw_text(p))
    progress("the worked example")
    yield solution_line(p)
    yield unique_solution_line()
    yield from clause_lines(p)
    yield from numbering_lines()
    yield from cardinality_lines()
    yield size_line()
    progress("the theorem")
    yield theorem_line(FULL_BOARDS if full else BOARDS, seed)
    yield hybrid_line(HYBRIDS[full], seed, progress)


def solution_line(p: Akari) -> Line:
    """The source prints a solution beside it."""
    question = Question(PUZZLE, p)
    result = solve(question, resolve_entrant(question, "cpsat", "default"), LIMITS)
    claim, believed = "the worked 4x4 example has a solution", result.run.verdict == Verdict.CORRECT
    if not believed:
        return Line(claim, "shown", result.run.status, OPEN, result.run.evidence or "")
    if result.answers:
        return Line(claim, "shown", "one", REPRODUCED)
    reason = "The 1 at (1,1) forces a lamp at (1,2), the 2 at (3,1) one at (3,2), and these see each other"
    line = Line(claim, "shown", "none", REFUTED, f"{reason}; {result.run.evidence}.")
    return prove_line(line, [rules.model(p)])


def unique_solution_line() -> Line:
    """The board without the clue at (1,1) has one solution."""
    cells = np.array(BOARD)
    cells[0, 0] = BARE
    question = Question(PUZZLE, Akari(cells))
    total = count_answers(question, [resolve_entrant(question, "cpsat", "default")], LIMITS)
    verdict = CONTRADICTORY if total.broken else REPRODUCED if total.exact and total.number == 1 else OPEN
    reason = f"By {total.backend}, {total.witness}."
    line = Line("without the clue at (1,1) it has one solution", None, total.number, verdict, reason)
    values = solve(question, resolve_entrant(question, "cpsat", "default"), LIMITS).values
    if verdict != REPRODUCED or values is None:
        return line
    claims = state_claims(question, "default", frozenset({"unique"}), [values])
    return prove_line(line, [claim.model for claim in claims])


def source_cells(p: Akari, model_row: np.ndarray) -> frozenset[int]:
    """The cells of a row, as the source writes them: row and column from 1 as two digits."""
    white = np.argwhere(p.white)
    return frozenset(int(10 * (r + 1) + c + 1) for r, c in white[np.abs(model_row) - 1])


def clause_lines(p: Akari) -> Iterator[Line]:
    """Its printed clauses against the rows of the model, rule by rule."""
    model = rules.model(p)
    rows = {block.sentence: [source_cells(p, block.rows[i]) for i in range(len(block))] for block in model.blocks}
    lit, row_runs, col_runs, around = rows.values()
    cells = sorted(LIT)
    wrong = [cell for cell, ours in zip(cells, lit, strict=True) if frozenset(LIT[cell]) != ours]
    text = "; ".join(f"({cell // 10},{cell % 10}): {sorted(lit[cells.index(cell)])}" for cell in wrong)
    yield Line("its ten clauses of the first kind", "; ".join(str(list(LIT[cell])) for cell in wrong) or "ten",
               text or "the same", CORRECTED if wrong else REPRODUCED,
               f"{len(cells) - len(wrong)} of {len(cells)} are those of the blocks.")  # fmt: skip
    same = sorted(map(sorted, row_runs + col_runs)) == sorted(map(sorted, BLOCKS))
    same = same and [frozenset(cells) for cells in AROUND.values()] == around
    yield Line("its clauses of the second and third kind", None, "the same" if same else "others",
               REPRODUCED if same else REFUTED, "Blocks of one cell left out, which say nothing.")  # fmt: skip


def numbering_lines() -> Iterator[Line]:
    """id = n y + x with x = id mod n, y = floor(id / n), coordinates from 1."""
    n = 7
    right = sum((n * y + x) % n == x and (n * y + x) // n == y for y in range(1, n + 1) for x in range(1, n + 1))
    yield Line("id = n y + x and its inverse, n = 7", "all cells", f"{right} of {n * n}",
               REPRODUCED if right == n * n else CORRECTED, "Where x = n it fails: they count from 1.")  # fmt: skip
    formula = {cell: 4 * cell[0] + cell[1] for cell in IDS}
    shifted = {cell: 4 * (cell[0] - 1) + cell[1] for cell in IDS}
    verdict = REPRODUCED if formula == IDS else CORRECTED if shifted == IDS else REFUTED
    theirs, ours = (str(list(ids.values())) for ids in (IDS, formula))
    reason = "By n y + x; the example uses n (y - 1) + x, which has an inverse." if verdict == CORRECTED else ""
    yield Line("ids of its clause atLeast(4, {7, 10, 12, 15})", theirs, ours, verdict, reason)


def cardinality_lines() -> Iterator[Line]:
    """How its library stores cardinalities: as one clause where possible; `at most k` as `at least j - k` negated."""
    cases = [(j, k) for j in range(2, 7) for k in range(1, j + 1)]
    # a clause of all j misses one assignment
    clause = {(j, k) for j, k in cases if len(violating_assignments(j, range(k, j + 1))) == 1}
    ours = {(j, k) for j, k in cases if k == 1}
    verdict = REPRODUCED if clause == {(j, k) for j, k in cases if j - k == 1} else CORRECTED
    yield Line('"at least k of j" is a clause of the j variables if', "j - k = 1", "k = 1" if clause == ours else None,
               verdict if clause == ours else CONTRADICTORY, "All assignments, j = 2 to 6; the text may have lost it: "
               "its counter of at most j - k false ones is right.")  # fmt: skip
    wrong = [
        (j, k)
        for j, k in cases
        if violating_assignments(j, range(k + 1)) != negate_assignments(violating_assignments(j, range(j - k, j + 1)))
    ]
    yield Line('"at most k" is "at least j - k" of the negations', None, f"{len(cases) - len(wrong)} of {len(cases)}",
               REFUTED if wrong else REPRODUCED, "All assignments, j = 2 to 6.")  # fmt: skip


def violating_assignments(j: int, allowed: range) -> set[tuple[int, ...]]:
    """The assignments of j variables with a number of true ones that is not allowed."""
    return {x for x in product((0, 1), repeat=j) if sum(x) not in allowed}


def negate_assignments(assignments: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    return {tuple(1 - value for value in x) for x in assignments}


def size_line() -> Line:
    """The reduction is O(n^3): literals of the model on boards without walls, where blocks are longest."""
    sides = (10, 20, 40, 80)
    literals = [
        sum(len(block.rows.literals) for block in rules.model(Akari(np.full((n, n), WHITE))).blocks) for n in sides
    ]
    formula = all(count == n * n * (2 * n - 1) + 2 * n * n for n, count in zip(sides, literals, strict=True))
    ours = "2n^3 + n^2 without walls" if formula else str(literals)
    return Line("the reduction has O(n^3) literals", "O(n^3)", ours,
                REPRODUCED if formula else OPEN, "Counted, n = 10, 20, 40, 80; walls shorten blocks.")  # fmt: skip


def theorem_line(boards: int, seed: int) -> Line:
    """An assignment satisfies the rows if and only if its lamps keep the rules: all assignments of small boards."""
    total = wrong = 0
    for number in range(seed, seed + boards):
        bare = number % 4 * 10
        generator = ("random", "planted")[number % 2]
        p = rules.generate((3, 3), number, bare=bare, numbered=60 - bare, generator=generator)[0]
        model = rules.model(p)
        for lamps in product((0, 1), repeat=model.variables):
            values = np.array((0, *lamps), np.int64)
            total += 1
            wrong += bool(evaluate(model, values)) != bool(rules.verify(p, LAMPS.decode(model, values)))
    claim, ours = "the models of the reduction are the solutions of the board", f"{total - wrong:,} of {total:,} sets"
    reason = f"All sets of lamps on {boards} boards of 3x3, both ways."
    return Line(claim, None, ours, REFUTED if wrong else REPRODUCED, reason)


def hybrid_line(boards: int, seed: int, progress: Progress) -> Line:
    """The lamps that the naive solver finds are in every solution, so the hybrid loses none: both list all
    solutions."""
    differ, incomplete, solutions = [], [], 0
    for number in range(seed, seed + boards):
        progress(f"solutions by SAT and by the hybrid: {number - seed} of {boards}")
        question = Question(PUZZLE, rules.generate((6, 6), number, bare=10, numbered=20)[0])
        sat, both = (
            list_answers(question, resolve_entrant(question, name, "default"), LIMITS)
            for name in ("minicard", "hybrid:minicard")
        )
        solutions += len(sat.answers)
        all_of_them = sat.complete and both.complete
        wrong = sat.broken or both.broken or (all_of_them and set(sat.answers) != set(both.answers))
        differ += [f"seed {number}"] if wrong else []
        incomplete += [f"seed {number}"] if not all_of_them and not wrong else []
    verdict = CONTRADICTORY if differ else OPEN if incomplete else REPRODUCED
    agreed = boards - len({*differ, *incomplete})
    return Line("the hybrid has the solutions of SAT", None, f"on {agreed} of {boards} boards", verdict,
                "; ".join(differ or incomplete) or f"{solutions:,} solutions listed by both, 6x6.")  # fmt: skip


ITEM = Item(
    name="akari-example",
    title="Light Up: the worked 4x4 example, numbers of cells, theorems",
    source="Light Up solver (Ben-Gurion University, project report in Hebrew)",
    shows="Its printed reduction clause by clause, and that models and solutions are the same.",
    run=run,
)
