"""What a run leaves open, in words."""

from __future__ import annotations

from collections.abc import Iterator

from report.comparison.records import Run
from rosetta.foundation.vocabulary import Caveat

CAVEATS = {
    Caveat.BETTER_OPEN: "whether there is a better one is open",
    Caveat.LONE_ANSWER: "that there is no solution is the claim of one kind of engine",
    Caveat.LONE_OPTIMUM: "that none is better is the claim of one kind of engine",
    Caveat.LONE_UNIQUE: "that there is no other answer is the claim of one kind of engine",
    Caveat.LONE_COUNT: "that these are all is the claim of one kind of engine",
}


def describe_open(run: Run) -> Iterator[str]:
    """What nobody else confirms of what it claims; and whether its answer is the best, where it does not say so."""
    return (CAVEATS[caveat] for caveat in run.caveats)


def run_note(run: Run) -> str:
    """The note of a document: the rules that its answer breaks, what is open, what else there is to say."""
    return "; ".join(filter(None, (*(f"breaks: {rule}" for rule in run.broken), *describe_open(run), run.note)))
