"""Engines that are used where they are installed: one table, which the extra and the records of backends agree with."""

from __future__ import annotations

import tomllib

import pytest

from backends.registry import backend_named, modules
from models.puzzles.registry import puzzle
from rosetta.commands import doctor
from rosetta.foundation import optional_engines
from rosetta.foundation.libraries import LIBRARIES, describe_absence
from rosetta.foundation.optional_engines import OPTIONAL_ENGINES, absent_backends, is_optional
from rosetta.studies.comparing.compare import all_backends
from tests.support.places import ROOT

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


@pytest.fixture
def nothing_installed(monkeypatch):
    monkeypatch.setattr(optional_engines, "_is_present", lambda module: False)


def test_the_extra_brings_what_the_table_says_and_the_tests_have_it():
    named = [line.partition("==")[0] for line in EXTRAS["engines"]]
    assert sorted(named) == sorted(engine.package for engine in OPTIONAL_ENGINES if engine.in_extra)
    assert set(EXTRAS["engines"]) <= set(EXTRAS["test"])
    assert not {engine.package for engine in OPTIONAL_ENGINES} & set(LIBRARIES.values())


def test_a_backend_says_which_package_it_needs():
    """As the table does; its backends stand in the order of the registry."""
    packages = {engine.backend: engine.package for engine in OPTIONAL_ENGINES}
    registered = [name for name in modules() if is_optional(backend_named(name).library)]
    assert {name: backend_named(name).library for name in registered} == {name: packages[name] for name in registered}
    assert registered == [name for name in packages if name in modules()]


def test_what_is_not_installed_is_asked_only_by_name(nothing_installed):
    assert absent_backends() == {engine.backend for engine in OPTIONAL_ENGINES}
    assert not absent_backends() & set(all_backends(puzzle("tents")))
    assert "cpsat" in all_backends(puzzle("tents"))


def test_its_absence_is_a_phrase_with_what_to_type():
    assert describe_absence(ModuleNotFoundError("x", name="z3")) == "z3-solver is not installed; pip install z3-solver"


def test_doctor_says_what_each_engine_would_add(monkeypatch, capsys):
    """Of the extra and beside it; that needs none of them."""
    monkeypatch.setattr(doctor, "_version_or_none", lambda package: None)
    doctor._print_extras()
    doctor._print_engines()
    printed = capsys.readouterr().out
    for engine in OPTIONAL_ENGINES:
        (line,) = [line for line in printed.splitlines() if f" {engine.package} " in line]
        assert f"backend {engine.backend}, {engine.adds}" in line
        assert ("engines" in line.split()) == engine.in_extra
    assert {each["package"] for each in doctor._engines()} == {engine.package for engine in OPTIONAL_ENGINES}
