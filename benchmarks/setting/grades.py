"""Grades of boards that are set: how often each comes up, and what a board of each would cost.

    python -m benchmarks.setting.grades [--boards N] [--seconds S]      (default 30 boards, 40 CPU seconds a line)

Boards are set as for `generate --unique` (and `--minimal`) and graded. A grade that is asked for takes 1 / share of a
grade boards, so `wait` is the CPU seconds of a board and its grading, divided by the share: `-` where none came up.
A line ends early when its seconds are used up; `boards` tells how many there were.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from backends.registry import backend_named
from models.puzzles.registry import puzzle
from models.puzzles.setting.targets import Targets
from rosetta.foundation.progress import ignore_progress
from rosetta.studies.asking.question import Question
from rosetta.studies.grading.difficulty import GRADES
from rosetta.studies.grading.grade import grade
from rosetta.studies.setting.generate import find_setter
from rosetta.studies.setting.setters import begin_attempt

SIZES = (7, 8, 10, 12, 14)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=40.0)
    arguments = parser.parse_args()
    for name in ("cnf", "propagate", "minicard"):
        backend_named(name).probe()
    columns = "".join(f"{label:>10}{'wait':>8}" for label in GRADES)
    print(f"{'kind':20}{'boards':>7}{'CPU s each':>12}{columns}")
    for name in ("tents", "akari"):
        for minimal in (False, True):
            wish = Targets(unique=True, minimal=minimal)
            setting, record = find_setter(name, wish), puzzle(name)
            assert setting is not None
            for size in SIZES:
                start, tally = time.process_time(), Counter[str | None]()
                for seed in range(arguments.boards):
                    if time.process_time() - start > arguments.seconds:
                        break
                    planted = setting.set_up(begin_attempt(record, str(size), seed, 0, wish, ignore_progress))
                    if planted is not None:
                        tally[grade(Question(record, planted.instance, {}))] += 1
                boards = tally.total()
                each = (time.process_time() - start) / boards
                shares = "".join(
                    f"{tally[label]:>10}" + (f"{each * boards / tally[label]:>8.2f}" if tally[label] else f"{'-':>8}")
                    for label in GRADES
                )
                print(
                    f"{name} {size}{' --minimal' * minimal:14}".ljust(20) + f"{boards:>7}{each:>12.2f}{shares}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
