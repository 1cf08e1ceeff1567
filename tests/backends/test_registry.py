"""Backends of other packages: found by their entry point, and refused with one clear message where they are broken."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from backends import registry
from backends.contract import Limits, Status
from backends.registry import UnknownBackend, backend_named
from backends.running import supervisor
from models.neutral import Model
from models.puzzles.registry import puzzle
from rosetta.commands.main import run_verb
from rosetta.studies.asking import backend_check
from rosetta.studies.comparing.compare import all_backends

GOOD = """
from dataclasses import replace
from backends.oracle import BACKEND as ORACLE

BACKEND = replace(ORACLE, name="theirs")
"""
NOTHING = """
from backends.contract import Backend

BACKEND = Backend(name="theirs", kind="none", takes=frozenset(), probe=print, version=print"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`install(text, value)`: a package `theirs` of that text, with that entry point, is on the path for the test."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(text: str, value: str = "theirs", name: str = "theirs") -> None:
        (tmp_path / "theirs.py").write_text(text)
        metadata = tmp_path / "theirs-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(f"[{registry.ENTRY_POINTS}]\n{name} = {value}\n")
        monkeypatch.delitem(sys.modules, "theirs", raising=False)
        registry.modules.cache_clear()

    yield write
    registry.modules.cache_clear()


@pytest.fixture
def few_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two backends of ours, so that a comparison of all is over soon."""
    monkeypatch.setattr(registry, "MODULES", {name: registry.MODULES[name] for name in ("cpsat", "cnf")})


@pytest.mark.parametrize("value", ["theirs", "theirs:BACKEND"])
def test_a_backend_of_another_package_is_one_like_all(install: Callable[..., None], value: str) -> None:
    """By its entry point, which names the module, or the record in it; in a child process too."""
    install(GOOD, value)
    model = Model("one")
    model.true("it holds", model.bools("x", 1))
    assert "theirs" in registry.modules()
    outcome = supervisor.solve("theirs", model, Limits())
    assert (outcome.status, outcome.engine) == (Status.SATISFIED, "theirs")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("text", "value", "message"),
    [
        ("", "theirs", "cannot be loaded from theirs:BACKEND: module 'theirs' has no attribute 'BACKEND'"),
        ("BACKEND = 'theirs'", "theirs", "expected theirs:BACKEND to be a Backend, found str"),
        ("class BACKEND: ...", "theirs", "expected theirs:BACKEND to be a Backend, found type"),
        ("import no_such_solver", "theirs", "cannot be loaded from theirs:BACKEND: No module named 'no_such_solver'"),
        ("raise RuntimeError('libhighs clashes')", "theirs", "cannot be loaded from theirs:BACKEND: libhighs clashes"),
        ("def", "theirs", "cannot be loaded from theirs:BACKEND: invalid syntax"),
        ("from backends.contract import Backend\nBACKEND = Backend(name='theirs')", "theirs", "missing 4 required"),
        (f"{NOTHING})", "theirs", "expected solve and solutions, or count without both"),
        (f"{NOTHING}, solve=print)", "theirs", "expected solutions beside solve"),
        (f"{NOTHING}, solutions=print, count=print)", "theirs", "expected solve and solutions, or count without both"),
        ("raise SystemExit('no\\nlicence')", "theirs", "cannot be loaded from theirs:BACKEND: no licence"),
        (GOOD, "theirs:OTHER", "cannot be loaded from theirs:OTHER: module 'theirs' has no attribute 'OTHER'"),
    ],
)
def test_a_broken_one_is_refused_with_the_reason(
    text: str, value: str, message: str, install: Callable[..., None], monkeypatch, capsys
) -> None:
    """Where it is named: one line and exit code 2, no traceback. `doctor` says it of this one and goes on."""
    install(text, value)
    with pytest.raises(UnknownBackend, match=r"^backend 'theirs'") as refusal:
        backend_named("theirs")
    assert message in str(refusal.value)
    assert run_verb("solve", ["tents", "5", "--backend", "theirs"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"rosetta: {refusal.value}")
    monkeypatch.setattr(backend_check, "modules", lambda: ("theirs", "oracle"))
    findings = backend_check.examine(lambda name: None)
    assert [(finding.works, finding.reason) for finding in findings] == [(False, str(refusal.value)), (True, "")]


@pytest.mark.parametrize("name", ["AAA", "0ur-solver"])
def test_ours_come_first_whatever_the_name_of_another_one_is(name, install, few_of_ours, monkeypatch):
    """In the order in which all are run and shown: `doctor` goes through the registry, `compare` through this list."""
    install(GOOD.replace("theirs", name), name=name)
    for every in (list(registry.modules()), all_backends(puzzle("tents"))):
        assert [each for each in every if each in ("cpsat", "cnf", name)] == ["cpsat", "cnf", name]
    assert name not in registry.refused_modules()


def test_a_broken_one_is_left_out_where_nobody_named_it(few_of_ours, install, capsys):
    """`compare` with every backend says so and goes on."""
    install("import no_such_solver")
    assert "theirs" not in all_backends(puzzle("tents"))
    assert run_verb("compare", ["tents", "3", "--budget", "1"]) in (0, 3)
    assert "note: left out: backend 'theirs' cannot be loaded" in capsys.readouterr().err


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "record", "said"),
    [
        ("other", "theirs", "backend 'other': expected theirs:BACKEND to have that name, found 'theirs'"),
        ("cnf", "cnf", "backend 'cnf' of theirs: that name is taken by a backend of ours"),
        ("a:b", "a:b", "backend 'a:b' of theirs: expected letters, digits, '_', '-' and '.' as a name"),
        ("a,b", "a,b", "backend 'a,b' of theirs: expected letters"),
    ],
)
def test_a_name_that_cannot_be_theirs_is_a_reason_to_leave_it_out(name, record, said, few_of_ours, install, capsys):
    """One name in the record and another at the entry point, a name of ours, one that means something else."""
    install(GOOD.replace('"theirs"', f'"{record}"'), name=name)
    assert "cnf" in all_backends(puzzle("tents"))
    assert run_verb("compare", ["tents", "3x3:aaaaa,2,0,2,2,0,2", "--budget", "2", "--time-limit", "0.3"]) in (0, 3)
    printed = capsys.readouterr()
    assert f"note: left out: {said}" in printed.err
    assert f" {name} " not in printed.out.replace(" cnf ", "")
