"""Numbers of answers as sums, each of whose terms has a certificate (`backends.count_certificates`).

    answers               sum over parts: weight * solutions of the part        (`counting.orbits.summands`)
    up to symmetry        (answers + sum over symmetries: solutions that it maps to themselves) / symmetries
                          (Burnside's lemma; Cauchy 1845, Frobenius 1887)

What is added up is stated from the rules (`state_total`, `state_distinct`), which is part of what a proof rests on.
Each symmetry that generates the others was checked to map the rules to themselves, row by row, and their products are
all there (`counting.automorphisms`). That the puzzle names all of them is part of what a proof rests on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from backends.contract import Limits, Unsupported
from backends.count_certificates.count_proof import (
    CountProof,
    CountRows,
    CountStatus,
    check_counts_apart,
    prove_counts,
    read_rows,
)
from backends.count_certificates.fixed_solutions import name_cycles
from models.puzzles.contract import NoSymmetries
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress, ignore_progress, name_progress
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.automorphisms import automorphisms, identity_alone, known_automorphisms
from rosetta.studies.counting.orbits import has_exactly_one_row, summands

if TYPE_CHECKING:
    from report.documents.proofs import NumberProofDocument

NUMBERS = {"count": "exactly so many", "distinct": "up to symmetry"}


@dataclass(frozen=True, slots=True, eq=False)
class StatedNumber:
    """(base + sum of weights * numbers of solutions of the rows) / divisor. claim: one of NUMBERS; formulation: whose
    rules they are."""

    claim: str
    formulation: str
    weights: tuple[int, ...]
    rows: tuple[CountRows, ...]
    base: int = 0
    divisor: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class NumberProof:
    """What came of a stated number: proof: of its terms."""

    stated: StatedNumber
    proof: CountProof

    @property
    def claim(self) -> str:
        """One of NUMBERS."""
        return self.stated.claim

    @property
    def is_proved(self) -> bool:
        """Is the number?"""
        return self.proof.is_proved

    @property
    def words(self) -> str:
        """What is claimed."""
        return NUMBERS[self.claim]

    @property
    def number(self) -> int | None:
        """The number, None where it is not proved."""
        if not self.is_proved:
            return None
        terms = zip(self.stated.weights, self.proof.numbers, strict=True)
        number, rest = divmod(self.stated.base + sum(weight * each for weight, each in terms), self.stated.divisor)
        assert rest == 0  # by the lemma
        return number

    def to_json(self) -> NumberProofDocument:
        """As documents have it."""
        sizes = self.proof.sizes
        return {
            "claim": self.claim,
            "status": self.proof.status,
            "parts": len(self.stated.rows),
            "states": sum(size.states for size in sizes),
            "combinations": sum(size.combinations for size in sizes),
            "bytes": sum(map(len, self.proof.certificates)),
            "seconds": self.proof.seconds,
            "note": self.proof.note,
        }

    def __str__(self) -> str:
        """`exactly so many: proved by 37,404 merged states, counted 4 times by symmetry, in 3.10 s`."""
        if not self.is_proved:
            return f"{self.words}: not proved: {self.proof.note}"
        took = f"{sum(self.proof.seconds.values()):.2f} s"
        return f"{self.words}: proved by {self._describe_certificates()}{self._describe_sum()}, in {took}"

    def _describe_certificates(self) -> str:
        """`37,404 merged states`."""
        sizes = self.proof.sizes
        states, combinations = (sum(getattr(size, name) for size in sizes) for name in ("states", "combinations"))
        how = [f"{states:,} merged states"] if states else []
        if len(sizes) == 1 and sizes[0].dimension is not None:
            how.append(f"a kernel of dimension {sizes[0].dimension}")
        if combinations or not how:
            how.append(f"{combinations:,} combinations of rows")
        return " and ".join(how)

    def _describe_sum(self) -> str:
        """`, counted 4 times by symmetry`."""
        weights = self.stated.weights
        if self.claim == "distinct":
            order = self.stated.divisor
            return f", of what each of {order} symmetries leaves as it is" if order > 1 else ", as there is no symmetry"
        if weights == (1,):
            return ""
        return f", counted {' and '.join(map(str, weights))} times by symmetry"


def state_first_total(question: Question, formulation: str) -> StatedNumber:
    """Of the first formulation, the one in use before the others, whose rows allow certificates. Raises Unsupported
    with the reason why that one does not."""
    own, reason = question.rows_formulation(formulation), ""
    for name in dict.fromkeys((own, *question.puzzle.formulations)):
        try:
            if question.state_model(name).model.open_rules:
                continue
            return state_total(question, name)
        except (Unsupported, InputError) as refusal:  # some formulations do not support every reading of the rules
            reason = reason or str(refusal)
    raise Unsupported(reason)


def state_total(question: Question, formulation: str) -> StatedNumber:
    """The number of answers. Raises Unsupported where it cannot be certified, InputError where the formulation does
    not take the question."""
    model = question.model(formulation)
    project = question.puzzle.project(question.instance, model)
    if len(np.unique(project)) < model.variables:
        raise Unsupported("some variables are not part of the answer")
    read_rows(model)  # before the symmetries are looked for
    is_reduced = has_exactly_one_row(model)
    parts = summands(model, project, known_automorphisms(question, model) if is_reduced else identity_alone(model))
    return StatedNumber(
        "count", formulation, tuple(part.weight for part in parts), tuple(read_rows(part.model) for part in parts)
    )


def state_distinct(question: Question, formulation: str, number: int) -> StatedNumber:
    """The number up to symmetry of this many answers; the formulation is one of which `state_total` states the number.
    Raises Unsupported where it cannot be certified."""
    model = question.model(formulation)
    try:
        images = automorphisms(question, model)
    except NoSymmetries as reason:
        raise Unsupported(str(reason)) from None
    rows = tuple(read_rows(model, name_cycles(image)) for image in images[1:])
    return StatedNumber("distinct", formulation, (1,) * len(rows), rows, number, len(images))


def prove_number(stated: StatedNumber, limits: Limits, progress: Progress = ignore_progress) -> NumberProof:
    """The number with certificates that were checked, as far as the limits let it come."""
    report = name_progress(f"proving: {NUMBERS[stated.claim]}", progress)
    return _check_division(NumberProof(stated, prove_counts(stated.rows, limits, report)))


def check_number(
    stated: StatedNumber, certificates: Sequence[bytes], limits: Limits, progress: Progress = ignore_progress
) -> NumberProof:
    """The number that these certificates prove, if they do."""
    return _check_division(NumberProof(stated, check_counts_apart(stated.rows, certificates, limits, progress)))


def _check_division(proof: NumberProof) -> NumberProof:
    """Refused where the sum is no multiple of the divisor: then what is added up is wrong."""
    stated, numbers = proof.stated, proof.proof.numbers
    total = stated.base + sum(weight * each for weight, each in zip(stated.weights, numbers, strict=False))
    if not proof.is_proved or total % stated.divisor == 0:
        return proof
    note = f"{total} is no multiple of {stated.divisor} symmetries"
    return replace(proof, proof=replace(proof.proof, status=CountStatus.REFUSED, numbers=(), note=note))
