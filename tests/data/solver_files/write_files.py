"""Writes small integer programs with a library of somebody else, by that library's own writer. Runs by itself, in an
environment that has the library and nothing of this project:

    python write_files.py LIBRARY FOLDER < programs.json     FOLDER/NAME.LIBRARY.lp, .mps, .opb: what it can write

programs.json: {name: {"maximised": .., "costs": {variable: number}, "constant": number, "bounds": {variable: [low,
high]}, "rows": [[name, {variable: number}, side, number], ..]}}; numbers are decimals in text. Every variable is whole;
one between 0 and 1 is declared as binary. Prints the version of the library.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any


def is_binary(bounds: list[int]) -> bool:
    return bounds == [0, 1]


def is_whole(program: dict[str, Any]) -> bool:
    """Has it whole numbers alone?"""
    texts = [program["constant"], *program["costs"].values()]
    for _, coefs, _, bound in program["rows"]:
        texts += [bound, *coefs.values()]
    return all(float(text) == int(float(text)) for text in texts)


def number(text: str) -> float | int:
    value = float(text)
    return int(value) if value == int(value) else value


def total(coefs: dict[str, str], variables: dict[str, Any], constant: str = "0") -> Any:
    terms = [number(coef) * variables[name] for name, coef in coefs.items() if number(coef)]
    return sum(terms[1:], terms[0]) + number(constant) if terms else number(constant)


def compared(left: Any, side: str, right: float) -> Any:
    return left <= right if side == "<=" else left >= right if side == ">=" else left == right


def write_pulp(program: dict[str, Any], path: str) -> None:
    import pulp

    problem = pulp.LpProblem("small", pulp.LpMaximize if program["maximised"] else pulp.LpMinimize)
    variables = {
        name: pulp.LpVariable(name, cat=pulp.LpBinary)
        if is_binary(bounds)
        else pulp.LpVariable(name, *bounds, cat=pulp.LpInteger)
        for name, bounds in program["bounds"].items()
    }
    problem.setObjective(pulp.LpAffineExpression(total(program["costs"], variables, program["constant"])))
    for name, coefs, side, bound in program["rows"]:
        problem += compared(total(coefs, variables), side, number(bound)), name
    problem.writeLP(f"{path}.lp")
    problem.writeMPS(f"{path}.mps")


def write_scip(program: dict[str, Any], path: str) -> None:
    from pyscipopt import Model

    model = Model("small")
    model.hideOutput()
    variables = {
        name: model.addVar(name, "B" if is_binary(bounds) else "I", *bounds)
        for name, bounds in program["bounds"].items()
    }
    model.setObjective(
        total(program["costs"], variables, program["constant"]), "maximize" if program["maximised"] else "minimize"
    )
    for name, coefs, side, bound in program["rows"]:
        model.addCons(compared(total(coefs, variables), side, number(bound)), name)
    for ending in ("lp", "mps"):
        model.writeProblem(f"{path}.{ending}", verbose=False)


def write_highs(program: dict[str, Any], path: str) -> None:
    import highspy

    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    variables = {
        name: model.addVariable(*bounds, type=highspy.HighsVarType.kInteger, name=name)
        for name, bounds in program["bounds"].items()
    }
    for name, coefs, side, bound in program["rows"]:
        model.addConstr(compared(total(coefs, variables), side, number(bound)), name)
    costs = total(program["costs"], variables, program["constant"])
    (model.setMaximize if program["maximised"] else model.setMinimize)()
    for name, coef in program["costs"].items():
        model.changeColCost(variables[name].index, number(coef))
    model.changeObjectiveOffset(number(program["constant"]))
    assert costs is not None
    for ending in ("lp", "mps"):
        model.writeModel(f"{path}.{ending}")


def write_pyomo(program: dict[str, Any], path: str) -> None:
    import pyomo.environ as pyomo

    model = pyomo.ConcreteModel()
    variables = {}
    for name, bounds in program["bounds"].items():
        domain = pyomo.Binary if is_binary(bounds) else pyomo.Integers
        variables[name] = pyomo.Var(domain=domain, bounds=tuple(bounds))
        model.add_component(name, variables[name])
    sense = pyomo.maximize if program["maximised"] else pyomo.minimize
    model.objective = pyomo.Objective(expr=total(program["costs"], variables, program["constant"]), sense=sense)
    for name, coefs, side, bound in program["rows"]:
        model.add_component(name, pyomo.Constraint(expr=compared(total(coefs, variables), side, number(bound))))
    for ending in ("lp", "mps"):
        model.write(f"{path}.{ending}", io_options={"symbolic_solver_labels": True})


def write_docplex(program: dict[str, Any], path: str) -> None:
    from docplex.mp.model import Model

    model = Model("small")
    variables = {
        name: model.binary_var(name) if is_binary(bounds) else model.integer_var(*bounds, name)
        for name, bounds in program["bounds"].items()
    }
    costs = total(program["costs"], variables, program["constant"])
    (model.maximize if program["maximised"] else model.minimize)(costs)
    for name, coefs, side, bound in program["rows"]:
        model.add_constraint(compared(total(coefs, variables), side, number(bound)), name)
    model.export_as_lp(f"{path}.lp")


def write_linopy(program: dict[str, Any], path: str) -> None:
    """It has no constant in an objective."""
    import linopy

    model = linopy.Model()
    variables = {
        name: model.add_variables(binary=True, name=name)
        if is_binary(bounds)
        else model.add_variables(*bounds, integer=True, name=name)
        for name, bounds in program["bounds"].items()
    }
    for name, coefs, side, bound in program["rows"]:
        model.add_constraints(compared(total(coefs, variables), side, number(bound)), name=name)
    model.add_objective(total(program["costs"], variables), sense="max" if program["maximised"] else "min")
    for ending in ("lp", "mps"):
        model.to_file(Path(f"{path}.{ending}"), progress=False)


def write_mip(program: dict[str, Any], path: str) -> None:
    import mip

    model = mip.Model(sense=mip.MAXIMIZE if program["maximised"] else mip.MINIMIZE)
    model.verbose = 0
    variables = {
        name: model.add_var(name, lb=bounds[0], ub=bounds[1], var_type=mip.BINARY if is_binary(bounds) else mip.INTEGER)
        for name, bounds in program["bounds"].items()
    }
    model.objective = total(program["costs"], variables, program["constant"])
    for name, coefs, side, bound in program["rows"]:
        model.add_constr(compared(total(coefs, variables), side, number(bound)), name)
    model.write(f"{path}.lp")
    model.write(f"{path}.mps")  # which it packs, and renames
    Path(f"{path}.mps.mps.gz").rename(f"{path}.mps.gz")


def write_cpmpy(program: dict[str, Any], path: str) -> None:
    """Whole numbers only, and as OPB."""
    import cpmpy
    from cpmpy.tools.io.opb import write_opb

    variables = {
        name: cpmpy.boolvar(name=name) if is_binary(bounds) else cpmpy.intvar(*bounds, name=name)
        for name, bounds in program["bounds"].items()
    }
    model = cpmpy.Model()
    costs = total(program["costs"], variables, program["constant"])
    (model.maximize if program["maximised"] else model.minimize)(costs)
    for _, coefs, side, bound in program["rows"]:
        model += compared(total(coefs, variables), side, number(bound))
    write_opb(model, f"{path}.opb")


WRITERS = {  # library: the package that has it, and its writer
    "pulp": ("pulp", write_pulp),
    "cpmpy": ("cpmpy", write_cpmpy),
    "scip": ("pyscipopt", write_scip),
    "highs": ("highspy", write_highs),
    "pyomo": ("pyomo", write_pyomo),
    "docplex": ("docplex", write_docplex),
    "linopy": ("linopy", write_linopy),
    "mip": ("mip", write_mip),
}


if __name__ == "__main__":
    library, folder = sys.argv[1:]
    package, write = WRITERS[library]
    for name, program in json.load(sys.stdin).items():
        if library == "cpmpy" and not is_whole(program):
            continue
        with suppress(NotImplementedError):  # CPMpy, where a row never holds
            write(program, str(Path(folder, f"{name}.{library}")))
    print(package, version(package))
