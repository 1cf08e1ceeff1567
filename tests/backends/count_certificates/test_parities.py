"""Certificates of equations modulo 2: the number against trying every assignment; spoilt ones are never believed."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from backends.contract import Unsupported
from backends.count_certificates.count_proof import check_certificate
from backends.count_certificates.fixed_solutions import name_cycles
from backends.count_certificates.parity_count import (
    certify_parities,
    check_parity_count,
    decode_parities,
    encode_parities,
    read_parities,
)
from models.neutral import Model
from models.puzzles.registry import puzzle
from rosetta.studies.asking.posing import pose_question
from tests.support.brute_force import every_solution
from tests.support.every_case import each_seed

MEGABYTES = 1000
EXPONENTS = (0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16)  # of n x n boards, n = 1..19


def random_system(random):
    """Equations, some over negated unknowns, some units; now and then without a solution."""
    m = Model("parities")
    x = m.bools("x", int(random.integers(2, 8)))
    for _ in range(random.integers(1, 8)):
        chosen = x[random.random(len(x)) < 0.5]
        signs = random.choice([-1, 1], len(chosen))
        if len(chosen):
            m.parity(int(random.integers(2)), "a parity", [np.where(signs > 0, chosen, -chosen)])
    if random.random() < 0.3:
        m.true("a unit", np.asarray(x[:1]) * random.choice([-1, 1]))
    return m


@each_seed(80)
def test_the_number_is_that_of_all_assignments(seed):
    """Also where there is none."""
    model = random_system(np.random.default_rng(seed))
    rows = read_parities(model)
    refusal, number, _ = check_certificate(rows, encode_parities(certify_parities(rows)), MEGABYTES)
    assert (refusal, number) == (None, sum(1 for _ in every_solution(model)))


@each_seed(30)
def test_the_number_that_a_permutation_maps_to_themselves(seed):
    """Of any permutation; that it keeps the rules does not matter."""
    random = np.random.default_rng(seed)
    model = random_system(random)
    image = np.concatenate([[0], 1 + random.permutation(model.variables)])
    rows = read_parities(model, name_cycles(image))
    refusal, number, _ = check_certificate(rows, encode_parities(certify_parities(rows)), MEGABYTES)
    fixed = sum(np.array_equal(values[image][1:], values[1:]) for values in every_solution(model))
    assert (refusal, number) == (None, fixed)


def spoil(random, c, rows):
    """A bit of a vector, a place, or a vector is changed, dropped or doubled."""
    name = random.choice(["solution", "kernel", "free", "combinations", "pivots", "contradiction", "both"])
    bit = 1 << int(random.integers(0, rows + 2))
    if name in ("solution", "contradiction"):
        return replace(c, **{name: getattr(c, name) ^ bit})
    if name == "both":  # a larger kernel, a smaller rank, as many in all
        return replace(
            c, kernel=(*c.kernel, bit), free=(*c.free, 0), combinations=c.combinations[1:], pivots=c.pivots[1:]
        )
    values = list(getattr(c, name))
    if not values:
        return replace(c, **{name: (bit,)})
    at, way = int(random.integers(len(values))), random.integers(3)
    if way == 0:
        values[at] ^= bit if name in ("kernel", "combinations") else 1
    elif way == 1:
        del values[at]
    else:
        values.append(values[at])
    return replace(c, **{name: tuple(values)})


@each_seed(30)
def test_what_is_spoilt_is_refused_or_right_still(seed):
    """50 faults in each of 30 certificates."""
    random = np.random.default_rng(seed)
    stated = read_parities(random_system(random))
    right = certify_parities(stated)
    for _ in range(50):
        other = spoil(random, right, max(len(stated.rows), stated.unknowns))
        assert check_parity_count(stated, other, math.inf) is not None or other.number == right.number


KERNEL, RANK = ("kernel", "free"), ("combinations", "pivots")


@pytest.mark.parametrize(("more", "fewer"), [(KERNEL, RANK), (RANK, KERNEL)])
def test_what_is_there_twice_counts_once(more, fewer):
    """A vector of the kernel in place of a combination, and the other way round: each by itself is right."""
    _, question = pose_question(puzzle("lightsout"), "4", 0, {})
    stated = read_parities(question.model("native"))
    right = certify_parities(stated)
    changes = {name: (*getattr(right, name), getattr(right, name)[0]) for name in more}
    changes |= {name: getattr(right, name)[1:] for name in fewer}
    assert check_parity_count(stated, replace(right, **changes), math.inf) == "it names an unknown twice"


@pytest.mark.parametrize(("size", "exponent"), list(enumerate(EXPONENTS, 1)))
def test_lights_out_boards(size, exponent):
    """Published exponents (OEIS A159257)."""
    _, question = pose_question(puzzle("lightsout"), str(size), 0, {})
    stated = read_parities(question.model("native"))
    certificate = certify_parities(stated)
    assert check_parity_count(stated, certificate, math.inf) is None
    assert certificate.number == 2**exponent


def test_what_is_no_certificate_is_refused():
    """With one message."""
    model = random_system(np.random.default_rng(0))
    whole = encode_parities(certify_parities(read_parities(model)))
    document = json.loads(whole)
    texts = [whole[:cut] for cut in range(len(whole) - 1)]
    texts += [b"[]", b"\xff", b"{}", b"[" * 100_000]
    texts += [json.dumps({**document, key: value}).encode() for key in document for value in (None, [None], -1, "-1")]
    for text in texts:
        assert check_certificate(read_parities(model), text, MEGABYTES)[0] is not None
    assert decode_parities(whole) == certify_parities(read_parities(model))


def test_other_rows_are_refused():
    """With the rule."""
    m = Model("others")
    m.at_most(1, "at most one", m.bools("x", 3))
    with pytest.raises(Unsupported, match="at most one"):
        read_parities(m)
