"""No code reads a rule's sentence: with a word before each of them, all else is as it was."""

from __future__ import annotations

import zipfile
from dataclasses import replace

import pytest

from backends.contract import Limits
from backends.reasons.job import ExplanationRequest
from instances.resolve import resolve
from models.neutral import Model
from models.puzzles.registry import puzzle
from report.explanation.records import explanation_text
from rosetta.commands.main import run_verb
from rosetta.studies.asking.question import Question
from rosetta.studies.disagreements.bundle import write_formats
from rosetta.studies.explaining.explain import explanation_from, trace_question
from rosetta.studies.judging.certificates import describe_infeasible_row

PREFIX = "zzz "
PILOTS = ("akari", "tents", "starbattle", "lightsout", "hitori", "nurikabe", "tiling", "slitherlink", "hashi")


def reworded(build):
    """The formulation with the prefix before each sentence."""

    def state(instance, **rules):
        model = build(instance, **rules)
        blocks = model.stated_blocks
        for rules in (blocks, model.global_rules):
            rules[:] = [replace(rule, sentence=PREFIX + rule.sentence) for rule in rules]
        return model

    return state


def both_records(name):
    record = puzzle(name)
    return record, replace(record, formulations={key: reworded(each) for key, each in record.formulations.items()})


BOARDS = [
    ("akari", "10x10b20s2d2-1", "default"),
    ("akari", "source-4x4", "default"),
    ("akari", "6", "runs"),
    ("tents", "7x7:dbacgj_bfaaa,3,1,2,1,1,2,1,2,1,2,1,1,1,3", "default"),
    ("tents", "4x4:bgd_,0,1,0,2,2,0,1,0", "default"),
    ("tents", "6", "borders"),
    ("tents", "4x4:cbaea,1,1,0,2,0,2,0,2", "source-cnf"),
    ("tents", "4x4:cbaea,1,1,0,2,0,2,0,2", "source-ilp"),
    ("starbattle", "6", "default"),
    ("hitori", "6x6:511224635126354662213262624315152156", "elimination"),
    ("hitori", "hitori/3/3/111111111", "ranks"),
    ("tiling", "tetrominoes:4x5", "coloured"),
    ("tiling", "4x5", "cells", {"pieces": "random"}),
    ("tiling", "3x5", "source-each", {"pieces": "random"}),
    ("nurikabe", "https://puzz.link/p?nurikabe/6/6/g1h3n3g1l2o2i", "elimination"),
    ("nurikabe", "nurikabe/2/2/g2g1", "mixed"),
    ("nurikabe", "https://puzz.link/p?nurikabe/4/4/.h.k.k.", "flow"),
    ("slitherlink", "4x4t0:a12b3b121a3a2a", "elimination"),
    ("slitherlink", "2x2t0:3a3a", "lazy"),
    ("slitherlink", "4x4t0:a12b3b121a3a2a", "inside"),
    ("hashi", "6x6m2:2b2a2f4b6a4f1h2a1", "elimination"),
    ("hashi", "5x1m3:3a2a3", "lazy"),
    ("lightsout", "4", "native"),
    ("lightsout", "torus:3", "native"),
    ("lightsout", "petersen", "native"),
    ("lightsout", "3", "native", {"colours": 3}),
    ("lightsout", "cycle:4", "native", {"colours": 3, "lit": "0"}),
]


@pytest.mark.parametrize(("name", "what", "formulation", "options"), [(*board, {})[:4] for board in BOARDS])
def test_explanations_stay_the_same(name, what, formulation, options):
    """Steps, boards, pictures, conflicts and repairs."""
    resolved, texts = resolve(name, what, options=options), []
    for record in both_records(name):
        question, request = Question(record, resolved.instance), ExplanationRequest(conflicts=3, repair=True)
        traced = trace_question(question, formulation, request, Limits(60))
        explanation = explanation_from(resolved, traced, request)
        pictures = explanation_from(resolved, traced, request, pictures=True)
        text = replace(explanation, seconds=0.0)
        texts.append(
            (
                explanation_text(text).replace(PREFIX, "").replace(PREFIX.capitalize(), ""),
                [step.svg for step in pictures.steps],
                [clash.svg for clash in pictures.clashes],
            )
        )
    first, second = texts
    assert first[1:] == second[1:]
    assert _unwrapped(first[0]) == _unwrapped(second[0])


def _unwrapped(text):
    """Lines are cut by their length: the words alone, without their case."""
    return text.lower().split()


def test_a_rule_that_cannot_hold_is_named_alike():
    """A tree without a free cell beside it."""
    said = []
    for record in both_records("tents"):
        question = Question(record, record.parse("1 1\n  1\n1 T\n"))
        said.append((describe_infeasible_row(question, question.model("default")) or "").replace(PREFIX, ""))
    assert said[0] == said[1]
    assert "the tree at R1C1" in said[0]


@pytest.mark.parametrize(
    "command",
    [
        ["formulas", "tents", "5"],
        ["formulas", "akari", "5"],
        ["formulas", "starbattle", "5"],
        ["formulas", "lightsout", "3", "--colours", "3"],
        ["formulas", "lightsout", "petersen"],
    ],
)
def test_formulas_stay_the_same(command, monkeypatch, capsys):
    plain = printed(command, capsys)
    state = Model._state
    monkeypatch.setattr(
        Model,
        "_state",
        lambda self, block, **scope: state(self, replace(block, sentence=PREFIX + block.sentence), **scope),
    )
    again = printed(command, capsys)
    assert PREFIX in again
    assert _unwrapped(again.replace(PREFIX, "")) == _unwrapped(plain)


def test_a_proof_stays_the_same(monkeypatch, capsys, tmp_path):
    """Its clauses, and its steps, to the byte."""
    command = ["solve", "starbattle", "5", "--unique", "--proof"]
    printed([*command, str(tmp_path / "plain.zip")], capsys)
    state = Model._state
    monkeypatch.setattr(
        Model,
        "_state",
        lambda self, block, **scope: state(self, replace(block, sentence=PREFIX + block.sentence), **scope),
    )
    printed([*command, str(tmp_path / "again.zip")], capsys)
    plain, again = (read_members(tmp_path / name) for name in ("plain.zip", "again.zip"))
    assert plain.keys() == again.keys()
    changed = {name for name in plain if plain[name] != again[name]}
    worded = {name for name in changed if again[name].replace(PREFIX.encode(), b"") == plain[name]}
    assert any(name.endswith("model.json") for name in worded)
    assert [name for name in changed - worded if not name.endswith((".json", ".md", ".txt"))] == []  # these tell times
    assert any(name.endswith(".cnf") for name in worded | plain.keys() - changed)


@pytest.mark.parametrize("name", PILOTS)
def test_the_files_of_a_bundle_stay_the_same(name, tmp_path):
    """In every format of solvers, to the byte but for the words."""
    p, files = puzzle(name).generate((5, 5), 2, **puzzle(name).extras.any_size)[0], []
    for folder, record in zip(("plain", "reworded"), both_records(name), strict=True):
        (tmp_path / folder).mkdir()
        write_formats(tmp_path / folder, "stated", next(iter(record.formulations.values()))(p))
        files.append({file.name: file.read_bytes() for file in sorted((tmp_path / folder).iterdir())})
    plain, reworded = files
    assert plain.keys() == reworded.keys()
    assert len(plain) > 5
    assert plain == {file: content.replace(PREFIX.encode(), b"") for file, content in reworded.items()}


def reword_all(monkeypatch):
    """From now on, every rule that is stated has the prefix."""
    state = Model._state

    def state_reworded(self, block, **scope):
        state(self, replace(block, sentence=PREFIX + block.sentence), **scope)

    monkeypatch.setattr(Model, "_state", state_reworded)


def printed(command, capsys):
    assert run_verb(command[0], command[1:]) == 0
    return capsys.readouterr().out


def read_members(file):
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
