"""Names of variables that every format can read, and the table that explains them.

    place[12]      ->  place_12          letters, digits and underscores, a letter first
    tent[2,3]      ->  tent_2_3
    größe          ->  v_gru00f6u00dfe   other letters by their code; `v_` where a word could mean something else

What a file calls its variables is kept, name by name, where every format can read it.
Where such names are ambiguous (two arrays `x` and `x_1`) or too long, none is used: variable 7 is then `x7`.
The names of all variables are one matrix of bytes, built from columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from backends.formats.text.number_text import Text, digits, repeat_text
from backends.formats.text.row_text import ascii_comments, interleave_lines, join_columns
from models.neutral import Model
from models.neutral.variables import NumberedNames

MOST_WORDS = 2_000  # variables described in the puzzle's words, a call each; beyond, the model's names are used
LONGEST = 60
RESERVED = ("extra", "constant")  # stems of what a lowering adds
# names that no format takes for a number, a keyword or a variable of ours
READABLE = re.compile(r"(?![eE][0-9])(?!(?:v|extra|constant|broken)(?:_|$))[A-Za-z][A-Za-z0-9_]{0,59}")
WORDS = frozenset(
    (
        "free", "inf", "infinity", "nan", "st", "s", "subject", "such", "that", "to", "min", "max", "minimize",
        "minimise", "maximize", "maximise", "minimum", "maximum", "bound", "bounds", "general", "generals", "gen",
        "integer", "integers", "int", "binary", "binaries", "bin", "semi", "sos", "sos1", "sos2", "end", "rhs",
        "ranges",
    )
)  # fmt: skip
AT_ONCE = 1 << 16
# readers of LP take `e3` for an exponent, and these words for their sections; `u` begins a letter's code
SUSPICIOUS = re.compile(r"[^a-zA-Z]|[eE]|u[0-9a-f]{4}")


def names(model: Model) -> Text:
    """The name of each variable, a line of bytes each, shape (variables + 1, width); line 0 is unused."""
    if model.labels and (own := _label_names(model.labels)) is not None:  # those of a file that was read
        return _labels_and_names(model, own)
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


def _label_names(labels: Sequence[str]) -> Text | None:
    """These labels, those that not every format can read in other letters; None if two would be alike, or one too
    long."""
    if isinstance(labels, NumberedNames):
        return _numbered_names(1, len(labels))
    own = [label if is_readable(label) else _stem(label, alone=True) for label in labels]
    if len(set(own)) < len(own) or max(map(len, own)) > LONGEST:
        return None
    lines = np.array([name.encode() for name in own])
    return lines.view(np.uint8).reshape(len(own), lines.itemsize)


def is_readable(name: str) -> bool:
    """Can every format read this name, of a variable or of a row, and tell it from what a lowering adds?"""
    return READABLE.fullmatch(name) is not None and name.lower() not in WORDS


def _labels_and_names(model: Model, own: Text) -> Text:
    """The labels, and what reading a file added by the names of its arrays. own: the names of the labels."""
    rest = {name: array for name, array in model.arrays.items() if array.size and array.flat[0] > len(own)}
    pieces = [own, *(_array_names(_stem(name, array.ndim == 0), array.shape) for name, array in rest.items())]
    width = max((piece.shape[1] for piece in pieces), default=1)
    return np.vstack([np.zeros((1, width), np.uint8), *(_widen(piece, width) for piece in pieces)])


def names_with_extra(model: Model, extra: int) -> Text:
    """As `names`, for the model's variables and those that a lowering added: `extra_1`, `extra_2`, .."""
    own, added = names(model), _array_names("extra", (extra,), first=1)
    width = max(own.shape[1], added.shape[1])
    return np.vstack([_widen(own, width), _widen(added, width)])


def variable_table(
    model: Model, name_of: Callable[[int], str] | None, mark: str, labels: Text | None = None
) -> Iterator[bytes]:
    """A line `c var 12 = a tent at (3,4)` for each variable, or `tent_3_4 = ..` where variables have labels.

    If there are many, the model's own names, in pieces; nothing if the labels are these names."""
    if model.variables > MOST_WORDS:
        if labels is None:
            yield from _table_by_column(model, mark)
        return
    for variable in range(1, model.variables + 1):
        name = f"var {variable}" if labels is None else bytes(labels[variable][labels[variable] != 0]).decode()
        meaning = _describe_variable(model, variable, name_of)
        if name != meaning:
            yield ascii_comments(mark, [f"{name} = {meaning}"])


def _table_by_column(model: Model, mark: str) -> Iterator[bytes]:
    labels = names(model)
    for first in range(1, model.variables + 1, AT_ONCE):
        here = labels[first : first + AT_ONCE]
        numbers = digits(np.arange(first, first + len(here)))[:, 1:]
        yield interleave_lines((None, join_columns(f"{mark} var ", numbers, " = ", here, "\n")))


def _describe_variable(model: Model, variable: int, name_of: Callable[[int], str] | None) -> str:
    """A variable in the words of the puzzle, or else by its name in the model."""
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
    """Could two names be equal, or one too long?"""
    used = {*stems, *RESERVED}
    shortened = {shorter for stem in stems for shorter in _without_indices(stem)}
    long = any(len(stem) > LONGEST for stem in stems)
    return len(used) < len(stems) + len(RESERVED) or bool(used & shortened) or long


def _without_indices(stem: str) -> Iterator[str]:
    """`x_1` and `x` of `x_1_2`: a name with these stems and more indices could be equal."""
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
