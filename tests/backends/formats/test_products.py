"""Products of literals in OPB files: the solutions, and what they cost, by trying all assignments of the file."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from backends.formats.contract import file_format
from models.neutral import evaluate, objective_value
from models.puzzles.model.instance import ModelInstance, complete_assignment
from tests.support.strategies import drawn

VARIABLES = 4
literals = st.tuples(st.booleans(), st.integers(1, VARIABLES))
terms = st.tuples(st.integers(-3, 3), st.lists(literals, min_size=1, max_size=4))
rows = st.tuples(st.lists(terms, max_size=3), st.sampled_from([">=", "<=", "="]), st.integers(-3, 3))


def sentence(row) -> str:
    """A row without its side."""
    return " ".join(f"{c:+d} " + " ".join(f"{'~' * not_}x{v}" for not_, v in factors) for c, factors in row)


def value(row, point) -> int:
    return sum(c * all(point[v - 1] != not_ for not_, v in factors) for c, factors in row)


def holds(row, side, bound, point) -> bool:
    left = value(row, point)
    return left >= bound if side == ">=" else left <= bound if side == "<=" else left == bound


@drawn(60, 300, st.lists(rows, max_size=4), st.lists(terms, max_size=3))
def test_every_assignment_is_judged_as_the_file_says(constraints, goal):
    """An answer has the variables of the file alone; what a product is follows from it."""
    lines = [f"min: {sentence(goal)} ;"] + [f"{sentence(row)} {side} {bound} ;" for row, side, bound in constraints]
    header = f"* #variable= {VARIABLES} #constraint= {len(constraints)} #product= 9 sizeproduct= 9"
    model = file_format("opb").read("\n".join([header, *lines]).encode())
    instance = ModelInstance(model)
    assert instance.variables == VARIABLES
    for point in product((0, 1), repeat=VARIABLES):
        values = complete_assignment(instance, tuple((f"x{i + 1}", v) for i, v in enumerate(point)))
        assert (not evaluate(model, values)) == all(holds(*row, point) for row in constraints)
        assert model.objective.sense.own_value(objective_value(model, values)) == value(goal, point)
