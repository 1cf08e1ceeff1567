"""The table of functions by which each solver of python-sat takes its clauses, under the names its library exports.

They are what python-sat's own `add_clause` and `add_atmost` call, read from the machine code of those functions in the
versions named in `TESTED`: which function, with which arguments, in which order, and what else is updated.
To add a version: read them again (gdb: `disassemble py_NAME_add_cl`), then run
tests/backends/loading/test_python_sat.py with it.
"""

from __future__ import annotations

from dataclasses import dataclass

TESTED = ("1.9.dev17",)
ANSWERS_ONCE = ("kissat404",)  # a second call of solve aborts the process


@dataclass(frozen=True, slots=True)
class Route:
    """How a solver is loaded: the attribute of python-sat's object that holds it, the loop of the kernel, the symbols
    that the loop calls.

    at_most: the symbol for at-most-k rows; polarity: that of a new variable in MiniSat's family; has_record:
    python-sat's capsule holds a record, {address of the solver, largest variable}, instead of the solver.
    """

    attribute: str
    loop: str
    symbols: tuple[str, ...]
    at_most: str = ""
    polarity: int = 1
    has_record: bool = False


def _method(namespace: str, method: str) -> str:
    """The mangled name of a method of NAMESPACE::Solver (Itanium C++ ABI)."""
    return f"_ZN{len(namespace)}{namespace}6Solver{method}"


def _minisat(held: str, namespace: str, cards: bool = False) -> Route:
    """MiniSat 2.2 and its descendants."""
    symbols = _method(namespace, "6newVarEbb"), _method(namespace, "10addClause_ERNS_3vecINS_3LitEEE")
    return Route(held, "vectors", symbols, _method(namespace, "10addAtMost_ERNS_3vecINS_3LitEEEi") if cards else "")


def _extended_minisat(held: str, namespace: str) -> Route:
    """MiniSat of 2020: its vectors have two parameters, a new variable takes a polarity of three (2: none)."""
    symbols = _method(namespace, "6newVarENS_5lboolEb"), _method(namespace, "10addClause_ERNS_3vecINS_3LitEiEE")
    return Route(held, "vectors", symbols, polarity=2)


ROUTES = {
    "cadical103": Route("cadical", "literals", (_method("CaDiCaL103", "3addEi"),)),
    "cadical153": Route("cadical", "literals", (_method("CaDiCaL153", "3addEi"),)),
    "cadical195": Route("cadical", "literals", (_method("CaDiCaL195", "3addEi"),)),
    "cadical300": Route("cadical", "declared", (_method("CaDiCaL300", "3addEi"), _method("CaDiCaL300", "6resizeEi"))),
    "kissat404": Route("kissat", "literals", ("kissat_add",), has_record=True),
    "lingeling": Route("lingeling", "frozen", ("lgladd", "lglfreeze")),
    "ergo": Route("ergo", "spans", ("ergo_shim_add_cl",)),
    "glucose3": _minisat("glucose", "Glucose30"),
    "glucose4": _minisat("glucose", "Glucose41"),
    "glucose42": _minisat("glucose", "Glucose421"),
    "gluecard3": _minisat("gluecard", "Gluecard30", cards=True),
    "gluecard4": _minisat("gluecard", "Gluecard41", cards=True),
    "maplechrono": _minisat("maplesat", "MapleChrono"),
    "maplecm": _minisat("maplesat", "MapleCM"),
    "maplesat": _minisat("maplesat", "Maplesat"),
    "mergesat3": _minisat("mergesat", "Minisat"),
    "minicard": _minisat("minicard", "Minicard", cards=True),
    "minisat22": _minisat("minisat", "Minisat22"),
    "minisatep": _extended_minisat("minisat", "MinisatEP"),
}
