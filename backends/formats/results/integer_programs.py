"""Results of integer programming programs on an LP or MPS file: lines with a name and its value.

    CBC      Optimal - objective value 5.00       0 x_1  1  0        number, name, value, reduced cost; no zeros
    HiGHS    Model status .. # Columns 9          x_1 1              all columns, then `# Rows`
    glpsol   Problem: .. Column name Activity     1 x_1  *  1 0 1    as --output has it; a long name has its own line
    SCIP     solution status: optimal ..          x_1  1  (obj:0)    no zeros
    Gurobi   # Objective value = 5                x_1 1              all columns

CBC and SCIP leave out zeros, so a text of theirs that is cut off reads as a different answer; it is checked like any
other. A line that is neither a value nor a heading is refused: skipped, it would be a zero.
(Manuals: CBC user guide, `solution`; HiGHS, `--solution_file`; GLPK reference, glpsol; SCIP and Gurobi, `.sol`.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from backends.contract import Values
from backends.formats.results.competition import ResultError
from backends.formats.results.named_values import check_length, values_of
from models.neutral import Model

WORD = rb"([!-~]{1,255})"
NUMBER = rb"([-+]?[0-9.]{1,40}(?:[eE][-+]?[0-9]{1,4})?)"


@dataclass(frozen=True, slots=True)
class Dialect:
    """The output format of a program. begins: its first line; status: its status; good: statuses with a solution;
    section: begin and end of the values, None for all of the text; line: name and value; complete: with zeros;
    heading: the other lines among the values, None where a value has several lines."""

    program: str
    begins: re.Pattern[bytes]
    status: re.Pattern[bytes]
    good: re.Pattern[bytes]
    line: re.Pattern[bytes]
    complete: bool
    section: tuple[re.Pattern[bytes], re.Pattern[bytes]] | None = None
    heading: re.Pattern[bytes] | None = None


def _lines(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern, re.MULTILINE)


NAME_AND_VALUE = _lines(rb"^" + WORD + rb"[ \t]+" + NUMBER + rb"[ \t]*\r?$")

DIALECTS = (
    Dialect(
        "CBC",
        re.compile(rb"\s*[A-Z][A-Za-z ,()]{0,60} - objective value"),
        re.compile(rb"\s*([A-Z][A-Za-z ,()]{0,60}) - objective value"),
        re.compile(rb"Optimal|Stopped"),
        _lines(rb"^(?:\*\*)?[ \t]*[0-9]+[ \t]+" + WORD + rb"[ \t]+" + NUMBER + rb"[ \t]+[^ \t\n]+[ \t]*\r?$"),
        False,
        heading=re.compile(rb".* - objective value"),
    ),
    Dialect(
        "HiGHS",
        re.compile(rb"\s*Model status"),
        _lines(rb"^# Primal solution values\r?\n([^\n]*)"),
        re.compile(rb"Feasible"),
        NAME_AND_VALUE,
        True,
        (_lines(rb"^# Columns [0-9]+\r?$"), _lines(rb"^# Rows [0-9]+\r?$")),
        heading=re.compile(rb"#"),
    ),
    Dialect(
        "glpsol",
        re.compile(rb"\s*Problem:"),
        _lines(rb"^Status:[ \t]*([^\n]*)"),
        re.compile(rb"INTEGER OPTIMAL|INTEGER NON-OPTIMAL|OPTIMAL"),
        _lines(rb"^[ \t]*[0-9]+[ \t]+" + WORD + rb"(?:\r?\n)?[ \t]++(?:(?:\*|NL|NU|NF|NS|B)[ \t]++)?" + NUMBER),
        True,
        (_lines(rb"^[ \t]*No\. Column name[^\n]*$"), _lines(rb"^[ \t]*\r?$")),
    ),
    Dialect(
        "SCIP",
        re.compile(rb"\s*solution status:"),
        re.compile(rb"\s*solution status:[ \t]*([^\n]*)"),
        re.compile(rb"(?s)(?!.*infeasible).*"),
        _lines(rb"^" + WORD + rb"[ \t]+" + NUMBER + rb"[ \t]+\(obj:[^)\n]*\)[ \t]*\r?$"),
        False,
        heading=re.compile(rb"solution status:|objective value:"),
    ),
    Dialect(
        "Gurobi",
        re.compile(rb"\s*# (?:Solution for model|Objective value)"),
        re.compile(rb"\s*#()"),
        re.compile(rb""),
        NAME_AND_VALUE,
        True,
        heading=re.compile(rb"#"),
    ),
)


def dialect_of(content: bytes) -> Dialect | None:
    """Which program wrote the text, by its first line."""
    return next((dialect for dialect in DIALECTS if dialect.begins.match(content)), None)


def read_mip(model: Model, content: bytes, dialect: Dialect) -> Values:
    """The assignment. Raises ResultError where there is none."""
    check_length(model, content)
    status = dialect.status.search(content)
    if status is None or not dialect.good.match(status[1].strip()):
        status_text = "nothing" if status is None else repr(status[1].strip()[:60].decode("utf-8", "replace"))
        raise ResultError(
            f"{dialect.program}: expected a status with a solution, found {status_text}; nothing to check"
        )
    return values_of(model, _read_values(content, dialect), dialect.complete)


def _read_values(content: bytes, dialect: Dialect) -> Iterator[tuple[int, bytes, bytes]]:
    """Line, name and value, in the section where the values are."""
    first, last = 0, len(content)
    if dialect.section is not None:
        begin = dialect.section[0].search(content)
        end = None if begin is None else dialect.section[1].search(content, begin.end())
        if begin is None or end is None:
            raise ResultError(f"{dialect.program}: the text is cut off, its columns do not begin or do not end")
        first, last = begin.end(), end.start()
    line, place, reached = 1 + content.count(b"\n", 0, first), first, first
    for match in dialect.line.finditer(content, first, last):
        _check_headings(dialect, content[reached : match.start()])
        line, place, reached = line + content.count(b"\n", place, match.start(1)), match.start(1), match.end()
        yield line, match[1], match[2]
    _check_headings(dialect, content[reached:last])


def _check_headings(dialect: Dialect, between: bytes) -> None:
    """Is what stands between two values nothing but headings?"""
    if dialect.heading is None or between.isspace() or not between:
        return
    for line in between.splitlines():
        if line.strip() and not dialect.heading.match(line.strip()):
            text = line.strip()[:60].decode("utf-8", "replace")
            raise ResultError(f"{dialect.program}: expected a name and its value, found {text!r}")
