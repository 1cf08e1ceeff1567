"""Bits of integers: what is said of them names exactly the values that they leave."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from instances.resolve import resolve
from models.neutral import Model, evaluate
from models.puzzles.model.instance import ModelInstance
from models.puzzles.model.integer_bits import describe_bits
from models.puzzles.model.record import PUZZLE
from rosetta.commands.main import run_verb


def values_named(text, lower, upper):
    """The values from lower to upper of which the words are true."""
    if match := re.fullmatch(r"x( [+-] \d+)? in binary has (.*)", text):
        shift = int((match[1] or "0").replace(" ", ""))
        digits = [(int(value), int(digit)) for digit, value in re.findall(r"(\d) for (\d+)", match[2])]
        return [v for v in range(lower, upper + 1) if all(((v + shift) // place) % 2 == d for place, d in digits)]
    if match := re.fullmatch(r"x is (even|odd)", text):
        return [v for v in range(lower, upper + 1) if v % 2 == (match[1] == "odd")]
    if match := re.fullmatch(r"x is (.*) or (-?\d+)", text):
        return [*map(int, match[1].split(", ")), int(match[2])]
    condition = re.sub(r"(?<![<>])=(?!=)", "==", text)
    return [v for v in range(lower, upper + 1) if eval(condition, {"x": v})]


@given(st.integers(-9, 9), st.integers(1, 40), st.data())
def test_the_words_name_the_values_that_bits_leave(lower, count, data):
    """Whichever bits of whatever integer are known; of a solution, at least one value is left."""
    upper = lower + count
    value = data.draw(st.integers(lower, upper))
    places = data.draw(st.sets(st.sampled_from(range(count.bit_length())), min_size=1))
    known = {place: bool(value - lower >> place & 1) for place in places}
    left = [v for v in range(lower, upper + 1) if all(bool(v - lower >> p & 1) == b for p, b in known.items())]
    assert values_named(describe_bits("x", lower, upper, known), lower, upper) == left


def test_bits_are_found_by_their_variables(tmp_path):
    """In the order of the integers, fixed ones left out; no variable of the file is one."""
    file = tmp_path / "a.lp"
    file.write_text(
        "min x\nst\n c: x + y + z + w <= 9\nbounds\n x <= 5\n y = 2\n -1 <= z <= 0\n w <= 9\ngen x y z w\nend\n"
    )
    instance = resolve("model", str(file)).instance
    model = PUZZLE.formulations["stated"](instance)
    chosen = PUZZLE.project(instance, model).tolist()
    found = [(bit.variable, bit.place) for x in chosen for bit in PUZZLE.extras.cells_of(instance, model, x)]
    widths = {int(x): int(model.upper[x] - model.lower[x]).bit_length() for x in range(1, 5) if model.integer[x]}
    assert found == [(x, place) for x, width in widths.items() for place in range(width)]


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=4))
def test_an_answer_is_encoded_in_the_bits_that_its_numbers_have(numbers):
    """The rows that say what the bits are hold, and no other bits keep them."""
    model = Model("numbers")
    flags = model.bools("flag", 2)
    array = model.ints("x", len(numbers), [low for low, _, _ in numbers], [low + most for low, most, _ in numbers])
    instance = ModelInstance(model)
    answer = (("flag", (1, 0)), ("x", tuple(low + min(more, most) for low, most, more in numbers)))
    stated = PUZZLE.formulations["stated"](instance)
    project = PUZZLE.project(instance, stated)
    values = np.zeros(stated.variables + 1, np.int64)
    values[project] = PUZZLE.encode(instance, stated, answer)
    assert values[flags].tolist() == [1, 0]
    values[array] = answer[1][1]
    assert evaluate(stated, values) == []


UNIQUE = """min x
st
 total: x + y = 7
 diff: x - y = 1
 cap: 3 x + 2 y + z <= 20
bounds
 x <= 10
 y <= 10
 -2 <= z <= 6
gen x y z
end
"""


@pytest.mark.parametrize(("last", "end"), [("z >= -2", "z = ?"), ("z <= -2", "z = -2"), ("z = 0", "z = 0")])
def test_explanations_speak_of_values_not_of_bits(tmp_path, capsys, last, end):
    """In steps, in what they rest on, and in what is known at the end, also where a value is 0 or the least."""
    file = tmp_path / "a.lp"
    file.write_text(UNIQUE.replace("bounds\n", f" last: {last}\nbounds\n"))
    assert run_verb("explain", [str(file)]) == 0
    told = capsys.readouterr().out
    assert "bit" not in told
    assert "x = 4\ny = 3\n" + end in told
    assert "0 <= x <= 10" in told
