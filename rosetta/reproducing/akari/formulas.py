"""Light Up by CNF, 3-SAT and WalkSAT (student report, 2020): its printed formulas, each evaluated on all assignments.

A formula over the four neighbours is written as rows of signs, `-+++` for (not 1 or 2 or 3 or 4). Only the number of
true variables matters, so the models of a formula for "exactly N" should be the C(4, N) assignments with N true.
The formulas over whole boards are stated as models and given to two solvers, on boards that have solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Status
from backends.formats.results.competition import read_minisat
from backends.running import supervisor
from models.neutral import Model, evaluate, union
from models.puzzles.akari import rules
from models.puzzles.akari.instance import WHITE, Akari
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REFUTED, REPRODUCED, Entry, Line, Table
from rosetta.foundation.progress import Progress
from rosetta.reproducing.akari.cnf import clauses
from rosetta.reproducing.akari.density import pattern_line
from rosetta.reproducing.records import Item
from rosetta.reproducing.refuting import prove_line

NONE, ALL = "++++", "----"  # at least one; not all four
ONE = "-+++ +-++ ++-+ +++-"  # each excludes one assignment with a single lamp
TWO = "--++ -+-+ -++- +--+ +-+- ++--"
THREE = "+--- -+-- --+- ---+"
PRINTED = {  # chapter 2, clauses; chapter 3, first-order formulas
    ("clauses", 1): f"{NONE} {ALL} {THREE} {TWO}",
    ("clauses", 3): f"{NONE} {ALL} {ONE} {TWO}",
    ("clauses", 2): f"{NONE} {ALL} {ONE} {THREE}",
    ("first-order", 1): f"{NONE} {ALL} {ONE} {TWO}",
    ("first-order", 3): f"{NONE} {ALL} {THREE} {TWO}",
    ("first-order", 2): f"-... .-.. ..-. ...- +... .+.. ..+. ...+ {ONE} {THREE}",
}
MINISAT = b"SAT\n-1 -2 3 4 -5 -6 -7 8 -9 0\n"  # "example of output for solvable 3 by 3 grid"
LIMITS = Limits(seconds=10.0)
ENGINES = ("cnf", "cpsat")
OPEN_BOARD = Akari(np.full((3, 3), WHITE))


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    holds = {name: model_counts(formula) for name, formula in PRINTED.items()}
    yield Table("Lamps in the models of its formulas for exactly N", ("formula", "N", "lamps in a model"),
                [(kind, n, counts_text(counts)) for (kind, n), counts in holds.items()])  # fmt: skip
    for (kind, n), counts in holds.items():
        yield exactly_line(kind, n, counts)
    yield remark_line(holds["clauses", 1])
    progress("formulas over boards")
    yield printed_result_line()
    yield pair_product_line()
    yield and_for_or_line()
    yield vacuous_line()
    yield large_clue_line()
    yield pattern_line()


def model_counts(formula: str) -> frozenset[int]:
    """How many of the four variables are true in the models of a formula."""
    m = Model("four neighbours")
    x = m.bools("x", 4)
    for clause in formula.split():
        m.any(clause, [int(x[i]) if sign == "+" else -int(x[i]) for i, sign in enumerate(clause) if sign != "."])
    assignments = [np.array((0, *values), np.int64) for values in product((0, 1), repeat=4)]
    return frozenset(int(values.sum()) for values in assignments if not evaluate(m, values))


def counts_text(counts: frozenset[int]) -> str:
    return ", ".join(map(str, sorted(counts))) or "no model"


def exactly_line(kind: str, n: int, counts: frozenset[int]) -> Line:
    """A formula for N against the numbers of lamps in its models."""
    reason = ""
    if not counts:
        reason = "It contains both x and not x for each neighbour."
    elif counts != {n}:
        reason = "The formulas for 1 and 3 are exchanged."
    return Line(f"{kind} for a wall with {n}: lamps in its models", n, counts_text(counts),
                REPRODUCED if counts == {n} else CORRECTED if counts else REFUTED, reason)  # fmt: skip


def remark_line(counts: frozenset[int]) -> Line:
    """Under the clauses for 1: "the model of this part is when 2 variable are true and 2 are false"."""
    return Line("the remark under the clauses for 1: lamps in a model", 2, counts_text(counts),
                REPRODUCED if counts == {2} else CORRECTED, "The remark belongs to the clauses for 2.")  # fmt: skip


def printed_result_line() -> Line:
    """Its example of minisat's output, on a board without walls."""
    holds = read_minisat(MINISAT, 9).true
    if holds is None:
        return Line("the printed result of minisat", "SAT", None, CONTRADICTORY, "The reader finds no assignment.")
    lamps = tuple(divmod(x, 3) for x in np.flatnonzero(holds[1:]).tolist())
    broken = rules.verify(OPEN_BOARD, lamps)
    return Line("the printed result of minisat solves a 3x3 grid", "SAT", str(list(lamps)),
                REFUTED if broken else REPRODUCED, "; ".join(broken) or "The grid without walls.")  # fmt: skip


def lamp_model() -> tuple[Model, NDArray[np.int32], list[list[int]]]:
    """A model with a lamp per cell of the 3x3 board, and for each cell the lamps in its row and column."""
    m = Model("3x3")
    lamp = m.bools("lamp", (3, 3))
    both = union(lamp[np.repeat(np.arange(3), 3)], lamp.T[np.tile(np.arange(3), 3)])
    return m, lamp, [both[cell].tolist() for cell in range(9)]


def statuses(m: Model) -> set[Status]:
    return {supervisor.solve(engine, m, LIMITS).conclusion for engine in ENGINES}


def refusal_line(claim: str, m: Model, reason: str) -> Line:
    """A printed formula that should have the solutions of the open board; the report prints one of them."""
    outcomes = statuses(m)
    verdict = OPEN if Status.UNKNOWN in outcomes else CONTRADICTORY
    if len(outcomes) == 1 and verdict != OPEN:
        verdict = REPRODUCED if outcomes == {Status.SATISFIED} else CORRECTED
    if verdict == CORRECTED:
        return prove_line(Line(claim, "the rule", "no solution", verdict, reason), [m])
    return Line(claim, "the rule", "solutions", verdict, reason)


def pair_product_line() -> Line:
    """For each cell, no two lamps in the union of its row and column."""
    m, _, both = lamp_model()
    m.any("lit", both)
    m.at_most(1, "no two of the union", both)
    return refusal_line("the product over all pairs of Sline u Srow, open 3x3", m,
                   "It forbids a lamp in the row and one in the column of a cell, which see no other.")  # fmt: skip


def and_for_or_line() -> Line:
    """SubC(i, j) and i != j => not i and not j."""
    m, lamp, both = lamp_model()
    m.any("lit", both)
    m.true("no lamp sees a cell", -lamp.ravel())
    return refusal_line('"no two lamps": i != j => not i and not j, open 3x3', m,
                   "It says that no cell in a row or column of two has a lamp; `or` is meant.")  # fmt: skip


def vacuous_line() -> Line:
    """For all i there is a j with SubC(i, j) => j: take a j in another column."""
    vacuous = all(any(j % 3 != i % 3 for j in range(9)) for i in range(9))
    dark = bool(rules.verify(OPEN_BOARD, ()))
    claim, reason = '"each cell is lit": for all i exists j: SubC(i, j) => j', "SubC(i, j) and j is meant."
    if not (vacuous and dark):
        return Line(claim, "the rule", "the rule", REPRODUCED)
    reason = f"Any j of another column will do: a board without lamps satisfies it. {reason}"
    return Line(claim, "the rule", "nothing", CORRECTED, reason)


def large_clue_line() -> Line:
    """A clue larger than its number of neighbours: a trivially unsatisfiable formula, in our model and in the
    report's."""
    p = Akari([[3, -1], [-1, -1]])
    model = rules.model(p)
    outcomes = statuses(model)
    own = {(-1,), (1,)} <= set(clauses(p))
    ok = outcomes == {Status.UNSATISFIABLE} and own
    line = Line("a wall with too few neighbours for its number has no solution", "not i and i",
                "no solution" if ok else None, REPRODUCED if ok else CONTRADICTORY)  # fmt: skip
    return prove_line(line, [model]) if ok else line


ITEM = Item(
    name="akari-small",
    title="Light Up: the printed formulas of the student report",
    source="[INF432] Project - Light Up (a student report, 2020)",
    shows="Its clauses and first-order formulas on all assignments, its printed result, its unsolvable pattern.",
    run=run,
)
