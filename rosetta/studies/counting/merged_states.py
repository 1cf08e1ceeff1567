"""A number with a certificate, as a second count: merged states, or ranks of equations, checked before they count.

What `backends.count_certificates` does for a proof, within one child: so it costs no more than another counter, and the
number is known before a slower one is asked. It takes what has certificates; no backend."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Tell, Unsupported, ignore_outcome
from backends.count_certificates.count_proof import check_certificate, make_certificate, read_rows
from backends.count_certificates.state_search import prepare
from models.neutral import Form, Model
from rosetta.foundation.jit import compiler_version, probe_compilation
from rosetta.foundation.work_clock import work_seconds


def count(
    model: Model, project: NDArray[np.int32], limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> int:
    """The number of assignments. Raises Unsupported for rows without certificates, and a projection; LimitReached."""
    deadline = work_seconds() + limits.seconds
    if len(np.unique(project)) < model.variables:
        raise Unsupported("merged states counts assignments, not what some of their variables have in common")
    rows = read_rows(model)
    certificate = make_certificate(rows, limits.memory, deadline)
    refusal, number, _ = check_certificate(rows, certificate, limits.memory, deadline)
    if refusal is not None:
        raise AssertionError(f"the certificate is wrong: {refusal}")
    return number


MERGED_STATES = Backend(
    name="merged states",
    kind="certificates",
    takes=frozenset(Form) - {Form.INTEGER},
    probe=partial(probe_compilation, prepare),
    version=compiler_version,
    count=count,
)
