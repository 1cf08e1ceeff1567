"""Calls in processes forked from this one, for work that the interpreter's lock would hold up in threads.

    this process   first call ------->  waits ---> results, in the order of the calls
    its forks      the other calls, one each  --^  (pickled through a pipe)

A fork shares this process's memory until it writes to it. It dies with this process, and is accounted to it.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import TypeVar

from backends.outcomes import StepBook
from backends.running.processes import die_with_parent

Result = TypeVar("Result")


class ForkEnded(Exception):
    """A fork ended without a result: it was killed, for memory or by a person."""


def call_in_forks(calls: Sequence[Callable[[], Result]]) -> list[Result]:
    """What the calls return. Raises what one of them raises, the first in order, after all have ended; ForkEnded."""
    context = multiprocessing.get_context("fork")
    pipes = [context.Pipe(duplex=False) for _ in calls[1:]]
    forks = [
        context.Process(target=_send_result, args=(call, writer), daemon=True)
        for call, (_, writer) in zip(calls[1:], pipes, strict=True)
    ]
    try:
        for fork, (_, writer) in zip(forks, pipes, strict=True):
            fork.start()
            writer.close()
        results = [calls[0]()]
        for fork, (reader, _) in zip(forks, pipes, strict=True):
            try:
                result = reader.recv()
            except EOFError:
                raise ForkEnded from None
            fork.join()
            if isinstance(result, BaseException):
                raise result
            results.append(result)
        return results
    finally:
        for fork in forks:
            if fork.is_alive():
                fork.kill()


def _send_result(call: Callable[[], object], writer: Connection) -> None:
    die_with_parent()
    StepBook.current = None  # the seconds are those of this process's parent, which waits
    try:
        result = call()
    except Exception as error:
        result = error
    writer.send(result)
    writer.close()
