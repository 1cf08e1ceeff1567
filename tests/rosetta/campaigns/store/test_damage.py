"""Damaged stores: each reader refuses them with one message, and they stay as they are; what can be read is rescued."""

from __future__ import annotations

import gzip
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from rosetta.campaigns.reporting.campaign_results import read_results
from rosetta.campaigns.results.frames import frame_from_file
from rosetta.campaigns.results.judged_results import judged_rows, wrong_instances
from rosetta.campaigns.running.prove_store import count_proofs
from rosetta.campaigns.store.errors import StoreError
from rosetta.campaigns.store.merging import merge_stores
from rosetta.campaigns.store.status import campaign_status
from rosetta.campaigns.store.store import open_store
from rosetta.commands.main import run_verb
from rosetta.foundation.errors import InputError
from tests.rosetta.campaigns.store.damage import (
    all_damages,
    change,
    flip_bytes,
    inflict,
    overwrite_page,
    refuted_store,
    small_store,
)
from tests.rosetta.older_files.collection import COLLECTION

with tempfile.TemporaryDirectory() as _folder:
    DAMAGES = all_damages(small_store(Path(_folder)))
FLIPS = 400
RESCUE = "bench merge NEW FILE --readable"


def read_everything(path):
    """By every function that reads a store."""
    with open_store(path, read_only=True) as store:
        rows = list(judged_rows(store, every_plan=True))
        campaign_status(store)
        count_proofs(store)
        wrong_instances(store)
        store.machines()
        read_results(store, every_plan=True)
        for cell in store.find_cells("")[:5]:
            store.read_instance(cell.instance.hash)
        store.pending_cells()
    frame_from_file(path)
    return rows


def write_everything(path):
    """By opening it for writing: who resumes, cleans, or runs again does so."""
    with open_store(path) as store:
        store.pending_cells()


def refusal_of(work, path):
    """The message where it is refused, None where it is read; anything else is raised."""
    before, names = path.read_bytes(), {file.name for file in path.parent.iterdir()}
    try:
        work(path)
    except (StoreError, InputError) as error:
        assert path.read_bytes() == before
        assert {file.name for file in path.parent.iterdir()} == names
        return str(error)
    return None


def rescue(path):
    """What can be read of it, in a new store that is sound."""
    whole = path.with_name("rescued.db")
    with open_store(whole) as store:
        merge_stores(store, [path], readable=True)
        list(judged_rows(store, every_plan=True))
    return attempts(whole)


def attempts(path):
    """What the attempts say, by cell, host and start: their numbers are the store's own."""
    with open_store(path, read_only=True) as store:
        rows = [each.row for each in store.attempted_rows()]
    return {(row["cell"], row["started"]): {**row, "attempt": 0} for row in rows}


@pytest.mark.sample(3)
@pytest.mark.parametrize("damage", DAMAGES, ids=str)
def test_a_value_that_cannot_be_meant_is_told(tmp_path, damage):
    """With file, table, column and row; or it changes nothing that anybody reads. Its row alone is not rescued."""
    path = small_store(tmp_path)
    sound = attempts(path)
    if not inflict(path, damage):
        pytest.skip("the table itself does not take it")
    told = refusal_of(read_everything, path)
    if told is None:
        assert refusal_of(write_everything, path) is None
        return
    assert str(path) in told
    assert RESCUE in told
    assert (
        f"column {damage.column}" in told
        or f"column '{damage.column}'" in told
        or "testimony" in told
        or "this hash" in told
    )
    saved = rescue(path)
    assert saved.items() <= sound.items()
    if damage.table == "result":
        assert len(sound) - len(saved) <= 1


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(FLIPS))
def test_a_changed_byte_is_told_or_changes_nothing_that_is_read(tmp_path, seed):
    """No reader ends with anything but a message; what is rescued is sound. (A letter of a note may be another one.)"""
    path = small_store(tmp_path)
    flip_bytes(path, seed, count=1 + seed % 3)
    told = refusal_of(read_everything, path)
    if told is None:
        refusal_of(write_everything, path)
        return
    assert str(path) in told
    with suppress(StoreError):  # where the header is damaged, say
        rescue(path)


LINES = (
    "status --store FILE", "report --store FILE", "export --store FILE --csv -", "show 8b58 --store FILE",
    "rerun 8b58 --store FILE", "diff FILE FILE", "tune --store FILE", "clean --store FILE", "merge new.db FILE",
    "run tents 4 --backends cpsat --store FILE",
)  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_every_verb_ends_with_2_and_one_line(tmp_path, line, capsys, monkeypatch):
    """A text in a column of numbers, in the first row of a table that all of them read."""
    path = small_store(tmp_path)
    monkeypatch.chdir(tmp_path)
    inflict(path, next(each for each in DAMAGES if str(each) == "result.total_s=text"))
    before = path.read_bytes()
    assert run_verb("bench", [str(path) if word == "FILE" else word for word in line.split()]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.strip().splitlines()) == 1
    for words in ("table result", "column total_s", "expected a number from 0", "found 'abc'", RESCUE):
        assert words in printed.err
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


FIRST = "rowid = (SELECT min(rowid) FROM result WHERE status = 'satisfied')"
CONTRADICTIONS = {
    """UPDATE result SET details = '{"testimony":7}' WHERE """ + FIRST: ("column details", "cannot be read"),
    """UPDATE result SET details = '{"stats":{"nodes":"many"}}' WHERE """ + FIRST: ("column details", "'many'"),
    "UPDATE result SET total_s = NULL WHERE " + FIRST: ("column total_s", "found nothing"),
    "UPDATE result SET status = 'unsatisfiable' WHERE " + FIRST: ("'satisfied'", "'unsatisfiable'"),
    "UPDATE result SET started = 'yesterday' WHERE " + FIRST: ("column started", "'yesterday'"),
    """UPDATE result SET details = replace(details, '"answers":[{', '"replies":[{') WHERE """ + FIRST: (
        "column details", "without an answer"
    ),
    "UPDATE campaign SET text = '= ['": ("column text", "TOML"),
    "UPDATE run SET started = 'yesterday'": ("column started", "'yesterday'"),
    "UPDATE cell SET spec = '{}' WHERE rowid = 1": ("column spec", "backend"),
    "UPDATE instance SET spec = '{}' WHERE rowid = 1": ("column spec", "hash"),
}  # fmt: skip


@pytest.mark.parametrize("statement", CONTRADICTIONS)
def test_what_contradicts_its_row_is_told_before_anything_is_written(tmp_path, statement):
    """Also by who opens it for writing. What is rescued is sound, and lacks the row alone."""
    path = small_store(tmp_path)
    sound = attempts(path)
    assert change(path, statement)
    for work in (read_everything, write_everything):
        told = refusal_of(work, path)
        assert told is not None
        for words in (*CONTRADICTIONS[statement], RESCUE):
            assert words in told
    saved = rescue(path)
    assert saved.items() <= sound.items()
    if "UPDATE result" in statement:
        assert len(saved) == len(sound) - 1


def test_the_answer_that_refutes_a_claim_is_checked_too(tmp_path):
    path = refuted_store(tmp_path)
    assert change(path, "UPDATE proof SET testimony = '{}' WHERE testimony IS NOT NULL")
    told = refusal_of(write_everything, path)
    assert told is not None
    assert "column testimony" in told
    rescue(path)


def test_results_outlive_the_table_of_attempts(tmp_path):
    """Its page is overwritten: each result is kept, with an attempt that ended after it began."""
    path = small_store(tmp_path)
    sound = attempts(path)
    overwrite_page(path, "attempt")
    assert refusal_of(read_everything, path) is not None
    assert rescue(path) == sound
    with open_store(path.with_name("rescued.db"), read_only=True) as store:
        times = list(store.query("SELECT started, finished, why FROM attempt"))
    assert len(times) == len(sound)
    assert all(started[:19] <= finished[:19] and why for started, finished, why in times)


def test_a_result_without_its_attempt_is_told(tmp_path):
    """The number of its attempt would be given to another one, whose result would be lost."""
    path = small_store(tmp_path)
    sound = attempts(path)
    assert change(path, "DELETE FROM attempt")
    assert "column attempt" in (refusal_of(write_everything, path) or "")
    assert rescue(path) == sound


@pytest.mark.parametrize("verb", ["report --store FILE", "status --store FILE", "merge new.db FILE --readable"])
def test_a_damaged_header_is_told(tmp_path, verb, capsys, monkeypatch):
    """The first 16 bytes; what the message says to write there makes it a store again."""
    path = small_store(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(b"\xaa" * 16 + whole[16:])
    monkeypatch.chdir(tmp_path)
    assert run_verb("bench", [str(path) if word == "FILE" else word for word in verb.split()]) == 2
    printed = capsys.readouterr().err
    for words in (str(path), "first 16 bytes are damaged", "printf 'SQLite format 3\\0'"):
        assert words in printed
    assert whole.startswith(b"SQLite format 3\0")


def test_what_is_no_text_is_no_export(tmp_path):
    path = tmp_path / "results.csv"
    path.write_bytes(b"cell,puzzle\n\xaa,tents\n")
    with pytest.raises(InputError, match="no text in UTF-8"):
        frame_from_file(path)


OTHERS = {"an empty file": b"", "gzip": gzip.compress(b"SQLite format 3\0")}


@pytest.mark.parametrize("line", LINES[:-1])
@pytest.mark.parametrize("message", OTHERS)
def test_what_is_no_store_is_told_by_every_verb(tmp_path, line, message, capsys, monkeypatch):
    """An empty file, for one that reads, and a store that is compressed."""
    path, content = tmp_path / "c.db", OTHERS[message]
    path.write_bytes(content)
    monkeypatch.chdir(tmp_path)
    assert run_verb("bench", [str(path) if word == "FILE" else word for word in line.split()]) == 2
    printed = capsys.readouterr()
    assert (printed.out, len(printed.err.strip().splitlines())) == ("", 1)
    assert message in printed.err
    assert path.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == ["c.db"]


def test_an_export_may_be_compressed(tmp_path):
    """As `bench export --csv OUT.gz` writes it."""
    text = (COLLECTION / "documents" / "results.csv").read_bytes()
    packed = tmp_path / "results.csv.gz"
    packed.write_bytes(gzip.compress(text))
    assert len(frame_from_file(packed)) == text.count(b"\n") - 1
