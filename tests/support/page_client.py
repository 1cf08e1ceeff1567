"""The server of the page as a program of its own, and those who ask it: a browser, and somebody who is none."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.support.patience import PATIENCE
from tests.support.places import ROOT
from tests.support.processes import processes

ENDLESS = {  # a question: more loops than anybody counts
    "question": "count",
    "board": {"puzzle": "slitherlink", "text": "8x8", "options": {"clues": "0"}},
    "options": {"backend": "cpsat", "time_limit": 3000},
}
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/([\w-]+)/")


@dataclass
class PageClient:
    """Who asks the server. folder: it was started with as TMPDIR, by which its processes are known."""

    process: subprocess.Popen[str]
    port: int
    token: str
    folder: Path
    printed: list[str] = field(default_factory=list)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def headers(self) -> dict[str, str]:
        """What a browser sends for our page."""
        return {"Origin": self.origin, "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"}

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def send(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the answer. path: behind the token, or whole where it begins with /."""
        connection = self.connect()
        try:
            connection.request(method, path if path.startswith("/") else f"/{self.token}/{path}", body, headers or {})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def ask(self, name: str, **document: Any) -> tuple[int, Any]:
        """Status and JSON of what the page gets."""
        status, _, body = self.send("POST", f"api/{name}", json.dumps(document).encode(), self.headers)
        return status, json.loads(body)

    def stream(self, name: str, **document: Any) -> list[dict[str, Any]]:
        """All events of a stream."""
        with self.begin(name, **document) as answer:
            return [json.loads(line) for line in answer]

    @contextmanager
    def begin(self, name: str, **document: Any) -> Iterator[http.client.HTTPResponse]:
        """A stream that has begun; it is closed at the end."""
        connection = self.connect()
        try:
            connection.request("POST", f"/{self.token}/api/{name}", json.dumps(document).encode(), self.headers)
            yield connection.getresponse()
        finally:
            connection.close()

    @contextmanager
    def begin_unanswered(self, name: str, **document: Any) -> Iterator[None]:
        """A request of which nobody waits for the answer."""
        connection = self.connect()
        try:
            connection.request("POST", f"/{self.token}/api/{name}", json.dumps(document).encode(), self.headers)
            yield
        finally:
            connection.close()

    def processes(self) -> list[int]:
        """The server's processes, itself included."""
        return processes(str(self.folder))

    def solvers(self) -> list[int]:
        """Those of solvers: below the guard and the process of a request."""
        return [pid for pid in self.processes() if self._depth(pid) > 2]

    def _depth(self, pid: int) -> int:
        """How many parents a process has up to the server; 0 where it has gone meanwhile."""
        depth = 0
        while pid not in (self.process.pid, 0, 1):
            try:
                pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                return 0
            depth += 1
        return depth if pid == self.process.pid else 0

    def end(self, sign: signal.Signals = signal.SIGINT) -> int:
        """Its exit code after a signal."""
        self.process.send_signal(sign)
        output, errors = self.process.communicate(timeout=PATIENCE)
        self.printed += [output, errors]
        return self.process.returncode


@contextmanager
def page_server(folder: Path, *words: str, **environment: str) -> Iterator[PageClient]:
    """A server that was started with these words. Skips the test where the extra is not installed."""
    if find_spec("uvicorn") is None or find_spec("starlette") is None:
        pytest.skip("the extra `page` is not installed")
    process = subprocess.Popen(
        [sys.executable, "-m", "rosetta", "play", "--no-browser", *words],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(folder), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    client = None
    try:
        found = ADDRESS.match(process.stdout.readline())
        assert found, process.communicate(timeout=PATIENCE)
        client = PageClient(process, int(found[1]), found[2], folder)
        yield client
    finally:
        died = process.poll()
        process.kill()
        if not process.stdout.closed:
            _, errors = process.communicate()
            assert died is None, f"the server ended by itself with code {died}: {errors}"
