"""Small integer programs as an author states them, with fractions, in either sense: their text as LP, and their optimum
by brute force over exact fractions. Nothing here is shared with readers or writers."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

SIDES = {"<=": Fraction.__le__, ">=": Fraction.__ge__, "=": Fraction.__eq__}


@dataclass(frozen=True)
class StatedProgram:
    """maximised, costs by name, constant: the objective; bounds by name; rows: name, coefficients by name, side, bound
    of each."""

    maximised: bool
    costs: dict[str, Fraction]
    constant: Fraction
    bounds: dict[str, tuple[int, int]]
    rows: list[tuple[str, dict[str, Fraction], str, Fraction]]

    def best(self) -> Fraction | None:
        """The optimum in the author's sense, None where there is no solution."""
        values = []
        for point in product(*(range(low, high + 1) for low, high in self.bounds.values())):
            named = dict(zip(self.bounds, point, strict=True))
            if all(SIDES[side](_sum(coefs, named), bound) for _, coefs, side, bound in self.rows):
                values.append(_sum(self.costs, named) + self.constant)
        return (max if self.maximised else min)(values, default=None)

    def lp(self) -> str:
        """As an LP file."""
        constant = f" {decimal(self.constant)}" if self.constant else ""
        return "\n".join(
            [
                "Maximize" if self.maximised else "Minimize",
                f" obj: {_terms(self.costs)}{constant}",
                "Subject To",
                *(f" {name}: {_terms(coefs)} {side} {decimal(bound)}" for name, coefs, side, bound in self.rows),
                "Bounds",
                *(f" {low} <= {name} <= {high}" for name, (low, high) in self.bounds.items()),
                "Generals",
                " " + " ".join(self.bounds),
                "End\n",
            ]
        )


def random_program(stream: random.Random) -> StatedProgram:
    """One to three variables, up to three rows; one in a few has no solution."""
    names = ["x", "cost_b", "q7"][: stream.randint(1, 3)]
    bounds = {}
    for name in names:
        low = stream.choice([0, 0, 0, -2, 1])
        bounds[name] = (low, low + stream.choice([1, 1, 2, 3]))

    def number(parts: int = 20) -> Fraction:
        return Fraction(stream.randint(-parts, parts), stream.choice([1, 1, 2, 4, 5, 10]))

    rows = [
        (f"limit{row}", {name: number() for name in names}, stream.choice(["<=", ">=", "<=", "="]), number(30))
        for row in range(stream.randint(0, 3))
    ]
    constant = stream.choice([Fraction(0), number()])
    return StatedProgram(stream.random() < 0.5, {name: number() for name in names}, constant, bounds, rows)


def decimal(number: Fraction) -> str:
    """With its sign, exactly."""
    return f"{float(number):+.10g}"


def _terms(coefs: dict[str, Fraction]) -> str:
    return " ".join(f"{decimal(coef)} {name}" for name, coef in coefs.items())


def _sum(coefs: dict[str, Fraction], values: dict[str, int]) -> Fraction:
    return sum((coef * values[name] for name, coef in coefs.items()), Fraction(0))
