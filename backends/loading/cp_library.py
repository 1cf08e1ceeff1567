"""Loading CP-SAT with a serialized model, through the C function that its library exports for other languages.

    SolveCpModelWithParameters(model, length, parameters, length, &response, &length)

takes a CpModelProto and SatParameters, serialized, and returns a CpSolverResponse to be freed (ortools/sat/c_api). It
has no callbacks: it returns once, at the end or at the time limit, with the best solution found.

That function is not part of the Python package's interface, and a library that reads the bytes differently aborts the
process. So before it is used, it solves tiny models with known answers in a forked process. If anything is wrong there,
or on a platform without fork, `reason` says what, and models are loaded through the Python layer (`cp_rows`).
"""

from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.loading import cp_constraints
from backends.loading.cp_constraints import NativeConstraints, affine_expressions, constant_expressions
from backends.loading.cp_proto import proto_bytes
from backends.lowering.canonical import canonical_rules
from models.neutral import Block, Model

FUNCTION = "SolveCpModelWithParameters"
TRIAL_SECONDS = 10
SECONDS_PER_BYTE = 1e-8  # to read a model, about: 0.7-1.1e-8 on Akari boards of 500x500 and 1000x1000
UNKNOWN, MODEL_INVALID, FEASIBLE, INFEASIBLE, OPTIMAL = range(5)  # CpSolverStatus, the same in every layer

Expected: TypeAlias = tuple[int, list[int], float]  # status, values, objective


@dataclass(frozen=True, slots=True, eq=False)
class LoadedProto:
    """A serialized model, and the parameters (SatParameters) to solve it with."""

    proto: bytearray
    parameters: Any

    @property
    def reading_seconds(self) -> float:
        """Estimated seconds for reading the model, before CP-SAT starts its clock."""
        return SECONDS_PER_BYTE * len(self.proto)

    def solve(self) -> Any:
        """The response (CpSolverResponse). Other Python threads run meanwhile."""
        from ortools.sat import cp_model_pb2

        solve, free = _functions()
        model = (ctypes.c_char * len(self.proto)).from_buffer(self.proto)
        parameters = self.parameters.SerializeToString()
        answer, length = ctypes.c_void_p(), ctypes.c_int()
        solve(model, len(self.proto), parameters, len(parameters), ctypes.byref(answer), ctypes.byref(length))
        try:
            return cp_model_pb2.CpSolverResponse.FromString(ctypes.string_at(answer, length.value))
        finally:
            free(answer)


def load(model: Model, blocks: Sequence[Block], constraints: Sequence[NativeConstraints] = ()) -> LoadedProto:
    """The model with these rows, in canonical form, and constraints. Raises TooLarge if no message can hold it."""
    from ortools.sat import sat_parameters_pb2

    return LoadedProto(proto_bytes(model, blocks, constraints), sat_parameters_pb2.SatParameters())


@cache
def reason() -> str | None:
    """None if models can be loaded as bytes here, else why not. Never raises."""
    try:
        _functions()
        return _run_forked(_answers_as_expected)
    except Exception as error:  # no library, no such function, no fork, no more processes, or anything else
        return f"{type(error).__name__}: {error}"


@cache
def _functions() -> tuple[Any, Any]:
    """The C function, and `free` for its response. Looked up through the Python layer's own extension module: the
    library opened by name could be a second copy."""
    from ortools.sat import cp_model_pb2, sat_parameters_pb2  # noqa: F401  (what `load` and `solve` need)
    from ortools.sat.python import cp_model_helper

    solve = getattr(ctypes.CDLL(cp_model_helper.__file__), FUNCTION)
    pointer, length = ctypes.c_void_p, ctypes.c_int
    solve.argtypes = [pointer, length, ctypes.c_char_p, length, ctypes.POINTER(pointer), ctypes.POINTER(length)]
    solve.restype = None
    free = ctypes.CDLL(None).free
    free.argtypes, free.restype = [pointer], None
    return solve, free


def _run_forked(trial: Callable[[], bool]) -> str | None:
    """None if the trial succeeds in a forked process; else how it failed."""
    pid = os.fork()
    if pid == 0:
        code = 2
        try:
            faulthandler.disable()
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(TRIAL_SECONDS)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # a library that aborts prints a lot
            code = 0 if trial() else 1
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code < 0:
        return f"{FUNCTION} was ended by {signal.Signals(-code).name} on a tiny model"
    return {0: None, 1: f"{FUNCTION} answers a tiny model wrongly"}.get(code, f"{FUNCTION} fails on a tiny model")


def _answers_as_expected() -> bool:
    model, constraints, expected = trial_constraints()
    rows = all(_answer(rows, ()) == right for rows, right in _trial_models())
    return rows and _answer(model, constraints) == expected


def _answer(model: Model, constraints: Sequence[NativeConstraints]) -> Expected:
    loaded = load(model, canonical_rules(model).blocks, constraints)
    loaded.parameters.num_workers = 1
    response = loaded.solve()
    return response.status, list(response.solution), response.objective_value


def _trial_models() -> list[tuple[Model, Expected]]:
    """Models with a single solution, with none, with an objective. No single row decides any of them. If one kind of
    constraint were read as another, an answer would change: the solution is lost, or there is one where none was."""
    single = Model("single")
    x = single.bools("x", 6)
    _require_equal(single, x[:3])
    single.parity(1, "so all three", x[:3])
    single.exactly(1, "so no fourth and fifth", x[2:5])
    single.any("so no sixth", [x[3:5]], when=x[5])
    single.any("two of these hold", [x[[0, 1, 3]]])
    single.at_most(1, "none of these holds", x[3:])
    uneven = Model("uneven")
    y = uneven.bools("y", 3)
    _require_equal(uneven, y)
    uneven.exactly(1, "one of them", y)
    odd = Model("odd")
    z = odd.bools("z", 3)
    _require_equal(odd, z)
    odd.any("some of them", [z])
    odd.parity(0, "an even number of them", z)
    cheapest = Model("cheapest")  # 2 a - 3 w + 5 (1 - b) with w <= 1 + 2 a, and a or b but not both
    a, b = cheapest.bools("c", 2).tolist()
    w = int(cheapest.ints("w", 1, -4, 5)[0])
    cheapest.exactly(1, "one of them", [a, b])
    cheapest.linear(None, 1, "a lifts w", [[w, a]], [1, -2])
    cheapest.minimize("cost", [a, w, -b], [2, -3, 5])
    return [
        (single, (OPTIMAL, [1, 1, 1, 0, 0, 0], 0.0)),
        (uneven, (INFEASIBLE, [], 0.0)),
        (odd, (INFEASIBLE, [], 0.0)),
        (cheapest, (OPTIMAL, [0, 1, 1], -3.0)),
    ]


def trial_constraints() -> tuple[Model, list[NativeConstraints], Expected]:
    """A model with CP-SAT's own constraints, one of each kind, and its single solution: without any of them there is a
    second one."""
    model = Model("constraints")
    a, b, c, d, e = (int(model.ints(name, (), 0, 9)) for name in "abcde")
    arcs = np.asarray(model.bools("arc", 5))
    all_of = np.array([0, 3])
    constraints = [
        cp_constraints.all_different(all_of, affine_expressions(np.array([a, b, c]))),
        cp_constraints.table(
            np.array([0, 2]),
            affine_expressions(np.array([a, b]), np.array([0, -1])),
            np.array([[0, -1], [1, 1], [0, 1], [1, 0]]),
            allowed=True,
        ),
        cp_constraints.automaton(  # accepts 2 0 and 1 2
            np.array([0, 2]),
            affine_expressions(np.array([b, c])),
            first=1,
            final=np.array([3]),
            tails=np.array([1, 1, 2, 4, 4]),
            labels=np.array([2, 1, 0, 2, 0]),
            heads=np.array([2, 4, 3, 3, 5]),
        ),
        cp_constraints.element(
            affine_expressions(np.array([b])),
            affine_expressions(np.array([d])),
            all_of,
            constant_expressions(np.array([3, 4, 6])),
        ),
        cp_constraints.maximum(
            affine_expressions(np.array([e])), np.array([0, 2]), affine_expressions(np.array([a, d]), np.array([0, -2]))
        ),
        cp_constraints.circuit(np.array([0, 5]), np.array([0, 1, 2, 1, 0]), np.array([1, 2, 0, 0, 0]), arcs),
    ]
    return model, constraints, (OPTIMAL, [1, 2, 0, 6, 4, 1, 1, 1, 0, 0], 0.0)


def _require_equal(model: Model, x: NDArray[np.int32]) -> None:
    """All three hold, or none does."""
    model.any("each brings the next", np.stack([-x, np.roll(x, -1)], axis=1))
