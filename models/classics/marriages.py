"""Stable marriages: no man and woman like each other better than their spouses (Gale and Shapley 1962)."""

from __future__ import annotations

import numpy as np

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer
from models.puzzles.randomness import Stream


def model(people: int | str, stream: Stream) -> Model:
    """So many men and women with random preferences; or those of a name, with the most stable matchings known."""
    n = people if isinstance(people, int) else int(people.removeprefix("latin"))
    by_man = np.arange(n)[:, None] ^ np.arange(n)  # the rank of each woman for each man, 0 for the best
    by_woman = n - 1 - by_man
    if isinstance(people, int):
        by_man, by_woman = (np.stack([stream.order(n) for _ in range(n)]) for _ in range(2))
    m = Model("marriages")
    wife, husband = m.choices("wife", n, range(n)), m.choices("husband", n, range(n))  # people are counted from 0
    his, hers = m.choices("rank of wife", n, range(n)), m.choices("rank of husband", n, range(n))
    m.element("everybody is married to their spouse", wife, husband, np.arange(n))
    for i in range(n):
        m.element("a man likes his wife as he says", wife[i], by_man[i], his[i])
        m.element("a woman likes her husband as she says", husband[i], by_woman[i], hers[i])
    h, w = np.nonzero((by_man < n - 1) & (n - 1 > by_woman.T))  # whoever is liked least is no reason to leave
    would_leave = np.stack([his[h].at_least(by_man[h, w] + 1), hers[w].at_least(by_woman[w, h] + 1)], axis=1)
    m.at_most(1, "no two like each other better", would_leave)
    return m


SOURCE, NAMES = "Irving and Leather 1986", {"latin4": "latin4", "latin8": "latin8"}
KNOWN = (KnownAnswer("latin4", SOURCE, solutions=10), KnownAnswer("latin8", SOURCE, solutions=268))
SUMMARY = "couples of whom no two others like each other better"
CLASSIC = Classic("Stable marriages", SUMMARY, model, "the number of couples", 5, 1, 60, NAMES, True, KNOWN)
