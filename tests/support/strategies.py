"""Random small models of every kind, for tests that compare solvers with brute force."""

from __future__ import annotations

from hypothesis import strategies as st

from models.neutral import Model

MOST_BOOLEANS, MOST_INTEGERS = 5, 1
COSTS = st.sampled_from((1, -1, 0, 2, -2, 0, 3, -3, 7, -7))


@st.composite
def models(draw, objective: bool | None = None) -> Model:
    """A model of up to five Booleans and one small integer with up to five rules: all kinds, guards, edge rows.

    objective: True for models that are about their objective (integers, negated literals and zeros are common in it),
    False for models without one, None for a few of each.
    """
    m = Model("random")
    booleans = m.bools("x", draw(st.integers(2 * bool(objective), MOST_BOOLEANS))).tolist()
    integers = []
    if draw(st.integers(0, 3)) <= 2 * bool(objective):
        low = draw(st.integers(-2, 1))
        integers = m.ints("z", draw(st.integers(1, MOST_INTEGERS)), low, low + draw(st.integers(0, 3))).tolist()
    for number in range(draw(st.integers(0, 2 if objective else 5))):
        _state(draw, m, f"rule {number}", booleans, integers)
    if objective or (objective is None and draw(st.booleans())):
        row = draw(st.tuples(*(st.sampled_from((-x, x)) for x in booleans)) if objective else _row(booleans))
        terms = draw(st.permutations([*row, *integers]))
        coefs = draw(st.lists(COSTS, min_size=len(terms), max_size=len(terms)))
        m.minimize("cost", terms_array(terms), terms_array(coefs))
    return m


def terms_array(values):
    import numpy as np

    return np.array(values, np.int64)


def _row(booleans):
    """Some of the Booleans, each once, with a sign."""
    signed = [st.sampled_from((x, -x)) for x in booleans]
    return st.tuples(*signed).flatmap(
        lambda all_of: st.lists(st.sampled_from(all_of), unique=True, max_size=len(all_of)) if all_of else st.just([])
    )


def _state(draw, m: Model, sentence: str, booleans: list[int], integers: list[int]) -> None:
    """One rule with one to three rows."""
    rows = draw(st.lists(_row(booleans), min_size=1, max_size=3))
    guard = (
        {"when": draw(st.sampled_from([g for x in booleans for g in (x, -x)]))}
        if booleans and draw(st.integers(0, 2)) == 0
        else {}
    )
    verb = draw(st.sampled_from(("any", "at_most", "at_least", "exactly", "between", "parity", "linear")))
    if verb == "any":
        m.any(sentence, rows, **guard)
    elif verb == "parity":
        m.parity(draw(st.integers(0, 1)), sentence, rows, **guard)
    elif verb == "linear":
        rows = [row + (integers if draw(st.booleans()) else []) for row in rows]
        coefs = draw(st.lists(st.integers(-4, 4), min_size=sum(map(len, rows)), max_size=sum(map(len, rows))))
        lo = draw(st.none() | st.integers(-5, 5))
        hi = draw(st.integers(-5, 6)) if lo is None else draw(st.none() | st.integers(lo, lo + 5))
        m.linear(lo, hi, sentence, rows, terms_array(coefs), **guard)
    elif verb == "between":
        lo = draw(st.integers(-1, 6))
        m.between(lo, draw(st.integers(lo, 7)), sentence, rows, **guard)
    else:
        getattr(m, verb)(draw(st.integers(-1, 6)), sentence, rows, **guard)
