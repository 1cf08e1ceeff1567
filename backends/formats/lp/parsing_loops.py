"""The parser of LP files, from columns of tokens to columns of terms and bounds: run as Python, or compiled by
`reading_kernel`. One token of look-ahead; the first token that does not fit is returned, with what was expected there.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from backends.formats.lp.scanning_loops import (
    AT_LEAST,
    BINARIES,
    BOUNDS,
    COLON,
    END,
    EXACTLY,
    MAX,
    MIN,
    MINUS,
    NAME,
    NUMBER,
    PLUS,
    ROWS,
    SECTION,
)

FINE, NO_SENSE, NO_ROWS, NO_SECTION, OTHER_SECTION = range(5)  # what was expected (`reading.EXPECTED`)
NO_SIDE, NO_TERM, NO_BOUND_SIDE, NO_BOUNDED, NO_FREE, NO_NAME = range(5, 11)
CONSTANT, LEFT, RIGHT = -1, -2, -3  # in place of a variable: a number in the sum, before it or after it
OBJECTIVE = -1  # in place of a row
LOWER, UPPER, BOTH = 1, 2, 3
INFINITE, ZERO, ONE = -1, -2, -3  # in place of the token of a number

NO_WORD, FREE, INFINITY = 0, 1, 2  # what a name may mean in Bounds
# how many there are of each
TERMS, ROW_COUNT, LIMITS, VARIABLES = range(4)

Tokens: TypeAlias = tuple[Any, Any, Any, Any]
"""kinds, names (the number of a name), infinite (does a number denote infinity?), by token; words, by name"""
Output: TypeAlias = tuple[Any, Any, Any, Any, Any]
"""terms (row, variable, number, turned: is there an odd number of minuses?); rows (label, sides before and after the
sum, 0 where there is none); limits (variable, which bound, number, turned), three tables with a column per entry;
variables: by name, -1; counts. A number is a token, or ONE, ZERO, INFINITE; a label is a token, or -1."""


def parse_file(tokens: Tokens, output: Output, integers: Any, firsts: Any) -> tuple[int, int]:
    """Fill the output, integers and firsts (the first token), both by variable. Returns FINE or what was expected, and
    the token where it was."""
    kinds, counts = tokens[0], output[4]
    if kinds[0] != MIN and kinds[0] != MAX:
        return NO_SENSE, 0
    error, place, _ = parse_sum(tokens, output, firsts, skip_label(kinds, 1), OBJECTIVE)
    if error:
        return error, place
    if kinds[place] != ROWS:
        return NO_ROWS, place
    while kinds[place] != END:
        title = kinds[place]
        if title < SECTION:
            return NO_SECTION, place
        if title < ROWS or title > BINARIES:
            return OTHER_SECTION, place
        place += 1
        while kinds[place] < SECTION:
            if title == ROWS:
                error, place = parse_row(tokens, output, firsts, place)
                counts[ROW_COUNT] += 1
            elif title == BOUNDS:
                error, place = parse_bounds(tokens, output, firsts, place)
            else:
                error, place = parse_integer(tokens, output, firsts, place, integers, title == BINARIES)
            if error:
                return error, place
    return FINE, place


def parse_row(tokens: Tokens, output: Output, firsts: Any, place: int) -> tuple[int, int]:
    """`r1: x - y >= 1` or `2 <= x + y <= 4`; the label may be left out."""
    kinds, (terms, rows, _, _, counts) = tokens[0], output
    row, before = counts[ROW_COUNT], counts[TERMS]
    start = place
    place = skip_label(kinds, place)
    rows[0, row], rows[1, row], rows[2, row] = start if place > start else -1, 0, 0
    error, place, is_named = parse_sum(tokens, output, firsts, place, row)
    if error:
        return error, place
    if not AT_LEAST <= kinds[place] <= EXACTLY:
        return NO_SIDE, place
    if not is_named:
        for term in range(before, counts[TERMS]):
            terms[1, term] = LEFT
        rows[1, row] = kinds[place]
        error, place, _ = parse_sum(tokens, output, firsts, place + 1, row)
        if error or not AT_LEAST <= kinds[place] <= EXACTLY:
            return error, place
    rows[2, row] = kinds[place]
    place, turned = skip_signs(kinds, place + 1)
    if kinds[place] != NUMBER:
        return NO_TERM, place
    add_term(output, row, RIGHT, place, turned)
    return FINE, place + 1


def parse_sum(tokens: Tokens, output: Output, firsts: Any, place: int, row: int) -> tuple[int, int, bool]:
    """Terms with signs between them, none at the end of a section; the third result: is a variable among them?"""
    kinds, is_named = tokens[0], False
    if kinds[place] >= SECTION:
        return FINE, place, False
    while True:
        place, turned = skip_signs(kinds, place)
        number = ONE
        if kinds[place] == NUMBER:
            number = place
            place += 1
        if kinds[place] == NAME:
            add_term(output, row, number_variable(tokens, output, firsts, place), number, turned)
            is_named = True
            place += 1
        elif number == ONE:
            return NO_TERM, place, is_named
        else:
            add_term(output, row, CONSTANT, number, turned)
        if kinds[place] != PLUS and kinds[place] != MINUS:
            return FINE, place, is_named


def parse_bounds(tokens: Tokens, output: Output, firsts: Any, place: int) -> tuple[int, int]:
    """`-1 <= y <= 1`, `x <= 7`, `z = 2` or `w free`."""
    kinds, names, _, words = tokens
    side, number, turned = 0, INFINITE, False
    if kinds[place] != NAME or words[names[place]] == INFINITY:
        error, place, number, turned = parse_limit(tokens, place)
        if error:
            return error, place
        side = kinds[place]
        if not AT_LEAST <= side <= EXACTLY:
            return NO_BOUND_SIDE, place
        place += 1
    if kinds[place] != NAME:
        return NO_BOUNDED, place
    variable = number_variable(tokens, output, firsts, place)
    place += 1
    if side:
        add_limit(output, variable, bound_of(side, True), number, turned)
    elif kinds[place] == NAME and words[names[place]] == FREE:
        add_limit(output, variable, BOTH, INFINITE, False)
        return FINE, place + 1
    elif not AT_LEAST <= kinds[place] <= EXACTLY:
        return NO_FREE, place
    if AT_LEAST <= kinds[place] <= EXACTLY:
        which = bound_of(kinds[place], False)
        error, place, number, turned = parse_limit(tokens, place + 1)
        if error:
            return error, place
        add_limit(output, variable, which, number, turned)
    return FINE, place


def parse_limit(tokens: Tokens, place: int) -> tuple[int, int, int, bool]:
    """A number with signs before it, which may be infinite."""
    kinds, names, infinite, words = tokens
    place, turned = skip_signs(kinds, place)
    if kinds[place] == NAME and words[names[place]] == INFINITY:
        return FINE, place + 1, INFINITE, turned
    if kinds[place] != NUMBER:
        return NO_TERM, place, INFINITE, turned
    return FINE, place + 1, INFINITE if infinite[place] else place, turned


def bound_of(side: int, reverse: bool) -> int:
    """Which bounds of a variable a side gives; reverse: the variable stands on the right."""
    if side == EXACTLY:
        return BOTH
    return LOWER if (side == AT_LEAST) != reverse else UPPER


def parse_integer(
    tokens: Tokens, output: Output, firsts: Any, place: int, integers: Any, is_binary: bool
) -> tuple[int, int]:
    """A name in Generals or Binaries."""
    if tokens[0][place] != NAME:
        return NO_NAME, place
    variable = number_variable(tokens, output, firsts, place)
    integers[variable] = True
    if is_binary:
        add_limit(output, variable, LOWER, ZERO, False)
        add_limit(output, variable, UPPER, ONE, False)
    return FINE, place + 1


def skip_label(kinds: Any, place: int) -> int:
    """The token after a name and a colon, else the same."""
    return place + 2 if kinds[place] == NAME and kinds[place + 1] == COLON else place


def skip_signs(kinds: Any, place: int) -> tuple[int, bool]:
    """The token after the signs, and whether there is an odd number of minuses."""
    turned = False
    while kinds[place] == PLUS or kinds[place] == MINUS:
        turned = turned != (kinds[place] == MINUS)
        place += 1
    return place, turned


def number_variable(tokens: Tokens, output: Output, firsts: Any, place: int) -> int:
    """The number of the variable with that name, in the order of first occurrence."""
    name, variables, counts = tokens[1][place], output[3], output[4]
    if variables[name] < 0:
        variables[name] = counts[VARIABLES]
        firsts[counts[VARIABLES]] = place
        counts[VARIABLES] += 1
    variable: int = variables[name]
    return variable


def add_term(output: Output, row: int, variable: int, number: int, turned: bool) -> None:
    terms, count = output[0], output[4][TERMS]
    terms[0, count], terms[1, count], terms[2, count], terms[3, count] = row, variable, number, turned
    output[4][TERMS] += 1


def add_limit(output: Output, variable: int, which: int, number: int, turned: bool) -> None:
    limits, count = output[2], output[4][LIMITS]
    limits[0, count], limits[1, count], limits[2, count], limits[3, count] = variable, which, number, turned
    output[4][LIMITS] += 1
