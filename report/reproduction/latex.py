r"""Reproductions for LaTeX, to be \input into a document; no package is needed.

    \subsection*{...}                                           the item, its source, what it shows
    \begin{tabular}{p{0.42\textwidth}p{...}p{...}l} ... \end    its claims, with the reasons below them
    \textbf{...} \begin{tabular} ... \end{tabular}             every table under its title, pictures as text

Text is escaped letter by letter: the ten special characters, the signs that LaTeX's usual fonts have in other places,
letters with accents. Whatever else is not ASCII is written as `?`, so that no document fails to compile on it.
A tabular does not break over pages, so that claims come in several.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby

from report.reproduction.records import Chapter, Entry, Figure, Line, Note, ours_told, told
from report.reproduction.text import numeric
from report.saving import MARK
from report.words import one_line

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': "''", "\u00df": r"\ss{}",
    "-": "-{}",  # else two of them make a dash
    "\u00d7": r"$\times$", "\u2013": "--", "\u00b1": r"$\pm$", "\u2264": r"$\le$", "\u2265": r"$\ge$",
    "[": "{[}", "]": "{]}",  # after \\ a bracket would be its argument
}  # fmt: skip
ACCENTS = {"\u0300": r"\`", "\u0301": r"\'", "\u0302": r"\^", "\u0303": r"\~", "\u0308": r"\"", "\u0327": r"\c"}
WIDTHS = (0.42, 0.17, 0.2)  # of the text: a claim with its reason, theirs, ours
TOGETHER = 7  # claims in a tabular


def latex(text: str) -> str:
    """The text on one line, escaped."""
    return "".join(SPECIAL.get(c) or _plain(c) for c in one_line(text))


def _plain(letter: str) -> str:
    if letter.isascii():
        return letter
    base, accent, *more = [*unicodedata.normalize("NFD", letter), "", ""]
    return f"{ACCENTS[accent]}{{{base}}}" if base.isascii() and accent in ACCENTS and not any(more) else "?"


def reproduction_latex(chapters: Sequence[Chapter]) -> str:
    """All items."""
    parts = [f"% {MARK}", "% \\input this file; it needs no package"]
    for chapter in chapters:
        parts += ["", f"% {latex(chapter.name)}", f"\\subsection*{{{latex(chapter.title)}}}"]
        parts.append(rf"\noindent {latex(chapter.shows)} Source: {latex(chapter.source)}.")
        for kind, group in groupby(chapter.entries, type):
            if kind is Line:
                lines = [entry for entry in group if isinstance(entry, Line)]
                parts += [_claims(lines[at : at + TOGETHER]) for at in range(0, len(lines), TOGETHER)]
            else:
                parts += map(_entry, group)
    return "\n".join(parts) + "\n"


def _entry(entry: Entry) -> str:
    assert not isinstance(entry, Line)
    if isinstance(entry, Note):
        return rf"\par\medskip\noindent {latex(entry.text)}"
    title = rf"\par\medskip\noindent\textbf{{{latex(entry.title)}}}"
    if isinstance(entry, Figure):
        text = "".join(c if c == "\n" or " " <= c <= "~" else " " for c in entry.text).replace("\\", "/")
        return f"{title}\n{{\\footnotesize\\begin{{verbatim}}\n{text}\n\\end{{verbatim}}}}"
    kinds = "".join("r" if numeric([row[i] for row in entry.rows]) else "l" for i in range(len(entry.columns)))
    rows = [[latex(told(value)) for value in row] for row in entry.rows]
    caption = f" {latex(entry.caption)}" if entry.caption else ""
    return title + caption + _tabular(kinds, list(map(latex, entry.columns)), rows)


def _claims(lines: Sequence[Line]) -> str:
    kinds = "".join(rf"p{{{width}\textwidth}}" for width in WIDTHS) + "l"
    rows = [
        [
            latex(line.claim) + (rf"\newline {{\footnotesize {latex(line.reason)}}}" if line.reason else ""),
            latex(told(line.theirs)), latex(ours_told(line).replace("+-", "\u00b1")), latex(line.verdict),
        ]
        for line in lines
    ]  # fmt: skip
    return _tabular(kinds, ["claim", "theirs", "ours", "verdict"], rows)


def _tabular(kinds: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    body = "\n".join(map(_row, rows))
    table = f"\\begin{{tabular}}{{{kinds}}}\n\\hline\n{_row(head)}\n\\hline\n{body}\n\\hline\n\\end{{tabular}}"
    return f"\n\\par\\smallskip\\noindent\\small\n{table}\n\\normalsize"


def _row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"
