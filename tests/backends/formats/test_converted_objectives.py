"""The objective of a converted file: its optimum, as our reader and other programs find it, is that of the author, or
what the comments of the file make of it. The optimum is known by brute force over the statement."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from backends.formats import MODULES
from backends.formats.contract import WriteOptions, file_format
from backends.formats.written_objective import WrittenObjective, fraction_text, own_numbers
from models.neutral import Model, ObjectiveSense
from tests.support.file_answers import costs_of, interpreted, written
from tests.support.installed import programs_here
from tests.support.stated_programs import random_program

STATED = WriteOptions(as_stated=True, source="its source")
READ = [name for name in MODULES if file_format(name).read and file_format(name).objective]
TOLD = re.compile(r"the objective of this file is (?:(\S+) times )?that of its source(?:, (plus|minus) (\S+))?")
INFEASIBLE = "no solution"


def told(content: bytes) -> WrittenObjective:
    """What the comments say of the objective."""
    match = TOLD.search(content.decode())
    if match is None:
        return WrittenObjective()
    shift = Fraction((match[3] or "0").rstrip("-> "))
    return WrittenObjective(Fraction(match[1] or 1), -shift if match[2] == "minus" else shift)


def optimum(model: Model) -> Fraction | str | None:
    """In the sense of the model; None where there are too many assignments to try."""
    costs = costs_of(model)
    if costs is None:
        return None
    assert model.objective is not None
    sense = model.objective.sense
    return sense.sign * Fraction(min(costs.values()), sense.divisor) + sense.constant if costs else INFEASIBLE


def expected(best: Fraction | None, *files: bytes) -> Fraction | str:
    """The optimum of the last of these files, each of which was made from the one before it."""
    if best is None:
        return INFEASIBLE
    for content in files:
        best = told(content).factor * best + told(content).shift
    return best


def converted(content: bytes, source: str, target: str) -> bytes:
    return written(file_format(source).read(content), target, STATED)


# ---- our readers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [6, pytest.param(150, marks=pytest.mark.exhaustive)])
def test_every_pair_of_formats_keeps_the_objective_or_tells(count):
    """From LP to a format, and from there to every other one."""
    stream, tried = random.Random(f"pairs {count}"), 0
    for _ in range(count):
        program = random_program(stream)
        best, text = program.best(), program.lp().encode()
        assert optimum(file_format("lp").read(text)) == expected(best)
        for source in READ:
            first = converted(text, "lp", source)
            for target in READ:
                second = converted(first, source, target)
                found = optimum(file_format(target).read(second))
                if found is not None:
                    tried += 1
                    assert found == expected(best, first, second), (program, source, target, second.decode())
    assert tried > 20 * count


@pytest.mark.parametrize("name", ["fzn", "xcsp3"])
def test_formats_without_a_reader_keep_the_objective_or_tell(name):
    """Against a small interpreter of what stands in the file."""
    stream = random.Random(f"interpreted {name}")
    for _ in range(40):
        program = random_program(stream)
        model = file_format("lp").read(program.lp().encode())
        content = written(model, name, STATED)
        values = interpreted(model, name, content).values()
        best = (max if program.maximised else min)(values, default=INFEASIBLE)
        assert best == expected(program.best(), content), content.decode()


def test_or_tools_finds_the_author_s_optimum_in_the_text_of_cpsat():
    from ortools.sat.python import cp_model

    stream = random.Random("cpsat")
    for _ in range(20):
        program = random_program(stream)
        loaded, solver = cp_model.CpModel(), cp_model.CpSolver()
        assert loaded.proto.parse_text_format(converted(program.lp().encode(), "lp", "cpsat").decode())
        solver.parameters.num_workers = 1
        status, best = solver.solve(loaded), program.best()
        assert status == (cp_model.INFEASIBLE if best is None else cp_model.OPTIMAL)
        assert best is None or solver.objective_value == pytest.approx(float(best))


# ---- other programs, which read the file themselves --------------------------------------------------------------


def output_of(*command: str | Path) -> str:
    completed = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=30)
    return completed.stdout


def by_cbc(program: str) -> Callable[[Path, Path], float | str]:
    """CBC; where an MPS file maximises, it must be told on the command line, as a caution in the file says."""

    def solve(path: Path, out: Path) -> float | str:
        content = path.read_text()
        turned = ("-max",) if "OBJSENSE" in content else ()
        assert bool(turned) == ("started with -max" in content)
        output_of(program, path, *turned, "-solve", "-solution", out)
        status = out.read_text().splitlines()[0]
        return float(status.split()[-1]) if status.startswith("Optimal") else INFEASIBLE

    return solve


def by_glpsol(path: Path, out: Path) -> float | str:
    out.unlink(missing_ok=True)
    printed = output_of("glpsol", "--lp" if path.suffix == ".lp" else "--freemps", path, "-o", out)
    if not out.exists():  # what it does not know, and an LP file without rows
        assert re.search("^OBJSENSE$|^Subject To\n(Bounds|Binaries|Generals)$", path.read_text(), re.MULTILINE), printed
        return "refused"
    text = out.read_text()
    assert re.search(r"Status: +INTEGER (OPTIMAL|EMPTY|UNDEFINED)", text), text
    return float(re.search(r"Objective: +obj = (\S+)", text)[1]) if "INTEGER OPTIMAL" in text else INFEASIBLE


def by_clasp(path: Path, out: Path) -> float | str:
    """With equations as two rows: clasp 3.3.5 finds a solution of `+6 x1 = 1`."""
    split = re.sub(r"^(.*)= (-?\d+) ;$", _two_rows, path.read_text(), flags=re.MULTILINE)
    path.write_text(re.sub(r"#constraint= \d+", f"#constraint= {split.count('>=')}", split))
    printed = output_of("clasp", path)
    if "s UNSATISFIABLE" in printed:
        return INFEASIBLE
    costs = re.findall(r"^o (-?\d+)$", printed, re.MULTILINE)
    assert "s OPTIMUM FOUND" in printed or not costs
    return float(costs[-1]) if costs else 0.0


def _two_rows(equation: re.Match[str]) -> str:
    if ">" in equation[0]:
        return equation[0]
    turned = equation[1].translate(str.maketrans("+-", "-+"))
    return f"{equation[1]}>= {equation[2]} ;\n{turned}>= {-int(equation[2])} ;"


def by_or_tools(path: Path, out: Path) -> float | str:
    from ortools.linear_solver.python import model_builder

    model, solver = model_builder.Model(), model_builder.Solver("sat")
    assert model.import_from_mps_file(str(path))
    status = solver.solve(model)
    return solver.objective_value if status == model_builder.SolveStatus.OPTIMAL else INFEASIBLE


def bundled_cbc() -> str:
    import pulp

    return str(pulp.PULP_CBC_CMD.pulp_cbc_path)


READERS = [
    ("pulp's cbc", "lp", lambda path, out: by_cbc(bundled_cbc())(path, out)),
    ("pulp's cbc", "mps", lambda path, out: by_cbc(bundled_cbc())(path, out)),
    ("cbc", "lp", by_cbc("cbc")),
    ("cbc", "mps", by_cbc("cbc")),
    ("glpsol", "lp", by_glpsol),
    ("glpsol", "mps", by_glpsol),
    ("clasp", "opb", by_clasp),
    ("clasp", "wcnf-old", by_clasp),
    ("or-tools", "mps", by_or_tools),
]


@pytest.mark.parametrize("count", [8, pytest.param(100, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(("program", "name", "solve"), READERS, ids=lambda value: value if type(value) is str else "")
def test_other_programs_find_the_optimum_that_is_told(program, name, solve, count, tmp_path):
    if program in ("cbc", "glpsol", "clasp") and program not in programs_here():
        pytest.skip(f"no program '{program}' on the PATH")
    stream = random.Random(f"{program} {name}")
    for number in range(count):
        stated = random_program(stream)
        content = converted(stated.lp().encode(), "lp", name)
        path = tmp_path / f"model{number}.{file_format(name).extension}"
        path.write_bytes(content)
        found, right = solve(path, tmp_path / "out"), expected(stated.best(), content)
        if found != "refused":
            assert found == (right if right == INFEASIBLE else pytest.approx(float(right), abs=1e-6)), content.decode()


# ---- numbers and names -------------------------------------------------------------------------------------------


def thirds() -> Model:
    """Maximise x / 3 - y / 6 + 1 / 2."""
    model = Model("thirds")
    model.minimize("profit", [model.bools("x", ()), model.bools("y", ())], [-2, 1])
    model.objective = replace(model.objective, sense=ObjectiveSense(-1, 6, Fraction(1, 2)))
    return model


@pytest.mark.parametrize("name", ["lp", "mps"])
def test_numbers_that_are_no_decimals_make_a_multiple_that_is_told(name):
    content = written(thirds(), name, STATED)
    assert told(content) == WrittenObjective(Fraction(6))
    assert optimum(file_format(name).read(content)) == 6 * Fraction(5, 6)
    assert own_numbers(thirds(), fractions=True).is_maximised


def test_numbers_are_written_exactly():
    numbers = {"-1/4": "-0.25", "12": "12", "1/3": "1/3", "7/1000": "0.007", "-3/2": "-1.5", "1/1024": "0.0009765625"}
    assert {text: fraction_text(Fraction(text)) for text in numbers} == numbers


def test_rows_keep_their_names_and_numbers():
    """A divisor stays, a row that always holds stays, and a name that means something else to a reader goes."""
    rows = "a: 2 x + 2 y <= 7\n idle: x - y <= 90\n obj: x + y >= 1\n x + 2 y >= 1\n r4: x <= 4\n two: 1 <= x + y <= 3"
    text = f"max\n x + y\nst\n {rows}\nbounds\n x <= 5\n y <= 5\ngenerals\n x y\nend\n".encode()
    lp, mps = (converted(text, "lp", name).decode() for name in ("lp", "mps"))
    assert re.findall(r"^ (\w+): (.*)$", lp, re.MULTILINE)[1:] == [
        ("a", "+2 x +2 y <= 7"),
        ("idle", "+1 x -1 y <= 90"),
        ("r3", "+1 x +1 y >= 1"),
        ("r4", "+1 x +2 y >= 1"),
        ("r5", "+1 x <= 4"),
        ("two_lo", "+1 x +1 y >= 1"),
        ("two_hi", "+1 x +1 y <= 3"),
    ]
    assert re.findall(r"^ [LG] (\w+)$", mps, re.MULTILINE) == ["a", "idle", "r3", "r4", "r5", "two"]


def test_a_name_that_not_every_reader_takes_changes_no_other():
    """The column of a constant is a variable of the file that is made: the others keep their names the next time."""
    text = b"max\n x + q(1) + 2.5\nst\n a: x + q(1) <= 1\nbinaries\n x q(1)\nend\n"
    once = converted(text, "lp", "mps")
    twice = converted(once, "mps", "lp").decode()
    assert " obj: +1 x +1 v_v_qu0028" in twice
    assert "+2.5 v_constant" in twice
    assert "\\ v_constant = constant" in twice
    assert optimum(file_format("lp").read(twice.encode())) == Fraction(7, 2)
