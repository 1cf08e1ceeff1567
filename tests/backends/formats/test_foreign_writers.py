"""Files that other libraries wrote of programs whose optimum is known by brute force over the statement: what we read
has that optimum, or the one that is left by what the library does not write."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from backends.formats.compressed import read_file
from backends.formats.contract import find_format
from tests.backends.formats.test_converted_objectives import INFEASIBLE, optimum
from tests.support.places import ROOT
from tests.support.stated_programs import StatedProgram, decimal, random_program

FOLDER = ROOT / "tests" / "data" / "solver_files"
WRITER = FOLDER / "write_files.py"
PACKAGES = {
    "pulp": ["pulp"],
    "cpmpy": ["cpmpy"],
    "scip": ["pyscipopt"],
    "highs": ["highspy"],
    "pyomo": ["pyomo"],
    "docplex": ["docplex"],
    "linopy": ["linopy", "highspy"],
    "mip": ["mip"],
}
WITHOUT_CONSTANT = ("pulp", "cpmpy", "linopy", "mip")
WITHOUT_SENSE = (("pulp", "mps"), ("mip", "mps"))  # the objective of a maximisation is minimised as it is
NEGATED = (("mip", "lp"),)  # its negation is minimised


def left_of(program: StatedProgram, library: str, form: str) -> StatedProgram:
    """What the library writes of it."""
    if library in WITHOUT_CONSTANT:
        program = replace(program, constant=Fraction(0))
    if (library, form) in NEGATED and program.maximised:
        program = replace(program, costs={name: -cost for name, cost in program.costs.items()}, maximised=False)
    return replace(program, maximised=False) if (library, form) in WITHOUT_SENSE else program


def shifts_objective(program: StatedProgram) -> bool:
    """CPMpy 1.1.1 writes an objective as bits above its least conceivable value, which it leaves out."""
    return program.maximised or min(program.costs.values()) < 0


@cache
def known_programs() -> dict[str, StatedProgram]:
    documents = json.loads((FOLDER / "programs.json").read_text())
    return {name: from_json(document) for name, document in documents.items()}


def from_json(document: dict) -> StatedProgram:
    def exact(coefs: dict[str, str]) -> dict[str, Fraction]:
        return {name: Fraction(coef) for name, coef in coefs.items()}

    return StatedProgram(
        document["maximised"],
        exact(document["costs"]),
        Fraction(document["constant"]),
        {name: tuple(bounds) for name, bounds in document["bounds"].items()},
        [(name, exact(coefs), side, Fraction(bound)) for name, coefs, side, bound in document["rows"]],
    )


def to_json(program: StatedProgram) -> dict:
    def texts(coefs: dict[str, Fraction]) -> dict[str, str]:
        return {name: decimal(coef) for name, coef in coefs.items()}

    return {
        "maximised": program.maximised,
        "costs": texts(program.costs),
        "constant": decimal(program.constant),
        "bounds": program.bounds,
        "rows": [[name, texts(coefs), side, decimal(bound)] for name, coefs, side, bound in program.rows],
    }


def check_files(folder: Path, programs: dict[str, StatedProgram]) -> Iterator[str]:
    """The files of these programs have the optimum that is left. Yields the library of each."""
    for path in sorted(folder.iterdir()):
        name, _, rest = path.name.partition(".")
        form = find_format(path.name)
        if name not in programs or form is None:
            continue
        library = rest.partition(".")[0]
        best = left_of(programs[name], library, form.name).best()
        content, right = read_file(str(path)), INFEASIBLE if best is None else best
        found = optimum(form.read(content))
        if found is None:  # too many bits for brute force
            continue
        if library == "cpmpy" and shifts_objective(programs[name]):
            found, right = found == INFEASIBLE, right == INFEASIBLE
        assert found == right, (path.name, content.decode())
        yield library


def test_files_of_other_libraries_have_the_optimum_of_the_statement():
    checked = list(check_files(FOLDER, known_programs()))
    assert set(checked) == set(PACKAGES)
    assert len(checked) == 41
    assert {program.best() for program in known_programs().values()} == {9, 1, None}


def any_cost(coefs: dict[str, Fraction]) -> bool:
    return any(coefs.values())


def writable_program(stream: random.Random) -> StatedProgram:
    """In whole numbers, and of variables from 0 on: CPMpy has no fractions, and leaves out what the least values cost.
    Each row has a term, as has the objective; there may be no rows."""
    program = random_program(stream)
    while not all(map(any_cost, (program.costs, *(coefs for _, coefs, _, _ in program.rows)))):
        program = random_program(stream)

    def whole(coefs: dict[str, Fraction]) -> dict[str, Fraction]:
        return {name: 20 * coef for name, coef in coefs.items()}

    bounds = {name: (0, high - low) for name, (low, high) in program.bounds.items()}
    rows = [(name, whole(coefs), side, 20 * bound) for name, coefs, side, bound in program.rows]
    return replace(program, costs=whole(program.costs), constant=20 * program.constant, rows=rows, bounds=bounds)


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize("library", PACKAGES)
def test_random_programs_survive_the_writer_of_a_library(library, tmp_path):
    """The newest release, in an environment of its own; skipped where there is no way to a package index."""
    python = tmp_path / "environment" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", str(python.parents[1])], check=True, timeout=120)
    try:
        installed = subprocess.run(
            [python, "-m", "pip", "install", "--quiet", *PACKAGES[library]], capture_output=True, text=True, timeout=300
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"{library} cannot be installed within 300 s")
    if installed.returncode:
        pytest.skip(f"{library} cannot be installed: {installed.stderr.strip().splitlines()[-1][:200]}")
    stream = random.Random(library)
    programs = {f"random{number}": writable_program(stream) for number in range(60)}
    (tmp_path / "files").mkdir()
    written = subprocess.run(
        [python, WRITER, library, tmp_path / "files"],
        input=json.dumps({name: to_json(program) for name, program in programs.items()}),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert written.returncode == 0, written.stderr[-2000:]
    assert len(list(check_files(tmp_path / "files", programs))) > len(programs) // 4
