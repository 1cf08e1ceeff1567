"""Calls of verbs: their sentences, the keywords that all verbs share, and errors that name the rule."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias, TypedDict, TypeVar, Unpack, cast

from numpy.typing import ArrayLike

from models.neutral.arguments import literal_per_row, mask
from models.neutral.blocks import Block
from models.neutral.errors import ModelError
from models.neutral.wording.phrases import Each, check_phrase, words_of_rows

Bound: TypeAlias = "int | ArrayLike"
Verb = TypeVar("Verb", bound=Callable[..., None])


class Scope(TypedDict, total=False):
    """Where a rule applies, and how people read it.

    when: a guard literal, or one per row: the row counts only if its guard holds. In a tuple, several such guards: the
        row counts only if all of them hold.
    holds: a literal, or one per row: it holds if and only if the row does.
    soft: a weight from 1 on, or one per row: the row may be broken, at this price.
    where: a mask of rows.
    of: what each row is called, a text or what `each` returns.
    clue: are the bounds numbers on the board, which may be written wrongly?
    evident: what is said of rows that forbid a single literal, where the sentence is not enough.
    """

    when: Bound | tuple[Bound, ...] | None
    holds: Bound | None
    soft: Bound | None
    where: ArrayLike | None
    of: str | Each
    clue: bool
    evident: str


SCOPE = Scope.__annotations__


def in_scope(block: Block, **scope: Unpack[Scope]) -> Block:
    """The block with those keywords of `Scope` that change no more than its columns. Raises ModelError."""
    of, clue, evident = scope.get("of", ""), scope.get("clue", False), scope.get("evident", "")
    if of or clue or evident:
        entries = int(block.number.max(initial=-1)) + 1
        words = words_of_rows(of, entries) if of else None
        block = replace(block, of=words, is_clue=clue, evident=check_phrase(evident))
    if (when := scope.get("when")) is not None:
        block = replace(block, when=literal_per_row(when, len(block), "when"))
    where = scope.get("where")
    return block if where is None else block.take(mask(where, len(block)))


def verb(method: Verb) -> Verb:
    """A verb of the model: its call and sentence are checked first; errors from inside then name the rule."""
    signature = inspect.signature(method)

    @functools.wraps(method)
    def checked(*args: Any, **keywords: Any) -> None:
        sentence = _sentence(method.__name__, signature, args, keywords)
        try:
            method(*args, **keywords)
        except ModelError as error:
            raise type(error)(f"rule '{sentence}', {error}") from None

    return cast(Verb, checked)


def _sentence(name: str, signature: inspect.Signature, args: tuple[Any, ...], keywords: dict[str, Any]) -> str:
    """The sentence of a call, if the call fits: nothing missing, swapped or unknown."""
    parameters = [p.name for p in list(signature.parameters.values())[1:] if p.kind is not p.VAR_KEYWORD]
    usage = f"{name}: expected {name}({', '.join(parameters)})"
    try:
        arguments = signature.bind(*args, **keywords).arguments
    except TypeError as misfit:
        has_text = any(isinstance(value, str) for value in (*args, *keywords.values()))
        raise ModelError(f"{usage}, {misfit if has_text else 'the sentence is missing'}") from None
    for keyword in sorted(arguments.get("scope", {}).keys() - SCOPE.keys()):
        raise ModelError(f"{usage} and perhaps {', '.join(f'{name}=' for name in SCOPE)}; found {keyword}=")
    sentence = arguments["sentence"]
    if not isinstance(sentence, str):
        for place, value in arguments.items():
            if isinstance(value, str):
                raise ModelError(f"{usage}, found {value!r} where {place} stands")
        raise ModelError(f"{usage}, the sentence is missing: found {type(sentence).__name__} in its place")
    if not sentence.strip() or sentence.splitlines() != [sentence]:
        raise ModelError(f"{name}: every rule needs a sentence of one line, found {sentence!r}")
    return sentence
