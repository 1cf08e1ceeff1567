"""An explanation as it is shown: records of words and pictures, and the text for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from report.explanation.rule_sentences import fold_lines, omit_known_rules, unambiguous_rules
from report.words import LONGEST_NAME, duration, join_names, one_line, plural

KIND_WORDS = {
    "row": "",
    "chase": "",
    "elimination": "",
    "rows": "several rules together",
    "contradiction": "by contradiction",
    "sum": "by adding up",
    "search": "by trying",
}
LESSONS = {
    "chase": "light chasing",
    "elimination": "elimination",
}  # kinds of steps that a teacher takes, and the method


@dataclass(frozen=True, slots=True)
class RowName:
    """A row: its rule's sentence, its number, its name in the words of the puzzle, "" for one of many of a rule that
    speaks of the whole board.

    clue: its number, where the row is a clue and the name does not say it.
    head: how the name begins, up to what tells it from others that begin alike.
    many: how the name of several begins; "" where each is named by itself.
    opening: how the names of rows of this kind begin, `the wall ` of `the wall 2 at R1C1`.
    """

    rule: str
    number: int
    name: str
    clue: str = ""
    head: str = ""
    many: str = ""
    opening: str = ""


@dataclass(frozen=True, slots=True)
class ExplainedStep:
    """One step in words.

    reasons: short sentences, in order.
    conclusion: what follows.
    names: of the literals that follow.
    facts: the names of those used.
    weights: of a sum modulo `modulus`, by row.
    plain, svg: the board after the step, "" where it is not drawn.
    facts_told: the facts in one sentence, those that begin alike together.
    """

    number: int
    kind: str
    grade: int
    rows: tuple[RowName, ...]
    reasons: tuple[str, ...]
    conclusion: str
    names: tuple[str, ...]
    facts: tuple[str, ...]
    literals: tuple[int, ...] = ()
    plain: str = ""
    svg: str = ""
    weights: tuple[int, ...] = ()
    modulus: int = 2
    facts_told: str = ""


@dataclass(frozen=True, slots=True)
class Clash:
    """A conflict in words. clues: rows that say a number on the board; rules: the other rows; legend: what the signs of
    the board `plain` mean."""

    clues: tuple[RowName, ...]
    rules: tuple[RowName, ...]
    reasons: tuple[str, ...]
    svg: str = ""
    plain: str = ""
    legend: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One clue of a repair.

    old_value: the number on the board.
    count: what it should be.
    instead: of a clue that is a single literal (a given number), what holds in its place, in words; "" for others.
    """

    row: RowName
    old_value: str
    count: int
    instead: str = ""

    @property
    def text(self) -> str:
        """`3 instead of 2`."""
        return f"{self.instead} instead" if self.instead else f"{self.count} instead of {self.old_value}"


@dataclass(frozen=True, slots=True)
class Grading:
    """How hard it is. left: decisions that one rule or clue at a time leaves open; ahead: how many moves one has to
    look ahead for these, None where no supposition is refuted; largest: rules of the largest reason; steps, sums,
    tries: steps that are not by propagation alone, and those that add up or try; confirmed: are there instances of
    known difficulty of this puzzle?"""

    grade: str
    left: int
    ahead: int | None
    largest: int
    steps: int
    sums: int
    tries: int
    confirmed: bool


@dataclass(frozen=True, slots=True)
class ExampleSolutions:
    """A solution, and where another differs, if there is another. answers: one or two; first: the board with it;
    second: the same, drawn where the other differs; difference: by how much, in words; svg: both in one picture."""

    answers: tuple[Mapping[str, Any], ...]
    first: str
    second: str
    difference: str
    svg: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation. status: unique, several, solvable (the search for a second solution did not end),
    unsatisfiable or unknown; headline: a sentence; lead: one before the steps; changes: None where no repair was
    asked for, empty where there is none; complete: nothing that was asked for is missing; note: what ended
    it; seconds: of CPU, 0 where a limit ended it; start_board, end_board: without and with what is known; solutions: of
    several and solvable; link: the address where the board can be played, "" without one; end_caption: what stands
    above the last board; legend: what its signs mean."""

    puzzle: str
    title: str
    source: str
    id: str
    formulation: str
    command: str
    status: str
    headline: str
    steps: tuple[ExplainedStep, ...]
    clashes: tuple[Clash, ...]
    changes: tuple[Change, ...] | None
    answer: Mapping[str, Any] | None
    complete: bool
    note: str
    seconds: float
    start_board: str = ""
    end_board: str = ""
    difficulty: Grading | None = None
    solutions: ExampleSolutions | None = None
    lead: str = ""
    link: str = ""
    end_caption: str = ""
    legend: str = ""


def explanation_text(explanation: Explanation, width: int | None = None) -> str:
    """What the terminal shows. width: of its lines, in columns; None leaves sentences on one line."""
    lines = [
        *fold_lines([f"{explanation.puzzle}, {one_line(explanation.source, LONGEST_NAME)}"], width),
        one_line(explanation.id),
        "",
        *_board(explanation.start_board),
        *fold_lines([explanation.headline, ""], width),
        *_solution_lines(explanation.solutions),
    ]
    lines += fold_lines([explanation.lead, ""], width) if explanation.lead else []
    rules, known_rules = unambiguous_rules(_openings_by_rule(explanation)), set[str]()
    digits = len(str(len(explanation.steps)))
    for step in explanation.steps:
        sentences = [
            f"{step.number:>{digits}}. {line}" if not i else f"{'':{digits}}  {line}"
            for i, line in enumerate(omit_known_rules(_step(step), rules, known_rules))
        ]
        lines += fold_lines(sentences, width)
        lines += [f"{'':{digits}}  {line}".rstrip() for line in _step_board(step)]
    lines += [""] if explanation.steps and explanation.clashes and lines[-1] else []
    for i, clash in enumerate(explanation.clashes, 1):
        lines += fold_lines(
            omit_known_rules(_clash(clash, i if len(explanation.clashes) > 1 else 0), rules, set()), width
        )
    lines += fold_lines(_changes(explanation.changes), width)
    if explanation.steps:
        caption = [explanation.end_caption, ""] if explanation.end_caption else []
        legend = fold_lines([f"({explanation.legend})"], width) if explanation.legend and explanation.end_board else []
        board = [*explanation.end_board.splitlines(), *legend, ""] if explanation.end_board else []
        lines += [*([""] if lines[-1] else []), *caption, *board]
    ends = [one_line(explanation.note), summary(explanation), difficulty_line(explanation.difficulty)]
    return "\n".join([*lines, *fold_lines(filter(None, ends), width)]) + "\n"


def _openings_by_rule(explanation: Explanation) -> dict[str, set[str]]:
    """How the names of all rows begin that are spoken of, by rule."""
    of: dict[str, set[str]] = {}
    steps = (row for step in explanation.steps for row in step.rows)
    for row in (*steps, *(row for clash in explanation.clashes for row in (*clash.clues, *clash.rules))):
        if row.name:
            of.setdefault(row.rule, set()).add(row.opening or row.name)
    return of


def summary(explanation: Explanation) -> str:
    """How many rules the steps need, in a line."""
    if not explanation.steps:
        return f"{duration(explanation.seconds)} of CPU" if explanation.seconds else ""
    spent = f"; {duration(explanation.seconds)} of CPU" if explanation.seconds else ""
    lessons = {step.kind for step in explanation.steps} & LESSONS.keys()
    if lessons:
        return f"{plural(len(explanation.steps), 'step')} by {LESSONS[lessons.pop()]}{spent}"
    by_rules = Counter(step.grade for step in explanation.steps)
    parts = [
        f"{n} from one rule at a time" if grade <= 1 else f"{n} from {grade} rules together"
        for grade, n in sorted(by_rules.items())
    ]
    kinds = Counter(step.kind for step in explanation.steps)
    ways = [f"{kinds[kind]} {KIND_WORDS[kind]}" for kind in ("contradiction", "sum", "search") if kinds[kind]]
    how = f" ({', '.join(ways)})" if ways else ""
    if set(by_rules) <= {0, 1}:
        return f"{plural(len(explanation.steps), 'step')}, each from one rule{how}{spent}"
    return f"{plural(len(explanation.steps), 'step')}: {', '.join(parts)}{how}{spent}"


def difficulty_line(grading: Grading | None) -> str:
    """`Difficulty: tricky: ...`, or nothing."""
    if grading is None:
        return ""
    remaining = f"one rule or one clue at a time leaves {plural(grading.left, 'decision')} open"
    if not grading.left:
        why = "one rule, or one clue and what the other rules say of its cells, is enough"
    elif grading.sums:
        tries = f", {plural(grading.tries, 'step')} by trying" if grading.tries else ""
        why = f"{remaining}; at most {plural(grading.largest, 'rule')} at once{tries}"
    elif grading.ahead is None:
        why = f"{remaining}, and no single assumption leads to a contradiction, however far one follows it"
    else:
        them = "it" if grading.left == 1 else "them"
        why = f"{remaining}; looking {plural(grading.ahead, 'move')} ahead settles {them}"
    unchecked = "" if grading.confirmed else "; such grades have not been checked against published boards"
    return f"Difficulty: {grading.grade} ({why}{unchecked})"


def row_name(row: RowName) -> str:
    """`row 3 (row counts)`; of a clue `row 3 says 2 (row counts)`; of a row without a name its rule."""
    if not row.name:
        return row.rule
    return f"{row.name}{f' says {row.clue}' if row.clue else ''} ({row.rule})"


def describe_rows(rows: Sequence[RowName]) -> str:
    """Rows of one rule, which is named once: `the cells R1C2, R1C3 (each cell is covered once)`."""
    names = merge_rows([row for row in rows if row.name])
    return f"{names} ({rows[0].rule})" if names else rows[0].rule


def merge_rows(rows: Sequence[RowName]) -> str:
    """The names of rows as one: `the trees at R1C2, R3C4`, `rows 1, 3`."""
    of: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        key = (row.head, row.many) if row.many else (row.name, "")
        of.setdefault(key, []).append(row.name.removeprefix(row.head) if row.many else "")
    parts = [(many if len(set(rests)) > 1 else head) + join_names(rests) for (head, many), rests in of.items()]
    return ("; " if any(", " in head for head, _ in of) else ", ").join(parts)


def lines_by_rule(rows: Iterable[RowName]) -> list[str]:
    """Rows by name, a line for each rule."""
    of: dict[str, list[RowName]] = {}
    for row in rows:
        of.setdefault(row.rule, []).append(row)
    return [describe_rows(alike) for alike in of.values()]


def _step(step: ExplainedStep) -> list[str]:
    kind = KIND_WORDS[step.kind] if step.kind != "rows" or step.grade > 1 else ""
    first = f"[{kind}, {plural(step.grade, 'rule')}] " if kind else ""
    if step.kind in LESSONS and len(step.reasons) > 1:
        return [step.reasons[0], *(f"  - {reason}" for reason in step.reasons[1:]), f"  So {step.conclusion}"]
    if len(step.reasons) == 1:
        return [f"{first}{step.reasons[0]}{f': {step.conclusion}' if step.conclusion else ''}"]
    conclusion = step.conclusion if first else f"{step.conclusion[:1].upper()}{step.conclusion[1:]}"
    return [f"{first}{conclusion}", *(f"  - {reason}" for reason in step.reasons)]


def _step_board(step: ExplainedStep) -> list[str]:
    return ["", *step.plain.splitlines(), ""] if step.plain else []


def _solution_lines(solutions: ExampleSolutions | None) -> list[str]:
    if solutions is None or not solutions.first:
        return []
    first = ["A solution:", "", *_board(solutions.first)]
    return [*first, f"{second_board_caption(solutions)}:", "", *_board(solutions.second)] if solutions.second else first


def second_board_caption(solutions: ExampleSolutions) -> str:
    """What the second board shows."""
    return f"Another solution differs from it {solutions.difference}"


def _board(board: str) -> list[str]:
    return [*board.splitlines(), ""] if board else []


def _clash(clash: Clash, number: int) -> list[str]:
    lone = len(clash.clues) + len(clash.rules) == 1
    head = f"Conflict {number}:" if number else "This cannot be satisfied:" if lone else "These contradict each other:"
    lines = [head]
    lines += [f"  clue  {row_name(row)}" for row in clash.clues]
    lines += [f"  rule  {rows}" for rows in lines_by_rule(clash.rules)]
    legend = [f"({clash.legend})"] if clash.legend and number < 2 else []  # once
    lines += ["", *clash.plain.splitlines(), *legend, ""] if clash.plain else []
    if clash.reasons:
        lines += ["Why:", *(f"  - {reason}" for reason in clash.reasons)]
    else:
        lines.append("No short chain of deductions shows it: it takes trying.")
    return [*lines, ""]


def _changes(changes: Sequence[Change] | None) -> list[str]:
    if changes is None:
        return []
    if not changes:
        return ["No change of clues helps: the rules alone have no solution on this board."]
    lines = [f"  {change.row.name}: {change.text}" for change in changes]
    return [f"The nearest repair changes {plural(len(changes), 'clue')}, and no fewer will do:", *lines]
