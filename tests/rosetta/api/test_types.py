"""A user's script passes mypy --strict: in the checkout, and with a wheel, which has the types as one stub."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rosetta as rs
from docs.typing_stub import stub_text
from tests.support.places import ROOT

GOOD = """
from __future__ import annotations
from pathlib import Path
import numpy as np
import rosetta as rs

def show(board: rs.Board) -> str:
    solution: rs.Solution = rs.solve(board, unique=True, time_limit=5, encodings={"cardinality": "totalizer"})
    total: int = rs.count(board).count
    return f"{solution.status} {total} {solution.to_json()['id']} {rs.verify(board, solution)}"

def model() -> rs.Model:
    m = rs.Model("mine")
    x = m.bools("x", (2, 3))
    m.exactly(1, "one", x, when=x[0, 0], where=[True, False])
    m.minimize("cost", x, [1, 2, 3])
    print(rs.solve(m)[x].sum(), rs.solve(m).values(x).dtype, m.objective is None)
    return m

def variables(m: rs.Model) -> int:
    return m.variables

boards: list[rs.Board] = [rs.load("tents", Path("x")), rs.generate("akari", (10, 10), unique=True, difficulty="hard")]
boards += [rs.lights_out(object(), lit=["a"], colours=2, rule="closed")]
comparison: rs.BackendComparison = rs.compare(model(), backends=["cpsat", "cnf"])
campaign: rs.CampaignReport = rs.campaign([boards[0], model(), "tents 8"], ["cnf"], limits=3, seeds=[1, 2])
print(campaign.resume(jobs=2).to_pandas(), campaign.figures()["survival"].svg, rs.load_campaign(Path("x")).wrong)
print(comparison.to_pandas(), rs.explain(boards[0]).difficulty, rs.formulas(boards[0]).rules, rs.convert(model(), "lp"))
text: str = rs.convert(boards[0], "tatham", formulation=None)
pixels: bytes = rs.convert(boards[0], "png", solution=True, width=300)
rs.convert(boards[0], output=Path("board.png"), solution=True)
boards += rs.generate("tents", 5, count=3, budget=20, unique=True)
page: str = rs.booklet(boards, title="Two", per_page=4, time_limit=5)
"""
BAD = """
import rosetta as rs
rs.solv(rs.load("tents", 3))
rs.solve("tents")
name: int = rs.load("tents", 3).id
rs.count(rs.load("tents", 3), distint=True)
rs.Model("m").bools(3, "x")
rs.solve(rs.load("tents", 3)).status = "optimal"
rs.campaign("tents 8", limits="long")
pixels: str = rs.convert(rs.load("tents", 3), "png")
rs.booklet([rs.load("tents", 3)], perpage=4)
one: rs.Board = rs.generate("tents", 5, count=1)
"""
COMPLAINTS = ["attr-defined", "arg-type", "assignment", "call-arg", "arg-type", "arg-type", "misc", "arg-type"]
COMPLAINTS += ["assignment", "call-arg", "assignment"]


def complaints_about_scripts(folder, *options):
    """What mypy says of the good script and of the bad one: the kind of each complaint, in the order of the lines."""
    for name, text in (("good", GOOD), ("bad", BAD)):
        (folder / f"{name}.py").write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", *options, str(folder / "good.py"), str(folder / "bad.py")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1200)
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    about = {name: [line for line in errors if f"{name}.py:" in line] for name in ("good", "bad")}
    assert len(errors) == sum(map(len, about.values())), errors
    return about["good"], [line.rpartition("[")[2].rstrip("]") for line in about["bad"]]


@pytest.fixture
def wheel(tmp_path, monkeypatch, pytestconfig):
    """As much of a wheel as a type checker sees, and nothing of the checkout. What is known of libraries is kept from
    one run of the tests to the next."""
    site = tmp_path / "site"
    (site / "rosetta").mkdir(parents=True)
    (site / "rosetta" / "py.typed").write_text("")
    (site / "rosetta" / "__init__.pyi").write_text(stub_text())
    (tmp_path / "mypy.ini").write_text("[mypy]\n")
    monkeypatch.setenv("MYPYPATH", str(site))
    return ["--config-file", str(tmp_path / "mypy.ini"), "--cache-dir", str(pytestconfig.cache.mkdir("mypy"))]


def test_the_stub_has_every_public_name():
    """And nothing of ours is imported in it."""
    text = stub_text()
    compile(text, "stub", "exec")
    assert all(f"def {name}(" in text or f"class {name}" in text for name in rs.__all__ if name != "__version__")
    assert not any(line.startswith(("from models", "from rosetta", "from backends")) for line in text.splitlines())


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_a_script_with_a_wheel(tmp_path, wheel):
    """What is right passes, what is wrong is seen: names, arguments, results, models, frozen records."""
    assert complaints_about_scripts(tmp_path, *wheel) == ([], COMPLAINTS)


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_a_script_in_the_checkout(tmp_path):
    """The same where the code itself is read, of which `make check` has left in a cache what it knows."""
    assert complaints_about_scripts(tmp_path) == ([], COMPLAINTS)
