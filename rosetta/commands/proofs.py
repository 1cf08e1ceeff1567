"""The flags --prove and --proof: claims are proved, and the proofs written to a file for others."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from report.comparison.records import Run, ShownProof
    from rosetta.studies.asking.question import Question


def add_proof(p: argparse.ArgumentParser, claims: str) -> None:
    """The two flags. claims: what is proved, in words."""
    p.add_argument("--prove", action="store_true", help=f"prove what is claimed ({claims}); exit code 3 if that fails")
    p.add_argument(
        "--proof",
        default=None,
        metavar="FILE",
        help="the same, and write model, clauses and proof to a new zip file, for others to check (`verify --proof`)",
    )


def wants_proofs(arguments: argparse.Namespace) -> bool:
    """Was one of the flags given?"""
    return bool(arguments.prove) or arguments.proof is not None


def check_proof(arguments: argparse.Namespace) -> argparse.Namespace:
    """The arguments with their only instance, where a file is to be written. Raises UsageError where the file is there,
    or the instances are several."""
    from report.saving import check_new
    from rosetta.commands.named_instances import only_instance

    if arguments.proof is None:
        return arguments
    check_new(arguments.proof)
    return only_instance(arguments)


def save_proofs(
    arguments: argparse.Namespace, question: Question, id: str, proofs: Sequence[ShownProof], runs: Sequence[Run]
) -> None:
    """Write what was proved to the file of --proof, and say so. id: of the instance."""
    from report.saving import save_new
    from rosetta.commands import options
    from rosetta.studies.proving.archives import describe_excess
    from rosetta.studies.proving.certified_total import NumberProof
    from rosetta.studies.proving.count_file import write_count_file
    from rosetta.studies.proving.proof_file import write_proof_file
    from rosetta.studies.refuting.prove import ClaimProof

    claims = [proof for proof in proofs if isinstance(proof, ClaimProof) and proof.is_proved]
    numbers = [proof for proof in proofs if isinstance(proof, NumberProof) and proof.is_proved]
    if not claims and not numbers:
        options.print_note(f"{arguments.proof}: not written, since nothing was proved")
        return
    write: Any = partial(write_count_file, proofs=numbers) if numbers else partial(write_proof_file, proofs=claims)
    head = options.provenance_from(arguments, runs)
    save_new(arguments.proof, partial(write, question=question, id=id, provenance=head))
    excess = describe_excess(arguments.proof)
    advice = f"; too large for `verify --proof` ({excess}), other checkers can read it" if excess else ""
    options.print_note(f"{arguments.proof}: proof of {', '.join(proof.words for proof in numbers or claims)}{advice}")
