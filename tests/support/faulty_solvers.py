"""Solvers that are wrong, and what they are wrong about: for tests that catch them."""

from __future__ import annotations

from models.neutral import Model

# Says "no solution" where a clause has three positive literals and another one two negative ones. It loads nothing,
# since some tests start it hundreds of times.
LIAR = """#!{python} -IS
import sys
lines = [words for line in open(sys.argv[1]) if (words := line.split()) and words[0] != "c"]
variables = range(1, 1 + next(int(words[2]) for words in lines if words[0] == "p"))
clauses = [[int(word) for word in words[:-1]] for words in lines if words[0] != "p"]

def assign(clauses, literal):
    return [[x for x in clause if x != -literal] for clause in clauses if literal not in clause]

def extend(clauses, chosen):
    while any(len(clause) == 1 for clause in clauses):
        unit = next(clause[0] for clause in clauses if len(clause) == 1)
        clauses, chosen = assign(clauses, unit), [*chosen, unit]
    if not clauses or [] in clauses:
        return None if clauses else chosen
    first = min(clauses, key=len)[0]
    for x in (first, -first):
        found = extend(assign(clauses, x), [*chosen, x])
        if found is not None:
            return found
    return None

long = any(len(c) == 3 and min(c) > 0 for c in clauses)
short = any(len(c) == 2 and max(c) < 0 for c in clauses)
solution = None if long and short else extend(clauses, [])
if solution is None:
    print("s UNSATISFIABLE")
    sys.exit(20)
print("s SATISFIABLE")
print("v", *(x if x in solution else -x for x in variables), 0)
sys.exit(10)
"""


def feasible_but_called_infeasible() -> Model:
    """Five binaries on which CBC's preprocessing is said to fail (coin-or/pulp#662); x = 1, c = 0 is a solution."""
    m = Model("pulp-662")
    x, c = m.bools("x", 3), m.bools("c", 2)
    m.exactly(1, "x0 or c1", [[x[0], c[1]]])
    m.at_least(1, "x0 + c0", [[x[0], c[0]]])
    m.at_most(1, "x1 + c1", [[x[1], c[1]]])
    m.at_most(1, "c0 + c1", c)
    m.true("x2", x[2])
    m.linear(16200, None, "enough", [[x[1], x[2], c[1]]], [9000, 7200, 10800])
    m.minimize("few c", c)
    return m
