"""A program run to its end: it may talk as much as a bound allows, may take as long as is left, and dies with us."""

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
    """How a program ended. code: its exit code, negative for the signal that killed it; said: on stdout; complained:
    the end of what was on stderr; too_much, too_long: it was killed for that."""

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

    The program's own session is ours: whoever kills that kills the program's children too.
    """
    dying = shutil.which("setpriv")
    started = subprocess.Popen(
        [dying, "--pdeathsig", "KILL", "--", *command] if dying else command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=None if dying else die_with_parent,  # without it Python may start it by vfork: no copy of our tables
    )
    with started:
        try:
            return _collect_output(started, time.monotonic() + seconds, most)
        finally:
            started.kill()


def _collect_output(program: subprocess.Popen[bytes], deadline: float, most: int) -> ProgramRun:
    """Both of its channels until it closes them and ends, or is killed."""
    assert program.stdout is not None
    assert program.stderr is not None
    said: list[bytes] = []
    complained, length = b"", 0
    with selectors.DefaultSelector() as channels:
        channels.register(program.stdout, selectors.EVENT_READ)
        channels.register(program.stderr, selectors.EVENT_READ)
        while channels.get_map():
            left = deadline - time.monotonic()
            if left <= 0:
                return _kill_program(program, said, complained, too_much=False)
            for key, _ in channels.select(left):
                piece = os.read(key.fd, PIECE)
                if not piece:
                    channels.unregister(key.fileobj)
                elif key.fileobj is program.stderr:
                    complained = (complained + piece)[-1000:]
                else:
                    said.append(piece)
                    length += len(piece)
                    if length > most:
                        return _kill_program(program, said, complained, too_much=True)
    try:
        code = program.wait(max(deadline - time.monotonic(), 0.01))
    except subprocess.TimeoutExpired:
        return _kill_program(program, said, complained, too_much=False)
    return ProgramRun(code, b"".join(said), complained.decode(errors="replace").strip(), False, False)


def _kill_program(program: subprocess.Popen[bytes], said: list[bytes], complained: bytes, too_much: bool) -> ProgramRun:
    program.kill()
    words = complained.decode(errors="replace").strip()
    return ProgramRun(program.wait(), b"".join(said), words, too_much, not too_much)
