"""Mutation runs from the command line, resumable at every step. FOLDER holds what they found so far.

python -m tests.mutation map   FOLDER           once: which tests enter which functions
python -m tests.mutation run   FOLDER           a sample of the faults against the tests that enter the function
python -m tests.mutation whole FOLDER           those that survived against all tests, in copies of the tree
python -m tests.mutation table FOLDER           the numbers per file, the survivors
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.tracing import MapTests, TracedTest, read_map
from tests.mutation.trials import Result, Trial, TryInForks, copy_tree, read_results, try_in_copy, write_result
from tests.support.costs import SELECTION
from tests.support.places import ROOT

HERE = Path(__file__).parent
QUIET = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-m"]
DAILY = f"{SELECTION} and not sample"  # what `make test` runs on every day
LEAST, TIMES = 30.0, 4.0  # seconds of a trial: so many, and so often what its tests take
WHOLE = 3600.0  # seconds for the whole suite


def find_files(patterns: Sequence[str] = ()) -> list[str]:
    """The files that fit the patterns, those of trusted.txt if there are none."""
    lines = patterns or [line for line in (HERE / "trusted.txt").read_text("utf-8").splitlines() if line[:1] != "#"]
    paths = [str(path.relative_to(ROOT)) for line in lines for path in sorted(ROOT.glob(line))]
    return [path for path in dict.fromkeys(paths) if not path.endswith("__init__.py")]


def read_mutants(path: str) -> list[Mutant]:
    return mutants_of(path, (ROOT / path).read_text("utf-8"))


def sample_mutants(paths: Sequence[str], each: int, seed: int) -> list[Mutant]:
    """At most so many of each file, the same for a seed as long as the file stays as it is."""
    mutants: list[Mutant] = []
    for path in paths:
        every = read_mutants(path)
        chosen = set(random.Random(f"{seed} {path}").sample(range(len(every)), min(each, len(every))))
        mutants += [mutant for at, mutant in enumerate(every) if at in chosen]
    return mutants


def select_tests(mutant: Mutant, tests: Sequence[TracedTest], budget: float) -> list[TracedTest]:
    """The tests that enter the mutant's function, or anything in its file if it stands outside of functions; the
    fastest first, up to the budget in seconds."""
    name = f"{mutant.path}::{mutant.function}"
    entering = [t for t in tests if (name in t.entered if mutant.function else any(map(name.__eq__, _paths(t))))]
    chosen: list[TracedTest] = []
    for test in sorted(entering, key=lambda test: test.seconds):
        budget -= test.seconds
        if budget < 0:
            break
        chosen.append(test)
    return chosen


def _paths(test: TracedTest) -> set[str]:
    return {f"{name.partition('::')[0]}::" for name in test.entered}


def make_trial(mutant: Mutant, tests: Sequence[TracedTest], budget: float) -> Trial:
    chosen = select_tests(mutant, tests, budget)
    return Trial(mutant, [t.test for t in chosen], LEAST + TIMES * sum(t.seconds for t in chosen))


def read_equivalents() -> dict[tuple[str, str, str, str], str]:
    """The reasons why mutants are equivalent, by their keys."""
    lines = (HERE / "equivalent.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and line[0] != "#"]
    return {(path, function, line, change): reason for path, function, line, change, reason in rows}


def map_tests(folder: Path, paths: Sequence[str], tests: Sequence[str], selection: str) -> int:
    functions = sorted({(m.path, m.function) for path in paths for m in read_mutants(path) if m.function})
    return pytest.main([*QUIET, selection, *tests], plugins=[MapTests(folder / "map.jsonl", functions)])


def run_trials(folder: Path, mutants: Sequence[Mutant], budget: float, jobs: int, selection: str) -> int:
    """Hold the trials of these mutants: in forks, but in copies where no function is replaced."""
    tests = list(read_map(folder / "map.jsonl").values())
    trials = [make_trial(mutant, tests, budget) for mutant in mutants]
    inside = [trial for trial in trials if trial.tests and trial.mutant.function]
    files = {test.partition("::")[0] for trial in inside for test in trial.tests}
    take = partial(show_result, folder)
    if inside:
        pytest.main([*QUIET, selection, *sorted(files)], plugins=[TryInForks(inside, jobs, take)])
    for trial in trials:
        if not trial.tests:
            take(Result(trial.mutant.key, "survived"))
    crashed = {key for key, result in read_results(folder / "results.jsonl").items() if result.verdict == "crashed"}
    outside = [t for t in trials if t.tests and (not t.mutant.function or t.mutant.key in crashed)]
    try_in_copies(outside, jobs, take)
    return 0


def try_in_copies(trials: Sequence[Trial], jobs: int, take: Callable[[Result], None]) -> None:
    """Each trial in a copy of the tree that no other has at the time."""
    if not trials:
        return
    with tempfile.TemporaryDirectory(prefix="mutation-") as name, ThreadPoolExecutor(jobs) as pool:
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            trees.put(copy_tree(Path(name, str(number), "tree")))

        def hold(trial: Trial) -> Result:
            tree = trees.get()
            try:
                return try_in_copy(tree, trial)
            finally:
                trees.put(tree)

        for result in pool.map(hold, trials):
            take(result)


def show_result(folder: Path, result: Result) -> None:
    path, function, line, change = result.key
    print(f"{result.verdict:9} {path} {function}: {change}   {result.test or line}", flush=True)
    write_result(folder / "results.jsonl", result)


def try_whole_suite(folder: Path, paths: Sequence[str], tests: Sequence[str], jobs: int) -> int:
    """The survivors that are not listed as equivalent against these tests, or every one, the slow ones, too."""
    trials = [Trial(mutant, tests, WHOLE) for mutant in survivors(folder, paths)]
    try_in_copies(trials, jobs, partial(show_result, folder))
    return 0


def new_mutants(folder: Path, mutants: Sequence[Mutant]) -> list[Mutant]:
    """Those that the folder has no result of, and that are not listed as equivalent."""
    known = {**read_results(folder / "results.jsonl"), **read_equivalents()}
    return [mutant for mutant in mutants if mutant.key not in known]


def survivors(folder: Path, paths: Sequence[str]) -> list[Mutant]:
    """Those that no test noticed, and that are not listed as equivalent."""
    results, equivalents = read_results(folder / "results.jsonl"), read_equivalents()
    alive = {key for key, result in results.items() if not result.killed} - equivalents.keys()
    return [mutant for path in paths for mutant in read_mutants(path) if mutant.key in alive]


def table(folder: Path, paths: Sequence[str]) -> str:
    """Markdown: the numbers per file, the equivalents with their reasons, the survivors. A mutant whose line is gone is
    not counted."""
    results, equivalents = read_results(folder / "results.jsonl"), read_equivalents()
    numbers, reasons, alive = [], [], [HEADS["survivors"]]
    for path in paths:
        mutants = [m for m in read_mutants(path) if m.key in results or m.key in equivalents]
        equal = [m for m in mutants if m.key in equivalents]
        rest = [m for m in mutants if m.key not in equivalents and not results[m.key].killed]
        numbers.append((path, len(mutants), len(mutants) - len(equal) - len(rest), len(equal), len(rest)))
        reasons += [_row(path, m.function, _code(m.change), equivalents[m.key]) for m in equal]
        alive += [_row(path, m.function, _code(m.change), results[m.key].verdict) for m in rest]
    sums = ("all", *(sum(column) for column in list(zip(*numbers, strict=True))[1:]))
    rows = [_row(*each) for each in (*(each for each in numbers if each[1]), sums)]
    return "\n".join([HEADS["numbers"], *rows, "", HEADS["equivalents"], *reasons, "", *alive])


HEADS = {
    "numbers": "| file | mutants | killed | equivalent | survived |\n|---|---:|---:|---:|---:|",
    "equivalents": "| file | function | change | why nobody can see it |\n|---|---|---|---|",
    "survivors": "| file | function | change | verdict |\n|---|---|---|---|",
}


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _code(change: str) -> str:
    """A change as code, cut to a length that fits a table."""
    old, _, new = change.partition(" -> ")
    return " to ".join(f"`{text if len(text) <= 60 else text[:57] + '...'}`".replace("|", "\\|") for text in (old, new))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tests.mutation", description=__doc__)
    parser.add_argument("step", choices=("map", "run", "again", "whole", "table"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("tests", nargs="*", help="map, whole: only these")
    parser.add_argument("--files", action="append", default=[], help="patterns; without one, those of trusted.txt")
    parser.add_argument("--each", type=int, default=20, help="mutants of each file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--budget", type=float, default=60.0, help="seconds that the tests of a mutant take")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--daily", action="store_true", help="only tests that run every day, none of the sample")
    given = parser.parse_args(words)
    given.folder.mkdir(parents=True, exist_ok=True)
    paths, selection = find_files(given.files), DAILY if given.daily else SELECTION
    if given.step == "map":
        return map_tests(given.folder, paths, given.tests, selection)
    if given.step == "run":
        sample = new_mutants(given.folder, sample_mutants(paths, given.each, given.seed))
        return run_trials(given.folder, sample, given.budget, given.jobs, selection)
    if given.step == "again":
        return run_trials(given.folder, survivors(given.folder, paths), given.budget, given.jobs, selection)
    if given.step == "whole":
        return try_whole_suite(given.folder, paths, given.tests, given.jobs)
    print(table(given.folder, paths))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
