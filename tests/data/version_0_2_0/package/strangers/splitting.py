"""A solver of clauses that splits on a variable and propagates units: slow, and its own."""

from __future__ import annotations

from backends.contract import Backend, Outcome, Status
from backends.lowering.clauses import to_clauses
from backends.outcomes import Stopwatch
from models.neutral import Form
from rosetta.foundation.limits import LimitReached


def assign(clauses, literal):
    """The clauses that are left once the literal holds; None if one is empty."""
    left = []
    for clause in clauses:
        if literal in clause:
            continue
        shorter = [other for other in clause if other != -literal]
        if not shorter:
            return None
        left.append(shorter)
    return left


def search(clauses, chosen, watch, limits):
    """Every way to keep the clauses, as sets of literals."""
    if watch.seconds_left(limits) <= 0:
        raise LimitReached(limits.time_limit_note)
    if not clauses:
        yield chosen
        return
    shortest = min(clauses, key=len)
    for literal in (shortest[0],) if len(shortest) == 1 else (shortest[0], -shortest[0]):
        left = assign(clauses, literal)
        if left is not None:
            yield from search(left, [*chosen, literal], watch, limits)


def lowered(model, limits, options, watch):
    with watch("lower"):
        cnf = to_clauses(model, limits, options)
    with watch("load"):
        clauses = [] if cnf.contradiction else list(cnf.clause_lists())
    return cnf, clauses


def solve(model, limits, options, tell=None):
    watch = Stopwatch()
    cnf, clauses = lowered(model, limits, options, watch)
    if cnf.contradiction:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=cnf.size, by_rule=True)
    with watch("solve"):
        found = next(search(clauses, [], watch, limits), None)
    if found is None:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=cnf.size, encoding=cnf.encodings)
    values = cnf.values(model, found)
    return Outcome(Status.SATISFIED, values, None, None, watch.seconds, cnf.size, encoding=cnf.encodings)


def solutions(model, project, limits, options):
    watch, seen = Stopwatch(), set()
    cnf, clauses = lowered(model, limits, options, watch)
    if cnf.contradiction:
        return
    free = [int(variable) for variable in project]
    for found in search(clauses, [], watch, limits):
        for values in completed(cnf, model, found, free):
            key = tuple(values[free].tolist())
            if key not in seen:
                seen.add(key)
                yield values


def completed(cnf, model, found, free):
    """The assignments of the variables that no clause has decided."""
    known = set(map(abs, found))
    choices = [[]]
    for variable in free:
        if variable not in known:
            choices = [[*choice, literal] for choice in choices for literal in (variable, -variable)]
    for choice in choices:
        yield cnf.values(model, [*found, *choice])


BACKEND = Backend(
    name="splitting",
    kind="sat",
    takes=frozenset(Form) - {Form.OBJECTIVE},
    probe=lambda: None,
    version=lambda: "0.1",
    solve=solve,
    solutions=solutions,
    encodes=True,
    single_threaded=True,
)
