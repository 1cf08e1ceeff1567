"""A proof of how many answers there are, as a file: a zip archive.

    count.json           the puzzle, the instance, the numbers; who, when with what
    model.json           the model, in the neutral language
    count/1, ..          certificates of the parts that are added up (`certified_total`)
    distinct/1, ..       certificates of what each symmetry maps to itself, where that was asked for
    README.txt           how to check them

Checked again (`check_count_file`), nothing in the archive is believed: the rules and their parts are stated anew, and
each certificate is checked against its rows. The numbers are those that this shows. What else the archive says must be
what follows from these, or is named as not needed (`archive_contents`).
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from backends.contract import Limits, Unsupported
from backends.count_certificates.count_proof import CountStatus
from models.neutral.json import to_json
from report.number_text import all_digits
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.studies.asking.formulations import own_formulation
from rosetta.studies.asking.question import Question
from rosetta.studies.proving.archive_contents import (
    NOT_COMPARED,
    PROVENANCE,
    ArchiveContents,
    check_members,
    compare_fields,
    compare_id,
    compare_model,
    is_renamed,
)
from rosetta.studies.proving.archives import (
    COUNT_FILE,
    LONGEST,
    MOST_CERTIFICATE,
    add_member,
    open_archive,
    read_head,
    read_member,
    stated_id,
)
from rosetta.studies.proving.certified_total import (
    NUMBERS,
    NumberProof,
    StatedNumber,
    check_number,
    state_distinct,
    state_total,
)

SCHEMA = 1
HEAD, MODEL = COUNT_FILE, "model.json"
USED = ("schema", "puzzle", "id", "formulation", "numbers")  # fields of the document that are checked apart
README = """A proof by Rosetta that a puzzle has exactly so many answers.

    rosetta verify PUZZLE WHAT --proof FILE     states the rules anew, and checks the certificates against them

A file that begins as gzip lists merged states of a search, and for each the item that its successors cover; the rows
of model.json say how often options cover items. The number of a state is the sum over its successors. The bytes are as
backends/count_certificates/state_file.py of the program says, the bits of a state as state_layout.py does.
A JSON file is about equations modulo 2: a solution, a basis of the kernel, and combinations of rows that show the rank;
vectors are hexadecimal numbers, bit i for unknown or row i, from 0.

What is trusted of symmetries: that none is missing. That each of those that generate the others maps the rows of
model.json to its rows is checked anew, and their products are made; docs/proofs.md of the program lists all that is
trusted.
"""


def write_count_file(
    file: BinaryIO, question: Question, id: str, proofs: Sequence[NumberProof], provenance: Mapping[str, Any]
) -> None:
    """The archive of those numbers that are proved, of which there must be one. id: of the instance."""
    proved = [proof for proof in proofs if proof.is_proved]
    formulation = proved[0].stated.formulation
    head = {
        "schema": SCHEMA,
        "puzzle": question.puzzle.name,
        "id": id,
        "rules": dict(question.rules),
        "formulation": formulation,
        "numbers": {proof.claim: all_digits(proof.number or 0) for proof in proved},
        **provenance,
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        add_member(archive, "README.txt", README.encode())
        add_member(archive, HEAD, json.dumps(head, indent=1).encode())
        add_member(archive, MODEL, to_json(question.model(formulation)).encode())
        for proof in proved:
            for at, certificate in enumerate(proof.proof.certificates, 1):
                add_member(archive, f"{proof.claim}/{at}", certificate)


def is_count_file(content: bytes, where: str) -> bool:
    """Is it an archive about a number of answers? Raises InputError for what is no archive."""
    with open_archive(content, where) as archive:
        return HEAD in archive.namelist()


@dataclass(frozen=True, slots=True, eq=False)
class ProvedNumbers:
    """What a file of numbers turned out to be.

    id: of the instance, as the file says
    proofs: as checked again
    contents: the rest of the file, compared where all numbers are proved"""

    id: str
    proofs: tuple[NumberProof, ...]
    contents: ArchiveContents = NOT_COMPARED

    @property
    def holds(self) -> bool:
        """Is every number proved, and is nothing in the file otherwise?"""
        return not self.contents.differing and all(proof.is_proved for proof in self.proofs)


def check_count_file(
    question: Question,
    content: bytes,
    where: str,
    limits: Limits,
    progress: Progress = ignore_progress,
    id: str | None = None,
) -> ProvedNumbers:
    """The numbers that the archive proves of this question; others than it states are refused. where: the file, for
    messages; id: of the instance, None where it is not known. Raises InputError for what is no such archive, or is
    about another puzzle."""
    with open_archive(content, where) as archive:
        head = _read_head(archive, question, where)
        formulation, numbers = own_formulation(question.puzzle, head["formulation"]), head["numbers"]

        def check(stated: StatedNumber) -> NumberProof:
            names = [f"{stated.claim}/{at}" for at in range(1, len(stated.rows) + 1)]
            certificates = [read_member(archive, name, MOST_CERTIFICATE, where) for name in names]
            return _compare(check_number(stated, certificates, limits, progress), numbers[stated.claim])

        try:
            proofs = [check(state_total(question, formulation))]
            if "distinct" in numbers and proofs[0].number is not None:
                proofs.append(check(state_distinct(question, formulation, proofs[0].number)))
        except Unsupported as reason:
            raise InputError(f"{where}: the formulation {formulation} has no such certificate: {reason}") from None
        contents = NOT_COMPARED
        if all(proof.is_proved for proof in proofs):
            contents = _compare_contents(archive, head, question, formulation, proofs, where, id)
    return ProvedNumbers(stated_id(head), tuple(proofs), contents)


def _compare_contents(
    archive: zipfile.ZipFile,
    head: dict[str, Any],
    question: Question,
    formulation: str,
    proofs: Sequence[NumberProof],
    where: str,
    id: str | None,
) -> ArchiveContents:
    """All that the archive says besides what was checked, which is right. Raises InputError."""
    certificates = [f"{proof.claim}/{at}" for proof in proofs for at in range(1, len(proof.stated.rows) + 1)]
    contents = check_members(archive, [HEAD, MODEL, *certificates], where)
    contents += compare_id(head.get("id"), id, HEAD)
    contents += compare_fields(head, {"rules": dict(question.rules)}, USED, PROVENANCE, HEAD)
    renamed = is_renamed(head.get("id"), id)
    return contents + compare_model(archive, MODEL, question.model(formulation), where, renamed)


def _compare(proof: NumberProof, number: str) -> NumberProof:
    """The proof, refused where the file states another number."""
    if proof.number is None or all_digits(proof.number) == number:
        return proof
    note = f"the certificates show {all_digits(proof.number):.40}, and the file states {number:.40}"
    return replace(proof, proof=replace(proof.proof, status=CountStatus.REFUSED, numbers=(), note=note))


def _read_head(archive: zipfile.ZipFile, question: Question, where: str) -> dict[str, Any]:
    """The document of the archive, with the keys that are used of the right kind."""
    head = read_head(archive, HEAD, SCHEMA, question.puzzle.name, where, "a proof")
    numbers = head.get("numbers")
    if (
        not isinstance(head.get("formulation"), str)
        or len(head["formulation"]) > LONGEST
        or not isinstance(numbers, dict)
        or "count" not in numbers
        or not all(name in NUMBERS and isinstance(digits, str) for name, digits in numbers.items())
    ):
        raise InputError(f"{where}: {HEAD}: expected a formulation, and numbers: a count, and perhaps one distinct")
    return head
