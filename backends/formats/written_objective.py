"""What becomes of an objective in a file: in its author's sense, scale and constant, as far as the format can say so.

    maximise 0.25 x + 1.5 y + 3.75     LP      Maximize obj: +0.25 x +1.5 y +3.75 constant      the same objective
    (-x - 6 y is what is minimised)    OPB     min: -1 x1 -6 x2                                 -4 times that, plus 15
    maximise 1/3 x                     LP      Maximize obj: +1 x                               3 times that

`constant` is a variable that is 1: of a number, some programs drop it, and others refuse the file.

Whoever writes a file and whoever reads a result about it asks the same record. What a file has of its own is told in
its comments, and in a note of `convert`, so that an optimum can be compared with a published one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from backends.formats.text.number_text import Text, digits
from backends.formats.text.row_text import ascii_comments, words
from backends.formats.text.scanning_loops import DIGITS
from models.neutral import Model, Objective
from rosetta.foundation.limits import TooLarge


@dataclass(frozen=True, slots=True)
class WrittenObjective:
    """The objective of a file is factor * own + shift, `own` being the author's; a negative factor: the file minimises
    what the author maximises. cautions: which programs read what the file says otherwise."""

    factor: Fraction = Fraction(1)
    shift: Fraction = Fraction(0)
    cautions: tuple[str, ...] = ()

    def own_value(self, written: Fraction) -> Fraction:
        """The author's value, from that of the file."""
        return (written - self.shift) / self.factor

    def remarks(self, source: str) -> tuple[str, ...]:
        """What is to be told of the objective, as sentences. source: whose objective it was."""
        if self.factor == 1 and self.shift == 0:
            return self.cautions
        times = "" if self.factor == 1 else f"{fraction_text(self.factor)} times "
        sign = "minus" if self.shift < 0 else "plus"
        moved = f", {sign} {fraction_text(abs(self.shift))}" if self.shift else ""
        return f"the objective of this file is {times}that of {source}{moved}", *self.cautions


KEPT = WrittenObjective()
MOST_PLACES = 15  # decimals of a number: more would not be exact for those who read it as a double


def keep_objective(model: Model) -> WrittenObjective:
    """Of a format that can say any objective as it is."""
    return KEPT


@dataclass(frozen=True, slots=True)
class ObjectiveNumbers:
    """The objective of a file that can maximise: coefs, by column, counted from 1, shape (columns + 1,), and constant,
    each divided by divisor. factor: as in `WrittenObjective`, positive."""

    coefs: NDArray[np.int64]
    constant: int
    divisor: int
    factor: int
    is_maximised: bool

    def texts(self, at: NDArray[np.intp], plus: bool = False) -> Text:
        """The coefficients there, a line of bytes each. plus: with a sign also where they are positive."""
        if self.divisor == 1:
            return digits(self.coefs[at], plus)
        texts = [fraction_text(Fraction(coef, self.divisor)) for coef in self.coefs[at].tolist()]
        return words([f"+{text}" if plus and text[0] != "-" else text for text in texts])

    def with_column(self) -> ObjectiveNumbers:
        """The same with one more column, which is 1 and carries the constant."""
        return replace(self, coefs=np.append(self.coefs, self.constant), constant=0)


def own_numbers(model: Model, fractions: bool, columns: int = 0) -> ObjectiveNumbers:
    """The objective in its author's sense. fractions: may numbers have decimals? Those that have none at hand (1/3), or
    too many, make it a multiple in whole numbers; columns: of the program, which may be more than the model's
    variables. Raises TooLarge."""
    coefs = np.zeros(1 + max(columns, model.variables), np.int64)
    if model.objective is None:
        return ObjectiveNumbers(coefs, 0, 1, 1, False)
    sense = model.objective.sense
    costs, paid = model.objective.variable_costs(model.variables)
    constant = Fraction(sense.sign * paid, sense.divisor) + sense.constant
    divisor = math.lcm(sense.divisor, constant.denominator)
    if max(int(np.abs(costs).max()) * (divisor // sense.divisor), abs(int(constant * divisor))) >= 2**63:
        raise TooLarge(f"the objective in whole numbers: {divisor} times as much, which is beyond 2^63")
    coefs[: len(costs)] = sense.sign * (divisor // sense.divisor) * costs
    numbers = ObjectiveNumbers(coefs, int(constant * divisor), divisor, 1, sense.sign < 0)
    used = {numbers.constant, *coefs[coefs != 0].tolist()} if divisor > 1 else ()
    if fractions and all(_is_decimal(Fraction(number, divisor)) for number in used):
        return numbers
    return replace(numbers, divisor=1, factor=divisor)


def _is_decimal(number: Fraction) -> bool:
    places = _decimal_places(number)
    return places <= MOST_PLACES and abs(number) * 10**places < 10**DIGITS


def _decimal_places(number: Fraction) -> int:
    """The decimals of a number; MOST_PLACES + 1 for one with more, or without an end."""
    return next((places for places in range(MOST_PLACES + 1) if 10**places % number.denominator == 0), MOST_PLACES + 1)


def minimised_sum(objective: Objective | None, constant: int) -> WrittenObjective:
    """Of a file that minimises the integers of the model's objective without this part of it: for OPB and MaxSAT."""
    if objective is None:
        return KEPT
    sense = objective.sense
    factor = Fraction(sense.sign * sense.divisor)
    return WrittenObjective(factor, -factor * sense.constant - constant)


def objective_comments(
    mark: str, model: Model, written: WrittenObjective, source: str, is_maximised: bool, end: str = ""
) -> bytes:
    """Lines of comment: what the objective of the file is."""
    if model.objective is None:
        return b""
    rule = f"rule: {'maximise' if is_maximised else 'minimise'} {model.objective.sentence}"
    return ascii_comments(mark, [rule, *written.remarks(source)], end)


def fraction_text(number: Fraction) -> str:
    """As a decimal, where that is exact and short: -0.25, 12, 1/3."""
    if number.denominator == 1 or not _is_decimal(number):
        return str(number)
    places = _decimal_places(number)
    whole, rest = divmod(int(abs(number) * 10**places), 10**places)
    return f"{'-' if number < 0 else ''}{whole}.{rest:0{places}d}"
