"""Archives in which anything at all was changed: each is refused, or says that its verdict does not need that."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO

import pytest

from backends.contract import Limits
from instances.resolve import resolve
from models.neutral.json import to_json
from models.puzzles.registry import puzzle
from rosetta.commands.main import run_verb
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.proving import count_file, proof_file
from rosetta.studies.proving.archives import PACKING_ERRORS
from rosetta.studies.proving.count_file import check_count_file, is_count_file
from rosetta.studies.proving.proof_file import check_proof_file
from tests.support.archives import archive_of, members_of

ONE = "3x3:aaaaa,2,0,2,2,0,2"
KINDS = {
    "unique": ("solve", "tents", ONE, "--unique"),
    "answer": ("solve", "tents", ONE.replace("2,0,2,2,0,2", "2,0,2,2,1,1")),
    "optimal": ("solve", "lightsout", "3"),
    "list": ("count", "akari", "cross"),
    "parities": ("count", "lightsout", "4", "--distinct"),
    "states": ("count", "tiling", "3x20", "--distinct"),
}
EACH = [pytest.param(kind, marks=[pytest.mark.exhaustive] * (kind == "states")) for kind in KINDS]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """`written(kind)`: the archive that a verb wrote, its question and its ID."""
    made = {}

    def write(kind):
        if kind not in made:
            path = tmp_path_factory.mktemp("proofs") / "proof.zip"
            verb, name, what, *options = KINDS[kind]
            assert run_verb(verb, [name, what, *options, "--proof", str(path)]) == 0
            made[kind] = (path.read_bytes(), pose_question(puzzle(name), what, 0, {})[1], resolve(name, what).id)
        return made[kind]

    return write


@pytest.fixture
def check(written, monkeypatch):
    """`check(kind, archive)`: what is made of it. The same proof of the same model is checked only once."""
    known, true_check = {}, proof_file.check_proof_apart

    def check_once(model, proof, limits, options, progress):
        key = to_json(model), proof, tuple(options.encodings.items())
        if key not in known:
            known[key] = true_check(model, proof, limits, options, progress)
        return known[key]

    known_numbers, true_number = {}, count_file.check_number

    def check_number_once(stated, certificates, limits, progress):
        key = stated.claim, stated.base, tuple(certificates)
        if key not in known_numbers:
            known_numbers[key] = true_number(stated, certificates, limits, progress)
        return known_numbers[key]

    monkeypatch.setattr(proof_file, "check_proof_apart", check_once)
    monkeypatch.setattr(count_file, "check_number", check_number_once)

    def check_archive(kind, content):
        _, question, id = written(kind)
        check_file = check_count_file if is_count_file(content, "file") else check_proof_file
        return check_file(question, content, "file", Limits(60.0), id=id)

    return check_archive


def is_refused_or_told(check, kind, content, *told):
    """told: the beginnings of what may be said not to be needed, or a field and its document."""
    try:
        checked = check(kind, content)
    except InputError:
        return True
    return not checked.holds or any(_is_told(checked.contents.unneeded, each) for each in told)


def _is_told(unneeded, told):
    document, _, field = told.rpartition(": ")
    fields = [item.removeprefix(f"{document}: ").split(", ") for item in unneeded if item.startswith(f"{document}: ")]
    return any(item.startswith(told) for item in unneeded) or any(field in names for names in fields)


def spoil(value):
    """Values of the same kind that say something else, and one of another kind."""
    yield None if value is not None else 1
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
    elif isinstance(value, str):
        yield f"{value}x"
        yield value[1:] if value else "x"
    elif isinstance(value, list):
        yield [*value, *(value[-1:] or [0])]
        yield value[:-1] if value else [[]]
    elif isinstance(value, dict):
        yield {**value, "more": 1}
        if value:
            key = next(iter(value))
            yield {name: entry for name, entry in value.items() if name != key}
            yield {**value, key: next(spoil(value[key]))}


def spoilt_bytes(content):
    """One letter is another, at three places; one more, one less, none."""
    for place in {len(content) // 7, len(content) // 2, len(content) - 2}:
        yield content[:place] + (b"7" if content[place : place + 1] != b"7" else b"8") + content[place + 1 :]
    yield content + b"\n"
    yield content[:-1]
    yield b""


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", EACH)
def test_whatever_member_is_changed(kind, written, check, subtests):
    """But for those that it says it does not need."""
    content, *_ = written(kind)
    members = members_of(content)
    assert check(kind, content).holds
    assert check(kind, archive_of(members)).holds
    for name, own in members.items():
        with subtests.test(name):
            rest = {other: each for other, each in members.items() if other != name}
            assert is_refused_or_told(check, kind, archive_of(rest))
            if name not in ("claims.json", "count.json"):  # of which each field is changed
                for spoilt in spoilt_bytes(own):
                    changed = archive_of({**members, name: spoilt})
                    assert is_refused_or_told(check, kind, changed, name), spoilt[:100]
    for name in ("more.txt", "../README.txt", "/etc/passwd", "unique/", "count/99"):
        with pytest.raises(InputError, match="expected the members"):
            check(kind, archive_of({**members, name: b""}))


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", EACH)
def test_whatever_field_is_changed(kind, written, check, subtests):
    """Those of the document and of each claim in it; and one that is new."""
    content, *_ = written(kind)
    members = members_of(content)
    (head,) = {"claims.json", "count.json"} & members.keys()
    document = json.loads(members[head])

    def changes():
        for name, value in document.items():
            yield name, {key: each for key, each in document.items() if key != name}
            yield from ((name, {**document, name: spoilt}) for spoilt in spoil(value))
        yield "news", {**document, "news": 1}

    def claim_changes():
        for name, value in document.get("claims", [{}])[0].items():
            for spoilt in spoil(value):
                yield name, {**document, "claims": [{**document["claims"][0], name: spoilt}]}

    for name, changed in changes():
        with subtests.test(name):
            spoilt = archive_of({**members, head: json.dumps(changed).encode()})
            assert is_refused_or_told(check, kind, spoilt, f"{head}: {name}"), changed.get(name)
    for name, changed in claim_changes():
        with subtests.test(f"claims {name}"):
            spoilt = archive_of({**members, head: json.dumps(changed).encode()})
            folder = document["claims"][0]["folder"]
            assert is_refused_or_told(check, kind, spoilt, f"{head}: claims: {folder}: {name}"), changed["claims"]


def test_a_field_that_stands_twice_is_refused(written, check):
    """Others would read the other one."""
    members = members_of(written("unique")[0])
    twice = members["claims.json"].replace(b"{", b'{"id": "another",', 1)
    with pytest.raises(InputError, match="twice in one object: 'id'"):
        check("unique", archive_of({**members, "claims.json": twice}))


def test_an_answer_that_stands_twice_is_wrong(written, check):
    """In a list, both in its assignments and in words: it would be one answer too many."""
    members = members_of(written("list")[0])
    document = json.loads(members["claims.json"])
    for name in ("values", "answers"):
        document[name].append(document[name][0])
    checked = check("list", archive_of({**members, "claims.json": json.dumps(document).encode()}))
    assert (checked.holds, checked.is_open, checked.broken) == (False, False, ("an answer stands there twice",))


def test_archives_that_are_cut_short_are_refused(written, check):
    """In one message each, wherever they end."""
    content, *_ = written("unique")
    for end in range(0, len(content), len(content) // 20):
        with pytest.raises(InputError, match="expected an archive that --proof wrote"):
            check("unique", content[:end])


def test_a_comment_of_the_archive_is_refused(written, check):
    file = BytesIO(written("unique")[0])
    with zipfile.ZipFile(file, "a") as archive:
        archive.comment = b"unique for certain"
    with pytest.raises(InputError, match="expected no comment of the archive"):
        check("unique", file.getvalue())


def test_members_that_are_huge_are_read_no_further_than_they_should_go(written, check):
    """Packed, they are small."""
    members = members_of(written("unique")[0])
    for name in ("unique/model.json", "unique/clauses.cnf"):
        huge = archive_of({**members, name: members[name] + bytes(10**8)})
        (sentence,) = check("unique", huge).contents.differing
        assert sentence.startswith(f"{name}: line ")
        assert len(sentence) < 200
    with pytest.raises(InputError, match=r"README.txt: expected at most 100,000 bytes"):
        check("unique", archive_of({**members, "README.txt": bytes(10**7)}))


def test_a_file_may_have_another_name(tmp_path, monkeypatch, capsys):
    """Its content is the same; which is told. Another content is another instance."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.cnf").write_text("p cnf 2 2\n1 2 0\n-1 0\n")
    assert run_verb("solve", ["model", "old.cnf", "--unique", "--proof", "proof.zip"]) == 0
    (tmp_path / "old.cnf").rename(tmp_path / "new.cnf")
    capsys.readouterr()
    assert run_verb("verify", ["model", "new.cnf", "--proof", "proof.zip"]) == 0
    assert "claims.json: the name of the file, in id and model.json" in capsys.readouterr().out
    (tmp_path / "new.cnf").write_text("c the same clauses\np cnf 2 2\n1 2 0\n-1 0\n")
    assert run_verb("verify", ["model", "new.cnf", "--proof", "proof.zip"]) == 1
    assert "wrong: claims.json: id: expected 'new.cnf sha256:" in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["unique", "parities"])
def test_verify_says_what_differs_and_what_was_not_needed(kind, written, tmp_path, capsys):
    """In text and in the document; the exit code is 1, or 0."""
    content, *_ = written(kind)
    verb = ["verify", list(KINDS[kind][1:3])]
    members = members_of(content)
    (head,) = {"claims.json", "count.json"} & members.keys()
    changed = {**json.loads(members[head]), "id": "another"}
    for name, archive, code in (
        ("right.zip", content, 0),
        ("wrong.zip", archive_of({**members, head: json.dumps(changed).encode()}), 1),
    ):
        path = tmp_path / name
        path.write_bytes(archive)
        assert run_verb(verb[0], [*verb[1], "--proof", str(path)]) == code
        out = capsys.readouterr().out
        assert f"not needed for the verdict: README.txt; {head}: " in out
        assert (f"wrong: {head}: id: expected '" in out) == bool(code)
        assert run_verb(verb[0], [*verb[1], "--proof", str(path), "--json"]) == code
        document = json.loads(capsys.readouterr().out)
        assert (document["valid"], len(document["differing"])) == (not code, code)
        assert document["unneeded"][0] == "README.txt"


def test_what_opening_may_raise_is_one_message(written, check):
    """A checksum that is not right, in a member for people too."""
    content, *_ = written("unique")
    with zipfile.ZipFile(BytesIO(content)) as archive:
        place = archive.getinfo("README.txt").header_offset + 30 + len("README.txt") + 20
    spoilt = content[:place] + bytes([content[place] ^ 255]) + content[place + 1 :]
    assert issubclass(zipfile.BadZipFile, PACKING_ERRORS)
    with pytest.raises(InputError, match="expected an archive that --proof wrote"):
        check("unique", spoilt)
