"""The mutation run by itself: faults are where they should be, and the one that the toy's tests miss is found."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.mutation.__main__ import find_files, read_equivalents, read_mutants
from tests.mutation.mutants import mutants_of
from tests.support.places import ROOT

SOURCE = '''
LIMIT: int = 2

def f(x: int, y: int = 0) -> bool:
    """Not 1 here."""
    if x is None:
        raise ValueError(f"{x + 1} is none")
    def g() -> int:
        return -x
    return x < LIMIT and not y

class C:
    def m(self) -> str | None:
        self.seen[0] = Status.UNKNOWN
        return replace(self.a, b=[z for z in self.c if z])
'''


def changes(function: str, source: str = SOURCE) -> list[str]:
    return [mutant.change for mutant in mutants_of("x.py", source) if mutant.function == function]


def test_what_is_changed():
    """Comparisons, connectives, guards, signs, numbers, statuses, keywords, filters, what is returned; no types, no
    texts. What stands outside of functions, defaults among it, is told apart."""
    assert changes("") == ["2 -> 3", "0 -> 1"]
    assert changes("f") == [
        'if x is None: raise ValueError(f"{x + 1} is none") -> pass',
        "x is None -> (x is not None)",
        "return -x -> return 0",
        "-x -> x",
        "return x < LIMIT and not y -> return not (x < LIMIT and (not y))",
        "x < LIMIT and not y -> (x < LIMIT or not y)",
        "x < LIMIT and not y -> (not y)",
        "x < LIMIT and not y -> (x < LIMIT)",
        "x < LIMIT -> (x <= LIMIT)",
        "not y -> y",
    ]
    assert changes("C.m") == [
        "self.seen[0] = Status.UNKNOWN -> pass",
        "0 -> 1",
        "Status.UNKNOWN -> (Status.UNSATISFIABLE)",
        "return replace(self.a, b=[z for z in self.c if z]) -> return None",
        "replace(self.a, b=[z for z in self.c if z]) -> (replace(self.a))",
        "[z for z in self.c if z] -> ([z for z in self.c])",
    ]


@pytest.mark.parametrize("path", find_files())
def test_every_mutant_is_python_and_has_a_name_of_its_own(path):
    """Also where an expression runs over lines, or stands in another one."""
    source, mutants = (ROOT / path).read_text("utf-8"), read_mutants(path)
    assert len({mutant.key for mutant in mutants}) == len(mutants)
    for mutant in mutants[:: max(len(mutants) // 40, 1)]:
        ast.parse(mutant.apply(source))


def test_every_equivalent_has_a_reason():
    """And is of a file that is there. One whose line has changed is a survivor of the next run again."""
    assert {path for path, *_ in read_equivalents()} <= set(find_files())
    assert all(reason.strip() for reason in read_equivalents().values())


STEPS = """
import os, shutil, sys
from pathlib import Path
from tests.mutation.__main__ import main, read_mutants, run_trials
toy, folder, later = "tests/mutation/toy.py", sys.argv[1] + "/first", sys.argv[1] + "/later"
for step in (["map", folder, "tests/mutation/test_toy.py"], ["run", folder], ["table", folder]):
    main([*step, "--jobs", "1", "--files", toy])
print("LATER")
shutil.copytree(folder, later)
os.environ["ROSETTA_BROKEN_TOY"] = "1"
run_trials(Path(later), [mutant for mutant in read_mutants(toy) if mutant.function], 60.0, 1, "not exhaustive")
main(["table", later, "--files", toy])
"""


def test_the_survivor_is_found_and_a_test_that_is_broken_kills_nothing(tmp_path):
    """Mapped, tried in forks (and in a copy, for the constant), put into the table. Then a test is broken that passed
    when it was mapped: what it would kill is told apart."""
    before = (ROOT / "tests/mutation/toy.py").stat().st_mtime_ns
    command = [sys.executable, "-c", STEPS, str(tmp_path)]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    first, later = output.split("LATER\n")
    numbers, _, survivors = first[first.index("| file |") :].split("\n\n")
    assert numbers.splitlines()[-1] == "| all | 8 | 7 | 0 | 1 |"
    row = "| tests/mutation/toy.py | is_within | `x <= most` to `(x < most)` | survived |"
    assert survivors.splitlines()[2:] == [row]
    assert row.replace("survived", "broken") in later
    assert (ROOT / "tests/mutation/toy.py").stat().st_mtime_ns == before
