"""The programs that read files themselves: which formats, how they are called, what their output says.

CBC       `Optimal - objective value 8.25`                    in the file that -solution names
glpsol    `Status: INTEGER OPTIMAL`, `Objective: obj = 8.25`  in the file that -o names
HiGHS     `Model status`, its line, `Objective 8.25`          in the file that --solution_file names
SCIP      `solution status: ..`, `objective value: 8.25`      in the file that `write solution` names
others    the lines of the SAT and PB competitions: `s OPTIMUM FOUND`, `o 12`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from shutil import which

from backends.calling.programs import PROGRAMS, SolverProgram
from backends.contract import Status
from backends.formats.results.competition import MINISAT, STATUSES


@dataclass(frozen=True, slots=True)
class Saying:
    """What a program says of a file. objective: in the sense in which it read the file, None without one; note: why it
    says nothing, "" where it does."""

    status: Status
    objective: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class FileReader:
    """A program that reads files. formats: those of `backends.formats` that it reads; program: which it is; arguments:
    those for a file, the file for its result, a number of seconds, and whether it must be told to maximise; says: what
    its output and its result file (empty if there is none) mean; constants: how often it counts the constant of an
    objective, by format and sense (1: minimised), where that is not once; is_told_sense: it takes no notice of the
    sense of MPS files, and is told on the command line; settings: the text of a file beside the model's, SETTINGS."""

    name: str
    formats: tuple[str, ...]
    program: SolverProgram
    arguments: Callable[[str, str, float, bool], list[str]]
    says: Callable[[bytes, bytes], Saying]
    constants: Mapping[tuple[str, int], int] = field(default_factory=dict)
    is_told_sense: bool = False
    settings: str = ""


SETTINGS = "settings"  # the name of that file
COMPLAINT = re.compile(r"^(?!.*\bwarning\b).*(?::\d+: |\berror:|\bunknown\b|\binvalid\b|\bno match\b)", re.IGNORECASE)
NUMBER = rb"([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)"


def _why_refused(printed: bytes) -> str:
    """The first line that tells of an error, else the last one."""
    lines = [line.strip() for line in printed.decode("utf-8", "replace").splitlines() if line.strip()]
    told = [line for line in lines if COMPLAINT.search(line)]
    return (told[0] if told else lines[-1] if lines else "it printed nothing")[:200]


def _refusal(printed: bytes) -> Saying:
    return Saying(Status.ERROR, note=_why_refused(printed))


def _by_words(
    pattern: re.Pattern[bytes], objective: re.Pattern[bytes], words: dict[bytes, Status]
) -> Callable[[bytes, bytes], Saying]:
    """A reader of results with a status in words. words: with what each begins."""

    def says(printed: bytes, result: bytes) -> Saying:
        found, value = pattern.search(result), objective.search(result)
        if found is None:
            return _refusal(printed)
        text = found[1].strip()
        status = next((status for word, status in words.items() if text.lower().startswith(word)), Status.UNKNOWN)
        if status is Status.OPTIMAL and value is not None:
            return Saying(status, float(value[1]))
        return Saying(status, note="" if status.is_definite else f"it says: {text.decode('utf-8', 'replace')[:100]}")

    return says


def _says_cbc(printed: bytes, result: bytes) -> Saying:
    """CBC solves what it could read of a file, or nothing, as if that had been meant; it tells of errors before."""
    if b"ERROR" in printed or re.search(rb"with [-1-9][0-9]* errors|were -?[1-9][0-9]* errors", printed):
        return _refusal(printed)
    return _by_words(
        re.compile(rb"\A([^\n]*?) - objective value"),
        re.compile(rb"objective value " + NUMBER),
        {b"optimal": Status.OPTIMAL, b"infeasible": Status.UNSATISFIABLE, b"integer infeasible": Status.UNSATISFIABLE},
    )(printed, result)


def _says_glpsol(printed: bytes, result: bytes) -> Saying:
    return _by_words(
        re.compile(rb"^Status: +(?:INTEGER )?(\w[^\n]*)$", re.MULTILINE),
        re.compile(rb"^Objective: +\S+ = " + NUMBER, re.MULTILINE),
        {b"optimal": Status.OPTIMAL, b"empty": Status.UNSATISFIABLE, b"infeasible": Status.UNSATISFIABLE},
    )(printed, result)


def _says_competition(printed: bytes, result: bytes) -> Saying:
    """Status and cost; minisat's own file has the status alone."""
    first = result.split(b"\n", 1)[0].strip()
    if first in MINISAT:
        return Saying(MINISAT[first])
    statuses = re.findall(rb"^s ([A-Z ]+?)\s*$", printed, re.MULTILINE)
    status = STATUSES.get(statuses[0]) if len(statuses) == 1 else None
    if status is None:
        return _refusal(printed)
    if not status.is_definite and re.search(rb"^\W*ERROR\b", printed, re.MULTILINE):
        return _refusal(re.sub(rb"^s UNKNOWN\s*$", b"", printed, flags=re.MULTILINE))  # clasp could not read the file
    costs = re.findall(rb"^o (-?[0-9]+)\s*$", printed, re.MULTILINE)
    return Saying(status, float(costs[-1]) if costs else None, "" if status.is_definite else "it leaves the file open")


def _competitor(name: str, *formats: str) -> FileReader:
    program = PROGRAMS[name]
    return FileReader(
        name,
        formats,
        program,
        lambda path, result, seconds, maximise: program.command_line(path, result, 0)[1:],
        _says_competition,
    )


def _installed_cbc() -> str:
    """CBC itself, else the one that comes with PuLP, which need not be imported for that."""
    if which("cbc") is not None:
        return "cbc"
    spec = find_spec("pulp")
    places = [] if spec is None else list(spec.submodule_search_locations or ())
    return next((str(path) for place in places for path in Path(place).glob("solverdir/cbc/linux/i64/cbc")), "cbc")


def file_readers() -> tuple[FileReader, ...]:
    """All that are known, in the order in which they are asked.

    CBC 2.10 drops the constant of an LP file that minimises; GLPK 5.0 takes the right side of the objective's row in an
    MPS file for the constant, where others take it for its negation."""
    return (
        FileReader(
            "cbc",
            ("lp", "mps"),
            SolverProgram("cbc", command=(_installed_cbc(),)),
            lambda path, result, seconds, maximise: [
                *(path, "-seconds", f"{seconds:.3f}", "-ratioGap", "0", "-allowableGap", "0"),
                *(["-max"] if maximise else []),
                *("-solve", "-solution", result, "-quit"),
            ],
            _says_cbc,
            {("lp", 1): 0},
            is_told_sense=True,
        ),
        FileReader(
            "glpsol",
            ("lp", "mps"),
            SolverProgram("glpsol"),
            lambda path, result, seconds, maximise: [
                *("--lp" if path.endswith(".lp") else "--freemps", path, "-o", result),
                *("--tmlim", f"{max(1, round(seconds))}"),
            ],
            _says_glpsol,
            {("mps", 1): -1},
        ),
        FileReader(
            "highs",
            ("lp", "mps"),
            SolverProgram("highs"),
            lambda path, result, seconds, maximise: [
                *("--solution_file", result, "--time_limit", f"{seconds:.3f}"),
                *("--options_file", str(Path(path).with_name(SETTINGS)), path),
            ],
            _by_words(
                re.compile(rb"^Model status\r?\n([^\n]*)", re.MULTILINE),
                re.compile(rb"^Objective " + NUMBER, re.MULTILINE),
                {b"optimal": Status.OPTIMAL, b"infeasible": Status.UNSATISFIABLE},
            ),
            settings="mip_rel_gap = 0\nmip_abs_gap = 0\n",  # else `Optimal` is up to 0.01 %
        ),
        FileReader(
            "scip",
            ("lp", "mps", "opb"),
            SolverProgram("scip"),
            lambda path, result, seconds, maximise: [
                *("-c", f"set limits time {seconds:.3f}", "-c", f"read {path}", "-c", "optimize"),
                *("-c", f"write solution {result}", "-c", "quit"),
            ],
            _by_words(
                re.compile(rb"^solution status:([^\n]*)", re.MULTILINE),
                re.compile(rb"^objective value: +" + NUMBER, re.MULTILINE),
                {b"optimal": Status.OPTIMAL, b"infeasible": Status.UNSATISFIABLE},
            ),
        ),
        _competitor("cadical", "dimacs"),
        _competitor("kissat", "dimacs"),
        _competitor("cryptominisat5", "dimacs", "xnf"),
        _competitor("minisat", "dimacs"),
        _competitor("clasp", "dimacs", "opb", "wcnf"),
        _competitor("sat4j", "opb"),
    )
