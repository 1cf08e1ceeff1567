"""The difficulty of an instance with one solution: easy, tricky or hard, by how far one has to look ahead.

    easy      one rule at a time is enough, or one clue and what the other rules say of its cells alone
              (`backends.reasons.local_deductions`)
    tricky    a piece must be supposed, and what follows from it at once breaks a rule
              (`backends.reasons.failed_literals`: one move)
    hard      that is not enough either

No number in this is fitted. The limits were chosen knowing how the solvers of Simon Tatham's generators grade.
`python -m benchmarks.explaining.difficulty` compares the grades with the difficulties that were asked of those
generators (sgt-puzzles 20230122: Light Up d0, d1, d2, Tents e, t): on boards that were there before and, with --fresh,
on new ones, beside grades by features of the explanation that are chosen and cut on one half of the boards. Tents has
no third difficulty there. His Loopy, Singles and Bridges have difficulties that are others than these three: with
--fresh, the grades of their boards are counted, too.

Where rows are added up modulo 2 (Lights Out), looking ahead says nothing: there, hard is what takes trying.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # `generate --help` needs the grades alone
    from backends.reasons.trace import Reach, Trace

GRADES = ("easy", "tricky", "hard")
HARD_KINDS = ("contradiction", "sum", "search")
TRICKY = 1
"""Moves ahead up to which an instance is not hard."""


@dataclass(frozen=True, slots=True)
class Features:
    """Features of a trace. left, ahead: `undecided` and `lookahead` of `Reach`; largest: rules of the largest reason;
    steps: those that refute an opposite, add up or try; sums, tries: steps of that kind."""

    left: int
    ahead: int | None
    largest: int
    steps: int
    sums: int
    tries: int


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A grade and what it rests on. confirmed: does this puzzle have instances of known difficulty?"""

    grade: str
    features: Features
    confirmed: bool


def features(trace: Trace) -> Features | None:
    """The features of a trace, None unless it is complete and its solution the only one."""
    if trace.reach is None:
        return None
    hard = [step.kind for step in trace.steps if step.kind in HARD_KINDS]
    return Features(
        left=trace.reach.undecided,
        ahead=trace.reach.lookahead,
        largest=max((step.grade for step in trace.steps), default=0),
        steps=len(hard),
        sums=hard.count("sum"),
        tries=hard.count("search"),
    )


def difficulty(trace: Trace, is_known: bool) -> Difficulty | None:
    """The grade of an instance, None where `features` is None. is_known: does its puzzle have instances of known
    difficulty, against which grades were compared?"""
    counted = features(trace)
    if counted is None or trace.reach is None:
        return None
    if counted.sums:
        return Difficulty("hard" if counted.tries else "tricky", counted, confirmed=False)
    return Difficulty(grade_of(trace.reach), counted, is_known)


def grade_of(reach: Reach) -> str:
    """One of GRADES."""
    if not reach.undecided:
        return "easy"
    return "tricky" if reach.lookahead is not None and reach.lookahead <= TRICKY else "hard"
