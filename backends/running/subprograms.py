"""One run of a solver program, with bounded output and time; it dies with this process.

A run ends when the program does, or at the limit. What it started may live on and hold its output open: nobody waits
for that, it dies with the child of the run (`running.guard`).
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
from collections.abc import Sequence
from dataclasses import dataclass, field

from backends.running.processes import die_with_parent

PIECE = 1 << 16
LOOK_SECONDS = (
    0.02  # seconds between two looks whether the program has ended, where the system has no descriptor for it
)


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """How a program ended. code: its exit code, negative for the signal that killed it; stderr_tail: the end of its
    stderr; output_exceeded, timed_out: it was killed for that."""

    code: int
    stdout: bytes
    stderr_tail: str
    output_exceeded: bool
    timed_out: bool

    @property
    def ending(self) -> str:
        """In words."""
        if self.code < 0:
            return f"killed by {signal.Signals(-self.code).name}"
        return f"ended with code {self.code}"


def run(command: Sequence[str], path: str, folder: str, seconds: float, most: int) -> ProgramRun:
    """Run the program at that path in a folder, with no input and at most that many bytes on stdout. Raises OSError
    where it cannot be started.

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
            return _collect_output(program, time.monotonic() + seconds, most)
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


def _collect_output(program: subprocess.Popen[bytes], deadline: float, most: int) -> ProgramRun:
    """Read stdout and stderr until the program ends, or is killed."""
    output, exceeded, late = _Output(), False, False
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
            for key, _ in channels.select(max(min(deadline - time.monotonic(), pause), 0.0)):
                if key.fileobj in pipes:
                    piece = os.read(key.fd, PIECE)
                    output.add(piece, key.fileobj is program.stderr)
                    if not piece:
                        channels.unregister(key.fileobj)
            exceeded, late = output.length > most, time.monotonic() >= deadline
        if program.poll() is None:
            program.kill()
        else:
            for key in (key for key in channels.get_map().values() if key.fileobj in pipes):
                output.add(_read_available(key.fd), key.fileobj is program.stderr)
            exceeded, late = output.length > most, False
    words = output.stderr.decode(errors="replace").strip()
    return ProgramRun(program.wait(), b"".join(output.stdout), words, exceeded, late)


def _read_available(pipe: int) -> bytes:
    """What is in the pipe now: not what somebody who holds it open may still write."""
    (available,) = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))
    return os.read(pipe, available) if available else b""
