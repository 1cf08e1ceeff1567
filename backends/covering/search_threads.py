"""The search divided among threads, which share nothing but the list of nodes still to be searched.

            root                 split breadth first, until there are PARTS nodes or more; each thread takes the next.
        o    o     o             The kernel runs without the interpreter's lock, so that threads run at the same time;
      o o   o o   o o o  ..      between slices a thread checks whether it has to stop.

An error in a thread is raised in the caller. The order of the covers depends on the threads' speed, their set does
not.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Any

from backends.covering.node_search import Numbers, Search, SearchNode

PARTS = 128  # so that no thread waits long for the last one: with 32, 8x8 lost a tenth of the time that way
PATIENCE = 0.02  # seconds between two looks at the clock


class StopRequested(Exception):
    """The caller wants no more covers."""


def split_search(problem: Any, root: SearchNode, between: Callable[[], object]) -> list[SearchNode]:
    """Nodes below which each cover is exactly once; those without options are covers, or dead ends."""
    nodes, ended = deque([root]), list[SearchNode]()
    while nodes and len(nodes) < PARTS:
        between()
        for child in Search(problem, nodes.popleft()).children():
            (nodes if len(child.options) else ended).append(child)
    return [*ended, *nodes]


class SearchThreads:
    """Threads that search nodes. By thread: shares_done, the share of the search that is done; cover_counts;
    cpu_seconds, once it has ended."""

    def __init__(self, problem: Any, nodes: list[SearchNode], threads: int) -> None:
        self._problem, self._nodes = problem, deque(nodes)
        self._stop, self._errors = Event(), list[BaseException]()
        self.cover_counts, self.cpu_seconds = [0] * threads, [0.0] * threads
        self.shares_done = [0.0] * threads + [1.0 - sum(node.share for node in nodes)]  # last: while splitting

    def count(self, between: Callable[[], object]) -> int:
        """How many covers there are. between: called repeatedly, in this thread; what it raises ends the work."""
        with self._start_threads(self._count) as threads:
            while any(thread.is_alive() for thread in threads):
                between()
                threads[0].join(PATIENCE)
                self._raise()
        self._raise()
        return sum(self.cover_counts)

    def batches(self, size: int, between: Callable[[], object]) -> Iterator[Numbers]:
        """The covers in batches of up to `size`."""
        batches: Queue[Numbers] = Queue(2 * len(self.cover_counts))
        with self._start_threads(lambda thread: self._list(thread, batches, size)) as threads:
            while True:
                working = any(thread.is_alive() for thread in threads)  # checked first: then an empty queue stays empty
                between()
                self._raise()
                try:
                    yield batches.get(timeout=PATIENCE if working else 0.001)
                except Empty:
                    if not working:
                        break
        self._raise()

    @contextmanager
    def _start_threads(self, work: Callable[[int], None]) -> Iterator[list[Thread]]:
        """Threads that do the work; none is left afterwards, in any case."""
        threads = [Thread(target=self._run, args=(work, number)) for number in range(len(self.cover_counts))]
        try:
            for thread in threads:
                thread.start()
            yield threads
        finally:
            self._stop.set()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()

    def _run(self, work: Callable[[int], None], number: int) -> None:
        try:
            work(number)
        except StopRequested:
            pass
        except BaseException as error:
            self._errors.append(error)
            self._stop.set()
        self.cpu_seconds[number] = time.thread_time()

    def _raise(self) -> None:
        if self._errors:
            raise self._errors[0]

    def _searches(self, number: int) -> Iterator[Search]:
        """Searches of the nodes that this thread takes."""
        while True:
            self._check_stop()
            try:
                node = self._nodes.popleft()
            except IndexError:
                return
            yield Search(self._problem, node)
            self.shares_done[number] += node.share

    def _check_stop(self) -> None:
        if self._stop.is_set():
            raise StopRequested

    def _count(self, number: int) -> None:
        for search in self._searches(number):
            self.cover_counts[number] += search.run(None, -1, self._check_stop)

    def _list(self, number: int, batches: Queue[Numbers], largest: int) -> None:
        size = 1
        for search in self._searches(number):
            while not search.is_exhausted:
                batch = search.batch(size, self._check_stop)
                while len(batch):
                    self._check_stop()
                    try:
                        batches.put(batch, timeout=PATIENCE)
                        break
                    except Full:
                        continue
                self.cover_counts[number] += len(batch)
                size = min(2 * size, largest)
