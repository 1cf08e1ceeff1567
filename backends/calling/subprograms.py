"""One run of a solver program, with bounded output and time; it dies with this process.

A run ends when the program does, or at the limit, of which a program may be told a moment before (SIGTERM). What it
started may live on and hold its output open: nobody waits for that, it dies with the child of the run (`guard`).
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import selectors
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from backends.running.processes import die_with_parent

PIECE = 1 << 16
LOOK_SECONDS = (
    0.02  # seconds between two looks whether the program has ended, where the system has no descriptor for it
)


@dataclass(frozen=True, slots=True)
class OutputBound:
    """How much a program may print. most: bytes on stdout; keep: what of them is still of use where there are more, or
    it is stopped; the program goes on if that is short enough."""

    most: int
    keep: Callable[[bytes], bytes] = bytes


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """How a program ended. code: its exit code, negative for the signal that killed it; stderr_tail: the end of its
    stderr; output_exceeded: it was killed for that, most: beyond so many bytes; timed_out: it was killed at the limit,
    or asked to end shortly before."""

    code: int
    stdout: bytes
    stderr_tail: str
    output_exceeded: bool
    timed_out: bool
    most: int

    @property
    def ending(self) -> str:
        """In words."""
        if self.code < 0:
            return f"killed by {signal.Signals(-self.code).name}"
        return f"ended with code {self.code}"


def run(
    command: Sequence[str], path: str, folder: str, seconds: float, bound: OutputBound, notice: float = 0.0
) -> ProgramRun:
    """Run the program at that path in a folder, with no input and bounded output. notice: so many seconds before the
    limit, half of it at the most, it is asked to end; 0: it is killed at the limit. Raises OSError where it cannot be
    started.

    The program stays in this process's session: killing the session kills the program's children too.
    """
    with subprocess.Popen(
        command,
        executable=path,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=die_with_parent,  # not by another program in front, whose messages would be taken for this one's
    ) as program:
        try:
            deadline = time.monotonic() + seconds
            return _collect_output(program, deadline, deadline - min(notice, seconds / 2), bound)
        finally:
            program.kill()


@dataclass(slots=True)
class _Output:
    """What a program has written so far: all of stdout, the end of stderr."""

    stdout: list[bytes] = field(default_factory=list)
    stderr: bytes = b""
    length: int = 0

    def add(self, piece: bytes, is_stderr: bool) -> None:
        if is_stderr:
            self.stderr = (self.stderr + piece)[-1000:]
        else:
            self.stdout.append(piece)
            self.length += len(piece)

    def exceeds(self, bound: OutputBound) -> bool:
        """Is it too long, also without what is of no use any more? That is dropped."""
        if self.length > bound.most:
            self.drop_useless(bound)
        return self.length > bound.most

    def drop_useless(self, bound: OutputBound) -> None:
        """Keep what is still of use."""
        self.stdout = [bound.keep(b"".join(self.stdout))]
        self.length = len(self.stdout[0])


def _collect_output(
    program: subprocess.Popen[bytes], deadline: float, asked_at: float, bound: OutputBound
) -> ProgramRun:
    """Read stdout and stderr until the program ends, or is killed; from asked_at on, it has been asked to end."""
    output, exceeded, late, asked = _Output(), False, False, False
    pipes = (program.stdout, program.stderr)
    with selectors.DefaultSelector() as channels, contextlib.ExitStack() as stack:
        for pipe in pipes:
            assert pipe is not None
            channels.register(pipe, selectors.EVENT_READ)
        pause = LOOK_SECONDS
        if hasattr(os, "pidfd_open"):  # Linux: can be read from when the program has ended
            ending = os.pidfd_open(program.pid)
            stack.callback(os.close, ending)
            channels.register(ending, selectors.EVENT_READ)
            pause = float("inf")
        while not (exceeded or late) and program.poll() is None:
            until = deadline if asked else asked_at
            for key, _ in channels.select(max(min(until - time.monotonic(), pause), 0.0)):
                if key.fileobj in pipes:
                    piece = os.read(key.fd, PIECE)
                    output.add(piece, key.fileobj is program.stderr)
                    if not piece:
                        channels.unregister(key.fileobj)
            now = time.monotonic()
            exceeded, late = output.exceeds(bound), now >= deadline
            if not (late or asked) and now >= asked_at:
                asked = True
                program.terminate()
        if program.poll() is None:
            program.kill()
            output.drop_useless(bound)  # little is left of the time in which it is to be read
        else:
            for key in (key for key in channels.get_map().values() if key.fileobj in pipes):
                output.add(_read_available(key.fd), key.fileobj is program.stderr)
            exceeded, late = output.exceeds(bound), False
    words = output.stderr.decode(errors="replace").strip()
    return ProgramRun(program.wait(), b"".join(output.stdout), words, exceeded, late or asked, bound.most)


def _read_available(pipe: int) -> bytes:
    """What is in the pipe now: not what somebody who holds it open may still write."""
    (available,) = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))
    return os.read(pipe, available) if available else b""
