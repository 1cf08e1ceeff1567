r"""Comparisons for LaTeX, to be \input into a document that loads booktabs: a table per instance.

    \begin{table}[htbp]
    \caption{tents 8x8, generated, seed 0. Times in ms, ... Machine: ... Versions: ...}
    \begin{tabular}{lllrrrrr} \toprule backend & status & ... \midrule ... \bottomrule \end{tabular}
    \end{table}

A tabular does not break over pages, so that a long one comes in several. All text passes through `escape_latex`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from report.comparison.columns import (
    choice_columns,
    column_unit,
    outcome_columns,
    size_columns,
    step_columns,
    total_columns,
)
from report.comparison.legends import claims_note, special_note, subject
from report.comparison.notes import describe_versions
from report.comparison.records import Comparison
from report.comparison.run_labels import marked_name
from report.comparison.run_order import sort_runs
from report.latex import FIRST_LINE, caption_lines, escape_latex
from report.text_columns import TextColumn
from report.words import describe_limits

ROWS_PER_TABLE = 40
STEPS_SHOWN = ("solve", "load", "lower")
SIZES_SHOWN = ("vars", "rows")


def comparisons_latex(comparisons: Sequence[Comparison]) -> str:
    """All tables."""
    lines = [FIRST_LINE, r"% \input this file; it needs \usepackage{booktabs}"]
    for comparison in comparisons:
        for table in _tables(comparison):
            lines += ["", *table]
    return "\n".join(lines) + "\n"


def _tables(comparison: Comparison) -> Iterator[list[str]]:
    """The lines of each table of an instance; one without rows where nothing was run."""
    columns = _columns(comparison)
    count = len(columns[0].cells)
    for start in range(0, max(count, 1), ROWS_PER_TABLE):
        rows = [[column.cells[i] for column in columns] for i in range(count)[start : start + ROWS_PER_TABLE]]
        sentences = [f"{subject(comparison)} (continued)"] if start else _sentences(comparison)
        caption, note = caption_lines(sentences, r"\smallskip")
        kinds = "".join("r" if column.right else "l" for column in columns)
        yield [
            r"\begin{table}[htbp]",
            r"\centering\footnotesize\setlength{\tabcolsep}{3pt}",
            caption,
            rf"\begin{{tabular}}{{@{{}}{kinds}@{{}}}}",
            r"\toprule",
            _row([column.title for column in columns]),
            r"\midrule",
            *map(_row, rows),
            r"\bottomrule",
            r"\end{tabular}",
            *note,
            r"\end{table}",
        ]


def _columns(comparison: Comparison) -> list[TextColumn]:
    """Who, what came of it, how long it took; none that is empty but the first."""
    runs = comparison.runs
    steps = [column for column in step_columns(runs) if column.title in STEPS_SHOWN]
    sizes = [column for column in size_columns(runs) if column.title in SIZES_SHOWN]
    named = TextColumn("backend", [marked_name(run) for run in sort_runs(runs)])
    columns = [*choice_columns(runs), *outcome_columns(runs), *total_columns(runs), *steps, *sizes]
    return [named, *(column for column in columns if any(column.cells))]


def _sentences(comparison: Comparison) -> list[str]:
    """The instance, what the numbers mean, the limits, the machine and the versions."""
    rows = sort_runs(comparison.runs)
    words = [f"times in {column_unit(rows).name}", "ratio to the fastest correct run"]
    words += [*claims_note(rows), *special_note(rows), *describe_limits(comparison.limits)]
    sentences = [subject(comparison), f"T{'; '.join(words)[1:]}"]
    sentences += [f"Machine: {comparison.machine}"] if comparison.machine else []
    versions = describe_versions(rows)
    return sentences + ([f"Versions: {versions}"] if versions else [])


def _row(cells: Sequence[str]) -> str:
    return " & ".join(escape_latex(_typeset(cell)) or "--" for cell in cells) + r" \\"


def _typeset(cell: str) -> str:
    """A ratio with a sign of multiplication: 3.2x."""
    return f"{cell[:-1]}\u00d7" if cell.endswith("x") and cell[:1].isdigit() else cell
