"""How well grades tell apart what Simon Tatham's generators were asked for, on instances not used for choosing them.

    python -m benchmarks.explaining.difficulty               the 205 boards of these generators in the catalogue
    python -m benchmarks.explaining.difficulty --fresh 20    boards made now: 20 of each kind below, by the installed
                                                             sgt-lightup and sgt-tents, from the seed of --seed; graded
                                                             as `explain` does; then of sgt-loopy, sgt-singles and
                                                             sgt-bridges, whose difficulties are others than our grades:
                                                             how many boards of each are graded how
    python -m benchmarks.explaining.difficulty FILE ...      files of lines `parameters TAB game ID`; "lightup" or
                                                             "tents" in the name says of which puzzle

From three families of features a rule is chosen and cut on instances alone (`grade_fitting`): all features, with one
rule for both puzzles; features of the explanation and what single clues leave open, and features of the explanation
alone, each with a rule per puzzle. Every rule is shown with its confusion matrix on the instances that it was not
chosen on: every second one; then on the test halves of random splits, with the mean, the lowest and the
highest share of right grades; and with one size left out at a time. At last the grade in use, that of
`rosetta.studies.grading.difficulty`, on everything, with its mistakes and the 95 % interval of Wilson (1927).

    ahead            moves to look ahead (`failed_literals`)    tries     steps of the explanation that take trying
    ahead, either    the same, if what is not there is          largest   rules of its largest reason
                     supposed, too, for one move                depth     links of its longest refutation
    left             decisions that single clues leave open     steps     its steps that refute, add up or try
                                                                share     these steps per decision

Takes about three minutes of CPU, nearly all for the explanations; --fresh 15 takes two.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean

from backends.contract import Limits
from backends.reasons.failed_literals import measure_reach
from backends.reasons.job import ExplanationRequest
from backends.reasons.local_deductions import clue_rows
from backends.reasons.row_table import row_table
from backends.reasons.trace import Reach, Trace
from benchmarks.explaining.grade_fitting import FAMILY, FAR, TRACE, Case, GradeRule, fit_rule, halves
from benchmarks.explaining.traces import trace_instance
from instances.catalogue import catalogue
from instances.resolve import resolve
from models.neutral import Model
from models.puzzles.contract import Instance, Puzzle
from models.puzzles.registry import puzzle
from rosetta.reproducing.intervals import wilson
from rosetta.studies.asking.question import Question
from rosetta.studies.grading.difficulty import GRADES, HARD_KINDS, TRICKY, grade_of
from rosetta.studies.grading.graph_words import explained_in_process

REQUESTED_GRADES = {"d0": "easy", "d1": "tricky", "d2": "hard", "de": "easy", "dt": "tricky"}
FAMILIES = {
    "all features, one rule": (FAMILY, False),
    "explanation and single clues, a rule per puzzle": (("left", *TRACE), True),
    "explanation alone, a rule per puzzle": (TRACE, True),
}
IN_USE = GradeRule(("ahead", 0), ("ahead", TRICKY))
SPLITS = 20
BOARDS = {
    "lightup": ("7x7b20s4", "10x10b20s2", "14x14b20s2", "12x12b20s4", "9x16b30s2", "11x11b25s3", "20x20b20s2"),
    "tents": ("8x8", "10x10", "15x15", "12x12", "9x16", "20x20"),
}
LETTERS = {"lightup": ("d0", "d1", "d2"), "tents": ("de", "dt")}
UNLIKE = {  # generators with difficulties that are not these grades, from the easiest to the hardest
    "loopy": ("slitherlink", ("5x5t0", "7x7t0", "10x10t0"), ("de", "dn", "dt", "dh")),
    "singles": ("hitori", ("6x6", "8x8", "10x10"), ("de", "dk")),
    "bridges": ("hashi", ("7x7", "10x10", "13x13"), ("d0", "d1", "d2")),
}


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("files", nargs="*", type=Path, metavar="FILE")
    p.add_argument("--fresh", type=int, metavar="N", help="N boards of each kind, made now")
    p.add_argument("--seed", type=int, default=1)
    arguments = p.parse_args()
    if arguments.fresh:
        boards = generate_boards(arguments.fresh, arguments.seed)
        print_grade_in_use("fresh boards", [graded_case(*line) for line in boards])
        for game in UNLIKE:
            print_grades(game, arguments.fresh, arguments.seed)
        return
    lines = [
        ("akari" if "lightup" in path.name else "tents", *line.split("\t"))
        for path in arguments.files
        for line in path.read_text("utf-8").splitlines()
    ]
    cases = [explained_case(*line) for line in lines or catalogue_boards()]
    for title, (family, apart) in FAMILIES.items():
        print(f"\n== {title} ==")
        judge_every_second(cases, family, apart)
        judge_splits(cases, family, apart)
        judge_sizes(cases, family, apart)
    print_grade_in_use("in use", cases)


def catalogue_boards() -> list[tuple[str, str, str]]:
    """Puzzle, parameters and ID of the catalogue's boards of known difficulty."""
    return [
        (name, entry.requested, entry.id)
        for name in ("akari", "tents")
        for entry in catalogue(name).values()
        if entry.requested
    ]


def explained_case(name: str, requested: str, text: str) -> Case:
    """Explain the instance and count its features. Raises AssertionError unless it has exactly one solution."""
    record, instance = puzzle(name), resolve(name, text).instance
    model, trace = trace_instance(name, instance, ExplanationRequest(per_step=float("inf")))
    either = looked_ahead(record, instance, model, both=True).lookahead
    return case_of(name, requested, text, count_features(trace, either))


def count_features(trace: Trace, either: int | None) -> dict[str, float]:
    """All features of FAMILY."""
    assert trace.reach is not None, "not exactly one solution"
    assert trace.backbone is not None
    hard = [step for step in trace.steps if step.kind in HARD_KINDS]
    ahead = trace.reach.lookahead
    closures = FAR if ahead is None else ahead, FAR if either is None else either, trace.reach.undecided
    steps = (
        sum(step.kind == "search" for step in hard),
        max(step.grade for step in trace.steps),
        max((len(step.chain) for step in hard), default=0),
        len(hard),
        len(hard) / len(trace.backbone.literals),
    )
    return dict(zip(FAMILY, (*closures, *steps), strict=True))


def graded_case(name: str, requested: str, text: str) -> Case:
    """The case without an explanation, for the grade in use alone."""
    reach = reach_of(name, text)
    counts = {"ahead": FAR if reach.lookahead is None else reach.lookahead, "left": reach.undecided}
    return case_of(name, requested, text, counts)


def reach_of(name: str, text: str) -> Reach:
    """How far one has to look ahead on a board."""
    question = Question(puzzle(name), resolve(name, text).instance)
    model = explained_in_process(question, next(iter(question.puzzle.formulations)), Limits())
    return looked_ahead(question.puzzle, question.instance, model)


def looked_ahead(record: Puzzle, instance: Instance, model: Model, both: bool = False) -> Reach:
    """How far one has to look ahead."""
    rows = row_table(model, record.project(instance, model))
    return measure_reach(rows, clue_rows(model, rows), both=both)


def case_of(name: str, requested: str, text: str, counts: dict[str, float]) -> Case:
    return Case(name, requested, requested.split("b")[0].split("d")[0], text, REQUESTED_GRADES[requested[-2:]], counts)


def generate_boards(n: int, seed: int) -> Iterable[tuple[str, str, str]]:
    """Boards of Tatham's generators, the same for the same seed; easy, tricky, for Light Up hard."""
    for game, kinds in BOARDS.items():
        for kind in kinds:
            for letter in LETTERS[game]:
                name = "akari" if game == "lightup" else game
                yield from ((name, kind + letter, line) for line in generate_ids(game, kind + letter, n, seed))


def generate_ids(game: str, parameters: str, n: int, seed: int) -> list[str]:
    """The IDs of n boards; none where the generator is not installed."""
    program = shutil.which(f"sgt-{game}", path="/usr/games:/usr/local/bin:/usr/bin:/bin")
    if program is None:
        print(f"sgt-{game} is not installed (Debian: apt-get install sgt-puzzles)")
        return []
    command = [program, "--generate", str(n), f"{parameters}#{seed}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


# ---- fitting and judging -----------------------------------------------------------------------------------------


def rules(cases: Sequence[Case], family: Sequence[str], apart: bool) -> dict[str, GradeRule]:
    """The fitted rule of each puzzle; apart: fitted for each puzzle by itself."""
    names = dict.fromkeys(case.name for case in cases)
    if not apart:
        return dict.fromkeys(names, fit_rule(cases, family))
    return {name: fit_rule([case for case in cases if case.name == name], family) for name in names}


def count_correct(rules: dict[str, GradeRule], cases: Sequence[Case]) -> int:
    return sum(rules[case.name].grade(case) == case.requested_grade for case in cases)


def judge_every_second(cases: Sequence[Case], family: Sequence[str], apart: bool) -> None:
    """Fit on every second case, judge on the others."""
    calibration = [case for name in dict.fromkeys(case.name for case in cases) for case in cases_of(cases, name)[::2]]
    test = [case for name in dict.fromkeys(case.name for case in cases) for case in cases_of(cases, name)[1::2]]
    chosen = rules(calibration, family, apart)
    for name, rule in chosen.items() if apart else [("", next(iter(chosen.values())))]:
        print(f"{name + ': ' if name else ''}chosen on {len(cases_of(calibration, name))} instances: {rule}")
    for name in chosen:
        print_matrix(name, cases_of(test, name), chosen[name], "test half")


def cases_of(cases: Sequence[Case], name: str) -> list[Case]:
    """The cases of this puzzle; all cases without a name."""
    return [case for case in cases if name in ("", case.name)]


def judge_splits(cases: Sequence[Case], family: Sequence[str], apart: bool) -> None:
    """Random halves: fit on one, judge on the other, and vice versa."""
    accuracy: dict[str, list[float]] = {name: [] for name in dict.fromkeys(case.name for case in cases)}
    chosen: Counter[str] = Counter()
    for seed in range(SPLITS // 2):
        first, second = halves(cases, seed)
        for calibration, test in ((first, second), (second, first)):
            by_name = rules(calibration, family, apart)
            chosen.update({f"{name if apart else 'both'}, {rule}" for name, rule in by_name.items()})
            for name in accuracy:
                accuracy[name].append(count_correct(by_name, cases_of(test, name)) / len(cases_of(test, name)))
    for name, shares in accuracy.items():
        print(f"{name}, {SPLITS} test halves: {mean(shares):.1%} right, from {min(shares):.1%} to {max(shares):.1%}")
    print("rules chosen: " + "; ".join(f"{count} times {rule}" for rule, count in chosen.most_common(4)))


def judge_sizes(cases: Sequence[Case], family: Sequence[str], apart: bool) -> None:
    """Fit on all sizes but one, judge on that one."""
    mistakes = []
    for name in dict.fromkeys(case.name for case in cases):
        hits = n = 0
        for size in dict.fromkeys(case.size for case in cases_of(cases, name)):
            out = [case for case in cases_of(cases, name) if case.size == size]
            by_name = rules([case for case in cases if case.size != size or case.name != name], family, apart)
            hits, n = hits + count_correct(by_name, out), n + len(out)
            if count_correct(by_name, out) < len(out):
                mistakes.append(f"{name} {size} {count_correct(by_name, out)}/{len(out)}")
        print(f"{name}, one size left out at a time: {hits} of {n} right")
    print("sizes with mistakes: " + (", ".join(mistakes) or "none"))


# ---- printed ------------------------------------------------------------------------------------------------------


def print_grade_in_use(title: str, cases: Sequence[Case]) -> None:
    """The grade in use, by puzzle, and its mistakes."""
    print(f"\n== {title}: {IN_USE} ==")
    for name in dict.fromkeys(case.name for case in cases):
        mine = cases_of(cases, name)
        print_matrix(name, mine, IN_USE, "all")
        looked = Counter((case.requested_grade, case.counts["ahead"]) for case in mine)
        for grade in GRADES:
            counts = sorted((moves, count) for (requested, moves), count in looked.items() if requested == grade)
            if counts:
                print(f"  {grade}: " + ", ".join(f"{moves:g} moves ahead: {count}" for moves, count in counts))
    for case in cases:
        if IN_USE.grade(case) != case.requested_grade:
            print(f"  {case.name} {case.kind} {case.text}: {IN_USE.grade(case)}, {case.counts['ahead']:g} moves ahead")


def print_grades(game: str, n: int, seed: int) -> None:
    """How boards of each difficulty of a generator are graded."""
    name, sizes, letters = UNLIKE[game]
    print(f"\n{name}, sgt-{game}, {' '.join(sizes)}\n  asked for   " + "".join(f"{grade:>8}" for grade in GRADES))
    for letter in letters:
        boards = [text for size in sizes for text in generate_ids(game, size + letter, n, seed)]
        count = Counter(grade_of(reach_of(name, text)) for text in boards)
        print(f"  {letter:<12}" + "".join(f"{count[grade]:>8}" for grade in GRADES))


def print_matrix(name: str, cases: Sequence[Case], rule: GradeRule, which: str) -> None:
    """The confusion matrix and the accuracy."""
    count = Counter((case.requested_grade, rule.grade(case)) for case in cases)
    print(f"\n{name}, {which}\n  asked for   " + "".join(f"{grade:>8}" for grade in GRADES))
    for grade in [grade for grade in GRADES if any(case.requested_grade == grade for case in cases)]:
        print(f"  {grade:<12}" + "".join(f"{count[grade, graded]:>8}" for graded in GRADES))
    hits = rule.count_correct(cases)
    low, high = wilson(hits, len(cases))
    print(f"  {hits} of {len(cases)} right: {hits / len(cases):.1%}, 95 % interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
