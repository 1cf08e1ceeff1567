"""What a mistyped name may have been meant to be; every floor words it alike."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

ALIKE = 0.65  # of names, from 0 to 1: `hrad` may mean `hard` (0.75), `notes` does not mean `tents` (0.6)
MOST_LISTED = 24  # names: with one that is near, no longer list is told
LONGEST = 60  # characters of a word that is compared and shown; nobody mistypes a longer name


def nearest_name(word: str, known: Iterable[str]) -> str | None:
    """The known name that is most like the word, None if none is; capitals count as small letters."""
    by_word = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), by_word, 1, ALIKE) if len(word) <= LONGEST else []
    return by_word[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'tents'?` for the end of a message, "" if no known name is near."""
    near = nearest_name(word, known)
    return "" if near is None else f"; did you mean '{near}'?"


def unknown_name(kind: str, word: str, known: Iterable[str], listing: str | None = None) -> str:
    """`unknown puzzle 'tens'; did you mean 'tents'? known: tents, akari`; without the known names where one is near and
    there are many. listing: the known names in other words, and what else is to be said of them."""
    names = list(known)
    meant = did_you_mean(word, names)
    if meant and len(names) > MOST_LISTED:
        return f"unknown {kind} '{word[:LONGEST]}'{meant}"
    meant = meant or ";"
    return f"unknown {kind} '{word[:LONGEST]}'{meant} known: {', '.join(names) if listing is None else listing}"
