"""The channel from a child to its parent: messages through a pipe, each with the moment at which it was sent.

    8 bytes length, 8 bytes moment (of the monotonic clock, which all processes share), the pickled message

The parent never waits for the rest of a message beyond the time that it gives: a child may die, or stop, in the middle
of one. By the moment it tells what was sent before a limit, and only read after it.
"""

from __future__ import annotations

import contextlib
import fcntl
import math
import os
import pickle
import select
import struct
import time
from dataclasses import dataclass, field
from typing import Any

from rosetta.foundation.vocabulary import Ending

HEAD = struct.Struct("=Qd")
PIECE = 1 << 20  # bytes that the pipe holds, and that are read at once


@dataclass(frozen=True, slots=True)
class ChannelMessage:
    """A message of a child; sent: the moment when it handed it in."""

    kind: str
    content: Any
    sent: float


@dataclass(frozen=True, slots=True)
class Stop:
    """What stopped a child: the reason in words, and which limit it was, where that is known."""

    reason: str
    ended: Ending | None

    def __str__(self) -> str:
        return self.reason


@dataclass(slots=True)
class MessageReader:
    """The parent's end."""

    descriptor: int
    _pieces: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        os.set_blocking(self.descriptor, False)

    def receive(self, seconds: float) -> ChannelMessage | None:
        """The next message, waiting so long for it; None if it has not come whole by then. Raises EOFError after the
        last one."""
        deadline = time.monotonic() + seconds
        while (message := self._whole_message()) is None:
            remaining = deadline - time.monotonic()
            poll = select.poll()
            poll.register(self.descriptor, select.POLLIN)
            if not poll.poll(None if remaining == math.inf else max(remaining, 0.0) * 1000):
                return None
            piece = os.read(self.descriptor, PIECE)
            if not piece:
                raise EOFError
            self._pieces += piece
        return message

    def began_before(self, moment: float) -> bool:
        """Is a message on its way that was handed in before that moment?"""
        return len(self._pieces) >= HEAD.size and HEAD.unpack_from(self._pieces)[1] <= moment

    def close(self) -> None:
        os.close(self.descriptor)

    def _whole_message(self) -> ChannelMessage | None:
        if len(self._pieces) < HEAD.size:
            return None
        length, sent = HEAD.unpack_from(self._pieces)
        end = HEAD.size + length
        if len(self._pieces) < end:
            return None
        body = bytes(self._pieces[HEAD.size : end])
        del self._pieces[:end]
        try:
            kind, content = pickle.loads(body)
        except Exception as error:  # a class of a backend may raise anything
            return ChannelMessage("died", f"a message cannot be read: {type(error).__name__}: {error}", sent)
        return ChannelMessage(kind, content, sent)


def open_channel() -> tuple[MessageReader, int]:
    """The parent's end, and the descriptor for the child's."""
    ours, theirs = os.pipe()
    with contextlib.suppress(AttributeError, OSError):  # Linux; an assignment of a million variables waits less often
        fcntl.fcntl(theirs, fcntl.F_SETPIPE_SZ, PIECE)
    return MessageReader(ours), theirs


def send_message(descriptor: int, kind: str, content: Any) -> None:
    """Send a message, waiting until the parent has read enough of it. Raises what pickling raises, then nothing is
    sent."""
    sent = time.monotonic()
    body = pickle.dumps((kind, content), pickle.HIGHEST_PROTOCOL)
    rest = memoryview(HEAD.pack(len(body), sent) + body)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
