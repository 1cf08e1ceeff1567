"""What the first lines of a file say, which are comments: of variables, and of the model.

c a warehouse for three shops         the model, in its author's words
c var 3 = a tent at R1C3              a variable of DIMACS, WCNF, OPB, by its number
\\ tent_0_2 = a tent at R1C3           a variable of LP, MPS, OPB, by its name

Comments have no form that all solvers agree on; this is how `writing` puts them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

MOST_SCANNED = 1 << 20  # bytes
MOST_LINES = 5  # of the description
LONGEST_WORDS = 120  # characters of what is said of a variable
VARIABLE = re.compile(r"(?:var[ \t]+([1-9][0-9]{0,8})|([^\s=]{1,255}))[ \t]*=[ \t]*(\S.*)")
# the sizes of OPB; `writing` puts the rule before its rows; what `counting_requests` reads
SAYS_NOTHING = re.compile(r"#variable=|rule:|p[ \t]+(?:show|weight)[ \t]|ind[ \t]+[0-9]|t[ \t]+p?w?mc$")


@dataclass(frozen=True, slots=True)
class FileComments:
    """words: what variables mean, by their names in the file; description: the first lines that say something else."""

    words: Mapping[str, str] = field(default_factory=dict)
    description: tuple[str, ...] = ()


def read_comments(content: bytes, mark: str, names: Iterable[str]) -> FileComments:
    """The comments before the first line of another kind. mark: what they begin with; names: of the variables; number
    7 is also `x7`."""
    lines: list[tuple[str, str, str]] = []  # a name and what is said of it, if the line may be of that kind; the line
    for line in content[:MOST_SCANNED].decode("utf-8", "replace").splitlines():
        text = line.strip()
        if text and not text.startswith(mark):
            break
        text = text.removeprefix(mark).strip()
        if not text or SAYS_NOTHING.match(text):
            continue
        said = VARIABLE.fullmatch(text)
        name = "" if said is None else f"x{said[1]}" if said[1] else said[2]
        lines.append((name, said[3] if said else "", text))
    mentioned = {name for name, _, _ in lines if name}
    known = mentioned.intersection(names) if mentioned else mentioned
    description = [text for name, _, text in lines if name not in known]
    if len(description) > MOST_LINES:
        description[MOST_LINES - 1 :] = ["..."]
    return FileComments({name: said[:LONGEST_WORDS] for name, said, _ in lines if name in known}, tuple(description))
