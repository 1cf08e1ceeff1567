"""The table of signatures, `signatures.tsv`: what puzzles declare of their texts, so that none is loaded to tell them.

It follows from the declarations; `python -m instances.formats.signature_table` writes it, and a test compares. A puzzle
that is not in it is asked, which takes longer and means the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from models.puzzles.codecs.body import Signature
from models.puzzles.registry import PUZZLES, puzzle

TABLE = Path(__file__).with_name("signatures.tsv")
FIELDS = ("names", "title", "letters", "usual_letters", "lines_above", "grids", "spare_grid", "lines_of_column")
HEAD = ("puzzle", "format", *FIELDS)


@cache
def read_table() -> dict[str, dict[str, Signature]]:
    """The signatures by puzzle and format; a puzzle without any has an empty table."""
    found: dict[str, dict[str, Signature]] = {}
    for line in TABLE.read_text("utf-8").splitlines()[1:]:
        name, form, words, title, letters, usual_letters, *counts = line.split("\t")
        of_puzzle = found.setdefault(name, {})
        if form:
            names = tuple(words.split(",")) if words else ()
            of_puzzle[form] = Signature(
                names=names,
                title=title,
                letters=letters,
                usual_letters=usual_letters,
                lines_above=int(counts[0]),
                grids=int(counts[1]),
                spare_grid=bool(int(counts[2])),
                lines_of_column=int(counts[3]),
            )
    return found


def format_table(declared: Mapping[str, Mapping[str, Signature]]) -> str:
    """The text of the table of these declarations, by puzzle and format."""
    return "".join(f"{line}\n" for line in ("\t".join(HEAD), *_lines(declared)))


def _lines(declared: Mapping[str, Mapping[str, Signature]]) -> Iterator[str]:
    for name, of_puzzle in declared.items():
        for form, each in sorted(of_puzzle.items()):
            words = (",".join(each.names), each.title, each.letters, each.usual_letters)
            counts = map(str, (each.lines_above, each.grids, int(each.spare_grid), each.lines_of_column))
            yield "\t".join((name, form, *words, *counts))
        if not of_puzzle:
            yield name + "\t" * (len(HEAD) - 1)


if __name__ == "__main__":
    TABLE.write_text(format_table({name: puzzle(name).extras.formats() for name in PUZZLES}), "utf-8")
    print(f"{TABLE}: {len(read_table())} puzzles")
