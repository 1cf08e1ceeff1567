"""Small readers of solver files that share nothing with ours: for files that are known to be well formed.

They split text into words, compute with fractions, and say of a point whether it keeps the rows and what it costs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

Point = dict[str, int]
INFINITY = 10**20


@dataclass
class PlainFile:
    """names: of the variables, in order; bounds: None where there is none; rows: tests of a point; cost: of a point, in
    the sense of the file; forbidden: what is missing in an answer of a model, so that no point is an answer."""

    names: list[str]
    bounds: dict[str, tuple[Fraction | None, Fraction | None]]
    rows: list[Callable[[Point], bool]] = field(default_factory=list)
    cost: Callable[[Point], Fraction] = lambda point: Fraction(0)

    def holds(self, point: Point) -> bool:
        inside = all(
            (low is None or low <= point[name]) and (high is None or point[name] <= high)
            for name, (low, high) in self.bounds.items()
        )
        return inside and all(row(point) for row in self.rows)


def clauses(text: str) -> PlainFile:
    """DIMACS, XNF and WCNF."""
    lines = [line for line in text.split("\n") if not line.strip(" \t\r").startswith("c")]
    ends = [
        number for number, line in enumerate(lines)
        if line.strip(" \t").startswith("%") and re.fullmatch(r"[\s\d]*", "\n".join(lines[number + 1 :]))
    ]  # fmt: skip
    lines = lines[: ends[0]] if ends else lines
    head = next((line.split() for line in lines if line.split()[:1] == ["p"]), None)
    words = re.sub(r"(?<!\S)([xh])", r" \1 ", "\n".join(line for line in lines if line.split()[:1] != ["p"])).split()
    rows: list[list[str]] = [[]]
    for word in words:
        rows[-1].append(word)
        if word not in "xh" and int(word) == 0 and (len(rows[-1]) > 1 or head is None or head[1] == "cnf"):
            rows.append([])
    weighted = head is None or head[1] == "wcnf"
    top = int(head[4]) if head and len(head) > 4 else None
    file, soft, most = PlainFile([], {}), [], 0
    for row in rows[:-1]:
        mark, rest = (row[0], row[1:]) if row[0] in "xh" else ("", row)
        weight = int(rest.pop(0)) if weighted and mark == "" else None
        literals = [int(word) for word in rest[:-1]]
        most = max([most, *map(abs, literals)])
        if weight is not None and (top is None or weight < top):
            soft.append((weight, literals))
        elif mark == "x":
            file.rows.append(lambda point, row=literals: sum(true(point, each) for each in row) % 2 == 1)
        else:
            file.rows.append(lambda point, row=literals: any(true(point, each) for each in row))
    file.names = [f"x{n}" for n in range(1, (int(head[2]) if head else most) + 1)]
    file.bounds = dict.fromkeys(file.names, (Fraction(0), Fraction(1)))
    file.cost = lambda point: Fraction(sum(w for w, row in soft if not any(true(point, each) for each in row)))
    return file


def true(point: Point, literal: int) -> bool:
    return (point[f"x{abs(literal)}"] == 1) == (literal > 0)


def linear_row(file: PlainFile, terms: dict[str, Fraction], side: str, bound: Fraction) -> None:
    file.rows.append(lambda point: compare_sides(sum(coef * point[name] for name, coef in terms.items()), side, bound))


def compare_sides(left: Fraction, side: str, right: Fraction | int) -> bool:
    return left <= right if side == "<=" else left >= right if side == ">=" else left == right


def opb(text: str) -> PlainFile:
    head = re.match(r"[ \t]*\*[ \t]*#variable=[ \t]*(\d+)[ \t]*#constraint=[ \t]*\d", text)
    text = "\n".join(line for line in text.split("\n") if not line.lstrip(" \t").startswith("*"))
    file, most = PlainFile([], {}), 0
    for statement in text.split(";")[:-1]:
        products = [
            (int(coef), [(int(number), tilde == "") for tilde, number in re.findall(r"(~?)x(\d+)", factors)])
            for coef, factors in re.findall(r"([+-]?\d+)((?:\s+~?x\d+)+)", statement)
        ]
        most = max([most, *(number for _, factors in products for number, _ in factors)])

        def value(point: Point, products: list[tuple[int, list[tuple[int, bool]]]] = products) -> Fraction:
            held = [coef for coef, factors in products if all((point[f"x{n}"] == 1) == sign for n, sign in factors)]
            return Fraction(sum(held))

        if ":" in statement:
            file.cost = value
        else:
            side, bound = re.search(r"(>=|<=|=)\s*([+-]?\d+)\s*\Z", statement).groups()
            file.rows.append(lambda point, v=value, s=side, b=int(bound): compare_sides(v(point), s, b))
    first = 0 if re.search(r"x0\b", text) else 1
    file.names = [f"x{n}" for n in range(first, max(most, int(head[1]) - 1 + first if head else 0) + 1)]
    file.bounds = dict.fromkeys(file.names, (Fraction(0), Fraction(1)))
    return file


# ---- LP ----------------------------------------------------------------------------------------------------------

SECTIONS = (
    (r"minimi[sz]e|minimum|min", "min"), (r"maximi[sz]e|maximum|max", "max"),
    (r"subject[ \t]+to|such[ \t]+that|s\.t\.|st\.?", "rows"), ("bounds?", "bounds"),
    (r"semi-continuous|semis?|sos[12]?|pwlobj|lazy[ \t]+constraints|user[ \t]+cuts|general[ \t]+constraints?", "other"),
    ("generals?|gen|integers?|int", "gen"), ("binar(?:y|ies)|bin", "bin"), ("end", "end"),
)  # fmt: skip
LP_WORD = re.compile(
    r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3}(?![0-9A-Za-z_]))?|[A-Za-z!\"#$%&(),;?@_`'{}~][^\s\\<>=+:^*-]*|[<>=]+|[+-]|:"
)


def lp(text: str) -> PlainFile:
    text = re.sub(r"\\[^\n]*", " ", text)
    parts: list[tuple[str, str]] = []
    lines = text.split("\n")
    for number, line in enumerate(lines):
        rest = "\n".join(lines[number:])  # a colon makes a name of a title, on the next line too
        titles = [(re.match(rf"[ \t\r]*(?:{words})(?=\s|\Z)(?!\s*:)", rest, re.I), name) for words, name in SECTIONS]
        found = next(((match, name) for match, name in titles if match), None)
        if found:
            parts.append((found[1], line[found[0].end() :]))
        elif parts:
            parts[-1] = (parts[-1][0], parts[-1][1] + "\n" + line)
        if parts and parts[-1][0] == "end":
            break
    file, binary = PlainFile([], {}), set()
    for name, content in parts:
        words = LP_WORD.findall(content)
        words = [{"=<": "<=", "=>": ">=", "<": "<=", ">": ">="}.get(word, word) for word in words]
        if name in ("min", "max"):
            terms, constant, _ = _lp_sum(file, _without_label(words))
            file.cost = lambda point, t=terms, c=constant: c + sum(coef * point[each] for each, coef in t.items())
        elif name == "rows":
            while words:
                words = _lp_row(file, _without_label(words))
        elif name == "bounds":
            while words:
                words = _lp_bound(file, words)
        elif name in ("gen", "bin"):
            for word in words:
                _declare(file, word)
            binary |= set(words) if name == "bin" else set()
    _restrict(file, binary)
    return file


def _restrict(file: PlainFile, binary: set[str]) -> None:
    """Binary variables are in 0..1, whatever else is said of them."""
    for word in binary:
        low, high = file.bounds[word]
        file.bounds[word] = (
            max(low or Fraction(0), Fraction(0)),
            Fraction(1) if high is None else min(high, Fraction(1)),
        )


def _without_label(words: list[str]) -> list[str]:
    return words[2:] if words[1:2] == [":"] else words


def _declare(file: PlainFile, name: str) -> None:
    if name not in file.bounds:
        file.names.append(name)
        file.bounds[name] = Fraction(0), None


def _lp_sum(file: PlainFile, words: list[str]) -> tuple[dict[str, Fraction], Fraction, list[str]]:
    terms: dict[str, Fraction] = defaultdict(Fraction)
    constant, first = Fraction(0), True
    while words and (first or words[0] in "+-"):
        sign = 1
        while words[0] in "+-":
            sign, words = -sign if words[0] == "-" else sign, words[1:]
        coef, first = Fraction(sign), False
        is_number = words[0][0] in "0123456789."
        if is_number:
            coef, words = coef * Fraction(words[0]), words[1:]
        if words and words[0][0] not in "0123456789.<>=+-":
            _declare(file, words[0])
            terms[words[0]] += coef
            words = words[1:]
        else:
            assert is_number
            constant += coef
    return terms, constant, words


def _lp_row(file: PlainFile, words: list[str]) -> list[str]:
    before = len(file.names)
    left, constant, words = _lp_sum(file, words)
    side, words = words[0], words[1:]
    named = bool(left) or len(file.names) > before
    if not named:
        if words[2:3] == [":"]:  # the name after the number is that of the next row
            left, moved, words = {}, Fraction(words[0]), words[1:]
        else:
            left, moved, words = _lp_sum(file, words)
        linear_row(file, left, {"<=": ">=", ">=": "<=", "=": "="}[side], constant - moved)
        if not words or words[0] not in ("<=", ">=", "="):
            return words
        constant, side, words = moved, words[0], words[1:]
    sign = 1
    while words[0] in "+-":
        sign, words = -sign if words[0] == "-" else sign, words[1:]
    linear_row(file, left, side, sign * Fraction(words[0]) - constant)
    return words[1:]


def _limit(words: list[str]) -> tuple[Fraction | None, list[str]]:
    sign = 1
    while words[0] in "+-":
        sign, words = -sign if words[0] == "-" else sign, words[1:]
    if words[0].lower() in ("inf", "infinity") or Fraction(words[0]) >= INFINITY:
        return None, words[1:]
    return sign * Fraction(words[0]), words[1:]


def _set_bound(file: PlainFile, name: str, side: str, value: Fraction | None) -> None:
    low, high = file.bounds[name]
    file.bounds[name] = value if side in (">=", "=") else low, value if side in ("<=", "=") else high


def _lp_bound(file: PlainFile, words: list[str]) -> list[str]:
    before = None
    if words[0][0] in "0123456789.+-" or words[0].lower() in ("inf", "infinity"):
        value, words = _limit(words)
        before, words = ({"<=": ">=", ">=": "<=", "=": "="}[words[0]], value), words[1:]
    name, words = words[0], words[1:]
    _declare(file, name)
    if before is not None:
        _set_bound(file, name, *before)
    elif words[0].lower() == "free":
        file.bounds[name] = None, None
        return words[1:]
    if words and words[0] in ("<=", ">=", "="):
        side = words[0]
        value, words = _limit(words[1:])
        _set_bound(file, name, side, value)
    return words


# ---- MPS ---------------------------------------------------------------------------------------------------------


def mps(text: str) -> PlainFile:
    file, section, goal, binary = PlainFile([], {}), "", None, set()
    vectors: dict[str, str] = {}
    kinds: dict[str, str] = {}
    terms: dict[str, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    sides: dict[str, dict[str, Fraction]] = {"RHS": {}, "RANGES": {}}
    for line in text.split("\n"):
        words = re.findall(r"[^ \t\r\v\f]+", line)
        if not words or line.startswith("*"):
            continue
        if line[0] not in " \t\r\v\f" and words[0].upper() in (
            "NAME", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA", "OBJSENSE"
        ):  # fmt: skip
            section = words[0].upper()
            if section == "ENDATA":
                break
        elif section == "ROWS":
            kinds[words[1]] = words[0].upper()
            goal = words[1] if goal is None and words[0].upper() == "N" else goal
        elif section == "COLUMNS" and not (len(words) >= 3 and words[1].upper() == "'MARKER'"):
            _declare(file, words[0])
            for row, value in zip(words[1::2], words[2::2], strict=True):
                terms[row][words[0]] += Fraction(value)
        elif section in sides:
            name, words = (words[0], words[1:]) if len(words) % 2 else ("", words)
            if vectors.setdefault(section, name) == name:
                sides[section].update(zip(words[::2], map(Fraction, words[1::2]), strict=True))
        elif section == "BOUNDS":
            valued = words[0].upper() in ("UP", "LO", "FX", "LI", "UI")
            name = words[1] if len(words) > 2 + valued else ""
            if vectors.setdefault(section, name) == name:
                _mps_bound(file, words)
                binary |= {words[2] if len(words) == 4 else words[-1]} if words[0].upper() == "BV" else set()
    _restrict(file, binary)
    constant = -sides["RHS"].get(goal, Fraction(0))
    file.cost = lambda point: constant + sum(coef * point[name] for name, coef in terms[goal].items())
    for row, kind in kinds.items():
        bound, span = sides["RHS"].get(row, Fraction(0)), sides["RANGES"].get(row)
        if kind == "N":
            continue
        if span is None:
            linear_row(file, terms[row], {"E": "=", "G": ">=", "L": "<="}[kind], bound)
            continue
        upwards = kind == "G" or (kind == "E" and span >= 0)
        linear_row(file, terms[row], ">=", bound if upwards else bound - abs(span))
        linear_row(file, terms[row], "<=", bound + abs(span) if upwards else bound)
    return file


def _mps_bound(file: PlainFile, words: list[str]) -> None:
    kind = words[0].upper()
    value = None
    if kind in ("UP", "LO", "FX", "LI", "UI"):
        name = words[-2]
        infinite = words[-1].lower().lstrip("+-") in ("inf", "infinity") or abs(Fraction(words[-1])) >= INFINITY
        value = None if infinite else Fraction(words[-1])
    else:
        name = words[2] if len(words) == 4 else words[-1]
    low, high = file.bounds[name]
    if kind in ("LO", "LI", "FX", "FR", "MI"):
        low = value
    if kind in ("UP", "UI", "FX", "FR", "PL"):
        high = value
    file.bounds[name] = low, high


PLAIN = {"dimacs": clauses, "xnf": clauses, "wcnf": clauses, "opb": opb, "lp": lp, "mps": mps}
