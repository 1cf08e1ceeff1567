"""The zebra puzzle: five houses, who drinks water, and who owns the zebra? (Life International, 1962)"""

import numpy as np

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer

KINDS = """Englishman Spaniard Japanese Ukrainian Norwegian; red green ivory yellow blue; dog snails fox horse zebra;
coffee tea milk juice water; Old-Gold Kools Chesterfields Lucky-Strike Parliaments"""
SAME = """Englishman red; Spaniard dog; coffee green; Ukrainian tea; Old-Gold snails; Kools yellow; Lucky-Strike juice;
Japanese Parliaments"""
BESIDE = "Chesterfields fox; Kools horse; Norwegian blue"


def model(houses: int) -> Model:
    """The house of each person, colour, animal, drink and brand, from the left."""
    m, numbers = Model("zebra"), range(1, houses + 1)
    kinds = [kind.split() for kind in KINDS.split(";")]
    at = {name: m.choices(name, (), numbers) for kind in kinds for name in kind}
    m.all_different("two of a kind are in two houses", [np.stack([at[name] for name in kind]) for kind in kinds])
    m.true("milk is in the middle", at["milk"].is_(3))
    m.true("the Norwegian is in the first house", at["Norwegian"].is_(1))
    right = [(h + 1, h) for h in numbers[:-1]]
    m.table("green is next to ivory, on the right", np.stack([at["green"], at["ivory"]]), right)
    for a, b in map(str.split, SAME.split(";")):
        m.table(f"{a} and {b} are in one house", np.stack([at[a], at[b]]), [(h, h) for h in numbers])
    for a, b in map(str.split, BESIDE.split(";")):
        beside = [*right, *(pair[::-1] for pair in right)]
        m.table(f"{a} and {b} are next to each other", np.stack([at[a], at[b]]), beside)
    return m


SOURCE = "Life International, 25 March 1963: the Norwegian drinks water, the Japanese owns the zebra"
ANSWER = {"Norwegian": 1, "water": 1, "Japanese": 5, "zebra": 5}
KNOWN = (KnownAnswer(5, SOURCE, solutions=1, answer=ANSWER),)
SUMMARY = "five houses and fourteen clues: who owns the zebra?"
CLASSIC = Classic("Zebra", SUMMARY, model, "the number of houses", 5, 5, 5, known=KNOWN)
