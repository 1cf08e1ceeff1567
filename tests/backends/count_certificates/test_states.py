"""Certificates of exact covers: the number against trying every assignment; spoilt ones are never believed."""

from __future__ import annotations

import gzip
from functools import partial

import numpy as np
import pytest

from backends.contract import Unsupported
from backends.count_certificates import state_check, state_search
from backends.count_certificates.count_proof import check_certificate
from backends.count_certificates.fixed_solutions import name_cycles
from backends.count_certificates.state_check import check_states
from backends.count_certificates.state_file import encode_states, open_states
from backends.count_certificates.state_graph import StateGraph, StateLayer
from backends.count_certificates.state_layout import lay_out
from backends.count_certificates.state_search import predict_seconds, search_states
from backends.count_certificates.stated_cover import read_cover
from models.neutral import Model
from models.puzzles.registry import puzzle
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.counting.automorphisms import automorphisms
from rosetta.studies.counting.orbits import summands
from rosetta.studies.proving.certified_total import state_first_total
from tests.support.brute_force import every_solution
from tests.support.every_case import each_seed

MEGABYTES = 1000


def random_cover(random, options=7):
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


def believed_number(rows, graph):
    """The number that the check, on bytes, makes of it; None where it refuses it."""
    refusal, number, _ = check_certificate(rows, encode_states(graph), MEGABYTES)
    return None if refusal is not None else number


@pytest.fixture(params=[0, 16], ids=["all but dead ends", "short searches"])
def tried(request, monkeypatch):
    """How far dead states are searched: all of both certificates are right."""
    monkeypatch.setattr(state_search, "MOST_TRIED", request.param)
    monkeypatch.setattr(state_check, "MOST_TRIED", request.param)


@pytest.mark.sample(1)
@each_seed(50)
def test_the_number_is_that_of_all_assignments(seed, tried):
    """Exact and bounded items, at least one, none of."""
    model = random_cover(np.random.default_rng(seed))
    try:
        cover = read_cover(model)
    except Unsupported:
        return
    assert believed_number(cover, search_states(cover, 100)) == sum(1 for _ in every_solution(model))


@pytest.mark.sample(0.125)
@each_seed(50)
def test_the_number_that_a_permutation_maps_to_themselves(seed):
    """Of any permutation; that it keeps the rules does not matter."""
    random = np.random.default_rng(seed)
    model = random_cover(random)
    image = np.arange(model.variables + 1)
    moved = 1 + random.choice(model.variables, int(random.integers(2, 6)), replace=False)
    image[moved] = np.roll(moved, 1)
    try:
        cover = read_cover(model, name_cycles(image))
    except Unsupported:
        return
    fixed = sum(np.array_equal(values[image], values) for values in every_solution(model))
    assert believed_number(cover, search_states(cover, 100)) == fixed


@pytest.mark.parametrize("enough", [1, 3])
def test_any_choice_of_items_is_right(enough, monkeypatch):
    """It changes the states, not the number."""
    monkeypatch.setattr(state_search, "ENOUGH", enough)
    cover = read_cover(tiling_model("3x20"))
    assert believed_number(cover, search_states(cover, MEGABYTES)) == 8


def tiling_model(what, rules="cells"):
    """The rules of a tiling."""
    return pose_question(puzzle("tiling"), what, 0, {})[1].model(rules)


def soma_part():
    """The Soma cube, one of its pieces in one place: 66 ways."""
    _, question = pose_question(puzzle("tiling"), "soma", 0, {})
    model = question.model("cells")
    parts = summands(model, np.arange(1, model.variables + 1), automorphisms(question, model))
    return read_cover(next(part.model for part in parts if part.weight == 24))


def spoil(random, graph):
    """One of the ways in which a certificate can be wrong, by chance."""
    layers = [list(map(np.copy, (each.states, each.items))) for each in graph.layers]
    at = int(random.integers(len(layers)))
    states, items = layers[at]
    state = int(random.integers(len(items)))
    way = random.integers(7)
    if way == 0:  # another item
        items[state] = random.integers(0, 70)
    elif way == 1:  # a state is dropped
        layers[at] = [np.delete(states, state, axis=0), np.delete(items, state)]
    elif way == 2:  # a state is added
        extra = states[state] ^ np.uint64(1 << int(random.integers(64)))
        layers[at] = [np.vstack([states, extra]), np.append(items, random.integers(4))]
    elif way == 3:  # a state is there twice
        layers[at] = [np.vstack([states, states[state]]), np.append(items, items[state])]
    elif way == 4:  # a bit of a state
        states[state, random.integers(states.shape[1])] ^= np.uint64(1 << int(random.integers(64)))
    elif way == 5:  # a layer is gone
        del layers[at]
    else:  # a layer is there twice
        layers.insert(at, layers[at])
    kept = tuple(StateLayer(*layer) for layer in layers if len(layer[1]))
    return StateGraph(kept or graph.layers[-1:])


@each_seed(30)
def test_what_is_spoilt_is_refused_or_right_still(seed):
    """50 faults in each of 30 certificates."""
    random = np.random.default_rng(seed)
    cover = read_cover(random_cover(random))
    graph = search_states(cover, 100)
    right = believed_number(cover, graph)
    assert right is not None
    for _ in range(50):
        assert believed_number(cover, spoil(random, graph)) in (None, right)


def test_faults_in_a_tiling_are_found():
    """Most are refused: others are in states that nothing reaches, or change nothing."""
    cover, random = soma_part(), np.random.default_rng(1)
    graph = search_states(cover, MEGABYTES)
    verdicts = [believed_number(cover, spoil(random, graph)) for _ in range(300)]
    assert set(verdicts) <= {None, 66}
    assert verdicts.count(None) > 150


def test_each_state_on_the_way_to_a_tiling_is_needed():
    """Without it, it is refused."""
    cover = soma_part()
    graph = search_states(cover, MEGABYTES)
    last = len(graph.layers) - 1
    for at in range(1, last + 1):
        layer = graph.layers[at]
        needed = 0
        for state in range(min(len(layer), 8)):
            fewer = StateLayer(np.delete(layer.states, state, axis=0), np.delete(layer.items, state))
            layers = [*graph.layers[:at], fewer, *graph.layers[at + 1 :]]
            number = believed_number(cover, StateGraph(tuple(each for each in layers if len(each))))
            assert number in (None, 66)
            needed += number is None
        assert needed


@pytest.mark.parametrize(("what", "number"), [("3x20", 8), ("soma", 11520)])
def test_published_numbers(what, number):
    """Of the pentominoes, and of the Soma cube (Conway, Guy 1961: 240, times 48)."""
    cover = read_cover(tiling_model(what))
    assert believed_number(cover, search_states(cover, 4000)) == number


def test_numbers_of_more_than_63_bits_are_exact():
    """Of two limbs, and of three."""
    m = Model("many")
    m.exactly(1, "one of four", m.bools("x", (40, 4)))
    cover = read_cover(m)
    assert believed_number(cover, search_states(cover, MEGABYTES)) == 4**40
    m = Model("more")
    m.exactly(1, "one of three", m.bools("x", (100, 3)))
    m.exactly(1, "the one or the other", m.bools("y", (1, 7)))
    cover = read_cover(m)
    assert believed_number(cover, search_states(cover, MEGABYTES)) == 7 * 3**100


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
    m = Model("impossible")
    m.exactly(1, "one", m.bools("x", 2))
    m.between(-2, -1, "less than none", [m.bools("y", 2)])
    with pytest.raises(Unsupported, match="cannot hold"):
        read_cover(m)
    with pytest.raises(ValueError, match="permutation"):
        name_cycles(np.array([0, 1, 1]))
    with pytest.raises(Unsupported, match="no number of literals"):
        read_cover(tiling_model("3x20", "coloured"))


def test_limits_end_the_work():
    """The clock, and the memory; the states of a file may not be more than that holds either."""
    cover = read_cover(tiling_model("6x10"))
    with pytest.raises(LimitReached):
        search_states(cover, 1000, 0.0)
    with pytest.raises(TooLarge, match="memory"):
        search_states(cover, 0)
    cover = read_cover(tiling_model("3x20"))
    with pytest.raises(TooLarge, match="memory"):
        check_certificate(cover, encode_states(search_states(cover, MEGABYTES)), 0)


def test_bytes_that_are_cut_or_changed():
    """Never an exception of another kind, never another number; packed, and before that."""
    cover, random = soma_part(), np.random.default_rng(2)
    whole = encode_states(search_states(cover, MEGABYTES))
    plain = gzip.decompress(whole)
    for _ in range(300):
        assert check_certificate(cover, whole[: random.integers(len(whole))], MEGABYTES)[0] is not None
        for content in (whole, plain):
            changed = bytearray(content)
            end = min(len(content), 200) if random.random() < 0.5 else len(content)
            changed[random.integers(end)] ^= 1 << int(random.integers(8))
            packed = bytes(changed) if content is whole else gzip.compress(changed, 1)
            try:
                refusal, number, _ = check_certificate(cover, packed, MEGABYTES)
            except TooLarge:
                continue
            assert refusal is not None or number == 66
    assert check_certificate(cover, gzip.compress(plain + b"x"), MEGABYTES)[0] is not None
    assert check_certificate(cover, whole + b"x", MEGABYTES)[0] is not None


def test_layers_are_read_one_by_one():
    """As they were written, the last one first; a check that gets them so accepts them."""
    cover = read_cover(tiling_model("3x20"))
    graph = search_states(cover, MEGABYTES)
    assert encode_states(graph) == encode_states(search_states(cover, MEGABYTES))
    layers = list(open_states(encode_states(graph), MEGABYTES).read_layers())
    assert [each.states.tolist() for each in layers] == [each.states.tolist() for each in reversed(graph.layers)]
    assert [each.items.tolist() for each in layers] == [each.items.tolist() for each in reversed(graph.layers)]
    assert check_states(lay_out(cover), layers) == (None, 8)


class CountedStates:
    """A clock by which each state of a layer takes so long, and other work no time."""

    def __init__(self, monkeypatch, seconds=1.0):
        self.now, self.layers, self._seconds = 0.0, [], seconds
        monkeypatch.setattr(state_search, "work_seconds", lambda: self.now)
        monkeypatch.setattr(state_search, "_expand_layer", partial(self.expand, state_search._expand_layer))

    def expand(self, expand_layer, layout, states, *arguments):
        self.layers.append(len(states))
        self.now += self._seconds * len(states)
        return expand_layer(layout, states, *arguments)


@pytest.mark.parametrize("name", ["3x20", "2x3x10", "8x8-centre", "tetracubes:2x4x4"])
def test_a_search_that_cannot_end_in_time_is_ended_early(monkeypatch, name):
    """By the states of the layers so far: with a tenth of the time, before that has passed. With all of it, and with
    twice, it comes to the end."""
    question = pose_question(puzzle("tiling"), name, 0, {})[1]
    (cover, *_) = state_first_total(question, "cells").rows
    whole = search_states(cover, MEGABYTES)
    for share in (1.0, 2.0):
        clock = CountedStates(monkeypatch)
        assert search_states(cover, MEGABYTES, share * whole.states).states == whole.states
        assert sum(clock.layers) == whole.states
        monkeypatch.undo()
    clock = CountedStates(monkeypatch)
    with pytest.raises(LimitReached, match=r"time limit: listing the states would take some \d+ s more"):
        search_states(cover, MEGABYTES, 0.1 * whole.states)
    assert sum(clock.layers) < 0.1 * whole.states


def test_what_is_left_of_a_search_is_predicted_from_the_layers_so_far():
    """Those of a tiling of 8x8, each state of which takes less than one of the layer before: from the fourth layer on,
    between a fifth and all of the seconds that were measured; at the end, nothing."""
    sizes = [1, 7, 86, 493, 3259, 14886, 44140, 79634, 66329, 24145, 7348, 4455, 1312, 1]
    seconds = [0.0, 0.0, 0.07, 0.27, 1.08, 2.72, 5.37, 5.94, 2.55, 0.51, 0.05, 0.02, 0.0, 0.0]
    for layer in range(3, 9):
        expected = predict_seconds(sizes[: layer + 2], seconds[layer] / sizes[layer])
        assert 0.2 * sum(seconds[layer + 1 :]) < expected < 1.2 * sum(seconds[layer + 1 :])
    assert predict_seconds([*sizes, 0], 1.0) == 0.0
    assert predict_seconds([1, 7], 1.0) == 0.0
