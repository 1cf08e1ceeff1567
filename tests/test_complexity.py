"""Few ways lead through a function: so it can be read at once, and tested.

What is counted is the cyclomatic complexity (McCabe 1976) in radon's way: one, and one more for each branch, loop,
`else` of a loop or a `try`, `except`, `assert`, further operand of `and` and `or`, conditional expression, part of a
comprehension, and function inside.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

from docs.floors import ROOT, statements

MOST = 20
LOOPS = ("_kernel.py", "_loops.py")  # compiled by numba, or written so that they may be: one long loop stays one
# Functions that are not simple yet (`path/file.py:name`), with what was counted. Lines only ever leave this table, or
# count less.
NOT_YET: dict[str, int] = {}
BRANCHES = (ast.If, ast.IfExp, ast.ExceptHandler, ast.Assert, ast.match_case)
FURTHER_WAYS = {  # what a node adds
    **dict.fromkeys((*BRANCHES, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda), lambda node: 1),
    **dict.fromkeys((ast.For, ast.AsyncFor, ast.While), lambda node: 1 + bool(node.orelse)),
    **dict.fromkeys((ast.Try, ast.TryStar), lambda node: int(bool(node.orelse))),
    ast.BoolOp: lambda node: len(node.values) - 1,
    ast.comprehension: lambda node: 1 + len(node.ifs),
}
MYPY = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]


def ways_through(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The complexity of a function, with those inside it."""
    return sum(FURTHER_WAYS[type(node)](node) for node in ast.walk(function) if type(node) in FURTHER_WAYS)


def counted(path: Path) -> dict[str, int]:
    """By file and name, how many ways lead through each function; through the worst of those with one name."""
    ways: dict[str, int] = {}
    for node in statements(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{path.relative_to(ROOT)}:{node.name}"
            ways[name] = max(ways.get(name, 0), ways_through(node))
    return ways


def test_few_ways_lead_through_a_function():
    """What has more becomes several functions with names of their own, a table instead of a chain, or a record. A line
    of NOT_YET whose function is simple by now has to go."""
    roots = [ROOT / name for name in MYPY["files"]]  # all but the tests
    paths = [path for root in roots for path in (root.rglob("*.py") if root.is_dir() else [root])]
    ways = {name: most for path in paths if not path.name.endswith(LOOPS) for name, most in counted(path).items()}
    assert len(ways) > 5000
    above = {name: most for name, most in ways.items() if most > MOST}
    assert {name: most for name, most in above.items() if most > NOT_YET.get(name, MOST)} == {}
    assert sorted(NOT_YET) == sorted(above)


def test_ways_are_counted_as_by_hand():
    """Each line says how many it adds."""
    text = """
def outer(a, b):                                  # 1
    for x in a or b or ():                        # 1 for the loop, 2 for `or`
        if x and x > 1:                           # 2
            continue
        elif x:                                   # 1
            break
    else:                                         # 1
        a = [y for y in b if y if y > 2]          # 3
    try:
        with a as b:                              # 0
            assert a                              # 1
    except (KeyError, ValueError):                # 1
        b = a if a else lambda: b                 # 2
    else:                                         # 1
        while a:                                  # 1
            a = not b                             # 0
    match a:
        case 1 | 2:                               # 1
            pass
        case _:                                   # 1
            def inner(): return b and a           # 2
    return b
"""
    (function,) = ast.parse(text).body
    by_hand = sum(int(word) for line in text.splitlines() for word in line.partition("#")[2].split() if word.isdigit())
    assert isinstance(function, ast.FunctionDef)
    assert ways_through(function) == by_hand == 21
