"""What a run leaves open, in words: derived from its claims alone, so that no note contradicts them."""

from __future__ import annotations

from collections.abc import Iterator

from report.comparison.records import Run

LONE_CLAIMS = {
    "answer": "that there is no solution is the claim of one kind of engine",
    "optimal": "that none is better is the claim of one kind of engine",
    "unique": "that there is no other answer is the claim of one kind of engine",
    "count": "that these are all is the claim of one kind of engine",
}
BETTER_OPEN = "whether there is a better one is open"


def describe_open(run: Run) -> Iterator[str]:
    """What nobody else confirms of what it claims; and whether its answer is the best, where it does not say so."""
    if run.verdict == "wrong":
        return
    if leaves_better_open(run):
        yield BETTER_OPEN
    yield from (LONE_CLAIMS[claim] for claim in run.claims.lone)


def leaves_better_open(run: Run) -> bool:
    """Has it an answer that costs something, and does not say that none costs less?"""
    return run.status == "satisfied" and run.objective is not None


def run_note(run: Run) -> str:
    """The note of a document: the rules that its answer breaks, what is open, what else there is to say."""
    return "; ".join(filter(None, (*(f"breaks: {rule}" for rule in run.broken), *describe_open(run), run.note)))
