"""What verbs can be asked for that prove what they claim, and write what shows a fault."""

from __future__ import annotations

from os import PathLike

from rosetta.requests.kinds import FILE, FOLDER, SWITCH
from rosetta.requests.options import OptionGroup, option, request
from rosetta.verbs.solver_request import BoardRequest


@request
class EvidenceRequest(BoardRequest):
    """Proofs, and bundles of wrong answers."""

    prove: bool = option(
        SWITCH,
        "prove what is claimed; exit code 3 if that fails",
        default=False,
        group=OptionGroup.EVIDENCE,
        keyword_help='Look for a proof of what is claimed, and check it: the claims then say ``"proved"``; where that '
        "failed they say what they said.",
    )
    proof: str | PathLike[str] | None = option(
        FILE,
        "the same, and write model, clauses and proof to a new zip file, for others to check (`verify --proof`)",
        default=None,
        group=OptionGroup.EVIDENCE,
    )
    bundle: str | PathLike[str] | None = option(
        FOLDER,
        "where a wrong answer is written so that it can be repeated: the model, also shrunk, and a text for an issue "
        "tracker (default: a temporary folder)",
        default=None,
        group=OptionGroup.EVIDENCE,
        keyword_help="The folder where a wrong answer is written so that it can be repeated: the model, also shrunk, "
        "and a text for an issue tracker; by default nowhere.",
    )

    @property
    def wants_proofs(self) -> bool:
        """Is what is claimed to be proved?"""
        return self.prove or self.proof is not None

    def check_files(self) -> None:
        """Raises NotWritable or InputError where the files could not be written: before any work is done."""
        if self.bundle is not None:
            from rosetta.studies.disagreements.bundle import check_bundle_folder

            check_bundle_folder(str(self.bundle), self.word("bundle"))
        if self.proof is not None:
            from report.saving import check_new

            check_new(str(self.proof))
