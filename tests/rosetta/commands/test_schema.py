"""`rosetta schema VERB` describes what the verb prints: the golden documents and those of earlier versions are valid by
an independent validator, and damaged ones are not."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from backends.count_certificates.count_proof import CountStatus
from backends.justifying.refutation import RefutationStatus
from report.documents.runs import RunKeys
from report.reproduction.records import VERDICTS
from rosetta.commands.schema import DOCUMENTS, document_schema
from rosetta.commands.verb_list import verbs_with
from tests.rosetta.older_files.collection import COLLECTION
from tests.support.document_cases import CASES
from tests.support.every_case import every_case
from tests.support.in_a_fork import rosetta
from tests.support.places import GOLDEN, ROOT

WITHOUT_SCHEMA = {"convert"}  # a scene is described in docs/scenes.md
DAMAGES = 40  # of each document


def verb_of(name: str) -> str:
    """The verb of a case."""
    words = CASES[name].line.split()
    return " ".join(words[:2]) if words[0] == "bench" else words[0]


DESCRIBED = [name for name in CASES if verb_of(name) not in WITHOUT_SCHEMA]


@cache
def validator(verb: str) -> Draft202012Validator:
    schema = document_schema(verb)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def golden_documents(name: str) -> list[dict[str, Any]]:
    return json.loads((GOLDEN / "documents" / f"{name}.json").read_text("utf-8"))["documents"]


def faults(verb: str, document: Any) -> list[str]:
    return [f"{error.json_path}: {error.message[:200]}" for error in validator(verb).iter_errors(document)]


@pytest.mark.parametrize("verb", DOCUMENTS)
def test_each_verb_has_golden_documents_and_they_are_valid(verb):
    names = [name for name in DESCRIBED if verb_of(name) == verb]
    assert names
    with every_case() as case:
        for name in names:
            for document in golden_documents(name):
                with case(name):
                    assert faults(verb, document) == []


def test_documents_of_earlier_versions_are_valid():
    answer = json.loads((COLLECTION / "documents" / "answer.json").read_text("utf-8"))
    assert faults("solve", answer) == []
    bundles = [json.loads(path.read_text("utf-8")) for path in COLLECTION.glob("bundle/**/claims.json")]
    assert bundles
    origin = {"machine": answer["machine"], "versions": answer["versions"], "limits": answer["limits"]}
    for claims in bundles:  # a document inside a folder that says where it comes from
        assert faults("compare", {**claims, **origin}) == []


def required_keys(verb: str, document: Any) -> Iterator[tuple[Any, str]]:
    """The objects in a document, each with a key that it must have, as the schema says: an independent walk over it,
    which takes the branch that the document is valid in."""
    schema = validator(verb).schema

    def walk(value: Any, by: Any) -> Iterator[tuple[Any, str]]:
        if not isinstance(by, dict):
            return
        if "$ref" in by:
            yield from walk(value, schema["$defs"][by["$ref"].rpartition("/")[2]])
        if "if" in by:
            fits = Draft202012Validator({**by["if"], "$defs": schema.get("$defs", {})}).is_valid(value)
            yield from walk(value, by["then"] if fits else by["else"])
        for each in by.get("anyOf", ()):
            if Draft202012Validator({**each, "$defs": schema.get("$defs", {})}).is_valid(value):
                yield from walk(value, each)
        if isinstance(value, dict):
            yield from ((value, key) for key in by.get("required", ()))
            for key, held in by.get("properties", {}).items():
                if key in value:
                    yield from walk(value[key], held)
        if isinstance(value, list) and "items" in by:
            for item in value:
                yield from walk(item, by["items"])

    yield from walk(document, schema)


@pytest.mark.sample(10)
@pytest.mark.parametrize("name", DESCRIBED)
def test_a_document_without_a_required_key_is_refused(name):
    """Each of the keys of the document itself; of the objects in it, some that are drawn."""
    verb, random_keys = verb_of(name), random.Random(name)
    for document in golden_documents(name):
        kept = copy.deepcopy(document)
        places = list(required_keys(verb, kept))
        own = [place for place in places if place[0] is kept]
        inner = [place for place in places if place[0] is not kept]
        assert own
        for held, key in [*own, *random_keys.sample(inner, min(len(inner), DAMAGES))]:
            before = list(held.items())
            del held[key]
            assert faults(verb, kept), f"without {key}"
            held.clear()
            held.update(before)
        assert kept == document


@pytest.mark.sample(10)
@pytest.mark.parametrize("name", DESCRIBED)
def test_values_of_another_kind_are_refused(name):
    """A word, a number or a text, which is replaced by an object."""
    verb, draw = verb_of(name), random.Random(name)
    for document in golden_documents(name):
        kept = copy.deepcopy(document)
        places = [
            place for place in required_keys(verb, kept) if not isinstance(place[0][place[1]], dict | None.__class__)
        ]
        for held, key in draw.sample(places, min(len(places), DAMAGES)):
            before, held[key] = held[key], {"nonsense": 1}
            refused = bool(faults(verb, kept))
            held[key] = before
            assert refused, f"{key} as an object"


@pytest.mark.parametrize(
    ("name", "path", "word"),
    [
        ("solve", "status", "solved"),
        ("solve", "verdict", "right"),
        ("solve", "evidence", "believed"),
        ("solve", "schema", 2),
        ("solve_not_asked", "ended", "asked"),
        ("count", "count", 8),
        ("count", "count", "8.0"),
        ("count", "verdict", "right"),
        ("compare", "instances.0.verdict", "agreed"),
        ("compare", "instances.0.runs.0.status", "counted"),
        ("compare", "instances.0.runs.0.seconds.solve", "0"),
        ("compare", "instances.0.runs.0.claims.unique", "surely"),
        ("compare_race", "instances.0.race.0.way", "guessed"),
        ("compare_reread", "instances.0.reread.0.verdict", "similar"),
        ("solve_prove", "proofs.0.status", "true"),
        ("solve_several", "instances.0.status", "solved"),
        ("explain", "status", "satisfied"),
        ("explain", "steps.0.grade", "easy"),
        ("verify", "valid", "yes"),
        ("reproduce_item", "items.0.entries.0.kind", "tables"),
        ("reproduce_item", "items.0.entries.2.verdict", "right"),
        ("generate", "instances.0.seed", None),
        ("bench_show", "cell.status", 1),
        ("bench_report", "groups.0.scores.0.share.value", "all"),
    ],
)
def test_unknown_words_are_refused(name, path, word):
    (document,) = golden_documents(name)
    *way, last = path.split(".")
    held: Any = document
    for step in way:
        held = held[int(step)] if isinstance(held, list) else held[step]
    assert last in held
    assert faults(verb_of(name), document) == []
    held[last] = word
    assert faults(verb_of(name), document)


def test_every_verb_that_prints_json_has_a_schema():
    """`bench export` has it by another flag."""
    assert {*verbs_with("--json"), "bench export"} == set(DOCUMENTS)


def test_new_keys_may_come():
    (document,) = golden_documents("solve")
    assert faults("solve", {**document, "more": {"than": "today"}}) == []


@pytest.mark.parametrize("verb", DOCUMENTS)
def test_every_key_is_described(verb):
    """What a schema is read for. Records of campaigns and of the list describe some fields by their names alone."""
    bare = {
        f"{name}.{key}"
        for name, made in document_schema(verb).get("$defs", {}).items()
        for key, held in made.get("properties", {}).items()
        if "description" not in held
    }
    if verb not in ("bench report", "bench diff"):
        assert bare - {"ChangeDocument.from"} == set()


def test_words_of_proofs_and_claims_are_those_of_the_code():
    """The types repeat them, since they stand on the lowest floor."""
    definitions = document_schema("solve")["$defs"]
    assert set(definitions["ClaimProofDocument"]["properties"]["status"]["enum"]) == set(RefutationStatus)
    assert set(definitions["NumberProofDocument"]["properties"]["status"]["enum"]) == set(CountStatus)
    line = document_schema("reproduce")["$defs"]["LineDocument"]
    assert set(line["properties"]["verdict"]["enum"]) == set(VERDICTS)
    assert set(RunKeys.__annotations__) <= set(definitions["SolveDocument"]["properties"])


def test_the_verb_prints_a_schema():
    printed = rosetta("schema", "bench", "show")
    assert (printed.returncode, json.loads(printed.stdout)) == (0, document_schema("bench show"))
    listed = rosetta("schema").stdout.splitlines()
    assert [line[:14].strip() for line in listed] == list(DOCUMENTS)
    refused = rosetta("schema", "solv")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "did you mean 'solve'?" in refused.stderr


HELP = """
import sys
from rosetta.commands.verbs import main
sys.argv = ["rosetta", "schema", "--help"]
try:
    main()
finally:
    print([name for name in sys.modules if name.startswith(("report.documents.", "report.schemas.", "numpy"))])
"""


def test_help_loads_no_types():
    """It answers in a tenth of a second, as that of every verb."""
    printed = subprocess.run([sys.executable, "-c", HELP], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[-1] == "[]"
