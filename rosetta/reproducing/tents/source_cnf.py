"""Methods for solving the Tents puzzle (Hebrew): its two reductions, as meant and as printed.

as meant     formulations `source-cnf` (phi0 to phi6) and `source-ilp` against ours: the same answers on random
             boards, each formulation listed by its own engine, and on small boards by trying all sets of tents
as printed   the bits A, B, C, D of phi4 and phi5 have no index for the row (column): A[g,l] = 4n^3 + 8n^2 + ..., so
             all rows share them, and the tents of one row constrain those of the others
             "-x <= a" for "x >= a": then the ILP has only upper bounds, and no tents at all satisfy it
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, Status, Values
from backends.running import supervisor
from models.neutral import Model, evaluate
from models.neutral.blocks import Kind
from models.puzzles.tents import rules, source_models
from models.puzzles.tents.instance import UNKNOWN, Answer, Tents
from models.puzzles.tents.record import PUZZLE
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REFUTED, REPRODUCED, Entry, Line, Note, Table
from rosetta.foundation.progress import Progress
from rosetta.reproducing.records import Item
from rosetta.reproducing.refuting import prove_line
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.solving.listing import list_answers

LISTERS = {"default": "cpsat", "source-cnf": "cnf", "source-ilp": "cpsat"}
QUICK, FULL = ((4, 3), (6, 2)), ((4, 20), (5, 20), (6, 10), (8, 5))  # side, boards
MAX_TRIED_SIDE = 4  # up to this side, all sets of tents are tried, too
EXAMPLE = (  # i, bit, value: X_i+1 implies that the bit has this value
    (0, 0, False), (0, 1, False), (1, 0, False), (1, 1, True), (2, 0, True), (2, 1, False), (3, 0, True), (3, 1, True),
)  # fmt: skip
MOST_LITERALS = 4
LIMITS = Limits(seconds=20.0)


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    rows, differ, unfinished, total = [], [], [], 0
    for side, boards in FULL if full else QUICK:
        numbers: list[int] = []
        for number in range(seed, seed + boards):
            progress(f"{side} x {side}, board {number}")
            p = remove_clues(rules.generate((side, side), number)[0], number)
            listings = {name: formulation_answers(p, name, engine) for name, engine in LISTERS.items()}
            total += 1
            unfinished += [f"{side}x{side}, seed {number}"] * (None in listings.values())
            answer_sets = [answers for answers in listings.values() if answers is not None]
            answer_sets += [answers_by_trial(p)] if side <= MAX_TRIED_SIDE else []
            differ += [f"{side}x{side}, seed {number}"] * (len(set(answer_sets)) > 1)
            numbers += [len(answer_sets[0])] if answer_sets else []
        rows.append((f"{side}x{side}", boards, min(numbers, default=None), max(numbers, default=None)))
    yield Table("Random boards, most clues taken away", ("board", "boards", "fewest solutions", "most"), rows)
    yield agreement_line(total, differ, unfinished)
    yield tree_row_line(seed)
    p = rules.generate((5, 5), seed)[0]
    yield example_line()
    yield at_most_k_line()
    yield shared_bits_line(p)
    yield shared_numbers_line()
    yield printed_bounds_line(p)
    yield Note("In phi2 and phi6 the long clauses have all ties negated in our copy; the overlines may be lost signs.")


def remove_clues(p: Tents, shift: int) -> Tents:
    """The board without the clues of its columns and of every second row, so that there are several solutions."""
    rows, cols = p.rows.copy(), p.cols.copy()
    rows[shift % 2 :: 2] = cols[:] = UNKNOWN
    return Tents(p.trees, rows, cols)


def formulation_answers(p: Tents, formulation: str, engine: str) -> frozenset[Answer] | None:
    """All answers, checked against the rules; None where the limit was hit. Raises ValueError for a broken rule."""
    question = Question(PUZZLE, p)
    listing = list_answers(question, resolve_entrant(question, engine, formulation), LIMITS)
    if listing.broken:
        raise ValueError(f"{formulation}: {listing.broken[0]}")
    return frozenset(listing.answers) if listing.complete else None


def answers_by_trial(p: Tents) -> frozenset[Answer]:
    """All answers, by trying all sets of tents against the rules of the puzzle."""
    free = [(int(r), int(c)) for r, c in np.argwhere(~p.trees)]
    trees = int(p.trees.sum())
    return frozenset(answer for answer in combinations(free, trees) if not rules.verify(p, answer))


def agreement_line(total: int, differ: list[str], unfinished: list[str]) -> Line:
    """Do all formulations have the same answers? A board that a limit left open agrees with nobody."""
    verdict = CONTRADICTORY if differ else OPEN if unfinished else REPRODUCED
    ours = f"on {total - len({*differ, *unfinished})} of {total} boards"
    reason = "; ".join(differ or unfinished) or f"Boards up to {MAX_TRIED_SIDE} x {MAX_TRIED_SIDE} by trying, too."
    return Line("both reductions have the solutions of the puzzle", None, ours, verdict, reason)


def tree_row_line(seed: int) -> Line:
    """The ILP has no row for it, and needs none: is there an answer with a tent on a tree?"""
    statuses, models = [], []
    for number in range(seed, seed + 2):
        p = remove_clues(rules.generate((6, 6), number)[0], number)
        model = source_models.source_ilp(p)
        tent = source_models.tent_variables(model)
        model.any("a tent stands on a tree", tent[p.trees])
        statuses += [supervisor.solve(engine, model, LIMITS).conclusion for engine in ("cpsat", "highs")]
        models.append(model)
    verdict = REFUTED if Status.SATISFIED in statuses else REPRODUCED
    verdict = verdict if verdict == REFUTED or set(statuses) == {Status.UNSATISFIABLE} else OPEN
    ours = "no such answer" if verdict == REPRODUCED else None
    reason = "The tree's own tent would touch that one."
    line = Line("the ILP needs no row against tents on trees, two boards of 6x6", None, ours, verdict, reason)
    return prove_line(line, models) if verdict == REPRODUCED else line


def example_line() -> Line:
    """Its example: at most one of four, with two bits. Which assignments of the four variables do the clauses allow?"""
    allowed = set()
    for x in product((False, True), repeat=4):
        for bits in product((False, True), repeat=2):
            if all(not x[i] or bits[bit] == value for i, bit, value in EXAMPLE):
                allowed.add(x)
    right = allowed == {x for x in product((False, True), repeat=4) if sum(x) <= 1}
    return Line("its eight clauses for at most one of X1 to X4", "at most one", f"{len(allowed)} of 16 allowed",
                REPRODUCED if right else REFUTED, "None, or one of the four: all assignments tried.")  # fmt: skip


def at_most_k_line() -> Line:
    """The encoding of Frisch and Giannaros for all n and k: the assignments of x1 to xn that can be extended."""
    cases = [(n, k) for n in range(1, MOST_LITERALS + 1) for k in range(n + 1)]
    wrong, unfinished = [], []
    for n, k in cases:
        m = Model("at most k")
        x = m.bools("x", n)
        state_at_most(m, "at most k", x, k, m.bools("bits", (max(k, 1), max(1, (n - 1).bit_length()))))
        solutions: list[Values] = []
        ended = supervisor.solutions("cnf", m, x, LIMITS, Options(), solutions.append)
        most = max((int(values[x].sum()) for values in solutions), default=-1)
        wrong += [f"{k} of {n}"] if most > k or len(solutions) != sum(comb(n, i) for i in range(k + 1)) else []
        unfinished += [f"{k} of {n}"] if not ended.complete else []
    verdict = OPEN if unfinished else REFUTED if wrong else REPRODUCED
    return Line("the binary encoding allows at most k of n and no less", "all k, n", f"n <= {MOST_LITERALS}, all k",
                verdict, "; ".join(unfinished or wrong) or "All assignments listed by SAT, each once.")  # fmt: skip


def printed_model(p: Tents, shared: bool, cells: bool = False) -> Model:
    """source-cnf with phi4 and phi5 written out for the clues of the board; shared: one set of bits for all rows, and
    one for all columns, as printed; cells: the bits are the number of a cell on the board, not in its line."""
    m = source_models.source_cnf(p, is_counted=False)
    for line, tent, clues in (("row", m.arrays["O"], p.rows), ("column", m.arrays["O"].T, p.cols)):
        lines, n = tent.shape
        wide = max(1, ((lines * n if cells else n) - 1).bit_length())
        for side, sign in (("most", 1), ("least", -1)):
            bits = m.bools(f"{line} bits {side}", (1 if shared else lines, n, wide))
            for i, clue in enumerate(clues.tolist()):
                k = clue if side == "most" else n - clue
                state_at_most(
                    m, f"{line} {i}, {side}", sign * tent[i], k, bits[0 if shared else i], i * n if cells else 0
                )
    return m


def state_at_most(
    m: Model, name: str, literals: NDArray[np.int32], k: int, bits: NDArray[np.int32], first: int = 0
) -> None:
    """Frisch and Giannaros (2010): a true literal is in one of k groups, and the bits of a group are the number of its
    literal. bits: shape (groups, digits); first: the number of the first literal."""
    n, digits = len(literals), np.arange(bits.shape[1])
    if k >= n:
        return
    if not k:
        m.true(f"{name}: none", -literals)
        return
    group = m.bools(f"{name}: group", (n, k))
    m.any(f"{name}: in a group", np.concatenate([-literals[:, None], group], axis=1))
    sign = np.where(first + np.arange(n)[:, None] >> digits & 1, 1, -1)  # of each digit of each literal
    number = sign[:, None, :] * np.asarray(bits)[None, :k, :]
    m.any(
        f"{name}: its number",
        np.stack([np.broadcast_to(-group[:, :, None], number.shape), number], axis=-1).reshape(-1, 2),
    )


def list_solutions(m: Model, p: Tents) -> frozenset[Answer] | None:
    """The tents in all solutions of a model, not checked against the rules."""
    solutions: list[Values] = []
    ended = supervisor.solutions("cnf", m, m.arrays["O"].ravel(), LIMITS, Options(), solutions.append)
    return frozenset(rules.decode(p, m, values) for values in solutions) if ended.complete else None


def shared_bits_line(p: Tents) -> Line:
    """With an index for the line the clauses are right; without it, as printed, they lose solutions."""
    claim = "phi4 and phi5 with the bits as printed, without a row: solutions of a 5x5 board"
    right, printed = (list_solutions(printed_model(p, shared), p) for shared in (False, True))
    by_cell, of_cells = (list_solutions(printed_model(p, shared, cells=True), p) for shared in (False, True))
    meant = formulation_answers(p, "default", "cpsat")
    if right is None or printed is None or by_cell is None or of_cells is None or meant is None:
        return Line(claim, None, None, OPEN, "The limit came first.")
    ours = f"{len(printed)} and {len(of_cells)} of {len(right)}"
    if right != meant or by_cell != meant:
        return Line(claim, None, ours, CONTRADICTORY, "With the index they are not the puzzle's.")
    return Line(claim, None, ours, REPRODUCED if printed == right and of_cells == right else CORRECTED,
                "The bits as the number of a cell of its row, or of the board: s is not defined. All rows share them, "
                "so that rows with one tent have it in the same column, or in the same cell. With an index for the row "
                "the solutions are right either way.")  # fmt: skip


def shared_numbers_line() -> Line:
    """A[i,g,bit] = 4n^3 + 8n^2 + (g-1)w + bit: variables with different i get the same number."""
    n, w = 5, 5
    places = [(i, g, bit) for i in range(1, n + 1) for g in range(1, n + 1) for bit in range(1, w + 1)]
    numbers = {4 * n**3 + 8 * n**2 + (g - 1) * w + bit for _, g, bit in places}
    verdict = REPRODUCED if len(numbers) == len(places) else CORRECTED
    reason = "i is not in the formula; B, C and D alike."
    return Line("numbers of the variables A[i,g,l], n = 5", len(places), len(numbers), verdict, reason)


def printed_bounds_line(p: Tents) -> Line:
    """x = a as x <= a and -x <= a, where -x <= -a is meant: then no variable has to be true."""
    model = source_models.source_ilp(p)
    for number, block in enumerate(model.blocks):
        if block.kind is Kind.CARDINALITY and (block.lo == block.hi).all():
            model.blocks[number] = replace(block, lo=np.zeros_like(block.lo))  # -a <= x, x a count
    nothing = np.zeros(model.variables + 1, np.int64)
    empty = not evaluate(model, nothing) and bool(rules.verify(p, ()))
    return Line(
        "x = a as two rows: the second one", "-x <= a", "-x <= -a", CORRECTED if empty else OPEN,
        "As printed a board without tents keeps all rows: run with them, and it does." if empty else "",
    )  # fmt: skip


ITEM = Item(
    name="tents-source-cnf",
    title="Tents: phi1 to phi6 and the ILP, as meant and as printed",
    source="Methods for solving the Tents puzzle (project report in Hebrew)",
    shows="Both reductions have the puzzle's solutions; what is printed loses some, or allows too many.",
    run=run,
)
