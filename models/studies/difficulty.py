"""How hard an instance with one solution is: easy, tricky or hard, from the trace of its explanation.

    easy      one rule at a time gives it all, or one clue and which of its cells exclude each other (`reasons.single`)
    tricky    opposites must be refuted, or several rules put together
    hard      a feature of the trace is above the puzzle's threshold

Features: `left`, decisions that are open where easy ends; `largest`, rules of the largest reason; `steps`, those that
refute an opposite, add up or try; `share`, of the decisions, how many such steps there are; `tries`, steps by trying.

The thresholds come from the difficulties asked of Simon Tatham's generators (sgt-puzzles 20230122: Light Up d0, d1, d2,
Tents e, t); `python -m benchmarks.difficulty` fits them on every second instance and shows the confusion matrix of the
others. What counts as easy, and which features there are, was decided with both halves in view. Tents has no third
difficulty there: hard is what exceeds every instance of the half that was fitted. Elsewhere nothing is known to fit,
and hard is what takes trying.
"""

from __future__ import annotations

from dataclasses import dataclass

from backends.reasons.trace import Trace

GRADES = ("easy", "tricky", "hard")
HARD_KINDS = ("contradiction", "sum", "search")


@dataclass(frozen=True, slots=True)
class Features:
    """What is counted in a trace. share: between 0 and 1, in practice below 0.2."""

    left: int
    largest: int
    steps: int
    share: float
    tries: int


@dataclass(frozen=True, slots=True)
class Threshold:
    """Above this value of the feature an instance that is not easy is hard. fitted: to instances of known grade."""

    feature: str
    above: float
    fitted: bool = True


THRESHOLDS = {"akari": Threshold("largest", 3), "tents": Threshold("share", 0.096)}
ELSEWHERE = Threshold("tries", 0, fitted=False)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A grade and what it rests on."""

    grade: str
    features: Features
    threshold: Threshold


def features(trace: Trace) -> Features | None:
    """None unless the trace is complete, and its solution the only one."""
    if trace.left is None or trace.common is None:
        return None
    hard = [step for step in trace.steps if step.kind in HARD_KINDS]
    return Features(
        left=trace.left,
        largest=max((step.grade for step in trace.steps), default=0),
        steps=len(hard),
        share=len(hard) / max(len(trace.common.literals), 1),
        tries=sum(step.kind == "search" for step in hard),
    )


def difficulty(name: str, trace: Trace) -> Difficulty | None:
    """The grade of an instance of this puzzle, None where `features` are."""
    counted = features(trace)
    if counted is None:
        return None
    threshold = THRESHOLDS.get(name, ELSEWHERE)
    above = getattr(counted, threshold.feature) > threshold.above
    return Difficulty("easy" if not counted.left else "hard" if above else "tricky", counted, threshold)
