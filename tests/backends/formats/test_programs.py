"""Written files solved by real programs, whose answers are decoded and checked against the rules.

A program that is not installed skips its tests, with its name (`-ra` shows them).
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from backends.contract import Limits, Options
from backends.formats.contract import WriteOptions, file_format
from backends.formats.text.variable_names import names
from backends.oracle import BACKEND as ORACLE
from models.neutral import Model, evaluate, objective_value
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.question import Question
from rosetta.studies.solving.solver_files import decode_result, file_options, stated_model
from tests.backends.formats.test_writers import everything
from tests.support.file_answers import written

BOARDS = {  # each with one answer, with none, or with an objective
    "tents": "8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1",
    "akari": "7x7:b3gB0c0dBaBaBa1aBd1c01g0b",
    "lightsout": "4",
    "tiling": "slothouber-graatsma",
    "none": "4x4:bgd_,0,1,0,2,2,0,1,0",
}


@cache
def question(kind: str) -> Question:
    from instances.resolve import resolve
    from models.puzzles.registry import puzzle

    record = puzzle("tents" if kind == "none" else kind)
    resolved = resolve(record.name, BOARDS[kind])
    return Question(record, resolved.instance, {option: values[0] for option, values in record.options.items()})


@cache
def model_of(kind: str) -> Model:
    q = question(kind)
    chosen = q.puzzle.extras.advice(q.instance).formulation or next(iter(q.puzzle.formulations))
    return stated_model(q, chosen)


def file_of(kind: str, name: str, folder: Path, ending: str = "") -> Path:
    """The board as a file, with everything that `convert` writes into it."""
    model = model_of(kind)
    how = file_options(question(kind), model, BOARDS[kind], "default", Options())
    path = folder / f"{kind}.{ending or file_format(name).extension}"
    with path.open("wb") as file:
        file_format(name).write(model, file, how)
    return path


def run(*command: str | Path) -> str:
    """What the program prints; the test is skipped if it is not installed."""
    program = str(command[0])
    if shutil.which(program) is None:
        pytest.skip(f"no program '{program}' on the PATH")
    completed = subprocess.run(
        [program, *map(str, command[1:])], capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL
    )
    return completed.stdout


def keeps_the_rules(kind: str, values) -> None:
    """The model as stated, and the puzzle's own check."""
    q, model = question(kind), model_of(kind)
    assert kind != "none"
    assert q.broken_rules(model, values) == ()


def of_names(model: Model, values: dict[str, int], least: bool = True) -> np.ndarray:
    """The assignment, from numbers by name."""
    labels = [bytes(line[line != 0]).decode() for line in names(model)[1:]]
    assert least or set(labels) <= values.keys()
    return np.array([0, *(values.get(name, 0) for name in labels)], np.int64)


# ---- SAT and pseudo-Boolean solvers ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", BOARDS)
@pytest.mark.parametrize(
    ("program", "name"),
    [
        (("minisat", "-verb=0"), "dimacs"),
        (("cadical", "-q"), "dimacs"),
        (("cryptominisat5", "--verb", "0"), "dimacs"),
        (("cryptominisat5", "--verb", "0"), "xnf"),
        (("clasp",), "opb"),
        (("clasp",), "dimacs"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else value,
)
def test_a_result_is_decoded_and_keeps_the_rules(kind, program, name, tmp_path):
    """minisat's file, and what the competitions prescribe."""
    path = file_of(kind, name, tmp_path)
    if program[0] == "minisat":
        run(*program, path, tmp_path / "result")
        output = (tmp_path / "result").read_bytes()
    else:
        output = run(*program, path).encode()
    if kind == "none":
        assert b"UNSAT" in output
        return
    values = decode_result(model_of(kind), output, Options())
    keeps_the_rules(kind, values)
    if name == "opb" and kind == "lightsout":
        assert b"s OPTIMUM FOUND" in output
        assert objective_value(model_of(kind), values) == 4


@pytest.mark.parametrize("program", ["clasp"])
@pytest.mark.parametrize("kind", BOARDS)
def test_clasp_takes_the_old_wcnf(kind, program, tmp_path):
    """The cheapest is proved, where there is an objective."""
    output = run(program, file_of(kind, "wcnf-old", tmp_path, "w.wcnf"))
    if kind == "none":
        assert "s UNSATISFIABLE" in output
        return
    assert ("s OPTIMUM FOUND" if model_of(kind).objective else "s SATISFIABLE") in output
    literals = " ".join(re.findall(r"^v (.*)", output, re.MULTILINE)).split()
    result = f"s SATISFIABLE\nv {' '.join(literal for literal in literals if literal != '0')} 0\n"
    keeps_the_rules(kind, values := decode_result(model_of(kind), result.replace("x", "").encode(), Options()))
    assert objective_value(model_of(kind), values) in (None, 4)


# ---- integer programming -----------------------------------------------------------------------------------------


def glpsol(path: Path, out: Path) -> tuple[str, dict[str, int]]:
    run("glpsol", "--lp" if path.suffix == ".lp" else "--freemps", path, "-o", out, "--tmlim", "25")
    text = out.read_text() if out.exists() else ""
    columns = text.partition("Column name")[2]
    matches = re.findall(r"^ +\d+ (\S+)\s+\*?\s+(-?\d+)\s", columns, re.MULTILINE)
    return text, {name: int(value) for name, value in matches}


def cbc(program: str) -> Callable[[Path, Path], tuple[str, dict[str, int]]]:
    def solve(path: Path, out: Path) -> tuple[str, dict[str, int]]:
        run(program, path, "solve", "printingOptions", "all", "solution", out)
        text = out.read_text() if out.exists() else ""
        matches = re.findall(r"^(?:\*\*)? +\d+ (\S+) +(-?[\d.e+-]+) ", text, re.MULTILINE)
        return text, {name: round(float(value)) for name, value in matches if not re.match(r"r\d", name)}

    return solve


def bundled() -> str:
    """The CBC that comes with PuLP."""
    import pulp

    return str(pulp.PULP_CBC_CMD.pulp_cbc_path)


LINEAR = {"glpsol": glpsol, "cbc": cbc("cbc"), "pulp's cbc": lambda path, out: cbc(bundled())(path, out)}


@pytest.mark.parametrize("name", ["lp", "mps"])
@pytest.mark.parametrize("kind", BOARDS)
@pytest.mark.parametrize("program", LINEAR)
def test_linear_programs_are_solved(kind, program, name, tmp_path):
    """LP and MPS mean the same to every one of them; the optimum is the known one."""
    text, named_values = LINEAR[program](file_of(kind, name, tmp_path), tmp_path / "out")
    if kind == "none":
        assert re.search("infeasible|empty|UNDEFINED", text, re.IGNORECASE)
        with pytest.raises(InputError, match="expected a status with a solution"):
            decode_result(model_of(kind), text.encode(), Options())
        return
    values = of_names(model_of(kind), named_values)
    keeps_the_rules(kind, values)
    assert np.array_equal(decode_result(model_of(kind), text.encode(), Options()), values)
    assert objective_value(model_of(kind), values) in (None, 4)


@pytest.mark.parametrize("name", ["lp", "mps"])
@pytest.mark.parametrize("program", LINEAR)
def test_everything_means_the_same_to_them(program, name, tmp_path):
    """Integers with negative bounds, guards, parity, and a constant in the objective."""
    model = everything()
    path = tmp_path / f"model.{name}"
    path.write_bytes(written(model, name))
    text, named_values = LINEAR[program](path, tmp_path / "out")
    values = of_names(model, named_values)
    assert np.array_equal(decode_result(model, text.encode(), Options()), values)
    best = ORACLE.solve(model, Limits(), Options()).objective
    assert evaluate(model, values) == []
    assert objective_value(model, values) == best
    assert float(re.search(r"(?:obj = |objective value +)(-?[\d.]+)", text)[1]) == best


# ---- constraint programming --------------------------------------------------------------------------------------


def of_flatzinc(output: str) -> dict[str, int]:
    """The last answer."""
    answers = output.split("----------")
    assert len(answers) > 1, output
    return {
        name: int(value) if value not in ("true", "false") else value == "true"
        for name, value in re.findall(r"^(\w+) = (\S+);$", answers[-2], re.MULTILINE)
    }


@pytest.mark.parametrize("kind", BOARDS)
@pytest.mark.parametrize("command", [("fzn-gecode",), ("minizinc", "--solver", "gecode")], ids=lambda words: words[0])
def test_flatzinc_is_solved(kind, command, tmp_path):
    """By Gecode itself, and by way of MiniZinc."""
    output = run(*command, file_of(kind, "fzn", tmp_path))
    if kind == "none":
        assert "UNSATISFIABLE" in output
        return
    values = of_names(model_of(kind), of_flatzinc(output), least=False)
    keeps_the_rules(kind, values)
    assert np.array_equal(decode_result(model_of(kind), output.encode(), Options()), values)
    assert objective_value(model_of(kind), values) in (None, 4)


@pytest.mark.parametrize("program", ["fzn-gecode"])
def test_gecode_lists_the_solutions_that_brute_force_finds(program, tmp_path):
    """All of them, and no other; the objective is worked out as we do."""
    model = everything()
    content = written(model, "fzn").decode()
    (tmp_path / "all.fzn").write_text(content.replace("solve minimize objective", "solve satisfy"))
    output = run(program, "-a", tmp_path / "all.fzn")
    solutions = set()
    for answer in output.split("----------")[:-1]:
        named_values = of_flatzinc(answer + "----------")
        values = of_names(model, named_values, least=False)
        assert named_values["objective"] == objective_value(model, values)
        solutions.add(tuple(values.tolist()))
    free = model.copy()
    free.objective = None
    every = np.arange(1, model.variables + 1, dtype=np.int32)
    truth = {tuple(values.tolist()) for values in ORACLE.solutions(free, every, Limits(), Options())}
    assert solutions == truth


@pytest.mark.parametrize("kind", BOARDS)
def test_or_tools_reads_the_text(kind, tmp_path):
    """By the Python layer's own parser."""
    from ortools.sat.python import cp_model

    loaded, solver = cp_model.CpModel(), cp_model.CpSolver()
    assert loaded.proto.parse_text_format(file_of(kind, "cpsat", tmp_path).read_text())
    solver.parameters.num_workers = 1
    status = solver.solve(loaded)
    if kind == "none":
        assert status == cp_model.INFEASIBLE
        return
    values = np.array([0, *solver.response_proto.solution], np.int64)
    keeps_the_rules(kind, values)
    assert objective_value(model_of(kind), values) in (None, 4)


def test_models_at_the_edge_are_taken(tmp_path):
    """Nothing at all, and a rule that cannot be kept: no program stumbles over them."""
    empty, impossible = Model("empty"), Model("impossible")
    impossible.bools("x", 2)
    impossible.any("nothing", [[]])
    for model, word in ((empty, "SATISFIABLE"), (impossible, "UNSATISFIABLE")):
        for name, command in (
            ("dimacs", ("cadical", "-q")),
            ("opb", ("clasp",)),
            ("xnf", ("cryptominisat5", "--verb=0")),
        ):
            path = tmp_path / f"model.{file_format(name).extension}"
            path.write_bytes(written(model, name, WriteOptions(heading=("edge",))))
            if shutil.which(command[0]):
                assert f"s {word}\n" in run(*command, path)
        for name in ("lp", "mps"):
            (tmp_path / f"model.{name}").write_bytes(written(model, name))
            text, _ = LINEAR["pulp's cbc"](tmp_path / f"model.{name}", tmp_path / "out")
            assert ("nfeasible" in text) == (word == "UNSATISFIABLE"), (name, text)
