"""What the record of a puzzle says by default: an answer as JSON and as a list, a board as its plain text.

They are plain on purpose: a puzzle works in every verb before anybody has drawn it. A puzzle of parts gets better ones
(`models.puzzles.parts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape
from typing import Any

from models.neutral import Block, Model
from models.neutral.wording.phrases import Phrase
from models.puzzles.svg import picture
from rosetta.foundation.errors import InputError

PIECES = "pieces"
STONE = "#33373f"
DIFFERENCE = "only in the other"


def answer_json(answer: Iterable[Any]) -> dict[str, Any]:
    """{"pieces": [...]}: tuples become lists."""
    return {PIECES: [_as_lists(piece) for piece in answer]}


def answer_from_json(instance: Any, document: Mapping[str, Any]) -> tuple[Any, ...]:
    """The answer that `answer_json` wrote: a sorted tuple. Raises InputError."""
    pieces = document.get(PIECES) if isinstance(document, Mapping) else None
    if not isinstance(pieces, list):
        raise InputError(f'expected {{"{PIECES}": [...]}}, found no list "{PIECES}"')
    try:
        return tuple(sorted(_as_tuples(piece) for piece in pieces))
    except TypeError:
        raise InputError(f'"{PIECES}": expected pieces of one kind: numbers, texts, or lists of these') from None


def name_of(instance: Any, model: Model, literal: int) -> str:
    """The name of the variable: `star[2,3]`, `not star[2,3]`."""
    return model.name_of(literal) if literal > 0 else f"not {model.name_of(-literal)}"


def name_row(instance: Any, model: Model, block: Block, row: int) -> Phrase:
    """The number that the row has in its rule: `row 3`."""
    number = str(int(block.number[row]))
    return Phrase("row ", number, "rows ", opening="row ", name=number)


def draw_text(text: str, answer: Any = None, second: Any = None) -> str:
    """The plain text of a board, and the pieces of the answer below."""
    lines = text.rstrip("\n").split("\n")
    if answer is not None:
        lines.append(f"answer: {_listing(answer)}")
    if second is not None:
        lines.append(f"{DIFFERENCE}: {_listing(set(second) - set(answer or ()))}")
        lines.append(f"only in this one: {_listing(set(answer or ()) - set(second))}")
    return "\n".join(line.rstrip() for line in lines)


def draw_svg(text: str, answer: Any = None, second: Any = None) -> str:
    """The same lines as a picture."""
    lines = draw_text(text, answer, second).split("\n")
    wide, tall = 8 * max(map(len, lines)) + 24, 18 * len(lines) + 24
    rows = "".join(
        f'<text x="12" y="{18 * i + 26}" xml:space="preserve">{escape(line)}</text>' for i, line in enumerate(lines)
    )
    content = f'<g font-family="monospace" font-size="13" fill="{STONE}">{rows}</g>'
    return picture(lines[0], f"0 0 {wide} {tall}", content)


@cache  # a board that is planted takes some search
def example_board(generate: Callable[..., Any], format: Callable[[Any], str]) -> str:
    """The plain text of the smallest board that a puzzle generates, for messages; "" if none is small."""
    instance = smallest_instance(generate)
    return "" if instance is None else format(instance).rstrip("\n")


def smallest_instance(generate: Callable[..., Any]) -> Any:
    """The smallest board that a puzzle generates; None if none is small."""
    for side in range(1, 10):
        for size in ((1, 3), (2, 2)) if side < 3 else ((side, side),):
            try:
                return generate(size)[0]
            except InputError:
                continue
    return None


def _listing(pieces: Iterable[Any]) -> str:
    return ", ".join(map(str, sorted(pieces, key=str))) or "nothing"


def _as_lists(piece: Any) -> Any:
    return [_as_lists(part) for part in piece] if isinstance(piece, tuple) else piece


def _as_tuples(piece: Any) -> Any:
    if isinstance(piece, list):
        return tuple(map(_as_tuples, piece))
    if type(piece) not in (int, str):
        raise TypeError
    return piece
