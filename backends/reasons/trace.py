"""What an explanation is, as a pure record: steps in order, or why there is no solution. Put into words elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backends.reasons.row_table import Place


@dataclass(frozen=True, slots=True)
class ChainLink:
    """One link of a chain: the row, and the literals that it makes true; none where it cannot be kept."""

    row: Place
    literals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One conclusion, and what it follows from. kind:

    row              one row by itself; or several of one rule, none of which needs any fact
    rows             rows one after the other, without an assumption
    contradiction    the opposite leads to a row that cannot be kept, by propagation alone
    sum              rows of parity, added up modulo 2; or equations modulo k, added up with weights
    search           the opposite can be refuted, but only by trying further
    """

    conclusion: tuple[int, ...]  # literals of the answer, all from the same rows and facts; the first needs every row
    rows: tuple[Place, ...]
    facts: tuple[int, ...]  # the known literals that are used
    kind: str
    grade: int  # rows that count, at least 1: not those that only translate between the answer and inner variables
    chain: tuple[ChainLink, ...] = ()  # propagation from the rows to the conclusion; empty for `sum` and `search`
    weights: tuple[int, ...] = ()  # of a sum modulo k, by row; 0 where the conclusions exclude each other
    modulus: int = 2  # k


@dataclass(frozen=True, slots=True)
class Example:
    """A solution, by variable number; the second one that is met differs from the first in the answer."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Backbone:
    """What is to be explained. literals: those of the answer that hold in every solution, ascending by variable;
    unique: they are the whole answer. settled: False where time ended the search for further solutions: then the
    literals are those that hold in all solutions met, and a step may yet show that one holds in every solution.
    solutions: how many there are, or were met, where they were listed."""

    literals: tuple[int, ...]
    unique: bool
    exact: bool = True
    solutions: int | None = None


@dataclass(frozen=True, slots=True)
class UnexplainedLiterals:
    """Literals of `Common` that no step explains, because no reason was found in the time for a step."""

    literals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far simple means lead. undecided: variables of the answer that one rule or clue at a time leaves open
    (`backends.reasons.local_deductions`); lookahead: how many moves one has to look ahead for the rest, 0 where none is
    left, None where no supposition is ever refuted, however far one looks (`backends.reasons.failed_literals`)."""

    undecided: int
    lookahead: int | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """Rows that cannot be kept together; without any one of them the others can. chain: how propagation shows it, or
    empty where it takes trying. clues: the rows among them that are clues; rules: the others. weights: where the rules
    add up to 0 = something else modulo k, by rule; modulus: k."""

    clues: tuple[Place, ...]
    rules: tuple[Place, ...]
    chain: tuple[ChainLink, ...] = ()
    weights: tuple[int, ...] = ()
    modulus: int = 2


@dataclass(frozen=True, slots=True)
class Repair:
    """The fewest clues to change: their rows, and what each would count in a solution of the rest; none where the rules
    have no solution whatever the clues are. values: that solution, by variable number."""

    rows: tuple[Place, ...]
    counts: tuple[int, ...]
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """All of it. examples: up to two solutions; common: None where there is no solution (then `conflicts`), or nobody
    knows; complete: every literal of `backbone` was explained, or all conflicts that were asked for were found; ended:
    why not; reach: None where the solution is not the only one or a limit came first; unexplained: None unless the
    steps end before all is explained."""

    steps: tuple[Step, ...] = ()
    backbone: Backbone | None = None
    conflicts: tuple[Conflict, ...] = ()
    repair: Repair | None = None
    complete: bool = False
    end_reason: str = ""
    seconds: float = 0.0
    reach: Reach | None = None
    examples: tuple[Example, ...] = ()
    unexplained: UnexplainedLiterals | None = None

    @property
    def unique(self) -> bool:
        """Is there exactly one solution? Where the search for a second one was not settled, the steps may show it."""
        if self.backbone is None:
            return False
        concluded = sum(len(step.conclusion) for step in self.steps)
        everything = len(self.examples) < 2 and concluded == len(self.backbone.literals)
        return self.backbone.unique if self.backbone.exact else everything


def collect_trace(records: Sequence[object], complete: bool, ended: str, seconds: float) -> Trace:
    """The trace of what `backends.reasons.job` has sent. seconds: where it did not come to say so."""
    return Trace(
        steps=tuple(record for record in records if isinstance(record, Step)),
        backbone=next((record for record in records if isinstance(record, Backbone)), None),
        conflicts=tuple(record for record in records if isinstance(record, Conflict)),
        repair=next((record for record in records if isinstance(record, Repair)), None),
        complete=complete,
        end_reason=ended,
        seconds=next((record for record in records if isinstance(record, float)), seconds),
        reach=next((record for record in records if isinstance(record, Reach)), None),
        examples=tuple(record for record in records if isinstance(record, Example)),
        unexplained=next((record for record in records if isinstance(record, UnexplainedLiterals)), None),
    )
