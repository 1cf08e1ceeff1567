"""The tokenizer of LP files: run as Python on bytes, or compiled on an array of bytes by `reading_kernel`.

Subject To         section rows, the first word of a line that is a title, in any case
 r1: 2 x_0 >= 1    name r1, colon, number 2, name x_0, side >=, number 1
\\ a comment       nothing
"""

from __future__ import annotations

import string
from typing import Any

# kinds of tokens; titles of sections come after them, `SECTION` + the index in TITLES
NUMBER, NAME, AT_LEAST, AT_MOST, EXACTLY, PLUS, MINUS, COLON, ERROR, MORE, SECTION = range(11)
MIN, MAX, ROWS, BOUNDS, GENERALS, BINARIES, OTHER, END = range(SECTION, SECTION + 8)
SPELLINGS = {  # the longer of two that begin alike is tried first
    OTHER: "semi-continuous semis semi sos sos1 sos2 pwlobj lazy_constraints user_cuts general_constraints "
    "general_constraint",
    MIN: "minimise minimize minimum min",
    MAX: "maximise maximize maximum max",
    ROWS: "subject_to such_that s.t. st. st",
    BOUNDS: "bounds bound",
    GENERALS: "generals general gen integers integer int",
    BINARIES: "binaries binary bin",
    END: "end",
}
TITLES = b"".join(
    word.encode() + bytes([kind]) for kind, words in SPELLINGS.items() for word in words.split()
)  # each followed by its kind, a byte below any letter; _ is any blanks
LONGEST_NAME = 255
STRANGE, LONG_NAME, NO_END, ARROW = 1, 2, 3, 4  # how a scan ended with an error
LETTER, DIGIT, NAME_PART, TITLE = 1, 2, 4, 8  # classes of bytes


def byte_classes() -> bytes:
    """The classes of each byte: begins a name or a number, goes on with a name, begins a title."""
    letters = string.ascii_letters + "!\"#$%&(),;?@_`'{}~"
    parts = letters + string.digits + "./|[]"
    titles = {spelling[0] for words in SPELLINGS.values() for spelling in words.split()}
    bits = ((LETTER, letters), (DIGIT, string.digits), (NAME_PART, parts), (TITLE, "".join(titles)))
    return bytes(sum(bit for bit, members in bits if chr(byte).lower() in members.lower()) for byte in range(256))


CLASSES = byte_classes()


def scan_tokens(
    text: Any, classes: Any, titles: Any, place: int, fresh: bool, columns: Any, count: int
) -> tuple[int, int, int, bool]:
    """Fill the columns kinds, starts and ends with tokens, up to `End`, or up to the last but one place in them.

    place: in the text; fresh: is there no token in this line yet; count: so many tokens stand in the columns. Returns
    how many there are now, 0 or an error, place and fresh. After an error, the last token is an ERROR, at its place.
    """
    kinds, starts, ends = columns
    size = len(text)
    while count < len(kinds) - 1:
        while place < size:
            byte = text[place]
            if byte == 10:
                fresh = True
            elif byte == 92:
                while place + 1 < size and text[place + 1] != 10:
                    place += 1
            elif byte != 32 and byte != 9 and byte != 13:
                break
            place += 1
        starts[count] = place
        if place == size:
            kinds[count], ends[count] = ERROR, place
            return count + 1, NO_END, place, fresh
        kind, end, error = ERROR, place, 0
        byte = text[place]
        if fresh and classes[byte] & TITLE:
            kind, end = match_title(text, place, titles)
        fresh = False
        if kind == ERROR:
            if classes[byte] & LETTER:
                kind, end = NAME, place + 1
                while end < size and classes[text[end]] & NAME_PART:
                    end += 1
                if end - place > LONGEST_NAME:
                    kind, error = ERROR, LONG_NAME
            elif classes[byte] & DIGIT or (byte == 46 and place + 1 < size and classes[text[place + 1]] & DIGIT):
                kind, end = NUMBER, end_of_number(text, place, classes)
            else:
                kind, end = match_sign(text, place)
                error = ARROW if byte == 45 else STRANGE
        kinds[count], ends[count] = kind, end
        count += 1
        if kind == ERROR:
            return count, error, place, fresh
        place = end
        if kind == END:
            break
    return count, 0, place, fresh


def match_sign(text: Any, place: int) -> tuple[int, int]:
    """A side, a sign or a colon, and its end; ERROR for any other byte."""
    byte = text[place]
    after = text[place + 1] if place + 1 < len(text) else 0
    if byte == 60:
        return AT_MOST, place + 1 + (after == 61)
    if byte == 62:
        return AT_LEAST, place + 1 + (after == 61)
    if byte == 61:
        if after == 60:
            return AT_MOST, place + 2
        return (AT_LEAST, place + 2) if after == 62 else (EXACTLY, place + 1)
    if byte == 43:
        return PLUS, place + 1
    if byte == 45 and after != 62:  # `->` is the sign of a row with a condition
        return MINUS, place + 1
    if byte == 58:
        return COLON, place + 1
    return ERROR, place


def end_of_number(text: Any, place: int, classes: Any) -> int:
    """Where a decimal ends; an exponent belongs to it only if no letter or digit follows."""
    size = len(text)
    while place < size and classes[text[place]] & DIGIT:
        place += 1
    if place < size and text[place] == 46:
        place += 1
        while place < size and classes[text[place]] & DIGIT:
            place += 1
    if place < size and (text[place] == 69 or text[place] == 101):
        end = place + 1
        if end < size and (text[end] == 43 or text[end] == 45):
            end += 1
        first = end
        while end < size and end - first < 4 and classes[text[end]] & DIGIT:
            end += 1
        is_word = end < size and (65 <= text[end] <= 90 or 97 <= text[end] <= 122 or text[end] == 95)
        if 1 <= end - first <= 3 and not is_word:
            return end
    return place


def match_title(text: Any, place: int, titles: Any) -> tuple[int, int]:
    """The kind of the title that stands here, and its end; ERROR if there is none. A colon after it makes it a name."""
    size, here, fits = len(text), place, True
    for byte in titles:
        if byte > 32:
            if not fits:
                continue
            if byte == 95:
                fits = here < size and (text[here] == 32 or text[here] == 9)
                while here < size and (text[here] == 32 or text[here] == 9):
                    here += 1
            else:
                fits = here < size and (text[here] | 32 if 65 <= text[here] <= 90 else text[here]) == byte
                here += 1
            continue
        if fits and (here == size or text[here] in (32, 9, 10, 13, 92)):
            return byte if not colon_follows(text, here) else ERROR, here
        here, fits = place, True
    return ERROR, place


def colon_follows(text: Any, place: int) -> bool:
    """Is the next byte that is no blank or comment a colon?"""
    while place < len(text):
        if text[place] == 92:
            while place + 1 < len(text) and text[place + 1] != 10:
                place += 1
        elif text[place] != 32 and not 9 <= text[place] <= 13:
            break
        place += 1
    return place < len(text) and text[place] == 58
