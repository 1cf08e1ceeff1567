"""Who counts: the engines that may count a model without handing out its answers, in the order in which its structure
suggests to ask them, and how they share the time.

    gf2           where all rows are equations modulo 2
    states        where few rows are open at a time, as on a board of some width; else after exactcover
    exactcover    where all rows say how many of their literals hold
    ganak         what falls into parts; where it is installed
    clingo        what has few answers, and is hard to find

Nobody knows beforehand who is quick. So all get a second first, and then what is left, the first of them the most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from backends.contract import Options
from backends.states import order_of
from models.neutral import Form
from rosetta.foundation.optional_engines import absent_backends
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.encoding_choices import present_forms
from rosetta.studies.asking.entrants import Entrant, resolve_entrant
from rosetta.studies.asking.question import Question

if TYPE_CHECKING:
    from models.neutral import Model

COVER = frozenset({Form.EXACTLY_ONE, Form.AT_MOST_ONE, Form.CARDINALITY})
LOCAL = 40.0  # bits of states, of which most are never met: less than that they are gone through in a second or two
OPEN = 70.0  # bits, beyond which most states are dead ends: who searches is asked before
MOST_LITERALS = 30_000  # of which an order of the variables is looked for: it takes half a second
FIRST_TURN = 1.0  # seconds
WEIGHTS = (3.0, 2.0)  # of the first two in the second turn; 1 of all others


@dataclass(frozen=True, slots=True)
class Structure:
    """What decides who is asked first. forms: of the rows; bits: of the states of open rows, about; None where that was
    not looked at."""

    forms: frozenset[Form]
    bits: float | None


@dataclass(frozen=True, slots=True)
class Counters:
    """Entrants that count, the most promising first. are_quick: is the first likely to know the number sooner than a
    list of few answers is made?"""

    entrants: tuple[Entrant, ...] = ()
    are_quick: bool = False


NOBODY = Counters()


def choose_counters(question: Question, formulation: str, options: Options) -> Counters:
    """The counters of the formulation; none where some of its rules have no rows: its answers are listed."""
    model = question.state_model(formulation).model
    if model.open_rules:
        return NOBODY
    forms = present_forms(question, formulation) - {Form.OBJECTIVE}  # which plays no part
    structure = Structure(forms, _bits_of_states(model))
    present = [name for name in order_counters(structure) if name not in absent_backends()]
    entrants = tuple(resolve_entrant(question, name, formulation, options) for name in present)
    is_local = structure.bits is not None and structure.bits <= LOCAL
    return Counters(entrants, is_local and question.cells is None)  # a board has few answers, most of the time


def order_counters(structure: Structure) -> tuple[str, ...]:
    """The names of those that may take such a model."""
    forms, bits = structure.forms, structure.bits
    if forms == {Form.PARITY}:
        return ("gf2", "ganak", "states", "clingo")
    algebra = ("gf2",) if forms and forms <= {Form.PARITY, Form.CLAUSE} and Form.PARITY in forms else ()
    cover = ("exactcover",) if forms & COVER and forms <= COVER | {Form.CLAUSE} else ()  # short clauses will do
    if bits is None:
        return (*algebra, *cover, "ganak", "clingo")
    if bits <= LOCAL:
        return (*algebra, "states", *cover, "ganak", "clingo")
    if bits <= OPEN:
        return (*algebra, *cover, "states", "ganak", "clingo")
    return (*algebra, *cover, "ganak", "clingo", "states")


def _bits_of_states(model: Model) -> float | None:
    """None of a large model."""
    literals = sum(len(block.rows.literals) for block in model.blocks)
    values = int((model.upper - model.lower)[model.integer].sum())
    return order_of(model)[1] if literals + values <= MOST_LITERALS else None


def take_turns(counters: Sequence[Entrant], seconds: float, refused: set[str]) -> Iterator[tuple[Entrant, float]]:
    """Each counter with the seconds that it has, twice; `seconds` are those of all. refused: the names of those that
    are not asked a second time; whoever uses this adds to them."""
    start = work_seconds()
    for entrant in counters:
        yield entrant, min(FIRST_TURN, seconds / 10)
    for at, entrant in enumerate(counters):
        rest = [place for place in range(at, len(counters)) if counters[place].name not in refused]
        left = seconds - (work_seconds() - start)
        if at not in rest or left <= 0:
            continue
        share = _weight(at) / sum(map(_weight, rest))
        if left * share > min(FIRST_TURN, seconds / 10):  # else it would do no more than it did
            yield entrant, left * share


def _weight(place: int) -> float:
    return WEIGHTS[place] if place < len(WEIGHTS) else 1.0
