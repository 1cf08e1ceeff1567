"""The loop of the OPB reader: run as Python on bytes, or compiled on an array of bytes by `reading_kernel`."""

from __future__ import annotations

from typing import Any

LINE, STAR, SEMICOLON, TILDE, LETTER = 10, 42, 59, 126, 120
PLUS, MINUS, LESS, EQUAL, MORE, COLON = 43, 45, 60, 61, 62, 58
MINIMISE, MAXIMISE, AT_LEAST, AT_MOST, EXACTLY = 0, 1, 2, 3, 4  # kinds of statements
MOST_DIGITS = 16
EXACT = 2**53
# how the scan ended; all but the first are errors
FINE, NO_TERM, NO_TERM_OF_GOAL, LONG_NUMBER, HIGH_VARIABLE, LARGE_SUM, LATE_GOAL, NO_SEMICOLON, NO_VARIABLE = range(9)
JOINED = 2**62  # in place of a coefficient: the literal is a factor of the term before


def scan_statements(
    text: Any, most_variables: int, columns: Any, coefs: Any, ends: Any, kinds: Any, sides: Any
) -> tuple[int, int, int, int]:
    """Fill columns and coefs by term, ends (of the terms), kinds and sides by statement.

    columns: the variable, negative for `~x`; `most_variables` + 1 stands for x0. Each factor of a product has an entry;
    the coefficient stands at the first, JOINED at the others. Returns how the scan ended, where, how many terms and
    statements.
    """
    place, terms, statements = skip_blanks(text, 0), 0, 0
    while place < len(text):
        goal = word_of_goal(text, place)
        if goal >= 0:
            if statements:
                return LATE_GOAL, place, terms, statements
            place = skip_blanks(text, place)
            while text[place] != COLON:
                place += 1
            place += 1
        place = skip_blanks(text, place)
        start, total = place, 0.0
        while True:  # terms
            error, place, column, coef = scan_term(text, place, most_variables)
            if error:
                break
            columns[terms], coefs[terms] = column, coef
            total += abs(coef)
            terms += 1
            place = skip_blanks(text, place)
            while place < len(text) and (text[place] == TILDE or text[place] == LETTER):
                error, place, column = scan_literal(text, place, most_variables)
                if error:
                    return error if error == HIGH_VARIABLE else NO_VARIABLE, place, terms, statements
                columns[terms], coefs[terms] = column, JOINED
                terms += 1
                place = skip_blanks(text, place)
        if error in (HIGH_VARIABLE, NO_VARIABLE):
            return error, place, terms, statements
        if total >= EXACT:
            return LARGE_SUM, start, terms, statements
        if goal >= 0:
            if place == len(text):
                return NO_SEMICOLON, place, terms, statements
            if text[place] != SEMICOLON:
                return error if error == LONG_NUMBER else NO_TERM_OF_GOAL, place, terms, statements
            kinds[statements], sides[statements] = goal, 0
            place += 1
        else:
            if error == LONG_NUMBER:
                return error, place, terms, statements
            error, place, kind, side = scan_side(text, place)
            if error:
                return error, place, terms, statements
            kinds[statements], sides[statements] = kind, side
        ends[statements] = terms
        statements += 1
        place = skip_blanks(text, place)
    return FINE, place, terms, statements


def word_of_goal(text: Any, place: int) -> int:
    """MINIMISE, MAXIMISE or -1: is there `min:` or `max:`?"""
    if place + 3 >= len(text) or text[place] != 109:
        return -1
    is_min = text[place + 1] == 105 and text[place + 2] == 110
    is_max = text[place + 1] == 97 and text[place + 2] == 120
    after = skip_blanks(text, place + 3)
    if not (is_min or is_max) or after == len(text) or text[after] != COLON:
        return -1
    return MINIMISE if is_min else MAXIMISE


def scan_term(text: Any, place: int, most_variables: int) -> tuple[int, int, int, int]:
    """An error or 0 (FINE), the place of the error or after the term, the variable and the coefficient."""
    start = place
    error, place, coef = scan_integer(text, place)
    if error:
        return error, start, 0, 0
    after = skip_blanks(text, place)
    if after == place:
        return NO_TERM, start, 0, 0
    error, place, column = scan_literal(text, after, most_variables)
    if error:
        return error if error == HIGH_VARIABLE else NO_VARIABLE, place, 0, 0
    return FINE, place, column, coef


def scan_literal(text: Any, place: int, most_variables: int) -> tuple[int, int, int]:
    """An error or 0 (FINE), the place of the error or after the literal, and the variable, negative for `~x`."""
    start, sign = place, 1
    if place < len(text) and text[place] == TILDE:
        place, sign = place + 1, -1
    if place + 1 >= len(text) or text[place] != LETTER or not 48 <= text[place + 1] <= 57:
        return NO_TERM, start, 0
    name = place
    place += 1
    variable = 0
    while place < len(text) and 48 <= text[place] <= 57:
        variable = min(variable * 10 + text[place] - 48, 10**12)
        place += 1
    if place < len(text) and not (is_space(text[place]) or LESS <= text[place] <= MORE or text[place] == SEMICOLON):
        return NO_TERM, start, 0
    if text[name + 1] == 48:
        if place - name > 2:  # x01 may be x1, or a name
            return NO_TERM, start, 0
        variable = most_variables + 1
    elif variable > most_variables:
        return HIGH_VARIABLE, name, 0
    return FINE, place, sign * variable


def scan_side(text: Any, place: int) -> tuple[int, int, int, int]:
    """An error or 0, its place or that after the semicolon, the kind of the row and its right side."""
    start = place
    if place == len(text):
        return NO_SEMICOLON, place, 0, 0
    kind = EXACTLY
    if text[place] == LESS or text[place] == MORE:
        kind = AT_MOST if text[place] == LESS else AT_LEAST
        place += 1
    if place == len(text) or text[place] != EQUAL:
        return NO_TERM, start, 0, 0
    number = skip_blanks(text, place + 1)
    error, place, side = scan_integer(text, number)
    if error == LONG_NUMBER:
        return error, number, 0, 0
    if error:
        return NO_SEMICOLON if number == len(text) else NO_TERM, start, 0, 0
    place = skip_blanks(text, place)
    if place == len(text):
        return NO_SEMICOLON, place, 0, 0
    if text[place] != SEMICOLON:
        return NO_TERM, start, 0, 0
    return FINE, place + 1, kind, side


def scan_integer(text: Any, place: int) -> tuple[int, int, int]:
    """An error or 0, the place after the integer, and the integer."""
    negative = False
    if place < len(text) and (text[place] == PLUS or text[place] == MINUS):
        negative = text[place] == MINUS
        place += 1
    value, digits = 0, place
    while place < len(text) and 48 <= text[place] <= 57:
        if place - digits < MOST_DIGITS:
            value = value * 10 + text[place] - 48
        place += 1
    if place == digits:
        return NO_TERM, place, 0
    if place - digits > MOST_DIGITS:
        return LONG_NUMBER, place, 0
    return FINE, place, -value if negative else value


def skip_blanks(text: Any, place: int) -> int:
    """The next place that is neither a blank nor in a line that begins with a star."""
    in_front = place == 0 or text[place - 1] == LINE
    while place < len(text):
        if in_front and text[place] == STAR:
            while place < len(text) and text[place] != LINE:
                place += 1
        elif not is_space(text[place]):
            break
        else:
            in_front = text[place] == LINE or (in_front and (text[place] == 32 or text[place] == 9))
            place += 1
    return place


def is_space(byte: int) -> bool:
    """A blank, a tab, the end of a line or of a page."""
    return byte == 32 or 9 <= byte <= 13
