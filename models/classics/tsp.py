"""The travelling salesman: the shortest tour through all cities (Dantzig, Fulkerson and Johnson 1954)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer
from models.puzzles.randomness import Stream

BURMA14 = """16.47 96.10 16.47 94.44 20.09 92.54 22.39 93.37 25.23 97.24 22.00 96.05 20.47 97.02 17.20 96.29 16.30 97.38
14.05 98.12 16.53 97.38 21.52 95.59 19.41 97.13 20.09 94.55"""  # latitude and longitude: degrees and, .., minutes


def distances(cities: NDArray[np.float64]) -> NDArray[np.int64]:
    """The kilometres between cities on the globe, as TSPLIB has them (GEO)."""
    degrees = np.trunc(cities)
    north, east = (np.pi * (degrees + 5 * (cities - degrees) / 3) / 180).T
    q1 = np.cos(east[:, None] - east)
    q2, q3 = np.cos(north[:, None] - north), np.cos(north[:, None] + north)
    angle = np.arccos(np.clip(((1 + q1) * q2 - (1 - q1) * q3) / 2, -1, 1))
    return np.asarray(6378.388 * angle + 1, np.int64)


def model(cities: int | str, stream: Stream) -> Model:
    """So many cities anywhere between the equator and 60 degrees, or those of a text."""
    if isinstance(cities, int):
        cities = " ".join(str(stream.number_below(60)) for _ in range(2 * cities))
    km = distances(np.array(cities.split(), float).reshape(-1, 2))
    m, n = Model("tsp"), len(km)
    after = m.choices("next", n, range(n))  # cities are counted from 0
    m.circuit("the tour visits all cities and returns", after)
    m.minimize("the kilometres of the tour", np.stack([after.is_(city) for city in range(n)], axis=1), km)
    return m


SUMMARY, NAMES = "the shortest tour through all cities", {"burma14": BURMA14}
KNOWN = (KnownAnswer("burma14", "Reinelt 1991, TSPLIB", optimum=3323),)
CLASSIC = Classic("Travelling salesman", SUMMARY, model, "the number of cities", 8, 3, 60, NAMES, True, KNOWN)
