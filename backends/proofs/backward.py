"""The check of DRAT proofs: a formula has no solution, if a solver's proof leads to the empty clause.

    formula, proof --forward: units only--> a conflict --backward: lemmas that are used--> hints --> LRAT --> verdict

The first pass adds lemmas unchecked, up to a conflict that follows by unit propagation alone. Then lemmas are taken
away again, the last first, and those that something behind them used are checked: by unit propagation from their
denial (RUP), else on the first literal (RAT). Lemmas that nothing used are never looked at: the proof without them is
a proof (Goldberg & Novikov 2003; Heule, Hunt & Wetzler 2013: Trimming while checking clausal proofs).

None of this needs to be trusted. What was used is written as an LRAT proof of the formula as it was given; the verdict,
and which clauses it rests on, are those of `lrat`, which is simple. A fault here can refuse a proof, or fail, but never
verify a wrong one.

Deletions, as in drat-trim: one of a clause that is just now the reason of a literal that follows by unit propagation is
not carried out; solvers of the MiniSat family delete such clauses and go on using the literal. This is sound, since a
lemma is checked against all clauses that are there: one more can only make a RUP check easier, which stays right, and a
RAT check harder. So a proof in which such a deletion was put by mistake is still verified, and the LRAT proof does not
have it. A deletion of a clause that is not there is ignored for the same reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.proofs.columns import Clauses, Literals, Lrat, Proof, Starts, largest_variable, take_clauses
from backends.proofs.lrat import check_lrat
from rosetta.foundation.limits import TimeReached, TooLarge
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_seconds

SLICE = 2_000  # steps between two looks at the clock
MOST_HINTS = 500_000_000  # 2 GB


@dataclass(frozen=True, slots=True, eq=False)
class ProofVerdict:
    """refusal: None where the formula has no solution; else what is wrong, and at which step.

    core: the clauses of the formula that were used, ascending from 0; lemmas: the steps whose lemmas were used; lrat:
    the proof that was verified, None after a refusal (variables that are not in the formula are numbered anew);
    seconds: by part of the check."""

    refusal: str | None
    core: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    lemmas: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    lrat: Lrat | None = None
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def is_verified(self) -> bool:
        """Has the formula no solution?"""
        return self.refusal is None


def check_proof(
    formula: Clauses,
    proof: Proof,
    seconds: float = float("inf"),
    most_hints: int = MOST_HINTS,
    progress: Progress = ignore_progress,
) -> ProofVerdict:
    """Has the formula no solution, by this DRAT proof?

    Raises ValueError for a literal 0, LimitReached after that many seconds, TooLarge where the hints of the proof would
    be more than `most_hints` (4 bytes each; all else takes memory in proportion to formula and proof)."""
    begin = work_seconds()
    proof = renumber_new_variables(formula, proof)
    check = BackwardCheck(formula, proof, begin + seconds, most_hints, progress)
    refusal = check.find_conflict()
    middle = work_seconds()
    if refusal is None:
        refusal = check.prove_lemmas()
    times = {"forward": middle - begin, "backward": work_seconds() - middle}
    if refusal is not None:
        return ProofVerdict(refusal, seconds=times)
    lrat, lemmas = check.write_lrat(), np.flatnonzero(check.used_steps())
    del check  # its columns are as large as all that follows
    middle = work_seconds()
    verdict = check_lrat(formula, lrat, progress)
    times["lrat"] = work_seconds() - middle
    if not verdict.is_verified:  # a fault of ours
        return ProofVerdict(f"the proof that was made of it does not hold: {verdict.refusal}", seconds=times)
    return ProofVerdict(None, verdict.core, lemmas, lrat, seconds=times)


def renumber_new_variables(formula: Clauses, proof: Proof) -> Proof:
    """The same proof, where variables that the formula does not have are numbered one after the other behind its own:
    a proof that names the variable 2^30 once does not take memory for all below it."""
    last = largest_variable(formula)
    if largest_variable(proof.clauses) <= last:
        return proof
    literals = proof.clauses.literals.copy()
    is_new = np.abs(literals) > last
    _, numbers = np.unique(np.abs(literals[is_new]), return_inverse=True)
    literals[is_new] = np.sign(literals[is_new]) * (numbers + last + 1)
    return Proof(Clauses(literals, proof.clauses.starts), proof.deletes)


class BackwardCheck:
    """A formula and a proof in the columns of the kernels."""

    def __init__(self, formula: Clauses, proof: Proof, deadline: float, most_hints: int, progress: Progress) -> None:
        from backends.proofs import backward_kernel, propagation_kernel, trimming_kernel

        self._kernel, self._trimming = backward_kernel, trimming_kernel
        self._formula, self._proof, self._deadline, self._most_hints = len(formula), proof, deadline, most_hints
        self._progress = progress
        self.none = propagation_kernel.NONE
        self._variables = largest_variable(formula, proof.clauses)
        # a deletion has the number of the lemma before it, which is not used
        self._clauses = (len(formula) + np.cumsum(~proof.deletes) - 1).astype(np.int32)
        self._total = len(formula) + int((~proof.deletes).sum())
        self._steps = 0
        self._store = self._make_store(formula)
        self._trace = self._make_trace(formula)
        self._trail: Literals = np.zeros(0, np.int32)

    @property
    def core(self) -> NDArray[np.uint8]:
        """1 for each clause that was used: those of the formula, then the lemmas."""
        core: NDArray[np.uint8] = self._store.core
        return core

    def used_steps(self) -> NDArray[np.bool_]:
        """By step: is it a lemma that was used?"""
        used: NDArray[np.bool_] = ~self._proof.deletes & (self.core[self._clauses] != 0)
        used[self._steps :] = False
        return used

    # ---- columns ---------------------------------------------------------------------------------------------------

    def _make_store(self, formula: Clauses) -> Any:
        from backends.proofs.propagation_kernel import Store

        variables, total = self._variables, self._total
        lemmas = take_clauses(self._proof.clauses, np.flatnonzero(~self._proof.deletes))
        literals, starts = self._encode(formula, lemmas)
        return Store(
            literals=literals,
            starts=starts,
            core=np.zeros(total, np.uint8),
            deleted=np.zeros(total, np.uint8),
            links=np.full(2 * total, self.none, np.int32),
            blockers=np.zeros(2 * total, np.int32),
            heads=np.full(4 * variables + 4, self.none, np.int32),
            values=np.zeros(2 * variables + 2, np.int8),
            trail=np.zeros(variables + 1, np.int32),
            reasons=np.full(variables + 1, self.none, np.int32),
            positions=np.zeros(variables + 1, np.int32),
            numbers=np.array([0, len(formula), 0], np.int64),
        )

    def _encode(self, first: Clauses, second: Clauses) -> tuple[Literals, Starts]:
        """Two stores as one, in the literals of the kernels."""
        literals = np.zeros(len(first.literals) + len(second.literals), np.int32)
        starts = np.zeros(len(first) + len(second) + 1, np.int64)
        for store, number in ((first, 0), (second, len(first))):
            mark = np.full(2 * self._variables + 2, -1, np.int32)
            self._kernel.encode(store.literals, store.starts, literals, starts, mark, number)
        return literals, starts

    def _make_trace(self, formula: Clauses) -> Any:
        total, variables = self._total, self._variables
        deletes = self._proof.deletes.astype(np.uint8)
        has_pivot = self._store.starts[1:] > self._store.starts[:-1]
        pivots = np.zeros(total, np.int32)
        pivots[has_pivot] = self._store.literals[self._store.starts[:-1][has_pivot]]
        return self._kernel.HintTrace(
            deletes=deletes,
            targets=self._match_deletions(formula, deletes),
            pivots=pivots,
            before=np.zeros(total, np.int32),
            needed=np.zeros(variables + 1, np.uint8),
            pool=np.zeros(min(4 * variables + 100_000, self._most_hints + variables + 2), np.int32),
            hint_starts=np.zeros(total + 1, np.int64),
            hint_counts=np.zeros(total + 1, np.int32),
            seen=np.zeros(variables + 1, np.uint8),
            chain=np.zeros(variables + 2, np.int32),
            stack=np.zeros(variables + 2, np.int32),
            lasting_reasons=np.zeros(variables + 1, np.int32),
        )

    def _match_deletions(self, formula: Clauses, deletes: NDArray[np.uint8]) -> Literals:
        targets = np.full(len(deletes), self.none, np.int32)
        if not deletes.any():
            return targets
        literals, starts = self._encode(formula, self._proof.clauses)
        buckets = np.full(1 << max(4, len(starts).bit_length()), self.none, np.int32)
        links = np.full(len(starts), self.none, np.int32)
        mark = np.full(2 * self._variables + 2, -1, np.int32)
        self._kernel.match_deletions(
            literals, starts, len(formula), self._clauses, deletes, targets, buckets, links, mark
        )
        return targets

    # ---- the three parts -------------------------------------------------------------------------------------------

    def find_conflict(self) -> str | None:
        """Add lemmas up to a conflict; why there is none."""
        store, trace, end = self._store, self._trace, len(self._proof)
        found = self._kernel.add_formula(store, self._formula)
        step = 0
        while found == self.none and step < end:
            step, found = self._kernel.replay_forward(store, trace, self._clauses, step, min(step + SLICE, end))
            self._look("reading the proof", int(step))
        if found == self.none:
            return "no conflict follows by unit propagation from the formula and all lemmas: the proof has no end"
        self._steps = int(step)
        self._trail = store.trail[: store.numbers[0]].copy()
        last = int(self._clauses[self._steps - 1]) if self._steps else self.none
        self._kernel.begin_backward(store, trace, int(found), self._total, last)
        return None

    def prove_lemmas(self) -> str | None:
        """Check the lemmas that are used; what is wrong with the first that does not hold."""
        step, kernel = self._steps, self._kernel
        while step > 0:
            until = max(0, step - SLICE)
            step, verdict = kernel.check_backward(self._store, self._trace, self._clauses, step, until)
            step = int(step)
            if verdict == kernel.FULL:
                self._enlarge_pool()
            elif verdict == kernel.REFUTED:
                clause = " ".join(map(str, self._proof.clauses.clause(step - 1)))
                why = "does not follow by unit propagation, nor is it harmless on its first literal (RAT)"
                return f"step {step}, lemma `{clause}` {why}" if clause else f"step {step}, the empty clause, {why}"
            self._look("checking the proof", self._steps - step)
        return None

    def _enlarge_pool(self) -> None:
        size = len(self._trace.pool)
        most = self._most_hints + self._variables + 2
        if size >= most:
            raise TooLarge(f"the proof needs more than {self._most_hints:,} hints")
        pool = np.zeros(min(2 * size, most), np.int32)
        pool[:size] = self._trace.pool
        self._trace = self._trace._replace(pool=pool)

    def _look(self, what: str, done: int) -> None:
        self._progress(what, done, len(self._proof))
        if work_seconds() > self._deadline:
            raise TimeReached(f"{what} took too long")

    def write_lrat(self) -> Lrat:
        """What was used, as an LRAT proof."""
        places = np.zeros(self._variables + 1, np.int32)
        places[self._trail >> 1] = np.arange(len(self._trail))
        counts = [1, 1, 1]
        for writing in (False, True):
            written = self._trimming.LratColumns(
                ids=np.zeros(counts[0], np.int64),
                deletes=np.zeros(counts[0], np.uint8),
                literals=np.zeros(counts[1], np.int32),
                starts=np.zeros(counts[0] + 1, np.int64),
                hints=np.zeros(counts[2], np.int64),
                hint_starts=np.zeros(counts[0] + 1, np.int64),
                clause_ids=np.zeros(self._total, np.int64),
                literal_ids=np.zeros(len(self._trail) + 1, np.int64),
                sizes=np.zeros(4, np.int64),
            )
            columns = self._clauses, self._steps, self._trail, places, self._formula
            self._trimming.write_proof(self._store, self._trace, written, writing, *columns)
            counts = [int(n) for n in written.sizes[:3]]
        clauses = Clauses(written.literals, written.starts)
        return Lrat(written.ids, clauses, written.deletes != 0, written.hints, written.hint_starts)


def prepare() -> None:
    """Compile the kernels, and that of `drat_files`, or read them from disk."""
    from backends.proofs.columns import clauses_from_lists, proof_from_lists
    from backends.proofs.drat_files import read_drat

    formula = clauses_from_lists([[1, 2], [-1, 2], [1, -2], [-1, -2], [3, 1]])
    assert len(read_drat(b"a\x02\0")) == 1
    assert check_proof(formula, proof_from_lists([(True, [1, 3]), (False, [2]), (False, [])])).is_verified


if __name__ == "__main__":
    prepare()
