"""Certificates of exact covers: the number against trying every assignment; spoilt ones are never believed."""

from __future__ import annotations

import math
from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest

from algebra.limits import LimitReached, TooLarge
from backends.contract import Unsupported
from backends.count_certificates import state_check, state_search
from backends.count_certificates.count_proof import CertificateKind, check_count
from backends.count_certificates.state_check import check_states
from backends.count_certificates.state_file import encode_states, open_states
from backends.count_certificates.state_graph import StateGraph, StateLayer
from backends.count_certificates.state_layout import lay_out
from backends.count_certificates.state_search import search_states
from backends.count_certificates.stated_cover import read_cover
from models.neutral import Model
from models.puzzles.registry import puzzle
from rosetta.studies.posing import pose_question
from tests.support.brute_force import every_solution

NEVER = math.inf


def random_cover(random, options=9):
    """A model of rows that count options; most have some solutions."""
    m = Model("cover")
    x = m.bools("x", options)
    item = random.integers(0, 4, options)
    m.exactly(1, "one of each kind", [x[item == i] for i in range(4) if (item == i).any()])
    for _ in range(random.integers(1, 4)):
        chosen = x[random.random(options) < 0.5]
        if not len(chosen):
            continue
        least, more = sorted(random.integers(0, 4, 2).tolist())
        kind = random.integers(0, 5)
        if kind == 0:
            m.exactly(1, "one of these", [chosen])
        elif kind == 1:
            m.at_most(1, "at most one of these", [chosen])
        elif kind == 2:
            m.any("one of these or more", [chosen])
        elif kind == 3:
            m.between(min(least, len(chosen)), min(more, len(chosen)), "so many of these", [chosen])
        else:
            m.true("not these", -chosen[:1])
    return m


def is_believed(model, graph):
    """Does the check, on bytes, accept it with a number other than the true one, or at all? Returns the number."""
    refusal, number, _ = check_count(model, CertificateKind.STATES, encode_states(graph), NEVER)
    return None if refusal is not None else number


@pytest.fixture(params=[0, 16], ids=["all but dead ends", "short searches"])
def tried(request, monkeypatch):
    """How far dead states are searched: all of both certificates are right."""
    monkeypatch.setattr(state_search, "MOST_TRIED", request.param)
    monkeypatch.setattr(state_check, "MOST_TRIED", request.param)


@pytest.mark.parametrize("seed", range(150))
def test_the_number_is_that_of_all_assignments(seed, tried):
    """Exact and bounded items, at least one, none of."""
    model = random_cover(np.random.default_rng(seed))
    try:
        cover = read_cover(model)
    except Unsupported:
        return
    graph = search_states(cover, 100)
    assert graph.number == sum(1 for _ in every_solution(model))
    assert is_believed(model, graph) == graph.number


@pytest.mark.parametrize("seed", range(40))
def test_any_order_of_the_items_is_right(seed, monkeypatch):
    """It changes the states, not the number."""
    random = np.random.default_rng(seed)
    model = random_cover(random)
    expected = sum(1 for _ in every_solution(model))
    cover = read_cover(model)
    monkeypatch.setattr(state_search, "order_items", lambda cover: random.permutation(len(cover.exact)))
    assert is_believed(model, search_states(cover, 100)) == expected


def tiling_model(what, rules="cells"):
    """The rules of a tiling."""
    return pose_question(puzzle("tiling"), what, 0, {})[1].model(rules)


def spoil(random, graph):
    """One of the ways in which a certificate can be wrong, by chance."""
    layers, order = [list(map(np.copy, (each.states, each.counts))) for each in graph.layers], graph.order.copy()
    at = int(random.integers(len(layers)))
    states, counts = layers[at]
    state = int(random.integers(len(counts)))
    way = random.integers(8)
    if way == 0:  # a number is changed
        counts[state] += random.choice([-1, 1, 7])
    elif way == 1:  # a state is dropped
        layers[at] = [np.delete(states, state, axis=0), np.delete(counts, state)]
    elif way == 2:  # a state is added, with any number
        extra = states[state] ^ np.uint64(1 << int(random.integers(64)))
        layers[at] = [np.vstack([states, extra]), np.append(counts, random.integers(3))]
    elif way == 3 and len(counts) > 1:  # numbers that make up for each other
        counts[state] += 1
        counts[state - 1] -= 1
    elif way == 4 and len(order) > 1:  # another order
        i, j = random.choice(len(order), 2, replace=False)
        order[[i, j]] = order[[j, i]]
    elif way == 5:  # a bit of a state
        states[state, random.integers(states.shape[1])] ^= np.uint64(1 << int(random.integers(64)))
    elif way == 6:  # every number doubled: right sums, wrong ends
        for _, numbers in layers:
            numbers *= 2
    else:  # a layer is gone
        del layers[at]
    kept = tuple(StateLayer(*layer) for layer in layers)
    return StateGraph(order, kept or graph.layers[:1])


@pytest.mark.parametrize("seed", range(60))
def test_what_is_spoilt_is_refused_or_right_still(seed):
    """50 faults in each of 60 certificates."""
    random = np.random.default_rng(seed)
    model = random_cover(random)
    graph = search_states(read_cover(model), 100)
    for _ in range(50):
        assert is_believed(model, spoil(random, graph)) in (None, graph.number)


def test_faults_in_a_tiling_are_found():
    """3x20 has 8 tilings. Most faults are refused: others are in states that nothing reaches, or change nothing."""
    model, random = tiling_model("3x20"), np.random.default_rng(1)
    graph = search_states(read_cover(model), 1000)
    assert graph.number == is_believed(model, graph) == 8
    verdicts = [is_believed(model, spoil(random, graph)) for _ in range(200)]
    assert set(verdicts) <= {None, 8}
    assert verdicts.count(None) > 120


def test_every_number_that_counts_is_checked():
    """One more completion of any state with some is refused; so is a state with some that is not listed."""
    model = tiling_model("3x20")
    graph = search_states(read_cover(model), 1000)
    for at, layer in enumerate(graph.layers):
        for state in np.flatnonzero(layer.counts)[:20].tolist():
            more = replace(layer, counts=layer.counts + (np.arange(len(layer)) == state))
            fewer = StateLayer(np.delete(layer.states, state, axis=0), np.delete(layer.counts, state))
            for other in (more, fewer):
                layers = (*graph.layers[:at], other, *graph.layers[at + 1 :])
                assert is_believed(model, StateGraph(graph.order, layers)) is None


@pytest.mark.parametrize(("what", "number"), [("4x15", 1472), ("soma", 11520)])
def test_published_numbers(what, number):
    """Of the pentominoes, and of the Soma cube (Conway, Guy 1961: 240, times 48)."""
    model = tiling_model(what)
    assert is_believed(model, search_states(read_cover(model), 4000)) == number


@pytest.mark.slow
def test_the_number_of_6x10():
    """9356, four times 2339 (Haselgrove 1960)."""
    model = tiling_model("6x10")
    assert is_believed(model, search_states(read_cover(model), 4000)) == 9356


def test_what_cannot_be_read_is_refused():
    """Each with its reason."""
    m = Model("others")
    x = m.bools("x", 3)
    m.exactly(1, "one of two", [x[:2]])
    with pytest.raises(Unsupported, match=r"is in no rule"):
        read_cover(m)
    m.any("not both", [-x])
    with pytest.raises(Unsupported, match="negated"):
        read_cover(m)
    with pytest.raises(Unsupported, match="no number of literals"):
        read_cover(tiling_model("3x20", "coloured"))


def test_limits_end_the_work():
    """The clock; and the numbers, 4^40 is more than 63 bits hold."""
    cover = read_cover(tiling_model("6x10"))
    with pytest.raises(LimitReached):
        search_states(cover, 1000, 0.0)
    m = Model("many")
    m.exactly(1, "one of four", m.bools("x", (40, 4)))
    with pytest.raises(TooLarge, match="63 bits"):
        search_states(read_cover(m), 1000)


def test_bytes_that_are_cut_or_changed():
    """Never an exception of another kind, never another number."""
    model, random = tiling_model("3x20"), np.random.default_rng(2)
    whole = encode_states(search_states(read_cover(model), 1000))
    for _ in range(300):
        cut = whole[: random.integers(len(whole))]
        assert check_count(model, CertificateKind.STATES, cut, NEVER)[0] is not None
        changed = bytearray(whole)
        changed[random.integers(min(len(whole), 2000) if random.random() < 0.5 else len(whole))] ^= 1 << int(
            random.integers(8)
        )
        refusal, number, _ = check_count(model, CertificateKind.STATES, bytes(changed), NEVER)
        assert refusal is not None or number == 8
    assert check_count(model, CertificateKind.STATES, whole + b"x", NEVER)[0] is not None


def test_layers_are_read_one_by_one():
    """As they were written, the last one first; a check that gets them so accepts them."""
    cover = read_cover(tiling_model("3x20"))
    graph = search_states(cover, 1000)
    file = open_states(BytesIO(encode_states(graph)))
    layers = list(file.read_layers())
    assert [each.states.tolist() for each in layers] == [each.states.tolist() for each in reversed(graph.layers)]
    assert check_states(lay_out(cover, graph.order), layers) == (None, 8)
