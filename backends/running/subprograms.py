"""One run of a solver program, with bounded output and time; it dies with this process."""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass

from backends.running.processes import die_with_parent

PIECE = 1 << 16


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


def run(command: Sequence[str], folder: str, seconds: float, most: int) -> ProgramRun:
    """Run the program in a folder, with no input and at most that many bytes on stdout. Raises OSError.

    The program stays in this process's session: killing the session kills the program's children too.
    """
    setpriv = shutil.which("setpriv")
    program = subprocess.Popen(
        [setpriv, "--pdeathsig", "KILL", "--", *command] if setpriv else command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=None
        if setpriv
        else die_with_parent,  # without one Python may use vfork, which copies no page tables
    )
    with program:
        try:
            return _collect_output(program, time.monotonic() + seconds, most)
        finally:
            program.kill()


def _collect_output(program: subprocess.Popen[bytes], deadline: float, most: int) -> ProgramRun:
    """Read stdout and stderr until the program closes them and ends, or is killed."""
    assert program.stdout is not None
    assert program.stderr is not None
    stdout: list[bytes] = []
    stderr, length = b"", 0
    with selectors.DefaultSelector() as channels:
        channels.register(program.stdout, selectors.EVENT_READ)
        channels.register(program.stderr, selectors.EVENT_READ)
        while channels.get_map():
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                return _kill_program(program, stdout, stderr, output_exceeded=False)
            for key, _ in channels.select(remaining):
                piece = os.read(key.fd, PIECE)
                if not piece:
                    channels.unregister(key.fileobj)
                elif key.fileobj is program.stderr:
                    stderr = (stderr + piece)[-1000:]
                else:
                    stdout.append(piece)
                    length += len(piece)
                    if length > most:
                        return _kill_program(program, stdout, stderr, output_exceeded=True)
    try:
        code = program.wait(max(deadline - time.monotonic(), 0.01))
    except subprocess.TimeoutExpired:
        return _kill_program(program, stdout, stderr, output_exceeded=False)
    return ProgramRun(code, b"".join(stdout), stderr.decode(errors="replace").strip(), False, False)


def _kill_program(
    program: subprocess.Popen[bytes], stdout: list[bytes], stderr: bytes, output_exceeded: bool
) -> ProgramRun:
    program.kill()
    words = stderr.decode(errors="replace").strip()
    return ProgramRun(program.wait(), b"".join(stdout), words, output_exceeded, not output_exceeded)
