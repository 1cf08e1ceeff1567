"""SEND + MORE = MONEY: each letter is a digit of its own (Henry Dudeney, Strand Magazine, 1924)."""

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer

LETTERS = "SENDMORY"


def place_values(word: str, base: int) -> NDArray[np.int64]:
    """What each letter counts in a word: in MORE the M a thousand, in base 10."""
    return np.array([sum(base**k for k, other in enumerate(word[::-1]) if other == letter) for letter in LETTERS])


def model(base: int) -> Model:
    """The sum in a base of the number system, 10 for people."""
    m = Model("send more")
    digit = {letter: m.choices(letter, (), range(base)) for letter in LETTERS}
    digits = np.stack([digit[letter] for letter in LETTERS])
    m.all_different("different letters are different digits", digits)
    m.true("no number begins with 0", np.stack([-digit["S"].is_(0), -digit["M"].is_(0)]))
    weights = place_values("SEND", base) + place_values("MORE", base) - place_values("MONEY", base)
    m.linear(0, 0, "SEND and MORE add up to MONEY", digits, weights, of="the sum")
    return m


ANSWER = {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}
CLASSIC = Classic(
    title="SEND + MORE = MONEY",
    summary="a sum in letters, each of which is a digit of its own",
    model=model,
    size="the base of the number system",
    usual=10,
    least=8,
    most=100,
    known=(KnownAnswer(10, "Dudeney 1924: 9567 + 1085 = 10652", solutions=1, answer=ANSWER),),
)
