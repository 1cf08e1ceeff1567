"""Results of a program of one's own on an LP or MPS file, read strictly: the competitions' lines, values by name.

c anything             a comment
s OPTIMUM FOUND        or SATISFIABLE, UNSATISFIABLE, UNKNOWN, UNSUPPORTED
o 12                   the cost of the values, needed with OPTIMUM FOUND where there is an objective
v x_1 3                a variable of the file and its value; each has one, in any order
v x_2 -0.9999999       whole up to a tolerance, as floating point has it
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from backends.contract import Status, Values
from backends.formats.results.competition import STATUSES, ResultError, check_no_cost
from backends.formats.results.named_values import TOLERANCE, check_length, values_of
from backends.formats.written_objective import KEPT, WrittenObjective
from models.neutral import Model

VALUE = re.compile(rb"v[ \t]+([!-~\x80-\xff]{1,255})[ \t]+([!-~]{1,40})[ \t]*")
COST = re.compile(rb"o[ \t]+([!-~]{1,40})[ \t]*")
NUMBER = re.compile(rb"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,2})?|[-+]?[0-9]+/0*[1-9][0-9]*")
STATUS = re.compile(rb"s[ \t]+([A-Z ]{1,40}?)[ \t]*")


@dataclass(frozen=True, slots=True, eq=False)
class IntegerResult:
    """A claimed result. values: of the model's variables, shape (variables + 1,), None without an assignment."""

    status: Status
    values: Values | None = None
    cost: int | None = None


def read_integer_values(
    model: Model, content: bytes, written: WrittenObjective = KEPT, of_its_file: bool = False
) -> IntegerResult:
    """The result in a program's output. written: the objective of the file that it got; of_its_file: that is the file
    that the model was read from, so that the program speaks of its variables. Raises ResultError."""
    check_length(model, content)
    status: Status | None = None
    cost: int | None = None
    entries: list[tuple[int, bytes, bytes]] = []
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip() or line[:2] in (b"c", b"c ", b"c\t"):
            continue
        if value := VALUE.fullmatch(line):
            entries.append((number, value[1], value[2]))
        elif found := STATUS.fullmatch(line):
            if status is not None:
                raise ResultError(f"line {number}: expected one status line, and this is the second")
            status = STATUSES.get(found[1])
            if status is None:
                raise ResultError(f"line {number}: expected SATISFIABLE, UNSATISFIABLE, UNKNOWN or OPTIMUM FOUND")
        elif found := COST.fullmatch(line):
            cost = minimised_cost(model, number, found[1], written)
        else:
            text = line[:40].decode("utf-8", "replace")
            raise ResultError(f"line {number}: expected `s STATUS`, `o COST`, `v NAME VALUE` or `c`, found {text!r}")
    if status is None:
        raise ResultError("expected a status line, as in `s SATISFIABLE`")
    if status not in (Status.SATISFIED, Status.OPTIMAL):
        if status is Status.UNSATISFIABLE and entries:
            raise ResultError(f"line {entries[0][0]}: expected no values with UNSATISFIABLE")
        return IntegerResult(status, None, cost)
    if status is Status.OPTIMAL and cost is None and model.objective is not None:
        raise ResultError("expected the cost of the optimum, as in `o 12`")
    # a value outside its bounds is a wrong answer, which whoever evaluates it will say, and no misprint
    return IntegerResult(status, values_of(model, entries, True, within_bounds=False, of_its_file=of_its_file), cost)


def minimised_cost(model: Model, line: int, text: bytes, written: WrittenObjective = KEPT) -> int | None:
    """The cost of the model of an objective as a file has it, up to TOLERANCE; None where the model has none. Raises
    ResultError for a number that the objective cannot have."""
    if not NUMBER.fullmatch(text):
        raise ResultError(f"line {line}: expected a number as the cost, found {text[:40].decode('latin-1')!r}")
    own = written.own_value(Fraction(text.decode("ascii")))
    if model.objective is None:
        check_no_cost(model, own)
        return None
    cost = model.objective.sense.minimised_value(own)
    if abs(cost) >= 2**53 or abs(cost - round(cost)) > TOLERANCE * max(1.0, abs(float(cost))):
        raise ResultError(f"line {line}: expected a cost that the objective can have, found {text.decode('ascii')}")
    return round(cost)
