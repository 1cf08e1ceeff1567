"""What a claim rests on, and what a run leaves open, in words: one wording of each, for every text.

it is the only one (engines of different kinds agree)              a claim, and what it rests on
that none is better is the claim of one kind of engine             a caveat of a run
there is no solution, as one row alone cannot hold: ...            a proof that needs no engine
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rosetta.foundation.vocabulary import Caveat, Evidence

SUPPORT: Mapping[Evidence, str] = {  # of claims, the strongest first; then of answers
    Evidence.PROVED: "proved",
    Evidence.CROSS_CHECKED: "engines of different kinds agree",
    Evidence.CLAIMED: "the claim of one kind of engine",
    Evidence.VERIFIED: "checked against the rules",
}
CAVEATS: Mapping[Caveat, str] = {
    Caveat.BETTER_OPEN: "whether there is a better one is open",
    Caveat.LONE_ANSWER: f"that there is no solution is {SUPPORT[Evidence.CLAIMED]}",
    Caveat.LONE_OPTIMUM: f"that none is better is {SUPPORT[Evidence.CLAIMED]}",
    Caveat.LONE_UNIQUE: f"that there is no other answer is {SUPPORT[Evidence.CLAIMED]}",
    Caveat.LONE_COUNT: f"that these are all is {SUPPORT[Evidence.CLAIMED]}",
}
NO_ANSWER = "no definite answer"
IMPOSSIBLE_ROW = "one row alone cannot hold"  # which proves that there is no solution
NOT_ASKED = "not asked"  # of a solver that was not started, for that reason
NOT_ASKED_BY_ROW = f"{NOT_ASKED}, as {IMPOSSIBLE_ROW}"


def strongest_support(labels: Iterable[Evidence | None]) -> Evidence | None:
    """The best of what claims that say the same rest on; None where none of them is made."""
    known = set(labels)
    return next((evidence for evidence in SUPPORT if evidence in known), None)


def with_support(claim: str, support: Evidence | None) -> str:
    """The claim, and in brackets what it rests on: `none is better (proved)`."""
    return claim if support is None else f"{claim} ({SUPPORT[support]})"
