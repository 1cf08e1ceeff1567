"""Evaluates formulas as they are printed: for tests, sharing nothing with lowering.

holds(text, values)      does an assignment (by name: {"x1": 1, "y2": 0}) keep the formula
names(text)              the variables that occur in it
"""

from __future__ import annotations

import re
from collections.abc import Mapping

NAME = re.compile(r"\b[xyz]\d+\b")
ORDER = re.compile(r"\[(x\d+) >= (-?\d+)\]")


def names(text: str) -> set[str]:
    """x1, y2, z1; of `[x3 >= 2]` the variable x3."""
    return set(NAME.findall(text))


def literal(text: str, values: Mapping[str, int]) -> bool:
    text = text.strip()
    if text.startswith("-"):
        return not literal(text[1:], values)
    order = ORDER.fullmatch(text)
    if order:
        return values[order[1]] >= int(order[2])
    assert NAME.fullmatch(text), text
    return bool(values[text])


def count(literals: str, values: Mapping[str, int]) -> int:
    """How many of the literals hold."""
    return sum(literal(part, values) for part in literals.split(",") if part.strip())


def total(text: str, values: Mapping[str, int]) -> int:
    """The value of `-3 x1 + (1 - x2) + 4`."""
    text = re.sub(r"(\d+) (?=[xyz(])", r"\1*", text)
    assert re.fullmatch(r"[-+*() \dxyz]*", text), text
    return int(eval(text, {"__builtins__": {}}, dict(values)))


def comparison(text: str, values: Mapping[str, int]) -> bool:
    """`1 <= x1 + x2 <= 3`, `x1 - 2 z1 = 1`, `x1 >= 2`."""
    sides = re.split(r" (<=|>=|=) ", text)
    numbers = [total(side, values) for side in sides[::2]]
    meaning = {"<=": int.__le__, ">=": int.__ge__, "=": int.__eq__}
    return all(meaning[sign](a, b) for sign, a, b in zip(sides[1::2], numbers, numbers[1:], strict=False))


CALLS = {
    "bool_or": lambda held, of: held >= 1,
    "at_most_one": lambda held, of: held <= 1,
    "exactly_one": lambda held, of: held == 1,
    "bool_xor": lambda held, of: held % 2 == 1,
}


def holds(text: str, values: Mapping[str, int]) -> bool:
    """Does the assignment keep the formula? AssertionError for what is no formula."""
    if guarded := re.fullmatch(r"if (\S+): (.*)", text):
        return not literal(guarded[1], values) or holds(guarded[2], values)
    if call := re.fullmatch(r"(\w+)\((.*)\)", text):
        return CALLS[call[1]](count(call[2], values), len(call[2].split(",")))
    if counted := re.fullmatch(r"(exactly|at most|at least) (-?\d+) of ?(.*)", text):
        held, k = count(counted[3], values), int(counted[2])
        return {"exactly": held == k, "at most": held <= k, "at least": held >= k}[counted[1]]
    if between := re.fullmatch(r"(-?\d+) to (-?\d+) of ?(.*)", text):
        return int(between[1]) <= count(between[3], values) <= int(between[2])
    if parity := re.fullmatch(r"an (odd|even) number of ?(.*)", text):
        return count(parity[2], values) % 2 == (parity[1] == "odd")
    if text.startswith("("):
        return any(literal(part, values) for part in clause(text))
    return comparison(text.removeprefix("linear "), values)


def clause(text: str) -> list[str]:
    """The literals of `(-x1 or y2)`."""
    assert text[0] == "(", text
    assert text[-1] == ")", text
    return [] if text == "(false)" else text[1:-1].split(" or ")
