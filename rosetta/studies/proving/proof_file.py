"""A proof as a file, for others to check: a zip archive, with a folder for each claim.

    claims.json               the puzzle, the instance, the answers, what is claimed, the encodings; who, when with what
    unique/model.json         the model that has no solution if the claim is true, in the neutral language
    unique/clauses.cnf        its clauses in DIMACS, each variable and each rule named in comments
    unique/proof.drat         the solver's proof that they have none (binary DRAT)
    README.txt                how to check them

Checked again (`check_proof_file`), nothing in the archive is believed: the model is stated anew from the rules of the
puzzle, the answers are verified by them, and the proof is checked against the clauses of that model. What else the
archive says must be what follows from these, or is named as not needed (`archive_contents`). Nor are the sizes that it
states believed: each member is read up to a bound.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, BinaryIO

import numpy as np

from backends.contract import Limits, Options, Values
from backends.encoding_choice.catalogue import UnknownEncoding, encoding_by_name
from backends.formats.contract import WriteOptions
from backends.formats.dimacs.writing import write_model
from backends.justifying.refutation import RefutationStatus, check_proof_apart
from models.neutral import Form
from models.neutral.json import to_json
from models.puzzles.contract import Answer
from report.words import plural
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
    compare_member,
    compare_model,
    is_renamed,
)
from rosetta.studies.proving.archives import (
    CLAIMS_FILE,
    LONGEST,
    MOST_PROOF,
    add_member,
    open_archive,
    read_head,
    read_member,
    stated_id,
)
from rosetta.studies.refuting.prove import CLAIMS, ClaimProof, state_claims

SCHEMA = 1
MEMBERS = ("model.json", "clauses.cnf", "proof.drat")  # of the folder of a claim
SPARE = ("solver", "lemmas", "clauses", "seconds", "note")  # fields of a claim
USED = ("schema", "puzzle", "id", "formulation", "values", "claims")  # fields of the document that are checked apart
README = """Proofs by Rosetta. Each folder has a claim about the puzzle in claims.json:

    drat-trim unique/clauses.cnf unique/proof.drat      any checker of DRAT proofs: the clauses have no solution
    rosetta verify PUZZLE WHAT --proof FILE             that, and that every clause it needs follows from the rules

clauses.cnf names its variables and rules in comments; model.json has the same rules in Rosetta's neutral language.
"""


@dataclass(frozen=True, slots=True, eq=False)
class ProvedClaims:
    """What a file with proofs turned out to be.

    id: of the instance, as the file says
    answers: none where it says that there is none
    broken: the rules that they break
    proofs: of the claims, as checked again
    contents: the rest of the file, compared where all claims are proved"""

    id: str
    answers: tuple[Answer, ...]
    broken: tuple[str, ...]
    proofs: tuple[ClaimProof, ...]
    contents: ArchiveContents = NOT_COMPARED

    @property
    def holds(self) -> bool:
        """Do the answers keep all rules, is every claim proved, and is nothing in the file otherwise?"""
        return not (self.broken or self.contents.differing) and all(proof.is_proved for proof in self.proofs)

    @property
    def is_open(self) -> bool:
        """Does nothing speak against it, and a limit ended the check?"""
        statuses = {proof.refutation.status for proof in self.proofs if not proof.is_proved}
        return not (self.broken or self.contents.differing) and statuses == {RefutationStatus.UNKNOWN}


def write_proof_file(
    file: BinaryIO,
    question: Question,
    id: str,
    proofs: Sequence[ClaimProof],
    provenance: Mapping[str, Any],
) -> None:
    """The archive of those claims that are proved, of which there must be one. id: of the instance."""
    proved = [proof for proof in proofs if proof.is_proved]
    formulation = proved[0].stated.formulation
    values = max((proof.stated.values for proof in proved), key=len)
    model, record = question.model(formulation), question.puzzle
    head = {
        "schema": SCHEMA,
        "puzzle": record.name,
        "id": id,
        "rules": dict(question.rules),
        "formulation": formulation,
        "answers": [record.answer_json(question.answer(model, each)) for each in values],
        "values": [each[1 : model.variables + 1].tolist() for each in values],
        "claims": [_claim_json(proof) for proof in proved],
        **provenance,
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        add_member(archive, "README.txt", README.encode())
        add_member(archive, CLAIMS_FILE, json.dumps(head, indent=1).encode())
        for proof in proved:
            add_member(archive, f"{proof.claim}/model.json", to_json(proof.stated.model).encode())
            add_member(archive, f"{proof.claim}/clauses.cnf", _written_clauses(proof))
            add_member(archive, f"{proof.claim}/proof.drat", proof.refutation.proof)


def _written_clauses(proof: ClaimProof) -> bytes:
    """The clauses that have no solution, for others."""
    clauses = BytesIO()
    how = WriteOptions(options=proof.refutation.options, heading=(CLAIMS[proof.claim],))
    write_model(proof.stated.model, clauses, how)
    return clauses.getvalue()


def _claim_json(proof: ClaimProof) -> dict[str, Any]:
    encodings = {form.value: name for form, name in proof.refutation.options.encodings.items()}
    return {"folder": proof.claim, "encodings": encodings, **proof.to_json()}


# ---- checked again ---------------------------------------------------------------------------------------------


def check_proof_file(
    question: Question,
    content: bytes,
    where: str,
    limits: Limits,
    progress: Progress = ignore_progress,
    id: str | None = None,
) -> ProvedClaims:
    """Every claim of the archive, about this question, checked. where: the file, for messages; id: of the instance,
    None where it is not known.

    Raises InputError for what is no such archive, or is about another puzzle."""
    with open_archive(content, where) as archive:
        head = _read_head(archive, question, where)
        formulation = own_formulation(question.puzzle, head["formulation"])
        values = _read_values(question, head, formulation, where)
        model = question.model(formulation)
        answers = tuple(question.answer(model, each) for each in values)
        pairs = zip(values, answers, strict=True)
        broken = tuple(rule for each, answer in pairs for rule in question.broken_rules(model, each, answer))
        if len(set(answers)) < len(answers):
            broken = (*broken, "an answer stands there twice")
        proofs = tuple(
            _check_claim(question, formulation, values, claim, archive, where, limits, progress)
            for claim in head["claims"]
        )
        contents = NOT_COMPARED
        if not broken and all(proof.is_proved for proof in proofs):
            contents = _compare_contents(archive, head, question, answers, proofs, where, id)
    return ProvedClaims(stated_id(head), answers, broken, proofs, contents)


def _compare_contents(
    archive: zipfile.ZipFile,
    head: Mapping[str, Any],
    question: Question,
    answers: Sequence[Answer],
    proofs: Sequence[ClaimProof],
    where: str,
    id: str | None,
) -> ArchiveContents:
    """All that the archive says besides what was checked, which is right. Raises InputError."""
    folders = [proof.claim for proof in proofs]
    contents = check_members(
        archive, [CLAIMS_FILE, *(f"{folder}/{name}" for folder in folders for name in MEMBERS)], where
    )
    contents += compare_id(head.get("id"), id, CLAIMS_FILE)
    expected = {
        "rules": dict(question.rules),
        "answers": [question.puzzle.answer_json(answer) for answer in answers],
    }
    contents += compare_fields(head, expected, USED, PROVENANCE, CLAIMS_FILE)
    renamed = is_renamed(head.get("id"), id)
    for proof, claim in zip(proofs, head["claims"], strict=True):
        facts = {"claim": proof.claim, "status": RefutationStatus.PROVED.value, "bytes": len(proof.refutation.proof)}
        place = f"{CLAIMS_FILE}: claims: {proof.claim}"
        contents += compare_fields(claim, facts, ("folder", "encodings"), SPARE, place)
        contents += ArchiveContents(unneeded=(f"{place}: encodings that change no clause",))
        contents += compare_model(archive, f"{proof.claim}/model.json", proof.stated.model, where, renamed)
        contents += compare_member(archive, f"{proof.claim}/clauses.cnf", _written_clauses(proof), where)
        contents += _unneeded_lemmas(proof)
    return contents


def _unneeded_lemmas(proof: ClaimProof) -> ArchiveContents:
    """The steps of a proof that it does not need: whatever they say, the others prove the claim."""
    checked = proof.refutation.checked
    spare = 0 if checked is None else checked.lemmas[0] - checked.lemmas[1]
    return ArchiveContents(unneeded=(f"{proof.claim}/proof.drat: {plural(spare, 'lemma')}",) if spare else ())


def _read_head(archive: zipfile.ZipFile, question: Question, where: str) -> dict[str, Any]:
    """The document of the archive, with the keys that are used of the right kind."""
    head = read_head(archive, CLAIMS_FILE, SCHEMA, question.puzzle.name, where, "proofs")
    claims, formulation = head.get("claims"), head.get("formulation")
    if not isinstance(formulation, str) or len(formulation) > LONGEST or not _are_claims(claims):
        expected = f"a formulation, and different claims among {', '.join(CLAIMS)}"
        raise InputError(f"{where}: claims.json: expected {expected}")
    return head


def _are_claims(claims: Any) -> bool:
    """A list of documents about different claims, at least one? Each takes a check of its own."""
    if not isinstance(claims, list) or not 0 < len(claims) <= len(CLAIMS):
        return False
    folders = [claim.get("folder") if isinstance(claim, dict) else None for claim in claims]
    return all(isinstance(folder, str) and folder in CLAIMS for folder in folders) and len(set(folders)) == len(folders)


def _read_values(question: Question, head: Mapping[str, Any], formulation: str, where: str) -> tuple[Values, ...]:
    rows, variables = head.get("values"), question.model(formulation).variables
    if not isinstance(rows, list) or not all(_is_assignment(row, variables) for row in rows):
        expected = f"claims.json: expected lists of {variables} integers as values"
        about = f"expected proofs about this instance, found some about {stated_id(head)}"
        raise InputError(f"{where}: {about} ({expected})" if stated_id(head) else f"{where}: {expected}")
    return tuple(np.array([0, *row], np.int64) for row in rows)


def _is_assignment(row: Any, variables: int) -> bool:
    """A list of so many integers?"""
    is_list = isinstance(row, list) and len(row) == variables
    return is_list and all(type(number) is int and abs(number) < 2**53 for number in row)


def _check_claim(
    question: Question,
    formulation: str,
    values: Sequence[Values],
    claim: Mapping[str, Any],
    archive: zipfile.ZipFile,
    where: str,
    limits: Limits,
    progress: Progress,
) -> ClaimProof:
    folder, encodings = claim["folder"], claim.get("encodings")
    for stated in state_claims(question, formulation, frozenset([folder]), values):
        options = Options(encodings=_read_encodings(encodings, where))
        proof = read_member(archive, f"{folder}/proof.drat", MOST_PROOF, where)
        return ClaimProof(stated, check_proof_apart(stated.model, proof, limits, options, progress))
    why = f"the claim `{CLAIMS[folder]}` needs an answer, or an objective, and there is none"
    raise InputError(f"{where}: claims.json: {why}")


def _read_encodings(encodings: Any, where: str) -> dict[Form, str]:
    try:
        chosen = {Form(form): str(name) for form, name in dict(encodings or {}).items()}
        for form, name in chosen.items():
            encoding_by_name(name, form)
    except (ValueError, TypeError, UnknownEncoding) as error:
        raise InputError(f"{where}: claims.json: encodings: {str(error)[:200]}") from None
    return chosen
