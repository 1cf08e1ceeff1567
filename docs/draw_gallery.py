"""The gallery of puzzles: `python docs/draw_gallery.py [NAME ...]` writes docs/puzzles/README.md anew, and the pictures
of the puzzles named, by default of all.

All of it is in the record of each puzzle: its rules, the board that stands for it (`Introduction.example`), the formats
of its boards, where it comes from. Pictures go to docs/pictures/NAME.svg and NAME-solved.svg. A page about the puzzle,
docs/puzzles/NAME.md, is linked where there is one. `tests/test_gallery.py` notices a gallery that is out of date.
"""

from __future__ import annotations

import shlex
import sys
from functools import cache
from pathlib import Path

from instances.resolve import resolve
from models.puzzles.registry import PUZZLES, puzzle
from report.listing.records import ExampleBoard, PuzzleDescription
from report.pictures import svg_file
from report.words import size_text
from rosetta.studies.listing.describing import describe_puzzle

DOCS = Path(__file__).resolve().parent
PAGE, PICTURES = DOCS / "puzzles" / "README.md", DOCS / "pictures"
COLUMNS, WIDTH = 5, 140  # of small pictures
TOP = """# The puzzles

All puzzles that have boards, with the board that stands for each. `rosetta list NAME` says more of one, and
[a recipe](../../CONTRIBUTING.md#a-puzzle) how another is added. This page is written by `python docs/draw_gallery.py`.
"""


def names() -> list[str]:
    """The puzzles of the gallery, by title."""
    return sorted(PUZZLES, key=lambda name: puzzle(name).title)


@cache
def describe(name: str) -> PuzzleDescription:
    """What its record says of a puzzle."""
    return describe_puzzle(name)


def example_of(name: str) -> ExampleBoard:
    """The board that stands for a puzzle."""
    example = describe(name).example
    assert example is not None, name
    return example


def draw_pictures(name: str) -> dict[str, str]:
    """The board and its answer, by the names of the files."""
    record, example = puzzle(name), example_of(name)
    board = resolve(name, example.words[0], options=example.parameters).instance
    answer = None if example.answer is None else record.answer_from_json(board, example.answer)
    return {
        f"{name}.svg": svg_file(record.draw_svg(board)),
        f"{name}-solved.svg": svg_file(record.draw_svg(board, answer)),
    }


def write_page() -> str:
    """The page: small pictures of all, then a section for each."""
    return "\n".join([TOP, _small_pictures(), *map(write_section, names())])


def _small_pictures() -> str:
    """The answers of all boards, each leading to its section; a picture and a title in each field of a table."""
    fields = [
        f'<td align="center"><a href="#{name}"><img src="../pictures/{name}-solved.svg" width="{WIDTH}" alt=""><br>'
        f"{puzzle(name).title}</a></td>"
        for name in names()
    ]
    rows = ["".join(fields[at : at + COLUMNS]) for at in range(0, len(fields), COLUMNS)]
    return "\n".join(["<table>", *(f"<tr>{row}</tr>" for row in rows), "</table>", ""])


def write_section(name: str) -> str:
    """All that the page says of a puzzle."""
    described, example = describe(name), example_of(name)
    own = f" [More](./{name}.md)." if (PAGE.parent / f"{name}.md").exists() else ""
    title, board = described.entry.title, f"a board of {size_text(example.size)}"
    answer = {"1": "its only answer"}.get(example.solutions, "an answer")
    return f"""<a id="{name}"></a>

## {title}

{_sentence(described.entry.summary)}{own}

| {board} | {answer} |
|---|---|
| ![{title}, {board}](../pictures/{name}.svg) | ![{title}, {answer}](../pictures/{name}-solved.svg) |

{chr(10).join(f"- {_sentence(rule)}" for rule in described.rules)}

{_facts(described)}

`rosetta solve {name} {shlex.join(example.words)}` draws:

```text
{example.solved}
```
"""


def _facts(described: PuzzleDescription) -> str:
    """Names, source, sizes and formats of a puzzle, a row each."""
    entry, titles = described.entry, [form.title for form in described.formats if form.name != "plain"]
    rows = {
        "name": ", also ".join(
            ", ".join(f"`{name}`" for name in names) for names in ((entry.name,), entry.aliases) if names
        ),
        "source": "; ".join(described.background),
        "sizes": described.sizes,
        "boards here": f"{len(described.catalogue)} by name" if described.catalogue else "",
        "formats": ", ".join(titles),
    }
    return "\n".join(["| | |", "|---|---|", *(f"| {what} | {words} |" for what, words in rows.items() if words)])


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def main(drawn: list[str]) -> None:
    """Write the page, and the pictures of these puzzles."""
    for name in drawn or names():
        for file, svg in draw_pictures(name).items():
            (PICTURES / file).write_text(svg, "utf-8")
    PAGE.write_text(write_page(), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
