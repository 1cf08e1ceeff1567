"""Names of variables that every format can read, and the table that says what they are.

    place[12]      ->  place_12          letters, digits and underscores, a letter first
    tent[2,3]      ->  tent_2_3
    größe          ->  v_gru00f6u00dfe   other letters by their code; `v_` where a word could mean something else

Names that do so could be confused (two arrays `x` and `x_1`) or are long are given up: then variable 7 is `x7`.
The names of all variables are one matrix of bytes, made from columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np

from backends.formats.text.number_text import Text, digits, repeat_text
from backends.formats.text.row_text import ascii_comments, interleave_lines, join_columns
from models.neutral import Model

MOST_WORDS = 2_000  # variables told in the words of the puzzle, which takes a call each; of more, the model's names
LONGEST = 60
RESERVED = ("extra", "constant")  # stems of what a lowering adds
AT_ONCE = 1 << 16
# readers of LP take `e3` for an exponent, and these words for their sections; `u` begins a letter's code
SUSPICIOUS = re.compile(r"[^a-zA-Z]|[eE]|u[0-9a-f]{4}")


def names(model: Model) -> Text:
    """The name of each variable as a line of bytes, shape (variables + 1, width); line 0 is unused."""
    stems = [_stem(name, array.ndim == 0) for name, array in model.arrays.items()]
    if _are_ambiguous(stems):
        return (
            np.vstack([np.zeros_like(_numbered_names(1, 1)), _numbered_names(1, model.variables)])
            if model.variables
            else _no_names()
        )
    pieces = [_array_names(stem, array.shape) for stem, array in zip(stems, model.arrays.values(), strict=True)]
    width = max((piece.shape[1] for piece in pieces), default=1)
    return np.vstack([np.zeros((1, width), np.uint8), *(_widen(piece, width) for piece in pieces)])


def names_with_extra(model: Model, extra: int) -> Text:
    """As `names`, for the model's variables and so many more that a lowering added: `extra_1`, `extra_2`, .."""
    own, added = names(model), _array_names("extra", (extra,), first=1)
    width = max(own.shape[1], added.shape[1])
    return np.vstack([_widen(own, width), _widen(added, width)])


def variable_table(
    model: Model, name_of: Callable[[int], str] | None, mark: str, called: Text | None = None
) -> Iterator[bytes]:
    """A line `c var 12 = a tent at (3,4)` for each variable, or `tent_3_4 = ..` where variables are called by names.

    Of many variables in the model's own names, in pieces; where those are what they are called by, nothing."""
    if model.variables > MOST_WORDS:
        if called is None:
            yield from _table_by_column(model, mark)
        return
    for variable in range(1, model.variables + 1):
        name = f"var {variable}" if called is None else bytes(called[variable][called[variable] != 0]).decode()
        yield ascii_comments(mark, [f"{name} = {_describe_variable(model, variable, name_of)}"])


def _table_by_column(model: Model, mark: str) -> Iterator[bytes]:
    called = names(model)
    for first in range(1, model.variables + 1, AT_ONCE):
        here = called[first : first + AT_ONCE]
        numbers = digits(np.arange(first, first + len(here)))[:, 1:]
        yield interleave_lines((None, join_columns(f"{mark} var ", numbers, " = ", here, "\n")))


def _describe_variable(model: Model, variable: int, name_of: Callable[[int], str] | None) -> str:
    """In the words of the puzzle; a variable that has none there by its name in the model."""
    if name_of is not None:
        try:
            return name_of(variable)
        except (
            LookupError,
            ValueError,
            StopIteration,
        ):  # a puzzle need not know the auxiliary variables of each formulation
            pass
    return model.name_of(variable)


def _stem(name: str, alone: bool) -> str:
    safe = "".join(c if re.fullmatch("[A-Za-z0-9_]", c) else f"u{ord(c):04x}" for c in name)
    return f"v_{safe}" if alone or SUSPICIOUS.match(name) or safe != name else safe


def _are_ambiguous(stems: list[str]) -> bool:
    """Could two names be the same, or one be too long?"""
    known = {*stems, *RESERVED}
    shortened = {shorter for stem in stems for shorter in _without_indices(stem)}
    long = any(len(stem) > LONGEST for stem in stems)
    return len(known) < len(stems) + len(RESERVED) or bool(known & shortened) or long


def _without_indices(stem: str) -> Iterator[str]:
    """`x_1` and `x` of `x_1_2`: with these stems and more indices, a name could be the same."""
    while (shorter := re.sub(r"_[0-9]+$", "", stem)) != stem:
        stem = shorter
        yield stem


def _array_names(stem: str, shape: tuple[int, ...], first: int = 0) -> Text:
    size = int(np.prod(shape))
    columns = [repeat_text(stem, size)]
    for place in np.unravel_index(np.arange(size), shape) if size and shape else ():
        columns += [repeat_text("_", size), digits(place + first)[:, 1:]]
    return np.hstack(columns)


def _numbered_names(first: int, last: int) -> Text:
    numbers = digits(np.arange(first, last + 1))[:, 1:]
    return np.hstack([repeat_text("x", len(numbers)), numbers])


def _no_names() -> Text:
    return np.zeros((1, 1), np.uint8)


def _widen(text: Text, width: int) -> Text:
    return np.pad(text, ((0, 0), (0, width - text.shape[1])))
