"""What a solution of the public API says."""

from __future__ import annotations

import rosetta as rs


def says_none(solution: rs.Solution) -> bool:
    """That there is no solution: by a solver, or by one row that alone cannot hold, where no solver was asked."""
    return solution.status == "unsatisfiable" or (solution.ended, solution.evidence) == ("not-asked", "proved")
