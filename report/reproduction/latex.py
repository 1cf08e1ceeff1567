r"""Reproductions for LaTeX, to be \input into a document; no package is needed.

    \subsection*{...}                                           the item, its source, what it shows
    \begin{tabular}{p{0.42\textwidth}p{...}p{...}l} ... \end    its claims, with the reasons below them
    \textbf{...} \begin{tabular} ... \end{tabular}             every table under its title, pictures as text

A tabular does not break over pages, so that claims come in several.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from report.latex import FIRST_LINE, escape_latex
from report.reproduction.records import Chapter, Entry, Figure, Line, Note, ours_text, value_text
from report.reproduction.text import is_numeric

WIDTHS = (0.42, 0.17, 0.2)  # of the text: a claim with its reason, theirs, ours
CLAIMS_PER_TABLE = 7  # claims in a tabular


def reproduction_latex(chapters: Sequence[Chapter]) -> str:
    """All items."""
    parts = [FIRST_LINE, "% \\input this file; it needs no package"]
    for chapter in chapters:
        parts += ["", f"% {escape_latex(chapter.name)}", f"\\subsection*{{{escape_latex(chapter.title)}}}"]
        parts.append(rf"\noindent {escape_latex(chapter.shows)} Source: {escape_latex(chapter.source)}.")
        for kind, group in groupby(chapter.entries, type):
            if kind is Line:
                lines = [entry for entry in group if isinstance(entry, Line)]
                parts += [_claims(lines[at : at + CLAIMS_PER_TABLE]) for at in range(0, len(lines), CLAIMS_PER_TABLE)]
            else:
                parts += map(_entry, group)
    return "\n".join(parts) + "\n"


def _entry(entry: Entry) -> str:
    assert not isinstance(entry, Line)
    if isinstance(entry, Note):
        return rf"\par\medskip\noindent {escape_latex(entry.text)}"
    title = rf"\par\medskip\noindent\textbf{{{escape_latex(entry.title)}}}"
    if isinstance(entry, Figure):
        text = "".join(c if c == "\n" or " " <= c <= "~" else " " for c in entry.text).replace("\\", "/")
        return f"{title}\n{{\\footnotesize\\begin{{verbatim}}\n{text}\n\\end{{verbatim}}}}"
    kinds = "".join("r" if is_numeric([row[i] for row in entry.rows]) else "l" for i in range(len(entry.columns)))
    rows = [[escape_latex(value_text(value)) for value in row] for row in entry.rows]
    caption = f" {escape_latex(entry.caption)}" if entry.caption else ""
    return title + caption + _tabular(kinds, list(map(escape_latex, entry.columns)), rows)


def _claims(lines: Sequence[Line]) -> str:
    kinds = "".join(rf"p{{{width}\textwidth}}" for width in WIDTHS) + "l"
    rows = [
        [
            escape_latex(line.claim)
            + (rf"\newline {{\footnotesize {escape_latex(line.remark)}}}" if line.remark else ""),
            escape_latex(value_text(line.theirs)),
            escape_latex(ours_text(line).replace("+-", "\u00b1")),
            escape_latex(line.verdict),
        ]
        for line in lines
    ]
    return _tabular(kinds, ["claim", "theirs", "ours", "verdict"], rows)


def _tabular(kinds: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    body = "\n".join(map(_row, rows))
    table = f"\\begin{{tabular}}{{{kinds}}}\n\\hline\n{_row(head)}\n\\hline\n{body}\n\\hline\n\\end{{tabular}}"
    return f"\n\\par\\smallskip\\noindent\\small\n{table}\n\\normalsize"


def _row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"
