"""The door for people: what all verbs share. Arguments, exit codes, signals, one clear message per error.

    0 done, the answers are definite and verified     3   a limit ended the work without a definite answer
    1 a wrong answer or a disagreement                130 interrupted (143: terminated)
    2 bad usage or bad input

A verb is a module with `parser() -> ArgumentParser` and `run(arguments) -> int`. Nothing heavy is imported before
the arguments are read, so that --help answers at once.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, NoReturn, TypeVar

from models.settings import add_settings

SWITCH = ("no", "yes")  # the values of an option that is a flag without a value
DONE, WRONG, BAD_INPUT, LIMIT, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 130, 143


class Refused(ValueError):
    """Bad usage found after the arguments were read; the message is shown and the exit code is 2."""


class _Terminated(BaseException):
    """SIGTERM or SIGHUP: unwind, so that child processes and temporary files go."""


def arguments_parser(verb: str, description: str, examples: Sequence[str], *more: str) -> argparse.ArgumentParser:
    """A parser with the description, examples of use and more lines below; errors end with exit code 2."""
    return argparse.ArgumentParser(
        prog=f"python -m models.{verb}",
        description=description,
        epilog="\n".join(["examples:", *(f"  python -m models.{verb} {example}" for example in examples), *more]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_puzzle(parser: argparse.ArgumentParser, more: str = "") -> None:
    """PUZZLE WHAT and the options that choose an instance and its rules. more: what else WHAT may be."""
    from models.puzzles.registry import known

    parser.add_argument("puzzle", metavar="PUZZLE", help=f"one of: {known()}")
    parser.add_argument(
        "what",
        metavar="WHAT",
        help="a size (30, 20x30 = rows x columns), an exchange ID or URL, a file, - for stdin, or a catalogue name"
        + more,
    )
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="seed of generated instances (default 0)")


def add_rules(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """The flags of every puzzle that the command line mentions: `--tree-rule` where it says `tents`.

    Options of the rules and parameters of the generator alike.
    """
    from models.puzzles.registry import canonical, is_known, puzzle

    for name in dict.fromkeys(canonical(word) for word in argv if is_known(word)):
        for option, values in puzzle(name).options.items():
            flag, told = f"--{option.replace('_', '-')}", f"{name}: {', '.join(values)} (default {values[0]})"
            if flag in parser._option_string_actions:
                continue
            if values == SWITCH:
                parser.add_argument(
                    flag, action="store_const", const=values[1], default=values[0], help=f"{name}: {flag[2:]}"
                )
            else:
                parser.add_argument(flag, choices=values, default=values[0], metavar="RULE", help=told)
        for option, one in puzzle(name).parameters.items():
            flag, told = f"--{option.replace('_', '-')}", f"{name}: {one.help}"
            told += "" if one.default is None else f" (default {one.default})"
            if flag not in parser._option_string_actions:
                parser.add_argument(flag, type=_read(one.read), default=one.default, metavar=one.letter, help=told)


def _read(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """What a parameter reads, with its own message where argparse would say `invalid value`."""

    def argument(text: str) -> Any:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return argument


def add_solving(parser: argparse.ArgumentParser, profiles: str = "solver parameters (default: tuned, if any)") -> None:
    """The options of one solve. profiles: what happens to them where none is named."""
    parser.add_argument(
        "--time-limit", type=seconds, default=10.0, metavar="S", help="seconds per backend (default 10)"
    )
    parser.add_argument("--threads", type=threads, default=1, metavar="T", help="threads per solver (default 1)")
    parser.add_argument("--memory", type=positive, default=8000, metavar="MB", help="memory per solver (default 8000)")
    parser.add_argument(
        "--encoding",
        action="append",
        default=[],
        metavar="FORM=NAME",
        help="CNF encoding for a form of rows, e.g. cardinality=totalizer; may be repeated",
    )
    parser.add_argument("--formulation", default=None, metavar="NAME", help="the puzzle's model to use")
    parser.add_argument("--profile", choices=("default", "tuned"), default=None, help=profiles)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else there")


def natural(text: str) -> int:
    return _number(int, text, lambda n: n >= 0, "a whole number from 0 on")


def threads(text: str) -> int:
    return _number(int, text, lambda n: 1 <= n <= 1024, "a number of threads from 1 to 1024")


def positive(text: str) -> int:
    return _number(int, text, lambda n: n >= 1, "a whole number from 1 on")


def seconds(text: str) -> float:
    return _number(float, text, lambda s: 0 < s < 1e9, "a number of seconds above 0")


Number = TypeVar("Number", int, float)


def _number(kind: Callable[[str], Number], text: str, accept: Callable[[Number], bool], expected: str) -> Number:
    try:
        value = kind(text)
    except ValueError:
        pass
    else:
        if accept(value):
            return value
    raise argparse.ArgumentTypeError(f"expected {expected}, found '{text}'")


def colour_wanted() -> bool:
    """Colour on a terminal that does not ask for none (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def main(verb: str, argv: Sequence[str] | None = None) -> NoReturn:
    """Run a verb as the whole program: arguments, signals, errors, exit code."""
    code = run_verb(verb, argv)
    gc.freeze()  # else Python's last collection walks through all of numba, and the prompt waits a third of a second
    raise SystemExit(code)


def run_verb(verb: str, argv: Sequence[str] | None = None) -> int:
    """Run a verb and give its exit code. Expected errors become one message on stderr."""
    from importlib import import_module

    _replace_closed_streams()
    _print_anything()
    _heed_signals()
    try:
        module = import_module(f"models.{verb}")
        parser = module.parser()
        words = sys.argv[1:] if argv is None else argv
        add_rules(parser, words)
        add_settings(parser, words)
        parser.set_defaults(parser=parser, verb=verb)
        code = int(module.run(parser.parse_args(argv)))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except _Terminated:
        return _say("terminated", TERMINATED)
    except BrokenPipeError:  # the reader went away (`| head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except _refusals() as refusal:
        return _say(str(refusal), BAD_INPUT)
    except OSError as error:  # a full disk, no folder for temporary files
        return _say(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", BAD_INPUT)


def _replace_closed_streams() -> None:
    """A stream that was closed before we started reads and writes nothing, instead of being None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _print_anything() -> None:
    """A character that stdout's encoding lacks, in the name of a vertex or a file, is printed as on stderr: `\\xe9`."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def _heed_signals() -> None:
    """The first signal unwinds the program, further ones wait for that; an ignored signal (nohup) stays ignored."""
    handlers = {signal.SIGINT: _interrupt, signal.SIGTERM: _terminate, signal.SIGHUP: _terminate}
    for number, handler in handlers.items():
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _unwinding() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    _unwinding()
    raise KeyboardInterrupt


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    _unwinding()
    raise _Terminated


def _refusals() -> tuple[type[Exception], ...]:
    """The errors that mean bad input, from the modules that were imported; none is imported for this."""
    known = {
        "models.puzzles.errors": "InputError",
        "models.neutral.door": "ModelError",
        "backends.registry": "UnknownBackend",
        "report.saving": "NotWritable",
        "backends.contract": "TooLarge",
        "backends.formats.contract": "FileError",
        "backends.encodings.catalogue": "UnknownEncoding",
    }
    return (Refused, *(getattr(sys.modules[module], name) for module, name in known.items() if module in sys.modules))


def _say(message: str, code: int) -> int:
    """One message on stderr, without the control characters that a file name or an ID may carry."""
    with contextlib.suppress(OSError):
        print("rosetta: " + "".join(c if c.isprintable() else "?" for c in message)[:2000], file=sys.stderr)
    return code
