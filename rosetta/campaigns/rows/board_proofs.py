"""Claims and proofs about boards, as a store keeps them.

    unsatisfiable    there is no solution          subject: ""
    optimal          no answer costs less          subject: the cost
    unique           there is no other answer      subject: the hash of the answer

A claim is the same whichever cell makes it, so its proof is the board's and counts for all of its rows, as it does in a
comparison. An answer that refutes a claim is kept as a testimony.
"""

from __future__ import annotations

from dataclasses import dataclass

PROVED, REFUTED, UNKNOWN = "proved", "refuted", "unknown"


@dataclass(frozen=True, slots=True)
class BoardClaim:
    """What rows claim of a board. instance: its hash; claim: its field in `Claims`; subject: see above."""

    instance: str
    claim: str
    subject: str


@dataclass(frozen=True, slots=True)
class BoardProof:
    """What came of the attempt to prove a claim. status: PROVED, REFUTED, or UNKNOWN (limit_s and limit_mb were not
    enough); words: for people; formulation: of the rules that it rests on; details: lemmas, clauses, seconds, as JSON;
    testimony: of the answer that refutes it, as JSON; host: the fingerprint of the machine; ended: UTC, ISO 8601."""

    instance: str
    claim: str
    subject: str
    status: str
    words: str
    formulation: str
    limit_s: float
    limit_mb: int
    details: str = "{}"
    testimony: str | None = None
    host: str | None = None
    ended: str = ""

    def settles(self, seconds: float, memory: int) -> bool:
        """Would another attempt, under these limits, be of no use?"""
        return self.status != UNKNOWN or (self.limit_s >= seconds and self.limit_mb >= memory)
