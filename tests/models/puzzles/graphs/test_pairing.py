"""Pairings of trees and tents, against trying everything."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from models.puzzles.graphs.pairing import hall_violator, pairing, swap_cycle


@given(st.lists(st.sets(st.integers(0, 4)), max_size=5))
def test_pairings_are_as_large_as_they_can_be_and_cycles_tell_whether_they_are_unique(sets: list[set[int]]) -> None:
    """Against trying everything."""
    choices = [sorted(s) for s in sets]
    complete = [picks for picks in product(*choices) if len(set(picks)) == len(picks)]
    partner, owner = pairing(choices, 5)
    assert all(b < 0 or (b in choices[a] and owner[b] == a) for a, b in enumerate(partner))
    assert (-1 not in partner) == bool(complete)
    largest = max(len({b for b in picks if b >= 0}) for picks in product(*[[-1, *c] for c in choices]))
    assert sum(b >= 0 for b in partner) == largest
    if complete and len(choices) == len(set().union(*sets)):  # everybody on both sides has a partner
        assert (swap_cycle(choices, partner, owner) == []) == (len(complete) == 1)


@given(st.lists(st.sets(st.integers(0, 4)), max_size=5))
def test_a_crowd_is_one_larger_than_the_number_of_its_partners(sets: list[set[int]]) -> None:
    """For everybody who stays alone: all choices of the crowd are among the partners, one fewer than it is."""
    choices = [sorted(s) for s in sets]
    partner, owner = pairing(choices, 5)
    for alone in (a for a, b in enumerate(partner) if b < 0):
        rivals, prizes = hall_violator(choices, owner, alone)
        assert alone in rivals
        assert len(rivals) == len(prizes) + 1
        assert set().union(*(choices[a] for a in rivals)) == set(prizes)


def test_a_long_row_of_trees_needs_no_deep_recursion() -> None:
    """Trees and tents in one line of 20000, the first tent taken by the wrong tree."""
    n = 20_000
    choices = [[a, a - 1] if a else [0] for a in range(n)][::-1]
    partner, _ = pairing([*choices[:-1], [n - 1]], n)
    assert sum(b >= 0 for b in partner) == n
