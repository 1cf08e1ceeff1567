"""The programs `rosetta` and `python` of a shell whose programs run in forks of the warm server.

    python -IS warm_client.py SOCKET rosetta solve tents 6
    python -IS warm_client.py SOCKET python -m models.solve tents 6

It hands its streams, its words, its folder and its environment over, and ends as the program does. What is no module of
ours is run by Python itself. Nothing but the standard library is imported: starting this takes 20 ms.
"""

import json
import os
import signal
import socket
import sys

DIED = 255  # the fork ended without an exit code


def ask_server(path, words, folder, environment, streams, seconds=None):
    """Have the server become the program, and wait so long for it to end, then kill it: its exit code, or None."""
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(path)
        request = json.dumps([words, folder, environment]).encode() + b"\n"
        sent = socket.send_fds(server, [request], list(streams))
        server.sendall(request[sent:])
        answers = server.makefile("rb")  # a line each: both may come at once
        pid = int(answers.readline())
        server.settimeout(seconds)
        try:
            return int(answers.readline() or DIED)
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            return None


def is_ours(words):
    """Is it a program that the server can become?"""
    return words[0] == "rosetta" or (words[1:2] == ["-m"] and words[2].partition(".")[0] in ("models", "rosetta"))


def main():
    path, *words = sys.argv[1:]
    if not is_ours(words):
        os.execv(sys.executable, [sys.executable, *words[1:]])
    sys.exit(ask_server(path, words, os.getcwd(), dict(os.environ), (0, 1, 2)))


if __name__ == "__main__":
    main()
