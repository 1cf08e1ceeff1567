"""Sizes of encodings: the written clauses, the encodings' own formulas, and the literature agree."""

from __future__ import annotations

from math import comb, log2

import numpy as np
import pytest

from backends.encoding_choice.catalogue import encoding_by_name, encoding_names, encodings
from backends.encoding_choice.sizes import WRITTEN, sizes, table, table_shape
from backends.encoding_choice.sizes import main as print_sizes
from backends.encoding_templates.odd_even_merge import count_comparisons
from backends.encoding_templates.python_sat import PYTHON_SAT_NAMES, python_sat_size
from backends.encoding_templates.shape import COUNTING_FORMS, Shape, counting_shape, linear_shape, parity_shape
from backends.encoding_templates.template import Encoding, EncodingSize, build_template, estimate_literals
from models.neutral import Form

WITHOUT_FORMULA = {"kmtotalizer", "mtotalizer"}  # python-sat writes them
LENGTHS = (*range(2, 18), 27, 31, 32, 33, 64, 65)
CASES = [
    pytest.param(e, f, id=f"{name}-{f.value}")
    for name, e in encodings().items()
    if name not in WITHOUT_FORMULA
    for f in sorted(e.forms - {Form.LINEAR}, key=lambda f: f.value)
]


def written_size(encoding: Encoding, shape: Shape) -> EncodingSize:
    """Counted on the clauses."""
    template = build_template(encoding, shape)
    assert np.abs(template.flat).max(initial=shape.n) == shape.n + template.fresh
    return EncodingSize(template.fresh, int((template.flat == 0).sum()), int((template.flat != 0).sum()))


def rows(form: Form) -> list[Shape]:
    """Rows of many lengths; counts with one bound and two, near both ends and in the middle."""
    if form is not Form.CARDINALITY:
        return [table_shape(form, n) for n in LENGTHS]
    bounds = [(n, k) for n in LENGTHS for k in sorted({1, 2, 3, n // 3, n // 2, n - 1}) if 0 < k < n]
    pairs = [(n, lo, hi) for n, k in bounds for lo, hi in ((0, k), (k, n), (k, k), (k - 1, k + 1), (k // 2, k))]
    # a template is built for rows that need counting only
    return [Shape(form, n, lo, hi) for n, lo, hi in pairs if hi > 1 and lo < n and (lo > 0 or hi < n) and hi <= n]


@pytest.mark.parametrize(("encoding", "form"), CASES)
def test_the_formula_of_an_encoding_is_what_it_writes(encoding: Encoding, form: Form) -> None:
    compared = 0
    for shape in rows(form):
        if estimate_literals(encoding, shape) <= 4_000:
            assert encoding.size(shape) == written_size(encoding, shape), shape
            compared += 1
    assert compared >= 8


def test_the_diagram_of_ones_has_a_node_for_each_number_taken_and_left() -> None:
    bdd = encoding_by_name("bdd", Form.LINEAR)
    for n in range(2, 20):
        for lo, hi in ((0, k) for k in range(1, n)):
            shape = linear_shape(((1, 1),) * n, lo, hi)
            assert bdd.size(shape) == written_size(bdd, shape)
            assert written_size(bdd, shape).fresh == (hi + 1) * (n - hi)
        both = linear_shape(((1, 1),) * n, 1, n - 1)
        assert bdd.size(both) == written_size(bdd, both)


def test_weights_in_powers_of_two_make_a_thin_diagram() -> None:
    """2^n sums, but intervals of them are alike: two nodes at most for each weight."""
    n = 40
    diagram = build_template(
        encoding_by_name("bdd", Form.LINEAR), linear_shape(tuple((1 << i, 1) for i in range(n)), 0, 0x5555555555)
    )
    assert diagram.fresh <= 2 * n


def single_row(form: Form, n: int) -> Shape:
    return counting_shape(n, int(form is Form.EXACTLY_ONE), 1)


def sinz(n: int, k: int) -> tuple[int, int]:
    """The paper's (n - 1) k and 2 n k + n - 3 k - 1, less the cells whose value is fixed, and their clauses."""
    return (n - 1) * k - (k * k - k + 1), (2 * n * k + n - 3 * k - 1) - (2 * k * k - k)


# What the literature says of at most k of n, or of a parity of n: (fresh, clauses), for the n and k where it says it.
CLOSED = [
    ("pairwise", lambda n, k: (0, n * (n - 1) // 2), "folklore"),
    ("bitwise", lambda n, k: ((n - 1).bit_length(), n * (n - 1).bit_length()), "Prestwich 2009"),
    ("bimander", lambda n, k: ((n // 2 - 1).bit_length(), n * (n // 2 - 1).bit_length() + n // 2), "m = n / 2, n even"),
    ("ladder", lambda n, k: (n - 2, 4 * n - 7), "Gent & Nightingale 2004, without the first and last rung"),
    ("binary", lambda n, k: (k * n + k * (n - 1).bit_length(), n + k * n * (n - 1).bit_length()), "F. & G. 2010"),
    ("binomial", lambda n, k: (0, comb(n, k + 1)), "Frisch & Giannaros 2010"),
    ("sequential-counter", lambda n, k: sinz(n, k), "Sinz 2005, without the cells that are fixed"),
    ("adder", lambda n, k: (2 * (n - n.bit_count()), None), "a full or half adder for each carry"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "formula"), [pytest.param(n, f, id=n) for n, f, _ in CLOSED])
def test_sizes_are_those_of_the_literature(name: str, formula) -> None:
    encoding = encodings()[name]
    counts = Form.CARDINALITY in encoding.forms
    for n in (4, 6, 8, 12, 16, 24, 32):
        for k in {k for k in (2, 3, n // 2 - 1) if 1 < k < n // 2} if counts else {1}:
            shape = counting_shape(n, 0, k)
            if estimate_literals(encoding, shape) < 100_000:
                size, (fresh, clauses) = written_size(encoding, shape), formula(n, k)
                assert size.fresh == fresh, (n, k)
                assert clauses in (None, size.clauses), (n, k)


@pytest.mark.parametrize("root", [3, 4, 5, 6, 7, 8])
def test_the_product_has_the_clauses_that_its_author_counts(root: int) -> None:
    """2 n + 4 sqrt(n) + O(n^(1/4)): for n = p^4, 2 n for the rectangle, 2 p^2 for each side, and four sides of p."""
    n, side = root**4, root**2
    size = written_size(encoding_by_name("product", Form.AT_MOST_ONE), single_row(Form.AT_MOST_ONE, n))
    inner = written_size(encoding_by_name("product", Form.AT_MOST_ONE), single_row(Form.AT_MOST_ONE, root)).clauses
    assert size.clauses == 2 * n + 4 * side + 4 * inner
    assert size.clauses <= 2 * n + 4 * side + 12 * root


def test_commanders_of_three_take_seven_clauses_each() -> None:
    """n = 3^p: (n - 3) / 2 groups of 3 pairs, 3 clauses up, 1 down; and the pairs of the last three commanders."""
    for n in (9, 27, 81, 243):
        groups = (n - 3) // 2
        size = written_size(encoding_by_name("commander", Form.AT_MOST_ONE), single_row(Form.AT_MOST_ONE, n))
        assert (size.fresh, size.clauses) == (groups, 7 * groups + 3)


def batcher_comparisons(p: int) -> int:
    """Those of an odd-even merge sort of 2^p wires (Batcher 1968; Knuth, TAOCP 3, 5.3.4)."""
    return (p * p - p + 4) * 2**p // 4 - 1


@pytest.mark.parametrize("p", range(1, 8))
def test_networks_compare_as_often_as_batcher_counts(p: int) -> None:
    n, compared = 1 << p, batcher_comparisons(p)
    assert count_comparisons(n, n) == (compared, 0)
    if 1 < p < 7:
        network = written_size(encoding_by_name("sorting-network", Form.CARDINALITY), Shape(Form.CARDINALITY, n, 0, 2))
        assert (network.fresh, network.clauses) == (2 * compared, 3 * compared + 1)


def test_networks_of_other_lengths_compare_no_more_than_the_next_power_of_two() -> None:
    for n in range(1, 40):
        p = (n - 1).bit_length()
        whole, halved = count_comparisons(n, n)
        assert halved == 0
        assert whole <= batcher_comparisons(p)
        for top in range(1, n + 1):  # what is cut off saves work, and what is not cut off is the whole network
            assert sum(count_comparisons(n, top)) <= whole


def test_parity_pieces_are_counted_as_published() -> None:
    """Directly 2^(n-1) clauses; a chain of pieces of c: ceil((n - c) / (c - 2)) cuts, 2^(c-1) clauses a full piece."""
    for n in range(1, 12):
        assert written_size(encoding_by_name("parity-direct", Form.PARITY), parity_shape(n, 1)) == EncodingSize(
            0, 2 ** (n - 1), n * 2 ** (n - 1)
        )
    for c in (3, 4, 5):
        chain, tree = (
            written_size(encoding_by_name(f"parity-{kind}:{c}", Form.PARITY), parity_shape(c + 6 * (c - 2), 1))
            for kind in ("chain", "tree")
        )
        assert (chain.fresh, chain.clauses) == (6, 7 * 2 ** (c - 1))
        assert tree.fresh >= chain.fresh  # as many pieces where the groups come out even, and more where not
    assert written_size(encoding_by_name("parity-tree:3", Form.PARITY), parity_shape(33, 1)).fresh == 33 - 3
    assert written_size(encoding_by_name("parity-chain:3", Form.PARITY), parity_shape(33, 1)).fresh == 33 - 3


def theirs(name: str, n: int, k: int) -> EncodingSize:
    size = python_sat_size(name, counting_shape(n, 0, k))
    assert size is not None
    return size


@pytest.mark.parametrize("n", [4, 7, 8, 16, 21, 32])
def test_what_python_sat_writes_differs_as_told(n: int) -> None:
    for name in ("pairwise", "bitwise"):
        assert theirs(name, n, 1) == written_size(encodings()[name], single_row(Form.AT_MOST_ONE, n))
    assert theirs("ladder", n, 1) == EncodingSize(n + 1, 4 * n, 9 * n - 1)
    for k in range(1, n // 2 + 1):
        counter = theirs("sequential-counter", n, k)
        assert (counter.fresh, counter.clauses) == (k * (n - k), 2 * k * (n - k) + n - 2 * k)
    p = (n - 1).bit_length()
    network, compared = theirs("sorting-network", n, 2), batcher_comparisons(p)
    padded = int(n < 1 << p)
    assert (network.fresh, network.clauses) == (2 * compared + padded, 3 * compared + 1 + padded)
    if not padded:
        nodes = sum(n // (2 * m) * ((m + 1) ** 2 - 1) for m in (1 << i for i in range(p)))  # Bailleux & Boufkhad 2003
        totalizer = theirs("totalizer", n, 2)
        assert totalizer.fresh == n * int(log2(n))
        assert nodes < totalizer.clauses <= nodes + n


@pytest.mark.parametrize("name", sorted(set(PYTHON_SAT_NAMES) - WITHOUT_FORMULA))
def test_ours_are_never_larger_than_python_sats(name: str) -> None:
    for n in (5, 8, 13, 16, 33):
        for k in (1, 2, 5) if Form.CARDINALITY in encodings()[name].forms else (1,):
            if k < n // 2:
                ours, other = written_size(encodings()[name], counting_shape(n, 0, k)), theirs(name, n, k)
                assert (ours.fresh <= other.fresh, ours.clauses <= other.clauses) == (True, True), (n, k)


def test_python_sat_has_no_say_where_it_has_no_encoding() -> None:
    assert python_sat_size("product", counting_shape(8, 0, 1)) is None
    assert python_sat_size("pairwise", counting_shape(8, 0, 2)) is None
    assert python_sat_size("totalizer", linear_shape(((1, 1), (2, 1), (3, 1)), 0, 2)) is None


def test_the_table_has_a_row_for_every_encoding_length_and_bound() -> None:
    size_rows = sizes(Form.CARDINALITY, [8, 9], [2, 3, 8])
    names = encoding_names(Form.CARDINALITY)
    assert [(r.n, r.k, r.encoding) for r in size_rows] == [
        (n, k, name) for n, k in ((8, 2), (8, 3), (9, 2), (9, 3), (9, 8)) for name in names
    ]
    binomial = next(r for r in size_rows if (r.n, r.k, r.encoding) == (9, 3, "binomial"))
    assert (binomial.variables, binomial.clauses, binomial.literals, binomial.counted) == (0, 126, 504, True)
    assert [r.k for r in sizes(Form.PARITY, [5], [1, 2])] == [None] * len(encoding_names(Form.PARITY))


def test_what_is_too_long_to_be_written_comes_from_the_formula_or_is_a_bound() -> None:
    by_name = {r.encoding: r for r in sizes(Form.PARITY, [64])}
    direct = by_name["parity-direct"]
    assert (direct.counted, direct.clauses, direct.literals) == (False, 2**63, 64 * 2**63)
    weighted = {r.encoding: r for r in sizes(Form.LINEAR, [64], [8])}["totalizer"]
    assert (weighted.counted, weighted.clauses) == (False, None)
    assert weighted.literals > WRITTEN
    lines = list(table([direct, weighted]))
    assert lines[1].split() == ["parity", "64", "parity-direct", "0", "9.22e+18", "5.90e+20", "f"]
    assert lines[2].split() == ["linear", "64", "8", "totalizer", "?", "?", str(weighted.literals), "<"]


def test_the_command_prints_a_table_and_the_references(capsys) -> None:
    print_sizes(["at-most-one", "9"])
    out = capsys.readouterr().out
    for name in encoding_names(Form.AT_MOST_ONE):
        assert f"  {name} " in out
        assert encodings()[name].reference in out
    print_sizes(["linear", "6", "-k", "2"])
    assert capsys.readouterr().out.count("\nlinear ") == len(encoding_names(Form.LINEAR))


def test_every_encoding_of_counts_is_in_the_table() -> None:
    for form in COUNTING_FORMS:
        assert {r.encoding for r in sizes(form, [6], [2])} == set(encoding_names(form))
