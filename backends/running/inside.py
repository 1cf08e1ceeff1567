"""A solve in this very process: for thousands of small models, for which a child each would take longer than solving.

Nothing is killed and nothing is measured but time: limits are those that the backend keeps by itself, and a crash is
the crash of this process. So this is for a process that somebody else watches (`running.warm`), and what goes wrong in
it is tried again in a child.
"""

from __future__ import annotations

from dataclasses import replace

from backends.contract import Ending, Limits, Options, Outcome, Status, Unsupported, ignore_outcome
from backends.outcomes import share_time
from backends.running.worker import final_outcomes, prepare_backend, with_engine
from models.neutral import Model
from rosetta.foundation.libraries import describe_absence
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.foundation.work_clock import work_seconds


def solve_inside(name: str, model: Model, limits: Limits, options: Options) -> Outcome:
    """One outcome of the backend of that name; its seconds are measured, as the supervisor's are. No solver makes it
    raise, but any may stop this process, or never return."""
    start, last = work_seconds(), Outcome(Status.ERROR, note="the solver ended without an answer")
    try:
        backend, options = prepare_backend(lambda kind, content: None, name, options, model)
        start = work_seconds()
        for outcome in final_outcomes(backend, model, limits, options, ignore_outcome):
            last = outcome
        last = with_engine(last, backend, options)
    except Exception as error:
        last = _outcome_of_failure(error, last)
    return replace(last, seconds=share_time(last.seconds, work_seconds() - start))


def _outcome_of_failure(error: Exception, last: Outcome) -> Outcome:
    """What an exception says of a solve; at a limit, the best that it had."""
    note, absence = str(error), describe_absence(error)
    if isinstance(error, LimitReached | MemoryError):
        ended = error.ended if isinstance(error, LimitReached) else Ending.MEMORY
        return replace(last, note=note) if last.values is not None else Outcome(Status.UNKNOWN, note=note, ended=ended)
    if isinstance(error, Unsupported | TooLarge) or absence is not None:
        return Outcome(Status.UNSUPPORTED, note=absence or note)
    return Outcome(Status.ERROR, note=f"{type(error).__name__}: {note}")
