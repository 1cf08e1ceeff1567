"""`rosetta play [WHAT..]`: a page on which people play and ask, served to the browser of this machine."""

from __future__ import annotations

import argparse
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError
from rosetta.foundation.exit_codes import DONE
from rosetta.requests.kinds import WholeNumber
from rosetta.requests.options import OptionGroup

if TYPE_CHECKING:
    from rosetta.serving.page_server import PageAddress

EXAMPLES = (
    "                       choose a puzzle on the page",
    "tents 8",
    "akari ring boards/*.txt",
    "https://puzz.link/p?akari/5/5/g6.g6.g --port 8000 --no-browser",
)
EXTRA, MODULES = "page", ("starlette", "uvicorn")  # what it needs beside the rest
PORT = WholeNumber(0, 65_535)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command,
        "Serve a page on which people play and ask, to the browser of this machine alone; Ctrl-C ends it.",
        EXAMPLES,
        "",
        "The page reads no file but those named here and those dropped on it. docs/play.md says what it does and why.",
    )
    flags.add_puzzle(p, more="; without it, a puzzle is chosen on the page")
    _action(p, "whats").nargs = "*"
    port = p.add_argument(
        "--port", type=flags.word_type(PORT), default=0, metavar="N", help="where it listens (default: a free port)"
    )
    browser = p.add_argument("--no-browser", action="store_true", help="print the address, and open no browser")
    for action in (port, browser):
        flags.set_group(action, OptionGroup.USUAL)
    return p


def run(line: CommandLine) -> int:
    _check_extra()
    from rosetta.serving.page_server import open_socket, serve_page

    boards = _named_boards(line)
    listening = open_socket(line.values["port"])

    def tell(address: PageAddress) -> None:
        print(f"{address}\nCtrl-C ends it", flush=True)
        if not line.values["no_browser"]:
            _open_browser(str(address))

    with suppress(KeyboardInterrupt):  # that is how it ends
        serve_page(listening, boards, tell)
    return DONE


def _action(parser: argparse.ArgumentParser, dest: str) -> argparse.Action:
    return next(action for action in parser._actions if action.dest == dest)


def _check_extra() -> None:
    """Raises UsageError where what serves the page is not installed."""
    from importlib.util import find_spec

    from rosetta.foundation.libraries import extra_advice

    absent = [name for name in MODULES if find_spec(name) is None]
    if absent:
        are = "are" if len(absent) > 1 else "is"
        raise UsageError(f"{' and '.join(absent)} {are} not installed, which play needs: {extra_advice(EXTRA)}")


def _named_boards(line: CommandLine) -> list[dict[str, Any]]:
    """The boards that the line names, as the page asks about them. A board that cannot be read is told, and the next
    has its turn."""
    from rosetta.commands.each_instance import ABOUT_AN_INSTANCE, asked_instance, line_of, print_refusal, texts_of
    from rosetta.serving.page_boards import MOST_NAMED, named_board

    if not line.values["whats"] and line.values["puzzle"] is None:
        return []
    named, texts = texts_of(line)
    if len(texts) > MOST_NAMED:
        raise UsageError(f"WHAT: expected up to {MOST_NAMED} boards on a page, found {len(texts)}")
    boards = []
    for text in texts:
        try:
            boards.append(named_board(asked_instance(line_of(named, text)), text.place))
        except ABOUT_AN_INSTANCE as refusal:
            if len(texts) == 1:
                raise
            print_refusal(text, refusal)
    return boards


def _open_browser(address: str) -> None:
    """Open the address, in a process of its own: a browser may print, or not return."""
    import subprocess
    import sys

    subprocess.Popen(
        [sys.executable, "-m", "webbrowser", "-t", address],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
