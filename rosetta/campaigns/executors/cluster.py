"""Connecting to a Dask cluster: one of this machine that lives as long as the campaign, or any that a user started.

dask:local                     worker processes on this machine
dask:tcp://HOST:PORT           the scheduler at that address
dask:FILE.json                 its scheduler file, as `dask scheduler --scheduler-file FILE.json` writes it
"""

from __future__ import annotations

import contextlib
import logging
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosetta.foundation.errors import InputError
from rosetta.foundation.libraries import extra_advice

if TYPE_CHECKING:
    from distributed import Client

PREFIX = "dask:"
LOCAL = "local"
CONNECT_SECONDS = 15
FORMS = "dask:local, dask:tcp://HOST:PORT or dask:FILE.json"


def check_address(on: str) -> str:
    """What stands behind `dask:`. Raises InputError: it is none of the forms, the file is not there, or the library is
    not installed. Nothing is connected to."""
    where = on.removeprefix(PREFIX)
    if where == on or not (where == LOCAL or "://" in where or where.endswith(".json")):
        raise InputError(f"cannot run on '{on}': expected {FORMS}")
    if where.endswith(".json") and "://" not in where and not Path(where).is_file():
        raise InputError(f"{where}: no such scheduler file; `dask scheduler --scheduler-file {where}` writes it")
    try:
        import distributed  # noqa: F401
    except ModuleNotFoundError as error:
        advice = extra_advice("cluster")
        raise InputError(f"{on} needs Dask.distributed ({error.name} is missing); {advice}") from None
    return where


@contextlib.contextmanager
def open_cluster(on: str, jobs: int, width: int) -> Iterator[Client]:
    """A client of the cluster. jobs, width: worker processes of a local one, and threads that each cell may use.
    Raises InputError: as `check_address`, or nothing answers there."""
    where = check_address(on)
    from distributed import Client

    for logger in ("distributed", "distributed.client"):  # Dask gives the latter a level of its own
        logging.getLogger(logger).setLevel(logging.CRITICAL)  # what users need to know, we tell
    if where == LOCAL:
        with _local_cluster(jobs, width) as cluster, Client(cluster, set_as_default=False) as client:
            yield client
        return
    place: dict[str, Any] = {"address": where} if "://" in where else {"scheduler_file": where}
    try:
        client = Client(**place, set_as_default=False, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise InputError(f"no Dask scheduler answers at {where}: {error}") from None
    with client:
        yield client


@contextlib.contextmanager
def _local_cluster(jobs: int, width: int) -> Iterator[Any]:
    """Workers of one thread for each core of their slot, which hear of no Ctrl-C: the coordinator decides what it
    means. Blocked signals stay blocked in the threads and processes that are started meanwhile, and in theirs."""
    from distributed import LocalCluster

    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        cluster = LocalCluster(
            n_workers=jobs, threads_per_worker=width, memory_limit=0, host="127.0.0.1", scheduler_port=0,
            dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL,
        )  # fmt: skip
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    with cluster:
        yield cluster
