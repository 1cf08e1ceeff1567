"""The table of solver programs for files: how each is called, and how it answers.

A program that is not in the table gets a DIMACS file as its only argument, and must print its result as in the SAT
competitions; one of CHOICES before its name chooses another format, for any program (`mps=./solver`). All programs in
the table are Debian packages or compile from their authors' sources.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

VERSION_SECONDS = 10.0  # limit for printing a version


@dataclass(frozen=True, slots=True)
class SolverProgram:
    """How a program is called: `command FILE`, or `command FILE RESULT` if it answers in minisat's file.

    takes: one of CHOICES; seed: the arguments for a seed, where {seed} stands for it; time: those for a limit, {ms}
    milliseconds; improving: those that make it print each better solution, where there is an objective; result_file: it
    answers in a file; version_flag: the argument that makes it print its version, "" if none does; version_after: what
    stands before the version there; needs: a file that must exist besides the program; equations: whether its OPB file
    may contain `=`.
    """

    name: str
    takes: str = "dimacs"
    command: tuple[str, ...] = ()
    seed: tuple[str, ...] = ()
    time: tuple[str, ...] = ()
    improving: tuple[str, ...] = ()
    result_file: bool = False
    version_flag: str = "--version"
    version_after: str = ""
    needs: str = ""
    equations: bool = True

    def command_line(
        self, path: str, result: str, seed: int, seconds: float = 0.0, optimises: bool = False
    ) -> list[str]:
        """The command line for a file. Seed 0 is the program's own default, and 0 seconds are no limit."""
        seeded = [word.format(seed=seed % 10**6) for word in self.seed] if seed else []
        timed = [word.format(ms=int(1000 * seconds) + 1) for word in self.time] if seconds else []
        wanted = [*seeded, *timed, *(self.improving if optimises else ())]
        return [*(self.command or (self.name,)), *wanted, path, *([result] if self.result_file else [])]

    @property
    def engine(self) -> str:
        """Its name, that in the table if it is one of those, called by itself: two names are no two engines."""
        known = (program for program in PROGRAMS.values() if program.command and not program.needs)
        return next((program.name for program in known if program.command[0] == self.name), self.name)

    @property
    def path(self) -> str:
        """The program's absolute path, now: a relative one is the caller's, and the solve runs elsewhere."""
        return os.path.abspath(self._find())

    def folder(self, otherwise: str) -> str:
        """Where it is run: what is named or found by a relative path, in the folder that this is relative to."""
        return otherwise if os.path.isabs(self._find()) else os.getcwd()

    @staticmethod
    def _describe_absence(executable: str) -> str:
        if os.path.isfile(executable) and os.path.dirname(executable):
            return f"'{executable}' may not be executed"
        takes, chosen, program = executable.partition("=")
        if chosen and takes.replace("-", "").isalnum():
            return f"no format '{takes}' to choose for '{program}'; known: {', '.join(CHOICES)}"
        return f"no program '{executable}' {f'in {os.getcwd()}' if os.path.dirname(executable) else 'on the PATH'}"

    def _find(self) -> str:
        """The program as the PATH has it, its mere name where it is not there."""
        executable = (self.command or (self.name,))[0]
        return shutil.which(executable) or executable

    @property
    def version(self) -> str:
        """The name and the first version number that it prints; the name alone where it prints none."""
        match = re.search(
            r"\b(sc)?\d+(\.\d+)*\b",
            _program_output(
                ((self.command or (self.name,))[0], self.version_flag) if self.version_flag else (),
                self.version_after,
            ),
        )
        return f"{self.name} {match[0]}" if match else self.name

    def probe(self) -> str | None:
        """None if it can be called, else what is missing."""
        executable = (self.command or (self.name,))[0]
        if not executable:
            return f"expected a program after '{self.takes}='"
        if shutil.which(executable) is None:
            return f"not installed: {self._describe_absence(executable)}"
        if self.needs and not Path(self.needs).exists():
            return f"not installed: no file {self.needs}"
        return None


# Debian's `sat4j` is a jar of the CNF solver alone, and no program without binfmt; the PB solver beside it is meant.
# Clasp 3.3.5 calls `+1 x1 = 1 ; -1 x1 +2 x2 = 0 ;` satisfiable: an equation whose literals are fixed before it may be
# lost, unless it is written as two rows. Of those without a flag, minisat refuses --version, sat4j takes it for a file.
SAT4J = "/usr/share/java/org.sat4j.pb.jar"
CHOICES = ("dimacs", "opb", "lp", "mps", "fzn", "wcnf", "wcnf-old")  # formats that can be named before a program
IMPROVING = ("-a",)  # of FlatZinc programs, as MiniZinc calls them: print each solution that is better than the last
PROGRAMS = {
    program.name: program
    for program in (
        SolverProgram("cadical", command=("cadical", "-q"), seed=("--seed={seed}",)),
        SolverProgram("kissat", command=("kissat", "-q"), seed=("--seed={seed}",)),
        SolverProgram("cryptominisat5", command=("cryptominisat5", "--verb", "0"), seed=("-r", "{seed}")),
        SolverProgram("glucose", command=("glucose", "-model"), seed=("-rnd-seed={seed}",), version_flag=""),
        SolverProgram("minisat", seed=("-rnd-seed={seed}",), result_file=True, version_flag=""),
        SolverProgram("clasp", takes="opb", seed=("--seed={seed}",), equations=False),
        SolverProgram("picosat", seed=("-s", "{seed}")),
        SolverProgram("sat4j", "opb", ("java", "-jar", SAT4J), version_flag="", needs=SAT4J),
        SolverProgram(
            "gecode",
            "fzn",
            ("fzn-gecode",),
            seed=("-r", "{seed}"),
            time=("-time", "{ms}"),
            improving=IMPROVING,
            version_flag="-help",
            version_after=" Version:",
        ),
    )
}


def installed_programs() -> tuple[str, ...]:
    """The known programs that can be called here, in the order of the table."""
    return tuple(name for name, program in PROGRAMS.items() if program.probe() is None)


def split_format(name: str) -> tuple[str, str]:
    """`mps=./solver` as the format of the program's files and its own name; without a choice the format is ""."""
    takes, chosen, program = name.partition("=")
    return (takes, program) if chosen and takes in CHOICES else ("", name)


def program_named(name: str) -> SolverProgram:
    """The known program, or an unknown one, which is called as in the competitions; `mps=PROGRAM` chooses the format
    of its files."""
    takes, program = split_format(name)
    if takes:
        return SolverProgram(program, takes, improving=IMPROVING if takes == "fzn" else (), version_flag="")
    # no version flag: an unknown program might do anything with it
    return PROGRAMS.get(name) or SolverProgram(name, version_flag="")


@cache
def _program_output(command: tuple[str, ...], after: str = "") -> str:
    """What a program prints, "" if it cannot be called. after: only what follows that, also on stderr."""
    if not command:
        return ""
    try:
        completed = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=VERSION_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    if after:
        return (completed.stdout + completed.stderr).decode(errors="replace").partition(after)[2]
    return completed.stdout.decode(errors="replace")
