"""Sentences about linear rows that contradict each other: read back and calculated again."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest

from backends.formats.contract import file_format
from backends.reasons.row_table import row_table
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.explaining.linear_conflicts import describe_linear_conflict
from rosetta.studies.explaining.wording import Wording

LEAVES = re.compile(r"(.*) leaves (.*) ([<>]=) (-?\d+), but (.*)|(.*) leaves 0 ([<>]=) (-?\d+), which is never so")
END = re.compile(r"(?:with (.*) that|(\w+)) is at (least|most) (-?\d+)")


def model_of(rows, bounds="x <= 5\n y <= 4\n -2 <= z <= 3", kinds="gen x y z"):
    """The model of an LP file. rows: by name."""
    lines = "".join(f" {name}: {row}\n" for name, row in rows.items())
    return file_format("lp").read(f"min x\nst\n{lines}bounds\n {bounds}\n{kinds}\nend\n".encode())


def sentences_about(model):
    """What is said of all rows together."""
    _, question = question_about_model(model)
    words = Wording(question, model, row_table(model, np.arange(1, model.variables + 1, dtype=np.int32)))
    return describe_linear_conflict(words, [(b, 0) for b in range(len(model.blocks))])


def calculate(text, values):
    """The value of `2 x - y`, or of `a minus 2 times b`."""
    plain = text.replace(" plus ", " + ").replace(" minus ", " - ").replace(" times ", " ")
    return sum(
        (-1 if sign == "-" else 1) * int(often or 1) * values[name]
        for sign, often, name in re.findall(r"([+-]?)\s*(\d+)?\s*([a-z]\w*)", plain)
    )


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            {"weight": "2 x + 3 y <= 7", "demand": "x + y >= 4"},
            "weight minus 2 times demand leaves y <= -1, but y is at least 0",
        ),
        (
            {"a": "x - y >= 1", "b": "y - z >= 1", "c": "z - x >= 1"},
            "a plus b plus c leaves 0 >= 3, which is never so",
        ),
        ({"even": "2 x + 4 y = 7"}, "2 x + 4 y is a multiple of 2, and 7 is not"),
        ({"big": "3 x - z >= 30"}, "It asks for 3 x - z >= 30, but with x <= 5 and z >= -2 that is at most 17"),
        ({"one": "2 x + 2 y >= 3", "two": "2 x + 2 y <= 3"}, None),  # that takes whole numbers
    ],
)
def test_the_shortest_sum_is_named(rows, expected):
    """In the names of the file, with the bound that it breaks."""
    told = sentences_about(model_of(rows))
    assert told == (() if expected is None else (expected,))


@pytest.mark.sample(0.125)
def test_every_sum_that_is_named_is_one():
    """Random rows: what is left is the sum of the rows as often as told, and its bound is that of the variables; rows
    that can be kept are never said to contradict each other."""
    random, kept, shown = np.random.default_rng(3), 0, 0
    box = {"x": (0, 5), "y": (0, 4), "z": (-2, 3)}
    points = [dict(zip(box, point, strict=True)) for point in product(*(range(a, b + 1) for a, b in box.values()))]
    for _ in range(300):
        coefs = {name: random.integers(-3, 4, 3).tolist() for name in ("a", "b", "c")[: random.integers(2, 4)]}
        stated = {name: (str(random.choice(["<=", ">="])), int(random.integers(-6, 12))) for name in coefs}
        if not all(map(any, coefs.values())):
            continue
        text = {
            name: " ".join(f"{c:+} {x}" for c, x in zip(row, box, strict=True))
            + f" {stated[name][0]} {stated[name][1]}"
            for name, row in coefs.items()
        }
        sums = [
            {n: sum(c * v for c, v in zip(row, p.values(), strict=True)) for n, row in coefs.items()} for p in points
        ]
        can = any(all(s[n] <= b if r == "<=" else s[n] >= b for n, (r, b) in stated.items()) for s in sums)
        told = sentences_about(model_of(text))
        kept += can
        assert not (can and told), (text, told)
        if not told:
            continue
        shown += 1
        match = LEAVES.fullmatch(told[0])
        assert match, told
        combined, rest, relation, side = match.group(1, 2, 3, 4) if match[1] else (match[6], "0", match[7], match[8])
        assert all(calculate(combined, s) == calculate(rest, p) for s, p in zip(sums, points, strict=True)), told
        assert calculate(combined, {n: b for n, (_, b) in stated.items()}) == int(side), told
        reach = [calculate(rest, p) for p in points]
        assert (max(reach) < int(side)) if relation == ">=" else (min(reach) > int(side)), told
        if match[5]:
            assert int(END.fullmatch(match[5])[4]) == (max(reach) if relation == ">=" else min(reach)), told
    assert kept > 50
    assert shown > 50


def test_a_long_sum_is_cut():
    """A row of thousands of terms is one line, and is read within the time that a person waits."""
    names = ["x", *(f"x{i}" for i in range(2999))]
    row = " + ".join(names)
    model = model_of({"a": f"{row} >= 9001"}, "\n ".join(f"{x} <= 3" for x in names), "gen " + " ".join(names))
    (told,) = sentences_about(model)
    assert told.endswith(
        " + x9 + x10 + ... (3,000 terms) >= 9001, but within the bounds of its variables that is at most 9000"
    )
