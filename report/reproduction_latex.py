r"""Reproductions as LaTeX tables, to be \input into a document; no package is needed.

    \begin{tabular}{p{0.5\textwidth}rrl} ... \end{tabular}     the claims, then every table of the item

Text is escaped letter by letter: the ten special characters, the signs that LaTeX's usual fonts have in other places,
letters with accents. Whatever else is not ASCII is written as `?`, so that no document fails to compile on it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from report.reproduced import Chapter, Line, Table, ours_told, told
from report.reproduction import numeric
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
CLAIM = r"p{0.5\textwidth}"


def latex(text: str) -> str:
    """The text on one line, escaped."""
    return "".join(SPECIAL.get(c) or _plain(c) for c in one_line(text))


def _plain(letter: str) -> str:
    if letter.isascii():
        return letter
    base, accent, *more = [*unicodedata.normalize("NFD", letter), "", ""]
    return f"{ACCENTS[accent]}{{{base}}}" if base.isascii() and accent in ACCENTS and not any(more) else "?"


def reproduction_latex(chapters: Sequence[Chapter]) -> str:
    """All tables, each after a comment that says what it is."""
    parts = [f"% {MARK}", "% \\input this file; it needs no package"]
    for chapter in chapters:
        parts += ["", f"% {latex(chapter.name)}: {latex(chapter.title)}", f"% source: {latex(chapter.source)}"]
        if chapter.lines:
            parts.append(_tabular(CLAIM + "rrl", ("claim", "theirs", "ours", "verdict"), _claims(chapter.lines)))
        for table in chapter.entries:
            if isinstance(table, Table):
                parts += ["", f"% {latex(table.title)}. {latex(table.caption)}", _of_table(table)]
    return "\n".join(parts) + "\n"


def _claims(lines: Sequence[Line]) -> list[list[str]]:
    return [[line.claim, told(line.theirs), ours_told(line).replace("+-", "\u00b1"), line.verdict] for line in lines]


def _of_table(table: Table) -> str:
    columns = range(len(table.columns))
    kinds = "".join("r" if numeric([row[i] for row in table.rows]) else "l" for i in columns)
    return _tabular(kinds, table.columns, [[told(value) for value in row] for row in table.rows])


def _tabular(kinds: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    body = "\n".join(_row(row) for row in rows)
    return f"\\begin{{tabular}}{{{kinds}}}\n\\hline\n{_row(head)}\n\\hline\n{body}\n\\hline\n\\end{{tabular}}"


def _row(cells: Sequence[str]) -> str:
    return " & ".join(latex(cell) for cell in cells) + r" \\"
