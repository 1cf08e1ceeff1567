"""What all verbs that run solvers can be asked for: limits, encodings, formulation, profile, settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rosetta.foundation.errors import InputError
from rosetta.requests.kinds import (
    ALL,
    MEGABYTES,
    NATURAL,
    SECONDS,
    THREADS,
    Callback,
    Encodings,
    NamedValues,
    TextValue,
    WordChoice,
)
from rosetta.requests.options import OptionGroup, Request, option, request

if TYPE_CHECKING:
    from backends.contract import Limits, Options
    from models.neutral import Form
    from models.puzzles.contract import Puzzle

PROFILES = ("default", "tuned")


@request
class ProgressRequest(Request):
    """What all verbs that take long can be asked for by a program."""

    progress: Callable[..., None] | None = option(
        Callback(),
        "",
        default=None,
        group=OptionGroup.PROGRAM,
        flag="",
        keyword_help="Called several times a second as ``progress(what, done, of, note)``: words, seconds, of how many "
        "(or None), more words. What it raises ends the work.",
    )


@request
class BoardRequest(ProgressRequest):
    """What all verbs that draw random numbers can be asked for by a program."""

    seed: int | None = option(
        NATURAL,
        "",
        default=None,
        group=OptionGroup.PROGRAM,
        flag="",
        keyword_help="Of the solver's random numbers; the board's own by default.",
    )

    def seed_or(self, own: int) -> int:
        """The seed of solvers. own: the board's, for where none is named."""
        return own if self.seed is None else self.seed


class NamedEncodings(Request):
    """A request with an option `encodings`, which each states with a help of its own."""

    takes_all: ClassVar[bool] = False  # may they be `all`, which names none?

    if TYPE_CHECKING:

        @property
        def encodings(self) -> Mapping[str, str] | str | None:
            """CNF encodings by form of rows, or `all`; held as texts `FORM=NAME`."""

    @property
    def encoding_choices(self) -> tuple[str, ...]:
        """The encodings that are named, as texts `FORM=NAME`, or `all`."""
        return tuple(self.encodings or ())

    def form_encodings(self) -> dict[Form, str]:
        """The encodings that are named, by form. Raises UnknownEncoding."""
        from backends.encoding_choice.catalogue import encodings_by_form

        choices = [choice for choice in self.encoding_choices if not (self.takes_all and choice == ALL)]
        return encodings_by_form(choices, self.word("encodings"))


def encodings_option(kind: Encodings) -> Any:
    """The option of CNF encodings, as most verbs have it."""
    return option(
        kind,
        "CNF encoding for a form of constraint, e.g. cardinality=totalizer; may be repeated",
        default=None,
        group=OptionGroup.MODEL,
        flag="--encoding",
        repeated=True,
        keyword_help='The CNF encoding by form of rows: ``{"cardinality": "totalizer"}``.',
    )


@request
class EngineRequest(NamedEncodings, BoardRequest):
    """Limits and options of each engine."""

    time_limit: float | None = option(
        SECONDS, "seconds per backend (default 10)", default=None, group=OptionGroup.LIMITS, usual=True
    )
    threads: int = option(THREADS, "threads per solver (default 1)", default=1, group=OptionGroup.LIMITS)
    memory: int = option(MEGABYTES, "memory per solver (default 8000)", default=8000, group=OptionGroup.LIMITS)
    encodings: Mapping[str, str] | str | None = encodings_option(Encodings(all_forms=True))
    profile: str | None = option(
        WordChoice(PROFILES, "profile"),
        "solver parameters (default: tuned, if any)",
        default=None,
        group=OptionGroup.MODEL,
    )
    settings: Mapping[str, object] | None = option(
        NamedValues(),
        "",
        default=None,
        group=OptionGroup.MODEL,
        flag="",
        keyword_help='Of the backend that is named: ``{"noise": 0.1, "flips": 100000}`` of ``"walksat"``.',
    )

    def limits(self, seed: int = 0) -> Limits:
        """The limits of one solve; the usual seconds where none are set. seed: the board's."""
        from backends.contract import Limits

        seconds = Limits().seconds if self.time_limit is None else self.time_limit
        return Limits(seconds, self.memory, self.threads, self.seed_or(seed))

    def options(self) -> Options:
        """The options of a backend. The profile is the tuned one unless another is named; settings come before it.
        Raises UnknownEncoding."""
        from backends.contract import Options
        from backends.profiles import TUNED

        settings = {name: str(value) for name, value in (self.settings or {}).items()}
        return Options(encodings=self.form_encodings(), profile=self.profile or TUNED, parameters=settings)

    def check_backends(self, names: Sequence[str], record: Puzzle) -> None:
        """Raises InputError where a backend of these names cannot be used, or an encoding matters to none of them:
        before a large board is made. names: none where the best is taken."""
        from backends.registry import modules
        from rosetta.studies.asking.entrants import check_backends, encoding_backends

        if self.settings and not names:
            raise InputError(f"{self.word('settings')}: expected the backend that they are of, too; none is named")
        check_backends(names, self.options(), record)
        if names and self.encoding_choices and not encoding_backends(names, record):
            known = ", ".join(encoding_backends(list(modules()), record))
            named = f"{names[0]} takes" if len(names) == 1 else f"{', '.join(names)} take"
            why = f"{named} no clauses, so that no encoding matters; those that do: {known}"
            raise InputError(f"{self.word('encodings')}: {why}")


@request
class ModelRequest(NamedEncodings, BoardRequest):
    """Which model of a puzzle is taken, and how its rows become clauses."""

    encodings: Mapping[str, str] | None = encodings_option(Encodings())
    formulation: str | None = option(
        TextValue("the name of a formulation", "NAME"),
        "which model of the puzzle to use",
        default=None,
        group=OptionGroup.MODEL,
    )


@request
class SolverRequest(ModelRequest, EngineRequest):
    """What one engine is asked for, on one formulation."""
