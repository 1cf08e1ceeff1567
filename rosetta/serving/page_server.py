"""The server itself: a socket on 127.0.0.1, one process that listens, and its end."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rosetta.foundation.errors import InputError, Refusal
from rosetta.serving.application import PageService
from rosetta.serving.request_guard import MOST_HEADER_BYTES, RequestGuard

HOST = "127.0.0.1"
TOKEN_BYTES = 24
MOST_CONNECTIONS = 1000
IDLE_SECONDS = 5
LOOK_SECONDS = 0.03  # between two looks whether a signal has come


class PortTaken(Refusal):
    """Another program listens there."""


@dataclass(frozen=True)
class PageAddress:
    """Where the page is. port: of this machine; token: the first word of every path."""

    port: int
    token: str

    def __str__(self) -> str:
        return f"http://{HOST}:{self.port}/{self.token}/"


def open_socket(port: int) -> socket.socket:
    """A socket that listens at that port, 0 for any that is free. Raises PortTaken, InputError."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(128)  # else another server could take the port until this one listens
    except PermissionError:
        listening.close()
        raise InputError(f"--port: {port} may be used by the system's administrator only") from None
    except OSError as error:
        listening.close()
        raise PortTaken(f"--port: {port} is in use by another program ({error.strerror})") from None
    return listening


def serve_page(
    listening: socket.socket, boards: Sequence[Mapping[str, Any]], started: Callable[[PageAddress], None]
) -> None:
    """Serve the page until a signal ends it (KeyboardInterrupt, as of the command line); all processes end with it.
    boards: those that the command line names; started: told the address when requests are taken."""
    address = PageAddress(listening.getsockname()[1], secrets.token_urlsafe(TOKEN_BYTES))
    service = PageService(address.token, boards)
    try:
        service.prepare()
        _run(service, address, listening, started)
    finally:
        service.close()
        listening.close()


def _run(
    service: PageService, address: PageAddress, listening: socket.socket, started: Callable[[PageAddress], None]
) -> None:
    import uvicorn

    config = uvicorn.Config(
        RequestGuard(service.application(), address.token, address.port),
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
    )
    server = uvicorn.Server(config)

    async def serve() -> None:
        serving = asyncio.create_task(server.serve([listening]))
        told = False
        while not (server.should_exit or serving.done()):
            if server.started and not told:
                told = True
                started(address)
            await asyncio.sleep(LOOK_SECONDS)
        service.close()  # so that nobody has to be waited for
        await serving

    asyncio.run(serve())
