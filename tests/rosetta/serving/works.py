"""What processes of a pool do in tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

from backends.running.warm_process import tell_owner


def do_work(request):
    """By the name of the work."""
    return globals()[request["name"]](request), False


def say(request):
    return request["text"]


def who(request):
    return str(os.getpid())


def tell(request):
    for number in range(request["times"]):
        tell_owner({"kind": "note", "text": str(number)})
    return "told"


def wait(request):
    """With a program below it, whose number is told."""
    program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], start_new_session=True)
    tell_owner({"kind": "note", "text": str(program.pid)})
    time.sleep(1000)


def fail(request):
    raise ZeroDivisionError("of the work")


def die(request):
    os.kill(os.getpid(), signal.SIGKILL)
