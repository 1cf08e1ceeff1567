"""A child, from its first line to its last: it does a job, and tells its parent what comes of it.

    parent --fork--> guard --fork--> child                       the model, and what is loaded, come through the fork
                                       |  exec
                                       `-----> the same process, with nothing loaded

The second way is for a backend whose library must not be loaded beside one that this process has already
(`Backend.apart_from`): a program of somebody who imported it, or a parent of many runs. Number, guard, channel, folder
and limits stay; the job is pickled, and the steps of its solve are told, since no book is shared any more.
"""

from __future__ import annotations

import logging
import os
import pickle
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from backends.contract import Backend, Ending, Outcome, Status, Unsupported
from backends.outcomes import StepBook
from backends.running.channel import Stop, send_message
from backends.running.guard import own_use
from backends.running.interpreters import interpreter_command
from backends.running.preloading import useful_libraries
from backends.running.processes import keep_to_cores
from backends.running.result_checks import MalformedResult
from backends.running.run_account import thread_times
from backends.running.worker import backend_of_job, libraries_beside
from rosetta.foundation.jit import watch_compiler
from rosetta.foundation.libraries import describe_absence
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.foundation.work_clock import compiler_cpu_seconds

LAST = ("end", "stopped", "died")  # messages of a child after which no other comes
JOB = "job"  # the file of a job, in the folder of its run
_LOG = logging.getLogger("rosetta")


def run_child(
    channel: int,
    folder: str,
    job: Callable[..., None],
    arguments: tuple[Any, ...],
    threads: int,
    book: StepBook,
    is_fresh: bool = False,
) -> None:
    """The whole life of a child; whatever happens, there is a last message. is_fresh: it is no fork any more."""
    keep_to_cores(threads)
    tempfile.tempdir = os.environ["TMPDIR"] = folder
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # solvers print, and the parent's unwritten text must not come twice
    StepBook.current = book
    known = set(useful_libraries())

    def send(kind: str, content: Any) -> None:
        for library in useful_libraries() - known:
            known.add(library)
            send_message(channel, "late", library)
        if kind == "ready":
            book.clear()
            content = (content is True, own_use(), thread_times((os.getpid(),)))
            _LOG.info("  the solver is loaded")
        elif kind in LAST:
            send_message(channel, "processor", thread_times((os.getpid(),)))
        send_message(channel, kind, content)

    told = compiler_cpu_seconds()

    def tell_parent(what: str, lasting: bool = False, /) -> None:
        nonlocal told
        before, told = told, compiler_cpu_seconds()
        send("compiling", (what, lasting, os.getpid(), told - before))

    watch_compiler(tell_parent)
    try:
        if not is_fresh and libraries_beside(arguments):
            _restart(channel, folder, job, arguments, threads)
        job(send, *arguments)
    except LimitReached as limit:
        send("stopped", Stop(str(limit), limit.ended))
    except (Unsupported, TooLarge) as refusal:
        send("outcome", Outcome(Status.UNSUPPORTED, note=str(refusal)))
        send("end", False)
    except MalformedResult as fault:
        send("outcome", Outcome(Status.ERROR, note=str(fault)))
        send("end", False)
    except MemoryError:
        send("stopped", Stop("out of memory", Ending.MEMORY))
    except Exception as error:
        absence = describe_absence(error)
        if absence is None:
            send("died", f"{type(error).__name__}: {error}")
        else:
            send("outcome", Outcome(Status.UNSUPPORTED, note=absence))
            send("end", False)
    os.close(channel)


class ToldBook(StepBook):
    """One whose steps are told to the parent, which has a book of its own."""

    def __init__(self, channel: int) -> None:
        self._channel = channel
        super().__init__()

    def clear(self) -> None:
        super().clear()
        send_message(self._channel, "step", None)

    def switch_step(self, number: int) -> int:
        send_message(self._channel, "step", number)
        return super().switch_step(number)


def _restart(channel: int, folder: str, job: Callable[..., None], arguments: tuple[Any, ...], threads: int) -> NoReturn:
    """Go on in a new interpreter, in the place of this one. Raises Unsupported where the job cannot be handed over."""
    name, others = backend_of_job(arguments), ", ".join(libraries_beside(arguments))
    try:
        content = pickle.dumps((job, tuple(_by_name(each) for each in arguments)))
    except Exception as error:  # of what is to be pickled, whose classes may raise anything
        reason = f"and it cannot be handed to a new process: {type(error).__name__}: {error}"
        raise Unsupported(
            f"{name} must not be loaded beside {others}, which this process has loaded, {reason}"
        ) from None
    Path(folder, JOB).write_bytes(content)
    os.set_inheritable(channel, True)
    settings = {"channel": channel, "folder": folder, "threads": threads}
    command = interpreter_command("backends.running.child:continue_child", settings)
    os.execv(command[0], command)


def _by_name(argument: Any) -> Any:
    """A registered backend as its name, for its functions may be of any kind; all else as it is."""
    from backends.registry import UnknownBackend, backend_named

    if not isinstance(argument, Backend):
        return argument
    name = argument.full_name or argument.name
    try:
        registered = backend_named(name)
    except UnknownBackend:
        return argument
    is_same = _place_of(registered.solve) == _place_of(argument.solve)
    return name if is_same and _place_of(registered.version) == _place_of(argument.version) else argument


def _place_of(function: Any) -> tuple[str, str]:
    """Where a function is defined, of a `partial` the one inside: that around a program is made anew for each name."""
    inside = getattr(function, "func", function)
    return getattr(inside, "__module__", ""), getattr(inside, "__qualname__", repr(inside))


def continue_child(settings: dict[str, Any]) -> NoReturn:
    """The life of a child after its restart. settings: as `_restart` writes them."""
    channel, folder = settings["channel"], settings["folder"]
    run_child(channel, folder, _do_stored_job, (folder,), settings["threads"], ToldBook(channel), is_fresh=True)
    os._exit(0)


def _do_stored_job(send: Callable[[str, Any], None], folder: str) -> None:
    try:
        job, arguments = pickle.loads(Path(folder, JOB).read_bytes())
    except Exception as error:  # a function or a class of `__main__`, which is another one here
        raise Unsupported(f"the job cannot be read in a new process: {type(error).__name__}: {error}") from None
    job(send, *arguments)
