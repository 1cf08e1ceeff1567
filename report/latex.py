"""Text for LaTeX, escaped letter by letter: the ten special characters, the signs that LaTeX's usual fonts have in
other places, letters with accents. Whatever else is not ASCII is written as `?`, so that no document fails to compile
on it. Whoever writes LaTeX passes all text from outside through `escape_latex`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

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
MOST_CAPTION_WORDS = 60
FIRST_LINE = f"% {MARK}: by this line, Rosetta knows the file for its own and may write it again"


def caption_lines(sentences: Sequence[str], after: str = "") -> tuple[str, list[str]]:
    r"""The \caption with the first of the sentences, at most MOST_CAPTION_WORDS words, and the lines of a note that has
    the rest; none where nothing is left. after: the caption's end, as LaTeX."""
    ended = [f"{sentence.rstrip('.')}." for sentence in map(one_line, sentences)]
    count = 0
    while count < len(ended) and sum(len(each.split()) for each in ended[: count + 1]) <= MOST_CAPTION_WORDS:
        count += 1
    caption, rest = " ".join(ended[:count]), [escape_latex(each) for each in ended[count:]]  # each: a text is cut
    if ended and not count:  # a whole one is too long
        caption = " ".join([*ended[0].split()[: MOST_CAPTION_WORDS - 1], "..."])
    note = [
        r"\par\smallskip",
        r"\begin{minipage}{\linewidth}\scriptsize\raggedright",
        " ".join(rest),
        r"\end{minipage}",
    ]
    return rf"\caption{{{escape_latex(caption)}}}{after}", note if rest else []


def escape_latex(text: str) -> str:
    """The text on one line, escaped."""
    return "".join(SPECIAL.get(c) or _escape_letter(c) for c in one_line(text))


def _escape_letter(letter: str) -> str:
    if letter.isascii():
        return letter
    base, accent, *more = [*unicodedata.normalize("NFD", letter), "", ""]
    return f"{ACCENTS[accent]}{{{base}}}" if base.isascii() and accent in ACCENTS and not any(more) else "?"
