"""Streaming CP-SAT's solutions as they are found: the search runs in a thread of its own, the caller takes them.

    search thread    callback: keep it?  -> queue ->  generator    the caller asks for the next
                     enough: stop        <- stop  <-               the caller closes the generator

CP-SAT calls back for each solution in the middle of its search, and a generator cannot yield from there. The library
lets other Python threads run while it searches. The queue is short: a slow caller slows down the search.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from queue import Full, Queue
from threading import Event, Thread
from typing import Any

from backends.contract import Values
from backends.loading.cp_rows import LoadedCpModel

AHEAD = 100  # solutions found and not yet taken
POLL_SECONDS = 0.05  # seconds between two checks whether the caller of a full queue still wants them


def stream_solutions(
    loaded: LoadedCpModel, each: Callable[[Any], tuple[Values | None, bool]]
) -> Generator[Values, None, int]:
    """Solutions of a loaded model; returns CP-SAT's status (its number) at the end.

    each: what to pass on of a response (None: nothing), and whether there are enough solutions.
    """
    from ortools.sat.python import cp_model

    queue: Queue[Values | None] = Queue(AHEAD)  # None: the search is over
    unwanted, statuses, failures = Event(), list[int](), list[Exception]()

    def pass_on(values: Values | None) -> None:
        while not unwanted.is_set():
            try:
                queue.put(values, timeout=POLL_SECONDS)
                break
            except Full:
                continue

    class Pass(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            values, enough = each(self.response_proto)
            if values is not None:
                pass_on(values)
            if enough or unwanted.is_set():
                self.stop_search()

    def search() -> None:
        try:
            statuses.append(int(loaded.solve(Pass()).status))
        except Exception as error:  # raised in the caller's thread
            failures.append(error)
        finally:
            pass_on(None)

    thread = Thread(target=search, daemon=True)
    thread.start()
    try:
        while (values := queue.get()) is not None:
            yield values
    finally:
        unwanted.set()
        while thread.is_alive():  # a search that has only just begun misses the first of these calls
            loaded.solver.stop_search()
            thread.join(POLL_SECONDS)
    if failures:
        raise failures[0]
    return statuses[0]
