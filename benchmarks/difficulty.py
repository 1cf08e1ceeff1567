"""How well grades separate what Simon Tatham's generators were asked for, on instances not used for the thresholds.

    python -m benchmarks.difficulty                  the Light Up and Tents IDs of ../shared/data/tatham
    python -m benchmarks.difficulty FILE ...         files of lines `parameters TAB game ID`; "lightup" or "tents" in
                                                     the name says of which puzzle, "test" that nothing is fitted there

Every second line, from the first on, is for calibration, the others are for the test. `easy` has nothing to fit. The
threshold of `hard` is fitted for each feature: the midpoint with the most correct grades; where the calibration half
has no instance that was asked for as hard, it is the largest value there. Printed are the calibration and test
accuracy of each feature, and for the threshold in `models.studies.difficulty` the confusion matrix of the test half
and its accuracy with the 95 % interval of Wilson (1927). Takes about a minute of CPU.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path

from backends.contract import Limits
from backends.reasons.job import Asked, explaining
from backends.reasons.trace import gathered
from instances.what import resolve
from models.puzzles.registry import puzzle
from models.studies.difficulty import GRADES, THRESHOLDS, Difficulty, difficulty

HERE = Path(__file__).resolve().parents[2] / "shared" / "data" / "tatham"
FILES = [HERE / "lightup.tsv", HERE / "tents.tsv"]
ASKED = {"d0": "easy", "d1": "tricky", "d2": "hard", "de": "easy", "dt": "tricky"}
FEATURES = ("largest", "steps", "share", "tries")


@dataclass(frozen=True, slots=True)
class Case:
    """An instance: the grade that was asked for, and what is found."""

    asked: str
    found: Difficulty


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("files", nargs="*", type=Path, default=FILES, metavar="FILE")
    for path in p.parse_args().files:
        name = "akari" if "lightup" in path.name else "tents"
        lines = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
        cases = [case(name, requested, text) for requested, text in lines]
        if "test" in path.name:
            judged(name, cases, "all")
            continue
        calibration, test = cases[::2], cases[1::2]
        fitted(name, calibration, test)
        judged(name, calibration, "calibration half")
        judged(name, test, "test half")


def case(name: str, requested: str, text: str) -> Case:
    """Explains the instance and grades it."""
    record, given = puzzle(name), resolve(name, text)
    model = record.formulations["default"](given.instance)
    sent: list[object] = []
    answer = record.project(given.instance, model)
    explaining(lambda kind, one: sent.append(one), model, answer, Asked(record.clues), Limits())
    found = difficulty(name, gathered(sent, complete=True, ended="", seconds=0.0))
    assert found is not None, f"{text} has not exactly one solution"
    return Case(ASKED[requested[-2:]], found)


def graded(one: Case, feature: str, above: float) -> str:
    """The grade with another threshold."""
    counted = one.found.features
    return "easy" if not counted.left else "hard" if getattr(counted, feature) > above else "tricky"


def threshold(cases: Sequence[Case], feature: str) -> float:
    """The best one for these cases."""
    values = sorted({getattr(one.found.features, feature) for one in cases if one.found.features.left})
    if not any(one.asked == "hard" for one in cases):
        return float(values[-1])
    middles = [(low + high) / 2 for low, high in pairwise(values)]
    return max(middles or values, key=lambda above: right(cases, feature, above))


def right(cases: Sequence[Case], feature: str, above: float) -> int:
    return sum(graded(one, feature, above) == one.asked for one in cases)


def fitted(name: str, calibration: Sequence[Case], test: Sequence[Case]) -> None:
    """Each feature with its threshold, and how many grades are right with it."""
    print(f"{name}: {len(calibration)} instances for calibration, {len(test)} for the test")
    for feature in FEATURES:
        above = threshold(calibration, feature)
        hits = right(calibration, feature, above), right(test, feature, above)
        used = " (used)" if THRESHOLDS[name].feature == feature else ""
        told = f"{hits[0]}/{len(calibration)} right, test {hits[1]}/{len(test)}"
        print(f"  hard if {feature:<8} > {above:<8.4g} {told}{used}")
    print(f"  in use: hard if {THRESHOLDS[name].feature} > {THRESHOLDS[name].above}")


def judged(name: str, cases: Sequence[Case], which: str) -> None:
    """The confusion matrix, the mean features, the accuracy."""
    count = Counter((one.asked, one.found.grade) for one in cases)
    asked = [grade for grade in GRADES if any(one.asked == grade for one in cases)]
    print(f"\n{name}, {which}\n  asked for   " + "".join(f"{grade:>8}" for grade in GRADES))
    for grade in asked:
        print(f"  {grade:<12}" + "".join(f"{count[grade, found]:>8}" for found in GRADES), means(cases, grade))
    hits = sum(one.asked == one.found.grade for one in cases)
    low, high = wilson(hits, len(cases))
    print(f"  {hits} of {len(cases)} right: {hits / len(cases):.1%}, 95 % interval {low:.1%} to {high:.1%}\n")


def means(cases: Sequence[Case], grade: str) -> str:
    """The features of those cases, on average."""
    columns = zip(*(astuple(one.found.features) for one in cases if one.asked == grade), strict=True)
    left, largest, steps, share, tries = (sum(column) / len(column) for column in map(list, columns))
    return f"   left {left:.1f}, largest {largest:.1f}, steps {steps:.1f}, share {share:.3f}, tries {tries:.2f}"


def wilson(hits: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The score interval of a proportion (Wilson 1927)."""
    middle, half = hits + z * z / 2, z * sqrt(hits * (n - hits) / n + z * z / 4)
    return (middle - half) / (n + z * z), (middle + half) / (n + z * z)


if __name__ == "__main__":
    main()
