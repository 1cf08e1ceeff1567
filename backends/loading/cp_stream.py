"""CP-SAT's solutions as they are found: the search runs in a thread of its own, beside whoever takes them.

    search thread    callback: keep it?  -> queue ->  generator    whoever asks for the next
                     enough: stop        <- stop  <-               does not want more: closes it

CP-SAT calls back for each solution in the middle of its search, and a generator cannot yield from there. The library
lets other Python threads run while it searches. The queue is short: who takes solutions slowly slows down the search.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Any

from backends.contract import Values
from backends.loading.cp_rows import LoadedCpModel

AHEAD = 100  # solutions found and not yet taken
POLL_SECONDS = 0.05  # seconds between two looks whether anybody still wants them


def stream_solutions(
    loaded: LoadedCpModel, each: Callable[[Any], tuple[Values | None, bool]]
) -> Generator[Values, None, int]:
    """Solutions of a model that is loaded, and CP-SAT's status (its number) when it ends.

    each: what to pass on of a response (None: nothing), and whether that is enough.
    """
    from ortools.sat.python import cp_model

    found: Queue[Values] = Queue(AHEAD)
    unwanted, statuses, failures = Event(), list[int](), list[Exception]()

    class Pass(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            values, enough = each(self.response_proto)
            while values is not None and not unwanted.is_set():
                try:
                    found.put(values, timeout=POLL_SECONDS)
                    break
                except Full:
                    continue
            if enough or unwanted.is_set():
                self.stop_search()

    def search() -> None:
        try:
            statuses.append(int(loaded.solve(Pass()).status))
        except Exception as error:  # told where the solutions are taken
            failures.append(error)

    thread = Thread(target=search, daemon=True)
    thread.start()
    try:
        while thread.is_alive() or not found.empty():
            try:
                values = found.get(timeout=POLL_SECONDS)
            except Empty:
                continue
            yield values
    finally:
        unwanted.set()
        while thread.is_alive():  # a search that has only just begun does not hear the first of these
            loaded.solver.stop_search()
            thread.join(POLL_SECONDS)
    if failures:
        raise failures[0]
    return statuses[0]
