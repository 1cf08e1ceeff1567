"""The table of tuned choices, `profiles.tsv`: what is faster than the default, by backend, puzzle and size of boards.

    choice    backend  puzzle  smallest  largest  parameters                                 tuning  validation
    profile   cnf      akari   7200      28800    solver=minisat22                           1.60    2.29
    encoding  cnf      tents   200       800      solver=cadical195 cardinality=totalizer    -       1.30

profile: the parameters of the profile `tuned`. encoding: what `auto` takes for all rows of a form. tuning, validation:
how many times as long the default takes, as a ratio of geometric means, over the boards that the choice was found on
(`-`: it was given, not searched for) and over boards that it was not. A line of a backend with several solvers names
the one that it was measured with. (These lines are examples.)

A line holds for boards of smallest..largest cells, counted as in the column `size` of a campaign (of a graph:
vertices): from half the cells of the smallest board that was measured to twice those of the largest, and no further
than half-way to a size of which something else is known. That a gain reaches so far, 1.4 times the side of a square, is
an assumption, and as far as one may go: of MiniSat in `cnf` on Akari boards with many walls it was 1.2 at 3,600 cells,
2.2 at 14,400, 3.4 at 40,000, 0.9 at 90,000 and 0.4 at 160,000 (`benchmarks/solvers/akari_parameters.toml`). Between
smallest and largest, sizes that were not measured count as those at both ends. Outside, nothing is claimed.

A *finding* is what a measurement says of such a range. Of two, the newer one holds where it reaches: it cuts its range
out of older lines that it replaces or refutes. What is left of these stays, if it is more than their margin. A new
encoding changes the default that parameters are measured against: they have to be measured again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from models.neutral import Form
from rosetta.foundation.errors import Refusal

PROFILE, ENCODING = "profile", "encoding"
SOLVER = "solver"  # the parameter that chooses among the solvers of a backend
COLUMNS = ("choice", "backend", "puzzle", "smallest", "largest", "parameters", "tuning", "validation")
REACH = 2  # a measurement reaches boards of half to twice as many cells
NOTE = "# measured"  # begins the comment of a finding
MOST_CELLS = 10**9
_FORMS = frozenset(form.value for form in Form)

Subject: TypeAlias = tuple[str, str, str, str]
"""Choice, backend, puzzle, and the form of rows for an encoding ("" for a profile)."""


class ProfileError(Refusal):
    """A table that cannot be read; the message says which line, what was expected and what was found."""


@dataclass(frozen=True, slots=True)
class TunedLine:
    """A line of the table. tuning, validation: time of the default divided by time of these parameters."""

    choice: str
    backend: str
    puzzle: str
    smallest: int
    largest: int
    parameters: Mapping[str, str]
    tuning: float | None
    validation: float

    @property
    def form(self) -> str:
        """The form of rows that an encoding is for, "" for a profile."""
        return next((key for key in self.parameters if key != SOLVER), "") if self.choice == ENCODING else ""

    @property
    def subject(self) -> Subject:
        return self.choice, self.backend, self.puzzle, self.form

    def __str__(self) -> str:
        tuning = "-" if self.tuning is None else f"{self.tuning:.2f}"
        cells, text = (str(self.smallest), str(self.largest)), parameters_text(self.parameters)
        return "\t".join((self.choice, self.backend, self.puzzle, *cells, text, tuning, f"{self.validation:.2f}"))


@dataclass(frozen=True, slots=True)
class TableFinding:
    """What a measurement says of a choice on boards of smallest..largest cells. line: what is faster there, None where
    nothing is known to be; refuted: sets of parameters, each with the largest gain that they may have by now (0.0: they
    are not faster), None for all sets and 0.0; note: the evidence, on one line; measured: the cells of the smallest and
    the largest board."""

    subject: Subject
    smallest: int
    largest: int
    line: TunedLine | None = None
    refuted: tuple[tuple[Mapping[str, str], float], ...] | None = ()
    note: str = ""
    measured: tuple[int, int] = (0, 0)

    @property
    def verdict(self) -> str:
        if self.line is not None:
            return "faster"
        return "not faster" if self.refuted is None or any(most == 0 for _, most in self.refuted) else "open"

    def refutes(self, line: TunedLine) -> bool:
        """Does it take the place of this line, or say that it claims too much, where both reach?"""
        if line.subject != self.subject or line.largest < self.smallest or line.smallest > self.largest:
            return False
        if self.line is not None or self.refuted is None:
            return True
        return any(line.parameters == parameters and line.validation > most for parameters, most in self.refuted)


ProfileTable: TypeAlias = tuple[TunedLine, ...]


def reached_cells(smallest: int, largest: int) -> tuple[int, int]:
    """The boards, in cells, of which a measurement on boards of smallest..largest cells says something."""
    return -(-smallest // REACH), largest * REACH


def parameters_text(parameters: Mapping[str, str]) -> str:
    return " ".join(f"{key}={value}" for key, value in parameters.items())


# ---- reading -----------------------------------------------------------------------------------------------------


def read_table(text: str, name: str = "profiles") -> ProfileTable:
    """A table from its text: comments (`#`), the names of the columns, then lines. name: of the file, for messages.
    Raises ProfileError, also where two lines say something of the same board."""
    return tuple(entry for entry in _entries(text, name) if isinstance(entry, TunedLine))


def _entries(text: str, name: str) -> list[str | TunedLine]:
    """The lines of the file, each as it is or as a line of the table. Raises ProfileError."""
    entries: list[str | TunedLine] = []
    numbers: dict[int, TunedLine] = {}
    header = False
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{name}, line {number}"
        if line.startswith("#") or not line:
            entries.append(line)
        elif not header:
            if tuple(line.split("\t")) != COLUMNS:
                raise ProfileError(f"{where}: expected the columns {', '.join(COLUMNS)}; found '{line[:100]}'")
            header = True
            entries.append(line)
        else:
            tuned = _read_line(where, line.split("\t"))
            _check_disjoint(where, tuned, numbers)
            numbers[number] = tuned
            entries.append(tuned)
    return entries


def _read_line(where: str, fields: list[str]) -> TunedLine:
    if len(fields) != len(COLUMNS) or not all(fields):
        raise ProfileError(f"{where}: expected {len(COLUMNS)} fields, found {fields}")
    choice, backend, puzzle, smallest, largest, text, tuning, validation = fields
    if choice not in (PROFILE, ENCODING):
        raise ProfileError(f"{where}: expected the choice {PROFILE} or {ENCODING}, found '{choice}'")
    cells = _read_cells(where, smallest, largest)
    chosen = _read_parameters(where, text, choice)
    return TunedLine(choice, backend, puzzle, *cells, chosen, *_read_ratios(where, tuning, validation))


def _read_cells(where: str, smallest: str, largest: str) -> tuple[int, int]:
    few, many = (int(part) if part.isascii() and part.isdigit() else 0 for part in (smallest, largest))
    if not 1 <= few <= many <= MOST_CELLS:
        raise ProfileError(f"{where}: expected cells from small to large, 1 or more; found {smallest}..{largest}")
    return few, many


def _read_parameters(where: str, text: str, choice: str) -> dict[str, str]:
    """The parameters of a profile, or the encoding of one form of rows and maybe a solver."""
    pairs = [pair.partition("=") for pair in text.split(" ")]
    chosen = {key: value for key, _, value in pairs}
    if len(chosen) < len(pairs) or not all(key and value for key, _, value in pairs):
        raise ProfileError(f"{where}: expected key=value ..., each key once; found '{text}'")
    if choice == ENCODING and (len(chosen.keys() - {SOLVER}) != 1 or not chosen.keys() <= {SOLVER, *_FORMS}):
        raise ProfileError(f"{where}: expected FORM=NAME of one form of rows, and maybe a solver; found '{text}'")
    return chosen


def _read_ratios(where: str, tuning: str, validation: str) -> tuple[float | None, float]:
    """Those of tuning, None where it is `-`, and of validation."""
    ratios = None if tuning == "-" else _read_ratio(tuning), _read_ratio(validation)
    if 0.0 in ratios:
        raise ProfileError(f"{where}: expected two ratios above 0, found {tuning}, {validation}")
    return ratios


def _read_ratio(text: str) -> float:
    """The number, 0 where it is none that a ratio can be."""
    try:
        ratio = float(text)
    except ValueError:
        return 0.0
    return ratio if 0 < ratio < 1e9 else 0.0


def _check_disjoint(where: str, line: TunedLine, others: Mapping[int, TunedLine]) -> None:
    for number, other in others.items():
        if other.subject == line.subject and other.smallest <= line.largest and line.smallest <= other.largest:
            choice, backend, puzzle, form = line.subject
            what = f"{choice}{f' of {form}' if form else ''} of {backend} on {puzzle}"
            raise ProfileError(
                f"{where}: {what} for {line.smallest}..{line.largest} cells overlaps line {number}, for "
                f"{other.smallest}..{other.largest}; expected each board in one line"
            )


# ---- changing ----------------------------------------------------------------------------------------------------


def merge_findings(text: str, findings: Sequence[TableFinding], name: str = "profiles") -> tuple[str, list[str]]:
    """The text of the table with the findings in it, one after the other, and what has changed, in words. Lines that
    no finding speaks of stay where they are, and so do comments, but for the notes of findings that newer ones replace.
    text: "" for a new table. Raises ProfileError."""
    entries = _entries(text, name) if text.strip() else ["\t".join(COLUMNS)]
    changes: list[str] = []
    for finding in findings:
        entries = _replace_note(entries, finding)
        entries, changed = _merge_finding(entries, finding)
        changes += changed
    merged = "\n".join(map(str, entries)) + "\n"
    read_table(merged, name)  # whoever reads it next shall not be the first to see a fault
    return merged, changes


def _merge_finding(
    entries: Sequence[str | TunedLine], finding: TableFinding
) -> tuple[list[str | TunedLine], list[str]]:
    """The entries with the finding's line in the place of those that it replaces, of which the rest stays."""
    merged: list[str | TunedLine] = []
    changes: list[str] = []
    new = finding.line
    for entry in entries:
        if isinstance(entry, str) or not finding.refutes(entry):
            merged.append(entry)
            continue
        rest: list[TunedLine] = list(_cut_range(entry, finding.smallest, finding.largest))
        if entry != new:
            changes.append(f"removed  {describe_line(entry)}")
            changes += [f"left     {describe_line(part)}" for part in rest]
            changes += [f"new      {describe_line(new)}"] if new is not None else []
        parts = sorted([*rest, new] if new is not None else rest, key=lambda part: part.smallest)
        merged += parts
        new = None
    if new is not None:
        changes.append(f"new      {describe_line(new)}")
        merged.append(new)
    return merged, changes


def _cut_range(line: TunedLine, smallest: int, largest: int) -> Iterator[TunedLine]:
    """What is left of a line without the boards of smallest..largest cells, where this may still hold the board that
    was measured: of one size and its reach, any part from one end to beyond that size spans a factor of REACH."""
    for low, high in ((line.smallest, smallest - 1), (largest + 1, line.largest)):
        if line.smallest <= low and high <= line.largest and REACH * low <= high + 1:
            yield replace(line, smallest=low, largest=high)


def _replace_note(entries: Sequence[str | TunedLine], finding: TableFinding) -> list[str | TunedLine]:
    """The entries with the finding's note among the comments before the names of the columns; without those of older
    findings on boards that it reaches."""
    kept = [entry for entry in entries if isinstance(entry, TunedLine) or not _is_superseded(entry, finding)]
    if finding.note:
        at = next(k for k, entry in enumerate(kept) if isinstance(entry, TunedLine) or not entry.startswith("#"))
        low, high = finding.measured
        subject = (part or "-" for part in finding.subject)
        kept.insert(at, "\t".join((NOTE, *subject, f"{low}..{high}", finding.verdict, " ".join(finding.note.split()))))
    return kept


def _is_superseded(comment: str, finding: TableFinding) -> bool:
    """Is it the note of a finding on the same choice, all of whose boards this one reaches? What settles nothing
    takes the place only of what settled nothing."""
    fields = comment.split("\t")
    if len(fields) != 8 or fields[0] != NOTE or fields[1:5] != [part or "-" for part in finding.subject]:
        return False
    ends = fields[5].split("..")
    if len(ends) != 2 or not all(end.isdecimal() for end in ends):
        return False
    reached = finding.smallest <= int(ends[0]) and int(ends[1]) <= finding.largest
    return reached and (finding.verdict != "open" or fields[6] == "open")


def describe_line(line: TunedLine) -> str:
    """In words: `profile cnf akari, 7200..28800 cells: solver=minisat22 (2.29 times as fast)`."""
    head = f"{line.choice} {line.backend} {line.puzzle}, {line.smallest}..{line.largest} cells"
    return f"{head}: {parameters_text(line.parameters)} ({line.validation:.2f} times as fast)"


def lines_of(table: Iterable[TunedLine], choice: str, backend: str, puzzle: str, cells: int | None) -> ProfileTable:
    """The lines that hold for a board of so many cells; none where these are not known."""
    if cells is None:
        return ()
    return tuple(
        line
        for line in table
        if (line.choice, line.backend, line.puzzle) == (choice, backend, puzzle)
        and line.smallest <= cells <= line.largest
    )
