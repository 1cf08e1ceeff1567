"""Runs a verb as the whole program: arguments, signals, one message per error, the exit code.

Nothing heavy is imported before the arguments are read, so that --help answers at once.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from types import FrameType
from typing import NoReturn, cast

from rosetta.commands.command_line import CommandLine, Verb
from rosetta.commands.contract import UsageError
from rosetta.commands.flags import add_rules, add_settings, add_wishes, parse_words
from rosetta.foundation.errors import Refusal
from rosetta.foundation.exit_codes import BAD_INPUT, DONE, INTERRUPTED, LIMIT, TERMINATED
from rosetta.foundation.limits import LimitReached


class _Termination(BaseException):
    """Raised on SIGTERM or SIGHUP: unwinds the program, so that child processes and temporary files are removed."""


def main(verb: str, command: str | None = None, argv: Sequence[str] | None = None) -> NoReturn:
    """Run a verb as the whole program. Arguments as in `run_verb`."""
    if "_ARGCOMPLETE" in os.environ:  # a shell asks for words to complete the line with
        from rosetta.commands.completers import complete_line

        complete_line([verb], verb)
    code = run_verb(verb, argv, command)
    gc.freeze()  # else Python's last collection walks through all of numba, and the prompt waits a third of a second
    raise SystemExit(code)


def run_verb(verb: str, argv: Sequence[str] | None = None, command: str | None = None) -> int:
    """Run a verb and return its exit code. Expected errors become one message on stderr.

    argv: the words after the verb (default: the program's own); command: what the user typed to reach the verb, which
    usage lines and "repeat" lines name (default: as in a checkout)."""
    command = command or f"python -m models.{verb}"
    _replace_closed_streams()
    _escape_unprintable()
    _heed_signals()
    from report.terminal import clean_streams

    with clean_streams():
        return _run_module(verb, argv, command)


def _run_module(verb: str, argv: Sequence[str] | None, command: str) -> int:
    from importlib import import_module

    from backends.running.processes import one_thread

    try:
        module = cast(Verb, import_module(f"rosetta.commands.{verb}"))
        words = sys.argv[1:] if argv is None else argv
        subverbs = getattr(module, "SUBVERBS", {})
        if subverbs and words and not words[0].startswith("-"):  # `bench run ..`: `run` is a verb of its own
            if words[0] not in subverbs:
                raise UsageError(_unknown_subverb(verb, words[0], subverbs))
            verb, command, words = f"{verb}.{words[0]}", f"{command} {words[0]}", words[1:]
            module = cast(Verb, import_module(f"rosetta.commands.{verb}"))
        parser = module.parser(command)
        with one_thread():  # numpy is imported here, and its threads would spin for a tenth of a second
            add_rules(parser, words)
            add_wishes(parser, words)
            add_settings(parser, words)
        parser.set_defaults(parser=parser, verb=verb, command=command)
        arguments = parse_words(parser, words)
        _announce_compilation()
        if arguments.verbose:
            from report.step_log import print_steps

            print_steps(details=arguments.verbose > 1)
        code = module.run(CommandLine(verb, command, vars(arguments), parser))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _print_error("interrupted", INTERRUPTED)
    except _Termination:
        return _print_error("terminated", TERMINATED)
    except BrokenPipeError:  # the reader went away (`| head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except ImportError as error:
        if not _print_absence(error):
            raise
        return BAD_INPUT
    except LimitReached as cut:
        return _print_error(str(cut), LIMIT)
    except Refusal as refusal:
        return _print_error(str(refusal), BAD_INPUT)
    except OSError as error:  # a full disk, no folder for temporary files
        return _print_error(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", BAD_INPUT)


def _unknown_subverb(verb: str, word: str, known: Iterable[str]) -> str:
    from rosetta.foundation.spelling import unknown_name

    return unknown_name(f"sub-verb of {verb}", word, known)


def _announce_compilation() -> None:
    """Have the compiler's work told on stderr, for it may take a minute; after --help was answered."""
    from report.compilation import CompilationNotice
    from rosetta.foundation.jit import watch_compiler

    watch_compiler(CompilationNotice())


def _replace_closed_streams() -> None:
    """Replace a stream that was closed before we started (it is None) by one that reads and writes nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _escape_unprintable() -> None:
    """Print a character that stdout's encoding lacks (in the name of a vertex or a file) as on stderr: `\\xe9`."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def _heed_signals() -> None:
    """The first signal unwinds the program, further ones wait for that; an ignored signal (nohup) stays ignored."""
    handlers = {signal.SIGINT: _interrupt, signal.SIGTERM: _terminate, signal.SIGHUP: _terminate}
    for number, handler in handlers.items():
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _ignore_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    _unwind(KeyboardInterrupt())


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    _unwind(_Termination())


def _unwind(interrupt: BaseException) -> NoReturn:
    """Raise it; a compiler at work may drop it, and is asked to raise it again."""
    _ignore_signals()
    if "rosetta.foundation.jit" in sys.modules:
        sys.modules["rosetta.foundation.jit"].remember_interrupt(interrupt)
    raise interrupt


def _print_absence(error: ImportError) -> bool:
    """Say on two lines which library is missing and what to type, or on one that it cannot be had; False where the
    error is about something else."""
    from rosetta.foundation.libraries import (
        absent_library,
        describe_absence,
        installation_advice,
        missing_libraries,
        unobtainable_libraries,
    )

    absent = absent_library(error)
    if absent is None:
        return False
    if absent in unobtainable_libraries():
        _print_error(str(describe_absence(error)), BAD_INPUT)
        return True
    others = len(set(missing_libraries()) - {absent})
    more = {0: " is", 1: " and another library are"}.get(others, f" and {others} other libraries are")
    _print_error(f"{absent}{more} not installed for {sys.executable}", BAD_INPUT)
    _print_error(installation_advice(), BAD_INPUT)
    return True


def _print_error(message: str, code: int) -> int:
    """One message on stderr, however long a name or an ID in it is, and whatever else it may carry."""
    from report.words import LONGEST_MESSAGE, one_line

    with contextlib.suppress(OSError):
        print(f"rosetta: {one_line(message, LONGEST_MESSAGE)}", file=sys.stderr)
    return code
