"""What the output of programs that read a file themselves means: texts that such programs printed."""

from __future__ import annotations

import pytest

from backends.contract import Status
from backends.rereading.programs import Saying, file_readers

HIGHS = (
    "Model status\n{}\n\n# Primal solution values\nFeasible\nObjective 8.25\nObjective_bound 8.25\n# Columns 1\nx 0\n"
)
NO_HIGHS = "Model status\nInfeasible\n\n# Primal solution values\nNone\n"
GLPSOL = (
    "Problem:    \nRows:       1\nColumns:    2 (2 integer)\nStatus:     INTEGER {}\nObjective:  obj = {} (MAXimum)\n"
)
NONE, OPEN = Status.UNSATISFIABLE, Status.UNKNOWN
OUTPUTS = [
    ("cbc", "", "Optimal - objective value 8.25000000\n 0 x 0 0.25\n", Saying(Status.OPTIMAL, 8.25)),
    ("cbc", "", "Infeasible - objective value 3.00000000\n", Saying(NONE)),
    ("cbc", "", "Integer infeasible - objective value 3.00000000\n", Saying(NONE)),
    ("cbc", "", "Stopped on time - objective value 3.00000000\n", Saying(OPEN, None, "it says: Stopped on time")),
    ("cbc", "", "Unbounded - objective value 0.00000000\n", Saying(OPEN, None, "it says: Unbounded")),
    (
        "cbc",
        "### ERROR: Unable to read row monomial\n\nThere were -1 errors on input\n",
        "Optimal - objective value 0\n",
        Saying(Status.ERROR, None, "### ERROR: Unable to read row monomial"),
    ),
    (
        "cbc",
        "Unknown image FOO at line 3 of file\nCoin0008I t read with 3 errors\n",
        "Optimal - objective value 3\n",
        Saying(Status.ERROR, None, "Unknown image FOO at line 3 of file"),
    ),
    ("cbc", "Coin0008I t read with 0 errors\n", "Optimal - objective value 3\n", Saying(Status.OPTIMAL, 3.0)),
    ("glpsol", "", GLPSOL.format("OPTIMAL", "-2.5e-05"), Saying(Status.OPTIMAL, -2.5e-05)),
    ("glpsol", "", GLPSOL.format("EMPTY", 0), Saying(NONE)),
    ("glpsol", "", GLPSOL.format("UNDEFINED", 0), Saying(OPEN, None, "it says: UNDEFINED")),
    ("glpsol", "m.lp:3: missing a name\nprocessing error\n", "", Saying(Status.ERROR, None, "m.lp:3: missing a name")),
    (
        "glpsol",
        "m.mps:1: warning: missing model name in field 3\nm.mps:11: multiple RHS vectors not supported\nerror\n",
        "",
        Saying(Status.ERROR, None, "m.mps:11: multiple RHS vectors not supported"),
    ),
    ("highs", "", HIGHS.format("Optimal"), Saying(Status.OPTIMAL, 8.25)),
    ("highs", "", HIGHS.format("Time limit reached"), Saying(OPEN, None, "it says: Time limit reached")),
    ("highs", "", NO_HIGHS, Saying(NONE)),
    ("clasp", "s SATISFIABLE\ns UNSATISFIABLE\n", "", Saying(Status.ERROR, None, "s UNSATISFIABLE")),
    ("clasp", "o 7\no 4\ns OPTIMUM FOUND\nv x1\n", "", Saying(Status.OPTIMAL, 4.0)),
    (
        "clasp",
        "c clasp version 3.3.5\n*** ERROR: (clasp): parse error in line 2\ns UNKNOWN\n",
        "",
        Saying(Status.ERROR, None, "*** ERROR: (clasp): parse error in line 2"),
    ),
    ("cadical", "s UNSATISFIABLE\n", "", Saying(NONE)),
    ("cadical", "", "", Saying(Status.ERROR, None, "it printed nothing")),
    ("cadical", "s UNKNOWN\n", "", Saying(OPEN, None, "it leaves the file open")),
    ("minisat", "chatter\n", "SAT\n1 -2 0\n", Saying(Status.SATISFIED)),
    ("minisat", "chatter\n", "UNSAT\n", Saying(NONE)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "printed", "result", "meaning"), OUTPUTS)
def test_outputs_mean_what_they_say(name, printed, result, meaning):
    reader = next(reader for reader in file_readers() if reader.name == name)
    assert reader.says(printed.encode(), result.encode()) == meaning
