"""`solve --prove`, `--proof` and `verify --proof` as they are typed: what is printed, written, and the exit codes."""

from __future__ import annotations

import json
import zipfile

import pytest

from backends.contract import Options
from backends.justifying.refutation import Refutation, RefutationStatus
from rosetta.commands.main import run_verb
from rosetta.studies.proving import archives, proof_file, proved_total
from rosetta.studies.refuting import prove

BOARD = "8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1"


@pytest.fixture
def archive(tmp_path, capsys):
    """The proof that BOARD has one solution, as a file."""
    name = tmp_path / "proof.zip"
    assert run_verb("solve", ["tents", BOARD, "--unique", "--proof", str(name)]) == 0
    out, err = capsys.readouterr()
    assert out.count("the only answer") == out.count("the only answer: proved by") == 1
    assert err == f"note: {name}: proof of the only answer\n"
    return name


def test_a_proof_that_is_written_is_verified(archive, capsys):
    """The board is drawn, and the claim told again."""
    assert run_verb("verify", ["tents", BOARD, "--proof", str(archive)]) == 0
    out = capsys.readouterr().out
    assert "keeps all rules" in out
    assert "the only answer: proved by" in out
    assert run_verb("verify", [BOARD, "--proof", str(archive), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["valid"], document["proofs"][0]["status"]) == (True, "proved")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("bound", "excess"),
    [
        ("MOST_PROOF", "unique/proof.drat has more than 40 bytes"),
        ("MOST_DOCUMENT", "claims.json has more than 40 bytes"),
        ("MOST_BYTES", "a file of more than 40 bytes"),
    ],
)
def test_a_file_that_verify_would_refuse_says_so_when_it_is_written(tmp_path, monkeypatch, capsys, bound, excess):
    """It is written all the same."""
    monkeypatch.setattr(archives, bound, 40)
    name = tmp_path / "proof.zip"
    assert run_verb("solve", ["tents", BOARD, "--unique", "--proof", str(name)]) == 0
    note = f"proof of the only answer; too large for `verify --proof` ({excess}), other checkers can read it"
    assert capsys.readouterr().err == f"note: {name}: {note}\n"
    assert name.exists()


def test_a_file_is_not_overwritten(archive, capsys):
    """It is refused before any work is done."""
    before = archive.read_bytes()
    assert run_verb("solve", ["tents", BOARD, "--unique", "--proof", str(archive)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert archive.read_bytes() == before


def test_one_file_is_for_one_instance(tmp_path, capsys):
    """Of two, the second is named."""
    assert run_verb("solve", ["tents", "5", "6", "--proof", str(tmp_path / "new.zip")]) == 2
    assert "expected one instance, found 2" in capsys.readouterr().err


def test_a_proof_about_another_board_is_refused(archive, capsys):
    """With what it is about; and an ANSWER besides it is one too many."""
    assert run_verb("verify", ["tents", "5", "--proof", str(archive)]) == 2
    assert f"expected proofs about this instance, found some about {BOARD} (" in capsys.readouterr().err
    assert run_verb("verify", ["tents", BOARD, "{}", "--proof", str(archive)]) == 2
    assert "expected no ANSWER besides it" in capsys.readouterr().err


def test_a_proof_held_against_another_board_of_that_size_says_so(archive, capsys):
    """Its answer breaks rules; which board it is about is told besides."""
    other = BOARD.replace("1,1,1,3,1", "1,1,1,2,2")
    assert run_verb("verify", ["tents", other, "--proof", str(archive)]) == 1
    out, err = capsys.readouterr()
    assert "its clue says 2" in out
    assert err == f"note: {archive}: proofs about {BOARD}, checked against {other}\n"


def test_a_check_that_a_limit_ended_ends_with_3(archive, monkeypatch, capsys):
    """Nothing is wrong with the proof. But an answer that breaks a rule is wrong, whatever the rest is."""
    unknown = Refutation(RefutationStatus.UNKNOWN, "time limit of 1 s", Options())
    monkeypatch.setattr(proof_file, "check_proof_apart", lambda *_, **__: unknown)
    assert run_verb("verify", ["tents", BOARD, "--proof", str(archive)]) == 3
    assert "the only answer: not proved: time limit of 1 s" in capsys.readouterr().out
    assert run_verb("verify", ["tents", BOARD.replace("1,1,1,3,1", "1,1,1,2,2"), "--proof", str(archive)]) == 1


def test_a_proof_that_does_not_hold_ends_with_1(archive, tmp_path, capsys):
    """Its bytes are not a proof."""
    spoilt = tmp_path / "spoilt.zip"
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(spoilt, "w") as new:
        for name in old.namelist():
            new.writestr(name, b"a\x02" if name.endswith(".drat") else old.read(name))
    assert run_verb("verify", ["tents", BOARD, "--proof", str(spoilt)]) == 1
    assert "the only answer: not proved" in capsys.readouterr().out


@pytest.mark.sample(1)
@pytest.mark.parametrize(("words", "is_told"), [([], True), (["--unique"], False), (["--all"], False)])
def test_a_lone_answer_claims_nothing_that_could_be_proved(words, is_told, capsys):
    """Which is said; it was checked."""
    assert run_verb("solve", ["tents", BOARD, "--prove", *words]) == 0
    out, err = capsys.readouterr()
    assert ("nothing to prove: the answer was checked; --unique and --all claim more" in err) == is_told
    assert ("proved by" in out) != is_told


def test_what_is_not_proved_ends_with_3(monkeypatch, capsys):
    """The answer stays what it is."""
    unknown = Refutation(RefutationStatus.UNKNOWN, "time limit of 1 s", Options())
    monkeypatch.setattr(prove, "refute", lambda *_, **__: unknown)
    assert run_verb("solve", ["tents", BOARD, "--unique", "--prove"]) == 3
    out = capsys.readouterr().out
    assert "the only answer: not proved: time limit of 1 s" in out
    assert "the only answer\n" in out


def test_no_solution_that_parities_show_is_proved_without_a_solver(monkeypatch, capsys):
    """The certificate is proof enough."""
    monkeypatch.setattr(prove, "refute", None)
    assert run_verb("solve", ["lightsout", "4", "--lit", "0:0", "--prove"]) == 0
    assert "unsatisfiable in" in capsys.readouterr().out


# ---- compare ---------------------------------------------------------------------------------------------------


def test_compare_proves_for_all_backends(tmp_path, capsys):
    """In the table, and in a file that `verify` takes."""
    name = tmp_path / "proof.zip"
    words = ["tents", BOARD, "--unique", "--backends", "cpsat,cnf", "--profile", "default"]
    assert run_verb("compare", [*words, "--proof", str(name)]) == 0
    out = capsys.readouterr().out
    assert "proof  the only answer: proved by" in out
    assert "say that there is no other (proved)" in " ".join(out.split())
    assert run_verb("verify", ["tents", BOARD, "--proof", str(name)]) == 0


def test_compare_json_has_the_proofs(capsys):
    """Only where they were asked for."""
    words = ["lightsout", "4x5", "--lit", "0:0", "--backends", "cpsat", "--formulation", "native", "--json"]
    assert run_verb("compare", [*words, "--prove"]) == 0
    (instance,) = json.loads(capsys.readouterr().out)["instances"]
    assert [(proof["claim"], proof["status"]) for proof in instance["proofs"]] == [("optimal", "proved")]
    assert instance["runs"][0]["claims"]["optimal"] == "proved"
    assert run_verb("compare", words) == 3
    assert "proofs" not in json.loads(capsys.readouterr().out)["instances"][0]


def test_compare_without_a_proof_ends_with_3(monkeypatch, capsys):
    """The labels stay."""
    unknown = Refutation(RefutationStatus.UNKNOWN, "time limit of 1 s", Options())
    monkeypatch.setattr(prove, "refute", lambda *_, **__: unknown)
    assert run_verb("compare", ["tents", BOARD, "--unique", "--backends", "cpsat,cnf", "--prove"]) == 3
    out = capsys.readouterr().out
    assert "proof  the only answer: not proved: time limit of 1 s" in out
    assert " ".join(out.split()).count("(engines of different kinds agree)") == 2  # in the verdict, and at the end


# ---- count -----------------------------------------------------------------------------------------------------


def test_a_count_is_proved_and_written(tmp_path, capsys):
    """The file has all answers."""
    name = tmp_path / "count.zip"
    assert run_verb("count", ["akari", "cross", "--proof", str(name), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["count"], document["evidence"], document["proofs"][0]["claim"]) == ("2", "proved", "count")
    assert run_verb("verify", ["akari", "cross", "--proof", str(name)]) == 0
    assert "2 answers keep all rules" in capsys.readouterr().out


@pytest.mark.sample(0.125)
def test_a_certified_count_is_written_and_verified(tmp_path, capsys):
    """More answers than are listed; with the number up to symmetry."""
    name = tmp_path / "count.zip"
    assert run_verb("count", ["lightsout", "19", "--distinct", "--proof", str(name), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["count"], document["evidence"]) == ("65536", "proved")
    assert [proof["claim"] for proof in document["proofs"]] == ["count", "distinct"]
    assert run_verb("verify", ["lightsout", "19", "--proof", str(name)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["65536", f"{document['distinct']} up to symmetry"]
    assert lines[2].startswith("exactly so many: proved by a kernel of dimension 16 and 345 combinations of rows, in ")
    assert run_verb("verify", ["lightsout", "19", "--proof", str(name), "--json"]) == 0
    checked = json.loads(capsys.readouterr().out)
    assert (checked["valid"], checked["count"]) == (True, "65536")
    assert run_verb("verify", ["lightsout", "18", "--proof", str(name)]) == 1
    out, err = capsys.readouterr()
    assert "not proved" in out
    assert err == f"note: {name}: proofs about 19x19, checked against 18x18\n"


def test_a_count_that_is_not_proved_ends_with_3(monkeypatch, capsys):
    """Neither a certificate nor a list."""
    monkeypatch.setattr(proved_total, "LISTED", 1)
    assert run_verb("count", ["akari", "cross", "--prove"]) == 3
    assert "of more than 1 answers no list is made" in capsys.readouterr().out
