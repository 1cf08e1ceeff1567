"""Numbers, times and foreign text in words that fit on a line.

quantity(12345)      12.3 k         three digits, for sizes
duration(0.0312)     31 ms          one time, in a sentence
time_unit(longest)                  one unit for a whole column, so that it can be compared by eye
one_line(note)                      what a solver said, without line breaks and terminal codes
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


def quantity(n: int) -> str:
    """A count with three digits: 999, 12.3 k, 1.23 M."""
    if abs(n) < 1000:
        return str(n)
    power, value = 0, float(n)
    while abs(value) >= 999.5 and power < 4:
        power, value = power + 1, value / 1000
    return f"{_three_digits(value)} {' kMGT'[power]}"


def _three_digits(value: float) -> str:
    decimals = max(0, 2 - math.floor(math.log10(abs(value) * 1.0005)))
    return f"{value:.{decimals}f}"


def number_text(value: float) -> str:
    """A number that is mostly whole: 12, 11.5; "-" if it is not finite."""
    if not math.isfinite(value):
        return "-"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{value:.6g}"


def duration(seconds: float) -> str:
    """One time in a sentence: 0.4 ms, 31 ms, 1.23 s, 2 min 5 s."""
    if seconds < 0.00995:
        return f"{seconds * 1e3:.1f} ms"
    if seconds < 0.9995:
        return f"{seconds * 1e3:.0f} ms"
    if seconds < 99.95:
        return f"{_three_digits(seconds)} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


@dataclass(frozen=True, slots=True)
class TimeUnit:
    """One unit for a column of times."""

    name: str
    factor: float
    decimals: int

    def text(self, seconds: float) -> str:
        """The time without its unit; "-" for a step that took none."""
        return f"{seconds * self.factor:.{self.decimals}f}" if seconds else "-"


def time_unit(longest: float, fastest: float = math.inf) -> TimeUnit:
    """Milliseconds while everything is under a second, and where the fastest would be a row of zeros; else seconds."""
    if longest < 1:
        return TimeUnit("ms", 1e3, 2 if longest < 0.01 else 1)
    if longest < 100 and fastest < 0.1:
        return TimeUnit("ms", 1e3, 1)
    return TimeUnit("s", 1.0, 3 if longest < 100 else 1)


def ratio(value: float) -> str:
    """How many times as long: 1x, 1.4x, 12x."""
    if round(value, 2) == 1:
        return "1x"
    return f"{value:.2f}x" if value < 2 else f"{value:.1f}x" if value < 10 else f"{value:.0f}x"


def plural(n: int, noun: str) -> str:
    """1 engine, 2 engines."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def join_names(names: Iterable[str]) -> str:
    """Names in their order, each once: a, b, c."""
    return ", ".join(dict.fromkeys(names))


def join_phrases(names: Iterable[str]) -> str:
    """The same with semicolons where a name itself has a comma: cnf; cnf, tuned; cpsat."""
    names = list(dict.fromkeys(names))
    return ("; " if any(", " in name for name in names) else ", ").join(names)


LONGEST = 900  # characters of foreign text on a line
LONGEST_NAME = 200  # of the name of a file or of what it holds
LONGEST_MESSAGE = 600  # of a message on stderr


def one_line(text: str, most: int = LONGEST) -> str:
    """Foreign text on one line: no line breaks, no terminal codes, nothing that cannot be encoded; of more than `most`
    characters, the beginning and the end."""
    if len(text) > 50 * most:  # what is cut need not be looked at
        text = f"{text[: 25 * most]} {text[-25 * most :]}"
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= most else f"{line[: most - most // 3 - 5]} ... {line[len(line) - most // 3 :]}"


def size_text(size: tuple[int, ...]) -> str:
    """30x30."""
    return "x".join(str(n) for n in size)


def describe_limits(limits: Mapping[str, float]) -> list[str]:
    """The limits of each run in words: limit 10 s, 1 thread, 8000 MB, median of 5."""
    words = {
        "seconds": lambda n: f"limit {n:g} s",
        "run_seconds": lambda n: f"{n:g} s of it before the race, which shares the budget",
        "threads": lambda n: plural(int(n), "thread"),
        "memory_mb": lambda n: f"{n:g} MB",
        "budget": lambda n: f"budget {n:g} s",
        "repeat": lambda n: f"median of {n:g} runs" if n > 1 else "one run each",
    }
    return [words[name](n) if name in words else f"{one_line(name)} {n:g}" for name, n in limits.items()]


def full_sentence(text: str) -> str:
    """Text that begins small and has no full stop, with both changed."""
    return f"{text[:1].upper()}{text[1:]}."
