"""The loops of the readers: run as Python on bytes, or compiled on arrays of bytes by `scanning_kernel`.

A loop that stops at an error says where and why; the reader words it. `text` is bytes or an array of bytes.
"""

from __future__ import annotations

from typing import Any

BLANK, TAB, LINE, RETURN = 32, 9, 10, 13
PLUS, MINUS, POINT, PERCENT, COMMENT = 43, 45, 46, 37, 99
DIGITS = 18  # a number of so many digits fits into 64 bits
FINE, STRANGE, LONG = 0, 1, 2  # how a scan ended
WHOLE, NO_NUMBER, TOO_PRECISE, INFINITE = 0, 1, 2, 3  # what a word denotes


def scan_numbers(text: Any, first: int, last: int, mark: int, values: Any, marked: Any) -> tuple[int, int, int, int]:
    """Fill values with the numbers from offset first to last, marked with the index of the number after each mark.

    Returns how the scan ended, where, how many numbers and how many marks there are. It ends early at what would not
    fit into `values` or `marked`. Lines that begin with c are comments; a line that begins with % ends the file if only
    digits follow. mark: a letter that may stand before a number or alone, -1 for none.
    """
    place, count, marks = first, 0, 0
    in_front, after_blank = True, True  # only blanks in this line so far; a blank before this byte
    while place < last:
        byte = text[place]
        if is_blank(byte):
            in_front = byte == LINE or (in_front and byte != RETURN)
            after_blank = True
            place += 1
            continue
        if in_front and (byte == COMMENT or (byte == PERCENT and ends_file(text, place, last))):
            if byte == PERCENT:
                break
            while place < last and text[place] != LINE:
                place += 1
            continue
        in_front = False
        if byte == mark and after_blank:
            if marks == len(marked):
                break
            marked[marks] = count
            marks += 1
            place += 1
            after_blank = False
            continue
        if count == len(values):
            break
        start = place
        place += byte == MINUS
        value, digits = 0, place
        while place < last and 48 <= text[place] <= 57:
            if place - start < DIGITS:
                value = value * 10 + text[place] - 48
            place += 1
        if place == digits or (place < last and not is_blank(text[place])):
            return STRANGE, start, count, marks
        if place - start > DIGITS:
            return LONG, start, count, marks
        values[count] = -value if byte == MINUS else value
        count += 1
    return FINE, place, count, marks


def is_blank(byte: int) -> bool:
    """Between the words of a line, or at its end."""
    return byte in (BLANK, TAB, RETURN, LINE)


def ends_file(text: Any, place: int, last: int) -> bool:
    """Is there nothing but digits and blanks after this line? So the files of the SATLIB library end."""
    while place < last and text[place] != LINE:
        place += 1
    while place < last and (48 <= text[place] <= 57 or text[place] == BLANK or 9 <= text[place] <= 13):
        place += 1
    return place == last


def simplify_clauses(values: Any, ends: Any, chosen: Any, stamps: Any, literals: Any, lengths: Any) -> tuple[int, int]:
    """Fill literals and lengths with the chosen clauses: each literal once; a clause with x and -x is left out.

    values: literals, clause i ends before the index ends[i], a 0 before that says nothing; chosen: by clause; stamps:
    zeros, by variable. Returns how many clauses and literals there are.
    """
    clauses, size, first = 0, 0, 0
    for clause in range(len(ends)):
        start, always = size, False
        if chosen[clause]:
            for place in range(first, ends[clause]):
                literal = values[place]
                if literal == 0:
                    continue
                variable = -literal if literal < 0 else literal
                stamp = 2 * clause + 1 if literal > 0 else -2 * clause - 1
                if stamps[variable] == stamp:
                    continue
                if stamps[variable] == -stamp:
                    always = True
                    break
                stamps[variable] = stamp
                literals[size] = literal
                size += 1
            if always:
                size = start
            else:
                lengths[clauses] = size - start
                clauses += 1
        first = ends[clause] + 1
    return clauses, size


def parse_decimals(text: Any, starts: Any, ends: Any, mantissas: Any, exponents: Any, kinds: Any) -> None:
    """Each word as mantissa * 10^exponent, exactly, the mantissa without zeros at its end.

    kinds: WHOLE, or why there is no such pair: NO_NUMBER, TOO_PRECISE (more than 18 digits), INFINITE (the word).
    """
    for word in range(len(starts)):
        place, end = starts[word], ends[word]
        negative = place < end and text[place] == MINUS
        if place < end and (text[place] == MINUS or text[place] == PLUS):
            place += 1
        mantissa, digits, zeros, scale, seen = 0, 0, 0, 0, 0
        point = False
        while place < end:
            byte = text[place]
            if byte == POINT and not point:
                point = True
            elif 48 <= byte <= 57:
                seen += 1
                scale -= point
                if byte == 48:
                    zeros += 1
                else:
                    steps = zeros + 1 if digits else 1
                    digits += steps
                    if digits <= DIGITS:
                        for _ in range(steps):
                            mantissa *= 10
                        mantissa += byte - 48
                    zeros = 0
            else:
                break
            place += 1
        kinds[word] = WHOLE
        if seen == 0:
            kinds[word] = INFINITE if is_infinity(text, place, end) and not point else NO_NUMBER
        elif place < end:
            exponent, length = 0, 0
            turned = False
            if text[place] == 69 or text[place] == 101:
                place += 1
                if place < end and (text[place] == MINUS or text[place] == PLUS):
                    turned = text[place] == MINUS
                    place += 1
                while place < end and 48 <= text[place] <= 57 and length < 4:
                    exponent = exponent * 10 + text[place] - 48
                    length += 1
                    place += 1
            if place < end or length == 0 or length == 4:
                kinds[word] = NO_NUMBER
            scale += -exponent if turned else exponent
        if digits > DIGITS and kinds[word] == WHOLE:
            kinds[word] = TOO_PRECISE
        mantissas[word] = -mantissa if negative else mantissa
        exponents[word] = scale + zeros if digits else 0


def is_infinity(text: Any, place: int, end: int) -> bool:
    """Is the rest `inf` or `infinity`, in any case?"""
    if end - place != 3 and end - place != 8:
        return False
    for letter in (105, 110, 102, 105, 110, 105, 116, 121):
        if place == end:
            return True
        if text[place] | 32 != letter:
            return False
        place += 1
    return place == end


def scan_words(text: Any, comment: int, starts: Any, ends: Any, lines: Any) -> tuple[int, int]:
    """Fill starts and ends with the words of the file, lines with the first word of each line that has any, and with
    the number of words at the end. A line that begins with `comment` is left out. Returns how many words and lines."""
    place, words, count = 0, 0, 0
    begins, is_first = True, True  # at the beginning of a line; no word in this line yet
    while place < len(text):
        byte = text[place]
        if byte == LINE:
            begins, is_first = True, True
            place += 1
        elif byte == 32 or 9 <= byte <= 13:
            begins = False
            place += 1
        elif begins and byte == comment:
            while place < len(text) and text[place] != LINE:
                place += 1
        else:
            if is_first:
                lines[count] = words
                count += 1
            begins, is_first = False, False
            starts[words] = place
            while place < len(text) and text[place] != 32 and not 9 <= text[place] <= 13:
                place += 1
            ends[words] = place
            words += 1
    lines[count] = words
    return words, count
