"""The text of an issue about a wrong answer: short, complete, and without our own words for things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from models.neutral import Model
from report.comparison.records import Comparison, Run
from report.words import one_line

MOST_LINES = 40  # of a model that stands in the text
EXIT_CODE = "The command ends with code 1 as long as the fault is there."


@dataclass(frozen=True, slots=True)
class CaughtRun:
    """A run that was proved wrong. stated: the model on which it was; shrunk: the smallest one found, None where the
    fault could not be repeated; note: what is wrong on that, or why there is none; runs: of shrinking; references:
    backends whose answers refute it."""

    run: Run
    stated: Model
    shrunk: Model | None
    note: str
    runs: int
    references: tuple[str, ...]


def issue_text(finding: CaughtRun, comparison: Comparison) -> str:
    """The text, in Markdown."""
    return "\n".join(_lines(finding, comparison)) + "\n"


def _lines(finding: CaughtRun, comparison: Comparison) -> Iterator[str]:
    run = finding.run
    engine = " ".join(dict.fromkeys(filter(None, (run.engine, run.version))))
    yield f"# {engine}: wrong answer ({run.status})"
    yield ""
    yield f"`{run.backend}` {_describe_claim(run)}{_refutation(run)}."
    for rule in run.broken[:5]:
        yield f"- broken: {one_line(rule, 200)}"
    yield ""
    yield from _model_lines(finding)
    yield from _repeat_lines(finding, comparison)
    yield "## Who says what about the model as it was found"
    yield ""
    yield "| backend | engine | version | formulation | encoding | status | objective | bound | verdict |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for each in comparison.runs:
        cells = (each.backend, each.engine, each.version, each.formulation, each.encoding, each.status, each.objective)
        words = ["" if cell is None else one_line(str(cell), 60) for cell in (*cells, each.bound, each.verdict)]
        yield f"| {' | '.join(words)} |"
    yield ""
    yield "A verdict rests on answers that were checked against every row of the model, not on any solver's word."
    yield ""
    limits = ", ".join(f"{name} {value:g}" for name, value in comparison.limits.items())
    yield f"Machine: {comparison.machine}. Limits: {limits}. Profile: {run.profile}."
    if comparison.command:
        yield f"Found by: `{comparison.command}`"


def _describe_claim(run: Run) -> str:
    cost = "" if run.objective is None else f" with the objective {run.objective}"
    if run.status == "unsatisfiable":
        return "says that there is no solution"
    return f"returns an answer that it calls {run.status}{cost}"


def _refutation(run: Run) -> str:
    if run.status == "unsatisfiable":
        return ", but there is one: an answer of another solver keeps every row"
    return f": {one_line(run.note, 300) or 'that is refuted'}"


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


def name_for_any_folder(backend: str) -> str:
    """The backend's name as it works in the folder of the bundle, too: a program's relative path made absolute."""
    kind, colon, program = backend.partition(":")
    return f"{kind}:{Path(program).absolute()}" if colon and kind == "external" and "/" in program else backend


def _repeat_lines(finding: CaughtRun, comparison: Comparison) -> Iterator[str]:
    """The command that repeats it in this folder."""
    from shlex import join

    run, file = finding.run, "stated.model.json" if finding.shrunk is None else "shrunk.model.json"
    backends = ",".join(dict.fromkeys(map(name_for_any_folder, (run.backend, *finding.references))))
    words = ["rosetta", "compare", "model", file, "--backends", backends]
    if run.formulation in ("reduced", "merged"):
        words += ["--formulation", run.formulation]
    for choice in (run.encoding or "").split(","):
        if choice and not choice.endswith("=auto"):
            words += ["--encoding", choice]
    yield "To repeat it, in the folder of this file:"
    yield ""
    yield f"    {join(words)}"
    yield ""
    yield EXIT_CODE
    yield ""
