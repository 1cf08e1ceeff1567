"""The text of an issue about a wrong answer: short, complete, and without our own words for things."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from backends.calling.programs import split_format
from backends.contract import Limits, Setting
from backends.name_lists import read_names, write_names
from backends.registry import backend_named
from models.neutral import Model
from report.comparison.records import Comparison, Run
from report.words import one_line
from rosetta.foundation.vocabulary import Status
from rosetta.studies.disagreements.trials import Accused, Task

MOST_LINES = 40  # of a model that stands in the text
EXIT_CODE = "The command ends with code 1 as long as the fault is there."


@dataclass(frozen=True, slots=True)
class CaughtRun:
    """A run that was proved wrong. stated: the model on which it was; shrunk: the smallest one found, None where the
    fault could not be repeated; note: what is wrong on that, or why there is none; runs: of shrinking; accused: what
    repeats it, None for one of the puzzle's own solvers."""

    run: Run
    stated: Model
    shrunk: Model | None
    note: str
    runs: int
    accused: Accused | None

    @property
    def task(self) -> Task:
        return Task.SOLVE if self.accused is None else self.accused.task


def issue_text(finding: CaughtRun, comparison: Comparison, folder: Path) -> str:
    """The text, in Markdown, for that folder."""
    text = "\n".join(_lines(finding, comparison, folder)) + "\n"
    for run in comparison.runs:  # in notes
        text = text.replace(run.backend, _without_root(run.backend, folder))
    return text


def _lines(finding: CaughtRun, comparison: Comparison, folder: Path) -> Iterator[str]:
    run = finding.run
    engine = " ".join(dict.fromkeys(filter(None, (_last_part(run.engine), _last_part(run.version)))))
    yield f"# {engine}: {_describe_fault(finding)}"
    yield ""
    yield f"`{name_in_folder(run.backend, folder)}` {_describe_claim(finding)}."
    for rule in run.broken[:5]:
        yield f"- broken: {one_line(rule, 200)}"
    yield ""
    yield from _model_lines(finding)
    yield from _repeat_lines(finding, comparison, folder)
    yield "## Who says what about the model as it was found"
    yield ""
    yield "| backend | engine | version | formulation | encoding | status | objective | bound | verdict |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for each in comparison.runs:
        names = name_in_folder(each.backend, folder), _last_part(each.engine), _last_part(each.version)
        cells = (*names, each.formulation, each.encoding, each.status, each.objective, each.bound, each.verdict)
        yield f"| {' | '.join('' if cell is None else one_line(str(cell), 60) for cell in cells)} |"
    yield ""
    yield "A verdict rests on answers that were checked against every row of the model, not on any solver's word."
    yield ""
    limits = ", ".join(f"{name} {value:g}" for name, value in comparison.limits.items())
    yield f"Machine: {comparison.machine}. Limits: {limits}. Profile: {run.profile}."
    if comparison.command:
        yield f"Found by: `{_without_folders(comparison.command, folder)}`"


def _describe_fault(finding: CaughtRun) -> str:
    match finding.task:
        case Task.SOLVE:
            return f"wrong answer ({finding.run.status})"
        case Task.LIST:
            return "wrong list of answers"
        case Task.COUNT:
            return "wrong number of answers"
        case _:
            assert_never(finding.task)


def _describe_claim(finding: CaughtRun) -> str:
    """What it says, and what refutes that."""
    run = finding.run
    refutation = one_line(run.note, 300) or "that is refuted"
    match finding.task:
        case Task.LIST:
            return f"lists answers wrongly: {refutation}"
        case Task.COUNT:
            return f"counts answers wrongly: {refutation}"
        case Task.SOLVE if run.status == Status.UNSATISFIABLE:
            return "says that there is no solution, but there is one: an answer of another solver keeps every row"
        case Task.SOLVE:
            cost = "" if run.objective is None else f" with the objective {run.objective}"
            return f"returns an answer that it calls {run.status}{cost}: {refutation}"
        case _:
            assert_never(finding.task)


def _model_lines(finding: CaughtRun) -> Iterator[str]:
    """What the model is, small enough to read where it could be shrunk."""
    if finding.shrunk is None:
        yield f"The model was not made smaller: {finding.note}. It is in `stated.model.json` and its like."
        yield ""
        return
    before, after = _describe_size(finding.stated), _describe_size(finding.shrunk)
    yield f"The smallest model found on which it is still wrong has {after}; the model as found has {before}."
    yield f"(Shrunk in {count_of(finding.runs, 'run')}. On the small model: {one_line(finding.note, 300)}.)"
    yield ""
    lines = str(finding.shrunk).splitlines()
    yield "```"
    yield from lines[:MOST_LINES]
    if len(lines) > MOST_LINES:
        yield f"... and {count_of(len(lines) - MOST_LINES, 'more line')}: see shrunk.lp, shrunk.model.json"
    yield "```"
    yield ""


def _describe_size(model: Model) -> str:
    return f"{count_of(count_rows(model), 'row')} and {count_of(model.variables, 'variable')}"


def count_rows(model: Model) -> int:
    return sum(map(len, model.blocks))


def count_of(n: int, noun: str) -> str:
    """`1 row`, `2 rows`."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def name_in_folder(backend: str, folder: Path) -> str:
    """The backend's name as it works in that folder: the path of a program of the user's is relative to it."""
    program = _program_in_a_folder(backend)
    if program is None:
        return backend
    path = os.path.relpath(Path(program).absolute(), folder.absolute())
    return backend.removesuffix(program) + (path if path.startswith("..") else f"./{path}")


def _without_root(backend: str, folder: Path) -> str:
    """The backend's name as it works in that folder, if its program was named by a path of this machine alone. Others
    stay: a text may have them as they work in that folder already."""
    program = _program_in_a_folder(backend)
    return name_in_folder(backend, folder) if program is not None and os.path.isabs(program) else backend


def _program_in_a_folder(backend: str) -> str | None:
    """`./solver` of `external:mps=./solver`; None where a backend is no program named by its path."""
    kind, _, name = backend.partition(":")
    program = split_format(name)[1]
    return program if kind == "external" and "/" in program else None


def _last_part(name: str) -> str:
    """A program without its folders, which are those of one machine."""
    return Path(name).name if name.startswith(("/", "./", "../")) else name


def _without_folders(command: str, folder: Path) -> str:
    """The command with relative paths only."""
    words = []
    for word in shlex.split(command):
        names = [_without_root(name, folder) for name in read_names(word)]
        words.append(_last_part(word) if os.path.isabs(word) else write_names(names))
    return shlex.join(words)


def _repeat_lines(finding: CaughtRun, comparison: Comparison, folder: Path) -> Iterator[str]:
    """The command that repeats it in this folder."""
    accused = finding.accused
    if accused is None or finding.shrunk is None:
        yield "It is not known how to repeat it, but by the command at the end, which ended with code 1."
        yield ""
        return
    name = name_in_folder(accused.name, folder)
    yield "To repeat it, in the folder of this file:"
    yield ""
    yield f"    {shlex.join(_repeat_words(accused, finding.run, comparison, folder))}"
    yield ""
    yield EXIT_CODE
    if program := _program_in_a_folder(name):
        yield f"`{program}` is where that program lay, as seen from this folder, of which it is no part."
    unnamed = {key: value for key, value in accused.options.parameters.items() if key not in _settings(accused)}
    if unnamed:
        yield f"It ran with the parameters {', '.join(f'{key}={value}' for key, value in unnamed.items())}."
    yield ""


def _repeat_words(accused: Accused, run: Run, comparison: Comparison, folder: Path) -> list[str]:
    """The words of the command, with all options that matter."""
    name, file = name_in_folder(accused.name, folder), "shrunk.model.json"
    match accused.task:
        case Task.SOLVE:
            others = [name_in_folder(other, folder) for other in accused.references]
            words = ["compare", "model", file, "--backends", write_names(dict.fromkeys([name, *others]))]
        case Task.LIST:
            most = ["--all"] if accused.most is None else ["--limit", str(accused.most)]
            words = ["solve", "model", file, "--backend", name, *most]
        case Task.COUNT:
            words = ["count", "model", file, "--backend", name]
        case _:
            assert_never(accused.task)
    if accused.formulation != "stated":
        words += ["--formulation", accused.formulation]
    for form, chosen in run.encodings.items():
        words += ["--encoding", f"{form}={chosen}"]
    for key, value in accused.options.parameters.items():
        words += [f"--{key.replace('_', '-')}", value] if key in _settings(accused) else []
    usual = Limits()
    words += ["--time-limit", f"{comparison.limits.get('seconds', usual.seconds):g}"]
    if accused.task is Task.SOLVE and "budget" in comparison.limits:
        words += ["--budget", f"{comparison.limits['budget']:g}"]
    for flag, number, default in (
        ("--threads", accused.limits.threads, usual.threads),
        ("--memory", accused.limits.memory, usual.memory),
        ("--seed", accused.limits.seed, usual.seed),
    ):
        words += [flag, str(number)] if number != default else []
    return ["rosetta", *words]


def _settings(accused: Accused) -> Mapping[str, Setting]:
    """The parameters that the command line has flags for."""
    return backend_named(accused.name.partition(":")[0]).settings
