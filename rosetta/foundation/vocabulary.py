"""The words for what came of a run, each stated once: in records, documents and stores the same.

    Status        what a solver claims
    Ending        why a run ended
    Verdict       what is to be thought of a run
    Evidence      what a claim rests on
    Caveat        what a run leaves open
    Agreement     what is to be thought of all runs on an instance together
    ResultClass   what a run counts as in a campaign
    Reading       what a program makes of a file, beside what we make of it

Each is a `str`, so that documents and stores hold the words themselves. Code compares with the members, and never
reads a note: notes are for people.
"""

from __future__ import annotations

from enum import StrEnum


class Word(StrEnum):
    """A word that shows itself as the text that it is, also where a mapping of them is printed."""

    def __repr__(self) -> str:
        return repr(self.value)


class Status(Word):
    """What a solver claims. UNKNOWN means that a limit ended the search, or that an incomplete engine leaves the
    question open; never that there is no solution."""

    OPTIMAL = "optimal"
    SATISFIED = "satisfied"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"
    UNSUPPORTED = "unsupported"
    ERROR = "error"

    @property
    def is_definite(self) -> bool:
        return self in DEFINITE


DEFINITE = (Status.OPTIMAL, Status.SATISFIED, Status.UNSATISFIABLE)  # those that answer the question


class Ending(Word):
    """Why a run ended.

    NOT_ASKED: one row of the model alone cannot hold, so the solver was never started. The status is UNKNOWN: the
    solver said nothing. That there is no solution is the row's own doing, which whoever has the row can check.
    LEFT_OPEN: neither a limit nor an answer: the engine is incomplete, or gave up, or does not say why.
    NOT_STARTED: the budget of all runs was used up before."""

    ANSWERED = "answer"
    TIME = "timeout"
    MEMORY = "memout"
    LEFT_OPEN = "unknown"
    REFUSED = "unsupported"
    NOT_ASKED = "not-asked"
    FAILED = "crash"
    NOT_STARTED = "budget"


def ending_of(status: Status, told: Ending | None) -> Ending:
    """Why a run of that status ended. told: what is known of it where the status is UNKNOWN."""
    if status.is_definite:
        return Ending.ANSWERED
    known = {Status.UNSUPPORTED: Ending.REFUSED, Status.ERROR: Ending.FAILED}
    return known.get(status) or told or Ending.LEFT_OPEN


class Verdict(Word):
    """What is to be thought of a run.

    CORRECT: the answer is verified, and what else it claims proved, or engines of different kind agree
    WRONG: the answer breaks a rule, or contradicts a verified answer
    UNPROVED: something that it claims is contradicted by nothing and supported by nothing
    NONE: no definite answer"""

    CORRECT = "correct"
    WRONG = "wrong"
    UNPROVED = "unproved"
    NONE = "none"


class Evidence(Word):
    """What a claim rests on.

    VERIFIED: an answer that was checked against all rules
    PROVED: a proof or a certificate that was checked
    CROSS_CHECKED: engines of different kind say the same
    CLAIMED: the word of one kind of engine"""

    VERIFIED = "verified"
    PROVED = "proved"
    CROSS_CHECKED = "cross-checked"
    CLAIMED = "claimed"


class Caveat(Word):
    """What a run leaves open.

    BETTER_OPEN: it has an answer that costs something, and does not say that none costs less
    LONE_..: a claim that only one kind of engine makes: that there is no answer, that none is better, that there is no
    other, that these are all"""

    BETTER_OPEN = "better-open"
    LONE_ANSWER = "lone-answer"
    LONE_OPTIMUM = "lone-optimum"
    LONE_UNIQUE = "lone-unique"
    LONE_COUNT = "lone-count"


class Agreement(Word):
    """What is to be thought of all runs on an instance together.

    AGREE: two different engines are definite and none contradicts
    DISAGREE: some answer is wrong, or a program reads the file otherwise
    PROVED: no solution, shown by one row that alone cannot hold, so that engines were not asked
    INCOMPLETE: none of these"""

    AGREE = "agree"
    DISAGREE = "disagree"
    PROVED = "proved"
    INCOMPLETE = "incomplete"


class ResultClass(Word):
    """What a run counts as in a campaign (`rosetta.campaigns`): the first that holds."""

    WRONG = "wrong"
    CRASH = "crash"
    MEMOUT = "memout"
    TIMEOUT = "timeout"
    UNKNOWN = "unknown"
    UNSUPPORTED = "unsupported"
    NOT_ASKED = "not-asked"
    CLAIMED = "claimed"
    FEASIBLE = "feasible"
    SOLVED = "solved"


class Reading(Word):
    """What a program that reads a file says of it, against what the model of our reader has; NONE where one of the two
    says nothing."""

    SAME = "same"
    DIFFERS = "differs"
    NONE = "none"
