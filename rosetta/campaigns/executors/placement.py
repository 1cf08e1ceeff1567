"""Which worker of a cluster gets which cell: plain bookkeeping, which knows nothing of any cluster.

    worker A   cores 0 | 1     running: c1 c2    waiting: c3 c4
    worker B   cores 0         running: c5       waiting: c6

Every cell is sent to one worker, by name. So it is known at any time where each one is, and what a worker that dies
takes with it. A worker holds at most `DEPTH` cells for each of its slots: one that runs, and the next one, so that it
need not wait for the coordinator. The window over all workers is bounded by that, however many cells are left.

A cell that was running on a worker that died is a *suspect*. It runs again, alone on a worker, which is kept free for
it; if that one dies as well, it is to blame. (Of the first death it may be innocent: a row that its neighbour handed
back may have been lost with the worker.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rosetta.campaigns.planning.cells import Cell

DEPTH = 2  # cells per slot: one runs, one waits
MOST_DEATHS = 2  # of workers, by the same cell


@dataclass(slots=True, eq=False)
class PlacedCell:
    """A cell that is with the executor. deaths: processes that ran it and died; worker: its address, "" if it has
    none."""

    cell: Cell
    attempt: int
    deaths: int = 0
    worker: str = ""


@dataclass(slots=True)
class ClusterWorker:
    """A worker that may run cells. machine: which tells apart the machines; slots: the cores of each; cells: that it
    was sent, the oldest first."""

    address: str
    machine: str
    slots: tuple[tuple[int, ...], ...]
    cells: list[PlacedCell] = field(default_factory=list)

    @property
    def room(self) -> int:
        """How many more cells it takes."""
        return DEPTH * len(self.slots) - len(self.cells)

    @property
    def has_suspect(self) -> bool:
        return any(placed.deaths for placed in self.cells)

    @property
    def load(self) -> float:
        """Cells for each of its slots."""
        return len(self.cells) / len(self.slots)


class Placement:
    """The workers, and the cells that wait for one."""

    def __init__(self) -> None:
        self.workers: dict[str, ClusterWorker] = {}
        self.waiting: list[PlacedCell] = []

    def add_worker(self, address: str, machine: str, cores: Sequence[int], threads: int, width: int) -> ClusterWorker:
        """A new worker, with as many slots of `width` cores as it has threads for and as its machine has free cores
        for. Without any, it gets no cell."""
        used = Counter(
            core
            for worker in self.workers.values()
            if worker.machine == machine
            for slot in worker.slots
            for core in slot
        )
        free = [core for core in cores if not used[core]]
        number = min(threads, len(free)) // width
        slots = tuple(tuple(sorted(free[i * width : (i + 1) * width])) for i in range(number))
        self.workers[address] = worker = ClusterWorker(address, machine, slots)
        return worker

    def remove_worker(self, address: str, by_accident: bool) -> list[PlacedCell]:
        """A worker has gone; its cells wait again, ahead of all others, less those to blame, which are returned.
        by_accident: it was not sent away, so what it ran may have killed it."""
        worker = self.workers.pop(address)
        for placed in worker.cells[: len(worker.slots)] if by_accident else ():
            placed.deaths += 1
        return self._put_back(worker.cells)

    def note_death(self, placed: PlacedCell) -> list[PlacedCell]:
        """The process that ran the cell has died on a worker that lives: as `remove_worker`."""
        self.remove_cell(placed)
        placed.deaths += 1
        return self._put_back([placed])

    def remove_cell(self, placed: PlacedCell) -> None:
        """The cell has ended, or is taken back from its worker."""
        worker = self.workers.get(placed.worker)
        if worker is not None and placed in worker.cells:
            worker.cells.remove(placed)
        if placed in self.waiting:
            self.waiting.remove(placed)
        placed.worker = ""

    def next_cells(self) -> list[PlacedCell]:
        """The waiting cells that a worker takes now, each with its worker."""
        sent = []
        for placed in list(self.waiting):
            worker = self._worker_for(placed)
            if worker is not None:
                self.waiting.remove(placed)
                worker.cells.append(placed)
                placed.worker = worker.address
                sent.append(placed)
        return sent

    def idle_exchange(self) -> PlacedCell | None:
        """A cell that waits behind another one on its worker, while a worker idles and nothing else is left for it."""
        idle = [worker for worker in self.workers.values() if worker.slots and len(worker.cells) < len(worker.slots)]
        if self.waiting or not idle:
            return None
        behind = [placed for worker in self.workers.values() for placed in worker.cells[len(worker.slots) :]]
        return next((placed for placed in behind if not placed.deaths), None)

    def room(self) -> int:
        """How many more cells can be sent."""
        room = sum(worker.room for worker in self.workers.values() if not worker.has_suspect)
        return max(room - len(self.waiting), 0)

    def cells(self) -> list[PlacedCell]:
        """All that are with the executor."""
        return [*self.waiting, *(placed for worker in self.workers.values() for placed in worker.cells)]

    def unstarted_cells(self) -> list[PlacedCell]:
        """Those that have not begun."""
        behind = (worker.cells[len(worker.slots) :] for worker in self.workers.values())
        return [*self.waiting, *(placed for cells in behind for placed in cells)]

    def _worker_for(self, placed: PlacedCell) -> ClusterWorker | None:
        open_to_all = [worker for worker in self.workers.values() if worker.room > 0 and not worker.has_suspect]
        emptiest = min(open_to_all, key=lambda worker: worker.load, default=None)
        if placed.deaths:
            return emptiest if emptiest is not None and not emptiest.cells else None
        if any(other.deaths for other in self.waiting):
            open_to_all = [worker for worker in open_to_all if worker is not emptiest]
        return min(open_to_all, key=lambda worker: worker.load, default=None)

    def _put_back(self, cells: Iterable[PlacedCell]) -> list[PlacedCell]:
        cells = list(cells)
        for placed in cells:
            placed.worker = ""
        self.waiting[:0] = [placed for placed in cells if placed.deaths < MOST_DEATHS]
        return [placed for placed in cells if placed.deaths >= MOST_DEATHS]
