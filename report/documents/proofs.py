"""What came of the attempt to prove a claim."""

from __future__ import annotations

from typing import Annotated, TypedDict

from report.schemas.restrictions import OneOf


class ClaimProofDocument(TypedDict):
    """A claim as a formula without a solution, refuted by a SAT solver, whose proof was checked."""

    claim: Annotated[str, OneOf("answer", "optimal", "unique", "count")]
    """Of `claims`: that there is no solution (`answer`), none better, no other, or none but these."""
    status: Annotated[str, OneOf("proved", "satisfiable", "refused", "unknown")]
    """`proved`; `satisfiable`: the solver says that the claim does not hold; `refused`: its proof does not; `unknown`:
    a limit ended the work."""
    solver: str
    """Whose proof it is."""
    lemmas: list[int] | None
    """How many the proof has, and how many of them were used; null where no proof was checked."""
    clauses: list[int] | None
    """The same of the clauses of the formula."""
    bytes: int
    """The length of the proof."""
    seconds: dict[str, float]
    """Of the solver (`solver`) and of the check (`check`), as far as they came."""
    note: str
    """Why it is not proved."""


class NumberProofDocument(TypedDict):
    """A number of answers with a certificate, which was checked."""

    claim: Annotated[str, OneOf("count", "distinct")]
    """The number, or the number up to symmetry."""
    status: Annotated[str, OneOf("proved", "refused", "unknown")]
    """`proved`; `refused`: the certificate is wrong; `unknown`: a limit ended the work."""
    parts: int
    """How many numbers it is put together from."""
    states: int
    """How many merged states the certificates list."""
    combinations: int
    """How many combinations of rows they list."""
    bytes: int
    """The length of the certificates."""
    seconds: dict[str, float]
    """Of making them (`search`), and of the check (`check`), as far as they came."""
    note: str
    """Why it is not proved."""


ProofDocument = ClaimProofDocument | NumberProofDocument
