"""Measurement of the encodings, by form, length and bound of the rows: the table that `auto` uses.

    python -m benchmarks.solvers.encodings                  all cells, half an hour; writes `auto.tsv`
    python -m benchmarks.solvers.encodings --form linear    cells of one form; the others keep their lines
    python -m benchmarks.solvers.encodings --quick          a few cells, a minute or two; writes nothing

The models are random and of one family, so that cells can be compared: V variables, of which k/n are true in a hidden
solution; rows of n literals with the bound that the solution meets, two partitions of the variables into such rows; and
clauses of about n/k positive literals (a cell must be lit, a piece must lie somewhere), for parity of three literals of
either sign. For weighted rows k is the largest weight, a quarter of the variables are true, and a row allows their
weight or up to k/4 less. `sat`: V such clauses, all satisfied by the hidden solution. `unsat`: 2 V arbitrary ones.
cadical195 solves the same models under every encoding. All times are medians over the seeds, `encode` and `load` for
both models together. A search is cut off at a budget of conflicts; its time until then counts, and `cut_off` says how
many of the `solves` were. Such a time shows only the solver's speed, not how long the full search takes.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from backends import cnf
from backends.contract import Limits, Options
from backends.encoding_choice import auto
from backends.encoding_choice.catalogue import encoding_names
from backends.encoding_templates.template import cached_template
from backends.loading.sat_solver import load_solver
from backends.lowering.clauses import to_clauses
from models.neutral import Form, Model
from rosetta.foundation.limits import TooLarge

SOLVER = "cadical195"
CONFLICTS = 20_000
LITERALS = 5_000_000
TABLE = Path(auto.__file__).with_name("auto.tsv")
NO_CANDIDATES = frozenset({"adder", "mtotalizer", "sorting-network"})  # for at most one: it needs no counting
COLUMNS = ("form", "n", "k", "encoding", "literals", "encode", "load", "sat", "unsat", "cut_off", "solves")


@dataclass(frozen=True, slots=True)
class TableCell:
    """One row of the table before the encodings: rows of this form, length and bound."""

    form: Form
    n: int
    k: int

    @property
    def variables(self) -> int:
        if self.form is Form.PARITY:
            return 60
        return max(120, 2 * self.n) if self.form in (Form.CARDINALITY, Form.LINEAR) else max(180, 3 * self.n)

    @property
    def share(self) -> float:
        """The share of the variables that are true in the hidden solution."""
        return {Form.PARITY: 0.5, Form.LINEAR: 0.25}.get(self.form, self.k / self.n)

    @property
    def candidates(self) -> list[str]:
        """The encodings worth measuring."""
        at_most_one = self.form in (Form.AT_MOST_ONE, Form.EXACTLY_ONE)
        return [name for name in encoding_names(self.form) if not (at_most_one and name in NO_CANDIDATES)]


@dataclass(frozen=True, slots=True)
class EncodingRun:
    """One encoding on one model: literals, seconds by step, whether it has a solution (None: cut off)."""

    literals: int
    encode: float
    load: float
    solve: float
    satisfiable: bool | None


def cells(quick: bool) -> list[TableCell]:
    ones = (4, 16, 64) if quick else (3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256)
    counts = (8, 32) if quick else (4, 6, 8, 12, 16, 24, 32, 48, 64, 96)
    parities = (4, 8) if quick else (3, 4, 5, 6, 7, 8, 10)
    table_cells = [TableCell(form, n, 1) for form in (Form.AT_MOST_ONE, Form.EXACTLY_ONE) for n in ones]
    table_cells += [TableCell(Form.CARDINALITY, n, k) for n in counts for k in sorted({2, n // 4, n // 2}) if k > 1]
    weighted = ((8, 10), (32, 10)) if quick else tuple((n, k) for n in (4, 8, 16, 32) for k in (3, 10, 100, 10_000))
    table_cells += [TableCell(Form.LINEAR, n, k) for n, k in weighted]
    return table_cells + [TableCell(Form.PARITY, n, 1) for n in parities]


def random_model(cell: TableCell, satisfiable: bool, seed: int) -> Model:
    """A model of the family; see the module docstring."""
    random = np.random.default_rng([seed, cell.n, cell.k, satisfiable, len(cell.form.value)])
    m = Model("encodings")
    x = np.asarray(m.bools("x", cell.variables))
    least = 1 if cell.form is Form.LINEAR else cell.k
    true = random.permutation(cell.variables) < max(least, round(cell.share * cell.variables))
    state_rows(m, cell, x, true, random)
    m.any("random clauses", random_clauses(cell, x, true if satisfiable else None, random))
    return m


def state_rows(
    m: Model, cell: TableCell, x: NDArray[np.int32], true: NDArray[np.bool_], random: np.random.Generator
) -> None:
    """Rows of the cell's form that the hidden solution meets."""
    if cell.form is Form.PARITY:
        picks = np.stack([random.permutation(len(x))[: cell.n] for _ in range(len(x) // 2)])
        m.parity(true[picks].sum(axis=1) % 2, "random rows", x[picks])
        return
    if cell.form is Form.LINEAR:
        picks = cut_pieces(np.arange(len(x)), cell.n, random)
        weights = random.integers(1, cell.k + 1, picks.shape)
        most = (weights * true[picks]).sum(axis=1)
        m.linear(most - cell.k // 4, most, "random rows", x[picks], weights)
        return
    hold, fail = np.flatnonzero(true), np.flatnonzero(~true)
    cuts = [cut_pieces(hold, cell.k, random), cut_pieces(fail, cell.n - cell.k, random)]
    count = min(map(len, cuts))
    rows = x[random.permuted(np.hstack([cut[:count] for cut in cuts]), axis=1)]
    if cell.form is Form.AT_MOST_ONE:
        m.at_most(1, "random rows", rows)
    else:
        m.exactly(cell.k, "random rows", rows)


def cut_pieces(items: NDArray[np.int64], length: int, random: np.random.Generator) -> NDArray[np.int64]:
    """Two random orders of the items, each cut into pieces of this length; the remainder is dropped."""
    whole = len(items) // length * length
    return np.concatenate([random.permutation(items)[:whole].reshape(-1, length) for _ in range(2)])


def random_clauses(
    cell: TableCell, x: NDArray[np.int32], true: NDArray[np.bool_] | None, random: np.random.Generator
) -> NDArray[np.int32]:
    """Random clauses; if `true` is given, only clauses that it satisfies."""
    count = len(x) if true is not None else 2 * len(x)
    length = 3 if cell.form is Form.PARITY else max(3, round(1 / cell.share))
    at = np.argsort(random.random((6 * count, len(x))), axis=1)[:, :length]
    negated = (random.random(at.shape) < 0.5) & (cell.form is Form.PARITY)
    if true is not None:
        satisfied = (true[at] ^ negated).any(axis=1)
        at, negated = at[satisfied], negated[satisfied]
    return np.where(negated, -x[at], x[at])[:count]


def run_encoding(model: Model, form: Form, name: str) -> EncodingRun:
    """Encode, load and solve once; the template is rebuilt."""
    cached_template.cache_clear()
    start = time.perf_counter()
    lowered = to_clauses(model, Limits(literals=LITERALS), Options(encodings={form: name}))
    encoded = time.perf_counter()
    solver = load_solver(SOLVER, lowered, Limits())
    loaded = time.perf_counter()
    solver.conf_budget(CONFLICTS)
    satisfiable = solver.solve_limited()
    solved = time.perf_counter()
    solver.delete()
    return EncodingRun(lowered.literals, encoded - start, loaded - encoded, solved - loaded, satisfiable)


def measure(cell: TableCell, name: str, seeds: int) -> dict[str, object]:
    """One line of the table: medians over the seeds."""
    pairs = [
        [run_encoding(random_model(cell, satisfiable, seed), cell.form, name) for satisfiable in (True, False)]
        for seed in range(seeds)
    ]
    sat, unsat = zip(*pairs, strict=True)
    if any(r.satisfiable is False for r in sat):
        raise RuntimeError(f"{name} calls a satisfiable model unsatisfiable: {cell}")

    def median(values: list[float]) -> float:
        return round(statistics.median(values), 5)

    return {
        "form": cell.form.value, "n": cell.n, "k": cell.k, "encoding": name, "literals": sat[0].literals,
        "encode": median([a.encode + b.encode for a, b in pairs]),
        "load": median([a.load + b.load for a, b in pairs]),
        "sat": median([r.solve for r in sat]),
        "unsat": median([r.solve for r in unsat]),
        "cut_off": sum(r.satisfiable is None for pair in pairs for r in pair),
        "solves": 2 * seeds,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the encodings.")
    parser.add_argument("--quick", action="store_true", help="a few cells; writes nothing")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument(
        "--form", choices=[form.value for form in Form if encoding_names(form)], help="cells of this form only"
    )
    options = parser.parse_args()
    run_encoding(
        random_model(TableCell(Form.PARITY, 4, 1), True, 0), Form.PARITY, "parity-direct"
    )  # imports, before any clock
    lines = ["\t".join(COLUMNS)]
    print(lines[0].expandtabs(18))
    for cell in cells(options.quick):
        for name in cell.candidates if options.form in (None, cell.form.value) else ():
            try:
                row = measure(cell, name, 2 if options.quick else options.seeds)
            except TooLarge:
                continue
            lines.append("\t".join(str(row[column]) for column in COLUMNS))
            print(lines[-1].expandtabs(18), flush=True)
    if not options.quick:
        source = f"medians over {options.seeds} seeds; benchmarks/solvers/encodings.py"
        heading = f"# seconds, {SOLVER} ({cnf.version()}), {source}"
        TABLE.write_text("\n".join([heading, *lines, *other_lines(options.form)]) + "\n", "utf-8")


def other_lines(measured: str | None) -> list[str]:
    """The lines of the present table about other forms than the measured one; none if all were measured."""
    if measured is None or not TABLE.is_file():
        return []
    lines = [line for line in TABLE.read_text("utf-8").splitlines() if not line.startswith("#")][1:]
    return [line for line in lines if line.split("\t")[0] != measured]


if __name__ == "__main__":
    main()
