"""What a text may be, beside being a text: marks for `Annotated[str, ..]` in the types of documents.

    Annotated[str, OneOf("listed", "counted")]      one of these words
    Annotated[str, Matching("^[0-9]+$")]            a text in which this is found

A type checker sees a plain `str`; a JSON Schema has the restriction.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these words."""

    words: tuple[str, ...]

    def __init__(self, *words: str) -> None:
        object.__setattr__(self, "words", words)


@dataclass(frozen=True, slots=True)
class Matching:
    """A text in which this regular expression (of ECMA-262, as JSON Schema has them) is found."""

    pattern: str
