"""The file of proofs that a verb writes for others to check (`verify --proof`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any

from rosetta.verbs.caller import Caller

if TYPE_CHECKING:
    from report.comparison.records import ShownProof
    from rosetta.studies.asking.question import Question


def save_proofs(
    target: str | PathLike[str],
    question: Question,
    id: str,
    proofs: Sequence[ShownProof],
    provenance: Mapping[str, Any],
    caller: Caller,
) -> None:
    """Write what was proved to a new file, the target, and tell the caller. id: of the instance; provenance: of its
    document."""
    from report.saving import save_new
    from rosetta.studies.proving.archives import describe_excess
    from rosetta.studies.proving.certified_total import NumberProof
    from rosetta.studies.proving.count_file import write_count_file
    from rosetta.studies.proving.proof_file import write_proof_file
    from rosetta.studies.refuting.prove import ClaimProof

    file = str(target)
    claims = [proof for proof in proofs if isinstance(proof, ClaimProof) and proof.is_proved]
    numbers = [proof for proof in proofs if isinstance(proof, NumberProof) and proof.is_proved]
    if not claims and not numbers:
        caller.tell(f"{file}: not written, since nothing was proved")
        return
    write: Any = partial(write_count_file, proofs=numbers) if numbers else partial(write_proof_file, proofs=claims)
    save_new(file, partial(write, question=question, id=id, provenance=provenance))
    excess = describe_excess(file)
    advice = f"; too large for `verify --proof` ({excess}), other checkers can read it" if excess else ""
    caller.tell(f"{file}: proof of {', '.join(proof.words for proof in numbers or claims)}{advice}")
