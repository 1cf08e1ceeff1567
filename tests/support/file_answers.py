"""The solutions that a model's file allows, found by code that shares nothing with the writers: for tests of formats.

written(model, "lp")                      the file, as bytes
as_read(model, "lp", content)             the solutions of the model that our reader makes of it, as this model's
holds(model, "fzn", content)              a predicate over assignments, from a small interpreter of the format
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import product

import numpy as np

from backends.contract import Limits, Options
from backends.formats.contract import WriteOptions, file_format
from backends.formats.opb.writing import to_pseudo_boolean
from backends.formats.text.variable_names import names
from backends.lowering.clauses import to_clauses
from backends.oracle import satisfying_assignments
from backends.outcomes import Stopwatch
from models.neutral import Model, ObjectiveSense, objective_value

LIMITS = Limits(60)
MOST = 2**15  # assignments that brute force tries here


def written(model: Model, name: str, how: WriteOptions | None = None) -> bytes:
    """The model as a file of that format."""
    file = BytesIO()
    file_format(name).write(model, file, how or WriteOptions())
    return file.getvalue()


def costs_of(model: Model) -> dict[tuple[int, ...], int] | None:
    """Every solution with the least it can cost; None if there are too many assignments to try."""
    if np.prod((model.upper - model.lower + 1)[1:].astype(float)) > MOST:
        return None
    costs: dict[tuple[int, ...], int] = {}
    for batch in satisfying_assignments(model, Stopwatch(), LIMITS):
        for values in batch.T:
            costs[tuple(values[1:].tolist())] = objective_value(model, values) or 0
    return costs


def constant_of(model: Model) -> int:
    """The constant of the objective that is minimised."""
    sense = ObjectiveSense() if model.objective is None else model.objective.sense
    return int(sense.sign * sense.divisor * sense.constant)


def as_read(model: Model, name: str, content: bytes) -> dict[tuple[int, ...], int] | None:
    """The solutions of what the reader makes of a file, as assignments of the model, with the least cost of each."""
    read = file_format(name).read(content)
    read_costs = costs_of(read)
    if read_costs is None:
        return None
    turn, least = _back(model, name, read), _constant(content) + constant_of(read)
    costs: dict[tuple[int, ...], int] = {}
    for point, cost in read_costs.items():
        values = turn(np.array([0, *point], np.int64))
        costs[values] = min(costs.get(values, cost + least), cost + least)
    return costs


def _back(model: Model, name: str, read: Model) -> Callable[[np.ndarray], tuple[int, ...]]:
    """From an assignment of the model that was read to one of the model that was written."""
    if name in ("lp", "mps"):
        own_names = [bytes(line[line != 0]).decode() for line in names(model)[1:]]
        at = {array: int(numbers) for array, numbers in read.arrays.items()}
        # a column that is in no row and costs nothing may take any value; here it takes its least
        return lambda values: tuple(int(values[at[variable]]) for variable in own_names)
    if name == "json":
        return lambda values: tuple(values[1 : model.variables + 1].tolist())
    if name == "opb":
        rows = to_pseudo_boolean(model, LIMITS)
        return lambda values: tuple(rows.values(model, values[: rows.variables + 1].astype(bool)).tolist()[1:])
    cnf = to_clauses(model, LIMITS, Options())

    def turn(values: np.ndarray) -> tuple[int, ...]:
        holds = np.zeros(cnf.variables + 1, bool)
        holds[: min(len(values), len(holds))] = values[: len(holds)] == 1
        return tuple(cnf.orders.values(model, holds).tolist()[1:])

    return turn


def _constant(content: bytes) -> int:
    """The constant part of the cost of a model that minimises, which only the comments give."""
    match = re.search(rb"the objective of this file is that of the model, (plus|minus) (\d+)", content)
    return 0 if match is None else int(match[2]) * (1 if match[1] == b"minus" else -1)


# ---- FlatZinc and XCSP3, interpreted -----------------------------------------------------------------------------


def interpreted(model: Model, name: str, content: bytes) -> dict[tuple[int, ...], int]:
    """Every assignment of the model that can be extended to one of the file, with the least cost."""
    text = content.decode()
    domains, rows, cost = _flatzinc(text) if name == "fzn" else _xcsp3(text)
    own_names = [bytes(line[line != 0]).decode() for line in names(model)[1:]]
    rest = [variable for variable in domains if variable not in own_names]
    costs: dict[tuple[int, ...], int] = {}
    for point in product(*(domains[variable] for variable in own_names)):
        values = dict(zip(own_names, map(int, point), strict=True))
        for extended in _extended(values, rest, domains, rows):
            now = cost(extended)
            costs[tuple(values.values())] = min(costs.get(tuple(values.values()), now), now)
    return costs


def _extended(values, rest, domains, rows) -> Iterator[dict[str, int]]:
    """All extensions that keep the rows; a row is looked at as soon as all of its variables have values."""
    ready = [row for row in rows if row[0] <= values.keys()]
    if not all(keeps(values) for _, keeps in ready):
        return
    open_rows = [row for row in rows if not row[0] <= values.keys()]
    if not rest:
        yield values
        return
    for value in domains[rest[0]]:
        yield from _extended({**values, rest[0]: int(value)}, rest[1:], domains, open_rows)


def _flatzinc(text: str):
    domains, rows = {}, []
    for line in text.splitlines():
        if declared := re.fullmatch(r"var (bool|(-?\d+)\.\.(-?\d+)): (\w+)( :: output_var)?;", line):
            domains[declared[4]] = range(2) if declared[1] == "bool" else range(int(declared[2]), int(declared[3]) + 1)
        elif constraint := re.fullmatch(r"constraint (\w+)\((.*)\);", line):
            rows.append(_FLATZINC[constraint[1]](constraint[2]))
        else:
            assert re.match(r"%|solve (satisfy|(min|max)imize objective);$", line), line
    assert (
        text.count("solve ") == len(re.findall(r"^solve (?:satisfy|(?:min|max)imize objective);\n\Z", text, re.M)) == 1
    )
    return domains, rows, lambda values: values.get("objective", 0)


def _lists(text: str) -> list[list[str]]:
    return [[item for item in part.split(",") if item] for part in re.findall(r"\[(.*?)\]", text)]


def _linear(text: str, equal: bool):
    (coefs, variables), bound = _lists(text), int(text.rsplit(",", 1)[1])
    assert len(coefs) == len(variables)
    terms = list(zip(map(int, coefs), variables, strict=True))

    def keeps(values) -> bool:
        total = sum(coef * values[variable] for coef, variable in terms)
        return total == bound if equal else total <= bound

    return set(variables), keeps


def _clause(text: str):
    yes, no = _lists(text)
    return {
        *yes,
        *no,
    }, lambda values: any(values[variable] for variable in yes) or not all(values[variable] for variable in no)


def _xor(text: str):
    (items,) = _lists(text)
    variables, fixed = [variable for variable in items if variable != "true"], items.count("true")
    return set(variables), lambda values: (sum(values[variable] for variable in variables) + fixed) % 2 == 1


def _same(text: str):
    a, b = text.split(",")
    return {a, b}, lambda values: values[a] == values[b]


_FLATZINC = {
    "int_lin_le": lambda text: _linear(text, False),
    "int_lin_eq": lambda text: _linear(text, True),
    "bool_clause": _clause,
    "array_bool_xor": _xor,
    "bool2int": _same,
}


def _xcsp3(text: str):
    root = ElementTree.fromstring(text)
    assert root.attrib["format"] == "XCSP3"
    domains = {}
    for variable in root.find("variables"):
        low, high = variable.text.split("..")
        domains[variable.attrib["id"]] = range(int(low), int(high) + 1)
    rows = [_xcsp3_row(row) for row in root.find("constraints")]
    goals = root.find("objectives")
    goal = None if goals is None else goals[0]
    assert goal is None or goal.tag in ("minimize", "maximize")
    assert (goal is None) == (root.attrib["type"] == "CSP")
    if goal is None:
        return domains, rows, lambda values: 0
    terms = _terms(goal)
    return domains, rows, lambda values: sum(coef * values[name] for coef, name in terms) + _constant(text.encode())


def _terms(row) -> list[tuple[int, str]]:
    return list(zip(map(int, row.find("coeffs").text.split()), row.find("list").text.split(), strict=True))


def _xcsp3_row(row):
    if row.tag == "sum":
        terms = _terms(row)
        side, bounds = re.fullmatch(r"\((\w\w),(.*)\)", row.find("condition").text.strip()).groups()
        low, high = map(int, bounds.split("..") if side == "in" else [bounds] * 2)

        def keeps(values) -> bool:
            total = sum(coef * values[variable] for coef, variable in terms)
            return {"ge": total >= low, "le": total <= low, "eq": total == low, "in": low <= total <= high}[side]

        return {variable for _, variable in terms}, keeps
    text = row.text.strip()
    assert row.tag == "intension"
    variables = [word for word in re.findall(r"[a-zA-Z]\w*", text) if word not in ("xor", "not", "eq")]
    if text == "eq(0,1)":
        return set(), lambda values: False
    parity = int(text[3]) if text.startswith("eq(") else 0 if text.startswith("not(xor(") else 1
    assert text.startswith(("eq(", "xor(", "not(xor("))
    assert len(variables) > 1 or text.startswith("eq(")
    return set(variables), lambda values: sum(values[variable] for variable in variables) % 2 == parity
