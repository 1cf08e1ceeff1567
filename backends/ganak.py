"""Ganak, a counter of models by decomposition (Soos and Meel, CAV 2025; Sharma, Roy, Soos and Meel, IJCAI 2019).

    model --clauses, with the variables of the answer--> Arjun, a preprocessor --> Ganak --> the number

It only counts. A search that splits what is left into parts without common variables, and keeps the number of each, may
count in a second what no list would reach: 27 digits of independent sets of a grid. Where rows reach over the whole
board, nothing splits, and lists are quicker. Auxiliary variables of encodings are outside the projection, so that an
encoding in which they are not determined changes no number.

Parts are told apart by hash values alone. So the number may be wrong by chance, "often less than 1 case per billion"
(Ganak's README); the Python package has no switch against it. It also has no limits: it is killed.

Traps: `count` may be called once; the set of variables must be given also where it is empty; an `intermediate count`
is printed where there is none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Status, Tell, ignore_outcome, probe_module
from backends.encoding_choice.auto import load_encodings
from backends.lowering.clauses import to_clauses
from backends.outcomes import Stopwatch
from models.neutral import Form, Model


def probe() -> str | None:
    """Loads the encodings too, so that no count pays for it."""
    load_encodings()
    return probe_module("pyganak")


def version() -> str:
    import pyganak

    return f"Ganak {pyganak.VERSION}"


def describe_loading() -> str:
    return "as Python lists: pyganak reads each literal as a Python number, which takes longer from an array"


def count(
    model: Model, project: NDArray[np.int32], limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> int:
    """The number of assignments that differ on `project`."""
    from pyganak import Counter

    watch = Stopwatch()
    lowered = to_clauses(model, limits, options)
    if lowered.contradiction:
        return 0
    counter = Counter(seed=limits.seed)
    counter.new_vars(lowered.variables)
    counter.add_clauses(lowered.clause_lists())
    counter.set_sampling_set(lowered.projection(model, project).tolist())
    watch.seconds_left(limits)
    tell(Outcome(Status.UNKNOWN, note=f"counting {lowered.size.rows:,} clauses"))
    return int(counter.count())


BACKEND = Backend(
    name="ganak",
    kind="model counting",
    takes=frozenset(Form),
    probe=probe,
    version=version,
    library="pyganak",
    loading=describe_loading,
    count=count,
    by_chance="Ganak tells parts apart by hash values, which may mislead it once in a billion counts",
    encodes=True,
    single_threaded=True,
)
