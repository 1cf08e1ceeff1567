"""The LRAT check: a proof whose every step names the clauses that it follows from. The judge to be trusted.

    4 1 0 1 3 0        lemma 4 is the clause `1`: if 1 is false, clauses 1 and 3 are a conflict
    4 d 2 0            clause 2 is deleted
    5 0 4 2 0          the empty clause

A lemma is implied by unit propagation along its hints, or it is harmless on its first literal (RAT): then every clause
that is there and denies that literal has hints, behind its own ID with a minus, in the order of the clauses. Deletions
are carried out, whatever they delete. A hint that implies nothing is refused (Cruz-Filipe, Heule, Hunt, Kaufmann &
Schneider-Kamp 2017: Efficient certified RAT verification).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from backends.proofs.columns import Clauses, Lrat, Starts, largest_variable
from rosetta.foundation.progress import Progress, ignore_progress

SLICE = 20_000  # steps between two looks at the clock
PIECE = 1_000_000  # hints that are numbered at once: they take eight times their memory
WRONG = {  # by the verdict of the kernel
    1: "the next hint implies nothing",
    2: "the hints end without a conflict, and no clause denies its first literal in vain",
    3: "it names a clause that is not there",
    4: "it has hints for a clause that does not deny its first literal, or is not there",
    5: "the next clause that denies its first literal has no hints",
    6: "the hints for a clause that denies its first literal end without a conflict",
}


@dataclass(frozen=True, slots=True, eq=False)
class LratVerdict:
    """refusal: None where the empty clause is derived; else which step is wrong, and why. steps: how many were read.

    core: the clauses of the formula that hints name, ascending from 0: these alone have no solution. One that is only a
    candidate of a RAT check is not among them, unless its own hints name it: without it there is less to check."""

    refusal: str | None
    steps: int
    core: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def is_verified(self) -> bool:
        """Has the formula no solution?"""
        return self.refusal is None


def check_lrat(formula: Clauses, proof: Lrat, progress: Progress = ignore_progress) -> LratVerdict:
    """Does the proof derive the empty clause? Raises ValueError for columns that are no proof at all."""
    from backends.proofs import lrat_kernel as kernel

    empty = np.flatnonzero(formula.starts[1:] == formula.starts[:-1])
    if len(empty):
        return LratVerdict(None, 0, empty[:1])
    _check_ids(proof, len(formula))
    variables = largest_variable(formula, proof.clauses)
    total = len(formula) + len(proof)
    judged = kernel.Judged(
        literals=np.concatenate([formula.literals, proof.clauses.literals]),
        starts=np.concatenate([formula.starts[:-1], proof.clauses.starts + formula.starts[-1]]),
        is_there=(np.arange(total) < len(formula)).astype(np.uint8),
        hints=_clause_numbers(proof, len(formula)),
        hint_starts=proof.hint_starts,
        deletes=proof.deletes.astype(np.uint8),
        marks=np.zeros(2 * variables + 2, np.int64),
        trail=np.zeros(2 * variables + 2, np.int32),
        numbers=np.zeros(2, np.int64),
    )
    step, is_empty = 0, False
    while step < len(proof) and not is_empty:
        until = min(step + SLICE, len(proof))
        step, verdict, is_empty = kernel.check_steps(judged, len(formula), step, until)
        if verdict != kernel.HOLDS:
            return LratVerdict(f"{describe_step(proof, int(step))}: {WRONG[int(verdict)]}", int(step))
        progress("checking the LRAT proof", step, len(proof))
    if not is_empty:
        return LratVerdict("the proof does not derive the empty clause", int(step))
    return LratVerdict(None, int(step), _named_clauses(judged.hints, proof, len(formula)))


def _named_clauses(hints: Starts, proof: Lrat, formula: int) -> NDArray[np.int64]:
    """The clauses of the formula that the hints of lemmas name. hints: as numbers of clauses."""
    of_lemma = np.repeat(~proof.deletes, np.diff(proof.hint_starts))
    is_named = np.zeros(formula, np.bool_)
    is_named[hints[of_lemma & (hints >= 0) & (hints < formula)]] = True
    return np.flatnonzero(is_named)


def describe_step(proof: Lrat, step: int) -> str:
    """A step, as it would be told: its number from 1 on, its ID, its clause."""
    if proof.deletes[step]:
        return f"step {step + 1}, a deletion"
    clause = " ".join(map(str, proof.clauses.clause(step)))
    return f"step {step + 1}, lemma {proof.ids[step]} (`{clause}`)" if clause else f"step {step + 1}, the empty clause"


def _check_ids(proof: Lrat, formula: int) -> None:
    """Raise ValueError unless the IDs of lemmas rise, from above those of the formula."""
    lemmas = np.flatnonzero(~proof.deletes)
    ids = proof.ids[lemmas]
    wrong = np.flatnonzero(ids <= np.concatenate([[formula], ids[:-1]]))
    if len(wrong):
        step = int(lemmas[wrong[0]])
        raise ValueError(f"step {step + 1}: expected an ID above those before it, found {proof.ids[step]}")


def _clause_numbers(proof: Lrat, formula: int) -> Starts:
    """The hints as numbers of clauses, -1 - k for a candidate k; the number of no clause for an ID that none has."""
    lemmas = np.flatnonzero(~proof.deletes)
    ids = np.concatenate([np.arange(1, formula + 1), proof.ids[lemmas]])
    clauses = np.concatenate([np.arange(formula), formula + lemmas])
    nobody = formula + len(proof)
    numbers = np.full(len(proof.hints), nobody, np.int64)
    for first in range(0, len(numbers) if len(ids) else 0, PIECE):
        hints = proof.hints[first : first + PIECE]
        at = np.minimum(np.searchsorted(ids, np.abs(hints)), len(ids) - 1)
        piece = np.where(ids[at] == np.abs(hints), clauses[at], nobody)
        numbers[first : first + PIECE] = np.where(hints < 0, -1 - piece, piece)
    return numbers
