"""What runs inside the workers of a Dask cluster, in their threads: handing cells to cell servers.

Dask imports this module on the worker by its name, so `rosetta` must be importable there. A campaign has a pool of
servers in each worker process, one for each slot (`placement`), each an interpreter of its own on cores of its own. A
server that dies takes its cell along, not the worker.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rosetta.campaigns.executors.environments import environment_here, installation

CODE = """import json, sys
path, module, function, arguments = json.loads(sys.argv[1])
sys.path[:] = path
import rosetta
from importlib import import_module
result = getattr(import_module(module), function)(*arguments)
if result is not None:
    print(json.dumps(result), flush=True)"""
ROOM = "rosetta.campaigns.executors"
SET_BY_DASK = {"OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MALLOC_TRIM_THRESHOLD_"}  # for its tasks
END_SECONDS = 0.7  # for a server to end what it runs, before it is killed


@dataclass(slots=True)
class CellServer:
    """A running server (`cell_server`), and the cores that it keeps to."""

    cores: tuple[int, ...]
    process: subprocess.Popen[bytes]

    def run(self, spec: str, attempt: int) -> dict[str, Any] | None:
        """The row of the cell; None if the server has died."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps([spec, attempt]).encode() + b"\n")
            self.process.stdin.flush()
        line = self.process.stdout.readline()
        return json.loads(line) if line.endswith(b"\n") else None

    def end(self) -> str:
        """Kill it, if it still runs; how it ended. What it started ends with it."""
        self.process.kill()
        code = self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        return f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"


class ServerPool:
    """The servers of a campaign in this process. A thread that gets a cell waits for one that is free."""

    def __init__(self, slots: Iterable[Sequence[int]]) -> None:
        self._free: queue.LifoQueue[tuple[tuple[int, ...], CellServer | None]] = queue.LifoQueue()
        self.servers: set[subprocess.Popen[bytes]] = set()
        self.closed = False
        for cores in slots:
            self._free.put((tuple(cores), None))

    def run(self, spec: str, attempt: int) -> dict[str, Any]:
        """{"row": ...}, or {"died": how the server ended}."""
        cores, server = self._free.get()
        try:
            if self.closed:
                return {"died": "was stopped"}
            if server is None or server.process.poll() is not None:  # it ends by itself where nothing comes
                self._forget(server)
                server = CellServer(cores, start_interpreter("cell_server", "serve_cells", list(cores)))
                self.servers.add(server.process)
            row = server.run(spec, attempt)
            if row is not None:
                return {"row": row}
            self.servers.discard(server.process)
            died, server = server.end(), None
            return {"died": died}
        finally:
            self._free.put((cores, server))

    def _forget(self, server: CellServer | None) -> None:
        if server is not None:
            self.servers.discard(server.process)
            server.end()


_pools: dict[str, ServerPool] = {}
_lock = threading.Lock()


def run_cell_here(campaign: str, slots: Sequence[Sequence[int]], spec: str, attempt: int) -> dict[str, Any]:
    """Run a cell in a server of the campaign's pool. Runs in a thread of the worker."""
    with _lock:
        pool = _pools.get(campaign)
        if pool is None:
            _pools[campaign] = pool = ServerPool(slots)
    return pool.run(spec, attempt)


async def stop_servers(campaign: str) -> None:
    """End the campaign's servers with all that they run. Runs in the event loop of the worker."""
    pool = _pools.pop(campaign, None)
    if pool is None:
        return
    pool.closed = True
    servers = list(pool.servers)
    for process in servers:
        process.terminate()
    for _ in range(20):
        if all(process.poll() is not None for process in servers):
            break
        await asyncio.sleep(END_SECONDS / 20)
    for process in servers:
        process.kill()  # its guards see to the rest


def do_nothing() -> None:
    """What a cluster without workers is asked to find a worker for."""


def describe_worker(names: Sequence[str], known: Sequence[str]) -> dict[str, Any]:
    """The environment of this worker as plain values. names: the backends whose engines' versions are asked for;
    known: installations whose versions are known already. Runs in a thread of the worker."""
    engines: dict[str, str] = {}
    if installation() not in known:
        process = start_interpreter("environments", "engine_versions", list(names))
        engines = json.loads(process.communicate()[0].decode().splitlines()[-1])
    return asdict(environment_here(engines))


def start_interpreter(module: str, function: str, *arguments: Any) -> subprocess.Popen[bytes]:
    """A function of this room, called in a new interpreter in a session of its own: signals to the worker's terminal
    do not reach it."""
    packages = str(Path(sys.modules["rosetta"].__path__[0]).parent)
    path = [packages, *(entry for entry in sys.path if entry and entry != packages)]
    settings = json.dumps([path, f"{ROOM}.{module}", function, arguments])
    return subprocess.Popen(
        [sys.executable, "-c", CODE, settings],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        env={name: value for name, value in os.environ.items() if name not in SET_BY_DASK},
    )
