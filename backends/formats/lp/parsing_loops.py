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
    ERROR,
    EXACTLY,
    MAX,
    MIN,
    MINUS,
    MORE,
    NAME,
    NUMBER,
    OTHER,
    PLUS,
    ROWS,
    SECTION,
)

FINE, NO_SENSE, NO_ROWS, OTHER_SECTION = range(4)  # what was expected (`parsed_columns.EXPECTED`)
NO_SIDE, NO_TERM, NO_BOUND_SIDE, NO_BOUNDED, NO_FREE, NO_NAME, FULL_SECTION, NO_RIGHT_SIDE, NEVER_KEPT = range(4, 13)
CONSTANT, LEFT, RIGHT = 1, 2, 3  # what a number without a variable is: a part of the sum, or its side before or after
OBJECTIVE = -1  # in place of a row
LOWER, UPPER, BOTH, OPEN_END = 1, 2, 3, 4  # bounds; OPEN_END is added where the number is infinite
INFINITE, ONE = -1, -2  # in place of the token of a number
CONTINUOUS, WHOLE, BINARY = range(3)  # what a variable is declared to be

IS_INFINITE, IS_BAD = 1, 2  # of a number: does it denote infinity, and is it none below 2^53?
NO_WORD, FREE, INFINITY = 0, 1, 2  # what a name may mean in Bounds
# how many there are of each; those of the objective; the section, 0 before the objective; the first bad number, or -1
TERMS, SIDES, ROW_COUNT, LIMITS, VARIABLES, GOAL_TERMS, GOAL_SIDES, TITLE, BAD, COUNTS = range(10)

KIND, START, NAME_NUMBER, MANTISSA, EXPONENT, FLAGS = range(6)  # lines of the table of tokens

Tokens: TypeAlias = tuple[Any, Any]
"""A table with a column per token, lines as above, and after them one token of the kind MORE if the file goes on; what
each name may mean."""
Output: TypeAlias = tuple[Any, Any, Any, Any, Any, Any, Any, Any, Any, Any]
"""terms (row, variable, exponent, place) and their mantissas; sides, which are numbers without a variable (row, what it
is, exponent, place), and their mantissas; rows (name of the label or -1, sides before and after the sum, 0 where there
is none); limits (variable, which bound, exponent, offset of its name) and their mantissas; the variable of each name,
or -1; variables (what it is declared to be, name, first place); counts. Tables have a column per entry. A place is the
offset of a number in the file, or -1 where none stands. Few large arrays: each one costs time in every call."""


def parse_tokens(tokens: Tokens, output: Output, place: int) -> tuple[int, int]:
    """Add what the tokens from `place` on say to the output. Returns FINE or what was expected, and the token where
    that was. What goes on after the tokens is left out, and its first token returned."""
    kinds, counts = tokens[0][KIND], output[9]
    while kinds[place] != MORE and (kinds[place] != END or counts[TITLE] == 0):
        terms, sides, rows, limits, variables = counts[0], counts[1], counts[2], counts[3], counts[4]
        bad = counts[BAD]
        title, error, start = counts[TITLE], FINE, place
        if title == 0:
            error, place = parse_objective(tokens, output, place)
        elif kinds[place] >= SECTION:
            if kinds[place] < ROWS:
                return OTHER_SECTION, place
            if kinds[place] == OTHER and kinds[place + 1] < SECTION:  # it is not empty
                after = kinds[place + 1]
                return (FINE, place) if after == MORE else (FULL_SECTION, place + 1 if after == ERROR else place)
            counts[TITLE] = kinds[place]
            place += 1
        elif title == ROWS:
            error, place = parse_row(tokens, output, place)
            counts[ROW_COUNT] += 1
        elif title == BOUNDS:
            error, place = parse_bounds(tokens, output, place)
        else:
            error, place = parse_integer(tokens, output, place, title == BINARIES)
        if (kinds[place] == MORE and kinds[start] < SECTION) or (error and kinds[place] == MORE):
            for variable in range(variables, counts[VARIABLES]):
                output[7][output[8][1, variable]] = -1
            counts[0], counts[1], counts[2], counts[3], counts[4] = terms, sides, rows, limits, variables
            counts[TITLE], counts[BAD] = title, bad
            return FINE, start
        if error:
            return error, place
    return FINE, place


def parse_objective(tokens: Tokens, output: Output, place: int) -> tuple[int, int]:
    """`Minimize`, perhaps a sum, and `Subject To`, which may be left out where another section follows: no rows."""
    kinds, counts = tokens[0][KIND], output[9]
    if kinds[place] != MIN and kinds[place] != MAX:
        return NO_SENSE, place
    error, place, _ = parse_sum(tokens, output, skip_label(kinds, place + 1), OBJECTIVE)
    if error:
        return error, place
    if kinds[place] < ROWS or kinds[place] == END:
        return NO_ROWS, place
    counts[TITLE], counts[GOAL_TERMS], counts[GOAL_SIDES] = ROWS, counts[TERMS], counts[SIDES]
    return FINE, place + 1 if kinds[place] == ROWS else place


def parse_row(tokens: Tokens, output: Output, place: int) -> tuple[int, int]:
    """`r1: x - y >= 1` or `2 <= x + y <= 4`; the label may be left out."""
    kinds, sides, rows, counts = tokens[0][KIND], output[2], output[4], output[9]
    row, before, start = counts[ROW_COUNT], counts[SIDES], place
    place = skip_label(kinds, place)
    rows[0, row], rows[1, row], rows[2, row] = tokens[0][NAME_NUMBER][start] if place > start else -1, 0, 0
    error, place, is_named = parse_sum(tokens, output, place, row)
    if error:
        return error, place
    if not AT_LEAST <= kinds[place] <= EXACTLY:
        return NO_SIDE, place
    if not is_named:
        for side in range(before, counts[SIDES]):
            sides[1, side] = LEFT
        rows[1, row] = kinds[place]
        alone, turned = skip_signs(kinds, place + 1)
        if kinds[alone] == NUMBER and kinds[alone + 1] == NAME and kinds[alone + 2] == COLON:  # the label of the next
            add_side(tokens, output, row, CONSTANT, alone, turned)
            return FINE, alone + 1
        error, place, _ = parse_sum(tokens, output, place + 1, row)
        if error or not AT_LEAST <= kinds[place] <= EXACTLY:
            return error, place
    rows[2, row] = kinds[place]
    place, turned = skip_signs(kinds, place + 1)
    if kinds[place] != NUMBER:
        return NO_RIGHT_SIDE, place
    add_side(tokens, output, row, RIGHT, place, turned)
    return FINE, place + 1


def parse_sum(tokens: Tokens, output: Output, place: int, row: int) -> tuple[int, int, bool]:
    """Terms with signs between them, none at the end of a section; the third result: is a variable among them?"""
    table, is_named = tokens[0], False
    kinds, starts, names, terms, values = table[KIND], table[START], table[NAME_NUMBER], output[0], output[1]
    by_name, variables, counts = output[7], output[8], output[9]
    if kinds[place] >= SECTION:
        return FINE, place, False
    while True:
        place, turned = skip_signs(kinds, place)
        number = ONE
        if kinds[place] == NUMBER:
            number = place
            place += 1
        if kinds[place] == NAME:
            count = counts[TERMS]
            add_number(table, terms, values, counts, count, number, turned)
            terms[0, count] = row
            terms[1, count] = number_variable(by_name, variables, counts, names[place], starts[place])
            counts[TERMS] += 1
            is_named = True
            place += 1
        elif number == ONE:
            return NO_TERM, place, is_named
        else:
            add_side(tokens, output, row, CONSTANT, number, turned)
        if kinds[place] != PLUS and kinds[place] != MINUS:
            return FINE, place, is_named


def parse_bounds(tokens: Tokens, output: Output, place: int) -> tuple[int, int]:
    """`-1 <= y <= 1`, `x <= 7`, `z = 2` or `w free`."""
    kinds, names, words = tokens[0][KIND], tokens[0][NAME_NUMBER], tokens[1]
    side, number, turned = 0, INFINITE, False
    if kinds[place] != NAME or words[names[place]] == INFINITY:
        error, place, number, turned = parse_limit(tokens, place)
        if error:
            return error, place
        side = kinds[place]
        if not AT_LEAST <= side <= EXACTLY:
            return NO_BOUND_SIDE, place
        if number == INFINITE and is_never_kept(bound_of(side, True), turned):
            return NEVER_KEPT, place - 1
        place += 1
    if kinds[place] != NAME:
        return NO_BOUNDED, place
    start = tokens[0][START][place]
    variable = number_variable(output[7], output[8], output[9], tokens[0][NAME_NUMBER][place], start)
    place += 1
    if side:
        add_limit(tokens, output, variable, start, bound_of(side, True), number, turned)
    elif kinds[place] == NAME and words[names[place]] == FREE:
        add_limit(tokens, output, variable, start, BOTH, INFINITE, False)
        return FINE, place + 1
    elif not AT_LEAST <= kinds[place] <= EXACTLY:
        return NO_FREE, place
    if AT_LEAST <= kinds[place] <= EXACTLY:
        which = bound_of(kinds[place], False)
        error, place, number, turned = parse_limit(tokens, place + 1)
        if error:
            return error, place
        if number == INFINITE and is_never_kept(which, turned):
            return NEVER_KEPT, place - 1
        add_limit(tokens, output, variable, start, which, number, turned)
    return FINE, place


def parse_limit(tokens: Tokens, place: int) -> tuple[int, int, int, bool]:
    """A number with signs before it, which may be infinite."""
    kinds, names, words = tokens[0][KIND], tokens[0][NAME_NUMBER], tokens[1]
    place, turned = skip_signs(kinds, place)
    if kinds[place] == NAME and words[names[place]] == INFINITY:
        return FINE, place + 1, INFINITE, turned
    if kinds[place] != NUMBER:
        return NO_TERM, place, INFINITE, turned
    return FINE, place + 1, INFINITE if tokens[0][FLAGS][place] & IS_INFINITE else place, turned


def bound_of(side: int, reverse: bool) -> int:
    """Which bounds of a variable a side gives; reverse: the variable stands on the right."""
    if side == EXACTLY:
        return BOTH
    return LOWER if (side == AT_LEAST) != reverse else UPPER


def is_never_kept(which: int, turned: bool) -> bool:
    """Is it a bound that no number keeps: x >= infinity, x <= -infinity, x = infinity?"""
    return which == BOTH or (which == LOWER) != turned


def parse_integer(tokens: Tokens, output: Output, place: int, is_binary: bool) -> tuple[int, int]:
    """A name in Generals or Binaries."""
    if tokens[0][KIND][place] != NAME:
        return NO_NAME, place
    variable = number_variable(output[7], output[8], output[9], tokens[0][NAME_NUMBER][place], tokens[0][START][place])
    if is_binary or output[8][0, variable] == CONTINUOUS:
        output[8][0, variable] = BINARY if is_binary else WHOLE
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


def number_variable(by_name: Any, variables: Any, counts: Any, name: int, start: int) -> int:
    """The number of the variable with that name, in the order of first occurrence. start: the offset of the name."""
    if by_name[name] < 0:
        variable = counts[VARIABLES]
        by_name[name] = variable
        variables[0, variable], variables[1, variable], variables[2, variable] = 0, name, start
        counts[VARIABLES] += 1
    known: int = by_name[name]
    return known


def add_side(tokens: Tokens, output: Output, row: int, what: int, number: int, turned: bool) -> None:
    counts = output[9]
    count = counts[SIDES]
    add_number(tokens[0], output[2], output[3], counts, count, number, turned)
    output[2][0, count], output[2][1, count] = row, what
    counts[SIDES] += 1


def add_limit(tokens: Tokens, output: Output, variable: int, start: int, which: int, number: int, turned: bool) -> None:
    counts = output[9]
    count = counts[LIMITS]
    add_number(tokens[0], output[5], output[6], counts, count, number, turned)
    output[5][0, count], output[5][1, count] = variable, which + (OPEN_END if number == INFINITE else 0)
    output[5][3, count] = start
    counts[LIMITS] += 1


def add_number(tokens: Any, table: Any, values: Any, counts: Any, count: int, number: int, turned: bool) -> None:
    """Exponent, place and mantissa of a number, which is a token or stands in place of one. tokens: the table alone,
    since taking it from a tuple costs a compiled loop more than the rest."""
    value, exponent, place = 1, 0, -1
    if number >= 0:
        value, exponent, place = tokens[MANTISSA][number], tokens[EXPONENT][number], tokens[START][number]
        if tokens[FLAGS][number] & IS_BAD and counts[BAD] < 0:
            counts[BAD] = number
    values[count] = -value if turned else value
    table[2, count], table[3, count] = exponent, place
